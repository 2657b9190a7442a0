# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster that is changed and written again, in the format that the extension stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...tasks.crs_equality import parse_crs
from ...tasks.output_format import RASTER_FORMATS, extension
from ..grid import Grid
from ..source_file import gdal_settings

MASK_INSIDE = "GDAL_TIFF_INTERNAL_MASK"


@dataclass(frozen=True)
class EditedRaster:
    """A raster in memory.

    Args:
        cells: As they are stored, one array per band.
        valid: False where NoData, one array per band.
        data_type: Of the cells, as NumPy calls it.
        nodata: What is declared as NoData; None where nothing is.
        mask_band: Whether NoData is told by a mask beside the cells.
        scale: Scale and offset from stored to physical values.
        transform: a, b, c, d, e, f.
        options: Creation options of GeoTIFF.
    """

    cells: tuple[np.ndarray, ...]
    valid: tuple[np.ndarray, ...]
    data_type: str
    nodata: float | int | None
    mask_band: bool
    scale: tuple[float, float]
    crs: str | None
    transform: tuple[float, ...]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def physical(self) -> tuple[np.ndarray, ...]:
        """The cells with scale and offset applied."""
        factor, offset = self.scale
        return tuple(cells if self.scale == (1.0, 0.0) else cells * factor + offset for cells in self.cells)

    def stored(self, physical: np.ndarray) -> np.ndarray:
        """Returns physical values as they are stored."""
        factor, offset = self.scale
        stored = (physical - offset) / factor if self.scale != (1.0, 0.0) else physical
        return (np.rint(stored) if np.dtype(self.data_type).kind in "iu" else stored).astype(self.data_type)

    def with_cells(self, cells: Any) -> EditedRaster:
        """Returns the raster with other stored cells, one array per band."""
        return replace(self, cells=tuple(cells))

    def with_grid(self, change: Callable[[np.ndarray], np.ndarray]) -> EditedRaster:
        """Returns the raster with cells and mask of every band changed alike."""
        return replace(self, cells=tuple(map(change, self.cells)), valid=tuple(map(change, self.valid)))

    def writer(self) -> Callable[[Path], None]:
        """Returns what writes the raster at a path."""
        return partial(write_raster, self)


def read_raster(path: Path, grid: Grid) -> EditedRaster:
    """Reads all cells of an open grid."""
    with gdal_settings():
        bands = [grid.dataset.GetRasterBand(number) for number in range(1, grid.bands + 1)]
        cells = tuple(band.ReadAsArray() for band in bands)
        valid = tuple(band.GetMaskBand().ReadAsArray() != 0 for band in bands)
        from osgeo import gdal

        masked = bands[0].GetMaskFlags() == gdal.GMF_PER_DATASET
    valid = tuple(mask & (one == one) for mask, one in zip(valid, cells, strict=True))
    scale = (bands[0].GetScale() or 1.0, bands[0].GetOffset() or 0.0)
    nodata = bands[0].GetNoDataValue()
    return EditedRaster(cells, valid, cells[0].dtype.name, nodata, masked, scale, grid.crs, grid.transform)


def write_raster(raster: EditedRaster, path: Path) -> None:
    """Writes a raster: GeoTIFF, or an ASCII grid."""
    from osgeo import gdal

    driver = RASTER_FORMATS[extension(path.name)].driver
    with gdal_settings():
        if driver == "GTiff":
            _fill(raster, "GTiff", str(path), [f"{name}={value}" for name, value in raster.options.items()])
        else:
            memory = _fill(raster, "MEM", "", [])
            # all digits of a real, and none behind a whole number
            reals = np.dtype(raster.data_type).kind == "f"
            digits = ["SIGNIFICANT_DIGITS=17"] if raster.data_type == "float64" else ["SIGNIFICANT_DIGITS=9"]
            gdal.GetDriverByName(driver).CreateCopy(str(path), memory, options=digits if reals else [])


def _fill(raster: EditedRaster, driver: str, path: str, options: list[str]) -> Any:
    from osgeo import gdal, gdal_array

    height, width = raster.cells[0].shape
    code = gdal_array.NumericTypeCodeToGDALTypeCode(np.dtype(raster.data_type).type)
    dataset = gdal.GetDriverByName(driver).Create(path, width, height, len(raster.cells), code, options)
    a, b, c, d, e, f = raster.transform
    dataset.SetGeoTransform([c, a, b, f, d, e])
    if raster.crs is not None:
        dataset.SetSpatialRef(parse_crs(raster.crs))
    if raster.mask_band:
        before = gdal.GetConfigOption(MASK_INSIDE)
        gdal.SetConfigOption(MASK_INSIDE, "YES")
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        gdal.SetConfigOption(MASK_INSIDE, before)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(raster.valid[0].astype(np.uint8) * 255)
    for number, cells in enumerate(raster.cells, start=1):
        band = dataset.GetRasterBand(number)
        if raster.nodata is not None:
            band.SetNoDataValue(raster.nodata)
        if raster.scale != (1.0, 0.0):
            band.SetScale(raster.scale[0])
            band.SetOffset(raster.scale[1])
        band.WriteArray(cells)
    dataset.FlushCache()
    return dataset
