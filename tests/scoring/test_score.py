# SPDX-License-Identifier: GPL-2.0-or-later
"""The way in: tasks of several outputs, and records whose text is always the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.scoring.record import ScoreRecord, canonical_json, rounded
from gisagentbench.scoring.score import score_output, score_task
from gisagentbench.tasks.task import Task

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, contract_of, write_layer
from .test_raster import CELLS, CONTRACT, with_cell, write_raster


def task_of(*outputs: dict[str, Any]) -> Task:
    """Returns a task with some outputs."""
    return Task.model_validate(
        {
            "schema_version": 1,
            "id": "both",
            "family": "terrain",
            "aoi": "randstad",
            "title": "Two files",
            "prompt": {"objective": "o", "inputs": "i", "outputs": "o"},
            "inputs": {"parks": {"dataset": "x", "kind": "vector", "description": "d"}},
            "outputs": [output | {"rationale": "a test"} for output in outputs],
            "source": {"kind": "own", "reference": "none"},
        }
    )


def write_both(folder: Path, cells: Any) -> Path:
    """Writes parks and cells."""
    folder.mkdir()
    write_layer(folder / "result.gpkg", PARK_FIELDS, PARKS)
    write_raster(folder / "r.tif", cells)
    return folder


def test_a_task_is_strict_where_all_outputs_are(tmp_path: Path) -> None:
    task = task_of(PARK_CONTRACT, CONTRACT)
    reference = write_both(tmp_path / "reference", CELLS)
    assert score_task(task, reference, write_both(tmp_path / "right", CELLS)).strict
    score = score_task(task, reference, write_both(tmp_path / "wrong", with_cell(0, 0, 99)))
    assert {name: record.strict for name, record in score.outputs.items()} == {"result.gpkg": True, "r.tif": False}
    assert (score.strict, score.quantitative) == (False, pytest.approx((1 + 10 / 11) / 2))


def test_a_missing_output_counts_as_nothing(tmp_path: Path) -> None:
    task = task_of(PARK_CONTRACT, CONTRACT)
    reference = write_both(tmp_path / "reference", CELLS)
    output = write_both(tmp_path / "output", CELLS)
    (output / "r.tif").unlink()
    score = score_task(task, reference, output)
    assert (score.strict, score.quantitative) == (False, 0.5)
    assert score.outputs["r.tif"].first_failing_check == "readable"


def test_two_layers_of_one_file_are_two_outputs(tmp_path: Path) -> None:
    layers = [PARK_CONTRACT | {"layer": name} for name in ("one", "two")]
    for folder, rows in (("reference", PARKS), ("output", PARKS[:2])):
        (tmp_path / folder).mkdir()
        file = write_layer(tmp_path / folder / "result.gpkg", PARK_FIELDS, PARKS, layer="one")
        write_layer(file, PARK_FIELDS, rows, layer="two", add=True)
    score = score_task(task_of(*layers), tmp_path / "reference", tmp_path / "output")
    assert {name: record.strict for name, record in score.outputs.items()} == {
        "result.gpkg:one": True,
        "result.gpkg:two": False,
    }


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    reference = write_layer(tmp_path / "result.gpkg", PARK_FIELDS, PARKS)
    output = write_layer(tmp_path / "other.gpkg", PARK_FIELDS, PARKS[:2])
    texts = {score_output(contract_of(**PARK_CONTRACT), reference, output).to_json() for _ in range(2)}
    assert len(texts) == 1
    assert ScoreRecord.model_validate(json.loads(texts.pop())).schema_version == 1


ROUNDED = [
    (1 / 3, 0.333333333333),
    (123456789.123456789, 123456789.123),
    (float("nan"), None),
    (float("inf"), "inf"),
    (2**53 + 1, 2**53 + 1),
    ([1e-20 / 3, {"a": (0.1,)}], [3.33333333333e-21, {"a": [0.1]}]),
]


@pytest.mark.parametrize(("value", "expected"), ROUNDED)
def test_reals_are_written_with_twelve_digits(value: Any, expected: Any) -> None:
    assert rounded(value) == expected
    assert canonical_json(rounded(value)).endswith("\n")
