# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes columns of one type of values of any type; what a type does not hold exactly is counted, never bent."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...declaration.facts import Field, FieldType
from ..files.column_types import INT64, as_text, parser_of
from .rows import Column

LARGEST_EXACT = 2**53
FILLERS: dict[FieldType, tuple[Any, Any]] = {
    "integer": (np.int64, 0),
    "real": (np.float64, np.nan),
    "text": (object, None),
    "boolean": (bool, False),
    "date": ("datetime64[D]", None),
    "datetime": ("datetime64[ms]", None),
}


class Cast(NamedTuple):
    """A column and the rows whose value its type does not hold; these are NULL in it."""

    column: Column
    failed: list[int]


def typed_column(field: Field, values: Sequence[Any]) -> Cast:
    """Makes a column of values of Python; text is no number and no date.

    Args:
        values: int, float, bool, str, date or datetime; None for NULL; anything else is held by no type.
    """
    cells = [None if value is None else held(value, field.type) for value in values]
    failed = [row for row, (value, cell) in enumerate(zip(values, cells, strict=True)) if cell is None is not value]
    return Cast(_column(field, cells), failed)


def retyped_column(column: Column, kind: FieldType) -> Cast:
    """Gives a column another type; text becomes a number, boolean, date or time where it is written as one."""
    field = Field(column.field.name, kind)
    if column.field.type == kind:
        return Cast(column, [])
    if kind == "text":
        texts = np.array([*as_text(column), None], object)[:-1]
        return Cast(Column(field, texts, column.is_null), [])
    values = [None if is_null else value for value, is_null in zip(column.values.tolist(), column.is_null, strict=True)]
    if column.field.type != "text":
        return typed_column(field, values)
    parse, _, _ = parser_of(kind)
    cells = [None if value is None else parse(value) for value in values]
    failed = [row for row, (value, cell) in enumerate(zip(values, cells, strict=True)) if cell is None is not value]
    return Cast(_column(field, cells), failed)


def held(value: Any, kind: FieldType) -> Any:
    """Gives a value as a type holds it; None where it does not hold it exactly."""
    if kind == "text":
        return _as_text(value)
    if kind in ("date", "datetime"):
        return _as_moment(value, kind)
    if isinstance(value, (str, datetime.date)) or not isinstance(value, (bool, int, float)):
        return None
    if kind == "boolean":
        return bool(value) if value in (0, 1) else None
    if kind == "integer":
        is_whole = abs(value) < 2.0**64 and value == int(value)  # no NaN is below anything
        return int(value) if is_whole and int(value) in INT64 else None
    is_exact = isinstance(value, float) or abs(value) <= LARGEST_EXACT
    return float(value) if is_exact else None


def _as_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, int):
        return str(value)
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else None


def _as_moment(value: Any, kind: FieldType) -> np.datetime64 | None:
    if not isinstance(value, datetime.date):
        return None
    if kind == "date":
        return np.datetime64(value.date() if isinstance(value, datetime.datetime) else value, "D")
    return np.datetime64(value, "ms")


def _column(field: Field, cells: Sequence[Any]) -> Column:
    dtype, filler = FILLERS[field.type]
    is_null = np.array([cell is None for cell in cells], bool)
    filled = [filler if cell is None else cell for cell in cells]
    values = np.array([*filled, None], object)[:-1] if dtype is object else np.array(filled, dtype)
    return Column(field, values, is_null, is_utc=field.type == "datetime")
