# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of a layer or table in memory: columns as arrays, shapes as an array."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from .sentences import value_text
from .unreadable import Unreadable

MOST_COLUMNS = 10_000


def check_column_names(names: Sequence[str]) -> None:
    """Refuses more columns than anybody compares, two of one name, and names that are no text.

    Raises: Unreadable.
    """
    if len(names) > MOST_COLUMNS:
        raise Unreadable(f"has {len(names)} columns, more than {MOST_COLUMNS}")
    if not all(map(_is_text, names)):
        raise Unreadable("has a column whose name is not UTF-8")
    name, count = max(Counter(names).items(), key=lambda item: item[1], default=("", 0))
    if count > 1:
        raise Unreadable(f"has the column {value_text(name)} twice")


def _is_text(name: object) -> bool:
    # GDAL gives names that are not UTF-8 as bytes or with surrogates, depending on its version.
    return isinstance(name, str) and not any("\ud800" <= char <= "\udfff" for char in name)


class ColumnValues(NamedTuple):
    """One column.

    Args:
        type: integer, real, text, boolean, date, datetime, or other for what no contract asks for.
        values: int64, float64, bool, datetime64 or objects (str); filler where NULL.
        null: True where the value is NULL; NaN is NULL.
        unread: A text that is not of the asked type, where there is one (CSV).
    """

    type: str
    values: np.ndarray
    null: np.ndarray
    unread: str | None = None

    def take(self, rows: np.ndarray) -> ColumnValues:
        """Returns the values of some rows, in that order."""
        return self._replace(values=self.values[rows], null=self.null[rows])

    def python_value(self, row: int) -> int | float | str | bool | None:
        """Returns one value as JSON can hold it; dates as ISO text."""
        if self.null[row]:
            return None
        value = self.values[row]
        if self.type in ("date", "datetime"):
            return str(value)
        return value.item() if isinstance(value, np.generic) else str(value)


@dataclass
class RowTable:
    """Rows of a layer or table.

    Args:
        count: Rows.
        columns: The columns that were read, by name.
        names: All column names of the file, in its order, `fid` left out.
        shapes: One per row, None where NULL or empty; None for a table.
        crs: WKT, or None where the layer has none.
        shape_kind: What the layer declares its shapes to be (Point, Polygon ...; Unknown where it does not say).
        with_m: Which shapes have M values; None for a table, and where none has.
        shapes_by_m: The shapes with their M values as Z, where they have M values.
        unread_shapes: Rows whose shape cannot be compared: curves, coordinates that are no numbers.
    """

    count: int
    columns: dict[str, ColumnValues]
    names: list[str]
    shapes: np.ndarray | None = None
    crs: str | None = None
    shape_kind: str = "None"
    with_m: np.ndarray | None = None
    shapes_by_m: np.ndarray | None = None
    unread_shapes: np.ndarray = field(default_factory=lambda: np.empty(0, np.intp))
    empty_text_is_null: bool = False


def normal_text(column: ColumnValues, empty_is_null: bool) -> ColumnValues:
    """Returns a text column in Unicode NFC, with "" as NULL where a format cannot tell them apart."""
    if column.type != "text" or not len(column.values):
        return column
    values, null = column.values, column.null
    if empty_is_null:
        null = null | (values == "")
    joined = "".join(values[~null])
    if not joined.isascii() and not unicodedata.is_normalized("NFC", joined):
        values = values.copy()
        values[~null] = [unicodedata.normalize("NFC", text) for text in values[~null]]
    return column._replace(values=values, null=null)
