# SPDX-License-Identifier: GPL-2.0-or-later
"""Validation by path: a document is told by its keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from gisagentbench.tasks.validation import problems_as_json, validate_path

from .example_documents import RASTER, TABLE, TASK, VECTOR, changed

TRAJECTORY = {"schema_version": 1, "task": "parks", "steps": [{"api": "load_layer", "arguments": {"file": "a.gpkg"}}]}
CASES = [
    ("contract.yaml", VECTOR, []),
    ("contract.json", TABLE, []),
    ("c.yaml", RASTER, []),
    ("task.yaml", TASK, []),
    ("any.json", TRAJECTORY, []),
    ("contract.yaml", changed(VECTOR, "id_colums", ["nta"]), ["unknown_key"]),
    ("contract.yaml", changed(VECTOR, "columns.park_count.tolerance", {"relative": 0.1}), ["bad_value"]),
    ("any.json", changed(TRAJECTORY, "steps.0.argumets", {}), ["unknown_key"]),
    ("any.json", changed(TRAJECTORY, "steps.0.api", "Load Layer"), ["bad_value"]),
    ("any.json", changed(TRAJECTORY, "schema_version", "-"), ["missing_key"]),
    ("any.json", {"hello": 1}, ["unknown_document"]),
    ("any.json", [1], ["unknown_document"]),
    ("pack.zip", {}, ["unknown_document"]),
]


@pytest.mark.parametrize(("name", "document", "expected"), CASES, ids=lambda part: str(part)[:40])
def test_document_is_told_by_its_keys(tmp_path: Path, name: str, document: Any, expected: list[str]) -> None:
    text = json.dumps(document) if name.endswith(".json") else yaml.safe_dump(document)
    (tmp_path / name).write_text(text, "utf-8")
    assert [problem.code for problem in validate_path(tmp_path / name)] == expected


def test_missing_path_and_empty_folder_are_problems(tmp_path: Path) -> None:
    assert [problem.code for problem in validate_path(tmp_path / "none")] == ["missing_file"]
    assert [problem.code for problem in validate_path(tmp_path)] == ["unknown_document"]


def test_record_has_the_keys_that_programs_rely_on(tmp_path: Path) -> None:
    record = json.loads(problems_as_json(validate_path(tmp_path / "none")))
    assert record["ok"] is False
    assert set(record["problems"][0]) == {"where", "code", "message", "severity"}


NAMED = [
    ("a key that a sentence begins with", RASTER | {"nodata": 1e39}, "nodata", "Nodata 1e+39 is beyond"),
    ("a column named in quotes", changed(VECTOR, "columns.NTA", {"type": "text"}), "nta", 'The columns'),
    ("a name that a format cuts",
     changed(VECTOR, "columns.population1", {"type": "integer"}) | {"file": "r.shp"}, "population1", '"r.shp": a'),
    ("a word of a nested key", VECTOR | {"geometry": {"direction": "match"}}, "geometry", "Geometry.direction is"),
    ("a folder in a file name", VECTOR | {"file": "out/r.gpkg"}, "file", '"file": "out/r.gpkg" is no file name'),
    ("one value of several kinds", RASTER | {"nodata": "zero"}, "nodata",
     """"nodata": input should be a valid number, or '.nan', 'none' or 'any', found 'zero'."""),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "document", "key", "message"), NAMED, ids=[row[0] for row in NAMED])
def test_fault_has_the_line_of_the_key_it_names(
    tmp_path: Path, rule: str, document: Any, key: str, message: str
) -> None:
    text = yaml.safe_dump(document, sort_keys=False)
    (tmp_path / "contract.yaml").write_text(text, "utf-8")
    (problem,) = validate_path(tmp_path / "contract.yaml")
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if line.strip().startswith(f"{key}:"))
    assert problem.where == f"{tmp_path / 'contract.yaml'}:{line}"
    assert problem.message.startswith(message) and problem.message.endswith(".")
