# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster file: its grid, its bands, and its cells by window, physical values with NoData told apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..tasks.gdal_errors import GDAL_ERRORS, gdal_words
from ..tasks.output_format import RASTER_FORMATS, extension
from ..tasks.raster_grid import MAX_SIDE
from .found_crs import wkt_of
from .source_file import Unreadable, gdal_settings, open_dataset
from .unreadable import engine_words

CELLS_PER_WINDOW = 4_000_000
DATA_TYPES = {"Byte": "byte", "Int8": "int8"}


class Window(NamedTuple):
    """Whole rows of a grid: the first one and how many."""

    first: int
    rows: int


class Cells(NamedTuple):
    """Cells of a window.

    Args:
        values: Physical values, integers as they are stored where no scale or offset applies.
        valid: False where NoData.
    """

    values: np.ndarray
    valid: np.ndarray


class Grid:
    """An open raster.

    Args:
        dataset: GDAL dataset, opened for reading.
    """

    def __init__(self, dataset: Any):
        self.dataset = dataset
        self.width, self.height, self.bands = dataset.RasterXSize, dataset.RasterYSize, dataset.RasterCount
        c, a, b, f, d, e = dataset.GetGeoTransform()
        self.transform = (a, b, c, d, e, f)
        self.crs = wkt_of(dataset.GetSpatialRef())

    def band_types(self) -> list[str]:
        """Returns the data type of every band, as contracts write it."""
        from osgeo import gdal

        bands = [self._band(band) for band in range(1, self.bands + 1)]
        names = ["int8" if _is_signed_byte(band) else gdal.GetDataTypeName(band.DataType) for band in bands]
        return [DATA_TYPES.get(name, name.lower()) for name in names]

    def nodata(self, band: int) -> float | int | None:
        """Returns the NoData value of a band, None where there is none."""
        return self._band(band).GetNoDataValue()

    def cells(self, band: int, window: Window) -> Cells:
        """Reads a window of a band, scale and offset applied.

        Edges: NaN is NoData; masks and a transparent alpha band are NoData too.
        Raises: Unreadable.
        """
        try:
            source = self._band(band)
            values = source.ReadAsArray(0, window.first, self.width, window.rows)
            mask = source.GetMaskBand().ReadAsArray(0, window.first, self.width, window.rows)
        except GDAL_ERRORS as error:
            words = engine_words(gdal_words(error), Path(self.dataset.GetDescription()))
            raise Unreadable(f"breaks off while its cells are read{words}") from None
        if values is None or mask is None:
            raise Unreadable("breaks off while its cells are read")
        valid = mask != 0
        if _is_signed_byte(source):
            values = values.view(np.int8)
            valid &= values != source.GetNoDataValue()
        scale, offset = source.GetScale(), source.GetOffset()
        if (scale not in (None, 1.0)) or (offset not in (None, 0.0)):
            values = values.astype(float) * (1.0 if scale is None else scale) + (offset or 0.0)
        if values.dtype.kind == "f":
            valid &= ~np.isnan(values)
        return Cells(values, valid)

    def windows(self) -> Iterator[Window]:
        """Yields windows of whole rows that cover the grid, about four million cells each."""
        rows = max(1, CELLS_PER_WINDOW // self.width)
        for first in range(0, self.height, rows):
            yield Window(first, min(rows, self.height - first))

    def center(self, row: int, column: int) -> list[float]:
        """Returns x and y of the middle of a cell, counted from 0."""
        a, b, c, d, e, f = self.transform
        x, y = column + 0.5, row + 0.5
        return [a * x + b * y + c, d * x + e * y + f]

    def _band(self, band: int) -> Any:
        return self.dataset.GetRasterBand(band)


def _is_signed_byte(band: Any) -> bool:
    """Tells whether GDAL before 3.7, which has no int8, calls signed bytes byte; its mask overlooks negative NoData."""
    return band.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE") == "SIGNEDBYTE"


def open_grid(path: Path) -> Grid:
    """Opens a raster file with the driver of its extension.

    Raises: Unreadable.
    """
    raster_format = RASTER_FORMATS.get(extension(path.name))
    if raster_format is None:
        raise Unreadable(f"has the extension {path.suffix or '(none)'}, which no raster format has")
    with gdal_settings():
        dataset = open_dataset(path, raster_format.driver, raster=True)
        if max(dataset.RasterXSize, dataset.RasterYSize) > MAX_SIDE:
            raise Unreadable(f"declares {dataset.RasterXSize} x {dataset.RasterYSize} cells")
        try:
            grid = Grid(dataset)
        except GDAL_ERRORS as error:
            raise Unreadable(f"has a place that cannot be read{engine_words(gdal_words(error), path)}") from None
        if not np.isfinite(grid.transform).all():
            raise Unreadable("has a transform that is no numbers")
        return grid
