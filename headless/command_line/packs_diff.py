# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs diff`: tells what changed between two packs, or two versions of one."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import Any

from . import answer

HELP = "tell what changed between two packs, or two versions of one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs diff`."""
    parser.add_argument("first", metavar="A", help="name, folder or zip file of a pack")
    parser.add_argument("second", metavar="B", help="name, folder or zip file of the other one")


def run(arguments: argparse.Namespace) -> int:
    """Compares. Returns: 0 where both are the same release, 1 where they differ."""
    from ...tasks.pack_opening import opened_pack
    from ..pack_difference import folder_name, pack_changes

    with ExitStack() as stack:
        packs = [stack.enter_context(opened_pack(wanted)) for wanted in (arguments.first, arguments.second)]
        changes = pack_changes(*packs)
        names = [
            folder_name(pack, wanted) for pack, wanted in zip(packs, (arguments.first, arguments.second), strict=True)
        ]
    record = {"same": not changes, "changes": [change._asdict() for change in changes]}
    answer.write(record, text(names, changes), arguments.json)
    return 1 if changes else 0


def text(names: list[str], changes: list[Any]) -> str:
    """Returns what a person reads: the verdict, then the changes by what they are of."""
    if not changes:
        return f"same: {names[0]} and {names[1]}"
    lines = [f"different: {len(changes)} {'change' if len(changes) == 1 else 'changes'} from {names[0]} to {names[1]}"]
    where = None
    for change in changes:
        if change.where != where:
            where = change.where
            lines.append(where)
        lines.append(f"  {change.part}  {change.message}")
    return "\n".join(lines)
