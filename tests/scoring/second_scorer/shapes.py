# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether two shapes, in metres, are equal within tolerance."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import shapely

from .layers import Keys

FAMILIES = {
    "Point": "Point", "MultiPoint": "Point", "LineString": "LineString", "MultiLineString": "LineString",
    "Polygon": "Polygon", "MultiPolygon": "Polygon",
}  # fmt: skip
SHARES = np.linspace(0, 1, 101)


def family(shape: Any) -> str | None:
    """Returns Point, LineString or Polygon, single or multi; None for a collection."""
    return FAMILIES.get(shape.geom_type)


def is_missing(shape: Any) -> bool:
    """Tells whether there is no shape: NULL, or empty."""
    return shape is None or shape.is_empty


def parts(shape: Any) -> list[Any]:
    """Returns the single shapes."""
    return list(getattr(shape, "geoms", [shape]))


def holes(shape: Any) -> int:
    """Counts the holes of a polygon, over all parts."""
    return sum(len(part.interiors) for part in parts(shape))


def equal_shapes(rule: Keys, length_tolerance: Keys, expected: Any, found: Any) -> bool:
    """Tells whether a shape is right.

    Args:
        rule: `geometry` of the contract.
        length_tolerance: `tolerance` of the contract.
    """
    if is_missing(expected) or is_missing(found):
        return is_missing(expected) and is_missing(found)
    if family(expected) != family(found) or family(expected) is None:
        return False
    close = rule.get("position_tolerance", 0.01)
    if family(expected) == "Point":
        return _same_points(parts(expected), parts(found), close)
    if family(expected) == "LineString":
        return _same_lines(rule, length_tolerance, expected, found, close)
    most = max(rule.get("area_tolerance", 1e-4) * expected.area, close * expected.length)
    return expected.symmetric_difference(found).area <= most and holes(expected) == holes(found)


def _same_points(expected: list[Any], found: list[Any], close: float) -> bool:
    if len(expected) != len(found):
        return False
    return any(
        all(a.distance(b) <= close for a, b in zip(expected, order, strict=True)) for order in permutations(found)
    )


def _same_lines(rule: Keys, length_tolerance: Keys, expected: Any, found: Any, close: float) -> bool:
    if greatest_distance(expected, found) > close:
        return False
    most = length_tolerance.get("absolute", 1e-6) + length_tolerance.get("relative", 1e-4) * expected.length
    if abs(expected.length - found.length) > most:
        return False
    return rule.get("direction", "ignore") == "ignore" or _same_way(parts(expected), parts(found))


def equal_heights(expected: Any, found: Any, close: float) -> bool:
    """Tells whether two shapes that lie on one another have the same heights at every vertex of either."""
    if is_missing(expected) or is_missing(found):
        return True
    pairs = ((expected, found), (found, expected))
    return all(
        any(abs(z - other) <= close for other in _heights_at(shapely.Point(x, y), there, close))
        for here, there in pairs
        for x, y, z in shapely.get_coordinates(here, include_z=True)
    )


def _heights_at(place: Any, shape: Any, close: float) -> list[float]:
    """Returns the heights a shape has at a place: at its points, or on each of its lines and outlines."""
    if family(shape) == "Point":
        nearest = min(parts(shape), key=place.distance)
        return [part.z for part in parts(shape) if part.distance(place) <= max(close, nearest.distance(place))]
    lines = parts(shape)
    if family(shape) == "Polygon":
        lines = [ring for part in lines for ring in (part.exterior, *part.interiors)]
    least = min(line.distance(place) for line in lines)
    found = [line.interpolate(line.project(place)) for line in lines if line.distance(place) <= max(close, least)]
    return [point.z for point in found if point.has_z]


def points_along(shape: Any) -> Any:
    """Returns the vertices of a shape, and for lines many points between."""
    if family(shape) == "Point":
        return np.array(parts(shape))
    vertices = shapely.points(shapely.get_coordinates(shape))
    return np.concatenate([vertices, *(shapely.line_interpolate_point(line, SHARES, True) for line in parts(shape))])


def greatest_distance(first: Any, second: Any) -> float:
    """Returns the densified Hausdorff distance of points or lines."""
    there, back = shapely.distance(points_along(first), second), shapely.distance(points_along(second), first)
    return float(max(there.max(), back.max()))


def _same_way(expected: list[Any], found: list[Any]) -> bool:
    """Tells whether each line runs the way of the line that lies where it lies."""
    for line in found:
        nearest = min(expected, key=lambda other: greatest_distance(other, line))
        if _apart(nearest, line) > _apart(nearest, shapely.reverse(line)):
            return False
    return True


def _apart(first: Any, second: Any) -> float:
    places = [shapely.line_interpolate_point(line, SHARES, True) for line in (first, second)]
    return float(shapely.distance(*places).sum())
