# SPDX-License-Identifier: GPL-2.0-or-later
"""Closeness worked out on paper."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gisagentbench.scoring.closeness import number_closeness, quantitative, weighted_f1
from gisagentbench.scoring.record import RowScore, ScoreRecord
from gisagentbench.scoring.row_table import ColumnValues
from gisagentbench.scoring.values import Codes

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, square

Score = Callable[..., ScoreRecord]


def column(*values: float | None) -> ColumnValues:
    """Returns a real column, None for NULL."""
    null = np.array([value is None for value in values], bool)
    return ColumnValues("real", np.array([0.0 if value is None else value for value in values]), null)


SYMMETRIC = [
    ("equal numbers", [1.0, 2.0], [1.0, 2.0], 1.0),
    ("0 against 0 is no error", [0.0, 2.0], [0.0, 2.0], 1.0),
    ("|2-3| / 5 in one of two", [1.0, 2.0], [1.0, 3.0], 1 - (1 / 5) / 2),
    ("0 against 5 is 1", [0.0], [5.0], 0.0),
    ("opposite signs are 1", [-1.0], [1.0], 0.0),
    ("NULL against a number is 1", [1.0, None], [1.0, 5.0], 0.5),
    ("two NULLs are left out", [2.0, None], [3.0, None], 1 - 1 / 5),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "expected", "found", "closeness"), SYMMETRIC, ids=[row[0] for row in SYMMETRIC])
def test_symmetric_closeness(rule: str, expected: Any, found: Any, closeness: float) -> None:
    score = number_closeness(column(*expected), column(*found), 0.0)
    assert score is not None
    assert score.symmetric == pytest.approx(closeness, abs=1e-15)


def test_rmse_is_taken_over_the_mean_of_the_reference() -> None:
    # errors 0 and 2: RMSE = sqrt(2), mean of the reference 4
    score = number_closeness(column(2.0, 6.0), column(2.0, 8.0), 0.5)
    assert score is not None
    assert score.rmse == pytest.approx(1 - math.sqrt(2) / 4)
    assert score.weighted_mape == pytest.approx(2 / 8)
    assert score.closeness == pytest.approx((1 - (2 / 14) / 2 + 1 - math.sqrt(2) / 4) / 2)


def test_rmse_is_clipped_and_undefined_where_the_mean_is_0() -> None:
    far = number_closeness(column(1.0), column(100.0), 0.0)
    assert far is not None and far.rmse == 0.0
    balanced = number_closeness(column(-1.0, 1.0), column(-1.0, 1.0), 1.0)
    assert balanced is not None and (balanced.rmse, balanced.closeness) == (None, 1.0)


def test_agreement_is_the_correlation_and_never_negative() -> None:
    same = number_closeness(column(1.0, 2.0, 3.0), column(10.0, 20.0, 30.0), 0.0)
    turned = number_closeness(column(1.0, 2.0, 3.0), column(3.0, 2.0, 1.0), 0.0)
    flat = number_closeness(column(1.0, 2.0), column(5.0, 5.0), 0.0)
    assert same is not None and turned is not None and flat is not None
    assert (same.agreement, turned.agreement, flat.agreement) == (pytest.approx(1.0), 0.0, None)


def test_nothing_but_nulls_has_no_closeness() -> None:
    assert number_closeness(column(None, None), column(None, None), 1.0) is None


def test_weighted_f1_by_hand() -> None:
    # reference a a a b, output a a b b: F1(a) = 2*2/(3+2) = 0.8, F1(b) = 2*1/(1+2); weights 3/4 and 1/4
    codes = Codes(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1]), 2)
    assert weighted_f1(codes) == pytest.approx(0.75 * 0.8 + 0.25 * 2 / 3)


def rows_of(reference: int, output: int, matched: int) -> RowScore:
    """Returns a row score with a coverage of matched / reference."""
    recall = matched / reference if reference else float(not output)
    return RowScore(
        precision=1.0, recall=recall, f1=1.0, stage="id_columns", matched=matched, reference=reference, output=output
    )


QUANTITATIVE = [
    ([0.5, 1.0, None], rows_of(4, 3, 3), 0.75 * 0.75),
    ([None, None, None], rows_of(4, 2, 2), 0.5),
    ([1.0], rows_of(0, 0, 0), 1.0),
    ([1.0], rows_of(0, 3, 0), 0.0),
]


@pytest.mark.parametrize(("parts", "rows", "expected"), QUANTITATIVE)
def test_quantitative_closeness_is_the_mean_of_the_parts_times_coverage(
    parts: Any, rows: RowScore, expected: float
) -> None:
    assert quantitative(parts, rows) == expected


def test_parts_of_a_record_are_those_of_its_columns(score_parks: Score) -> None:
    # parks 3 0 7 against 3 0 8: symmetric 1 - (1/15)/3, RMSE sqrt(1/3), mean 10/3; area is right; shapes are right
    rows = [*PARKS[:2], PARKS[2] | {"parks": 8}]
    closeness = score_parks(rows).closeness
    parks = ((1 - (1 / 15) / 3) + (1 - math.sqrt(1 / 3) / (10 / 3))) / 2
    assert closeness.numeric == pytest.approx((parks + 1) / 2)
    assert (closeness.categorical, closeness.entity_f1, closeness.coverage) == (None, 1.0, 1.0)
    assert closeness.quantitative == pytest.approx(((parks + 1) / 2 + 1) / 2)
    assert closeness.columns["parks"].within_tolerance == pytest.approx(2 / 3)


def test_missing_number_column_counts_as_nothing(score_parks: Score) -> None:
    record = score_parks(PARKS, fields={"nta": "text", "parks": "integer"})
    assert record.first_failing_check == "columns"
    assert record.closeness.numeric == pytest.approx((1 + 0) / 2)


def test_text_of_one_class_is_listed_and_not_scored(score_columns: Score) -> None:
    record = score_columns({"type": "text"}, ["a", "a"], ["a", "b"])
    assert (record.closeness.categorical, record.closeness.single_class) == (None, ["value"])
    record = score_columns({"type": "text"}, ["a", None], ["a", None])
    assert (record.closeness.categorical, record.closeness.single_class) == (1.0, [])


def test_single_class_is_listed_even_where_the_output_lacks_the_column(score_parks: Score) -> None:
    rows = [row | {"kind": "green"} for row in PARKS]
    more = {"columns": PARK_CONTRACT["columns"] | {"kind": {"type": "text"}}}
    closeness = score_parks(PARKS, more, rows, fields=PARK_FIELDS).closeness
    assert (closeness.categorical, closeness.single_class) == (None, ["kind"])
    rows[0]["kind"] = "grey"
    closeness = score_parks(PARKS, more, rows, fields=PARK_FIELDS).closeness
    assert (closeness.categorical, closeness.single_class) == (0.0, [])


def test_labels_angles_and_dates_are_in_no_part(score_columns: Score) -> None:
    for kind in ({"type": "integer", "role": "label"}, {"type": "real", "role": "angle"}):
        closeness = score_columns(kind, [1, 2], [5, 6]).closeness
        assert (closeness.numeric, closeness.categorical, closeness.quantitative) == (None, None, 1.0)


def test_half_of_the_shapes_found_and_one_too_many(score_parks: Score) -> None:
    # 2 of 3 expected found, among 4: F1 = 2*2/(3+4)
    rows = [PARKS[0], PARKS[1], PARKS[2] | {"shape": square(500)}, {"nta": "X", "parks": 1, "shape": square(900)}]
    score = score_parks(rows).closeness.entities["polygons"]
    assert (score.precision, score.recall, score.f1) == (0.5, pytest.approx(2 / 3), pytest.approx(4 / 7))


def test_shapes_in_another_crs_are_moved_before_they_are_compared(score_parks: Score) -> None:
    from .test_diagnosis import every, in_degrees

    record = score_parks(every(shape=in_degrees), crs="EPSG:4326")
    assert (record.first_failing_check, record.closeness.entity_f1) == ("crs", 1.0)
    # the same degrees under the label of a metre grid are nowhere near
    assert score_parks(every(shape=in_degrees)).closeness.entity_f1 == 0.0


IOU = [
    ("moved by 5 m: 50 of 150 m2", square(5), 0.0),
    ("moved by 3 m: 70 of 130 m2", square(3), 1.0),
    ("grown to 14.2 m: 100 of 201.64 m2", square(0, 0, 14.2), 0.0),
    ("grown to 14.1 m: 100 of 198.81 m2", square(0, 0, 14.1), 1.0),
]


@pytest.mark.parametrize(("rule", "shape", "recall"), IOU, ids=[row[0] for row in IOU])
def test_polygons_are_one_entity_from_min_iou_on(score_parks: Score, rule: str, shape: str, recall: float) -> None:
    record = score_parks([PARKS[0] | {"shape": shape}], reference=[PARKS[0]])
    assert record.closeness.entities["polygons"].recall == recall
