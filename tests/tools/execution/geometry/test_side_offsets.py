# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines moved to one side: on paper, against GEOS where bends are wide, and laws."""

import numpy as np
import pytest
import shapely

from gisagentbench.tools.execution.geometry.side_offsets import moved_lines

SQUARE = "LINESTRING(0 0,10 0,10 10,0 10,0 0)"
SPUR = "LINESTRING(0 0,50 0,50 30,50 0,100 0)"
HAIRPIN = "LINESTRING(0 0,100 0,100 10,0 10)"
JOG = "LINESTRING(0 0,50 0,50.3 0.4,50.3 40)"


@pytest.mark.parametrize(
    ("line", "offset", "wanted"),
    [
        (SQUARE, 2, "LINESTRING(2 2,8 2,8 8,2 8,2 2)"),
        (SQUARE, -2, "LINESTRING(-2 -2,12 -2,12 12,-2 12,-2 -2)"),
        (SQUARE, 5, None),
        (SQUARE, 6, None),
        ("LINESTRING(0 0,6 0,10 4,10 9,0 9,0 0)", 3, "LINESTRING(3 3,4.757359 3,7 5.242641,7 6,3 6,3 3)"),
        ("LINESTRING(0 0,6 0,6 1,10 1,10 9,0 9,0 0)", 2, "LINESTRING(2 2,4 2,4 3,8 3,8 7,2 7,2 2)"),
        (HAIRPIN, 4, "LINESTRING(0 4,96 4,96 6,0 6)"),
        (HAIRPIN, 5, None),
        (HAIRPIN, 6, None),
        (SPUR, 3, "LINESTRING(0 3,47 3,47 33,53 33,53 3,100 3)"),
        ("LINESTRING(0 0,100 0,100 4)", 10, None),
        ("LINESTRING(0 0,100 0,100 4)", -10, "LINESTRING(0 -10,110 -10,110 4)"),
        (JOG, 8, "LINESTRING(0 8,42.3 8,42.3 40)"),
        ("LINESTRING(0 0,100 0,100 0,200 0)", 5, "LINESTRING(0 5,100 5,200 5)"),
        ("LINESTRING(3 3,3 3)", 5, None),
        ("LINESTRING(0 0,9 0,0 0)", 2, "LINESTRING(0 2,11 2,11 -2,0 -2)"),
    ],
)  # fmt: skip
def test_edges_move_square_to_themselves(line, offset, wanted):
    """On paper: corners lie where the moved edges meet; the jog of 0.3 by 0.4 is shorter than 8 times the tangents."""
    (found,) = moved_lines(shapely.from_wkt([line]), offset)
    if wanted is None:
        assert found is None
    else:
        assert shapely.to_wkt(found, rounding_precision=6) == shapely.to_wkt(
            shapely.from_wkt(wanted), rounding_precision=6
        )


def test_a_corner_of_more_than_five_offsets_is_cut_off_square():
    """Closed form: the cut lies one offset beyond the corner, square to the line that halves it."""
    narrow = shapely.from_wkt(["LINESTRING(0 0,100 0,0 10)"])
    (found,) = moved_lines(narrow, -3)
    one, other = shapely.get_coordinates(found)[1:3]
    assert shapely.distance(shapely.linestrings([one, other]), shapely.points(100, 0)) == pytest.approx(3)
    assert shapely.distance(shapely.points(one), narrow[0]) >= 3


def bending_lines(seed, count=200):
    """Roads of steps of 5 that bend by a few degrees."""
    random = np.random.default_rng(seed)
    turns = np.cumsum(random.normal(0, 0.1, (count, 60)), axis=1)
    places = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], axis=2) * 5, axis=1)
    return shapely.linestrings(places + random.normal(0, 0.05, places.shape))


@pytest.mark.parametrize("offset", [3.0, -10.0])
def test_in_wide_bends_it_is_the_offset_curve_of_geos(offset):
    lines = bending_lines(1)
    found = moved_lines(lines, offset)
    wanted = shapely.offset_curve(lines, offset, join_style="mitre")
    assert shapely.hausdorff_distance(found, wanted).max() < 1e-3  # GEOS leaves out vertices that hardly bend
    np.testing.assert_allclose(shapely.distance(found, lines), abs(offset), rtol=1e-9)


@pytest.mark.parametrize("offset", [4.0, -25.0])
def test_left_of_a_line_is_right_of_the_same_line_turned_round(offset):
    lines = bending_lines(2)
    found, back = moved_lines(lines, offset), moved_lines(shapely.reverse(lines), -offset)
    assert (shapely.is_missing(found) == shapely.is_missing(back)).all()
    made = ~shapely.is_missing(found)
    assert made.sum() > 100
    assert shapely.equals_exact(shapely.reverse(back[made]), found[made], tolerance=1e-6).all()


def test_a_ring_keeps_its_shape_wherever_it_begins():
    """On paper: the cut corner of 1 m shrinks to nothing, and its neighbours meet."""
    corners = np.array([[0, 0], [9, 0], [10, 1], [10, 10], [0, 10]])
    for first in range(5):
        ring = np.roll(corners, first, axis=0)
        (found,) = moved_lines(np.array([shapely.linestrings([*ring, ring[0]])]), 3)
        shapes = shapely.normalize([shapely.polygons(shapely.get_coordinates(found)), shapely.box(3, 3, 7, 7)])
        assert shapely.equals_exact(*shapes, tolerance=1e-9)
