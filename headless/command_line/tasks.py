# SPDX-License-Identifier: GPL-2.0-or-later
"""`tasks`: lists the tasks of a pack."""

from __future__ import annotations

import argparse
from typing import Any

from . import answer

HELP = "list the tasks of a pack"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `tasks`."""
    parser.add_argument("--pack", default="demo", metavar="P", help="name of a pack, or its folder (demo)")


def run(arguments: argparse.Namespace) -> int:
    """Lists the tasks. Returns: 0."""
    from ...tasks.pack import find_pack

    pack = find_pack(arguments.pack)
    records = [task_record(pack.task(task_id), pack.trajectory(task_id)) for task_id in pack.task_ids()]
    answer.write({"tasks": records}, text(pack.pack.name, records), arguments.json)
    return 0


def task_record(task: Any, trajectory: Any) -> dict[str, Any]:
    """Returns what `tasks --json` tells of a task."""
    return {
        "id": task.id,
        "title": task.title,
        "family": task.family,
        "aoi": task.aoi,
        "inputs": list(task.inputs),
        "outputs": [output.file for output in task.outputs],
        "caveats": {name: note.bites for name, note in task.caveats.items()},
        "reference_calls": len(trajectory.steps),
    }


def text(pack: str, records: list[dict[str, Any]]) -> str:
    """Returns what a person reads: a line per task."""
    width = max((len(record["id"]) for record in records), default=0)
    family = max((len(record["family"]) for record in records), default=0)
    lines = [f"{len(records)} {'task' if len(records) == 1 else 'tasks'} in pack {pack}"]
    lines += [f"  {record['id']:<{width}}  {record['family']:<{family}}  {record['title']}" for record in records]
    return "\n".join(lines)
