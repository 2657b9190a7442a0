# SPDX-License-Identifier: GPL-2.0-or-later
"""Points tied to edges that cross and touch themselves and each other, against Shapely and on paper."""

import numpy as np
import pytest
import shapely

from gisagentbench.tools.execution.geometry.line_sections import chains_of, places_at
from gisagentbench.tools.execution.networks import ties as ties_module
from gisagentbench.tools.execution.networks.ties import tie_points

EIGHT = "LINESTRING(0 0,10 10,10 0,0 10)"
LOOP = "LINESTRING(0 0,50 0,50 50,20 50,20 0)"


def tied(lines, points, limit=1e9):
    lines = shapely.from_wkt(lines) if isinstance(lines[0], str) else lines
    return tie_points(shapely.points(np.array(points, float)), lines, chains_of(lines), limit)


@pytest.mark.parametrize("segments", [1, 4, 1_000_000])
def test_a_place_has_every_pass_of_every_edge(segments, monkeypatch):
    """On paper: half of each diagonal of the eight, and the other edge; start and end of the loop's stem."""
    monkeypatch.setattr(ties_module, "SEGMENTS", segments)
    found = tied([EIGHT, LOOP, "LINESTRING(5 5,5 90)"], [[5, 5], [20, 0], [3, 90]])
    assert found.point.tolist() == [0, 0, 0, 1, 1, 2]
    assert found.edge.tolist() == [0, 0, 2, 1, 1, 2]
    half = np.hypot(5, 5)
    assert found.measure.tolist() == pytest.approx([half, 2 * half + 10 + half, 0, 20, 50 + 50 + 30 + 50, 85])
    assert found.distance.tolist() == pytest.approx([0, 0, 2])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ties_lie_on_their_edges_as_near_as_the_nearest(seed):
    """Second library: the place of each tie is as far from its point as GEOS says the nearest edge is."""
    random = np.random.default_rng(seed)
    lines = shapely.linestrings(random.integers(0, 6, (30, 5, 2)).cumsum(axis=1) % 7 + random.random((30, 5, 2)) / 9)
    points = random.uniform(0, 7, (40, 2))
    found = tied(lines, points)
    places = places_at(chains_of(lines), found.edge, found.measure)
    nearest = shapely.distance(shapely.points(points)[:, None], lines).min(axis=1)
    np.testing.assert_allclose(np.hypot(*(places - points[found.point]).T), nearest[found.point], atol=1e-9)
    np.testing.assert_allclose(found.distance, nearest, atol=1e-12)
    assert set(found.point.tolist()) == set(range(40))


def test_a_point_beyond_the_limit_has_no_tie():
    found = tied([EIGHT], [[5, 5], [5, 30]], limit=3.0)
    assert set(found.point.tolist()) == {0}
    assert np.isnan(found.distance[1])
