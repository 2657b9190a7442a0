# SPDX-License-Identifier: GPL-2.0-or-later
"""Hollows of an elevation grid filled to where they spill."""

from __future__ import annotations

import numpy as np

from ..run import Run
from .flow_grids import kernels, rim_of

EIGHT = np.ones((3, 3), bool)


def fill_hollows(
    run: Run, heights: np.ndarray, shape: tuple[int, int], is_single: bool, max_depth: float | None
) -> np.ndarray:
    """Raises every cell to the least height over which its water reaches an outlet.

    Args:
        heights: Row by row, NaN for no value.
        is_single: Whether the lowest rim cell of each connected area is its outlet, not every rim cell.
        max_depth: Of hollows that are filled; the lowest cell of a deeper one becomes an outlet.
    Returns: Heights, each one that is found among the given.
    """
    table = heights.reshape(shape)
    outlets = np.flatnonzero(_single_outlets(table) if is_single else rim_of(table))
    while True:
        levels, closed = heights.copy(), np.isnan(heights)
        if len(outlets):
            kernels().flood(levels, closed, outlets, *shape)
        run.raise_if_cancelled()
        bottoms = _bottoms_of_deep(table, levels.reshape(shape), max_depth)
        if not len(bottoms):
            return levels  # type: ignore[no-any-return]
        outlets = np.concatenate([outlets, bottoms])


def _single_outlets(table: np.ndarray) -> np.ndarray:
    """Tells which rim cell is the lowest of its connected area, the first of equal ones."""
    from scipy import ndimage

    areas, count = ndimage.label(~np.isnan(table), EIGHT)
    rim = np.where(rim_of(table), table, np.inf)
    chosen = np.zeros(table.shape, bool)
    chosen.ravel()[_lowest_of(rim, areas, np.arange(1, count + 1))] = True
    return chosen


def _bottoms_of_deep(table: np.ndarray, levels: np.ndarray, max_depth: float | None) -> np.ndarray:
    """Gives the lowest cell of each hollow that is deeper than is to be filled, as flat indices."""
    from scipy import ndimage

    if max_depth is None:
        return np.empty(0, np.intp)
    # neighbours that were raised were raised to one level, so what touches is one hollow
    hollows, count = ndimage.label(levels > table, EIGHT)
    if not count:
        return np.empty(0, np.intp)
    numbers = np.arange(1, count + 1)
    deep = numbers[ndimage.maximum(levels - table, hollows, numbers) > max_depth]
    return _lowest_of(table, hollows, deep)


def _lowest_of(table: np.ndarray, areas: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Gives the lowest cell of each of some areas, of equal ones the first, as flat indices."""
    from scipy import ndimage

    if not len(numbers):
        return np.empty(0, np.intp)
    lowest = np.full(int(areas.max()) + 1, np.nan)
    lowest[numbers] = ndimage.minimum(table, areas, numbers)  # minimum_position takes any of equal ones
    cells = np.flatnonzero(table == lowest[areas])
    return cells[np.unique(areas.flat[cells], return_index=True)[1]]  # type: ignore[no-any-return]
