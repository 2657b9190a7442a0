# SPDX-License-Identifier: GPL-2.0-or-later
"""The real program, run as a child: what it says, how it ends, and what it leaves behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from gisagentbench.headless import machine
from gisagentbench.tests.headless.made_hosts import fake_command


class Ended(NamedTuple):
    """How the program ended."""

    status: int
    output: str
    story: str

    @property
    def record(self) -> Any:
        """The one JSON object that it printed; anything else beside it is a failure."""
        (line,) = self.output.splitlines()
        return json.loads(line)

    @property
    def error_code(self) -> str:
        """The code of the error that it printed."""
        error = self.record["error"]
        assert set(error) == {"code", "message", "hint"}
        return str(error["code"])


def run_program(*words: object, folder: Path, seconds: float = 120, **variables: str) -> Ended:
    """Runs a command line in a folder.

    Args:
        variables: Environment variables beside those of this process.
    """
    environment = os.environ | {"PYTHONPATH": str(machine.plugins_folder())} | variables
    command = [sys.executable, "-P", "-m", "gisagentbench.headless", *map(str, words)]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def run_here(capfd: Any, *words: object) -> Ended:
    """Runs a command line in this process, which saves a start; `capfd` is the fixture of pytest."""
    from gisagentbench.headless.command_line.dispatch import main

    capfd.readouterr()
    status = main([*map(str, words)])
    output, story = capfd.readouterr()
    return Ended(status, output, story)


def fake_qgis_process(folder: Path, manner: str = "good") -> dict[str, str]:
    """Makes a program that stands in for qgis_process, and the variable that names it."""
    script = folder / f"fake_qgis_process_{manner}"
    words = " ".join(f"'{word}'" for word in fake_command(manner))
    script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    script.chmod(0o755)
    return {"GISAGENTBENCH_QGIS_PROCESS": str(script)}
