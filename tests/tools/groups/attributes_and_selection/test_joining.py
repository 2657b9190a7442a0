# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of join_by_field: order of rows, similarity, a missing package, pandas' answer."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pandas
import pytest

pytestmark = pytest.mark.qgis


def test_rows_keep_their_order_also_when_they_repeat(harness: Any) -> None:
    harness.give("towns", {"rows": [{"code": code} for code in "cab"]})
    harness.give("census", {"rows": [{"key": "b", "n": 1}, {"key": "a", "n": 2}, {"key": "b", "n": 3}]})
    harness.done(
        "join_by_field", layer="towns", join_layer="census", keys={"code": "key"}, matches="every", output="result"
    )
    assert [(row["code"], row["n"]) for row in harness.rows("result")] == [("c", None), ("a", 2), ("b", 1), ("b", 3)]


def test_every_match_equals_the_merge_of_pandas(harness: Any) -> None:
    rng = np.random.default_rng(5)
    left = pandas.DataFrame({"a": rng.integers(0, 30, 200), "b": rng.choice(["x", "y"], 200), "row": range(200)})
    right = pandas.DataFrame({"c": rng.integers(0, 30, 90), "d": rng.choice(["x", "y"], 90), "n": range(90)})
    harness.give("left", {"rows": left.to_dict("records")})
    harness.give("right", {"rows": right.to_dict("records")})
    step = harness.done(
        "join_by_field", layer="left", join_layer="right", keys={"a": "c", "b": "d"}, matches="every",
        keep_unmatched=False, output="result",
    )  # fmt: skip
    expected = left.merge(right, left_on=["a", "b"], right_on=["c", "d"])
    found = [(row["row"], row["n"]) for row in harness.rows("result")]
    assert sorted(found) == sorted(zip(expected["row"], expected["n"], strict=True))
    assert step.outputs["matched_count"] == expected["row"].nunique()
    assert step.outputs["ambiguous_count"] == (expected["row"].value_counts() > 1).sum()


def test_fuzzy_names_the_package_it_needs(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    harness.give("towns", {"rows": [{"name": "abcd"}]})
    harness.give("census", {"rows": [{"key": "abce"}]})
    error = harness.refused(
        "join_by_field", layer="towns", join_layer="census", keys={"name": "key"}, match="fuzzy", output="result"
    )
    assert error["code"] == "DEPENDENCY_MISSING"
    assert error["message"] == 'match "fuzzy" needs the Python package rapidfuzz'


@pytest.mark.parametrize(("least", "joined"), [(75, 1), (75.1, None)])
def test_similarity_is_that_of_the_common_subsequence(harness: Any, least: float, joined: Any) -> None:
    """abcd and abce share abc: 200 * 3 / (4 + 4) = 75."""
    harness.give("towns", {"rows": [{"name": "ABCD"}]})
    harness.give("census", {"rows": [{"key": "abce", "n": 1}]})
    harness.done(
        "join_by_field", layer="towns", join_layer="census", keys={"name": "key"}, match="fuzzy",
        min_similarity=least, output="result",
    )  # fmt: skip
    assert harness.rows("result") == [{"name": "ABCD", "n": joined}]


def test_fuzzy_takes_the_most_similar_and_heeds_other_keys(harness: Any) -> None:
    harness.give("towns", {"rows": [{"name": "Springfield", "state": 1}, {"name": None, "state": 1}]})
    census = [("Springfeld", 1, 10), ("Springfields", 1, 20), ("Springfield", 2, 30)]
    harness.give("census", {"rows": [{"key": key, "st": state, "n": n} for key, state, n in census]})
    step = harness.done(
        "join_by_field", layer="towns", join_layer="census", keys={"name": "key", "state": "st"}, match="fuzzy",
        min_similarity=80, output="result",
    )  # fmt: skip
    assert [row["n"] for row in harness.rows("result")] == [20, None]  # 2200/23 = 95.7 above 2000/21 = 95.2
    assert (step.outputs["matched_count"], step.outputs["ambiguous_count"]) == (1, 1)


def test_fuzzy_refuses_two_that_are_equally_similar(harness: Any) -> None:
    harness.give("towns", {"rows": [{"name": "abcd"}]})
    harness.give("census", {"rows": [{"key": "abcx", "n": 1}, {"key": "abcy", "n": 2}]})
    call = {
        "layer": "towns", "join_layer": "census", "keys": {"name": "key"}, "match": "fuzzy", "min_similarity": 70,
    }  # fmt: skip
    error = harness.refused("join_by_field", **call, output="refused")
    assert error["code"] == "KEY_MISMATCH"
    harness.done("join_by_field", **call, matches="first", output="first")
    assert [row["n"] for row in harness.rows("first")] == [1]
    harness.done("join_by_field", **call, matches="every", output="every")
    assert [row["n"] for row in harness.rows("every")] == [1, 2]
