# SPDX-License-Identifier: GPL-2.0-or-later
"""`report`: makes the report of stored runs; several of them stand side by side on one page."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..refusal import CommandRefused
from . import answer
from .option_types import grams

HELP = "make the report of stored runs, several of them side by side"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `report`."""
    parser.add_argument("run_dirs", nargs="+", type=Path, metavar="RUN_DIR", help="run folders")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the report, made if missing")
    parser.add_argument("--pack", metavar="P", help="name or folder of the pack of the runs, where it is not found")
    parser.add_argument(
        "--carbon",
        type=grams,
        metavar="GRAMS",
        help="estimate carbon dioxide by this factor: grams per 1000 tokens (no estimate without it)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Makes the report. Returns: 0."""
    from ...tasks.pack import find_pack
    from .. import report
    from ..run_store import open_run

    check_folders(arguments.run_dirs, arguments.out)
    for folder in arguments.run_dirs:
        open_run(folder)
    pack = find_pack(arguments.pack) if arguments.pack else None
    arguments.out.mkdir(parents=True, exist_ok=True)
    files = report.write_of_runs(arguments.run_dirs, arguments.out, pack, arguments.carbon)
    record = {"files": [str(path) for path in files]}
    what = "1 run" if len(arguments.run_dirs) == 1 else f"{len(arguments.run_dirs)} runs"
    beside = ", ".join(path.name for path in files[1:])
    answer.write(record, f"report of {what}: {files[0]}\nbeside it: {beside}", arguments.json)
    return 0


def check_folders(run_dirs: list[Path], out: Path) -> None:
    """Refuses what would count a run twice, or write over the report of another run.

    Raises: CommandRefused.
    """
    from ..run_store import MANIFEST

    places = [folder.resolve() for folder in run_dirs]
    twice = next((folder for folder, place in zip(run_dirs, places, strict=True) if places.count(place) > 1), None)
    if twice is not None:
        raise CommandRefused("BAD_VALUE", f'The run "{twice}" is given twice.', "Give each run once.")
    if out.exists() and not out.is_dir():
        raise CommandRefused("OUTPUT_EXISTS", f'"{out}" is a file, no folder; nothing was written.', "Give a folder.")
    if (out / MANIFEST).is_file() and places != [out.resolve()]:
        raise CommandRefused(
            "OUTPUT_EXISTS",
            f'"{out}" is a run folder and holds a report of its own; nothing was written.',
            "Give another folder as --out.",
        )
