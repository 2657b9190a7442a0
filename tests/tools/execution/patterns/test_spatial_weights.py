# SPDX-License-Identifier: GPL-2.0-or-later
"""Neighbours by three rules, against libpysal, pictures on paper and a plain sort of all distances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

RUN: Any = QuietRun()


def pairs_of(weights: Any) -> set[tuple[int, int]]:
    return set(zip(weights.first.tolist(), weights.second.tolist(), strict=True))


def lots(seed: int, side: int) -> np.ndarray:
    """Unites cells of a lattice at random, so that corners, holes and lots of several parts come about."""
    cells = np.array([shapely.box(x, y, x + 1, y + 1) for x in range(side) for y in range(side)])
    lot = np.random.RandomState(seed).randint(0, side * side // 3, side * side)
    return np.array([shapely.union_all(cells[lot == number]) for number in np.unique(lot)], object)


@pytest.mark.parametrize("rule", ["Queen", "Rook"])
@pytest.mark.parametrize("seed", range(4))
def test_polygons_meet_as_libpysal_says(rule: str, seed: int) -> None:
    import geopandas
    import libpysal.weights

    from gisagentbench.tools.execution.patterns.spatial_weights import contiguity

    # with a vertex at every corner of a cell, since libpysal compares vertices
    shapes = shapely.segmentize(lots(seed, 7), 1)
    frame = geopandas.GeoDataFrame(geometry=shapes)
    peer = getattr(libpysal.weights, rule).from_dataframe(frame, use_index=False, silence_warnings=True)
    wanted = {(one, other) for one, others in peer.neighbors.items() for other in others}
    found = contiguity(RUN, shapes, corners=rule == "Queen")
    assert pairs_of(found) == wanted and len(wanted) > 20


def test_a_vertex_on_the_edge_of_another_is_a_corner_and_half_an_edge_is_an_edge() -> None:
    """On paper: a long bar with two squares under it, a triangle that stands on it with its tip."""
    from gisagentbench.tools.execution.patterns.spatial_weights import contiguity

    shapes = shapely.from_wkt(
        ["POLYGON((0 0,4 0,4 1,0 1,0 0))", "POLYGON((0 0,2 0,2 -1,0 -1,0 0))", "POLYGON((2 0,4 0,4 -1,2 -1,2 0))",
         "POLYGON((1 1,2 2,0.5 2,1 1))", "POLYGON((9 9,8 9,8 8,9 9))"]
    )  # fmt: skip
    rook, queen = (contiguity(RUN, shapes, corners=corners) for corners in (False, True))
    sides = {(0, 1), (0, 2), (1, 2)}
    assert pairs_of(rook) == sides | {(b, a) for a, b in sides}
    assert pairs_of(queen) - pairs_of(rook) == {(0, 3), (3, 0)}
    assert rook.sizes.tolist() == [2, 2, 2, 0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_bands_hold_all_places_within_the_distance(seed: int) -> None:
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    places = np.random.RandomState(seed).randint(0, 12, (60, 2)) * 0.1  # many are exactly 0.5 apart
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    wanted = {(a, b) for a, b in np.argwhere(apart <= 0.5 + 1e-9).tolist() if a != b}
    assert pairs_of(distance_band(RUN, places, 0.5)) == wanted


@pytest.mark.parametrize("k", [1, 4, 39])
@pytest.mark.parametrize("spread", [6, 1000, 1])
def test_the_k_nearest_are_those_of_a_plain_sort_by_distance_and_row(k: int, spread: int) -> None:
    from gisagentbench.tools.execution.patterns.spatial_weights import k_nearest

    places = np.random.RandomState(k).randint(0, spread, (40, 2)) + [155000.0, 463000.0]  # 1: all at one place
    apart = np.round(np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)), 9)
    wanted = set()
    for row in range(40):
        others = sorted((apart[row, other], other) for other in range(40) if other != row)
        wanted |= {(row, other) for _, other in others[:k]}
    found = k_nearest(RUN, places, k)
    assert pairs_of(found) == wanted and set(found.sizes) == {k}


def test_how_many_features_had_a_tie_is_told() -> None:
    """On paper: on a line at 0, 1, 2 and 4 the middle of the first three has two nearest, the last has one."""
    from gisagentbench.tools.execution.patterns.spatial_weights import k_nearest

    found = k_nearest(RUN, np.array([[0.0, 0], [1, 0], [2, 0], [4, 0]]), 1)
    assert found.tied_count == 1 and pairs_of(found) == {(0, 1), (1, 0), (2, 1), (3, 2)}


def test_pairs_are_counted_before_they_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper: ten places at one spot are 100 pairs in a band, and so with two neighbours each, by ties.

    Ten triangles around a hub are there 100 pairs of corners, and one more for each of their other 20.
    """
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.declaration.limits import LIMITS
    from gisagentbench.tools.execution.patterns.spatial_weights import contiguity, distance_band, k_nearest

    monkeypatch.setitem(LIMITS, "pairs", 99)
    turn = np.radians(np.arange(10) * 36)
    spokes = [[(0, 0), (np.cos(t), np.sin(t)), (np.cos(t + 0.3), np.sin(t + 0.3))] for t in turn]
    fan = shapely.polygons([shapely.linearrings(spoke) for spoke in spokes])
    finds = ((100, lambda: distance_band(RUN, np.zeros((10, 2)), 1)),
             (100, lambda: k_nearest(RUN, np.zeros((10, 2)), 2)),
             (120, lambda: contiguity(RUN, fan, corners=True)))  # fmt: skip
    for count, find in finds:
        with pytest.raises(ToolError) as refused:
            find()
        assert refused.value.code == "LIMIT_EXCEEDED" and f"about {count} pairs" in refused.value.sentence
