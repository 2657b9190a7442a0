# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes without small patches, by GDAL on whole numbers, whatever type holds them."""

from __future__ import annotations

from typing import Any

import numpy as np
from osgeo import gdal

from ...declaration.errors import ToolError
from ..run import Run
from ..terrain.flow_grids import demand_memory
from .cell_regions import BYTES_PER_CELL, find_regions, strips
from .raster_files import gdal_failures, gdal_progress, intermediate_raster
from .raster_windows import BandCells, Window

NODATA = -(2.0**31)  # of the step between; no class may have it


def sieved(run: Run, band: BandCells, crs: str, min_cells: int, connectivity: int) -> Any:
    """Gives an open dataset of the sieved classes as int32, removed after the call.

    Raises: ToolError BAD_VALUE for values that are no classes, LIMIT_EXCEEDED, ENGINE_FAILED, CANCELLED.
    """
    demand_memory(run, band.grid, BYTES_PER_CELL)
    with intermediate_raster(run, band.grid, crs, "int32", NODATA) as plain:
        for window in strips(run, band, (0.0, 0.2)):
            plain.write(window, _classes(band, window))
    with run.timed(), gdal_failures("the patches could not be sieved"):
        opened = gdal.Open(plain.path, gdal.GA_Update)
        cells = opened.GetRasterBand(1)
        try:
            gdal.SieveFilter(cells, cells.GetMaskBand(), cells, min_cells, connectivity, callback=gdal_progress(run))
        finally:
            run.raise_if_cancelled()
        opened.FlushCache()
    return opened


def small_patches(run: Run, band: BandCells, opened: Any, min_cells: int, connectivity: int) -> int:
    """Counts the patches that are still smaller."""
    regions = find_regions(run, band, lambda window: read_sieved(opened, window), connectivity)
    return int((regions.cell_count < min_cells).sum())


def read_sieved(opened: Any, window: Window) -> np.ndarray:
    """Reads sieved classes; NoData is NaN."""
    cells = opened.GetRasterBand(1).ReadAsArray(*window).astype(float)
    cells[cells == NODATA] = np.nan
    return cells  # type: ignore[no-any-return]


def _classes(band: BandCells, window: Window) -> np.ndarray:
    """Reads stored classes.

    Raises: ToolError BAD_VALUE.
    """
    stored, missing = band.read_stored(window)
    cells = stored.astype(float)
    if missing is not None:
        cells[missing] = np.nan
    valid = cells[~np.isnan(cells)]
    strange = valid[(valid != np.floor(valid)) | (np.abs(valid) >= -NODATA)]
    if len(strange):
        raise ToolError("BAD_VALUE", f'{len(strange)} cells of "{band.name}" hold no class, such as {strange[0]:.15g}; '
                        "classes are whole numbers of at most 31 bits",
                        "reclassify_raster makes classes of measures", argument="raster")  # fmt: skip
    return cells
