# SPDX-License-Identifier: GPL-2.0-or-later
"""Random points lie inside, are even by area, keep their distance, and are the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from scipy.spatial import cKDTree
from scipy.stats import chisquare

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis
ELL = shapely.from_wkt("POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))")
HOLED = shapely.Point(20, 20).buffer(5).difference(shapely.Point(20, 20).buffer(3))


def scattered(count: int, per: str, gap: float = 0.0, seed: int = 7):
    from gisagentbench.tools.execution.geometry.random_places import scattered

    return scattered(QuietRun(), np.array([ELL, None, HOLED], object), count, per, gap, np.random.RandomState(seed))


def test_points_lie_in_their_polygon_by_area(qgis_application):
    found = scattered(6000, "layer")
    shapes = np.array([ELL, None, HOLED], object)
    assert shapely.contains(shapes[found.owner], found.points).all()
    share = ELL.area / (ELL.area + HOLED.area)
    counts = [(found.owner == 0).sum(), (found.owner == 2).sum()]
    assert chisquare(counts, [6000 * share, 6000 * (1 - share)]).pvalue > 1e-4
    in_ell = shapely.get_coordinates(found.points[found.owner == 0])
    thirds = [((in_ell[:, 0] < 1) & (in_ell[:, 1] < 1)).sum(), (in_ell[:, 0] >= 1).sum(), (in_ell[:, 1] >= 1).sum()]
    assert chisquare(thirds, np.array([1, 3, 3]) / 7 * sum(thirds)).pvalue > 1e-4


def test_points_keep_their_distance(qgis_application):
    found = scattered(200, "layer", gap=0.5)
    nearest = cKDTree(shapely.get_coordinates(found.points)).query(shapely.get_coordinates(found.points), k=2)[0][:, 1]
    assert nearest.min() >= 0.5 and found.missing == 200 - len(found.points)


def test_a_seed_gives_the_same_points(qgis_application):
    first, again, other = scattered(20, "polygon"), scattered(20, "polygon"), scattered(20, "polygon", seed=8)
    assert shapely.equals(first.points, again.points).all()
    assert not shapely.equals(first.points, other.points).any()
    assert np.bincount(first.owner).tolist() == [20, 0, 20]


def test_points_are_placed_until_there_is_no_room(qgis_application):
    """Law: then no place is farther from a point than the distance. Published: discs placed at random cover 0.547 of a
    plane (Feder 1980); at the rim, half of them lie outside.
    """
    from gisagentbench.tools.execution.geometry.random_places import scattered

    square = np.array([shapely.box(0, 0, 30, 30)])
    found = scattered(QuietRun(), square, 1_000_000, "layer", 1.0, np.random.RandomState(3))
    nearest = cKDTree(shapely.get_coordinates(found.points)).query(shapely.get_coordinates(found.points), k=2)[0][:, 1]
    assert nearest.min() >= 1.0 and found.missing == 1_000_000 - len(found.points)
    assert 0.53 < len(found.points) * np.pi / 4 / 31**2 < 0.56
    places = 30 * np.random.default_rng(0).random((200_000, 2))
    assert cKDTree(shapely.get_coordinates(found.points)).query(places)[0].max() < 1.001
