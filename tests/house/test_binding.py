# SPDX-License-Identifier: GPL-2.0-or-later
"""The tests reach the project as `gisagentbench`, and its files are loaded once."""

import json
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files_with_two_names(modules: dict[str, str | None], root: Path) -> dict[Path, list[str]]:
    """Returns the files below `root` that are loaded under more than one module name."""
    names: dict[Path, list[str]] = defaultdict(list)
    for name, file in modules.items():
        path = Path(file).resolve() if file else None
        if path is not None and path.is_relative_to(root) and ".venv" not in path.parts:
            names[path].append(name)
    return {path: sorted(found) for path, found in names.items() if len(found) > 1}


def loaded_files() -> dict[str, str | None]:
    return {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}


def test_root_is_bound_under_one_name_whatever_the_checkout_is_called():
    import gisagentbench

    assert Path(gisagentbench.__file__).parent == ROOT


def test_no_module_file_is_loaded_under_two_names():
    assert files_with_two_names(loaded_files(), ROOT) == {}


def test_a_file_loaded_twice_is_found(tmp_path):
    file = tmp_path / "tasks/__init__.py"
    twice = {"gisagentbench.tasks": str(file), "tasks": str(file), "json": json.__file__}
    assert files_with_two_names(twice, tmp_path) == {file: ["gisagentbench.tasks", "tasks"]}
