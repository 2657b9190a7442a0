# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs build`: makes the reference outputs of a pack, writes its checksums, and zips it where asked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..refusal import CommandRefused
from . import answer
from .progress import Progress
from .validate import text as problems_text

HELP = "make the reference outputs of a pack from its trajectories, and write its checksums"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs build`."""
    parser.add_argument("packs", nargs="+", metavar="PACK", help="names or folders of packs")
    parser.add_argument(
        "--trust", action="store_true", help="run each check.py, too, and write no answer it disagrees with"
    )
    parser.add_argument(
        "--zip", type=Path, metavar="FILE", help="write the built pack into a zip file, for `packs add`"
    )


def run(arguments: argparse.Namespace) -> int:
    """Builds. Returns: 0 where every reference was made and the pack is valid, else 1."""
    from ...tasks.document_problem import errors_of
    from ...tasks.pack import find_pack, load_pack, pack_checksum
    from ...tasks.pack_zip_writing import write_pack_zip
    from .. import machine
    from ..pack_building import build_pack

    packs = [find_pack(name) for name in arguments.packs]
    are_added = [_is_added(pack) for pack in packs]
    _check_zip(arguments.zip, len(packs))
    machine.qgis_process_command()
    records, problems = [], []
    with Progress("packs", len(packs)) as progress:
        for pack, is_added in zip(packs, are_added, strict=True):
            built = build_pack(pack, arguments.trust, progress.running, unshipped_only=is_added)
            problems += built.problems
            faulty = bool(errors_of(built.problems))
            if arguments.zip and not faulty:
                write_pack_zip(load_pack(pack.folder), arguments.zip)
            records.append(
                {
                    "name": pack.pack.name,
                    "version": pack.pack.version,
                    "checksum": None if faulty else pack_checksum(load_pack(pack.folder)),
                    "references": [reference._asdict() for reference in built.references],
                    "zip": None if faulty or arguments.zip is None else str(arguments.zip),
                }
            )
            progress.done(pack.pack.name)
    errors = len(errors_of(problems))
    record = {"ok": not errors, "packs": records, "problems": [problem.as_dict() for problem in problems]}
    answer.write(record, text(records, problems, errors), arguments.json)
    return 1 if errors else 0


def _is_added(pack: Any) -> bool:
    """Tells whether a pack was added, so that of its copy only what is not shipped is made.

    Raises: CommandRefused where there is nothing of that kind: the folder it was made from would stay as it is.
    """
    from ...tasks.pack import added_packs_folder
    from ..pack_building import unshipped_tasks

    if not pack.folder.resolve().is_relative_to(added_packs_folder().resolve()):
        return False
    if not unshipped_tasks(pack):
        message = f'"{pack.pack.name}" was added, so it is a copy, and it ships all its outputs; nothing was built.'
        hint = f"Name the folder that is worked in, such as ./{pack.pack.name}, then add it again."
        raise CommandRefused("BAD_VALUE", message, hint)
    return True


def _check_zip(file: Path | None, packs: int) -> None:
    if file is None:
        return
    if packs > 1:
        raise CommandRefused("BAD_VALUE", f"--zip takes one pack, {packs} were given.", "Build them one by one.")
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise CommandRefused("BAD_VALUE", f'"{file}" cannot be written.', "Name a file in a folder that is there.")


def text(records: list[dict[str, Any]], problems: list[Any], errors: int) -> str:
    """Returns what a person reads: the verdict, what was written or replaced, where the rest lies."""
    lines = [problems_text(problems, errors).replace("not valid:", "not built:", 1)] if problems else []
    for one in records:
        if one["checksum"] is None:
            continue
        states = [reference["state"] for reference in one["references"]]
        counts = ", ".join(f"{states.count(state)} {state}" for state in ("kept", "written", "replaced"))
        lines.append(f"built: {one['name']} {one['version']}, references: {counts}")
        for reference in one["references"]:
            if reference["state"] != "kept":
                where = "" if reference["shipped"] else ", not part of the release: its content hash is"
                lines.append(f"  {reference['state']}  {reference['task']}: {reference['file']}{where}")
        lines.append(f"checksum {one['checksum']}")
        if one["zip"]:
            lines.append(f"zip: {one['zip']}")
    return "\n".join(lines)
