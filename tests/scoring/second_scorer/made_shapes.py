# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes on a lattice of 100 m, in metres, and what happens to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shapely
from hypothesis import strategies as some
from shapely.affinity import translate
from shapely.ops import substring

from .places import moved
from .shapes import family, is_missing, parts

SLOTS = 9


def slot(number: int) -> tuple[float, float]:
    """Returns the corner of a lattice square."""
    return 100.0 * (number % 3), 100.0 * (number // 3)


def box(x: float, y: float, side: float) -> Any:
    """Returns a square; shapely.box runs the other way round."""
    return shapely.Polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


def holed(x: float, y: float) -> Any:
    """Returns a square with a hole."""
    return box(x, y, 40).difference(box(x + 10, y + 10, 10))


SINGLE: dict[str, list[Callable[[float, float], Any]]] = {
    "Point": [shapely.Point],
    "LineString": [
        lambda x, y: shapely.LineString([(x, y), (x + 30, y + 10), (x + 40, y + 40)]),
        lambda x, y: shapely.LineString([(x, y), (x + 50, y)]),
    ],
    "Polygon": [
        lambda x, y: box(x, y, 40),
        holed,
        lambda x, y: shapely.Polygon([(x, y), (x + 40, y), (x + 40, y + 20), (x + 20, y + 20), (x, y + 40)]),
    ],
}
MULTI: dict[str, list[Callable[[float, float], Any]]] = {
    "Point": [lambda x, y: shapely.MultiPoint([(x, y), (x + 20, y)])],
    "LineString": [
        lambda x, y: shapely.MultiLineString([[(x, y), (x + 20, y)], [(x, y + 20), (x + 10, y + 40)]]),
    ],
    "Polygon": [lambda x, y: shapely.MultiPolygon([box(x, y, 15), box(x + 20, y + 20, 20)])],
}


@some.composite
def made_shapes(draw: Any, kind: str, count: int, multi: str, heights: bool) -> list[Any]:
    """Returns some shapes of a kind, at times two in one place, at times NULL."""
    makers = {"any": SINGLE[kind] + MULTI[kind], "forbid": SINGLE[kind], "require": MULTI[kind]}[multi]
    alone = draw(some.sampled_from([True, True, True, False]))
    places = draw(some.lists(some.integers(0, SLOTS - 1), min_size=count, max_size=count, unique=alone))
    found = [draw(some.sampled_from(makers))(*slot(place)) for place in places]
    if heights:
        found = [shapely.force_3d(shape, 10.0 + place) for shape, place in zip(found, places, strict=True)]
    if found and draw(some.integers(0, 11)) == 0:
        found[draw(some.integers(0, count - 1))] = None
    return found


def to_multi(shape: Any) -> Any:
    """Returns a single shape as a multi of one part."""
    makers = {"Point": shapely.MultiPoint, "LineString": shapely.MultiLineString, "Polygon": shapely.MultiPolygon}
    return makers[shape.geom_type]([shape]) if shape.geom_type in makers else shape


def with_middles(shape: Any) -> Any:
    """Returns a shape with a vertex in the middle of every straight."""
    if family(shape) == "Point":
        return shape
    # Not every GEOS gives new vertices the heights between; those of a made shape are all the same.
    level = float(shapely.get_coordinates(shape, include_z=True)[0, 2])
    flat = shapely.segmentize(shapely.force_2d(shape), 12.0)
    return shapely.force_3d(flat, level) if shape.has_z else flat


def turned_round(shape: Any) -> Any:
    """Returns a shape that runs the other way."""
    return shapely.reverse(shape)


def another_start(shape: Any) -> Any:
    """Returns a polygon whose outline begins at its second vertex."""
    if shape.geom_type != "Polygon":
        return shape
    ring = list(shape.exterior.coords)[:-1]
    return shapely.Polygon(ring[1:] + ring[:1], [hole.coords for hole in shape.interiors])


def parts_swapped(shape: Any) -> Any:
    """Returns a multi shape with its parts in another order."""
    return type(shape)(parts(shape)[::-1]) if hasattr(shape, "geoms") else shape


def without_holes(shape: Any) -> Any:
    """Returns a polygon without its holes."""
    if family(shape) != "Polygon":
        return shape
    filled = [shapely.Polygon(part.exterior) for part in parts(shape)]
    return filled[0] if shape.geom_type == "Polygon" else shapely.MultiPolygon(filled)


def pricked(shape: Any) -> Any:
    """Returns a polygon with one more hole, too small to be seen in the area."""
    if shape.geom_type != "Polygon":
        return shape
    inside = shape.representative_point()
    x, y = inside.x, inside.y
    speck = [(x, y), (x + 0.001, y), (x + 0.001, y + 0.001)]
    if shape.has_z:
        speck = [(*vertex, 10.0) for vertex in speck]
    return shapely.Polygon(shape.exterior.coords, [*[hole.coords for hole in shape.interiors], speck])


def one_vertex_off(shape: Any, by: float) -> Any:
    """Returns a shape whose first vertex, or the second of a line, lies elsewhere."""
    seen: list[Any] = []
    wanted = moved_vertex(shape)

    def vertex(x: float, y: float, z: float | None) -> tuple[float, ...]:
        seen.append((x, y))
        hit = (x, y) == wanted
        return (x + by, y, z or 0.0) if hit else (x, y, z or 0.0)

    return moved(shape, vertex)


def moved_vertex(shape: Any) -> tuple[float, float]:
    """Returns the vertex that `one_vertex_off` moves."""
    vertices = shapely.get_coordinates(shape)
    return tuple(map(float, vertices[1 if family(shape) == "LineString" else 0]))  # type: ignore[return-value]


def higher(shape: Any, by: float) -> Any:
    """Returns a shape with its heights raised."""
    return moved(shape, lambda x, y, z: (x, y, (z or 0.0) + by))


def cut_short(shape: Any) -> Any:
    """Returns a line that ends early, another shape as it is."""
    return substring(shape, 0, 0.9, normalized=True) if shape.geom_type == "LineString" else shape


EQUAL: dict[str, Callable[[Any], Any]] = {
    "multi of one": to_multi,
    "middles": with_middles,
    "another start": another_start,
    "parts swapped": parts_swapped,
    "a little off": lambda shape: translate(shape, 0.004, 0.003),
    "a vertex a little off": lambda shape: one_vertex_off(shape, 0.003),
    "a little higher": lambda shape: higher(shape, 0.004) if shape.has_z else shape,
}
OTHER: dict[str, Callable[[Any], Any]] = {
    "turned round": turned_round,
    "2 cm off": lambda shape: translate(shape, 0.02, 0.03),
    "a vertex 30 cm off": lambda shape: one_vertex_off(shape, 0.3),
    "30 m off": lambda shape: translate(shape, 30, 0),
    "100 m off": lambda shape: translate(shape, 100, 0),
    "far away": lambda shape: translate(shape, 30_000, 0),
    "without holes": without_holes,
    "pricked": pricked,
    "cut short": cut_short,
    "NULL": lambda shape: None,
    "its middle": lambda shape: shape.representative_point(),
    "its outline": lambda shape: shape.boundary if family(shape) == "Polygon" else shape,
    "5 cm higher": lambda shape: higher(shape, 0.05) if shape.has_z else shape,
    "flat": shapely.force_2d,
    "with heights": lambda shape: shapely.force_3d(shape, 10.0),
}


def changed(shape: Any, word: str) -> Any:
    """Returns a shape after a change; NULL stays NULL."""
    return None if is_missing(shape) else {**EQUAL, **OTHER}[word](shape)
