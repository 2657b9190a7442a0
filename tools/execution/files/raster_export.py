# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells as GeoTIFF, COG or ASCII grid; no cell changes its value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal

from ...declaration.errors import ToolError
from ...declaration.layers import Raster
from ..layers.layer_facts import open_raster
from ..rasters.nodata_values import declared_nodata, fits
from ..run import Run
from .cell_copy import CopyPlan, copy_raster, dtype_of, is_valid, read_cells, windows
from .complaints import listening

TYPES = {"byte": "uint8"}
ASCII_NODATA = -9999.0


def export_cells(
    run: Run,
    raster: Raster,
    target: Path,
    file_format: str,
    data_type: str | None,
    nodata: float | None,
    compression: str,
) -> None:
    """Writes a raster to a file that is to be renamed into place.

    Args:
        data_type: Word of the new type; None for that of the raster.
        nodata: New NoData; None for that of the raster.
    Raises:
        ToolError BAD_VALUE, GRID_UNSUITABLE, ENGINE_FAILED.
    """
    path, _ = run.file_of(raster)
    source = open_raster(path)
    bands = tuple(range(1, source.RasterCount + 1))
    stored = str(np.result_type(*(dtype_of(source.GetRasterBand(number)) for number in bands)).name)
    dtype = TYPES.get(data_type or "", data_type) or stored
    if file_format == "ascii_grid":
        nodata = _ascii_nodata(run, raster, source, nodata)
        dtype = "float64" if dtype in ("int64", "uint64") else dtype  # as which GDAL writes them
    old = declared_nodata(source.GetRasterBand(1), stored)
    new = old if nodata is None else nodata
    if new is not None and not fits(new, dtype):
        raise ToolError("BAD_VALUE", f"nodata {new:.15g} does not fit the type {data_type or dtype}",
                        "choose a nodata the type can hold and no cell has", argument="nodata")  # fmt: skip
    with run.timed():
        if dtype != stored or nodata is not None:
            for number in bands:
                _check_cells(run, source.GetRasterBand(number), source, dtype, new, nodata is not None)
        options = ["BIGTIFF=IF_SAFER", *([] if compression == "none" else [f"COMPRESS={compression.upper()}"])]
        plan = CopyPlan(bands, dtype, new, keeps_alpha=True, options=tuple(options))
        if file_format == "geotiff":
            copy_raster(run, source, str(target), plan, (0.5, 1.0))
        else:
            between = run.intermediate(".tif")
            copy_raster(run, source, between, CopyPlan(bands, dtype, new, keeps_alpha=True), (0.5, 0.9))
            _copied(between, target, file_format, compression)


def _copied(between: str, target: Path, file_format: str, compression: str) -> None:
    options = {
        "cog": ["OVERVIEW_RESAMPLING=NEAREST", f"COMPRESS={compression.upper()}", "BIGTIFF=IF_SAFER"],
        "ascii_grid": [],
    }[file_format]
    driver = gdal.GetDriverByName({"cog": "COG", "ascii_grid": "AAIGrid"}[file_format])
    with listening() as complaints:
        driver.CreateCopy(str(target), gdal.Open(between), 0, options)
    if complaints.failures or not target.exists():
        raise ToolError("ENGINE_FAILED", f"the raster could not be written as {file_format}")


def _ascii_nodata(run: Run, raster: Raster, source: Any, nodata: float | None) -> float | None:
    """Holds a raster against what an ASCII grid can be, and gives its NoData.

    Raises:
        ToolError BAD_VALUE, GRID_UNSUITABLE.
    """
    grid = raster.facts.grid
    assert grid is not None
    if source.RasterCount != 1:
        raise ToolError("BAD_VALUE", f'"{raster.name}" has {source.RasterCount} bands; an ascii_grid holds one',
                        "geotiff holds them all", argument="format")  # fmt: skip
    run.require.north_up(raster)
    if abs(grid.cell_width - grid.cell_height) > 1e-9 * grid.cell_width:
        raise ToolError("GRID_UNSUITABLE", f'the cells of "{raster.name}" are {grid.cell_width:g} x '
                        f"{grid.cell_height:g}; an ascii_grid has square ones", "geotiff holds them",
                        argument="format")  # fmt: skip
    band = source.GetRasterBand(1)
    if band.GetScale() not in (None, 1.0) or band.GetOffset() not in (None, 0.0):
        raise ToolError("BAD_VALUE", f'"{raster.name}" has scale and offset, which an ascii_grid cannot state',
                        "raster_calculator writes scaled values; geotiff keeps both", argument="format")  # fmt: skip
    if raster.facts.crs:
        run.note("the CRS of an ASCII grid stands in the .prj file beside it")
    declared = declared_nodata(band, dtype_of(band))
    if _holds(np.isinf, source):
        raise ToolError("BAD_VALUE", f'"{raster.name}" has infinite cells, which an ascii_grid does not keep',
                        "geotiff keeps them", argument="format")  # fmt: skip
    if nodata is None and (np.isnan(declared) if declared is not None else _holds(np.isnan, source)):
        run.note(f"NoData is {ASCII_NODATA:g}; many readers of ASCII grids know no NaN")
        return ASCII_NODATA
    return nodata


def _holds(what: Callable[[np.ndarray], np.ndarray], source: Any) -> bool:
    band = source.GetRasterBand(1)
    if np.dtype(dtype_of(band)).kind != "f":
        return False
    return any(bool(what(read_cells(band, window)).any()) for window in windows(source))


def _check_cells(run: Run, band: Any, source: Any, dtype: str, nodata: float | None, is_new: bool) -> None:
    """Refuses a type that does not hold every value exactly, and a NoData that a cell has as its value.

    Raises:
        ToolError BAD_VALUE.
    """
    unfit, hidden, taken, example = 0, 0, 0, None
    for window in windows(source):
        cells = read_cells(band, window)
        valid = is_valid(cells, declared_nodata(band, cells.dtype.name))
        shown = cells[valid]
        hidden += cells.size - shown.size
        wrong = ~held_exactly(shown, dtype)
        if wrong.any() and example is None:
            example = shown[wrong][0]
        unfit += int(wrong.sum())
        if is_new and nodata is not None:
            taken += int((shown == nodata).sum())
        run.progress(0.5 * (window.top + window.height) / source.RasterYSize)
    total = source.RasterXSize * source.RasterYSize
    if unfit:
        raise ToolError("BAD_VALUE", f"data_type: {unfit} of {total} cells are not exactly held by {dtype}, such as "
                        f"{example}", "same keeps them; raster_calculator rounds where that is meant",
                        argument="data_type")  # fmt: skip
    if taken:
        raise ToolError("BAD_VALUE", f"nodata: {taken} cells have the value {nodata:g} and would be lost",
                        "choose a value no cell has", argument="nodata")  # fmt: skip
    if hidden and nodata is None and np.dtype(dtype).kind != "f":
        raise ToolError("BAD_VALUE", f"nodata: {hidden} cells are NaN, which {dtype} cannot hold",
                        "give a nodata", argument="nodata")  # fmt: skip


def held_exactly(values: np.ndarray, dtype: str) -> np.ndarray:
    """Tells which values a type holds without any change."""
    kind = np.dtype(dtype)
    if values.dtype == kind:
        return np.ones(values.shape, bool)
    with np.errstate(invalid="ignore", over="ignore"):
        if kind.kind in "iu":
            limits = np.iinfo(kind)
            low, high = values >= limits.min, values <= limits.max
            within = low & high
            safe = np.where(within, values, values.dtype.type(0))
        else:
            within, safe = np.ones(values.shape, bool), values
        changed = safe.astype(kind)
        return within & (changed.astype(values.dtype) == safe) & (np.isfinite(changed) | ~np.isfinite(safe))
