# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a file of scenarios in a QGIS of its own, with a profile of its own: its store of keys is one per process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from gisagentbench.headless import machine

HERE = Path(__file__).parent


def told_by(script: str, folder: Path, **variables: str) -> dict[str, Any]:
    """Returns the JSON object that the scenarios print last.

    Args:
        script: Name of the file, which lies here.
        folder: Of the profile; what the scenarios write goes there.
    """
    environment = machine.child_environment(folder / "config") | {
        "QGIS_AUTH_DB_DIR_PATH": str(folder / "auth"),
        "FOLDER": str(folder),
        "PYTHONFAULTHANDLER": "1",
        **variables,
    }
    (folder / "auth").mkdir(exist_ok=True)
    command = [sys.executable, "-P", str(HERE / script)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr[-4000:]
    told = json.loads(done.stdout.strip().splitlines()[-1])
    assert isinstance(told, dict)
    return told
