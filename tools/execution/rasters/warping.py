# SPDX-License-Identifier: GPL-2.0-or-later
"""Warps a raster onto another grid by GDAL, with an exact transformation."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from osgeo import gdal, osr

from ....tasks.crs_equality import parse_crs, quiet_osr, same_crs
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Extent, Grid
from ...declaration.layers import Raster
from ...declaration.observation import crs_label
from ...declaration.resampling import KEEPS_CELLS
from ..files.cell_copy import CopyPlan, copy_raster, dtype_of, is_signed_byte, is_valid, read_cells, windows
from ..layers.layer_facts import open_raster
from ..run import Run
from .band_meaning import BandMeaning, meaning_of
from .cell_ratios import cell_ratio
from .nodata_values import declared_nodata
from .raster_files import RasterFile, gdal_failures, gdal_progress, report_valid
from .raster_windows import demand_finite, open_every_band, windows_of

EDGE_POINTS = 101
GDAL_METHODS = {
    "nearest": "near", "bilinear": "bilinear", "cubic": "cubic", "average": "average", "mode": "mode", "min": "min",
    "max": "max", "median": "med", "sum": "sum",
}  # fmt: skip
MIRRORED = {"min": "max", "max": "min"}
NOT_WARPED = "the raster could not be warped or written"


class WarpPlan(NamedTuple):
    """How a raster is warped.

    Args:
        crs: Of the result, code or WKT.
        resampling: A word of GDAL_METHODS.
        grid: Of the result, of any orientation.
        bands: Facts of the bands of the result.
    """

    crs: str
    resampling: str
    grid: Grid
    bands: tuple[Band, ...]


def warp(run: Run, raster: Raster, plan: WarpPlan) -> str:
    """Writes the output raster of a call.

    Raises:
        ToolError BAD_VALUE, LIMIT_EXCEEDED, ENGINE_FAILED, CANCELLED.
    """
    demand_cells(run, plan.grid)
    _demand_exact(run, raster, plan)
    source = _plain(run, raster, plan)
    path = run.destination_path("output", ".tif")
    new = RasterFile(run, path, plan.grid, plan.crs, _meanings(source, plan))
    with new, run.timed(), gdal_failures(NOT_WARPED):
        try:
            done = gdal.Warp(new.dataset, source, callback=gdal_progress(run), **_options(raster, plan))
        finally:
            run.raise_if_cancelled()
        if not done:
            raise RuntimeError
    _report(run, path)
    return path


def demand_cells(run: Run, grid: Grid) -> None:
    """Refuses a result of too many cells.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    run.require.size("cells", grid.width * grid.height, "the result", "a larger pixel_size, or an extent", "pixel_size")


def _demand_exact(run: Run, raster: Raster, plan: WarpPlan) -> None:
    """Demands that integers of 64 bits survive GDAL, which warps them as floats.

    Raises:
        ToolError BAD_VALUE.
    """
    for band in open_every_band(run, raster):
        if band.facts.dtype not in ("int64", "uint64"):
            continue
        for nodata in (band.facts.nodata, plan.bands[0].nodata):
            if nodata is not None and int(float(nodata)) != nodata:
                raise ToolError("BAD_VALUE", f'NoData {nodata} of "{raster.name}" is no number that 64-bit floats, in '
                                "which cells are warped, hold exactly", "set_nodata declares another one")  # fmt: skip
        for window in windows_of(run, [band]):
            band.read_stored(window, "float64")


def _options(raster: Raster, plan: WarpPlan) -> dict[str, Any]:
    options = []
    filled: dict[str, Any] = {}
    if plan.bands[0].nodata is not None:
        filled["dstNodata"] = plan.bands[0].nodata
        options.append("INIT_DEST=NO_DATA")
    assert raster.facts.grid is not None
    ratio = cell_ratio(raster.facts.grid, raster.facts.crs or "", plan.grid, plan.crs)
    if ratio is not None:
        # left to itself GDAL guesses how far to interpolate from the size of each chunk, so that edges move the middle
        options += [f"XSCALE={ratio.across:.15g}", f"YSCALE={ratio.down:.15g}"]
    return {"resampleAlg": GDAL_METHODS[_method(plan)], "errorThreshold": 0, "warpOptions": options, **filled}


def _method(plan: WarpPlan) -> str:
    """Gives the method on stored values: under a negative scale the largest stored value is the least."""
    return MIRRORED.get(plan.resampling, plan.resampling) if plan.bands[0].scale < 0 else plan.resampling


def _meanings(source: Any, plan: WarpPlan) -> list[BandMeaning]:
    """Says of the bands of the result what they are."""
    meanings = []
    for number, facts in enumerate(plan.bands, start=1):
        meaning = meaning_of(source.GetRasterBand(number), facts.dtype)._replace(nodata=facts.nodata)
        if meaning.is_palette and not facts.is_palette:
            meaning = meaning._replace(role=gdal.GCI_Undefined, colours=None)
        meanings.append(meaning._replace(scale=facts.scale, offset=facts.offset))
    return meanings


def extent_of(raster: Raster, crs: str) -> Extent:
    """Gives the extent of a raster in another CRS.

    Raises:
        ToolError CRS_UNSUITABLE where it has none.
    """
    extent = image_of(raster, crs)
    if extent is None:
        raise ToolError("CRS_UNSUITABLE", f'"{raster.name}" has no image in {crs_label(crs)}, or lies over the line '
                        "where it is torn apart", "a CRS made for the area, or an extent that has an image",
                        argument="target_crs")  # fmt: skip
    return extent


def image_of(raster: Raster, crs: str) -> Extent | None:
    """Gives the extent of a raster in another CRS, along points of its edges; None where it has none in one piece."""
    own, grid = raster.facts.crs or "", raster.facts.grid
    assert grid is not None
    if same_crs(own, crs):
        return grid.extent
    try:
        with quiet_osr():
            moved = osr.CoordinateTransformation(parse_crs(own), parse_crs(crs))
            extent = Extent(*moved.TransformBounds(*grid.extent, EDGE_POINTS))
    except RuntimeError:
        return None
    return extent if all(map(math.isfinite, extent)) and extent.xmin < extent.xmax else None


def _plain(run: Run, raster: Raster, plan: WarpPlan) -> Any:
    """Opens a raster whose cells GDAL reads rightly, all without a value declared NoData; else a copy that is so.

    Raises:
        ToolError BAD_VALUE where cells with a value have that of the NoData of the result, or cannot be averaged.
    """
    path, _ = run.file_of(raster)
    source = open_raster(path)
    nodata = plan.bands[0].nodata
    hides = taken = infinite = 0
    for number in range(1, source.RasterCount + 1):
        band = source.GetRasterBand(number)
        declared = declared_nodata(band, dtype_of(band))
        hides += bool(band.GetMaskFlags() & gdal.GMF_PER_DATASET) or is_signed_byte(band)
        hides += band.GetNoDataValue() is not None and declared is None
        if declared == nodata and np.dtype(dtype_of(band)).kind != "f":
            continue
        for window in windows(source):
            cells = read_cells(band, window)
            valid = is_valid(cells, declared)
            if cells.dtype.kind == "f" and (declared is None or not np.isnan(declared)):
                hides += int(np.isnan(cells).sum())
            if cells.dtype.kind == "f" and plan.resampling not in KEEPS_CELLS:
                infinite += int(np.isinf(cells[valid]).sum())
            taken += int((cells[valid] == nodata).sum())
            run.raise_if_cancelled()
    demand_finite(infinite, raster.name)
    if taken:
        raise ToolError("BAD_VALUE", f"nodata: {taken} cells have the value {nodata:.15g} and would be lost",
                        "choose a value no cell has", argument="nodata")  # fmt: skip
    if not hides:
        return source
    copy = run.intermediate(".tif")
    bands = tuple(range(1, source.RasterCount + 1))
    dtype = str(np.result_type(*(dtype_of(source.GetRasterBand(number)) for number in bands)).name)
    copy_raster(run, source, copy, CopyPlan(bands, dtype, nodata, masked=True), (0.0, 0.1))
    return open_raster(copy)


def _report(run: Run, path: str) -> None:
    made = open_raster(path)
    band = made.GetRasterBand(1)
    nodata = declared_nodata(band, dtype_of(band))
    valid = sum(int(is_valid(read_cells(band, window), nodata).sum()) for window in windows(made))
    report_valid(run, valid, made.RasterXSize * made.RasterYSize)
