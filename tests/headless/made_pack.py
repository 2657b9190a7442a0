# SPDX-License-Identifier: GPL-2.0-or-later
"""A small pack for tests of runs: one table goes in, and the right answer is that very table."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

ROWS = "name,people\nNorth,10\nSouth,20\n"
TASKS = ("count_people", "count_again")
CONTRACT = """
kind: table
file: out.csv
columns: {name: {type: text}, people: {type: integer, role: count}}
id_columns: [name]
rationale: made for tests
"""
PACK = """\
schema_version: 1
name: made
version: "0.1"
title: Made for tests
licence: CC0
areas: {somewhere: Somewhere}
datasets:
  rows:
    name: People
    kind: table
    format: csv
    features: 2
    publisher: nobody
    licence: CC0
    licence_class: clear
    date: "2026"
    sources: [{kind: embedded, path: data/rows.csv}]
    sha256: SHA
checksums: {}
"""
TASK = """\
schema_version: 1
id: TASK
family: joining
aoi: somewhere
title: How many people live in each half?
prompt: {objective: Count the people., inputs: "rows: people", outputs: A table.}
inputs: {rows: {dataset: rows, kind: table, description: People}}
outputs:
  - kind: table
    file: out.csv
    columns: {name: {type: text}, people: {type: integer, role: count}}
    id_columns: [name]
    rationale: The right answer is the input; a count that is off by one is wrong.
source: {kind: own, reference: made for tests}
"""
BROKEN = """\
- {mutation: row_missing, verdict: wrong, first_failing_check: rows}
- {mutation: rows_in_other_order, verdict: equivalent}
"""
CHECK = """\
import argparse, pathlib, shutil
parser = argparse.ArgumentParser()
parser.add_argument("--inputs", type=pathlib.Path)
parser.add_argument("--out", type=pathlib.Path)
given = parser.parse_args()
shutil.copy(given.inputs / "rows.csv", given.out / "out.csv")
"""


def steps(file: str = "rows.csv", output: str = "out.csv") -> list[dict[str, object]]:
    """The calls that solve each task."""
    return [
        {"api": "load_layer", "arguments": {"file": file, "name": "rows"}},
        {"api": "export_layer", "arguments": {"layer": "rows", "file": output, "format": "csv"}},
    ]


def write_pack(folder: Path, tasks: tuple[str, ...] = TASKS) -> Path:
    """Writes the pack. Returns: Its folder."""
    from gisagentbench.tasks.pack import write_checksums

    (folder / "data").mkdir(parents=True)
    (folder / "data" / "rows.csv").write_text(ROWS)
    (folder / "pack.yaml").write_text(PACK.replace("SHA", sha256(ROWS.encode()).hexdigest()))
    for task in tasks:
        place = folder / "tasks" / task
        (place / "reference").mkdir(parents=True)
        (place / "task.yaml").write_text(TASK.replace("TASK", task))
        (place / "reference.json").write_text(trajectory(steps(), task))
        (place / "reference" / "out.csv").write_text(ROWS)
        (place / "check.py").write_text(CHECK)
        (place / "broken.yaml").write_text(BROKEN)
    write_checksums(folder)
    return folder


def trajectory(what: list[dict[str, object]], task: str | None = None) -> str:
    """The text of a trajectory."""
    return json.dumps({"schema_version": 1, "steps": what} | ({"task": task} if task else {}))
