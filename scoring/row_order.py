# SPDX-License-Identifier: GPL-2.0-or-later
"""An order of rows by their values, so that nothing a record shows depends on their place in a file."""

from __future__ import annotations

import numpy as np

from .row_table import ColumnValues, RowTable


def ordered_rows(table: RowTable, names: list[str], rows: np.ndarray) -> np.ndarray:
    """Returns row numbers sorted by the values of some columns, the first column first, NULL before all values.

    Edges: Columns that were not read are left out; rows that are alike in all of them keep their order.
    """
    ranks = [_ranks(table.columns[name].take(rows)) for name in names if name in table.columns]
    return rows[np.lexsort(ranks[::-1])] if ranks and len(rows) else rows


def _ranks(column: ColumnValues) -> np.ndarray:
    ranks = np.zeros(len(column.null), np.intp)
    present = ~column.null
    if column.type != "other":
        ranks[present] = np.unique(column.values[present], return_inverse=True)[1] + 1
    return ranks
