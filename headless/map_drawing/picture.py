# SPDX-License-Identifier: GPL-2.0-or-later
"""Puts a picture together: the map, under it scale bar and CRS, under those the legend."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.core import (
    Qgis,
    QgsCoordinateTransformContext,
    QgsMapLayer,
    QgsMapRendererCustomPainterJob,
    QgsMapSettings,
)
from qgis.PyQt.QtCore import QPointF, QRectF, QSize, Qt
from qgis.PyQt.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QTextOption

from .frame import Frame
from .legend import Legend, legend_height, map_font, paint_legend
from .map_job import PIXELS_PER_UNIT
from .palette import FRAME, INK, PAPER, QUIET_INK
from .scale_length import scale_length

INCHES_PER_METRE = 39.3701
SCREEN_DPI = 96
STRIP = 26.0
BOTTOM = 4.0


def paint_picture(
    layers: Sequence[QgsMapLayer], frame: Frame, legend: Legend, crs_label: str, width: int, note: str = ""
) -> QImage:
    """Draws a whole picture.

    Args:
        layers: The uppermost first, styled.
        frame: What the map shows.
        legend: What the signs mean.
        crs_label: CRS of the data, for the strip under the map.
        width: In units of a screen; the image has twice as many pixels.
        note: A sentence that is written over the map, such as that nothing lies here.
    """
    map_height = round(width * frame.height_share)
    legend_top = map_height + STRIP
    height = round(legend_top + legend_height(legend, width - 2) + BOTTOM)
    image = _blank(width, height)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawImage(0, 0, _map_image(layers, frame, width, map_height))
    painter.scale(PIXELS_PER_UNIT, PIXELS_PER_UNIT)
    painter.setPen(QPen(QColor(FRAME), 1))
    painter.drawRect(QRectF(0.5, 0.5, width - 1, map_height - 1))
    if note:
        _paint_note(painter, note, QRectF(0, 0, width, map_height))
    _paint_strip(painter, frame, crs_label, width, map_height)
    paint_legend(painter, legend, QPointF(1, legend_top), width - 2)
    painter.end()
    return image


def _blank(width: float, height: float) -> QImage:
    size = QSize(round(width * PIXELS_PER_UNIT), round(height * PIXELS_PER_UNIT))
    image = QImage(size, QImage.Format.Format_RGB32)
    dots = round(SCREEN_DPI * PIXELS_PER_UNIT * INCHES_PER_METRE)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    image.fill(QColor(PAPER))
    return image


def _map_image(layers: Sequence[QgsMapLayer], frame: Frame, width: int, height: int) -> QImage:
    settings = QgsMapSettings()
    settings.setLayers(list(layers))
    settings.setDestinationCrs(frame.crs)
    settings.setTransformContext(QgsCoordinateTransformContext())
    settings.setBackgroundColor(QColor(PAPER))
    settings.setOutputDpi(SCREEN_DPI * PIXELS_PER_UNIT)
    settings.setOutputSize(QSize(width * PIXELS_PER_UNIT, height * PIXELS_PER_UNIT))
    settings.setExtent(frame.extent)
    for flag in (Qgis.MapSettingsFlag.Antialiasing, Qgis.MapSettingsFlag.UseRenderingOptimization):
        settings.setFlag(flag, True)
    image = _blank(width, height)
    painter = QPainter(image)
    job = QgsMapRendererCustomPainterJob(settings, painter)
    job.renderSynchronously()
    painter.end()
    return image


def _paint_note(painter: QPainter, note: str, place: QRectF) -> None:
    painter.setFont(map_font(bold=True))
    box = place.adjusted(24, 0, -24, 0)
    option = QTextOption(Qt.AlignmentFlag.AlignCenter)
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    text = painter.boundingRect(box, note, option).adjusted(-10, -6, 10, 6)
    painter.setPen(QPen(QColor(FRAME), 1))
    painter.setBrush(QColor(PAPER))
    painter.drawRect(text)
    painter.setPen(QColor(INK))
    painter.drawText(box, note, option)


def _paint_strip(painter: QPainter, frame: Frame, crs_label: str, width: float, top: float) -> None:
    """Paints the scale bar at the left and the CRS at the right."""
    scale = scale_length(frame.ground_width, frame.units)
    painter.setFont(map_font())
    metrics = QFontMetricsF(painter.font())
    left, right, base = 1.0, 1 + scale.share * width, top + 16.0
    painter.setPen(QPen(QColor(INK), 1.25))
    painter.drawPolyline([QPointF(left, base - 6), QPointF(left, base), QPointF(right, base), QPointF(right, base - 6)])
    painter.setPen(QColor(INK))
    painter.drawText(QPointF(right + 7, base + 1), scale.label)
    painter.setPen(QColor(QUIET_INK))
    free = width - right - 24 - metrics.horizontalAdvance(scale.label)
    text = metrics.elidedText(crs_label, Qt.TextElideMode.ElideRight, max(0.0, free))
    painter.drawText(QPointF(width - 1 - metrics.horizontalAdvance(text), base + 1), text)
