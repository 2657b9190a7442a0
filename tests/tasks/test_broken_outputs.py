# SPDX-License-Identifier: GPL-2.0-or-later
"""broken.yaml: every fault of it is named with what would be right; nothing is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gisagentbench.tasks.broken_outputs import broken_problems
from gisagentbench.tasks.document import build_model, read_document
from gisagentbench.tasks.document_problem import DocumentError
from gisagentbench.tasks.json_schema import schema_text
from gisagentbench.tasks.mutation_names import ARGUMENT_TYPES, MUTATIONS
from gisagentbench.tasks.task import Task
from gisagentbench.tasks.task_evidence import BrokenOutputs

from .example_documents import RASTER, TABLE, TASK, VECTOR, changed

WRONG = "verdict: wrong, first_failing_check: rows"


def problems(folder: Path, text: str, outputs: list[dict[str, Any]]) -> list[str]:
    """Returns the messages about a broken.yaml of a task with these outputs."""
    (folder / "broken.yaml").write_text(text, "utf-8")
    task = Task.model_validate(changed(TASK, "outputs", outputs))
    try:
        declared = build_model(read_document(folder / "broken.yaml"), BrokenOutputs)
    except DocumentError as error:
        return [problem.message for problem in error.problems]
    return [problem.message for problem in broken_problems(folder, task, declared)]


FAULTS = [
    ("an unknown mutation", f"- {{mutation: row_misssing, {WRONG}}}", [VECTOR],
     '"[0]": there is no mutation "row_misssing"; nearest is "row_missing".'),
    ("an unknown argument", f"- {{mutation: shifted, arguments: {{meters: 5}}, {WRONG}}}", [VECTOR],
     '"[0]": shifted takes no argument "meters"; its arguments: metres.'),
    ("an argument where none is taken", f"- {{mutation: row_missing, arguments: {{column: nta}}, {WRONG}}}", [VECTOR],
     '"[0]": row_missing takes no argument "column"; its arguments: none.'),
    ("an argument of another type", f"- {{mutation: shifted, arguments: {{metres: far}}, {WRONG}}}", [VECTOR],
     "\"[0]\": metres of shifted is a number, found 'far'."),
    ("arguments of a file", f"- {{file: a.gpkg, arguments: {{column: nta}}, {WRONG}}}", [VECTOR],
     '"[0]": arguments belong to a mutation, not to a file.'),
    ("a column that is none", f"- {{mutation: value_as_null, arguments: {{column: count}}, {WRONG}}}", [VECTOR],
     'Entry 1: "count" is no column of "result.gpkg" (nta, park_count, area_m2).'),
    ("a mutation of another kind", f"- {{mutation: cells_flipped, {WRONG}}}", [VECTOR],
     'Entry 1: cells_flipped changes a raster, and "result.gpkg" is none.'),
    ("shapes of a table", f"- {{mutation: shifted, {WRONG}}}", [TABLE],
     'Entry 1: shifted changes a vector, and "result.csv" is none.'),
    ("a file that is absent", f"- {{file: a.gpkg, {WRONG}}}", [VECTOR], "Entry 1: broken/a.gpkg is missing."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "outputs", "message"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_is_named(tmp_path: Path, rule: str, text: str, outputs: list[Any], message: str) -> None:
    assert message in problems(tmp_path, text, outputs)


def test_one_of_two_outputs_must_be_named(tmp_path: Path) -> None:
    text = f"- {{mutation: row_missing, {WRONG}}}"
    message = 'Entry 1: `output` must name one of "result.gpkg", "slope.tif".'
    assert message in problems(tmp_path, text, [VECTOR, RASTER])


def test_every_output_has_a_wrong_one(tmp_path: Path) -> None:
    text = f"- {{mutation: row_missing, output: result.gpkg, {WRONG}}}"
    assert problems(tmp_path, text, [VECTOR, RASTER]) == ['No output is declared wrong for "slope.tif".']
    assert problems(tmp_path, text, [VECTOR]) == []


def test_the_schema_lists_the_mutations() -> None:
    import json

    check = Draft202012Validator(json.loads(schema_text("broken", BrokenOutputs)))
    named = {"verdict": "wrong", "first_failing_check": "rows"}
    assert not list(check.iter_errors([{"mutation": "row_missing"} | named]))
    assert list(check.iter_errors([{"mutation": "row_misssing"} | named]))


def test_every_argument_has_a_type() -> None:
    assert {name for words in MUTATIONS.values() for name in words.arguments} == set(ARGUMENT_TYPES)
