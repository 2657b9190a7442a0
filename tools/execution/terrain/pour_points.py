# SPDX-License-Identifier: GPL-2.0-or-later
"""Points from which basins are drawn, moved to the cells that the water runs through."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from ....tasks.crs_equality import metres_per_unit
from ...declaration.layers import Points, Raster
from ..geometry.shapes import apart, read_shapes
from ..layers.rows import RowSet
from ..rasters.cell_sampling import on_cells
from ..rasters.raster_windows import open_band
from ..run import Run
from .flow_grids import Directions, kernels, read_whole
from .stream_links import positions


class PourPoints(NamedTuple):
    """Points that have a cell.

    Args:
        rows: Their rows, repeated for the points of a multi-point.
        cells: The cell of each.
        moved_m: How far from the point to the centre of its cell.
        accumulation: There; NaN where none was given.
        lost_count: Points without a cell.
    """

    rows: RowSet
    cells: np.ndarray
    moved_m: np.ndarray
    accumulation: np.ndarray
    lost_count: int


def placed_points(
    run: Run, points: Points, directions: Directions, crs: str, accumulation: Raster | None, reach: float
) -> PourPoints:
    """Finds the cell with the most accumulation within reach of each point; its own cell where there is no reach.

    Args:
        reach: In CRS units.
    Edges: NULL and EMPTY points have no cell.
    """
    parts = apart(read_shapes(run, points))
    grid = directions.band.grid
    full = np.flatnonzero(~shapely.is_missing(parts.shapes))
    places = shapely.get_coordinates(parts.shapes[full])
    inside = np.stack(on_cells(grid, *places.T), axis=1)
    most = max(grid.width, grid.height)
    inside = np.clip(inside, -2.0 * most - 1e6, 2.0 * most + 1e6)  # so that a place far off has a cell number
    wetness = np.zeros(directions.codes.size)
    if accumulation is not None:
        wetness = read_whole(run, open_band(run, accumulation))
    sides = np.array([grid.cell_width, grid.cell_height])
    reach = min(reach, 1e9 * sides.min())  # in cells it is a whole number
    with run.timed():
        cells = kernels().wettest_near(inside, directions.codes, wetness, float(reach), sides, *directions.shape)
    found = cells >= 0
    away = np.hypot(*(positions(grid, cells[found]) - places[found]).T)
    return PourPoints(
        parts.rows.take(full[found]),
        cells[found],
        away * metres_per_unit(crs),
        wetness[cells[found]] if accumulation is not None else np.full(int(found.sum()), np.nan),
        len(parts.shapes) - int(found.sum()),
    )
