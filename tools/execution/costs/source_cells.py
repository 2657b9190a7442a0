# SPDX-License-Identifier: GPL-2.0-or-later
"""The cells of a cost surface in which features lie: those that hold a point, or that a line or polygon touches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from osgeo import gdal

from ...declaration.errors import ToolError
from ...declaration.layers import Points, Vector
from ...declaration.wording import counted
from ..layers.layer_facts import open_vector
from ..layers.rows import read_geometries
from ..rasters.raster_files import gdal_failures
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

    Raises: ToolError ENGINE_FAILED.
    """
    shapes = shapely.from_wkb(read_geometries(run, layer), on_invalid="ignore")
    parts, owner = shapely.get_parts(shapes, return_index=True)
    parts, inner = shapely.get_parts(parts, return_index=True)  # twice, for collections hold multi-part shapes
    is_point = shapely.get_dimensions(parts) == 0
    found = [_places_of(parts[is_point], surface)]
    if (shapely.get_dimensions(parts) > 0).any():
        found.append(_touched(run, layer, surface))
    places = np.unique(np.concatenate(found))
    places = places[places >= 0]
    is_barrier = np.isnan(surface.cost[places])
    meets = _meets(shapes, surface)
    with_point = owner[inner][is_point]
    of_points = shapely.get_dimensions(shapes) == 0
    meets[of_points] = np.bincount(with_point, found[0] >= 0, minlength=len(shapes))[of_points] > 0
    return FeatureCells(places[~is_barrier], int(is_barrier.sum()), int((~meets).sum()))


def _meets(shapes: np.ndarray, surface: CostSurface) -> np.ndarray:
    """Tells which shapes have bounds that meet the surface."""
    west, south, east, north = surface.grid.extent
    bounds = shapely.bounds(shapes)
    with np.errstate(invalid="ignore"):
        return (  # type: ignore[no-any-return]
            (bounds[:, 0] <= east) & (bounds[:, 2] >= west) & (bounds[:, 1] <= north) & (bounds[:, 3] >= south)
        )


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


def _touched(run: Run, layer: Vector, surface: CostSurface) -> np.ndarray:
    grid = surface.grid
    with gdal_failures("the features could not be laid over the cells"), run.timed():
        mask = gdal.GetDriverByName("MEM").Create("", grid.width, grid.height, 1, gdal.GDT_Byte)
        a, b, c, d, e, f = grid.transform
        mask.SetGeoTransform((c, a, b, f, d, e))
        path, sublayer = run.file_of(layer)
        dataset = open_vector(path)
        source = dataset.GetLayerByName(sublayer)
        if source.GetSpatialRef() is not None:
            mask.SetSpatialRef(source.GetSpatialRef())
        gdal.RasterizeLayer(mask, [1], source, burn_values=[1], options=["ALL_TOUCHED=TRUE"])
        touched = mask.ReadAsArray().ravel()
    size = BYTES_PER_CELL * len(touched) + BYTES_PER_SOURCE * int(np.count_nonzero(touched))
    run.require.size("bytes", size, "the arrays in memory", "smaller sources, larger cells or a smaller extent")
    row, column = np.divmod(np.flatnonzero(touched), grid.width)
    return (row + 1) * (grid.width + 2) + column + 1  # type: ignore[no-any-return]
