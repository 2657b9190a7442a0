# SPDX-License-Identifier: GPL-2.0-or-later
"""Which shapes are the same entity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from gisagentbench.scoring.ground import Ground, ground_of
from gisagentbench.scoring.shape_pairs import intersection_over_union, paired_shapes, pairs_with_itself
from gisagentbench.tasks.contract import GeometryRule

METRES = Ground(False, 1.0)
RULE = GeometryRule()


def shapes(*texts: str | None) -> np.ndarray:
    """Returns shapes out of WKT, None where missing."""
    array = np.empty(len(texts), object)
    array[:] = [shapely.from_wkt(text) if text else None for text in texts]
    return array


def pairs(expected: np.ndarray, found: np.ndarray, ground: Ground = METRES, **rule: Any) -> list[tuple[int, int]]:
    """Returns pairs as tuples."""
    left, right = paired_shapes(GeometryRule(**rule), ground, expected, found)
    return list(zip(left.tolist(), right.tolist(), strict=True))


LINE = "LINESTRING(0 0,100 0)"
CASES = [
    ("a point 0.9 m off", "POINT(0 0)", "POINT(0.9 0)", True),
    ("a point 1.1 m off", "POINT(0 0)", "POINT(1.1 0)", False),
    ("a line 0.9 m beside it", LINE, "LINESTRING(0 0.9,100 0.9)", True),
    ("a line that is 2 m longer", LINE, "LINESTRING(0 0,102 0)", False),
    ("a line of which it is a part", LINE, "LINESTRING(0 0,50 0)", False),
    ("a point and a line", "POINT(0 0)", "LINESTRING(0 0,0.1 0)", False),
    ("a multi of one part", "POINT(0 0)", "MULTIPOINT((0 0))", True),
    ("missing shapes", None, None, False),
    ("squares that share an edge", "POLYGON((0 0,9 0,9 9,0 9,0 0))", "POLYGON((9 0,18 0,18 9,9 9,9 0))", False),
]


@pytest.mark.parametrize(("rule", "expected", "found", "same"), CASES, ids=[row[0] for row in CASES])
def test_pair_of_shapes(rule: str, expected: Any, found: Any, same: bool) -> None:
    assert pairs(shapes(expected), shapes(found)) == ([(0, 0)] if same else [])


@pytest.mark.parametrize("latitude", [0.0, 52.0, 69.5])
@pytest.mark.parametrize("azimuth", [0.0, 90.0, 45.0])
def test_epsilon_is_metres_on_degrees(latitude: float, azimuth: float) -> None:
    """Oracle: geodesics of pyproj on WGS 84."""
    geod, ground = pyproj.Geod(ellps="WGS84"), ground_of("EPSG:4326")
    for metres, same in ((0.99, True), (1.01, False)):
        east, north, _ = geod.fwd(5.0, latitude, azimuth, metres)
        found = shapes(f"POINT({east:.12f} {north:.12f})")
        assert pairs(shapes(f"POINT(5 {latitude})"), found, ground) == ([(0, 0)] if same else [])


def test_epsilon_is_metres_on_feet() -> None:
    # 1 m is 3.2808333 US survey feet
    ground = ground_of("EPSG:2263")
    assert pairs(shapes("POINT(0 0)"), shapes("POINT(3.28 0)"), ground) == [(0, 0)]
    assert pairs(shapes("POINT(0 0)"), shapes("POINT(3.282 0)"), ground) == []


def test_shapes_pair_with_themselves_where_they_are_near_or_missing() -> None:
    assert not pairs_with_itself(RULE, METRES, shapes("POINT(0 0)", "POINT(2 0)"))
    assert pairs_with_itself(RULE, METRES, shapes("POINT(0 0)", "POINT(0.5 0)"))
    assert pairs_with_itself(RULE, METRES, shapes("POINT(0 0)", None))
    assert pairs_with_itself(RULE, METRES, shapes("POINT(0 0)", "POINT(0 0)"))
    assert not pairs_with_itself(RULE, METRES, shapes("POINT(0 0)", "LINESTRING(0 0,0.1 0)"))


BOX = some.tuples(some.integers(0, 6), some.integers(0, 6), some.integers(1, 5), some.integers(1, 5))


def box_of(corner_and_sides: tuple[int, int, int, int]) -> Any:
    """Returns a rectangle."""
    x, y, width, height = corner_and_sides
    return shapely.box(x, y, x + width, y + height)


def naive_iou(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> float:
    """Returns the intersection over union of two rectangles, by their sides."""
    sides = [max(0, min(first[k] + first[k + 2], second[k] + second[k + 2]) - max(first[k], second[k])) for k in (0, 1)]
    shared = sides[0] * sides[1]
    return shared / (first[2] * first[3] + second[2] * second[3] - shared)


@given(BOX, BOX)
def test_intersection_over_union_of_rectangles(first: Any, second: Any) -> None:
    array = np.array([box_of(first)], object), np.array([box_of(second)], object)
    found, exact = intersection_over_union(*array)[0], naive_iou(first, second)
    # Near 1 a bound below the value is enough, since it decides nothing but ties.
    assert found == pytest.approx(exact, abs=1e-12) or 0.99 <= found <= exact


@settings(deadline=None, max_examples=300)
@given(some.lists(BOX, max_size=6, unique=True), some.lists(BOX, max_size=6, unique=True))
def test_rectangles_are_paired_one_to_one_and_as_many_as_can_be(ours: Any, theirs: Any) -> None:
    array = [np.array([box_of(box) for box in side] or [None], object)[: len(side)] for side in (ours, theirs)]
    found = pairs(array[0], array[1])
    assert all(naive_iou(ours[left], theirs[right]) >= 0.5 for left, right in found)
    assert len({left for left, _ in found}) == len({right for _, right in found}) == len(found)
    assert len(found) == most_pairs(ours, theirs)


def most_pairs(ours: Any, theirs: Any) -> int:
    """Returns the greatest number of pairs, by trying all."""
    if not ours:
        return 0
    rest = [
        1 + most_pairs(ours[1:], theirs[:place] + theirs[place + 1 :])
        for place in range(len(theirs))
        if naive_iou(ours[0], theirs[place]) >= 0.5
    ]
    return max([most_pairs(ours[1:], theirs), *rest])
