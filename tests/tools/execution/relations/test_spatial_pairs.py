# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs within a distance: points are measured together, and must be what shapes one by one and a double loop give."""

import math

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun
from gisagentbench.tools.execution.relations.spatial_pairs import near_pairs

# on a grid of 3 and 4 many distances are whole: 3, 4, 5, 6, 8, 10
GRID = [(3.0 * i, 4.0 * j) for i in range(6) for j in range(5)]


def pairs_of(first, second, distance):
    return list(zip(*(side.tolist() for side in near_pairs(QuietRun(), first, second, distance)), strict=True))


@pytest.mark.parametrize("distance", [0, 3, 4.999, 5, 7.5, 1e9])
def test_points_have_the_pairs_of_a_double_loop_the_limit_included(distance):
    points = np.append(shapely.points(GRID), [None, shapely.Point()])
    looped = [(i, j) for i, one in enumerate(GRID) for j, other in enumerate(GRID) if math.dist(one, other) <= distance]
    assert pairs_of(points, points, distance) == looped
    several = np.append(shapely.multipoints(shapely.points(GRID)[:, None]), [None, shapely.MultiPoint()])
    assert pairs_of(points, several, distance) == pairs_of(several, points, distance) == looped


def test_each_point_has_its_own_limit():
    points, limits = shapely.points(GRID), np.arange(len(GRID)) % 7.0
    looped = [
        (i, j) for i, one in enumerate(GRID) for j, other in enumerate(GRID) if math.dist(one, other) <= limits[i]
    ]
    assert pairs_of(points, points, limits) == looped


def test_heights_of_points_are_not_measured():
    low, high = (np.array([shapely.Point(0, 0, z)]) for z in (0, 100))
    assert pairs_of(low, high, 1) == [(0, 0)]


@pytest.mark.parametrize("distance", [1.0, np.array([])])
def test_no_points_have_no_pairs(distance):
    nothing = np.array([], object)
    assert pairs_of(nothing, shapely.points(GRID), distance) == []
    assert pairs_of(shapely.points(GRID[:1]), nothing, 1.0) == []
