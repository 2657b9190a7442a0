# SPDX-License-Identifier: GPL-2.0-or-later
"""Zooms the map to a difference, makes it flash, and keeps a frame around it until the next one."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    Qgis,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsMapLayer,
    QgsPointXY,
    QgsProject,
    QgsRectangle,
    QgsVectorLayer,
)
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ...headless.map_drawing.palette import INK, PAPER
from .answers import Extent
from .findings import Finding

AROUND = 3.0  # how much larger than the thing itself the shown ground is
SMALLEST_SHARE = 0.04  # of the whole, that is shown around a very small thing
DOT = 18


class PlaceFlash:
    """Shows where differences are.

    Args:
        canvas: The map.
    """

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._frame: QgsRubberBand | None = None

    def show(self, finding: Finding, layer: QgsMapLayer | None, whole: QgsRectangle) -> bool:
        """Shows one difference.

        Args:
            layer: The difference layer that holds it; None where none does.
            whole: Extent of all that is compared, in the CRS of the map.
        Returns: Whether it has a place on this map.
        """
        self.clear()
        crs = crs_of(finding, layer)
        place = in_map(finding.extent, crs, self._canvas)
        if place is None:
            return False
        self._canvas.setExtent(shown_ground(place, whole))
        self._canvas.refresh()
        self._draw_frame(place)
        if isinstance(layer, QgsVectorLayer) and finding.fid >= 0:
            self._canvas.flashFeatureIds(layer, [finding.fid])
        else:
            self._canvas.flashGeometries([_shape(place)], self._canvas.mapSettings().destinationCrs())
        return True

    def clear(self) -> None:
        """Takes the frame away."""
        if self._frame is not None:
            self._canvas.scene().removeItem(self._frame)
            self._frame = None

    def _draw_frame(self, place: QgsRectangle) -> None:
        shape = _shape(place)
        is_point = shape.type() == Qgis.GeometryType.Point
        frame = QgsRubberBand(self._canvas, Qgis.GeometryType.Point if is_point else Qgis.GeometryType.Polygon)
        frame.setFillColor(QColor(0, 0, 0, 0))
        frame.setStrokeColor(QColor(INK))
        frame.setSecondaryStrokeColor(QColor(PAPER))
        frame.setWidth(2)
        frame.setLineStyle(Qt.PenStyle.DashLine)
        frame.setIcon(QgsRubberBand.IconType.ICON_CIRCLE)
        frame.setIconSize(DOT)
        frame.setToGeometry(shape)
        self._frame = frame


def crs_of(finding: Finding, layer: QgsMapLayer | None) -> QgsCoordinateReferenceSystem:
    """Returns the CRS that the extent of a difference is in; not valid where none is known."""
    if finding.crs:
        named = QgsCoordinateReferenceSystem(finding.crs)
        return named if named.isValid() else QgsCoordinateReferenceSystem.fromWkt(finding.crs)
    return layer.crs() if layer is not None else QgsCoordinateReferenceSystem()


def in_map(extent: Extent | None, crs: QgsCoordinateReferenceSystem, canvas: Any) -> QgsRectangle | None:
    """Returns an extent in the CRS of the map; None where it has none or cannot be transformed."""
    if extent is None:
        return None
    place = QgsRectangle(*extent)
    target = canvas.mapSettings().destinationCrs()
    if crs.isValid() and target.isValid() and crs != target:
        transform = QgsCoordinateTransform(crs, target, QgsProject.instance().transformContext())
        transform.setBallparkTransformsAreAppropriate(True)
        try:
            if place.isEmpty():
                point = transform.transform(QgsPointXY(place.xMinimum(), place.yMinimum()))
                place = QgsRectangle(point, point)
            else:
                place = transform.transformBoundingBox(place)
        except QgsCsException:
            return None
    return place if place.isFinite() else None


def shown_ground(place: QgsRectangle, whole: QgsRectangle) -> QgsRectangle:
    """Returns the ground to show for a place: some around it, and more around what is very small."""
    least = max(whole.width(), whole.height()) * SMALLEST_SHARE if not whole.isNull() else 0.0
    if not least and not max(place.width(), place.height()):
        least = 100.0
    half = max(place.width() * AROUND, place.height() * AROUND, least) / 2
    center = place.center()
    return QgsRectangle(center.x() - half, center.y() - half, center.x() + half, center.y() + half)


def _shape(place: QgsRectangle) -> QgsGeometry:
    if place.width() == 0 and place.height() == 0:
        return QgsGeometry.fromPointXY(place.center())
    return QgsGeometry.fromRect(place)
