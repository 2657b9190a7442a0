# SPDX-License-Identifier: GPL-2.0-or-later
"""Point patterns against closed forms, all pairs, and what chance must give."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely


def test_a_lattice_keeps_as_far_apart_as_points_can_on_squares() -> None:
    """Closed form: spacing 3 on 10 x 10 cells of 9: 3 / (0.5 * 3) = 2; its error is 0.26136 * 30 / 100."""
    from gisagentbench.tools.execution.patterns.point_patterns import nearest_neighbors

    places = np.array([[x, y] for x in range(10) for y in range(10)]) * 3.0
    found = nearest_neighbors(places, 900.0)
    assert (found.observed, found.expected, found.ratio, found.coincident) == (3.0, 1.5, 2.0, 0)
    assert found.z == pytest.approx(1.5 / (0.26136 * math.sqrt(900) / 100), rel=1e-4)
    assert found.p == pytest.approx(math.erfc(found.z / math.sqrt(2)))


def test_doubled_points_are_no_distance_apart() -> None:
    from gisagentbench.tools.execution.patterns.point_patterns import nearest_neighbors

    found = nearest_neighbors(np.array([[0.0, 0], [0, 0], [0, 4]]), 16.0)
    assert found.observed == pytest.approx(4 / 3) and found.coincident == 2


def test_pairs_are_those_of_all_pairs() -> None:
    from gisagentbench.tools.execution.patterns.point_patterns import pairs_within

    places = np.random.RandomState(2).randint(0, 9, (70, 2)) * 0.1
    distances = np.array([0.1, 0.2, 0.3, 0.5, 2.0])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    wanted = [(apart <= distance + 1e-9).sum() - 70 for distance in distances]
    assert pairs_within(places, distances).tolist() == wanted and wanted[-1] == 70 * 69


AREA = shapely.from_wkt("POLYGON((0 0,40 0,40 10,10 10,10 30,0 30,0 0),(2 2,8 2,8 8,2 8,2 2))")


@pytest.mark.parametrize("can_triangulate", [True, False])
def test_random_points_of_an_area_with_a_hole_and_a_bend_lie_in_it_and_evenly(
    can_triangulate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: a part holds the share of points that it has of the area, within four standard errors."""
    from gisagentbench.tools.execution.geometry.random_places import triangles_of

    def fail(shape: object) -> None:
        raise shapely.errors.GEOSException("IllegalStateException: Unable to find a convex corner")

    if not can_triangulate:
        monkeypatch.setattr(shapely, "constrained_delaunay_triangles", fail)
    places = triangles_of(AREA).random_places(20_000, np.random.RandomState(4))
    assert shapely.intersects_xy(AREA.buffer(1e-9), places).all()
    for part in (shapely.box(0, 0, 10, 10), shapely.box(30, 0, 40, 10), shapely.box(0, 9, 10, 12)):
        share = AREA.intersection(part).area / AREA.area
        error = math.sqrt(share * (1 - share) / 20_000)
        assert shapely.intersects_xy(part, places).mean() == pytest.approx(share, abs=4 * error)


def test_random_points_stay_in_the_envelope_and_clusters_do_not() -> None:
    """Law: random points lie within the envelope of 199 simulations but for 2 in 200; doubled points are above it."""
    from gisagentbench.tools.execution.geometry.random_places import triangles_of
    from gisagentbench.tools.execution.patterns.point_patterns import pair_counts

    area, distances = triangles_of(AREA), np.array([1.0, 2, 3])
    outside = 0
    for seed in range(10):
        places = area.random_places(60, np.random.RandomState(100 + seed))
        counts = pair_counts(places, area, distances, 199, seed)
        outside += int(((counts.found < counts.low) | (counts.found > counts.high)).sum())
        clustered = np.concatenate([places[:30], places[:30] + 0.1])
        assert (pair_counts(clustered, area, distances, 39, seed).found[0] > counts.high[0]).all()
    assert outside <= 3
    assert (counts.low <= counts.high).all() and counts.low[0] < counts.high[0]
