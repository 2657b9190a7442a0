# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps side by side with titles and one frame, such as what a tool was given and what it made."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from qgis.core import (
    Qgis,
    QgsFillSymbol,
    QgsMapLayer,
    QgsRasterLayer,
    QgsSimpleFillSymbolLayer,
    QgsSingleSymbolRenderer,
    QgsSymbol,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QPointF, QRectF, QSize, Qt
from qgis.PyQt.QtGui import QColor, QImage, QPainter, QPen

from .frame import Frame, frame_of
from .layer_maps import crs_label, hatched_ground
from .layer_opening import open_layer
from .legend import Legend, LegendEntry, map_font
from .map_job import PIXELS_PER_UNIT, Panel, PanelLayer, PanelsJob
from .palette import INK, OVER, PAPER, QUIET_INK
from .picture import paint_picture
from .raster_styles import style_raster
from .vector_styles import (
    LINE,
    POINT,
    POLYGON,
    count_words,
    plain_symbol,
    style_context,
    style_each,
    style_valueless,
    style_vector,
)

TITLE = 22.0
BETWEEN = 26.0
ARROW = 9.0

Styled = tuple[list[QgsMapLayer], Legend]  # what is painted, the uppermost first, and what the legend says of it


class OpenPanel(NamedTuple):
    """A panel with its layers opened, in their order."""

    panel: Panel
    layers: list[QgsMapLayer]


def paint_panels(job: PanelsJob) -> QImage:
    """Draws the panels of a job from left to right, an arrow between them.

    Raises: LayerMissing.
    """
    opened = [OpenPanel(panel, [open_layer(one.layer) for one in panel.layers]) for panel in job.panels]
    first, last = opened[0].layers[0], opened[-1].layers[0]
    shared = frame_of(last, first if job.frame == "both" else None)[0]
    maps = [
        _map(one, opened[0], shared if one.layers[0].crs() == last.crs() else frame_of(one.layers[0])[0], job.width)
        for one in opened
    ]
    return _joined([panel.title for panel in job.panels], maps, job.width)


def _map(opened: OpenPanel, first: OpenPanel, frame: Frame, width: int) -> QImage:
    """Draws one panel; its subject takes over the colours of the first panel where both show the same column."""
    drawn: list[QgsMapLayer] = []
    legend = Legend()
    over: Counter[Qgis.GeometryType] = Counter()
    for one, layer in zip(opened.panel.layers, opened.layers, strict=True):
        if one.look == "over":
            assert isinstance(layer, QgsVectorLayer)
            layers, part = _over(one, layer, over[layer.geometryType()])
            drawn = [*layers, *drawn]
            over[layer.geometryType()] += 1
        else:
            layers, part = _ground(layer) if one.look == "under" else _subject(one, layer, first)
            drawn = [*drawn, *layers]
        legend.caption, legend.bar = legend.caption or part.caption, legend.bar or part.bar
        legend.entries += part.entries
    return paint_picture(drawn, frame, legend, crs_label(opened.layers[0]), width)


def _subject(one: PanelLayer, layer: QgsMapLayer, first: OpenPanel) -> Styled:
    leader, example = first.panel.layers[0], first.layers[0]
    if isinstance(layer, QgsRasterLayer):
        is_alike = one.like_first and isinstance(example, QgsRasterLayer)
        legend = style_raster(layer, example if is_alike else layer, one.layer.band, one.values)
        legend.caption = one.name
        return [layer, hatched_ground(layer)], legend
    assert isinstance(layer, QgsVectorLayer)
    if one.look == "each":
        return [layer], Legend(entries=[LegendEntry(style_each(layer), _named(one, layer))])
    is_alike = isinstance(example, QgsVectorLayer) and leader.column == one.column
    legend = style_vector(layer, example if is_alike else layer, one.column, one.values)
    if not legend.caption:
        legend.entries[0].label = _named(one, layer)
        return [layer], legend
    legend.caption = f"{one.name}: {one.column}"
    under = layer.clone()
    valueless = style_valueless(under, one.column)
    if valueless is None:
        return [layer], legend
    legend.entries.append(valueless)
    return [layer, under], legend


def _ground(layer: QgsMapLayer) -> Styled:
    assert isinstance(layer, QgsVectorLayer)
    style_context(layer)
    return [layer], Legend()


def _over(one: PanelLayer, layer: QgsVectorLayer, before: int) -> Styled:
    """Styles a layer that must not hide the subject; the second one of a kind differs in shade and form."""
    colour = OVER[min(before, len(OVER) - 1)]
    dashes = "dash" if before == 0 else "dot"
    if layer.geometryType() == POLYGON:
        symbol: QgsSymbol = QgsFillSymbol.createSimple(_outline(PAPER, "1.1", "solid"))  # seen on dark ground too
        symbol.appendSymbolLayer(QgsSimpleFillSymbolLayer.create(_outline(colour, "0.5", dashes)))
    else:
        symbol = plain_symbol(layer, colour, layer.featureCount())
    if layer.geometryType() == LINE:
        symbol.symbolLayer(0).setPenStyle(Qt.PenStyle.DashLine if before == 0 else Qt.PenStyle.DotLine)
    if layer.geometryType() == POINT:
        marker = symbol.symbolLayer(0)
        marker.setShape(Qgis.MarkerShape.Diamond if before == 0 else Qgis.MarkerShape.Square)
        marker.setSize(marker.size() + 0.6)
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return [layer], Legend(entries=[LegendEntry(symbol.clone(), _named(one, layer))])


def _outline(colour: str, width: str, style: str) -> dict[str, str]:
    return {"style": "no", "outline_color": colour, "outline_width": width, "outline_style": style}


def _named(one: PanelLayer, layer: QgsVectorLayer) -> str:
    return f"{one.name}: {count_words(layer)}"


def _joined(titles: list[str], maps: list[QImage], width: int) -> QImage:
    """Puts maps in a row, their titles above them."""
    high = max(image.height() for image in maps) + round(TITLE * PIXELS_PER_UNIT)
    wide = round((width * len(maps) + BETWEEN * (len(maps) - 1)) * PIXELS_PER_UNIT)
    whole = QImage(QSize(wide, high), QImage.Format.Format_RGB32)
    whole.setDotsPerMeterX(maps[0].dotsPerMeterX())
    whole.setDotsPerMeterY(maps[0].dotsPerMeterY())
    whole.fill(QColor(PAPER))
    painter = QPainter(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for index, image in enumerate(maps):
        painter.drawImage(round(index * (width + BETWEEN) * PIXELS_PER_UNIT), round(TITLE * PIXELS_PER_UNIT), image)
    painter.scale(PIXELS_PER_UNIT, PIXELS_PER_UNIT)
    for index, title in enumerate(titles):
        left = index * (width + BETWEEN)
        painter.setFont(map_font(bold=True))
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(left + 1, 0, width, TITLE), Qt.AlignmentFlag.AlignVCenter, title)
        if index:
            _paint_arrow(painter, QPointF(left - BETWEEN / 2, TITLE + width * 0.3))
    painter.end()
    return whole


def _paint_arrow(painter: QPainter, middle: QPointF) -> None:
    painter.setPen(QPen(QColor(QUIET_INK), 1.75))
    tip = QPointF(middle.x() + ARROW, middle.y())
    painter.drawLine(QPointF(middle.x() - ARROW, middle.y()), tip)
    painter.drawPolyline([QPointF(tip.x() - 5, tip.y() - 5), tip, QPointF(tip.x() - 5, tip.y() + 5)])
