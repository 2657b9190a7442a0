# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs list`: lists the embedded packs and those that were added."""

from __future__ import annotations

import argparse
from typing import Any

from . import answer

HELP = "list the embedded and the added packs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs list`: none."""


def run(arguments: argparse.Namespace) -> int:
    """Lists the packs. Returns: 0; a pack that cannot be read is listed with its fault."""
    from ...tasks.pack import added_packs_folder, embedded_packs_folder, list_packs

    records = []
    for place, folder in (("embedded", embedded_packs_folder()), ("added", added_packs_folder())):
        records += [_record_of(folder / name, place) for name in list_packs(folder)]
    answer.write({"packs": records}, text(records), arguments.json)
    return 0


def _record_of(folder: Any, place: str) -> dict[str, Any]:
    from ...tasks.document_problem import DocumentError
    from ...tasks.pack import load_pack

    try:
        return pack_record(load_pack(folder)) | {"place": place, "problem": None}
    except DocumentError as error:
        return {"name": folder.name, "place": place, "problem": str(error.problems[0])}


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
    embedded = sum(one["place"] == "embedded" for one in records)
    added = len(records) - embedded
    lines = [f"{embedded} embedded {'pack' if embedded == 1 else 'packs'}" + (f", {added} added" if added else "")]
    for one in records:
        mark = "" if one["place"] == "embedded" else "  (added)"
        if one["problem"]:
            lines.append(f"  {one['name']}  cannot be used: {one['problem']}{mark}")
        else:
            tasks = f"{len(one['tasks'])} {'task' if len(one['tasks']) == 1 else 'tasks'}"
            lines.append(f"  {one['name']} {one['version']}  {tasks}  {one['title']}{mark}")
    return "\n".join([*lines, "tasks of one: tasks --pack NAME"])
