# SPDX-License-Identifier: GPL-2.0-or-later
"""Questions of practitioners, answered on real data by calls alone and by a second derivation; the two must agree."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from gisagentbench.headless.command_line.dispatch import main

sys.path.insert(0, str(Path(__file__).parent))
from answers import Answer, Cells, differences_of_cells, differences_of_rows
from derivations import DERIVATIONS
from source_files import raster

QUESTIONS = sorted(Path(__file__).parent.glob("q*.yaml"))


def test_every_question_has_a_derivation_and_every_derivation_a_question() -> None:
    assert [path.stem[:4] for path in QUESTIONS] == sorted(DERIVATIONS)


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_a_question_bears_the_number_of_its_file_and_a_reason_for_each_tolerance(path: Path) -> None:
    question = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert f"q{question['number']:03}" == path.stem[:4]
    assert question["question"].endswith("?")
    assert all(answer["why"].endswith(".") for answer in question["answers"].values())


def test_rows_that_differ_are_told() -> None:
    wanted = {("a",): {"n": 1.0}, ("b",): {"n": None}}
    right = [{"id": "a", "n": "1.01"}, {"id": "b", "n": ""}]
    assert differences_of_rows(right, wanted, ["id"], {"n": 0.1}) == []
    assert differences_of_rows(right, wanted, ["id"], {"n": 0.001}) == ["('a',) n: 1.01, not 1.0"]
    repeated = differences_of_rows([right[0]] * 2, wanted, ["id"], {"n": 0.1})
    assert repeated == ["2 rows, 1 keys, 2 wanted", "('b',) missing"]
    for text in ("0", "nan"):
        faults = differences_of_rows([right[0], {"id": "b", "n": text}], wanted, ["id"], {"n": 1})
        assert faults == [f"('b',) n: {text}, not None"]


def test_cells_that_differ_are_told() -> None:
    grid = (500.0, 10.0, 0.0, 900.0, 0.0, -10.0)
    wanted = Cells(np.array([[1.0, np.nan]]), grid)
    assert differences_of_cells(Cells(np.array([[1.01, np.nan]]), grid), wanted, 0.1) == []
    assert differences_of_cells(Cells(np.array([[1.5, 0.0]]), grid), wanted, 0.1) == [
        "row 0, column 0: 1.5, not 1.0", "row 0, column 1: 0.0, not nan"
    ]  # fmt: skip
    assert differences_of_cells(Cells(np.array([[1.0]]), grid), wanted, 0.1) == ["(1, 1) cells, not (1, 2)"]
    moved = (501.0, *grid[1:])
    assert differences_of_cells(Cells(wanted.values, moved), wanted, 0.1) == [f"transform {moved}, not {grid}"]


@pytest.mark.slow
@pytest.mark.qgis
@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_calls_and_second_derivation_agree(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = yaml.safe_load(path.read_text(encoding="utf-8"))
    files = {name: mirror() / file for name, file in question["inputs"].items()}
    output = replayed(question["steps"], files, tmp_path, capsys)
    derived = DERIVATIONS[path.stem[:4]](files)
    answers = derived if isinstance(derived, tuple) else (derived,)
    for (file, terms), wanted in zip(question["answers"].items(), answers, strict=True):
        assert differences(output / file, wanted, terms)[:20] == []


def mirror() -> Path:
    """Returns the folder of real data; without it the test is skipped."""
    folder = os.environ.get("GISAGENTBENCH_DATA", "")
    if not folder:
        pytest.skip("GISAGENTBENCH_DATA is not set")
    return Path(folder)


def replayed(
    steps: list[dict[str, Any]], files: dict[str, Path], folder: Path, capsys: pytest.CaptureFixture[str]
) -> Path:
    """Makes the calls with the command that a person would use, and returns the folder of its output."""
    trajectory, workspace = folder / "trajectory.json", folder / "workspace"
    trajectory.write_text(json.dumps({"schema_version": 1, "steps": steps}), encoding="utf-8")
    inputs = [f"{name}={file}" for name, file in files.items()]
    words = ["replay", "--trajectory", str(trajectory), "--workspace", str(workspace), "--json", "--input", *inputs]
    code = main(words)
    assert code == 0, capsys.readouterr().out[-2000:]
    return workspace / "output"


def differences(file: Path, wanted: Answer, terms: dict[str, Any]) -> list[str]:
    """Compares one file of the output with what was derived, on the terms of the question."""
    if isinstance(wanted, Cells):
        assert np.isfinite(wanted.values).any()
        return differences_of_cells(raster(file), wanted, terms["tolerance"])
    assert wanted
    with file.open(encoding="utf-8", newline="") as lines:
        return differences_of_rows(list(csv.DictReader(lines)), wanted, terms["key"], terms["tolerances"])
