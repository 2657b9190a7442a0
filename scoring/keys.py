# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys of rows made of one or several columns, as small numbers."""

from __future__ import annotations

from functools import reduce

import numpy as np

from .row_table import ColumnValues, RowTable
from .values import Codes, value_codes, value_kind


def has_comparable(names: list[str], reference: RowTable, output: RowTable) -> bool:
    """Tells whether both tables have the columns, with values of the same kind; no values at all are of every kind."""
    return all(
        name in reference.columns
        and name in output.columns
        and _are_comparable(reference.columns[name], output.columns[name])
        for name in names
    )


def _are_comparable(first: ColumnValues, second: ColumnValues) -> bool:
    return value_kind(first) == value_kind(second) or bool(first.null.all() or second.null.all())


def key_codes(names: list[str], reference: RowTable, output: RowTable) -> Codes:
    """Numbers the different keys made of several columns."""
    return reduce(_combined, (value_codes(reference.columns[name], output.columns[name]) for name in names))


def _combined(first: Codes, second: Codes) -> Codes:
    split = len(first.reference)
    codes = np.concatenate(
        [first.reference * second.size + second.reference, first.output * second.size + second.output]
    )
    unique, codes = np.unique(codes, return_inverse=True)
    return Codes(codes[:split], codes[split:], len(unique))


def repeated_rows(codes: np.ndarray) -> np.ndarray:
    """Returns the rows whose key an earlier row has."""
    unique, first = np.unique(codes, return_index=True)
    return other_rows(len(codes), first) if len(unique) < len(codes) else np.empty(0, np.intp)


def other_rows(count: int, rows: np.ndarray) -> np.ndarray:
    """Returns the row numbers below count that are not among the given ones."""
    rest = np.ones(count, bool)
    rest[rows] = False
    return np.flatnonzero(rest)


def key_text(names: list[str], table: RowTable, row: int) -> str:
    """Returns how people call a row: its identifiers, or its place in the file from 1."""
    if not names or any(name not in table.columns for name in names):
        return f"row {row + 1}"
    return " / ".join(str(table.columns[name].python_value(row)) for name in names)
