# SPDX-License-Identifier: GPL-2.0-or-later
"""Noded lines keep their length, name their sources, and cross nowhere but at ends."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize("seed", range(10))
def test_pieces_cross_nowhere_and_cover_their_lines(seed, qgis_application):
    from gisagentbench.tools.execution.geometry.line_noding import noded

    random = np.random.default_rng(seed)
    lines = shapely.linestrings(random.integers(0, 8, (8, 4, 2)).astype(float))
    lines = lines[shapely.length(lines) > 0]
    found = noded(lines)
    for one, other in itertools.combinations(found.pieces, 2):
        assert not one.crosses(other) and not one.overlaps(other)
    for row, line in enumerate(lines):
        pieces = found.pieces[found.piece[found.line == row]]
        assert shapely.length(pieces).sum() == pytest.approx(shapely.union_all([line]).length)
    assert set(found.piece.tolist()) == set(range(len(found.pieces)))


def test_an_undershoot_is_moved_onto_the_line_which_gets_a_vertex(qgis_application):
    from gisagentbench.tools.execution.geometry.line_noding import noded, snapped_ends

    lines = shapely.from_wkt(
        ["LINESTRING(0 0,9 0,20 0)", "LINESTRING(4 5,4 0.3)", "LINESTRING(9.2 -4,9.2 -0.1)", "LINESTRING(7 9,7 2)"]
    )
    moved, count = snapped_ends(QuietRun(), lines, 0.5)
    assert count == 2
    assert shapely.get_coordinates(moved[1])[-1].tolist() == [4, 0]
    assert shapely.get_coordinates(moved[2])[-1].tolist() == [9, 0], "a vertex within the tolerance comes first"
    assert moved[3].equals(lines[3]), "2 is beyond 0.5"
    assert len(noded(moved).pieces) == 6  # three of the first line, and the others


def test_ends_that_already_touch_stay(qgis_application):
    from gisagentbench.tools.execution.geometry.line_noding import snapped_ends

    lines = shapely.from_wkt(["LINESTRING(0 0,10 0)", "LINESTRING(4 5,4 0)", "LINESTRING(0 0,0 3)"])
    moved, count = snapped_ends(QuietRun(), lines, 0.5)
    assert count == 0 and all(one.equals(other) for one, other in zip(moved, lines, strict=True))
