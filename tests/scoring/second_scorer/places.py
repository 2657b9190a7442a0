# SPDX-License-Identifier: GPL-2.0-or-later
"""Metres and equal CRSs, out of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import shapely

SAME = [{"EPSG:28992"}, {"EPSG:4326", "OGC:CRS84"}, {"EPSG:2263", "ESRI:102718"}, {"EPSG:3857"}, {"EPSG:4269"}]
US_FOOT = 1200 / 3937
WGS84_A, WGS84_F = 6378137.0, 1 / 298.257223563


class Place(NamedTuple):
    """Where the made layers of a CRS lie; `metres` of a unit, None for degrees."""

    x: float
    y: float
    metres: float | None


PLACES = {
    "EPSG:28992": Place(155000, 463000, 1.0),
    "EPSG:2263": Place(987000, 211000, US_FOOT),
    "EPSG:4326": Place(5.0, 52.0, None),
}


def same_crs(first: str | None, second: str | None) -> bool:
    """Tells whether two names of the table mean the same coordinates."""
    return any(first in group and second in group for group in SAME)


def metres_of(crs: str) -> tuple[float, float]:
    """Returns the metres of one unit in x and y, at the place of the made layers."""
    place = PLACES[crs]
    if place.metres is not None:
        return place.metres, place.metres
    latitude = math.radians(place.y)
    squared = WGS84_F * (2 - WGS84_F)
    below = 1 - squared * math.sin(latitude) ** 2
    east = WGS84_A / math.sqrt(below) * math.cos(latitude)
    north = WGS84_A * (1 - squared) / below**1.5
    return math.radians(east), math.radians(north)


def moved(shape: Any, change: Callable[[float, float, float | None], tuple[float, ...]]) -> Any:
    """Returns a shape with every vertex changed by a function of x, y and z."""
    flat = not shapely.has_z(shape)

    def vertex(row: Any) -> tuple[float, ...]:
        return change(float(row[0]), float(row[1]), None if flat else float(row[2]))[: len(row)]

    def vertices(rows: Any) -> Any:
        return np.array([vertex(row) for row in rows])

    return shapely.transform(shape, vertices, include_z=not flat)


def in_metres(shape: Any, crs: str) -> Any:
    """Returns a shape in metres from the place of its CRS; heights stay as they are."""
    place, (east, north) = PLACES[crs], metres_of(crs)
    return moved(shape, lambda x, y, z: ((x - place.x) * east, (y - place.y) * north, z))


def in_crs(shape: Any, crs: str) -> Any:
    """Returns a shape in a CRS out of metres from its place."""
    place, (east, north) = PLACES[crs], metres_of(crs)
    return moved(shape, lambda x, y, z: (place.x + x / east, place.y + y / north, z))
