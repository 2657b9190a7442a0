# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a scenario in desktop QGIS, in a virtual display, and reads what it told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAM = str(Path(__file__).resolve().parents[2] / "gisagentbench")
LONGEST_WORDS = 10_000  # enough for the stack of a crash
DISPLAY = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
CRASH = "crash.txt"

needs_desktop = pytest.mark.skipif(
    shutil.which("qgis") is None or shutil.which("xvfb-run") is None, reason="no desktop QGIS or Xvfb"
)


def desktop_environment() -> dict[str, str]:
    """The environment of a desktop, which dies on the platform that tests without a window run on."""
    return {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}


def told_in_desktop(script: Path, pictures: Path, seconds: float = 280, **variables: str) -> dict[str, Any]:
    """Runs a script in a new profile; fails with the stacks of all threads where QGIS crashed, at its end too.

    Args:
        script: What QGIS runs once it is up.
        pictures: Folder for what it writes.
        variables: Of the environment.
    Returns: What it wrote to `told.json`.
    """
    environment = {**desktop_environment(), "PICTURES": str(pictures), **variables}
    command = [*DISPLAY, PROGRAM, "qgis", "--fresh", "--code", str(script)]
    done = subprocess.run(command, env=environment, timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    (pictures / "qgis.log").write_bytes(done.stdout)
    crash = pictures / CRASH
    assert not crash.is_file() or not crash.read_text(encoding="utf-8"), crash.read_text(encoding="utf-8")
    assert (pictures / "told.json").exists(), done.stdout.decode("utf-8", "replace")[-LONGEST_WORDS:]
    told: dict[str, Any] = json.loads((pictures / "told.json").read_text(encoding="utf-8"))
    assert not told.get("fault"), told["fault"]
    assert done.returncode == 0, "QGIS did not end well:\n" + done.stdout.decode("utf-8", "replace")[-LONGEST_WORDS:]
    assert b"Destroyed while process" not in done.stdout
    return told
