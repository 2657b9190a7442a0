# SPDX-License-Identifier: GPL-2.0-or-later
"""Straight-line distances from the centre of each cell to that of the nearest target cell, by SciPy.

GDAL's proximity passes nearest targets on from cell to cell, which can miss the nearest one, and knows square cells and
whole target values alone. Within a largest distance a window and its surroundings hold all that counts; without one the
whole grid is held.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import scipy.ndimage

from ...declaration.facts import Grid
from ..run import Run
from ..terrain.surface_windows import heights_with_margin
from .raster_windows import CELLS_PER_WINDOW, BandCells, Window, split, windows_of

BYTES_PER_CELL = 12  # target 1, its mark for SciPy 1, row and column of the nearest 8
Targets = Callable[[np.ndarray], np.ndarray]


def distances(
    run: Run, band: BandCells, is_target: Targets, limit: float | None
) -> Iterator[tuple[Window, np.ndarray]]:
    """Walks over the windows of a band with the distance of each cell, in CRS units; NaN where there is no target.

    Args:
        is_target: Tells which of some physical values are targets.
        limit: Largest distance; None for none.
    Raises: ToolError LIMIT_EXCEEDED.
    """
    grid = band.grid
    reach = math.inf if limit is None else limit / min(grid.cell_width, grid.cell_height)
    if 4 * reach > min(grid.width, grid.height):
        found = _over_the_grid(run, band, is_target)
    else:
        found = _within(run, band, is_target, max(1, math.ceil(reach)))
    for window, away in found:
        if limit is not None:
            away[away > limit * (1 + 1e-12)] = np.nan
        yield window, away


def _within(run: Run, band: BandCells, is_target: Targets, margin: int) -> Iterator[tuple[Window, np.ndarray]]:
    for window, framed in heights_with_margin(run, band, margin):
        inner = slice(margin, -margin)
        yield window, _length(_nearest(is_target(framed), band.grid), band.grid, 0, 0)[inner, inner]


def _over_the_grid(run: Run, band: BandCells, is_target: Targets) -> Iterator[tuple[Window, np.ndarray]]:
    grid = band.grid
    run.require.size("bytes", BYTES_PER_CELL * grid.width * grid.height, "the arrays in memory",
                     "a max_distance, larger cells or a smaller extent")  # fmt: skip
    targets = np.zeros((grid.height, grid.width), bool)
    for window in windows_of(run, [band]):
        cells = band.read(window)
        band.refuse_infinite(cells)
        targets[window.row :, window.column :][: window.height, : window.width] = is_target(cells)
    nearest = _nearest(targets, grid)
    del targets
    for window in split(grid.width, grid.height, (grid.width, 1), CELLS_PER_WINDOW):
        run.raise_if_cancelled()
        part = nearest[:, window.row : window.row + window.height, window.column : window.column + window.width]
        yield window, _length(part, grid, window.row, window.column)


def _nearest(targets: np.ndarray, grid: Grid) -> np.ndarray:
    """Gives row and column of the nearest target of each cell; -1 where there is none at all."""
    if not targets.any():
        return np.full((2, *targets.shape), -1, np.int32)
    return scipy.ndimage.distance_transform_edt(  # type: ignore[no-any-return]
        ~targets, sampling=(grid.cell_height, grid.cell_width), return_distances=False, return_indices=True
    )


def _length(nearest: np.ndarray, grid: Grid, top: int, left: int) -> np.ndarray:
    height, width = nearest.shape[1:]
    down = nearest[0] - np.arange(top, top + height)[:, None]
    right = nearest[1] - np.arange(left, left + width)
    return np.where(nearest[0] < 0, np.nan, np.hypot(down * grid.cell_height, right * grid.cell_width))
