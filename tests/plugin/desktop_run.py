# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a script in desktop QGIS, in a display of its own, and reads what it told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CRASH = "crash.txt"
needs_desktop = pytest.mark.skipif(
    shutil.which("qgis") is None or shutil.which("xvfb-run") is None, reason="no desktop QGIS or Xvfb"
)


def run_in_desktop(script: Path, pictures: Path, seconds: float = 280, **environment: str) -> dict[str, Any]:
    """Returns what a script wrote to `told.json`; fails with the stacks of all threads where QGIS crashed.

    Args:
        script: What QGIS runs once it is up.
        pictures: The folder that the script writes to.
        environment: Variables of the script.
    """
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", str(ROOT / "gisagentbench"), "qgis", "--fresh"]
    # A desktop without a display of its own dies on the platform that tests without a window run on.
    variables = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    variables |= {"PICTURES": str(pictures), **environment}
    ended = subprocess.run([*command, "--code", str(script)], env=variables, timeout=seconds)
    crash = pictures / CRASH
    assert not crash.is_file() or not crash.read_text(encoding="utf-8"), crash.read_text(encoding="utf-8")
    told = pictures / "told.json"
    assert told.is_file(), f"it ended with status {ended.returncode} and told nothing"
    found: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    assert found.get("fault") is None, found["fault"]
    return found
