# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs exported programs with stand-ins that write down what they are asked: values, not text, are compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROCESSING = """\
import json, pathlib

def run(algorithm, parameters):
    with pathlib.Path("asked").open("a") as file:
        file.write(json.dumps([algorithm, parameters]) + "\\n")
    return {name: value for name, value in parameters.items()}
"""
QGIS_PROCESS = """\
#!/bin/sh
printf '["%s", ' "$2" >> asked
tr '\\n' ' ' >> asked
printf ']\\n' >> asked
"""


def asked_by_python(text: str, folder: Path) -> list[Any]:
    """Runs a program for the Python console in a folder. Returns: Algorithm and parameters of every call."""
    (folder / "processing.py").write_text(PROCESSING)
    (folder / "program.py").write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "program.py"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (folder / "asked").read_text().splitlines()]


def asked_by_shell(text: str, folder: Path, shell: str = "sh", **variables: str) -> list[Any]:
    """Runs a shell program in a folder. Returns: Algorithm and parameters of every call."""
    (folder / "qgis_process").write_text(QGIS_PROCESS)
    (folder / "qgis_process").chmod(0o755)
    (folder / "program.sh").write_text(text, encoding="utf-8")
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"} | variables
    done = subprocess.run([shell, "program.sh"], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    calls = [json.loads(line) for line in (folder / "asked").read_text().splitlines()]
    return [[algorithm, given["inputs"]] for algorithm, given in calls]
