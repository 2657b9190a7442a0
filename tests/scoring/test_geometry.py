# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes within tolerance: what is equivalent, what is not, in metres whatever the unit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

from gisagentbench.scoring.geometry import hole_counts, shape_gaps
from gisagentbench.scoring.ground import Ground, ground_of
from gisagentbench.tasks.column import Tolerance
from gisagentbench.tasks.contract import GeometryRule

METRES = Ground(False, 1.0)
US_FEET = ground_of("EPSG:2263")
DEGREES = ground_of("EPSG:4326")
SQUARE = "POLYGON((0 0,100 0,100 100,0 100,0 0))"
WITH_HOLE = "POLYGON((0 0,100 0,100 100,0 100,0 0),(50 50,50.01 50,50.01 50.01,50 50.01,50 50))"
CORNER = "LINESTRING(0 0,100 0,100 100)"

EQUAL = [
    ("ring begun elsewhere", SQUARE, "POLYGON((100 100,0 100,0 0,100 0,100 100))"),
    ("ring run the other way", SQUARE, "POLYGON((0 0,0 100,100 100,100 0,0 0))"),
    ("a collinear vertex on an edge", SQUARE, "POLYGON((0 0,37 0,100 0,100 100,0 100,0 0))"),
    ("a multi of one part", SQUARE, f"MULTI{SQUARE.replace('((', '(((')})"),
    ("parts in another order", "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))",
     "MULTIPOLYGON(((5 5,6 5,6 6,5 5)),((0 0,1 0,1 1,0 0)))"),
    ("a vertex 1 cm out: at most 0.01 m * 400 m", SQUARE, "POLYGON((0 0,100 0,100.01 100.01,0 100,0 0))"),
    ("one edge 3.9 cm out: 3.9 m2 of 0.01 m * 400 m", SQUARE, "POLYGON((0 0,100 0,100 100.039,0 100.039,0 0))"),
    ("NULL and NULL", None, None),
    ("a point 1 cm off", "POINT(5 5)", "POINT(5.01 5)"),
    ("points of a multi in another order", "MULTIPOINT((1 1),(2 2))", "MULTIPOINT((2 2),(1 1))"),
    ("a line run the other way", CORNER, "LINESTRING(100 100,100 0,0 0)"),
    ("a collinear vertex on a line", CORNER, "LINESTRING(0 0,50 0,100 0,100 100)"),
]  # fmt: skip

DIFFERENT = [
    ("one edge 5 cm out: 5 m2 of 4", SQUARE, "POLYGON((0 0,100 0,100 100.05,0 100.05,0 0))"),
    ("a hole of 1 cm2 dropped", WITH_HOLE, SQUARE),
    ("a hole of 1 cm2 made", SQUARE, WITH_HOLE),
    ("NULL", SQUARE, None),
    ("a shape where NULL is", None, SQUARE),
    ("another kind", SQUARE, "LINESTRING(0 0,100 0)"),
    ("a point 2 cm off", "POINT(5 5)", "POINT(5.02 5)"),
    ("a point of a multi lost", "MULTIPOINT((1 1),(1 1.001))", "POINT(1 1)"),
    ("a spike in the middle of a line", CORNER, "LINESTRING(0 0,50 0,50 0.02,50 0,100 0,100 100)"),
    ("a line cut short by 2 cm", CORNER, "LINESTRING(0 0,100 0,100 99.98)"),
    ("a line drawn twice lies within, but is longer", CORNER, "LINESTRING(0 0,100 0,0 0,100 0,100 100)"),
]  # fmt: skip


def is_wrong(expected: Any, found: Any, ground: Ground = METRES, **rule: Any) -> bool:
    """Compares two shapes given as WKT or None."""
    pair = []
    for shape in (expected, found):
        array = np.empty(1, object)
        array[0] = shapely.from_wkt(shape) if shape else None
        pair.append(array)
    return bool(shape_gaps(GeometryRule(**rule), Tolerance(), ground, *pair).wrong[0])


@pytest.mark.parametrize(("rule", "expected", "found"), EQUAL, ids=[row[0] for row in EQUAL])
def test_shapes_are_equal(rule: str, expected: Any, found: Any) -> None:
    assert not is_wrong(expected, found)


@pytest.mark.parametrize(("rule", "expected", "found"), DIFFERENT, ids=[row[0] for row in DIFFERENT])
def test_shapes_are_different(rule: str, expected: Any, found: Any) -> None:
    assert is_wrong(expected, found)


def test_a_share_of_a_large_area_may_differ_where_the_contract_says_so() -> None:
    # 5 m2 of 10,000 m2 is 5e-4
    found = "POLYGON((0 0,100 0,100 100.05,0 100.05,0 0))"
    assert is_wrong(SQUARE, found, area_tolerance=4.9e-4)
    assert not is_wrong(SQUARE, found, area_tolerance=5.1e-4)


LOOP = "LINESTRING(0 0,10 0,10 10,0 0)"
REVERSED = [
    (CORNER, "LINESTRING(100 100,100 0,0 0)", True),
    (CORNER, "LINESTRING(0 0,50 0,100 0,100 100)", False),
    (LOOP, "LINESTRING(0 0,10 10,10 0,0 0)", True),
    (LOOP, "LINESTRING(10 0,10 10,0 0,10 0)", False),
    (LOOP, "LINESTRING(0 0,5 0,10 0,10 10,0 0)", False),
    (LOOP, "LINESTRING(0 0,5 5,10 10,10 0,0 0)", True),
    ("MULTILINESTRING((0 0,5 0),(9 9,9 5))", "MULTILINESTRING((9 9,9 5),(0 0,5 0))", False),
    ("MULTILINESTRING((0 0,5 0),(9 9,9 5))", "MULTILINESTRING((9 5,9 9),(0 0,5 0))", True),
]


@pytest.mark.parametrize(("expected", "found", "wrong"), REVERSED)
def test_direction_counts_where_it_is_asked(expected: str, found: str, wrong: bool) -> None:
    assert is_wrong(expected, found, direction="match") == wrong
    assert not is_wrong(expected, found)


def test_a_centimetre_is_the_same_on_a_foot_grid() -> None:
    # 0.01 m = 0.01 * 3937/1200 US survey feet = 0.0328083 ft
    assert not is_wrong("POINT(980000 190000)", "POINT(980000.0328 190000)", US_FEET)
    assert is_wrong("POINT(980000 190000)", "POINT(980000.0329 190000)", US_FEET)


@pytest.mark.parametrize("latitude", [0.0, 40.7, -52.2, 78.0])
@pytest.mark.parametrize("azimuth", [0.0, 90.0, 217.0])
def test_a_centimetre_of_degrees_is_that_of_the_geodesic(latitude: float, azimuth: float) -> None:
    """Oracle: geodesics of pyproj on WGS 84."""
    geod = pyproj.Geod(ellps="WGS84")
    start = f"POINT(179.99999999 {latitude})"
    for metres, wrong in ((0.0099, False), (0.0101, True)):
        longitude, north, _ = geod.fwd(179.99999999, latitude, azimuth, metres)
        assert is_wrong(start, f"POINT({longitude:.15f} {north:.15f})", DEGREES) == wrong


def test_area_of_degrees_is_compared_in_square_metres() -> None:
    # A strip of 0.02 m by 55 m along a square of 55 m: more than 0.01 m * 222 m = 2.2 m2 only from 0.04 m on.
    box = shapely.box(5, 52, 5.0008, 52.0005).wkt
    strip = 0.02 / 111_000
    assert not is_wrong(box, shapely.box(5, 52, 5.0008, 52.0005 + strip).wkt, DEGREES)
    assert is_wrong(box, shapely.box(5, 52, 5.0008, 52.0005 + 4 * strip).wkt, DEGREES)


def test_invalid_shapes_are_compared_and_do_not_stop_the_others() -> None:
    bow_tie = "POLYGON((0 0,10 10,10 0,0 10,0 0))"
    assert not is_wrong(bow_tie, "POLYGON((10 10,10 0,0 10,0 0,10 10))")
    assert is_wrong(bow_tie, SQUARE)


def test_holes_are_counted_over_all_parts() -> None:
    hole = "(1 1,2 1,2 2,1 1)"
    shapes = shapely.from_wkt([
        "POLYGON((0 0,9 0,9 9,0 0))",
        f"MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),{hole}),((20 0,29 0,29 9,20 0)))",
    ])  # fmt: skip
    assert hole_counts(shapes).tolist() == [0, 1]
