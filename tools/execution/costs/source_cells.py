# SPDX-License-Identifier: GPL-2.0-or-later
"""The cells of a cost surface in which features lie: those that hold a point, or that a line or polygon touches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from ...declaration.errors import ToolError
from ...declaration.layers import Points, Vector
from ...declaration.wording import counted
from ..layers.rows import read_geometries
from ..rasters.burning import burnt
from ..run import Run
from .cost_surfaces import BYTES_PER_CELL, CostSurface

BYTES_PER_SOURCE = 48  # places of cells, and what sorting them takes


class FeatureCells(NamedTuple):
    """Where a search may begin.

    Args:
        places: Of cells without barrier, each once.
        barrier_count: Cells of features that are NoData.
        outside_count: Features that lie outside of the surface, or have no geometry.
    """

    places: np.ndarray
    barrier_count: int
    outside_count: int


def cells_of_features(run: Run, layer: Vector, surface: CostSurface) -> FeatureCells:
    """Finds the cells of all features.

    Raises: ToolError LIMIT_EXCEEDED.
    """
    shapes = shapely.from_wkb(read_geometries(run, layer), on_invalid="ignore")
    grid = surface.grid
    found, has_cell = [np.zeros(0, np.int64)], np.zeros(len(shapes), bool)
    size = BYTES_PER_CELL * grid.width * grid.height
    with run.timed():
        for strip in burnt(run, shapes, grid, "any_touch"):
            row, column = np.nonzero(strip.last >= 0)
            found.append(surface.place(row + strip.window.row, column))
            has_cell[strip.met] = True
            size += BYTES_PER_SOURCE * len(row)
            run.require.size("bytes", size, "the arrays in memory", "smaller sources, larger cells or a smaller extent")
    places = np.concatenate(found)
    is_barrier = np.isnan(surface.cost[places])
    return FeatureCells(places[~is_barrier], int(is_barrier.sum()), int((~has_cell).sum()))


def places_of_points(run: Run, layer: Points, surface: CostSurface) -> np.ndarray:
    """Gives the place of the cell of each row; -1 outside, without geometry and on NoData, which is said.

    Raises: ToolError WRONG_GEOMETRY_TYPE for several points in one feature.
    """
    shapes = shapely.from_wkb(read_geometries(run, layer), on_invalid="ignore")
    several = int((shapely.get_num_geometries(shapes) > 1).sum())
    if several:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'{counted(several, "feature")} of "{layer.name}" with several points; '
                        "a path is between two", "multipart_to_singlepart makes a feature of each point")  # fmt: skip
    places = _places_of(shapely.get_geometry(shapes, 0), surface)
    on_barrier = (places >= 0) & np.isnan(surface.cost[places])
    tell_lost(run, layer, int(on_barrier.sum()), int((places < 0).sum()), "point")
    return np.where(on_barrier, -1, places)


def tell_lost(run: Run, layer: Vector, barrier_count: int, outside_count: int, noun: str = "cell") -> None:
    """Tells which features have no cell to begin in."""
    if barrier_count:
        run.warn("BAD_VALUE", f'{counted(barrier_count, noun)} of "{layer.name}" on NoData of the cost raster, which '
                 "is a barrier")  # fmt: skip
    if outside_count:
        run.warn("BAD_VALUE", f'{counted(outside_count, "feature")} of "{layer.name}" outside of the cost raster, or '
                 "without geometry")  # fmt: skip


def _places_of(points: np.ndarray, surface: CostSurface) -> np.ndarray:
    full = points.copy()
    full[shapely.is_empty(points)] = None  # GEOS has no x for an EMPTY point
    return surface.places(shapely.get_x(full), shapely.get_y(full))
