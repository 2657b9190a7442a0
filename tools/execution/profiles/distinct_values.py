# SPDX-License-Identifier: GPL-2.0-or-later
"""The distinct values of a column or of a band, and how often each stands."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ..layers.rows import Column
from ..rasters.raster_windows import BandCells, windows_of
from ..run import Run

MOST_DISTINCT_CELLS = 1_000_000
LONGEST_TEXT = 200


class Counted(NamedTuple):
    """Values in their order.

    Args:
        values, counts: Each distinct value and its number.
        missing: Number of NULLs, or of cells without a value.
    """

    values: np.ndarray
    counts: np.ndarray
    missing: int

    def most_frequent(self, most: int) -> Counted:
        """Keeps the most frequent values, of equal ones the first; they stay in their order."""
        kept = np.sort(np.argsort(-self.counts, kind="stable")[:most])
        return Counted(self.values[kept], self.counts[kept], self.missing)


def counted_values(column: Column) -> Counted:
    """Counts the distinct values of a column; NaN is NULL."""
    from ..layers.keys import ranked

    ranks, size = ranked(column)
    known = ranks >= 0
    first = np.zeros(size, np.int64)
    first[ranks[known][::-1]] = np.flatnonzero(known)[::-1]
    counts = np.bincount(ranks[known], minlength=size)
    occurs = counts > 0  # what stands under a mask has a rank, but no row
    return Counted(column.values[first][occurs], counts[occurs], int((~known).sum()))


def counted_cells(run: Run, band: BandCells) -> Counted:
    """Counts the distinct physical values of a band.

    Raises:
        ToolError LIMIT_EXCEEDED where there are too many to be classes.
    """
    values, counts = np.zeros(0), np.zeros(0, np.int64)
    missing = 0
    for window in windows_of(run, [band]):
        stored, hidden = band.read_stored(window)
        known = stored.ravel() if hidden is None else stored[~hidden]
        missing += stored.size - known.size
        found, times = np.unique(known, return_counts=True)
        both = np.concatenate([values.astype(found.dtype), found])
        values, inverse = np.unique(both, return_inverse=True)
        counts = np.bincount(inverse, np.concatenate([counts, times]), len(values)).astype(np.int64)
        if len(values) > MOST_DISTINCT_CELLS:
            raise ToolError("LIMIT_EXCEEDED", f'band {band.number} of "{band.name}" has more than '
                            f"{MOST_DISTINCT_CELLS:,} distinct values",
                            "its values are measures; get_raster_statistics sums them up")  # fmt: skip
    if not band.is_scaled:
        return Counted(values, counts, missing)
    order = slice(None) if band.facts.scale > 0 else slice(None, None, -1)
    return Counted(band.physical(values, None)[order], counts[order], missing)


def shown(value: Any) -> Any:
    """Gives a value as JSON has it: numbers as they are, dates and times as ISO text, long texts cut."""
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, str) and len(plain) > LONGEST_TEXT:
        return f"{plain[:LONGEST_TEXT]}… ({len(plain):,} characters)"
    return plain if isinstance(plain, (bool, int, float, str)) else plain.isoformat()
