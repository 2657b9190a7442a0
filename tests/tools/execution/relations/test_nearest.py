# SPDX-License-Identifier: GPL-2.0-or-later
"""The k nearest neighbours equal those of a plain sort of all distances, ties included."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis


def shapes(seed: int, count: int) -> np.ndarray:
    """Points and squares on a lattice, so that ties are frequent; one missing, one empty."""
    random = np.random.default_rng(seed)
    x, y, kind = random.integers(0, 30, count), random.integers(0, 30, count), random.integers(0, 2, count)
    made = [shapely.Point(a, b) if k else shapely.box(a, b, a + 1, b + 1) for a, b, k in zip(x, y, kind, strict=True)]
    return np.array([*made, None, shapely.from_wkt("POINT EMPTY")], object)


@pytest.mark.parametrize("neighbours", [1, 3, 100])
@pytest.mark.parametrize("limit", [None, 4.0])
@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_neighbours_equal_a_plain_sort(seed, same, limit, neighbours, qgis_application):
    from gisagentbench.tools.execution.relations.nearest import nearest

    first = shapes(seed, 25)
    second = first if same else shapes(seed + 50, 18)
    found = nearest(QuietRun(), first, second, neighbours, limit, same=same)
    got = {
        (int(a), int(b)): (float(d), int(r))
        for a, b, d, r in zip(*found.pairs, found.distance, found.rank, strict=True)
    }
    wanted = {}
    for a in range(25):
        far = sorted((first[a].distance(second[b]), b) for b in range(len(second) - 2) if not (same and a == b))
        for place, (d, b) in enumerate(far):
            rank = 1 + sum(other < d - 1e-9 for other, _ in far[:place])
            if rank <= neighbours and (limit is None or d <= limit):
                wanted[a, b] = (d, rank)
    assert got.keys() == wanted.keys()
    assert all(got[key] == pytest.approx(wanted[key]) for key in got)
