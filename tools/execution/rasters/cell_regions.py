# SPDX-License-Identifier: GPL-2.0-or-later
"""Regions of connected cells of one value: stretches of rows are joined to those of the row above, strip by strip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import scipy.sparse as sparse

from ..run import Run
from ..terrain.flow_grids import demand_memory
from ..zones.zone_cells import spread
from .raster_windows import CELLS_PER_WINDOW, BandCells, Window

BYTES_PER_CELL = 76  # where no two neighbours in a row are alike, so that each cell is a stretch
Reader = Callable[[Window], np.ndarray]


class Stretches(NamedTuple):
    """Neighbouring cells of equal value in a row, row by row.

    Args:
        row, first, last: Columns from `first` to before `last`.
        value: Of the cells.
    """

    row: np.ndarray
    first: np.ndarray
    last: np.ndarray
    value: np.ndarray

    def of(self, chosen: np.ndarray) -> Stretches:
        """Gives some of them."""
        return Stretches(*(part[chosen] for part in self))

    def after(self, other: Stretches) -> Stretches:
        """Puts these behind others."""
        return Stretches(*(np.concatenate(both) for both in zip(other, self, strict=True)))


class Regions(NamedTuple):
    """Regions, numbered from 0 by their first cell, row by row.

    Args:
        of_stretch: Region of each stretch of the raster.
        value, cell_count: Of each region.
    """

    of_stretch: np.ndarray
    value: np.ndarray
    cell_count: np.ndarray


def find_regions(run: Run, band: BandCells, read: Reader, connectivity: int, share: float = 0.5) -> Regions:
    """Finds the regions of a raster.

    Args:
        band: Whose grid and blocks are followed.
        read: Gives the cells of a window; NaN belongs to no region.
        connectivity: 4 joins cells that share a side, 8 also those that share a corner.
        share: Part of the run's progress this is.
    Raises: ToolError LIMIT_EXCEEDED.
    """
    demand_memory(run, band.grid, BYTES_PER_CELL)
    pairs: list[tuple[np.ndarray, np.ndarray]] = []
    values, lengths = [np.zeros(0)], [np.zeros(0, np.int32)]
    nothing = np.zeros(0, np.int64)
    above = Stretches(nothing, nothing, nothing, np.zeros(0))
    count = 0
    for window in strips(run, band, (0.0, share)):
        found = stretches_of(read(window), window.row)
        upper, lower = _touching(found.after(above), band.grid.width, connectivity == 8)
        base = count - len(above.row)
        pairs.append(((upper + base).astype(np.int32), (lower + base).astype(np.int32)))
        values.append(found.value)
        lengths.append((found.last - found.first).astype(np.int32))
        count += len(found.row)
        last_row = window.row + window.height - 1
        above = found.of(found.row == last_row)
    return _joined(pairs, np.concatenate(values), np.concatenate(lengths))


def strips(run: Run, band: BandCells, share: tuple[float, float] = (0.0, 1.0)) -> Iterator[Window]:
    """Walks over a raster in strips of whole rows."""
    height = band.grid.height
    high = max(1, CELLS_PER_WINDOW // band.grid.width)
    block = min(band.block[1], height)
    high = max(high // block * block, block if block * band.grid.width <= 8 * CELLS_PER_WINDOW else high)
    for top in range(0, height, high):
        run.progress(share[0] + (share[1] - share[0]) * top / height)
        yield Window(0, top, band.grid.width, min(high, height - top))


def stretches_of(cells: np.ndarray, top: int) -> Stretches:
    """Finds the stretches of a strip whose first row is `top`."""
    height, width = cells.shape
    starts = np.ones(cells.shape, bool)
    starts[:, 1:] = cells[:, 1:] != cells[:, :-1]
    first = np.flatnonzero(starts)
    last = np.append(first[1:], cells.size)
    value = cells.ravel()[first]
    valid = ~np.isnan(value)
    row, column = np.divmod(first[valid], width)
    return Stretches(row + top, column, last[valid] - row * width, value[valid])


def painted(cells: Stretches, numbers: np.ndarray, window: Window) -> np.ndarray:
    """Gives the cells of a strip, each with the number of its stretch; NaN elsewhere."""
    result = np.full(window.height * window.width, np.nan)
    start = (cells.row - window.row) * window.width
    owner, place = spread(start + cells.first, start + cells.last)
    result[place] = numbers[owner]
    return result.reshape(window.height, window.width)


def _touching(cells: Stretches, width: int, by_corners: bool) -> tuple[np.ndarray, np.ndarray]:
    """Finds pairs of stretches of one value, one right below the other."""
    step = width + 2  # so that a row's end and the next row's begin are no neighbours
    start, end = cells.row * step + cells.first, cells.row * step + cells.last
    beside, behind = ("left", "right") if by_corners else ("right", "left")
    low = np.searchsorted(end, start - step, beside)  # type: ignore[call-overload]
    high = np.searchsorted(start, end - step, behind)  # type: ignore[call-overload]
    lower, upper = spread(low, np.maximum(low, high))
    same = cells.value[lower] == cells.value[upper]
    return upper[same], lower[same]


def _joined(pairs: list[tuple[np.ndarray, np.ndarray]], values: np.ndarray, lengths: np.ndarray) -> Regions:
    upper, lower = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
    pairs.clear()
    graph = sparse.coo_array((np.ones(len(upper), np.int8), (upper, lower)), shape=(len(values), len(values))).tocsr()
    del upper, lower
    count, labels = sparse.csgraph.connected_components(graph, directed=False)
    del graph
    first = np.empty(count, np.int64)
    first[labels[::-1]] = np.arange(len(labels) - 1, -1, -1)  # written last, the first stretch stays
    rank = np.empty(count, np.int32)
    rank[np.argsort(first)] = np.arange(count)
    of_stretch = rank[labels]
    sizes = np.bincount(of_stretch, lengths, count).astype(np.int64)
    return Regions(of_stretch, values[np.sort(first)], sizes)
