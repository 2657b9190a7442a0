# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the set of rows: missing, added, doubled, under another id, in another order."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from .edited_rows import EditedRows
from .mutation import Made, Mutation, NotApplicable
from .row_case import RowCase

SEED = 1
COLUMNS_OF_ROWS = ("GeoJSON", "LIBKML", "XLSX")  # GDAL writes no columns of these where there are no rows


def row_missing(case: RowCase) -> Made:
    """Leaves the last row out."""
    _at_least(case, 2)
    return Made(case.rows.take(np.arange(case.rows.count - 1)).writer(), case.lost_rows_check())


def no_rows(case: RowCase) -> Made:
    """Writes a layer without rows."""
    _at_least(case, 1)
    check: str | None = "rows"
    if case.driver in COLUMNS_OF_ROWS and case.contract.columns:
        check = "columns"
    elif case.contract.rows == "subset":
        check = "predicates" if case.contract.predicates else None
    return Made(case.rows.take(np.arange(0)).writer(), check)


def row_doubled(case: RowCase) -> Made:
    """Writes a row twice."""
    _at_least(case, 1)
    check = "keys" if case.contract.id_columns else case.added_row_check()
    return Made(case.rows.take(np.r_[0, np.arange(case.rows.count)]).writer(), check)


def row_added(case: RowCase) -> Made:
    """Adds a copy of the last row under an id of its own."""
    _at_least(case, 1)
    if not case.contract.id_columns:
        raise NotApplicable("rows have no id; row_doubled adds one")
    last = case.rows.count - 1
    rows = case.rows.take(np.r_[np.arange(case.rows.count), last])
    name = case.contract.id_columns[-1]
    return Made(rows.with_values(name, last + 1, fresh_value(case, name)).writer(), case.added_row_check())


def id_of_a_neighbour(case: RowCase) -> Made:
    """Gives a row the id of the next one."""
    _at_least(case, 2)
    _with_ids(case)
    rows = case.rows
    for name in case.contract.id_columns:
        rows = rows.with_values(name, 0, rows.columns[name].values[1])
    return Made(rows.writer(), "keys")


def id_not_asked_for(case: RowCase, column: str | None = None) -> Made:
    """Gives the last row an id that no row has, off by one where ids are numbers."""
    _at_least(case, 1)
    _with_ids(case)
    name = column or case.contract.id_columns[-1]
    return Made(case.rows.with_values(name, case.rows.count - 1, fresh_value(case, name)).writer(), "rows")


def ids_off_by_one(case: RowCase, column: str) -> Made:
    """Counts ids from one where they begin with zero, or the other way round."""
    _at_least(case, 1)
    _with_ids(case)
    values = case.rows.columns[column]
    if case.contract.columns[column].type != "integer":
        raise NotApplicable("its ids are no numbers")
    if case.contract.tie_groups:
        raise NotApplicable("rows may be taken for others")
    step = 1 if 0 in values.values else -1
    return Made(case.rows.with_values(column, np.arange(case.rows.count), values.values + step).writer(), "rows")


def rows_in_other_order(case: RowCase) -> Made:
    """Writes the rows in another order; rows that stand in one by contract are only exchanged with their equals."""
    _at_least(case, 2)
    places = list(range(case.rows.count))
    random.Random(SEED).shuffle(places)
    order = np.array(places)
    if case.contract.ordered_by:
        order = order[np.argsort(_runs(case)[order], kind="stable")]
    if (order == np.arange(case.rows.count)).all():
        raise NotApplicable("no two rows may be exchanged")
    return Made(case.rows.take(order).writer(), None)


def two_rows_exchanged(case: RowCase) -> Made:
    """Exchanges two rows that stand one behind the other."""
    if not case.contract.ordered_by:
        raise NotApplicable("rows have no order")
    steps = np.flatnonzero(np.diff(_runs(case)))
    if not len(steps):
        raise NotApplicable("all rows are alike in the columns they are ordered by")
    order = np.arange(case.rows.count)
    order[[steps[0], steps[0] + 1]] = order[[steps[0] + 1, steps[0]]]
    return Made(case.rows.take(order).writer(), "order")


def tied_row_taken(case: RowCase) -> Made:
    """Takes another row of a tie group than the reference does."""
    rows, _ = with_tied_row(case)
    keyed = any(one.within and one.within.key for one in case.contract.predicates)
    if keyed or "one_per" in case.predicates:
        raise NotApplicable("predicates speak of the id that is taken")
    return Made(rows.writer(), None)


def with_tied_row(case: RowCase) -> tuple[EditedRows, int]:
    """Returns the rows with one under another id of its tie group, and its row number.

    Raises: NotApplicable.
    """
    places = {_key(case, row): row for row in range(case.rows.count)} if case.contract.tie_groups else {}
    for group in case.contract.tie_rows:
        inside = [key for key in group if key in places]
        outside = [key for key in group if key not in places]
        if inside and outside:
            row, rows = places[inside[0]], case.rows
            for name, value in zip(case.contract.id_columns, outside[0], strict=True):
                rows = rows.with_values(name, row, value)
            return rows, row
    raise NotApplicable("no tie group has a row that the reference lacks")


def fresh_value(case: RowCase, column: str) -> Any:
    """Returns a value that the column does not have: one more than its largest, or a longer text."""
    values = case.rows.columns[column]
    if values.type == "text":
        return max((text for text, null in zip(values.values, values.null, strict=True) if not null), default="") + "x"
    return values.values[~values.null].max(initial=np.zeros(1, values.values.dtype)[0]) + 1


def _runs(case: RowCase) -> np.ndarray:
    """Numbers the runs of rows that are alike in the columns they are ordered by."""
    changes = np.zeros(case.rows.count, bool)
    for name in case.contract.ordered_by:
        column = case.rows.columns[name]
        values = column.values.astype(object)
        values[column.null] = None
        changes[1:] |= np.array([a != b for a, b in zip(values, values[1:], strict=False)], bool)
    return np.cumsum(changes)


def _key(case: RowCase, row: int) -> tuple[Any, ...]:
    return tuple(case.rows.columns[name].python_value(row) for name in case.contract.id_columns)


def _at_least(case: RowCase, count: int) -> None:
    if case.rows.count < count:
        raise NotApplicable("the reference has no rows" if not case.rows.count else "the reference has one row")


def _with_ids(case: RowCase) -> None:
    if not case.contract.id_columns:
        raise NotApplicable("rows have no id")


def _each_id(case: RowCase) -> list[dict[str, Any]]:
    return [{"column": name} for name in case.contract.id_columns]


ROW_MUTATIONS = (
    Mutation(row_missing),
    Mutation(no_rows),
    Mutation(row_doubled),
    Mutation(row_added),
    Mutation(id_of_a_neighbour),
    Mutation(id_not_asked_for, _each_id),
    Mutation(ids_off_by_one, _each_id),
    Mutation(rows_in_other_order),
    Mutation(two_rows_exchanged),
    Mutation(tied_row_taken),
)
