# SPDX-License-Identifier: GPL-2.0-or-later
"""Dense clusters against scikit-learn, number by number."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

RUN: Any = QuietRun()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("distance", "least"), [(1.0, 4), (1.0, 5), (2.0, 7), (0.5, 1), (0.1, 3), (40.0, 3)])
def test_clusters_noise_and_numbers_are_those_of_scikit_learn(seed: int, distance: float, least: int) -> None:
    from sklearn.cluster import DBSCAN

    from gisagentbench.tools.execution.patterns.point_clusters import density_clusters

    random = np.random.RandomState(seed)
    spread = random.randint(0, 18, (160, 2)).astype(float)  # many exactly 1 apart, some at one place
    places = np.concatenate([spread, random.normal(9, 1, (60, 2))])
    wanted = DBSCAN(eps=distance, min_samples=least).fit(places).labels_
    assert density_clusters(RUN, places, distance, least).tolist() == wanted.tolist()


def test_a_point_near_two_clusters_goes_to_the_first() -> None:
    """On paper: within 1 of itself 1 has four points, and so has 3; 2 lies near both and has three."""
    from gisagentbench.tools.execution.patterns.point_clusters import density_clusters

    line = np.array([[x, 0.0] for x in (3, 3.5, 4, 0, 0.5, 1, 2)])
    assert density_clusters(RUN, line, 1, 4).tolist() == [0, 0, 0, 1, 1, 1, 0]
    assert density_clusters(RUN, line[::-1], 1, 4).tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert density_clusters(RUN, np.zeros((0, 2)), 1, 3).tolist() == []


def test_dense_pairs_are_counted_before_they_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.declaration.limits import LIMITS
    from gisagentbench.tools.execution.patterns.point_clusters import density_clusters

    monkeypatch.setitem(LIMITS, "pairs", 99)
    with pytest.raises(ToolError) as refused:
        density_clusters(RUN, np.zeros((10, 2)), 1, 3)
    assert refused.value.code == "LIMIT_EXCEEDED" and "about 100 pairs" in refused.value.sentence


GROWN = """
import numpy as np
from scipy.spatial import cKDTree
from gisagentbench.tests.tools.execution.quiet_run import QuietRun
from gisagentbench.tools.execution.patterns.point_clusters import density_clusters

def peak():
    return next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM:"))

places = np.random.RandomState(1).random_sample((20_000, 2))
density_clusters(QuietRun(), places[:100], 0.04, 2)
before, tree = peak(), cKDTree(places)
density_clusters(QuietRun(), places, 0.04, 2)
print((peak() - before) / ((tree.count_neighbors(tree, 0.04) - 20_000) / 2))
"""


def test_two_points_near_each_other_take_as_much_memory_as_is_told() -> None:
    """Measured in a process of its own, in which 970,217 pairs prevail: peak of the memory over what it had before."""
    from gisagentbench.tools.execution.patterns import point_clusters

    done = subprocess.run([sys.executable, "-P", "-c", GROWN], capture_output=True, text=True, check=True)
    told = point_clusters.density_clusters.__doc__ or ""
    assert float(done.stdout) == pytest.approx(50, rel=0.15) and "take about 50 bytes" in told
