# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of columns in groups, against values on paper, Python's own statistics module and pandas."""

from __future__ import annotations

import fractions
import math
import statistics as python_statistics
from typing import Any

import numpy as np
import pandas
import pytest

pytestmark = pytest.mark.qgis

A, B, EMPTY = 0, 1, 2
NUMBERS = [4, 1, None, 4, 9, 2, None, 2, 7]
CODES = [A, A, A, B, A, A, B, -1, A]  # group A: 4 1 9 2 7, group B: 4, group 2: nothing


def column_of(values: list[Any], kind: str = "integer") -> Any:
    from gisagentbench.tools.declaration.facts import Field
    from gisagentbench.tools.execution.layers.rows import Column

    dtypes = {"integer": np.int64, "real": float, "text": object, "boolean": bool, "date": "datetime64[D]"}
    filler = {"integer": 0, "real": 0.0, "text": None, "boolean": False, "date": "1970-01-01"}[kind]
    filled = [filler if value is None else value for value in values]
    array = np.array([*filled, filler], dtypes[kind])[:-1]
    return Column(Field("field", kind), array, np.array([value is None for value in values], bool))


def computed(word: str, values: list[Any], codes: list[int], count: int, kind: str = "integer") -> list[Any]:
    from gisagentbench.tools.execution.layers.statistics import GroupedValues, Groups

    column = GroupedValues(column_of(values, kind), Groups(np.array(codes, np.int64), count)).statistic(word)
    return [None if null else value for value, null in zip(column.values.tolist(), column.is_null, strict=True)]


WORDS_ON_PAPER = [
    ("count", 5, 1),
    ("unique", 5, 1),
    ("sum", 23, 4),
    ("mean", 23 / 5, 4.0),
    ("min", 1, 4),
    ("max", 9, 4),
    ("range", 8, 0),
    ("median", 4.0, 4.0),
    ("variance_pop", (4**2 + 1 + 81 + 4 + 49) / 5 - (23 / 5) ** 2, 0.0),
    ("variance_sample", ((4**2 + 1 + 81 + 4 + 49) - 23**2 / 5) / 4, None),
    ("stdev_pop", math.sqrt(151 / 5 - (23 / 5) ** 2), 0.0),
    ("stdev_sample", math.sqrt((151 - 23**2 / 5) / 4), None),
    ("percentile_0", 1.0, 4.0),
    ("percentile_25", 2.0, 4.0),
    ("percentile_90", 7 + 0.6 * 2, 4.0),  # (5 - 1) * 0.9 = 3.6 places from the lowest
    ("percentile_100", 9.0, 4.0),
    ("first", 4, 4),
    ("last", 7, 4),
    ("concatenate", "4,1,9,2,7", "4"),
    ("majority", 1, 4),  # all stand once: the smallest
    ("minority", 1, 4),
]


@pytest.mark.parametrize(("word", "of_a", "of_b"), WORDS_ON_PAPER)
def test_word_on_paper(word: str, of_a: Any, of_b: Any) -> None:
    found_a, found_b, of_nothing = computed(word, NUMBERS, CODES, 3)
    assert found_a == pytest.approx(of_a)
    assert found_b == pytest.approx(of_b)
    assert of_nothing == (0 if word in ("count", "unique") else None)


def test_every_word_of_the_list_has_a_row_on_paper() -> None:
    from gisagentbench.tools.declaration.statistics import STATISTICS

    assert {word for word, *_ in WORDS_ON_PAPER} >= set(STATISTICS)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("min", "Zürich"), ("max", "Ångström"), ("first", "b"), ("last", "b"), ("unique", 4), ("count", 6),
     ("majority", "b"), ("minority", "Zürich"), ("concatenate", "b,a,Zürich,Ångström,a,b")],
)  # fmt: skip
def test_texts_stand_by_code_point_and_ties_give_the_smallest(word: str, expected: Any) -> None:
    values = ["b", "a", None, "Zürich", "Ångström", "a", "b"]
    if word == "majority":
        values = [*values, "b"]
    assert computed(word, values, [0] * len(values), 1, "text") == [expected]


def test_majority_of_a_tie_is_the_smallest_value() -> None:
    assert computed("majority", [5, 3, 5, 3, 9], [0] * 5, 1) == [3]
    assert computed("minority", [5, 3, 5, 3, 9, 8], [0] * 6, 1) == [8]


def test_dates_and_booleans_have_an_order() -> None:
    days = ["2024-02-29", "2023-12-31", None]
    assert [str(day) for day in computed("min", days, [0, 0, 0], 1, "date")] == ["2023-12-31"]
    assert computed("concatenate", days, [0, 0, 0], 1, "date") == ["2024-02-29,2023-12-31"]
    assert computed("majority", [True, False, True], [0, 0, 0], 1, "boolean") == [True]


@pytest.mark.parametrize("values", [[2**62, 2**62 - 1], [-(2**62), -(2**62)], [2**40 + 1] * 1000, [2**53 + 1, 1, -1]])
def test_integer_sums_are_exact(values: list[int]) -> None:
    assert computed("sum", values, [0] * len(values), 1) == [sum(values)]


@pytest.mark.parametrize("values", [[2**62, 2**62], [-(2**63), -1], [2**63 - 1] * 3])
def test_a_sum_beyond_64_bits_is_refused_and_its_mean_is_not(values: list[int]) -> None:
    from gisagentbench.tools.declaration.errors import ToolError

    with pytest.raises(ToolError, match="LIMIT_EXCEEDED: the sum of .field. is beyond 64-bit integers in 1 group"):
        computed("sum", values, [0] * len(values), 1)
    assert computed("mean", values, [0] * len(values), 1) == pytest.approx([sum(values) / len(values)])


def test_a_range_beyond_64_bits_is_refused() -> None:
    from gisagentbench.tools.declaration.errors import ToolError

    with pytest.raises(ToolError, match="LIMIT_EXCEEDED: the range"):
        computed("range", [-(2**62) - 1, 2**62], [0, 0], 1)
    assert computed("range", [-(2**62), 2**62 - 1], [0, 0], 1) == [2**63 - 1]


def test_the_spread_of_large_identifiers_is_not_lost_in_floating_point() -> None:
    values = [2**60 + 1, 2**60 + 2, 2**60 + 3]
    assert computed("variance_pop", values, [0] * 3, 1) == [2 / 3]


def test_equal_reals_have_no_spread() -> None:
    assert computed("stdev_pop", [0.1] * 3, [0] * 3, 1, "real") == [0.0]


def test_a_nan_counts_as_null() -> None:
    assert computed("mean", [1.0, float("nan"), 3.0], [0] * 3, 1, "real") == [2.0]


def test_reals_are_joined_in_their_shortest_form() -> None:
    assert computed("concatenate", [0.1, 60.0, -1.5e-7], [0] * 3, 1, "real") == ["0.1,60,-1.5e-07"]


def test_no_rows_at_all() -> None:
    for word in ("count", "unique", "sum", "mean", "median", "majority", "min", "first", "concatenate", "stdev_pop"):
        expected = 0 if word in ("count", "unique") else None
        assert computed(word, [], [], 2) == [expected, expected], word


def test_random_groups_equal_the_statistics_module_and_pandas() -> None:
    rng = np.random.default_rng(7)
    codes = rng.integers(-1, 40, 3000)
    values = np.round(rng.normal(1e6, 3, 3000), 1)
    groups = pandas.Series(values[codes >= 0]).groupby(codes[codes >= 0])
    asked = {
        "mean": groups.apply(python_statistics.fmean),
        "variance_pop": groups.apply(lambda of_group: python_statistics.pvariance(map(fractions.Fraction, of_group))),
        "stdev_sample": groups.apply(python_statistics.stdev),
        "percentile_37": groups.quantile(0.37, interpolation="linear"),
        "median": groups.median(),
        "majority": groups.apply(lambda of_group: of_group.mode().min()),
        "unique": groups.nunique(),
        "first": groups.first(),
        "sum": groups.apply(math.fsum),
    }
    for word, expected in asked.items():
        found = computed(word, values.tolist(), codes.tolist(), 40, "real")
        assert found == pytest.approx([float(value) for value in expected], rel=1e-12), word


def test_weighted_mean_leaves_out_rows_without_value_or_weight() -> None:
    from gisagentbench.tools.execution.layers.statistics import Groups, weighted_mean

    rates = column_of([10.0, 20.0, None, 50.0, 7.0], "real")
    weights = column_of([1, 3, 100, None, 0])
    result = weighted_mean(rates, weights, Groups(np.array([0, 0, 0, 0, 1]), 2))
    assert result.values[0] == (10 * 1 + 20 * 3) / 4
    assert result.is_null.tolist() == [False, True]
