# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether positions lie where a CRS is made for, and whether all of them have an image in it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from osgeo import osr
from qgis.core import QgsProcessingUtils, QgsRectangle

from ....tasks.crs_equality import is_geographic, metres_per_unit, parse_crs, quiet_osr
from ...declaration.facts import Extent
from ...declaration.layers import Vector
from ...declaration.observation import crs_label
from ..layers.layer_facts import open_vector, vector_facts
from ..run import Run

DEGREES = "EPSG:4326"
MARGIN_DEGREES = 2.0
BEYOND_ANY_MAP = 1e10  # a GeoPackage that QGIS has open gives its extent as this where a coordinate is infinite
ERROR_MARK = "color:red"  # how the log of a feedback shows an error


def outside_area_of_use(crs: str, extent: Extent | None, extent_crs: str) -> str:
    """Says that an extent lies wholly outside the area a CRS is made for; "" where it does not, or nothing is known.

    Args:
        crs: Whose area of use is meant.
        extent: In coordinates of `extent_crs`.
    """
    area = parse_crs(crs).GetAreaOfUse()
    if extent is None or not extent_crs or area is None or area.west_lon_degree <= -1000:
        return ""
    where = in_degrees(extent, extent_crs)
    bounds = (area.west_lon_degree, area.south_lat_degree, area.east_lon_degree, area.north_lat_degree)
    if where is None:
        return f"has coordinates that {crs_label(extent_crs)} cannot have; are they swapped, or is the CRS another one?"
    if meets(where, Extent(*bounds), MARGIN_DEGREES):
        return ""
    return (
        f"lies at {_degrees_words(where)}, outside the area {crs_label(crs)} is made for "
        f"({_degrees_words(Extent(*bounds))})"
    )


def meets(where: Extent, area: Extent, margin: float = 0.0) -> bool:
    """Tells whether two extents in degrees share a place; the area may go over the 180th meridian, west above east."""
    spans = [(area.xmin, area.xmax)] if area.xmin <= area.xmax else [(area.xmin, 180.0), (-180.0, area.xmax)]
    meets_longitudes = any(
        where.xmin + turn <= right + margin and where.xmax + turn >= left - margin
        for left, right in spans
        for turn in (-360.0, 0.0, 360.0)
    )
    return meets_longitudes and where.ymin <= area.ymax + margin and where.ymax >= area.ymin - margin


def in_degrees(extent: Extent, crs: str) -> Extent | None:
    """Transforms an extent to longitude and latitude; None where it has no place on Earth."""
    if _is_degrees_from_greenwich(crs):
        is_place = abs(extent.ymin) <= 90 and abs(extent.ymax) <= 90 and max(abs(extent.xmin), abs(extent.xmax)) <= 540
        return extent if is_place else None
    corners = [(x, y) for x in (extent.xmin, extent.xmax) for y in (extent.ymin, extent.ymax)]
    try:
        with quiet_osr():
            transformation = osr.CoordinateTransformation(parse_crs(crs), parse_crs(DEGREES))
            points = [transformation.TransformPoint(x, y) for x, y in corners]
    except RuntimeError:
        return None
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    if not all(map(math.isfinite, [*xs, *ys])):
        return None
    return Extent(min(xs), min(ys), max(xs), max(ys))


def _is_degrees_from_greenwich(crs: str) -> bool:
    srs = parse_crs(crs)
    meridian = srs.GetAttrValue("PRIMEM", 1)
    is_degree = abs(srs.GetAngularUnits() - math.radians(1)) < 1e-9
    return is_geographic(crs) and is_degree and not float(meridian or 0)


def lost_positions(run: Run, layer: Vector, output: Any) -> int:
    """Counts the geometries that a transformation has lost: made empty, or given infinite coordinates.

    Edges: Rows are counted only where the engine has complained or the extent is not finite.
    """
    complained = any("transform" in message for message in getattr(run.feedback, "messages", ()))
    if not complained and ERROR_MARK not in run.feedback.htmlLog() and _extent_is_finite(run, output):
        return 0
    result = QgsProcessingUtils.mapLayerFromString(str(output), run.context)
    missing = infinite = 0
    for feature in result.getFeatures():
        geometry = feature.geometry()
        if geometry.isEmpty():
            missing += 1
        elif not _has_places(geometry.boundingBox()):
            infinite += 1
    return infinite + max(0, missing - _missing_before(run, layer))


def torn_geometries(run: Run, layer: Vector, output: Any, target: str) -> int:
    """Counts the geometries that a transformation has torn: an unbroken part that was on one side of the target's world
    now reaches over more than half of it.

    Edges: Only looked for in files, and where the output as a whole is that wide.
    """
    path = Path(str(output).partition("|")[0])
    corners = run.corners.get(str(output)) or ()
    if not corners or corners[1] - corners[0] <= _half_world(target) or layer.facts.geometry_type == "Point":
        return 0
    from ..layers.rows import read_geometries

    try:
        import numpy as np
        import shapely
    except ImportError:
        return 0
    made = Vector(layer.name, vector_facts(str(path), path.stem), path=str(path), sublayer=path.stem)
    wide = []
    for each, crs in ((layer, layer.facts.crs or ""), (made, target)):
        parts, owner = shapely.get_parts(shapely.from_wkb(read_geometries(run, each)), return_index=True)
        west, _, east, _ = shapely.bounds(parts).T
        wide.append((east - west > _half_world(crs), owner))
    (was_wide, owner), (is_wide, _) = wide
    return len(np.unique(owner[is_wide & ~was_wide]))


def _half_world(crs: str) -> float:
    """Gives half the width of a map of the whole Earth in the unit of a CRS."""
    srs = parse_crs(crs)
    if is_geographic(crs):
        return math.pi / float(srs.GetAngularUnits())
    return math.pi * float(srs.GetSemiMajor()) / metres_per_unit(crs)


def _extent_is_finite(run: Run, output: Any) -> bool:
    if str(output) in run.corners:
        return all(map(_is_place, run.corners[str(output)]))
    path = Path(str(output).partition("|")[0])
    if path.suffix == ".gpkg" and path.is_file():
        dataset = open_vector(str(path))
        layer = dataset.GetLayer(0)
        return not layer.GetFeatureCount() or all(map(_is_place, layer.GetExtent(can_return_null=True) or ()))
    result = QgsProcessingUtils.mapLayerFromString(str(output), run.context)
    return result is None or not result.featureCount() or _has_places(result.extent())


def _has_places(rectangle: QgsRectangle) -> bool:
    corners = (rectangle.xMinimum(), rectangle.yMinimum(), rectangle.xMaximum(), rectangle.yMaximum())
    return rectangle.isNull() or all(map(_is_place, corners))


def _is_place(coordinate: float) -> bool:
    return math.isfinite(coordinate) and abs(coordinate) < BEYOND_ANY_MAP


def _missing_before(run: Run, layer: Vector) -> int:
    from ..layers.rows import read_geometries

    try:
        import shapely
    except ImportError:
        return 0
    shapes = shapely.from_wkb(read_geometries(run, layer), on_invalid="ignore")
    return int((shapely.is_missing(shapes) | shapely.is_empty(shapes)).sum())


def _degrees_words(extent: Extent) -> str:
    west_east = f"{extent.xmin:.4g} to {extent.xmax:.4g} degrees east"
    return f"{west_east}, {extent.ymin:.4g} to {extent.ymax:.4g} north"
