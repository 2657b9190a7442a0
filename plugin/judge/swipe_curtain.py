# SPDX-License-Identifier: GPL-2.0-or-later
"""Two pictures of the same ground that meet at a line, painted over the map."""

from __future__ import annotations

from typing import Any, NamedTuple

from qgis.core import QgsPointXY, QgsRectangle
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QPointF, QRectF, Qt
from qgis.PyQt.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from ...headless.map_drawing.palette import INK, PAPER

GRIP = 10.0
ARROW = ((7.0, 0.0), (2.5, -4.0), (2.5, 4.0))  # of the grip, along and across
GAP = 8.0


class GroundPicture(NamedTuple):
    """A picture and the ground it shows."""

    image: QImage
    extent: QgsRectangle


class SwipeCurtain(QgsMapCanvasItem):
    """What the swipe paints.

    Args:
        canvas: The map.
        names: What stands on the left (above) and on the right (below).
    """

    def __init__(self, canvas: Any, names: tuple[str, str]) -> None:
        super().__init__(canvas)
        self.share = 0.5
        self.is_upright = True
        self._map = canvas
        self._names = names
        self.pictures: list[GroundPicture | None] = [None, None]
        self.setZValue(-1)  # below rubber bands, above the map
        self.cover()

    def cover(self) -> None:
        """Takes the place of all that the map shows."""
        self.setRect(self._map.extent())
        self.update()

    def set_picture(self, side: int, image: QImage, extent: QgsRectangle) -> None:
        """Takes over the picture of a side; 0 is left or above."""
        self.pictures[side] = GroundPicture(image, extent)
        self.update()

    def set_share(self, share: float) -> None:
        """Moves the line; 0 is left or above."""
        self.share = min(max(share, 0.0), 1.0)
        self.update()

    def turn(self) -> None:
        """Turns the line from upright to level and back."""
        self.is_upright = not self.is_upright
        self.update()

    def paint(self, painter: QPainter, *_more: object) -> None:
        """Paints both pictures, the line, and what stands on which side."""
        size = self._map.viewport().size()
        whole = QRectF(-self.pos().x(), -self.pos().y(), size.width(), size.height())
        for picture, side in zip(self.pictures, parted(whole, self.share, self.is_upright), strict=True):
            painter.save()
            painter.setClipRect(side)
            if picture is not None:
                painter.fillRect(side, self._map.canvasColor())
                painter.drawImage(self._place(picture, whole), picture.image, QRectF(picture.image.rect()))
            painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_line(painter, whole)
        self._paint_names(painter, whole)

    def _place(self, picture: GroundPicture, whole: QRectF) -> QRectF:
        """Returns where a picture goes; one that was drawn for another ground is shifted and scaled meanwhile."""
        if self._map.rotation():
            return whole
        ground = picture.extent
        corners = (QgsPointXY(ground.xMinimum(), ground.yMaximum()), QgsPointXY(ground.xMaximum(), ground.yMinimum()))
        first, last = (self.toCanvasCoordinates(corner) - self.pos() for corner in corners)
        return QRectF(first, last)

    def _paint_line(self, painter: QPainter, whole: QRectF) -> None:
        second = parted(whole, self.share, self.is_upright)[1]
        start, end = second.topLeft(), second.bottomLeft() if self.is_upright else second.topRight()
        for colour, width in ((PAPER, 4.0), (INK, 1.6)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(start, end)
        middle = (start + end) / 2
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(middle, GRIP, GRIP)
        painter.setBrush(QColor(INK))
        painter.setPen(Qt.PenStyle.NoPen)
        for way in (-1, 1):
            painter.drawPolygon(QPolygonF([middle + self._turned(way * x, y) for x, y in ARROW]))

    def _turned(self, along: float, across: float) -> QPointF:
        return QPointF(along, across) if self.is_upright else QPointF(across, along)

    def _paint_names(self, painter: QPainter, whole: QRectF) -> None:
        font = QFont(painter.font())
        font.setBold(True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        first, second = parted(whole, self.share, self.is_upright)
        wide, high = [metrics.horizontalAdvance(name) + 12 for name in self._names], metrics.height() + 4
        if self.is_upright:
            corners = [QPointF(first.right() - wide[0] - GAP, whole.top() + GAP)]
            corners.append(QPointF(second.left() + GAP, whole.top() + GAP))
        else:
            corners = [QPointF(whole.left() + GAP, first.bottom() - high - GAP)]
            corners.append(QPointF(whole.left() + GAP, second.top() + GAP))
        for name, corner, width in zip(self._names, corners, wide, strict=True):
            place = QRectF(corner.x(), corner.y(), width, high)
            painter.setPen(QPen(QColor(INK), 1))
            painter.setBrush(QColor(PAPER))
            painter.drawRoundedRect(place, 3, 3)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)


def parted(whole: QRectF, share: float, is_upright: bool) -> tuple[QRectF, QRectF]:
    """Parts a rectangle at a share of its width, or of its height.

    Returns: What lies left (above) and right (below).
    """
    first, second = QRectF(whole), QRectF(whole)
    if is_upright:
        at = whole.left() + whole.width() * share
        first.setRight(at)
        second.setLeft(at)
    else:
        at = whole.top() + whole.height() * share
        first.setBottom(at)
        second.setTop(at)
    return first, second
