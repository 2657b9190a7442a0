# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs add`: adds packs of others, from folders or zip files, for later use by name."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from . import answer

HELP = "add a pack from a folder or zip file, for later use by name"
STATES = {"added": "added", "replaced": "added in place of another version", "there": "is there already"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `packs add`."""
    parser.add_argument(
        "sources", nargs="+", type=Path, metavar="PACK", help="folders that hold pack.yaml, or zip files"
    )
    parser.add_argument("--replace", action="store_true", help="replace another version of that name")


def run(arguments: argparse.Namespace) -> int:
    """Adds packs, one after the other. Returns: 0."""
    from ...tasks.added_packs import add_pack

    records = []
    for source in arguments.sources:
        added = add_pack(source, arguments.replace)
        model = added.pack.pack
        records.append(
            {
                "name": model.name,
                "version": model.version,
                "state": added.state,
                "tasks": len(added.pack.task_ids()),
                "to_build": _tasks_to_build(added.pack),
                "checksum": added.checksum,
                "folder": str(added.pack.folder),
            }
        )
    answer.write({"packs": records}, text(records), arguments.json)
    return 0


def _tasks_to_build(pack: Any) -> list[str]:
    """Returns the tasks with an output that is not shipped and was not made here yet."""
    from ..pack_building import unshipped_tasks

    return [
        task_id
        for task_id in unshipped_tasks(pack)
        if not all((pack.reference_folder(task_id) / output.file).is_file() for output in pack.task(task_id).outputs)
    ]


def text(records: list[dict[str, Any]]) -> str:
    """Returns what a person reads: a line per pack, and what to do with it."""
    lines = []
    for one in records:
        tasks = f"{one['tasks']} {'task' if one['tasks'] == 1 else 'tasks'}"
        lines.append(f"{one['name']} {one['version']}: {STATES[one['state']]}, {tasks}, in {one['folder']}")
        if one["to_build"]:
            count = f"{len(one['to_build'])} of them {'needs' if len(one['to_build']) == 1 else 'need'}"
            lines.append(f"  {count} outputs that are not shipped; with the data here: packs build {one['name']}")
    name = records[0]["name"]
    lines.append(f"run it: run --pack {name}; verify it: packs verify {name} (--trust runs its check.py)")
    return "\n".join(lines)
