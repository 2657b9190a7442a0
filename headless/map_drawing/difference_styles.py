# SPDX-License-Identifier: GPL-2.0-or-later
"""Signs of differences, and the styles of their layers.

Each kind has a colour, a pattern and a shape, so that any one of the three is enough. Nothing but QGIS is needed.
"""

from __future__ import annotations

from typing import Any

from qgis.core import (
    Qgis,
    QgsCentroidFillSymbolLayer,
    QgsColorRampShader,
    QgsFillSymbol,
    QgsLinePatternFillSymbolLayer,
    QgsLineSymbol,
    QgsMapLayer,
    QgsMarkerLineSymbolLayer,
    QgsMarkerSymbol,
    QgsPalettedRasterRenderer,
    QgsPointPatternFillSymbolLayer,
    QgsRasterLayer,
    QgsRasterShader,
    QgsSingleBandPseudoColorRenderer,
    QgsSingleSymbolRenderer,
    QgsSymbol,
)
from qgis.PyQt.QtGui import QColor

from ..difference_layers.written_layers import CELL_KINDS, WrittenLayer
from .palette import CELL_LOOKS, INK, PAPER, ROW_LOOKS, DifferenceLook
from .vector_styles import LINE, POINT, point_size

SAME_FILL = "#d8dce1"
MOST_SIGNED = 60  # polygons beyond this many carry a pattern alone, no sign
TINT = 70  # of 255


def style_difference_layer(layer: QgsMapLayer, written: WrittenLayer) -> None:
    """Styles a difference layer by its kind; a table has no style."""
    if written.kind == "cells":
        layer.setRenderer(_cell_renderer(layer))
    elif written.kind == "gaps":
        layer.setRenderer(_gap_renderer(layer, written.span))
    elif layer.isSpatial():
        shape = layer.geometryType()
        is_before = written.kind == "before"
        symbol = before_symbol(shape) if is_before else difference_symbol(written.kind, shape, written.rows)
        layer.setRenderer(QgsSingleSymbolRenderer(symbol))


def difference_symbol(kind: str, shape: Qgis.GeometryType, count: int) -> QgsSymbol:
    """Makes the symbol of one kind of difference.

    Args:
        kind: same, wrong, moved, missing or extra.
        shape: Point, line or polygon.
        count: How many shapes of that kind there are.
    """
    look = ROW_LOOKS[kind]
    if shape == POINT:
        return _marker(look, point_size(count) * (0.8 if kind == "same" else 1.15))
    if shape == LINE:
        return _line(look, kind, count)
    return _polygon(look, kind, count)


def before_symbol(shape: Qgis.GeometryType) -> QgsSymbol:
    """Makes the symbol of where a moved shape should be: hollow and dotted."""
    colour = ROW_LOOKS["moved"].colour
    if shape == POINT:
        return _marker(ROW_LOOKS["moved"]._replace(marker="circle"), 1.8, hollow=True)
    if shape == LINE:
        return QgsLineSymbol.createSimple({"line_color": colour, "line_width": "0.3", "line_style": "dot"})
    outline = {"style": "no", "outline_color": colour, "outline_width": "0.3", "outline_style": "dot"}
    return QgsFillSymbol.createSimple(outline)


def ring_symbol() -> QgsMarkerSymbol:
    """Makes a ring that draws the eye to a place without hiding it."""
    ring = {"name": "circle", "size": "3.4", "color": "0,0,0,0", "outline_color": INK, "outline_width": "0.3"}
    return QgsMarkerSymbol.createSimple(ring)


def footprint_symbol(kind: str) -> QgsFillSymbol:
    """Makes the outline of a whole grid: dashed for the reference, solid for the output."""
    look = ROW_LOOKS[kind]
    style = {"color": _tinted(look.colour, 40), "outline_color": look.colour, "outline_width": "0.5"}
    return QgsFillSymbol.createSimple(style | {"outline_style": "dash" if look.dashed else "solid"})


def _cell_renderer(layer: QgsRasterLayer) -> QgsPalettedRasterRenderer:
    classes = [
        QgsPalettedRasterRenderer.Class(CELL_KINDS.index(kind), QColor(colour), word)
        for kind, (word, colour) in CELL_LOOKS.items()
    ]
    return QgsPalettedRasterRenderer(layer.dataProvider(), 1, classes)


def _gap_renderer(layer: QgsRasterLayer, span: float) -> QgsSingleBandPseudoColorRenderer:
    span = span or 1.0
    stops = {-span: CELL_LOOKS["too_low"][1], 0.0: CELL_LOOKS["same"][1], span: CELL_LOOKS["too_high"][1]}
    ramp = QgsColorRampShader(-span, span)
    ramp.setColorRampType(QgsColorRampShader.Type.Interpolated)
    ramp.setColorRampItemList(
        [QgsColorRampShader.ColorRampItem(value, QColor(colour), f"{value:.4g}") for value, colour in stops.items()]
    )
    shader = QgsRasterShader()
    shader.setRasterShaderFunction(ramp)
    renderer = QgsSingleBandPseudoColorRenderer(layer.dataProvider(), 1, shader)
    renderer.setClassificationMin(-span)
    renderer.setClassificationMax(span)
    return renderer


def _marker(look: DifferenceLook, size: float, hollow: bool = False) -> QgsMarkerSymbol:
    # A cross is all outline and takes the colour there; other shapes are parted by a pale rim.
    is_stroke = look.marker.startswith("cross")
    style = {
        "name": look.marker,
        "size": f"{size:.2f}",
        "color": "0,0,0,0" if hollow else look.colour,
        "outline_color": look.colour if is_stroke or hollow else PAPER,
        "outline_width": "0.5" if is_stroke else "0.2",
    }
    return QgsMarkerSymbol.createSimple(style)


def _line(look: DifferenceLook, kind: str, count: int) -> QgsLineSymbol:
    width = 0.35 if kind == "same" else 0.7
    style: dict[str, Any] = {"line_color": look.colour, "line_width": f"{width}", "capstyle": "flat"}
    if look.dashed:
        style |= {"use_custom_dash": "1", "customdash": "1.6;1.1"}
    symbol = QgsLineSymbol.createSimple(style)
    if kind != "same" and count <= MOST_SIGNED:
        signs = QgsMarkerLineSymbolLayer(rotateMarker=False)
        signs.setPlacements(Qgis.MarkerLinePlacement.CentralPoint)
        signs.setSubSymbol(_marker(look, 1.9))
        symbol.appendSymbolLayer(signs)
    return symbol


def _polygon(look: DifferenceLook, kind: str, count: int) -> QgsFillSymbol:
    fill = SAME_FILL if kind == "same" else _tinted(look.colour, TINT)
    style = {"color": fill, "outline_color": look.colour, "outline_width": "0.12" if kind == "same" else "0.35"}
    symbol = QgsFillSymbol.createSimple(style | {"outline_style": "dash" if look.dashed else "solid"})
    for angle in {"forward": (45,), "backward": (-45,), "cross": (45, -45)}.get(look.hatch, ()):
        lines = {"angle": str(angle), "distance": "1.3", "color": look.colour, "line_width": "0.25"}
        symbol.appendSymbolLayer(QgsLinePatternFillSymbolLayer.create(lines))
    if look.hatch == "dots":
        symbol.appendSymbolLayer(_dots(look))
    if kind != "same" and count <= MOST_SIGNED:
        sign = QgsCentroidFillSymbolLayer()
        sign.setPointOnSurface(True)
        sign.setPointOnAllParts(False)
        sign.setSubSymbol(_marker(look, 2.0))
        symbol.appendSymbolLayer(sign)
    return symbol


def _dots(look: DifferenceLook) -> QgsPointPatternFillSymbolLayer:
    dots = QgsPointPatternFillSymbolLayer()
    dots.setDistanceX(1.3)
    dots.setDistanceY(1.3)
    dots.setDisplacementX(0.65)
    dot = {"name": "circle", "size": "0.55", "color": look.colour, "outline_style": "no"}
    dots.setSubSymbol(QgsMarkerSymbol.createSimple(dot))
    return dots


def _tinted(colour: str, alpha: int) -> str:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"{red},{green},{blue},{alpha}"
