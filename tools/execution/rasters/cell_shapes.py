# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes of cells: regions of equal value, each cell as a square, or its centre."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
import pyogrio.raw
import shapely
from osgeo import gdal, ogr

from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ..run import Run
from .raster_files import gdal_failures, gdal_progress
from .raster_windows import BandCells, Window, windows_of

Connectivity = Literal[4, 8]
NOT_MADE = "the regions could not be made"
NODATA = -(2**63)  # of the copy; no cell of a BandCells is beyond 2^53
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))


class CellShapes(NamedTuple):
    """Shapes with their values.

    Args:
        shapes: Polygons, multi-polygons or points.
        values: Of their cells.
        repaired_count: Regions whose rings touched themselves.
    """

    shapes: np.ndarray
    values: np.ndarray
    repaired_count: int = 0


def regions_of(run: Run, band: BandCells, connectivity: Connectivity) -> CellShapes:
    """Makes a polygon of each connected group of equal cells, a multi-polygon where cells may meet at corners.

    Returns: By value, then from north to south and west to east.
    Raises: ToolError BAD_VALUE where cells are no whole numbers, LIMIT_EXCEEDED, ENGINE_FAILED, CANCELLED.
    """
    if not _demand_regions(run, band):
        return CellShapes(np.zeros(0, object), np.zeros(0, np.int64))
    dataset, number = (band.dataset, band.number) if band.is_plain else (_whole_copy(run, band), 1)
    path = run.intermediate(".fgb")  # faster than a GeoPackage, but never without rows
    with run.timed(), gdal_failures(NOT_MADE):
        target = ogr.GetDriverByName("FlatGeobuf").CreateDataSource(path)
        layer = target.CreateLayer("regions", None, ogr.wkbPolygon, ["SPATIAL_INDEX=NO"])
        layer.CreateField(ogr.FieldDefn("value", ogr.OFTInteger64))
        source = dataset.GetRasterBand(number)
        options = ["8CONNECTED=8"] if connectivity == 8 else []
        try:
            gdal.Polygonize(source, source.GetMaskBand(), layer, 0, options, callback=gdal_progress(run))
        finally:
            run.raise_if_cancelled()
        del source, layer, target
    _, _, geometries, (values,) = pyogrio.raw.read(path)
    shapes = shapely.from_wkb(geometries)
    repaired = 0
    if connectivity == 8:
        touching = ~shapely.is_valid(shapes)
        shapes[touching] = shapely.make_valid(shapes[touching])
        repaired = int(np.count_nonzero(touching))
    west, _, _, north = shapely.bounds(shapes).T if len(shapes) else np.zeros((4, 0))
    order = np.lexsort((west, -north, values))
    return CellShapes(shapes[order], values[order], repaired)


def each_cell(run: Run, band: BandCells, as_points: bool) -> CellShapes:
    """Makes a square or a point of each cell that has a value, row by row.

    Raises: ToolError LIMIT_EXCEEDED, CANCELLED.
    """
    count = sum(int(np.count_nonzero(~np.isnan(band.read(window)))) for window in windows_of(run, [band]))
    run.require.size("rows", count, "the result", "fewer cells with a value, or result regions", "result")
    shapes, values = [np.zeros(0, object)], [np.zeros(0)]
    for window in windows_of(run, [band]):
        cells = band.read(window)
        row, column = np.nonzero(~np.isnan(cells))
        values.append(cells[row, column])
        shapes.append(_shapes(band.grid, column + window.column, row + window.row, as_points))
    return CellShapes(np.concatenate(shapes), np.concatenate(values))


def _shapes(grid: Grid, column: np.ndarray, row: np.ndarray, as_points: bool) -> Any:
    if as_points:
        return shapely.points(*_positions(grid, column + 0.5, row + 0.5))
    corners = [_positions(grid, column + right, row + below) for right, below in CORNERS]
    return shapely.polygons(np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1))


def _positions(grid: Grid, column: np.ndarray, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    a, b, c, d, e, f = grid.transform
    return a * column + b * row + c, d * column + e * row + f


def _demand_regions(run: Run, band: BandCells) -> bool:
    """Reads all cells once: none may have a fraction, and the corners of the regions are counted.

    Returns: Whether there is a region at all.
    """
    corners, has_values = 0, False
    for window in windows_of(run, [band]):
        right = min(window.width + 1, band.grid.width - window.column)
        below = min(window.height + 1, band.grid.height - window.row)
        cells = band.read(Window(window.column, window.row, right, below))
        if not band.is_whole:
            _demand_whole(band, cells)
        has_values = has_values or not np.isnan(cells).all()
        corners += _count_corners(np.nan_to_num(cells, nan=float(NODATA)))
    run.require.size("vertices", corners, "the regions", "fewer classes: majority in focal windows, or larger cells",
                     "raster")  # fmt: skip
    return has_values


def _count_corners(cells: np.ndarray) -> int:
    """Counts corners of regions inside an array of cells: two where a border turns, more where several meet."""
    above, below = cells[:-1, :-1] != cells[:-1, 1:], cells[1:, :-1] != cells[1:, 1:]
    left, right = cells[:-1, :-1] != cells[1:, :-1], cells[:-1, 1:] != cells[1:, 1:]
    sides = above.astype(np.int8) + below + left + right
    is_straight = (sides == 2) & (above == below)
    return int(sides.sum(dtype=np.int64) - 2 * np.count_nonzero(is_straight))


def _demand_whole(band: BandCells, cells: np.ndarray) -> None:
    values = cells[~np.isnan(cells)]
    odd = values[(values != np.floor(values)) | (np.abs(values) > 2**53)]
    if len(odd):
        raise ToolError("BAD_VALUE", f'cells of "{band.name}" are no whole numbers, such as {odd[0]:.15g}; regions are '
                        "made of classes, and 0.9 and 1.1 are not one", "raster_calculator with floor(a) or "
                        "where(a < 10, 1, 2) makes classes; result points keeps the values",
                        argument="raster")  # fmt: skip


def _whole_copy(run: Run, band: BandCells) -> Any:
    """Writes the physical values as 64-bit integers."""
    a, b, c, d, e, f = band.grid.transform
    with gdal_failures(NOT_MADE):
        copy = gdal.GetDriverByName("GTiff").Create(
            run.intermediate(".tif"), band.grid.width, band.grid.height, 1, gdal.GDT_Int64, ["BIGTIFF=IF_SAFER"]
        )
        copy.SetGeoTransform((c, a, b, f, d, e))
        copy.GetRasterBand(1).SetNoDataValue(NODATA)
        for window in windows_of(run, [band]):
            cells = band.read(window)
            whole = np.where(np.isnan(cells), NODATA, np.nan_to_num(cells)).astype(np.int64)
            copy.GetRasterBand(1).WriteArray(whole, window.column, window.row)
        copy.FlushCache()
    return copy
