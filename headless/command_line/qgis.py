# SPDX-License-Identifier: GPL-2.0-or-later
"""`qgis`: opens desktop QGIS with the plugin switched on, in a profile that the project keeps."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .. import machine
from . import answer

HELP = "open desktop QGIS with the plugin switched on"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `qgis`."""
    parser.add_argument("--fresh", action="store_true", help="with a new profile, thrown away afterwards")
    parser.add_argument("--code", type=Path, metavar="FILE", help="run this Python file once QGIS is open")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="projects or layers to open")


def run(arguments: argparse.Namespace) -> int:
    """Opens QGIS and waits until it is closed. Returns: 0, or 1 where QGIS ended badly."""
    program = shutil.which("qgis")
    if program is None:
        raise machine.MachineBroken("Desktop QGIS was not found on the search path.", "Install the package qgis.")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise machine.MachineBroken(
            "There is no screen to open QGIS on (neither DISPLAY nor WAYLAND_DISPLAY is set).",
            "Without one: xvfb-run -a -s '-screen 0 1600x1000x24' ./gisagentbench qgis",
        )
    kept = machine.cache_folder() / "desktop"
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fresh-", dir=kept) as fresh:
        profiles = Path(fresh) if arguments.fresh else kept
        status = open_qgis(program, profiles, arguments.code, arguments.files)
    record = {"ok": status == 0, "status": status, "profile": None if arguments.fresh else str(kept)}
    text = "QGIS was closed" if status == 0 else f"QGIS ended with status {status}"
    answer.write(record, text, arguments.json)
    return 0 if status == 0 else 1


def open_qgis(program: str, profiles: Path, code: Path | None, files: list[Path]) -> int:
    """Starts QGIS on a folder of profiles and returns its exit status when it is closed."""
    command = [program, "--nologo", "--noversioncheck", "--profiles-path", str(profiles)]
    if code is not None:
        command += ["--code", str(code.resolve())]
    command += [str(file.resolve()) for file in files]
    # QGIS prints as it likes: standard output is kept for the answer.
    return subprocess.run(command, env=machine.desktop_environment(profiles), stdout=sys.stderr).returncode
