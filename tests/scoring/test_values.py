# SPDX-License-Identifier: GPL-2.0-or-later
"""Values by role: which differences count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gisagentbench.scoring.ground import ground_of
from gisagentbench.scoring.record import ScoreRecord
from gisagentbench.scoring.row_table import ColumnValues
from gisagentbench.scoring.values import column_limits, value_codes
from gisagentbench.tasks.column import Column, Tolerance

Score = Callable[..., ScoreRecord]
NAN, INFINITY = float("nan"), float("inf")
REAL, INTEGER, TEXT = {"type": "real"}, {"type": "integer"}, {"type": "text"}
LABEL = {"type": "integer", "role": "label"}
ANGLE = {"type": "real", "role": "angle", "tolerance": {"absolute": 0.5}}
HALF_TURN = {"type": "real", "role": "angle", "period": 180, "tolerance": {"absolute": 0.5}}
COORDINATE = {"type": "real", "role": "coordinate", "tolerance": {"absolute": 0.01}}
WIDE = {"type": "real", "tolerance": {"absolute": 5, "relative": 0}}

EQUAL = [
    ("NULL equals NULL", REAL, [None], [None]),
    ("NaN is NULL", REAL, [None], [NAN]),
    ("a measure at 0.01 percent", REAL, [10_000.0], [10_001.0]),
    ("a measure of 0 within 1e-6", REAL, [0.0], [1e-6]),
    ("a stated tolerance", WIDE, [100.0], [105.0]),
    ("integers beyond 2**53 that are equal", INTEGER, [2**53 + 1], [2**53 + 1]),
    ("infinity", REAL, [INFINITY, -INFINITY], [INFINITY, -INFINITY]),
    ("leading zeros kept", TEXT, ["007"], ["007"]),
    ("e and accent against one letter", TEXT, ["Zu\u0308rich"], ["Z\u00fcrich"]),
    ("359.8 degrees is 0.4 from 0.2", ANGLE, [0.2], [359.8]),
    ("a bearing and its opposite, period 180", HALF_TURN, [10.0], [190.2]),
    ("clusters under other numbers", LABEL, [1, 1, 2, 3], [7, 7, 1, 0]),
    ("clusters under other numbers, noise as NULL", LABEL, [1, 1, None, 3], [7, 7, None, 0]),
    ("a coordinate 1 cm off", COORDINATE, [155000.0], [155000.01 - 1e-6]),
    ("true and true", {"type": "boolean"}, [True, False, None], [True, False, None]),
    ("one day", {"type": "date"}, ["2024-02-29"], ["2024-02-29"]),
]  # fmt: skip

DIFFERENT = [
    ("NULL is not 0", REAL, [None], [0.0]),
    ("0 is not NULL", REAL, [0.0], [None]),
    ("NULL is not the empty text", TEXT, [None], [""]),
    ("a measure at 0.02 percent", REAL, [10_000.0], [10_002.0]),
    ("a measure of 0 off by 3e-6", REAL, [0.0], [3e-6]),
    ("infinity is not 0", REAL, [INFINITY], [0.0]),
    ("0 is not infinity", REAL, [0.0], [INFINITY]),
    ("infinity is not its opposite", REAL, [INFINITY], [-INFINITY]),
    ("beyond a stated tolerance", WIDE, [100.0], [105.001]),
    ("2**53 + 1 is not 2**53 + 2", INTEGER, [2**53 + 1], [2**53 + 2]),
    ("2**53 + 1 is not 2**53, beside a NULL", INTEGER, [2**53 + 1, None], [2**53, None]),
    ("a count off by one at 20,000", INTEGER, [20_000], [20_001]),
    ("leading zeros lost", TEXT, ["007"], ["7"]),
    ("capitals", TEXT, ["park"], ["Park"]),
    ("359.8 degrees is 0.6 from 0.4", ANGLE, [0.4], [359.8]),
    ("a bearing and its opposite, period 360", ANGLE, [10.0], [190.0]),
    ("two clusters merged", LABEL, [1, 1, 2, 3], [7, 7, 7, 0]),
    ("one cluster split", LABEL, [1, 1, 2, 3], [7, 8, 1, 0]),
    ("noise is NULL and no cluster", LABEL, [1, 1, None, None], [1, 1, 2, None]),
    ("a cluster that became noise as a whole", LABEL, [1, 1, 2, 2], [1, 1, None, None]),
    ("noise that became a cluster as a whole", LABEL, [1, 1, None, None], [1, 1, 2, 2]),
    ("NULL is no label to be renamed", LABEL, [None, None, 1], [5, 5, None]),
    ("a label is not renamed to NULL", LABEL, [1, 1, 2], [None, None, 2]),
    ("a coordinate 2 cm off", COORDINATE, [155000.0], [155000.02]),
    ("true is not NULL", {"type": "boolean"}, [True], [None]),
    ("the day after", {"type": "date"}, ["2024-02-29"], ["2024-03-01"]),
    ("two values exchanged", REAL, [1.0, 2.0], [2.0, 1.0]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "column", "expected", "found"), EQUAL, ids=[row[0] for row in EQUAL])
def test_values_are_equal(score_columns: Score, rule: str, column: Any, expected: Any, found: Any) -> None:
    record = score_columns(column, expected, found)
    assert (record.first_failing_check, record.strict) == (None, True)


@pytest.mark.parametrize(("rule", "column", "expected", "found"), DIFFERENT, ids=[row[0] for row in DIFFERENT])
def test_values_are_different(score_columns: Score, rule: str, column: Any, expected: Any, found: Any) -> None:
    assert score_columns(column, expected, found).first_failing_check == "values"


def test_tolerance_of_the_contract_is_for_measures_alone(score_columns: Score) -> None:
    tolerance = {"absolute": 2.0, "relative": 0.0}
    assert score_columns(REAL, [10.0], [11.5], tolerance=tolerance).strict
    assert score_columns(INTEGER, [10], [11], tolerance=tolerance).first_failing_check == "values"


def test_whole_reals_beyond_2_to_the_53_are_compared_as_integers(score_columns: Score) -> None:
    assert score_columns(INTEGER, [2**53], [float(2**53)], "real").strict
    assert score_columns(INTEGER, [-(2**63)], [-(2.0**63)], "real").strict
    assert score_columns(INTEGER, [2**53 + 1], [float(2**53)], "real").first_failing_check == "values"


@pytest.mark.parametrize(
    ("crs", "unit"), [("EPSG:28992", 1.0), ("EPSG:2263", 1200 / 3937), ("EPSG:4326", 111_319.4908)]
)
def test_coordinates_may_be_a_centimetre_off_in_any_unit(crs: str, unit: float) -> None:
    limits = column_limits(Column(type="real", role="coordinate"), Tolerance(absolute=5.0), ground_of(crs))
    assert (limits.absolute, limits.relative) == (pytest.approx(0.01 / unit, rel=1e-6), 0.0)


def test_dates_and_dates_with_a_time_are_two_types(score_columns: Score) -> None:
    record = score_columns({"type": "date"}, ["2024-02-29"], ["2024-02-29T00:00:00Z"], "datetime")
    assert record.first_failing_check == "types"


def column(values: list[Any], kind: str) -> ColumnValues:
    """Returns a column out of values, None for NULL."""
    null = np.array([value is None for value in values])
    filled = np.array([0 if value is None else value for value in values], {"integer": np.int64, "real": float}[kind])
    return ColumnValues(kind, filled, null)


def test_codes_are_equal_for_equal_numbers_of_two_types() -> None:
    codes = value_codes(column([1, 2, None], "integer"), column([2.0, 2.5, None], "real"))
    assert codes.reference[1] == codes.output[0]
    assert codes.reference[2] == codes.output[2]
    assert len({*codes.reference.tolist(), *codes.output.tolist()}) == 4
