# SPDX-License-Identifier: GPL-2.0-or-later
"""Straight-line distances from the centre of each cell to that of the nearest target cell, by SciPy.

GDAL's proximity passes nearest targets on from cell to cell, which can miss the nearest one, and knows square cells and
whole target values alone. Rows are held as far as a largest distance reaches; without one the whole grid is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import scipy.ndimage

from ...declaration.facts import Grid
from ..run import Run
from .raster_windows import CELLS_PER_WINDOW, BandCells, Window, split

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
    reach = grid.height if limit is None else math.ceil(min(limit / grid.cell_height, grid.height))
    rows = max(2 * reach, CELLS_PER_WINDOW // grid.width, 1)
    held = min(rows + 2 * reach, grid.height)
    run.require.size("bytes", BYTES_PER_CELL * held * grid.width, "the arrays in memory",
                     "a smaller max_distance, larger cells or a smaller extent")  # fmt: skip
    for top in range(0, grid.height, rows):
        north, bottom = max(0, top - reach), min(grid.height, top + rows)
        nearest = _nearest(_targets(run, band, is_target, north, min(grid.height, bottom + reach)), grid)
        for window in split(grid.width, bottom - top, (grid.width, 1), CELLS_PER_WINDOW):
            run.progress((top + window.row) / grid.height)
            first = top + window.row
            part = nearest[:, first - north : first - north + window.height, window.column :][..., : window.width]
            away = _length(part, grid, first - north, window.column)
            if limit is not None:
                away[away > limit * (1 + 1e-12)] = np.nan
            yield window._replace(row=first), away


def _targets(run: Run, band: BandCells, is_target: Targets, north: int, south: int) -> np.ndarray:
    """Tells which cells of some rows are targets."""
    targets = np.zeros((south - north, band.grid.width), bool)
    for window in split(band.grid.width, south - north, band.block, CELLS_PER_WINDOW):
        run.raise_if_cancelled()
        cells = band.read(window._replace(row=north + window.row))
        band.refuse_infinite(cells)
        targets[window.row :, window.column :][: window.height, : window.width] = is_target(cells)
    return targets


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
