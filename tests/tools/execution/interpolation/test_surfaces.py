# SPDX-License-Identifier: GPL-2.0-or-later
"""Neighbours and estimates of surfaces from points."""

from __future__ import annotations

import numpy as np
import pytest

from gisagentbench.tools.execution.interpolation.surfaces import (
    Averaged,
    Estimator,
    InverseDistance,
    Nearest,
    NearestPoint,
)

POINTS = Averaged(np.array([[0.0, 0.0], [9.0, 0.0], [3.0, 0.0], [0.0, 4.0]]), np.array([1.0, 2.0, 3.0, 4.0]), 0)
FAR = [1000.0, 0.0]


def test_neighbours_at_the_place_of_a_point() -> None:
    """On paper: the point itself, then those at 3 and 4, though the one at 9 comes first among the points."""
    with np.errstate(all="raise"):
        found = Nearest(POINTS.places, 3, np.inf).of(np.array([[0.0, 0.0]]))
    assert found.number.tolist() == [[0, 2, 3]] and found.distance.tolist() == [[0.0, 3.0, 4.0]]


def test_neighbours_of_one_distance() -> None:
    """On paper: two points are 0.5 away on either side; the earlier one is taken."""
    places = np.array([[-0.5, 0.0], [0.5, 0.0]])
    with np.errstate(all="raise"):
        assert Nearest(places, 1, np.inf).of(np.array([[0.0, 0.0]])).number.tolist() == [[0]]
        assert Nearest(places[::-1], 1, np.inf).of(np.array([[0.0, 0.0]])).number.tolist() == [[0]]


@pytest.mark.parametrize("estimator", [
    NearestPoint(POINTS, 5), InverseDistance(POINTS, 2, 2, 5), InverseDistance(POINTS, 2, None, 5),
])  # fmt: skip
def test_places_out_of_reach_have_no_value(estimator: Estimator) -> None:
    """On paper: no point is within 5 of a place 991 away, and none is divided by; the first has its own value."""
    with np.errstate(all="raise"):
        found = estimator.at(np.array([[0.0, 0.0], FAR]))
    assert found[0] == 1.0 and np.isnan(found[1])
