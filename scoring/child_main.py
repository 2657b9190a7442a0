# SPDX-License-Identifier: GPL-2.0-or-later
"""Entry of limited children: binds the project folder as one package, whatever it is called, and runs one module."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

PACKAGE = "gisagentbench"


def bind_package() -> None:
    """Makes the project folder importable under its one name."""
    if PACKAGE in sys.modules:
        return
    root = Path(__file__).resolve().parents[1]
    spec = importlib.util.spec_from_file_location(PACKAGE, root / "__init__.py", submodule_search_locations=[str(root)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{root} is no package")
    package = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = package
    spec.loader.exec_module(package)


def cannot_import(error: ImportError) -> dict[str, Any]:
    """Returns the answer of a child that lacks a package, or a module of our own, which is a fault of the program."""
    if str(error.name).partition(".")[0] == PACKAGE:
        message = f"The scorer stopped with {type(error).__name__}: {str(error)[:160]}."
        hint = "This is a fault of GISAgentBench."
        return {"cannot_score": {"code": "ENGINE_FAILED", "message": message, "hint": hint}}
    message = f"The Python of the scorer lacks a package: {str(error)[:160]}."
    hint = "./gisagentbench doctor installs what is missing."
    return {"cannot_score": {"code": "DEPENDENCY_MISSING", "message": message, "hint": hint}}


def main(module: str) -> None:
    """Runs `run()` of a module of the package; an import that fails is an answer."""
    bind_package()
    try:
        run = importlib.import_module(f"{PACKAGE}.{module}").run
    except ImportError as error:
        sys.stdout.write(json.dumps(cannot_import(error)) + "\n")
        return
    run()


if __name__ == "__main__":
    main(sys.argv[1])
