# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics over sets of cells: the words, and the band that each of them makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .cell_types import CELL_TYPES, FLOAT32_DTYPES
from .facts import Band

CellStatistic = Literal[
    "count", "unique", "sum", "mean", "min", "max", "range", "median", "stdev_pop", "stdev_sample", "variance_pop",
    "variance_sample", "majority", "minority",
]  # fmt: skip
COUNTS = ("count", "unique")
KEEPS_CELLS = ("min", "max", "majority", "minority")
GROWS = ("sum", "variance_pop", "variance_sample")
FOR_CLASSES = ("count", "unique", "majority", "minority")
NO_COUNT = -1.0


def keeps_cells(word: str, bands: Sequence[Band]) -> bool:
    """Tells whether results are stored cells of the bands, so that type, NoData and palette are kept."""
    return (
        word in KEEPS_CELLS and all(band == bands[0] for band in bands) and (bands[0].scale, bands[0].offset) == (1, 0)
    )


def statistic_band(word: str, bands: Sequence[Band]) -> Band:
    """Gives the band of a statistic.

    Args:
        bands: That the cells come from.
    Returns: One of the bands where cells are kept; int32 for counts; float32 where that holds the cells, except for
        sums and variances, else float64, with the lowest number of its type as NoData, which no result is.
    """
    if keeps_cells(word, bands):
        return bands[0]
    if word in COUNTS:
        return Band("int32", NO_COUNT)
    is_small = word not in GROWS and all(band.dtype in FLOAT32_DTYPES for band in bands)
    return float_band(is_small)


def float_band(is_small: bool) -> Band:
    """Gives a band of floats, float32 where that is enough, whose NoData is the lowest number of its type."""
    dtype = "float32" if is_small else "float64"
    return Band(dtype, CELL_TYPES[dtype].lowest)
