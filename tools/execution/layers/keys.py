# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers rows by the values of one or more columns, for grouping and for joining by key."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.wording import counted
from .rows import Column
from .statistics import Groups

if TYPE_CHECKING:
    import numpy as np


class RowGroups(NamedTuple):
    """Groups of equal rows.

    Args:
        groups: Which group each row belongs to; groups stand in the order of their values, NULL last.
        first_rows: The first row of each group.
    """

    groups: Groups
    first_rows: np.ndarray


def group_rows(columns: Sequence[Column], count: int) -> RowGroups:
    """Groups rows by the values of all columns; NULL is a value of its own; without columns all rows are one group.

    Args:
        count: Number of rows.
    Edges: Without columns there is one group even where there are no rows; its first row is then -1.
    """
    import numpy as np

    if not columns:
        return RowGroups(Groups(np.zeros(count, np.int64), 1), np.array([0 if count else -1]))
    codes = np.zeros(count, np.int64)
    first_rows = np.zeros(0, np.int64)
    for column in columns:
        ranks, size = ranked(column)
        _, first_rows, codes = np.unique(
            codes * (size + 1) + np.where(ranks < 0, size, ranks), return_index=True, return_inverse=True
        )
    return RowGroups(Groups(codes, len(first_rows)), first_rows)


def ranked(column: Column) -> tuple[np.ndarray, int]:
    """Numbers the distinct values of a column in their order: (number per row, how many); -1 for NULL and NaN."""
    import numpy as np
    import pandas

    codes, distinct = pandas.factorize(column.values)
    order = np.argsort(distinct, kind="stable") if column.values.dtype != object else _order_of_objects(distinct)
    rank = np.empty(len(distinct), np.int64)
    rank[order] = np.arange(len(distinct))
    numbers = rank[codes] if len(distinct) else np.full(len(codes), -1)
    return np.where(column.is_null | (codes < 0), -1, numbers), len(distinct)


def demand_unique(column: Column, layer: str, argument: str) -> None:
    """Demands that a column names each row of a layer.

    Args:
        layer: Its name, for the sentence.
        argument: The argument that names the column.
    Raises:
        ToolError KEY_MISMATCH where a value is missing or stands twice.
    """
    import numpy as np

    codes, _ = ranked(column)
    missing = int((codes < 0).sum())
    repeated = len(codes) - missing - len(np.unique(codes[codes >= 0]))
    if missing or repeated:
        found = [f"{counted(number, 'row')} {words}" for number, words in
                 ((missing, "without a value"), (repeated, "with a value that stands before")) if number]  # fmt: skip
        raise ToolError("KEY_MISMATCH", f'{argument}: "{column.field.name}" does not name each row of "{layer}": '
                        f"{' and '.join(found)}", "take a field that is unique; calculate_field makes one with @id",
                        argument=argument)  # fmt: skip


def _order_of_objects(distinct: Any) -> np.ndarray:
    import numpy as np

    return np.array(sorted(range(len(distinct)), key=distinct.__getitem__), np.int64)


def common_codes(pairs: Sequence[tuple[Column, Column]]) -> tuple[np.ndarray, np.ndarray]:
    """Numbers the keys of two sets of rows alike, so that equal keys have equal numbers.

    Args:
        pairs: The columns of the key, of the first and of the second rows; of one kind each (see `comparable`).
    Returns: A number per row of either; -1 where any part of the key is NULL.
    """
    import numpy as np

    length = len(pairs[0][0].values)
    codes = np.zeros(length + len(pairs[0][1].values), np.int64)
    is_null = np.zeros(len(codes), bool)
    for first, second in pairs:
        both = Column(
            first.field,
            np.concatenate([first.values, second.values]),
            np.concatenate([first.is_null, second.is_null]),
        )
        ranks, size = ranked(both)
        is_null |= ranks < 0
        _, codes = np.unique(codes * (size + 1) + ranks + 1, return_inverse=True)
    codes = np.where(is_null, -1, codes)
    return codes[:length], codes[length:]


def as_integers(column: Column) -> Column:
    """Gives real numbers as integers to compare with integers; those with a fraction, or too large, become NULL."""
    import numpy as np

    if column.values.dtype.kind != "f":
        return column
    is_whole = np.isfinite(column.values) & (np.abs(column.values) < 2.0**63)
    is_whole &= column.values == np.floor(np.where(is_whole, column.values, 0))
    whole = np.where(is_whole & ~column.is_null, column.values, 0).astype(np.int64)
    return Column(column.field, whole, column.is_null | ~is_whole)


def normalized(column: Column) -> Column:
    """Gives texts without what people write differently: case, accents, blanks at the ends and repeated blanks."""
    import numpy as np
    import pandas

    codes, distinct = pandas.factorize(column.values)
    plain = np.array([*(plain_text(text) for text in distinct), None], object)
    return Column(column.field, plain[codes], column.is_null)


def plain_text(text: str) -> str:
    """Gives one text without case, accents, blanks at the ends and repeated blanks.

    >>> plain_text("  Rua  São João ")
    'rua sao joao'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(kept.casefold().split())
