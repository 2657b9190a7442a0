# SPDX-License-Identifier: GPL-2.0-or-later
"""The frame of a map: which ground it shows, in which CRS, and how wide that is."""

from __future__ import annotations

from typing import NamedTuple

from qgis.core import (
    Qgis,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsCsException,
    QgsDistanceArea,
    QgsMapLayer,
    QgsPointXY,
    QgsRectangle,
    QgsVectorLayer,
)

from .scale_length import UnitFamily

MARGIN = 0.04
FLATTEST, TALLEST = 0.56, 1.25  # height over width of the map
FAR_AWAY = 3.0  # how many times larger a frame may grow to hold the output beside the reference


class Frame(NamedTuple):
    """What a map shows.

    Args:
        extent: In the units of `crs`, with its margin.
        crs: CRS of the map; invalid where the layer has none.
        ground_width: Metres on the ground across the middle; map units where there is no CRS.
        units: Units of the scale bar.
    """

    extent: QgsRectangle
    crs: QgsCoordinateReferenceSystem
    ground_width: float
    units: UnitFamily

    @property
    def height_share(self) -> float:
        """Gives the height of the map as a share of its width."""
        return float(self.extent.height() / self.extent.width())


def frame_of(lead: QgsMapLayer, beside: QgsMapLayer | None = None) -> tuple[Frame, str]:
    """Frames a layer, and a second one where that lies near.

    Args:
        lead: The layer that has to be seen, and whose CRS is the map's.
        beside: Another layer, such as the output beside its reference.
    Returns: The frame, and a note where the second layer lies outside or cannot be placed; "" else.
    """
    crs = map_crs(lead)
    extent = extent_in(lead, crs) or QgsRectangle(0, 0, 1, 1)
    note = ""
    if beside is not None:
        other = extent_in(beside, crs)
        together = QgsRectangle(extent)
        together.combineExtentWith(other or extent)
        if other is None:
            is_empty = isinstance(beside, QgsVectorLayer) and beside.featureCount() == 0
            note = "The output has no rows." if is_empty else "The output cannot be placed on this map."
        elif _larger(together, extent) > FAR_AWAY:
            note = "The output lies elsewhere, outside this map."
        else:
            extent = together
    return _framed(extent, crs), note


def map_crs(layer: QgsMapLayer) -> QgsCoordinateReferenceSystem:
    """Returns the CRS a layer is drawn in: its own, and for degrees one in which shapes keep their proportions."""
    crs = layer.crs()
    if not crs.isValid() or not crs.isGeographic() or layer.extent().width() > 180:
        return crs
    middle = layer.extent().center()
    proj = f"+proj=eqc +lat_ts={middle.y():.6f} +lon_0={middle.x():.6f} +datum=WGS84 +units=m +no_defs"
    return QgsCoordinateReferenceSystem.fromProj(proj)


def extent_in(layer: QgsMapLayer, crs: QgsCoordinateReferenceSystem) -> QgsRectangle | None:
    """Returns the extent of a layer in another CRS; None for an empty layer and for what cannot be transformed."""
    extent = layer.extent()
    if extent.isNull() or not extent.isFinite():
        return None
    if not crs.isValid() or not layer.crs().isValid() or layer.crs() == crs:
        return extent
    transform = QgsCoordinateTransform(layer.crs(), crs, QgsCoordinateTransformContext())
    try:
        moved = transform.transformBoundingBox(extent)
    except QgsCsException:
        return None
    return moved if moved.isFinite() else None


def _larger(together: QgsRectangle, alone: QgsRectangle) -> float:
    size = max(alone.width(), alone.height())
    return max(together.width(), together.height()) / size if size > 0 else 1.0


def _framed(extent: QgsRectangle, crs: QgsCoordinateReferenceSystem) -> Frame:
    """Adds the margin and brings the frame between the flattest and the tallest map."""
    width, height = extent.width(), extent.height()
    size = max(width, height)
    if size == 0:  # one point
        size = 0.01 if crs.isGeographic() else 1000.0
    width, height = max(width, size / 100), max(height, size / 100)
    margin = MARGIN * max(width, height)
    width, height = width + 2 * margin, height + 2 * margin
    height = max(height, FLATTEST * width)
    width = max(width, height / TALLEST)
    framed = QgsRectangle.fromCenterAndSize(extent.center(), width, height)
    return Frame(framed, crs, *_ground_width(framed, crs))


def _ground_width(extent: QgsRectangle, crs: QgsCoordinateReferenceSystem) -> tuple[float, UnitFamily]:
    if not crs.isValid():
        return extent.width(), "map_units"
    measure = QgsDistanceArea()
    measure.setSourceCrs(crs, QgsCoordinateTransformContext())
    measure.setEllipsoid(crs.ellipsoidAcronym() or "EPSG:7030")
    middle = extent.center().y()
    # Two halves, since a line of more than half the earth would be measured the other way round.
    points = [QgsPointXY(x, middle) for x in (extent.xMinimum(), extent.center().x(), extent.xMaximum())]
    metres = measure.measureLine(points)
    feet = crs.mapUnits() in (Qgis.DistanceUnit.Feet, Qgis.DistanceUnit.FeetUSSurvey)
    return metres if metres > 0 else extent.width(), "imperial" if feet else "metric"
