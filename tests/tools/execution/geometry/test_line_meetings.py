# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines are cut where others meet them, as often as these meet them, and nowhere else."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis


def cut(lines: list[str], cutters: list[str]) -> list[str]:
    from gisagentbench.tools.execution.geometry.line_meetings import cut_by_lines

    found = cut_by_lines(QuietRun(), shapely.from_wkt(lines), shapely.from_wkt(cutters))
    return [shapely.to_wkt(piece) for piece in found.pieces]


@pytest.mark.parametrize(
    ("line", "cutters", "pieces"),
    [
        ("0 0, 5 0, 9 0, 9 5", ["0 0, 5 0, 9 0, 9 5"], ["0 0, 5 0, 9 0, 9 5"]),
        ("0 0, 5 0, 9 0, 9 5", ["9 5, 9 0, 0 0"], ["0 0, 5 0, 9 0, 9 5"]),
        ("0 0, 9 0, 9 5", ["2 0, 5 0, 8 0, 8 7"], ["0 0, 2 0", "2 0, 8 0", "8 0, 9 0, 9 5"]),
        ("0 0, 9 0, 9 5", ["2 0, 5 0", "5 0, 8 0"], ["0 0, 2 0", "2 0, 5 0", "5 0, 8 0", "8 0, 9 0, 9 5"]),
        ("0 0, 9 0, 9 5", ["-1 0, 20 0"], ["0 0, 9 0", "9 0, 9 5"]),
        ("0 0, 9 0, 9 5", ["5 5, 9 0"], ["0 0, 9 0", "9 0, 9 5"]),
        ("0 0, 9 0, 9 0, 18 0", ["-1 0, 20 0"], ["0 0, 9 0, 9 0, 18 0"]),
        ("0 0, 9 0, 9 5, 5 5, 5 -5", ["7 -1, 7 1"], ["0 0, 7 0", "7 0, 9 0, 9 5, 5 5, 5 -5"]),
        ("0 0, 9 0, 9 5, 5 5, 5 -5", ["0 0, 9 0, 9 5, 5 5, 5 -5"],
         ["0 0, 5 0", "5 0, 9 0, 9 5, 5 5, 5 0", "5 0, 5 -5"]),
        ("1 5, 5 5, 1 5", ["3 0, 3 9"], ["1 5, 3 5", "3 5, 5 5, 3 5", "3 5, 1 5"]),
        ("0 0, 4 0, 4 4, 0 4, 0 0", ["0 0, 4 0, 4 4, 0 4, 0 0"], ["0 0, 4 0, 4 4, 0 4, 0 0"]),
    ],
)  # fmt: skip
def test_ways_to_meet(line, cutters, pieces):
    """On paper: cut where another line crosses, touches, joins, leaves or ends, not at vertices within a stretch."""
    assert cut([f"LINESTRING ({line})"], [f"LINESTRING ({each})" for each in cutters]) == [
        f"LINESTRING ({each})" for each in pieces
    ]


def test_heights_follow_the_line_that_is_cut():
    """On paper: 3 of 10 along, 30 of 100 up."""
    pieces = cut(["LINESTRING Z (0 0 0, 10 0 100)"], ["LINESTRING (3 -1, 3 1)"])
    assert pieces == ["LINESTRING Z (0 0 0, 3 0 30)", "LINESTRING Z (3 0 30, 10 0 100)"]


@pytest.mark.parametrize("seed", range(5))
def test_lines_at_random_are_cut_once_a_crossing(seed):
    """Law: as many cuts of each line as edges of all lines cross its own; lines that cross end in one place there."""
    from gisagentbench.tools.execution.geometry.line_meetings import cut_by_lines

    random = np.random.default_rng(seed)
    vertices = 150_000 + random.uniform(0, 1000, (12, 6, 2))
    lines = shapely.linestrings(vertices)
    found = cut_by_lines(QuietRun(), lines, lines)
    edges = [shapely.LineString(line[step : step + 2]) for line in vertices for step in range(5)]
    owner = np.repeat(np.arange(12), 5)
    crossings = np.zeros(12, int)
    for one, other in itertools.combinations(range(len(edges)), 2):
        if edges[one].crosses(edges[other]):
            crossings[owner[one]] += 1
            crossings[owner[other]] += 1
    assert (np.bincount(found.owner) == crossings + 1).all()
    ends = shapely.get_coordinates([shapely.get_point(found.pieces, 0), shapely.get_point(found.pieces, -1)])
    assert len(np.unique(ends, axis=0)) == crossings.sum() / 2 + 24
    assert np.bincount(found.owner, shapely.length(found.pieces)) == pytest.approx(shapely.length(lines), rel=1e-12)


FEET = range(36)
BETWEEN = [(one, other) for one in FEET for other in FEET if one != other]


def comb() -> np.ndarray:
    """Makes a path from each tooth of a comb to each other, along its back."""
    paths = []
    for one, other in BETWEEN:
        step = 1 if one < other else -1
        back = [(foot, 0.0) for foot in range(one, other + step, step)]
        paths.append(shapely.LineString([(one, 1.0), *back, (other, 1.0)]))
    return np.array(paths)


def test_paths_that_share_their_way_are_cut_where_others_leave_it():
    """On paper: at each foot of a comb but the outermost two, from which all paths go the same way."""
    from gisagentbench.tools.execution.geometry.line_meetings import cut_by_lines

    began = time.perf_counter()
    found = cut_by_lines(QuietRun(), comb(), comb())
    assert time.perf_counter() - began < 30, "the paths were looked at one by one"
    feet = [abs(one - other) + 1 - len({one, other} & {0, 35}) for one, other in BETWEEN]
    assert np.bincount(found.owner).tolist() == [count + 1 for count in feet]


def test_polygons_are_cut_once_by_paths_that_share_their_way():
    """On paper: above the back of a comb each tooth parts a box in two; the outermost have no back on one side."""
    from gisagentbench.tools.execution.geometry.line_meetings import split_by

    began = time.perf_counter()
    boxes = shapely.box(np.arange(36) - 0.5, -1, np.arange(36) + 0.5, 0.5)
    pieces, owner = split_by(QuietRun(), boxes, comb())
    assert time.perf_counter() - began < 30, "the paths were looked at one by one"
    assert np.bincount(owner).tolist() == [2, *[3] * 34, 2]
    assert sorted(shapely.area(pieces[owner == 1]).tolist()) == [0.25, 0.25, 1.0]
