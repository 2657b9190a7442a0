# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs verify`: derives the references of a pack twice and compares them under the contracts."""

from __future__ import annotations

import argparse

from . import answer
from .progress import Progress
from .validate import text

HELP = "derive the references of a pack twice and compare them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs verify`."""
    parser.add_argument("packs", nargs="*", metavar="PACK", help="names or folders; all embedded ones where left out")
    parser.add_argument("--trust", action="store_true", help="run the check.py of packs that are not embedded, too")


def run(arguments: argparse.Namespace) -> int:
    """Verifies. Returns: 0 where nothing is wrong and both derivations give the stored references, else 1."""
    from ...tasks.pack import embedded_packs_folder, find_pack, list_packs
    from .. import machine
    from ..pack_verification import verify_pack

    packs = [find_pack(name) for name in arguments.packs or list_packs()]
    machine.qgis_process_command()
    problems = []
    with Progress("packs", len(packs)) as progress:
        for pack in packs:
            embedded = pack.folder.resolve().is_relative_to(embedded_packs_folder().resolve())
            problems += verify_pack(pack, embedded or arguments.trust, progress.running)
            progress.done(pack.pack.name)
    errors = sum(problem.severity == "error" for problem in problems)
    record = {"ok": not errors, "problems": [problem.as_dict() for problem in problems]}
    answer.write(record, text(problems, errors), arguments.json)
    return 1 if errors else 0
