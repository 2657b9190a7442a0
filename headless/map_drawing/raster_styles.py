# SPDX-License-Identifier: GPL-2.0-or-later
"""Styles of rasters: a ramp for continuous cells, greys for shades, a wheel for angles, colours for classes."""

from __future__ import annotations

import math

import numpy as np
from osgeo import gdal
from qgis.core import (
    QgsColorRampShader,
    QgsFillSymbol,
    QgsPalettedRasterRenderer,
    QgsRasterLayer,
    QgsRasterShader,
    QgsSingleBandPseudoColorRenderer,
)
from qgis.PyQt.QtGui import QColor

from .class_breaks import number_text
from .legend import ColourBar, Legend, LegendEntry
from .map_job import CellValues
from .palette import AROUND, HATCH, MORE, PAPER, SHADE, UNKNOWN, class_colours

SAMPLE_CELLS = 400  # along each side, read for the range of colours
MOST_CLASSES = 12
FULL_RANGE_SHARE = 0.6


def style_raster(layer: QgsRasterLayer, classes_of: QgsRasterLayer, band: int, values: CellValues) -> Legend:
    """Styles a raster with the range or the classes of another one.

    Args:
        layer: The raster to style.
        classes_of: The raster whose cells give range and classes.
        band: From 1; the first one where the raster has fewer.
        values: What the cells are.
    """
    band = band if 1 <= band <= layer.bandCount() else 1
    cells, has_gaps = sampled_cells(classes_of, band)
    if values in ("categorical", "label"):
        legend = _by_class(layer, classes_of, band, np.unique(cells), np.unique(sampled_cells(layer, band)[0]))
    else:
        legend = _by_ramp(layer, band, cells, values)
    if has_gaps or sampled_cells(layer, band)[1]:
        legend.entries.append(LegendEntry(no_data_symbol(), "NoData"))
    return legend


def sampled_cells(layer: QgsRasterLayer, band: int) -> tuple[np.ndarray, bool]:
    """Reads every n-th cell of a band, as stored.

    Returns: The values there are, and whether any cell has none.
    """
    dataset = gdal.Open(layer.source())
    source = dataset.GetRasterBand(min(band, dataset.RasterCount))
    size = (min(SAMPLE_CELLS, source.XSize), min(SAMPLE_CELLS, source.YSize))
    cells = source.ReadAsArray(buf_xsize=size[0], buf_ysize=size[1])
    mask = source.GetMaskBand().ReadAsArray(buf_xsize=size[0], buf_ysize=size[1]) > 0
    if np.issubdtype(cells.dtype, np.floating):
        mask &= np.isfinite(cells)
    scale, offset = source.GetScale() or 1.0, source.GetOffset() or 0.0
    kept = cells[mask]
    if (scale, offset) != (1.0, 0.0):
        kept = kept * scale + offset
    return kept, not bool(mask.all())


def no_data_symbol() -> QgsFillSymbol:
    """Makes the sign of cells without a value: a pale hatch."""
    symbol = QgsFillSymbol.createSimple({"color": PAPER, "outline_color": HATCH, "outline_width": "0.1"})
    symbol.appendSymbolLayer(hatch_layer())
    return symbol


def hatch_layer() -> object:
    """Makes the pale hatch that shows through where a raster has no value."""
    from qgis.core import QgsLinePatternFillSymbolLayer

    return QgsLinePatternFillSymbolLayer.create(
        {"angle": "45", "distance": "1.4", "color": HATCH, "line_width": "0.18"}
    )


def _by_ramp(layer: QgsRasterLayer, band: int, cells: np.ndarray, values: CellValues) -> Legend:
    low, high = _range(cells, values)
    stops = {"angle": AROUND, "shade": SHADE}.get(values, MORE)
    shader_function = QgsColorRampShader(low, high)
    shader_function.setColorRampType(QgsColorRampShader.Type.Interpolated)
    steps = [low + (high - low) * index / (len(stops) - 1) for index in range(len(stops))]
    shader_function.setColorRampItemList(
        [QgsColorRampShader.ColorRampItem(value, QColor(stop)) for value, stop in zip(steps, stops, strict=True)]
    )
    shader = QgsRasterShader(low, high)
    shader.setRasterShaderFunction(shader_function)
    renderer = QgsSingleBandPseudoColorRenderer(layer.dataProvider(), band, shader)
    renderer.setClassificationMin(low)
    renderer.setClassificationMax(high)
    layer.setRenderer(renderer)
    labels = [number_text(_short(low + (high - low) * index / 4, high - low)) for index in range(5)]
    return Legend(bar=ColourBar(list(stops), labels, is_smooth=True))


def _range(cells: np.ndarray, values: CellValues) -> tuple[float, float]:
    """Returns the values at the ends of the ramp: all, but without the outermost half percent at
    each side where that would leave most of the ramp to a few cells."""
    if values == "angle":
        return 0.0, 360.0 if cells.size == 0 or float(cells.max()) > 7 else 2 * math.pi
    if cells.size == 0:
        return 0.0, 1.0
    least, most = float(cells.min()), float(cells.max())
    low, high = (float(value) for value in np.percentile(cells, (0.5, 99.5)))
    if high - low >= FULL_RANGE_SHARE * (most - least):
        low, high = least, most
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def _short(value: float, span: float) -> float:
    """Rounds a label to a thousandth of the span."""
    return round(value, max(0, 2 - math.floor(math.log10(span)))) if span < 1000 else round(value)


def _by_class(
    layer: QgsRasterLayer, classes_of: QgsRasterLayer, band: int, present: np.ndarray, found: np.ndarray
) -> Legend:
    values = [float(value) for value in present]
    own = {entry.value: entry.color.name() for entry in classes_of.dataProvider().colorTable(band)}
    colours = class_colours(len(values)) if set(values) - set(own) else [own[value] for value in values]
    classes = [
        QgsPalettedRasterRenderer.Class(value, QColor(colour), number_text(value))
        for value, colour in zip(values, colours, strict=True)
    ]
    strange = [float(value) for value in np.setdiff1d(found, present)]
    classes += [QgsPalettedRasterRenderer.Class(value, QColor(UNKNOWN), number_text(value)) for value in strange]
    layer.setRenderer(QgsPalettedRasterRenderer(layer.dataProvider(), band, classes))
    entries = [
        LegendEntry(colour_symbol(colour), number_text(value))
        for value, colour in list(zip(values, colours, strict=True))[:MOST_CLASSES]
    ]
    if len(values) > MOST_CLASSES:
        entries.append(LegendEntry(colour_symbol(PAPER), f"and {len(values) - MOST_CLASSES} more classes"))
    if strange:
        entries.append(LegendEntry(colour_symbol(UNKNOWN), "not in the reference"))
    return Legend(entries=entries)


def colour_symbol(colour: str) -> QgsFillSymbol:
    """Makes a plain box for a legend."""
    return QgsFillSymbol.createSimple({"color": colour, "outline_color": HATCH, "outline_width": "0.1"})
