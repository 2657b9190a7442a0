# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of simplify_geometry: both methods against plain ones, and the laws of a tiling."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
Place = tuple[float, float]


def shapes(harness: Any, handle: str) -> np.ndarray:
    return shapely.from_wkt([row["wkt"] for row in harness.rows(handle)])


def douglas_peucker(line: list[Place], tolerance: float) -> list[Place]:
    """The method as it is told: the farthest vertex stays and divides the line, or none does."""
    if len(line) < 3:
        return line
    chord = shapely.LineString([line[0], line[-1]])
    far = max(range(1, len(line) - 1), key=lambda at: chord.distance(shapely.Point(line[at])))
    if chord.distance(shapely.Point(line[far])) <= tolerance:
        return [line[0], line[-1]]
    return douglas_peucker(line[: far + 1], tolerance)[:-1] + douglas_peucker(line[far:], tolerance)


def visvalingam(line: list[Place], tolerance: float) -> list[Place]:
    """The method as it is told: all triangles are measured anew after each vertex that goes."""
    left = list(line)
    while len(left) > 2:
        sizes = [shapely.Polygon(left[at - 1 : at + 2]).area for at in range(1, len(left) - 1)]
        if min(sizes) > tolerance**2:
            break
        del left[1 + sizes.index(min(sizes))]
    return left


@pytest.mark.parametrize(("method", "plain"), [("douglas_peucker", douglas_peucker), ("visvalingam", visvalingam)])
def test_a_line_is_simplified_as_the_method_is_told(harness: Any, method: str, plain: Any) -> None:
    made = np.random.default_rng(4)
    lines = [
        [(155000 + 5 * step, float(463000 + up)) for step, up in enumerate(np.cumsum(made.normal(0, 3, 60)))]
        for _ in range(20)
    ]
    harness.give("roads", {"crs": "EPSG:28992", "rows": [{"wkt": shapely.LineString(line).wkt} for line in lines]})
    harness.done(
        "simplify_geometry", layer="roads", method=method, tolerance=6, unit="m", shared_edges="each_feature",
        output="result",
    )  # fmt: skip
    for found, line in zip(shapes(harness, "result"), lines, strict=True):
        wanted = plain(line, 6)
        assert 2 < len(wanted) < len(line) / 2
        np.testing.assert_allclose(np.array(found.coords), wanted, rtol=0, atol=1e-8)


def wiggly_tiling(count: int, seed: int) -> list[str]:
    """Divides a square into cells whose edges bend by up to 3 m, the same way for both neighbours."""
    made = np.random.default_rng(seed)
    square = shapely.box(155000, 463000, 155400, 463400)
    points = shapely.multipoints(made.random((count, 2)) * 400 + [155000, 463000])
    faces = [face.intersection(square) for face in shapely.voronoi_polygons(points, extend_to=square).geoms]
    dense = shapely.segmentize(faces, 8)
    places: dict[Place, Place] = {}

    def bent(coordinates: np.ndarray) -> np.ndarray:
        for place in map(tuple, coordinates.round(3)):
            shift = made.uniform(-2, 2, 2)
            inside = all(low + 3 < value < low + 397 for value, low in zip(place, (155000, 463000), strict=True))
            places.setdefault(place, tuple(place + shift * inside))
        return np.array([places[tuple(place)] for place in coordinates.round(3)])

    return [shapely.transform(face, bent).wkt for face in dense]


@pytest.fixture
def zones(harness: Any) -> list[str]:
    """Valid cells that tile a square; the seed is one for which bending breaks none."""
    cells = wiggly_tiling(25, 11)
    found = shapely.from_wkt(cells)
    assert shapely.is_valid(found).all() and shapely.union_all(found).area == pytest.approx(160000)
    assert shapely.area(found).sum() == pytest.approx(160000, rel=1e-9)
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": cell} for cell in cells]})
    return cells


@pytest.mark.parametrize("method", ["douglas_peucker", "visvalingam"])
@pytest.mark.parametrize("tolerance", [3, 12, 60])
def test_a_tiling_stays_one(harness: Any, zones: list[str], method: str, tolerance: float) -> None:
    step = harness.done(
        "simplify_geometry", layer="zones", method=method, tolerance=tolerance, unit="m", output="result"
    )
    found = shapes(harness, "result")
    counts = step.observation["counts"]
    assert counts["vertex_count_after"] < 0.6 * counts["vertex_count_before"] and counts["invalid_count"] == 0
    assert shapely.is_valid(found[~shapely.is_missing(found)]).all()
    union = shapely.union_all(found)
    assert shapely.area(found).sum() == pytest.approx(union.area, rel=1e-9), "no overlaps"
    assert union.geom_type == "Polygon" and not union.interiors, "no gaps"
    assert union.area == pytest.approx(160000, rel=1e-9 if tolerance < 60 else 0.1), "corners may be cut by 60 m"


def test_without_common_edges_it_has_gaps_and_overlaps(harness: Any, zones: list[str]) -> None:
    """The twin of the law: so it is with most tools that simplify feature by feature."""
    harness.done(
        "simplify_geometry", layer="zones", method="douglas_peucker", tolerance=12, unit="m",
        shared_edges="each_feature", output="result",
    )  # fmt: skip
    found = shapes(harness, "result")
    assert abs(shapely.area(found).sum() - 160000) > 1 or shapely.union_all(found).area < 160000 - 1


def test_neighbours_share_their_vertices_wherever_their_rings_start(harness: Any, zones: list[str]) -> None:
    """Law: turning rings, or reversing the rows, changes nothing but the order."""
    turned = []
    for cell in zones[::-1]:
        ring = list(shapely.from_wkt(cell).exterior.coords)[:-1]
        ring = ring[len(ring) // 3 :] + ring[: len(ring) // 3]
        turned.append(shapely.Polygon(ring[::-1]).wkt)
    harness.give("turned", {"crs": "EPSG:28992", "rows": [{"wkt": cell} for cell in turned]})
    for layer in ("zones", "turned"):
        harness.done(
            "simplify_geometry", layer=layer, method="visvalingam", tolerance=8, unit="m", output=f"{layer}_result"
        )
    one, other = shapes(harness, "zones_result"), shapes(harness, "turned_result")[::-1]
    assert shapely.equals(one, other).all()


def test_every_vertex_lies_within_the_tolerance_of_the_simpler_line(harness: Any) -> None:
    """Law of Douglas and Peucker, on a circle: the chords of n vertices miss it by r (1 - cos(pi / n)) at most."""
    circle = shapely.Point(155000, 463000).buffer(100, quad_segs=64)
    harness.give("parks", {"crs": "EPSG:28992", "rows": [{"wkt": circle.wkt}]})
    harness.done("simplify_geometry", layer="parks", method="douglas_peucker", tolerance=2, unit="m", output="result")
    (found,) = shapes(harness, "result")
    assert shapely.distance(shapely.points(circle.exterior.coords), found.exterior).max() <= 2
    corners = len(found.exterior.coords) - 1
    assert math.pi / math.acos(1 - 2 / 100) <= corners <= 2 * math.pi / math.acos(1 - 2 / 100)


def test_only_what_would_cross_keeps_more_vertices(harness: Any) -> None:
    """On paper: a coast keeps its two bays where a tip reaches into one, the same coast elsewhere loses them."""
    land = "0 0,30 0,30 10,26 10,25 7,24 10,6 10,5 7,4 10,0 10,0 0"
    coast = [(155000 + float(x), 463000 + float(y)) for x, y in (place.split() for place in land.split(","))]
    far = [(x + 1000, y) for x, y in coast]
    tip = [(155005, 463008), (155009, 463040), (155001, 463040)]
    harness.give("coasts", {"crs": "EPSG:28992", "rows": [
        {"wkt": shapely.MultiPolygon([shapely.Polygon(coast), shapely.Polygon(far)]).wkt},
        {"wkt": shapely.MultiPolygon([shapely.Polygon(tip)]).wkt},
    ]})  # fmt: skip
    step = harness.done(
        "simplify_geometry", layer="coasts", method="douglas_peucker", tolerance=4, unit="m", output="result"
    )
    both, _ = shapes(harness, "result")
    near, away = sorted(both.geoms, key=lambda part: part.bounds[0])
    assert away.area == 300 and near.area == pytest.approx(300 - 2 * 3)
    assert step.observation["counts"]["held_count"] == 2
