# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster file becomes a layer: a plain north-up GeoTIFF is bound in place, all else is written as a GeoTIFF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal

from ...declaration.errors import ToolError, did_you_mean
from ..layers.layer_facts import facts_of_gdal_dataset
from ..rasters.free_values import Cells, free_value
from ..rasters.nodata_values import declared_nodata
from ..reference_systems.crs import crs_text
from ..run import Run
from ..workspace import Written
from .cell_copy import CopyPlan, copy_raster, dtype_of, is_signed_byte, is_valid, read_cells, windows
from .complaints import listening
from .side_files import is_placed_by_world_file, side_file_remarks


def import_raster(run: Run, dataset: Any, path: str, sublayer: str | None) -> Any:
    """Makes a layer of a raster file.

    Args:
        dataset: The open file.
        sublayer: Number of a page where the file has several.
    Raises:
        ToolError AMBIGUOUS_LAYER, UNKNOWN_LAYER, BAD_FORMAT, GRID_UNSUITABLE.
    """
    page = _page_of(dataset, Path(path).name, sublayer)
    if page:
        dataset = gdal.Open(f"GTIFF_DIR:{page}:{path}")
    for number in range(1, dataset.RasterCount + 1):
        dtype_of(dataset.GetRasterBand(number))
    with run.timed(), listening() as complaints:
        hides = _hiding(run, dataset)
        _refuse_cut_short(dataset, path)
        is_plain = dataset.GetDriver().ShortName == "GTiff" and not page
        is_plain = is_plain and not hides and not is_placed_by_world_file(path, dataset) and _has_plain_nodata(dataset)
        is_plain = is_plain and not _has_signed_bytes(run, dataset)
        written = Written(Path(path), "") if is_plain else _converted(run, dataset, hides)
    complaints.refuse_damaged(path, "cells")
    for remark in side_file_remarks(path, dataset):
        run.note(remark)
    _say(run, dataset)
    return written


def _page_of(dataset: Any, name: str, sublayer: str | None) -> int:
    """Finds the page that is meant; 0 where the file has one."""
    pages = [str(number) for number in range(1, len(dataset.GetSubDatasets()) + 1)]
    if sublayer is not None and sublayer not in pages:
        raise ToolError("UNKNOWN_LAYER", f'sublayer: "{name}" is a raster without a page "{sublayer}"',
                        did_you_mean(sublayer, pages, "pages"), argument="sublayer", found=sublayer)  # fmt: skip
    if len(pages) > 1 and sublayer is None:
        raise ToolError("AMBIGUOUS_LAYER", f'"{name}" holds {len(pages)} images, its pages 1 to {len(pages)}',
                        "name one as sublayer", argument="sublayer")  # fmt: skip
    return int(sublayer) if sublayer is not None and len(pages) > 1 else 0


def _hiding(run: Run, dataset: Any) -> str:
    """Finds what hides cells beside NoData: "mask", "alpha", "odd alpha" for a band that only claims to be one."""
    alpha = _alpha_band(dataset)
    if alpha:
        values: set[float] = set()
        for window in windows(dataset):
            values |= set(np.unique(read_cells(dataset.GetRasterBand(alpha), window)).tolist())
        largest = float(np.iinfo(dtype_of(dataset.GetRasterBand(alpha))).max)
        if values <= {0, 1, largest}:
            return "alpha"
        run.warn("BAD_VALUE", f"band {alpha} is declared as alpha but holds {len(values)} different values; it stays a "
                 "band and hides nothing")  # fmt: skip
        return "odd alpha"
    flags = dataset.GetRasterBand(1).GetMaskFlags() if dataset.RasterCount else 0
    return "mask" if flags & gdal.GMF_PER_DATASET and not flags & gdal.GMF_ALPHA else ""


def _alpha_band(dataset: Any) -> int:
    numbers = range(1, dataset.RasterCount + 1)
    found = [n for n in numbers if dataset.GetRasterBand(n).GetColorInterpretation() == gdal.GCI_AlphaBand]
    return found[-1] if found and dataset.RasterCount > 1 else 0


def _has_plain_nodata(dataset: Any) -> bool:
    """Tells whether all bands declare one NoData, which their cells can hold, or none."""
    bands = [dataset.GetRasterBand(number) for number in range(1, dataset.RasterCount + 1)]
    is_held = all(band.GetNoDataValue() is None or _nodata_of(band) is not None for band in bands)
    return is_held and len({str(band.GetNoDataValue()) for band in bands}) == 1


def _nodata_of(band: Any) -> float | None:
    return declared_nodata(band, dtype_of(band))


def _has_signed_bytes(run: Run, dataset: Any) -> bool:
    """Finds bytes that are to be read as -128 to 127, and says what becomes of them."""
    if not any(is_signed_byte(dataset.GetRasterBand(number)) for number in range(1, dataset.RasterCount + 1)):
        return False
    run.note("signed bytes, which go from -128 to 127, became int16")
    return True


def _converted(run: Run, dataset: Any, hides: str) -> Written:
    alpha = _alpha_band(dataset) if hides == "alpha" else 0
    bands = tuple(number for number in range(1, dataset.RasterCount + 1) if number != alpha)
    dtypes = [dtype_of(dataset.GetRasterBand(number)) for number in bands]
    dtype = str(np.result_type(*dtypes).name)
    declared = list(dict.fromkeys(_nodata_of(dataset.GetRasterBand(number)) for number in bands))
    nodata = declared[0]
    is_masked = hides in ("mask", "alpha")
    if len(declared) > 1 or (is_masked and nodata is None):
        held = [value for value in declared if value is not None]
        nodata, dtype = free_value(_cells(dataset, bands, is_masked), dtype, held)
    if len(declared) > 1:
        told = ", ".join("none" if value is None else f"{value:g}" for value in declared)
        run.note(f"bands declare NoData values that differ ({told}); all have {nodata:g} now, which no cell has")
    target = run.destination_path("layer", ".tif")
    copy_raster(run, dataset, target, CopyPlan(bands, dtype, nodata, is_masked))
    if is_masked:
        word = f"alpha band {alpha}" if alpha else "mask"
        run.note(f"cells hidden by the {word} are NoData now ({nodata:g})"
                 + ("" if dtype == dtypes[0] else f", for which {dtypes[0]} became {dtype}"))  # fmt: skip
    return Written(Path(target), "")


def _cells(dataset: Any, bands: tuple[int, ...], is_masked: bool) -> Iterator[Cells]:
    """Reads stored cells and which of them have no value, band by band."""
    for number in bands:
        band = dataset.GetRasterBand(number)
        for window in windows(dataset):
            cells = read_cells(band, window)
            missing = ~is_valid(cells, _nodata_of(band))
            yield cells, missing | (read_cells(band.GetMaskBand(), window) == 0) if is_masked else missing


def _refuse_cut_short(dataset: Any, path: str) -> None:
    """Refuses a GeoTIFF whose blocks reach beyond the end of the file.

    Raises:
        ToolError BAD_FORMAT.
    """
    if dataset.GetDriver().ShortName != "GTiff":
        return
    size = Path(path).stat().st_size
    planes = dataset.RasterCount if dataset.GetMetadataItem("INTERLEAVE", "IMAGE_STRUCTURE") == "BAND" else 1
    for number in range(1, planes + 1):
        band = dataset.GetRasterBand(number)
        width, height = band.GetBlockSize()
        for row in range(-(-band.YSize // height)):
            for column in range(-(-band.XSize // width)):
                start = band.GetMetadataItem(f"BLOCK_OFFSET_{column}_{row}", "TIFF")
                length = band.GetMetadataItem(f"BLOCK_SIZE_{column}_{row}", "TIFF")
                if start and length and int(start) + int(length) > size:
                    raise ToolError("BAD_FORMAT", f'"{Path(path).name}" is cut short: its cells reach to byte '
                                    f"{int(start) + int(length)} of {size}", "fetch the file again",
                                    argument="file")  # fmt: skip


def _say(run: Run, dataset: Any) -> None:
    facts = facts_of_gdal_dataset(dataset)
    transform = dataset.GetGeoTransform(can_return_null=True)
    if transform is None:
        points = dataset.GetGCPCount()
        words = f"{points} ground control points and no grid" if points else "no position at all"
        run.warn("GRID_UNSUITABLE", f"the raster states {words}; its coordinates are counts of cells")
    elif facts.grid is not None and not facts.grid.is_north_up:
        is_rotated = transform[2] or transform[4]
        run.warn("GRID_UNSUITABLE", f"the raster is {'rotated' if is_rotated else 'stored south-up'}; it was loaded as "
                 "it is, and tools that need a north-up grid refuse it")  # fmt: skip
    if not crs_text(dataset.GetSpatialRef()):
        run.warn("CRS_MISSING", "the file declares no CRS; it stays missing and nothing was assumed")
    for number, band in enumerate(facts.bands or (), start=1):
        if band.is_palette:
            run.note(f"band {number} holds classes (a palette); its values are no measures")
        if band.scale != 1 or band.offset:
            run.note(f"band {number} holds stored numbers: value = stored * {band.scale:.10g} + {band.offset:.10g}")
        declared = dataset.GetRasterBand(number).GetNoDataValue()
        if declared is not None and band.nodata is None:
            run.warn("BAD_VALUE", f"band {number} declares NoData {declared:g}, which {band.dtype} cannot hold; no "
                     "cell is NoData, and the layer declares none")  # fmt: skip
