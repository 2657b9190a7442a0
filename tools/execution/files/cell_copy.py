# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies rasters by window, changing type, NoData and masks on the way; no cell is changed without being asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from osgeo import gdal, gdal_array

from ...declaration.errors import ToolError
from ..rasters.band_meaning import BandMeaning, meaning_of, photometric_options, state_meanings
from ..rasters.nodata_values import as_stored, declared_nodata, missing_cells
from ..run import Run

CELLS_AT_ONCE = 4_000_000
LATER_CODES = {"int8": "GDT_Int8", "int64": "GDT_Int64", "uint64": "GDT_UInt64"}  # from GDAL 3.7 and 3.5 on
CODES = {
    "uint8": gdal.GDT_Byte,
    "int16": gdal.GDT_Int16,
    "uint16": gdal.GDT_UInt16,
    "int32": gdal.GDT_Int32,
    "uint32": gdal.GDT_UInt32,
    "float32": gdal.GDT_Float32,
    "float64": gdal.GDT_Float64,
    **{name: getattr(gdal, code) for name, code in LATER_CODES.items() if hasattr(gdal, code)},
}


class Window(NamedTuple):
    """Rows of a raster that are worked on at once."""

    top: int
    height: int


class CopyPlan(NamedTuple):
    """How a raster is copied.

    Args:
        bands: Numbers of the bands, in order.
        dtype: numpy name of the new type.
        nodata: NoData of all bands; None for none.
        masked: Whether cells that mask or alpha hide become NoData.
        keeps_alpha: Whether a band declared as alpha stays one.
        options: Of GeoTIFF.
    """

    bands: tuple[int, ...]
    dtype: str
    nodata: float | None
    masked: bool = False
    keeps_alpha: bool = False
    options: tuple[str, ...] = ("BIGTIFF=IF_SAFER",)


def windows(dataset: Any) -> Iterator[Window]:
    """Cuts a raster into full-width windows of whole blocks."""
    block_height = max(1, dataset.GetRasterBand(1).GetBlockSize()[1])
    rows = max(1, CELLS_AT_ONCE // max(1, dataset.RasterXSize))
    step = max(block_height, rows // block_height * block_height)
    for top in range(0, dataset.RasterYSize, step):
        yield Window(top, min(step, dataset.RasterYSize - top))


def read_cells(band: Any, window: Window) -> np.ndarray:
    """Reads a window of a band as stored.

    Raises:
        ToolError BAD_FORMAT where the file is damaged.
    """
    try:
        cells = band.ReadAsArray(0, window.top, band.XSize, window.height)
    except RuntimeError:
        cells = None
    if cells is None:
        raise ToolError("BAD_FORMAT", "the raster is damaged or cut short; not all of its cells can be read",
                        "fetch the file again")  # fmt: skip
    return cells


def is_valid(cells: np.ndarray, nodata: float | None) -> np.ndarray:
    """Tells which cells hold a value; NaN never is one.

    Args:
        nodata: That the type of the cells can hold.
    """
    missing = missing_cells(cells, nodata)
    return np.ones(cells.shape, bool) if missing is None else ~missing


def dtype_of(band: Any) -> str:
    """Gives the numpy name of a band's cell type; of signed bytes int16 where GDAL cannot write them.

    Raises:
        ToolError BAD_FORMAT for complex cells.
    """
    kind = gdal_array.GDALTypeCodeToNumericTypeCode(band.DataType)
    if kind is None or np.dtype(kind).kind == "c":
        raise ToolError("BAD_FORMAT", "the raster holds complex numbers, which no tool reads")
    if is_signed_byte(band):
        return "int8" if "int8" in CODES else "int16"
    return str(np.dtype(kind).name)


def is_signed_byte(band: Any) -> bool:
    """Tells whether bytes are -128 to 127 by the remark of GDAL before 3.7, which its warper does not heed."""
    return bool(band.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE") == "SIGNEDBYTE")


def copy_raster(run: Run, source: Any, target: str, plan: CopyPlan, share: tuple[float, float] = (0.0, 1.0)) -> None:
    """Writes a GeoTIFF with the cells of some bands of a raster.

    Args:
        source: Open GDAL dataset.
        share: Part of the run's progress this copy is.
    """
    width, height = source.RasterXSize, source.RasterYSize
    driver = gdal.GetDriverByName("GTiff")
    meanings = [_copied_meaning(source.GetRasterBand(number), plan) for number in plan.bands]
    options = [*plan.options, *photometric_options(meanings, plan.keeps_alpha)]
    made = driver.Create(target, width, height, len(plan.bands), CODES[plan.dtype], options)
    if made is None:
        raise ToolError("ENGINE_FAILED", "the raster could not be created")
    copy_place(source, made)
    state_meanings(made, meanings)
    for window in windows(source):
        for index, number in enumerate(plan.bands, start=1):
            band = source.GetRasterBand(number)
            cells = read_cells(band, window)
            made.GetRasterBand(index).WriteArray(_changed(cells, band, window, plan), 0, window.top)
        run.progress(share[0] + (share[1] - share[0]) * (window.top + window.height) / height)
    made.FlushCache()


def _changed(cells: np.ndarray, band: Any, window: Window, plan: CopyPlan) -> np.ndarray:
    hidden = ~is_valid(cells, declared_nodata(band, cells.dtype.name))
    if plan.masked and band.GetMaskFlags() & gdal.GMF_PER_DATASET:
        hidden |= read_cells(band.GetMaskBand(), window) == 0
    with np.errstate(invalid="ignore"):
        changed = cells.astype(plan.dtype)
    if plan.nodata is not None and hidden.any():
        changed[hidden] = as_stored(plan.nodata, plan.dtype)
    return changed


def copy_place(source: Any, made: Any) -> None:
    """Gives a new raster the place of another one: transform or control points, CRS, and what a pixel stands for."""
    transform = source.GetGeoTransform(can_return_null=True)
    if transform is not None:
        made.SetGeoTransform(transform)
    if source.GetSpatialRef() is not None:
        made.SetSpatialRef(source.GetSpatialRef())
    if transform is None and source.GetGCPCount():
        made.SetGCPs(source.GetGCPs(), source.GetGCPSpatialRef())
    pixel = source.GetMetadataItem("AREA_OR_POINT")
    if pixel:
        made.SetMetadataItem("AREA_OR_POINT", pixel)


def _copied_meaning(band: Any, plan: CopyPlan) -> BandMeaning:
    return meaning_of(band, plan.dtype)._replace(nodata=plan.nodata)
