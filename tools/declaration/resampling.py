# SPDX-License-Identifier: GPL-2.0-or-later
"""Methods of resampling, and what they make of the bands of a raster."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from .cell_types import CELL_TYPES, FLOAT32_DTYPES, stored_nodata
from .facts import Band

Resampling = Literal["nearest", "bilinear", "cubic", "average", "mode", "min", "max", "median", "sum"]
PixelUnit = Literal["m", "ft", "us_ft", "deg"]
KEEPS_CELLS = ("nearest", "mode", "min", "max", "median")
OVER_COVERED_CELLS = ("average", "mode", "min", "max", "median", "sum")
FOR_CLASSES = ("nearest", "mode")
WORDS = {cell_type.dtype: word for word, cell_type in CELL_TYPES.items()}


def resampled_bands(bands: tuple[Band, ...], resampling: str, nodata: float | None) -> tuple[Band, ...]:
    """Gives the bands of a resampled raster: methods that take cells as they are keep the type, others make floats.

    Args:
        nodata: Of the result; None for that of each band.
    """
    keeps = resampling in KEEPS_CELLS
    return tuple(
        replace(
            band,
            dtype=(dtype := band.dtype if keeps else float_for(band.dtype)),
            nodata=nodata_as_stored(dtype, band.nodata if nodata is None else nodata),
            is_palette=band.is_palette and keeps,
        )
        for band in bands
    )


def float_for(dtype: str) -> str:
    """Names the float type that holds all numbers of a type, as far as one does."""
    return "float32" if dtype in FLOAT32_DTYPES else "float64"


def nodata_as_stored(dtype: str, nodata: float | None) -> float | None:
    """Gives a NoData value as cells of a type hold it."""
    return stored_nodata(WORDS[dtype], nodata) if nodata is not None and dtype in WORDS else nodata


def is_nodata_held(band: Band) -> bool:
    """Tells whether a band declares a NoData that its cells can have and that is a number."""
    if band.nodata is None or band.nodata != band.nodata:
        return False
    return band.dtype not in WORDS or CELL_TYPES[WORDS[band.dtype]].holds(band.nodata)
