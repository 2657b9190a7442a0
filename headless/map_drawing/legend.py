# SPDX-License-Identifier: GPL-2.0-or-later
"""What the colours and signs of a map mean, and painting it under the map."""

from __future__ import annotations

from dataclasses import dataclass, field

from qgis.core import QgsRenderContext, QgsSymbol
from qgis.PyQt.QtCore import QPointF, QRectF, QSize, Qt
from qgis.PyQt.QtGui import QColor, QFont, QFontMetricsF, QImage, QLinearGradient, QPainter, QPen

from .palette import FRAME, INK, PAPER, QUIET_INK

FONT_SIZE = 11.5
LINE = 19.0
SIGN_WIDTH, SIGN_HEIGHT = 22.0, 13.0
BAR_HEIGHT = 11.0
GAP = 16.0


@dataclass
class LegendEntry:
    """One sign and what it means."""

    symbol: QgsSymbol
    label: str


@dataclass
class ColourBar:
    """A strip of colours with a label at each limit.

    Args:
        colours: From left to right.
        labels: From the left end to the right one; where there are as many as colours, one under each.
        is_smooth: A ramp rather than classes.
    """

    colours: list[str]
    labels: list[str]
    is_smooth: bool = False


@dataclass
class Legend:
    """The legend of a map.

    Args:
        caption: What is shown, such as the name of a column.
        bar: Colours of numbers.
        entries: Signs, after the bar.
    """

    caption: str = ""
    bar: ColourBar | None = None
    entries: list[LegendEntry] = field(default_factory=list)


def map_font(bold: bool = False) -> QFont:
    """Returns the font of legends and scale bars; sizes are units of a screen."""
    font = QFont()
    font.setFamilies(["Inter", "Noto Sans", "Liberation Sans", "DejaVu Sans"])
    font.setPixelSize(round(FONT_SIZE))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def legend_height(legend: Legend, width: float) -> float:
    """Returns how high a legend becomes at a width, without painting it."""
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    height = paint_legend(painter, legend, QPointF(0, 0), width)
    painter.end()
    return height


def paint_legend(painter: QPainter, legend: Legend, corner: QPointF, width: float) -> float:
    """Paints a legend with its upper left corner at a place.

    Returns: Its height.
    """
    top = corner.y()
    if legend.caption:
        painter.setFont(map_font(bold=True))
        painter.setPen(QColor(INK))
        text = QFontMetricsF(painter.font()).elidedText(legend.caption, Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(QRectF(corner.x(), top, width, LINE), Qt.AlignmentFlag.AlignVCenter, text)
        top += LINE
    if legend.bar is not None:
        top = _paint_bar(painter, legend.bar, QRectF(corner.x(), top + 3, width, BAR_HEIGHT)) + 4
    return _paint_entries(painter, legend.entries, QPointF(corner.x(), top), width) - corner.y()


def _paint_bar(painter: QPainter, bar: ColourBar, place: QRectF) -> float:
    painter.setPen(Qt.PenStyle.NoPen)
    if bar.is_smooth:
        gradient = QLinearGradient(place.topLeft(), place.topRight())
        for index, colour in enumerate(bar.colours):
            gradient.setColorAt(index / (len(bar.colours) - 1), QColor(colour))
        painter.setBrush(gradient)
        painter.drawRect(place)
    step = place.width() / len(bar.colours)
    for index, colour in enumerate(() if bar.is_smooth else bar.colours):
        painter.setBrush(QColor(colour))
        painter.drawRect(QRectF(place.left() + index * step, place.top(), step, place.height()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(FRAME), 0.75))
    painter.drawRect(place)
    is_under_each = not bar.is_smooth and len(bar.labels) == len(bar.colours)
    spread = place.adjusted(step / 2, 0, -step / 2, 0) if is_under_each else place
    _paint_bar_labels(painter, bar.labels, spread, (place.left(), place.right()))
    return place.bottom() + LINE


def _paint_bar_labels(painter: QPainter, labels: list[str], place: QRectF, edges: tuple[float, float]) -> None:
    painter.setFont(map_font())
    painter.setPen(QColor(QUIET_INK))
    metrics = QFontMetricsF(painter.font())
    taken: list[tuple[float, float]] = []
    inner = list(range(1, len(labels) - 1))
    for index in [0, len(labels) - 1, *inner]:  # where there is no room for all, the ends are kept
        middle = place.left() + place.width() * index / max(1, len(labels) - 1)
        wide = metrics.horizontalAdvance(labels[index])
        left = min(max(middle - wide / 2, edges[0]), edges[1] - wide)
        if any(left < right + 6 and left + wide > begin - 6 for begin, right in taken):
            continue
        painter.drawText(QPointF(left, place.bottom() + metrics.ascent() + 2), labels[index])
        taken.append((left, left + wide))


def _paint_entries(painter: QPainter, entries: list[LegendEntry], corner: QPointF, width: float) -> float:
    painter.setFont(map_font())
    metrics = QFontMetricsF(painter.font())
    x, y = corner.x(), corner.y()
    for entry in entries:
        longest = width - SIGN_WIDTH - 6
        label = metrics.elidedText(entry.label, Qt.TextElideMode.ElideMiddle, longest)
        wide = SIGN_WIDTH + 6 + metrics.horizontalAdvance(label)
        if x > corner.x() and x + wide > corner.x() + width:
            x, y = corner.x(), y + LINE
        sign = QRectF(x, y + (LINE - SIGN_HEIGHT) / 2, SIGN_WIDTH, SIGN_HEIGHT)
        _paint_sign(painter, entry.symbol, sign)
        painter.setPen(QColor(INK))
        text_place = QRectF(sign.right() + 6, y, metrics.horizontalAdvance(label) + 2, LINE)
        painter.drawText(text_place, Qt.AlignmentFlag.AlignVCenter, label)
        x += wide + GAP
    return y + LINE if entries else y


def _paint_sign(painter: QPainter, symbol: QgsSymbol, place: QRectF) -> None:
    """Paints a sign at the painter's own resolution, so that patterns look as on the map."""
    scale = painter.transform().m11()
    size = QSize(max(1, round(place.width() * scale)), max(1, round(place.height() * scale)))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDotsPerMeterX(painter.device().logicalDpiX() * 10000 // 254)
    image.setDotsPerMeterY(painter.device().logicalDpiY() * 10000 // 254)
    image.fill(QColor(PAPER))
    inner = QPainter(image)
    inner.setRenderHint(QPainter.RenderHint.Antialiasing)
    context = QgsRenderContext.fromQPainter(inner)
    symbol.drawPreviewIcon(inner, size, context)
    inner.end()
    painter.drawImage(place, image)
