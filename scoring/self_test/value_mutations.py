# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of values, by type and role of their column."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np

from ...tasks.column import Column
from ..row_table import ColumnValues
from .mutation import Arguments, Made, Mutation, NotApplicable
from .row_case import RowCase

FEET_IN_A_METRE = 1 / 0.3048
LARGEST_EXACT_REAL = 2**53
CLEARLY = 1.5


def count_off_by_one(case: RowCase, column: str) -> Made:
    """Adds one to the largest value, or one more than the tolerance."""
    values, row = _largest(case, column)
    step = int(case.tolerance(column)[row]) + 1
    if step > 1 and not case.contract.columns[column].tolerance.absolute:
        raise NotApplicable("one is within its relative tolerance")
    return _changed(case, column, row, values.values[row] + (step if values.values[row] >= 0 else -step))


def off_by_twice_the_tolerance(case: RowCase, column: str) -> Made:
    """Moves the largest value away from zero by twice its tolerance."""
    values, row = _largest(case, column)
    value, limit = values.values[row], case.tolerance(column)[row]
    if values.type == "integer":
        step: float = int(2 * limit) + 1
    else:
        step = max(2 * limit, 4 * float(np.spacing(abs(value))))
    period = case.contract.columns[column].period
    if case.contract.columns[column].role == "angle" and not CLEARLY * limit < step % period < period - CLEARLY * limit:
        raise NotApplicable("its tolerance is half a turn")
    return _changed(case, column, row, value + (step if value >= 0 else -step))


def off_by_half_the_tolerance(case: RowCase, column: str) -> Made:
    """Moves all values by half their tolerance."""
    values, limit = case.rows.columns[column], case.tolerance(column)
    _left_to_values(case, column)
    steps = np.floor(limit / 2) if values.type == "integer" else limit / 2
    changed = values.values + steps.astype(values.values.dtype)
    moved = np.abs(changed.astype(float) - values.values.astype(float))
    good = (moved <= 0.75 * limit) & (moved > 0) & ~values.null
    if not good.any():
        raise NotApplicable("its values have no room within their tolerance")
    return Made(case.rows.with_values(column, good, changed[good]).writer(), None)


def units_confused(case: RowCase, column: str, factor: float = FEET_IN_A_METRE) -> Made:
    """Multiplies all values, by the feet in a metre where nothing else is said."""
    values, row = _largest(case, column)
    changed = values.values * factor
    if values.type == "integer":
        changed = np.rint(changed).astype(np.int64)
    if abs(changed[row] - values.values[row]) <= CLEARLY * case.tolerance(column)[row]:
        raise NotApplicable("its values stay within their tolerance")
    rows = case.rows.with_values(column, ~values.null, changed[~values.null])
    return Made(rows.writer(), case.value_check(column))


def null_as_zero(case: RowCase, column: str) -> Made:
    """Puts 0, or an empty text, in the place of NULL."""
    values = case.rows.columns[column]
    if not values.null.any():
        raise NotApplicable("none of its values is NULL")
    if values.type not in ("integer", "real", "text", "boolean"):
        raise NotApplicable("dates have no zero")
    if values.type == "text" and case.row_format.empty_text_is_null:
        raise NotApplicable("the format does not tell an empty text from NULL")
    filler: Any = {"text": "", "boolean": False}.get(values.type, 0)
    return Made(case.rows.with_values(column, values.null, filler).writer(), case.value_check(column))


def zero_as_null(case: RowCase, column: str) -> Made:
    """Puts NULL in the place of 0."""
    values = case.rows.columns[column]
    zeros = ~values.null & (values.values == 0)
    if not zeros.any():
        raise NotApplicable("none of its values is 0")
    return _nulled(case, column, zeros)


def value_as_null(case: RowCase, column: str) -> Made:
    """Leaves one value out."""
    values = case.rows.columns[column]
    rows = np.flatnonzero(~values.null)
    if not len(rows):
        raise NotApplicable("it has no values")
    return _nulled(case, column, rows[-1:])


def values_swapped(case: RowCase, column: str) -> Made:
    """Exchanges the largest and the smallest value."""
    values = case.rows.columns[column]
    known = np.flatnonzero(~values.null)
    if len(known) < 2:
        raise NotApplicable("it has fewer than two values")
    order = known[np.argsort(values.values[known], kind="stable")]
    low, high = order[0], order[-1]
    if not _differ(case, column, low, high):
        raise NotApplicable("all its values are alike")
    if case.stage in ("column", "values"):
        raise NotApplicable("rows are told apart by their values")
    changed = values.values[[high, low]]
    return Made(case.rows.with_values(column, [low, high], changed).writer(), "values")


def text_in_capitals(case: RowCase, column: str) -> Made:
    """Writes one text in capitals, or in small letters where it is in capitals."""
    values = case.rows.columns[column]
    texts = set(values.values[~values.null])
    for row in np.flatnonzero(~values.null):
        text = values.values[row]
        other = text.lower() if text.isupper() else text.upper()
        if other != text and other not in texts:
            return _changed(case, column, int(row), other)
    raise NotApplicable("its texts have no letters of another case")


def text_decomposed(case: RowCase, column: str) -> Made:
    """Writes letters with accents as letter and accent (Unicode NFD)."""
    values = case.rows.columns[column]
    changed = values.values.copy()
    known = ~values.null
    changed[known] = [unicodedata.normalize("NFD", text) for text in values.values[known]]
    if (changed[known] == values.values[known]).all():
        raise NotApplicable("its texts have no accents")
    return Made(case.rows.with_values(column, known, changed[known]).writer(), None)


def boolean_negated(case: RowCase, column: str) -> Made:
    """Turns all booleans round."""
    values = case.rows.columns[column]
    if values.null.all():
        raise NotApplicable("it has no values")
    if case.stage == "values":
        raise NotApplicable("rows are told apart by their values")
    known = ~values.null
    return Made(case.rows.with_values(column, known, ~values.values[known]).writer(), case.value_check(column))


def date_off_by_one(case: RowCase, column: str) -> Made:
    """Moves the last date by a day, the last time by an hour."""
    values = case.rows.columns[column]
    known = np.flatnonzero(~values.null)
    if not len(known):
        raise NotApplicable("it has no values")
    row = int(known[np.argmax(values.values[known])])
    step = np.timedelta64(1, "D") if values.type == "date" else np.timedelta64(1, "h")
    return _changed(case, column, row, values.values[row] + step)


def turned_by_a_period(case: RowCase, column: str) -> Made:
    """Adds a full turn to all angles."""
    values, period = case.rows.columns[column], case.contract.columns[column].period
    _left_to_values(case, column)
    limit = case.tolerance(column).min(initial=np.inf)
    if values.null.all() or (values.type == "integer" and period % 1) or limit < 1e-9 * period:
        raise NotApplicable("its values have no room for a turn")
    changed = (values.values + period).astype(values.values.dtype)
    return Made(case.rows.with_values(column, ~values.null, changed[~values.null]).writer(), None)


def relabelled(case: RowCase, column: str) -> Made:
    """Gives every label another name, the same for all its rows."""
    values, labels = _labels(case, column, 1)
    turned = dict(zip(labels, labels[1:] + labels[:1], strict=True)) if len(labels) > 1 else {}
    return Made(_relabelled(case, column, values, turned or {labels[0]: _another(labels[0])}), None)


def labels_merged(case: RowCase, column: str) -> Made:
    """Gives two labels one name."""
    values, labels = _labels(case, column, 2)
    return Made(_relabelled(case, column, values, {labels[0]: labels[1]}), "values")


def _changed(case: RowCase, column: str, row: int, value: Any) -> Made:
    return Made(case.rows.with_values(column, row, value).writer(), case.value_check(column))


def _nulled(case: RowCase, column: str, rows: Any) -> Made:
    if case.driver == "CSV" and len(case.rows.columns) == 1:
        raise NotApplicable("a row of one NULL is no row of a CSV file")
    if column in case.contract.id_columns:
        raise NotApplicable("it identifies rows")
    check = case.value_check(column)
    if check == "rows" and case.stage == "column":
        raise NotApplicable("it tells rows apart, and with a NULL it no longer can")
    return Made(case.rows.with_null(column, rows).writer(), check)


def _largest(case: RowCase, column: str) -> tuple[ColumnValues, int]:
    """Returns a number column and the row of its largest value.

    Raises: NotApplicable where there is none, or it is too large to count with.
    """
    values = case.rows.columns[column]
    sizes = np.where(values.null | ~np.isfinite(values.values.astype(float)), -1.0, np.abs(values.values.astype(float)))
    if not (sizes >= 0).any():
        raise NotApplicable("it has no values")
    row = int(np.argmax(sizes))
    if values.type == "integer" and sizes[row] > LARGEST_EXACT_REAL:
        raise NotApplicable("its largest value is larger than a real holds exactly")
    return values, row


def _differ(case: RowCase, column: str, first: int, second: int) -> bool:
    values = case.rows.columns[column].values
    if not case.contract.columns[column].is_number:
        return bool(values[first] != values[second])
    limit = max(case.tolerance(column)[[first, second]])
    gap = abs(values[second] - values[first])
    if case.contract.columns[column].role == "angle":
        gap = gap % case.contract.columns[column].period
        gap = min(gap, case.contract.columns[column].period - gap)
    return bool(gap > CLEARLY * limit)


def _left_to_values(case: RowCase, column: str) -> None:
    """Refuses a column that a predicate speaks of: the reference itself may lie at its end."""
    if any(column in predicate.columns for predicate in case.contract.predicates):
        raise NotApplicable("a predicate speaks of it")


def _labels(case: RowCase, column: str, least: int) -> tuple[ColumnValues, list[Any]]:
    values = case.rows.columns[column]
    labels = sorted(set(values.values[~values.null].tolist()))
    if len(labels) < least:
        raise NotApplicable("it has one label" if labels else "it has no labels")
    return values, labels


def _another(label: Any) -> Any:
    return label + "x" if isinstance(label, str) else label + 1


def _relabelled(case: RowCase, column: str, values: ColumnValues, names: dict[Any, Any]) -> Callable[..., None]:
    known = ~values.null
    changed = np.array([names.get(label, label) for label in values.values[known].tolist()], values.values.dtype)
    return case.rows.with_values(column, known, changed).writer()


def _each(fits: Callable[[Column], bool]) -> Callable[[RowCase], list[Arguments]]:
    def choices(case: RowCase) -> list[Arguments]:
        return [{"column": name} for name in case.contract.compared_columns if fits(case.contract.columns[name])]

    return choices


def _is_number(column: Column) -> bool:
    return column.is_number and column.role != "label"


def _is_count(column: Column) -> bool:
    return _is_number(column) and (column.type == "integer" or column.role == "count") and column.role != "angle"


def _is_measured(column: Column) -> bool:
    tolerated = column.effective_role in ("measure", "coordinate", "angle") or bool(column.tolerance.absolute)
    return column.is_number and tolerated


def _is_of(*types: str) -> Callable[[Column], bool]:
    return lambda column: column.type in types and column.role != "label"


def _has_role(role: str) -> Callable[[Column], bool]:
    return lambda column: column.role == role


VALUE_MUTATIONS = (
    Mutation(count_off_by_one, _each(_is_count)),
    Mutation(off_by_twice_the_tolerance, _each(_is_measured)),
    Mutation(off_by_half_the_tolerance, _each(_is_measured)),
    Mutation(units_confused, _each(lambda column: column.effective_role == "measure")),
    Mutation(null_as_zero, _each(lambda column: column.role != "label")),
    Mutation(zero_as_null, _each(_is_number)),
    Mutation(value_as_null, _each(lambda column: True)),
    Mutation(values_swapped, _each(lambda column: column.role != "label")),
    Mutation(text_in_capitals, _each(_is_of("text"))),
    Mutation(text_decomposed, _each(_is_of("text"))),
    Mutation(boolean_negated, _each(_is_of("boolean"))),
    Mutation(date_off_by_one, _each(_is_of("date", "datetime"))),
    Mutation(turned_by_a_period, _each(_has_role("angle"))),
    Mutation(relabelled, _each(_has_role("label"))),
    Mutation(labels_merged, _each(_has_role("label"))),
)
