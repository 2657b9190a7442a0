# SPDX-License-Identifier: GPL-2.0-or-later
"""What a band says of its cells beside their values, from one file to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from osgeo import gdal

from .nodata_values import as_stored, declared_nodata

COLOURED = ("uint8", "uint16")  # cell types that a GeoTIFF takes a colour table for
RGB = (gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand)


class BandMeaning(NamedTuple):
    """What one band declares.

    Args:
        dtype: numpy name of its cells.
        nodata: As stored; None for none that the cells can hold. A GeoTIFF has one type and one NoData for all bands.
        scale, offset: A value is the stored number times scale plus offset.
        unit, description: "" for none.
        role: GDAL's colour interpretation; GCI_PaletteIndex says that values are classes.
        colours: GDAL colour table; None for none.
    """

    dtype: str
    nodata: float | None = None
    scale: float = 1.0
    offset: float = 0.0
    unit: str = ""
    description: str = ""
    role: int = gdal.GCI_Undefined
    colours: Any = None

    @property
    def is_scaled(self) -> bool:
        """Tells whether scale or offset stand between stored and physical values."""
        return (self.scale, self.offset) != (1.0, 0.0)

    @property
    def is_palette(self) -> bool:
        """Tells whether values are classes."""
        return self.role == gdal.GCI_PaletteIndex


def meaning_of(band: Any, dtype: str) -> BandMeaning:
    """Reads what a GDAL band declares.

    Args:
        dtype: numpy name of its cells.
    """
    scale, offset = band.GetScale(), band.GetOffset()
    return BandMeaning(
        dtype,
        declared_nodata(band, dtype),
        1.0 if scale in (None, 0.0) else scale,
        offset or 0.0,
        band.GetUnitType() or "",
        band.GetDescription() or "",
        band.GetColorInterpretation(),
        band.GetRasterColorTable(),
    )


def state_meanings(dataset: Any, meanings: Sequence[BandMeaning]) -> None:
    """Declares what the bands of a new GeoTIFF mean, before their cells are written.

    Edges: A colour table is kept by a file of one band of bytes or uint16; else only that its values are classes.
    """
    is_single = len(meanings) == 1
    for number, meaning in enumerate(meanings, start=1):
        band = dataset.GetRasterBand(number)
        if meaning.nodata is not None:
            band.SetNoDataValue(as_stored(meaning.nodata, meaning.dtype))
        if meaning.is_scaled:
            band.SetScale(meaning.scale)
            band.SetOffset(meaning.offset)
        if meaning.unit:
            band.SetUnitType(meaning.unit)
        if meaning.description:
            band.SetDescription(meaning.description)
        if is_single and meaning.colours is not None and meaning.dtype in COLOURED:
            band.SetRasterColorTable(meaning.colours)
        elif meaning.is_palette:
            band.SetRasterColorInterpretation(gdal.GCI_PaletteIndex)


def photometric_options(meanings: Sequence[BandMeaning], keeps_alpha: bool = False) -> list[str]:
    """Says as options of GeoTIFF what bands are, since GDAL takes the fourth of four bytes for alpha unless told."""
    roles = [meaning.role for meaning in meanings]
    has_colours = len(meanings) == 1 and meanings[0].colours is not None and meanings[0].dtype in COLOURED
    photometric = [] if has_colours else [f"PHOTOMETRIC={'RGB' if tuple(roles[:3]) == RGB else 'MINISBLACK'}"]
    return [*photometric, f"ALPHA={'YES' if keeps_alpha and gdal.GCI_AlphaBand in roles else 'NO'}"]
