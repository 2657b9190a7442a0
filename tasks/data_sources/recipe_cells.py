# SPDX-License-Identifier: GPL-2.0-or-later
"""Recipes whose result is a raster."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from ..output_format import RASTER_FORMATS, extension
from .recipe_rows import InExtent
from .source_failure import SourceFailure

__all__ = ["InExtent", "cells_in_extent"]


def cells_in_extent(inputs: list[Path], parameters: InExtent, seed: int, made: Path) -> None:
    """Cuts out the cells whose centres lie in an extent, values untouched.

    Raises: SourceFailure where the raster is rotated or has no such cell.
    """
    from osgeo import gdal

    form = RASTER_FORMATS.get(extension(inputs[0].name))
    if form is None:
        raise SourceFailure(f"{inputs[0].name} is no raster", "use a raster.", "BAD_FORMAT", is_final=True)
    source = gdal.OpenEx(str(inputs[0]), gdal.OF_RASTER | gdal.OF_VERBOSE_ERROR, allowed_drivers=[form.driver])
    left, top, columns, rows = _window(source, parameters.extent)
    options = gdal.TranslateOptions(
        format=RASTER_FORMATS[extension(made.name)].driver, srcWin=[left, top, columns, rows]
    )
    target = gdal.Translate(str(made), source, options=options)
    del target  # closing writes


def _window(source: Any, extent: list[float]) -> tuple[int, int, int, int]:
    """Returns first column, first row, columns and rows."""
    x, a, b, y, d, e = source.GetGeoTransform()
    if b or d:
        raise SourceFailure("cells_in_extent cuts no rotated raster", "use another one.", "BAD_FORMAT", is_final=True)
    xmin, ymin, xmax, ymax = extent
    left, right = _cells(xmin, xmax, x, a, source.RasterXSize)
    top, bottom = _cells(ymin, ymax, y, e, source.RasterYSize)
    if left > right or top > bottom:
        raise SourceFailure("cells_in_extent finds no cell in its extent", "move it.", "BAD_VALUE", is_final=True)
    return left, top, right - left + 1, bottom - top + 1


def _cells(least: float, most: float, origin: float, step: float, count: int) -> tuple[int, int]:
    """Returns the first and last cell of an axis whose centre lies from `least` to `most`."""
    ends = sorted(((least - origin) / step - 0.5, (most - origin) / step - 0.5))
    return max(0, math.ceil(ends[0])), min(count - 1, math.floor(ends[1]))
