# SPDX-License-Identifier: GPL-2.0-or-later
"""Pieces of a line put together are the line, as long as asked, and equal those of shapely's own substring."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some
from shapely.ops import substring

pytestmark = pytest.mark.qgis
LINE = "LINESTRING(0 0,3 4,3 10)"


def cut(wkt: list[str], line: list[int], distance: list[float]):
    from gisagentbench.tools.execution.geometry.line_cutting import cut_at

    return cut_at(shapely.from_wkt(wkt), np.array(line, int), np.array(distance, float))


@pytest.mark.parametrize(
    ("distances", "wanted"),
    [
        ([], [LINE]),
        ([5], ["LINESTRING(0 0,3 4)", "LINESTRING(3 4,3 10)"]),
        ([2.5, 6], ["LINESTRING(0 0,1.5 2)", "LINESTRING(1.5 2,3 4,3 5)", "LINESTRING(3 5,3 10)"]),
        ([0, 11], [LINE]),
    ],
)
def test_a_line_is_cut_where_asked(distances, wanted, qgis_application):
    found = cut([LINE], [0] * len(distances), distances)
    assert [shapely.to_wkt(piece, rounding_precision=9) for piece in found.pieces] == [
        shapely.to_wkt(piece, rounding_precision=9) for piece in shapely.from_wkt(wanted)
    ]
    assert found.owner.tolist() == [0] * len(wanted)


def test_each_line_is_cut_for_itself_and_heights_are_interpolated(qgis_application):
    found = cut(["LINESTRING Z(0 0 0,10 0 5)", "LINESTRING Z(0 1 0,4 1 8)"], [0, 1], [4, 1])
    assert shapely.get_coordinates(found.pieces, include_z=True).tolist() == [
        [0, 0, 0], [4, 0, 2], [4, 0, 2], [10, 0, 5], [0, 1, 0], [1, 1, 2], [1, 1, 2], [4, 1, 8],
    ]  # fmt: skip
    assert found.owner.tolist() == [0, 0, 1, 1]


steps = some.lists(some.tuples(some.integers(-5, 5), some.integers(-5, 5)).filter(any), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@given(some.lists(steps, min_size=1, max_size=4), some.lists(some.floats(0.01, 0.99), max_size=5))
def test_pieces_equal_those_of_substring(qgis_application, walks, shares):
    lines = np.array([shapely.LineString(np.cumsum([(0, 0), *walk], axis=0)) for walk in walks], object)
    shares = sorted(set(shares))
    from gisagentbench.tools.execution.geometry.line_cutting import cut_at

    owner = np.repeat(np.arange(len(lines)), len(shares))
    distance = np.concatenate([np.array(shares) * line.length for line in lines]) if shares else np.zeros(0)
    found = cut_at(lines, owner, distance)
    wanted = [
        substring(line, start, end, normalized=True)
        for line in lines
        for start, end in zip([0, *shares], [*shares, 1], strict=True)
    ]
    assert len(found.pieces) == len(wanted)
    for piece, other in zip(found.pieces, wanted, strict=True):
        assert piece.length == pytest.approx(other.length, abs=1e-9)
        assert piece.hausdorff_distance(other) < 1e-9


def test_bearings_are_those_of_the_segment_that_begins_there(qgis_application):
    from gisagentbench.tools.execution.geometry.line_cutting import places_on

    places = places_on(shapely.from_wkt([LINE]), np.zeros(4, int), np.array([0.0, 2.5, 5.0, 11.0]))
    assert shapely.get_coordinates(places.points).tolist() == [[0, 0], [1.5, 2], [3, 4], [3, 10]]
    assert places.bearing.tolist() == pytest.approx([36.86989764584402, 36.86989764584402, 0, 0])


def test_inner_vertices_that_stand_twice_are_one_place():
    from gisagentbench.tools.execution.geometry.line_cutting import inner_vertices

    lines = shapely.from_wkt(["LINESTRING(0 0,0 0,3 4,3 4,3 10,3 10)", "LINESTRING(1 1,1 1)", LINE])
    assert [part.tolist() for part in inner_vertices(lines)] == [[0, 2], [5, 5]]


def test_no_lines_have_no_inner_vertices():
    from gisagentbench.tools.execution.geometry.line_cutting import inner_vertices

    assert [part.tolist() for part in inner_vertices(np.zeros(0, object))] == [[], []]
