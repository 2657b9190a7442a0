# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers of the service become typed values, and nothing of them is lost."""

from __future__ import annotations

import pytest

from gisagentbench.plugin.judge.answer_reading import read_differences, read_extent, read_score, read_steps
from gisagentbench.plugin.judge.answers import Extent, Side, Worst
from gisagentbench.tests.plugin.judge.made_answers import squares_score, steps


def test_a_score_is_read_whole() -> None:
    score = read_score(squares_score())
    (output,) = score.outputs
    assert (score.task, score.agent, score.strict, score.quantitative) == ("squares", "careless", False, 0.75)
    assert [check.name for check in output.failed] == ["rows", "values", "geometry"]
    assert output.not_run[0].names == ["predicates"]
    assert output.figures[0] == ("Rows", "5 of 6 expected, 6 found")
    assert output.worst[2] == Worst("1", "people", "10", "11", Extent(150, 50, 150, 50), "EPSG:32630")


@pytest.mark.parametrize(
    ("key", "column", "expected", "found", "kind"),
    [
        ("3", "whole row", "a row", "none", "missing"),
        ("3", "row", "there", "", "missing"),
        ("9", "whole row", "none", "a row", "extra"),
        ("7", "whole row", "once", "3 times", "repeated"),
        ("2", "geometry", "area 4", "area 5", "moved"),
        ("1", "people", "10", "NULL", "wrong"),
        ("row 4, column 2", "band 1", "3", "NoData", "cell"),
        ("4", "band 1", "3", "4", "wrong"),  # a column that is called like a band
    ],
)
def test_the_kind_of_a_difference_follows_from_its_words(
    key: str, column: str, expected: str, found: str, kind: str
) -> None:
    assert Worst(key, column, expected, found, None, "").kind == kind


def test_an_episode_without_a_score_is_read() -> None:
    score = read_score({"task": "t", "strict": None, "quantitative": None, "message": "cancelled", "outputs": []})
    assert (score.title, score.strict, score.message, score.outputs) == ("t", None, "cancelled", [])


def test_differences_are_read_and_keys_of_a_later_version_do_no_harm() -> None:
    layer = {"kind": "missing", "path": "d.gpkg", "sublayer": "missing_rows", "rows": 3, "written": 3, "meaning": "x"}
    side = {"path": "o.gpkg", "sublayer": None, "kind": "vector", "name": "o"}
    found = read_differences(
        {"problem": "", "notes": ["a note"], "counts": {"missing": 3}, "layers": [layer], "agent": side,
         "reference": None, "column": "n", "values": "categorical", "id_columns": ["a", "b"], "later": 1}
    )  # fmt: skip
    assert (found.written.layers[0].kind, found.written.layers[0].rows) == ("missing", 3)
    assert (found.written.notes, found.written.counts) == (["a note"], {"missing": 3})
    assert (found.agent, found.reference) == (Side("o.gpkg", "", "vector", "o"), None)
    assert (found.column, found.values, found.id_columns) == ("n", "categorical", ("a", "b"))


def test_steps_are_read() -> None:
    found = read_steps(steps())
    assert found.first_divergence == 1
    assert [pair.kind for pair in found.rows] == ["same", "differs", "missing"]
    assert found.notes == ["A flag."]
    assert found.rows[1].differing == ["distance_m"]
    assert found.rows[2].agent is None
    assert found.mechanisms[0].value == "Nothing dissolves."


def test_arguments_that_are_no_object_are_shown_all_the_same() -> None:
    step = {"step": 1, "api": "buffer", "arguments": "500 m", "ok": False, "error": "WRONG_TYPE"}
    (pair,) = read_steps({"rows": [{"reference": None, "agent": step, "kind": "failed"}]}).rows
    assert pair.agent is not None
    assert (pair.agent.arguments, pair.agent.error) == ({"": "500 m"}, "WRONG_TYPE")


def test_no_extent_is_none() -> None:
    assert read_extent(None) is None
    assert read_extent({"xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4}) == (1.0, 2.0, 3.0, 4.0)
