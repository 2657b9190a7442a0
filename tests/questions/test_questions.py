# SPDX-License-Identifier: GPL-2.0-or-later
"""Questions of practitioners, answered on real data by calls alone and by a second derivation; the two must agree."""

from __future__ import annotations

import csv
import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from gisagentbench.headless.command_line.dispatch import main

sys.path.insert(0, str(Path(__file__).parent))
import derivations

QUESTIONS = sorted(Path(__file__).parent.glob("q*.yaml"))


def test_every_question_has_a_derivation_and_every_derivation_a_question() -> None:
    derived = [name for name in vars(derivations) if name.startswith("q")]
    assert [path.stem[:4] for path in QUESTIONS] == sorted(derived)


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_a_question_bears_the_number_of_its_file(path: Path) -> None:
    question = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert f"q{question['number']:03}" == path.stem[:4]
    assert question["question"].endswith("?")


def test_rows_that_differ_are_told() -> None:
    wanted = {("a",): {"n": 1.0}, ("b",): {"n": None}}
    right = [{"id": "a", "n": "1.01"}, {"id": "b", "n": ""}]
    assert differences(right, wanted, ["id"], {"n": 0.1}) == []
    assert differences(right, wanted, ["id"], {"n": 0.001}) == ["('a',) n: 1.01, not 1.0"]
    assert differences([right[0]] * 2, wanted, ["id"], {"n": 0.1}) == ["2 rows, 1 keys, 2 wanted", "('b',) missing"]
    assert differences([right[0], {"id": "b", "n": "0"}], wanted, ["id"], {"n": 1}) == ["('b',) n: 0, not None"]
    assert differences([right[0], {"id": "b", "n": "nan"}], wanted, ["id"], {"n": 1}) == ["('b',) n: nan, not None"]


@pytest.mark.slow
@pytest.mark.qgis
@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_calls_and_second_derivation_agree(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = yaml.safe_load(path.read_text(encoding="utf-8"))
    files = {name: mirror() / file for name, file in question["inputs"].items()}
    rows = replayed(question["steps"], files, tmp_path, capsys)
    wanted = getattr(derivations, path.stem[:4])(files)
    assert wanted
    assert differences(rows, wanted, question["key"], question["tolerances"]) == []


def mirror() -> Path:
    """Returns the folder of real data; without it the test is skipped."""
    folder = os.environ.get("GISAGENTBENCH_DATA", "")
    if not folder:
        pytest.skip("GISAGENTBENCH_DATA is not set")
    return Path(folder)


def replayed(
    steps: list[dict[str, Any]], files: dict[str, Path], folder: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, str]]:
    """Makes the calls with the command that a person would use, and returns the rows of the answer."""
    trajectory, workspace = folder / "trajectory.json", folder / "workspace"
    trajectory.write_text(json.dumps({"schema_version": 1, "steps": steps}), encoding="utf-8")
    inputs = [f"{name}={file}" for name, file in files.items()]
    words = ["replay", "--trajectory", str(trajectory), "--workspace", str(workspace), "--json", "--input", *inputs]
    code = main(words)
    assert code == 0, capsys.readouterr().out[-2000:]
    with (workspace / "output" / "answer.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def differences(
    rows: list[dict[str, str]], wanted: derivations.Answer, key: list[str], tolerances: dict[str, float]
) -> list[str]:
    """Compares rows with the derived ones by key, each value within its tolerance, NULL with None alone."""
    found = {tuple(row[field] for field in key): row for row in rows}
    faults = (
        [] if len(rows) == len(found) == len(wanted) else [f"{len(rows)} rows, {len(found)} keys, {len(wanted)} wanted"]
    )
    faults += [f"{row} missing" for row in sorted(wanted.keys() - found.keys())]
    for row in sorted(wanted.keys() & found.keys()):
        for field, tolerance in tolerances.items():
            is_value, should = found[row][field], wanted[row][field]
            if not _agree(is_value, should, tolerance):
                faults.append(f"{row} {field}: {is_value}, not {should}")
    return faults


def _agree(text: str, wanted: float | None, tolerance: float) -> bool:
    """Tells whether a cell holds the number wanted, or is blank where none is."""
    if wanted is None or text == "":
        return wanted is None and text == ""
    return math.isfinite(float(text)) and abs(float(text) - wanted) <= tolerance
