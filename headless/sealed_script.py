# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a script in which neither QGIS nor this project can be imported: `python -I sealed_script.py SCRIPT ARGUMENTS…`.

The second derivation of a reference is worth something only where it shares no code with the first one.
"""

import runpy
import sys
from importlib.abc import MetaPathFinder

FORBIDDEN = ("qgis", "processing", "gisagentbench")


class Seal(MetaPathFinder):
    """Refuses the forbidden packages before any other finder is asked."""

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        """Raises ImportError for a forbidden package, and leaves all others to the finders after it."""
        if name.partition(".")[0] in FORBIDDEN:
            raise ImportError(f"{name} must not be imported by a second derivation", name=name)
        return None


def run_sealed(script: str, arguments: list[str]) -> None:
    """Runs a script as the program, with its own arguments."""
    sys.meta_path.insert(0, Seal())
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    run_sealed(sys.argv[1], sys.argv[2:])
