# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs list`: lists the embedded packs."""

from __future__ import annotations

import argparse
from typing import Any

from . import answer

HELP = "list the embedded packs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs list`: none."""


def run(arguments: argparse.Namespace) -> int:
    """Lists the packs. Returns: 0."""
    from ...tasks.pack import find_pack, list_packs

    records = [pack_record(find_pack(name)) for name in list_packs()]
    answer.write({"packs": records}, text(records), arguments.json)
    return 0


def pack_record(pack: Any) -> dict[str, Any]:
    """Returns what `packs list --json` tells of a pack."""
    from ...tasks.pack import pack_checksum

    model = pack.pack
    return {
        "name": model.name,
        "version": model.version,
        "title": model.title,
        "licence": model.licence,
        "areas": model.areas,
        "tasks": pack.task_ids(),
        "datasets": len(model.datasets),
        "checksum": pack_checksum(pack),
    }


def text(records: list[dict[str, Any]]) -> str:
    """Returns what a person reads: a line per pack."""
    lines = [f"{len(records)} embedded {'pack' if len(records) == 1 else 'packs'}"]
    lines += [f"  {one['name']} {one['version']}  {len(one['tasks'])} tasks  {one['title']}" for one in records]
    return "\n".join([*lines, "tasks of one: tasks --pack NAME"])
