# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of summarize_by_group: order of rows, size, and an equal answer by pandas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
import pytest

pytestmark = pytest.mark.qgis


def test_rows_stand_in_the_order_of_the_group_values_null_last(harness: Any) -> None:
    towns = ["b", None, "a", "Z", "ä", "b"]
    harness.give("wells", {"rows": [{"town": town, "n": 1} for town in towns]})
    harness.done("summarize_by_group", layer="wells", group_fields=["town"], statistics={"n": "sum"}, output="result")
    assert [row["town"] for row in harness.rows("result")] == ["Z", "a", "b", "ä", None]


def test_a_pivot_with_too_many_values_is_refused(harness: Any) -> None:
    harness.give("wells", {"rows": [{"id": number, "n": 1} for number in range(501)]})
    error = harness.refused(
        "summarize_by_group", layer="wells", pivot_field="id", statistics={"n": "sum"}, output="result"
    )
    assert error["code"] == "LIMIT_EXCEEDED"
    assert error["message"].startswith('pivot_field "id" has 501 values, which makes 1,003 columns')


def test_a_table_of_groups_equals_that_of_pandas(harness: Any) -> None:
    rng = np.random.default_rng(3)
    frame = pandas.DataFrame(
        {"town": rng.choice(["x", "y", "z"], 500), "year": rng.integers(2000, 2004, 500), "n": rng.integers(0, 99, 500)}
    )
    harness.give("wells", {"rows": frame.to_dict("records")})
    harness.done(
        "summarize_by_group", layer="wells", group_fields=["town"], pivot_field="year",
        statistics={"n": ["sum", "median"]}, output="result",
    )  # fmt: skip
    expected = frame.pivot_table(index="town", columns="year", values="n", aggfunc=["sum", "median", "count"])
    for row in harness.rows("result"):
        for year in range(2000, 2004):
            assert row[f"{year}_n_sum"] == expected.loc[row["town"], ("sum", year)]
            assert row[f"{year}_n_median"] == expected.loc[row["town"], ("median", year)]
            assert row[f"{year}_count"] == expected.loc[row["town"], ("count", year)]


@pytest.mark.parametrize(
    ("kind", "value", "name"),
    [("text", "a", "a"), ("integer", 2**53 + 1, "9007199254740993"), ("real", 0.5, "0.5"), ("boolean", True, "true"),
     ("date", "2020/01/02", "2020-01-02"), ("datetime", "2020/01/02 03:04:05", "2020-01-02T03:04:05")],
)  # fmt: skip
def test_a_pivot_field_of_any_type_may_be_null(harness: Any, kind: str, value: Any, name: str) -> None:
    rows = [{"p": value, "n": 1}, {"p": None, "n": 2}]
    harness.give("wells", {"rows": rows, "types": {"p": kind, "n": "integer"}})
    harness.done("summarize_by_group", layer="wells", pivot_field="p", statistics={"n": "sum"}, output="result")
    expected = {"count": 2, f"{name}_count": 1, f"{name}_n_sum": 1, "null_count": 1, "null_n_sum": 2}
    assert harness.rows("result") == [expected]


@pytest.mark.parametrize("values", [["A", "a"], ["null", None], ["Null", None]])
def test_pivot_values_whose_columns_would_be_called_alike_are_refused(harness: Any, values: list[str | None]) -> None:
    harness.give("wells", {"rows": [{"p": value, "n": 1} for value in values], "types": {"p": "text", "n": "integer"}})
    error = harness.refused(
        "summarize_by_group", layer="wells", pivot_field="p", statistics={"n": "sum"}, output="result"
    )
    assert (error["code"], error["message"].startswith('pivot_field "p" holds ')) == ("BAD_VALUE", True)
