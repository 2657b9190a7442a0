# SPDX-License-Identifier: GPL-2.0-or-later
"""The second table of kmeans_clustering, and the same results from run to run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis


def homes(seed: int, count: int) -> dict[str, Any]:
    places = np.random.RandomState(seed).randint(0, 1000, (count, 3))
    rows = [{"wkt": f"POINT({155000 + x} {463000 + y})", "age": age % 90} for x, y, age in places.tolist()]
    return {"crs": "EPSG:28992", "rows": rows}


def test_sizes_and_means_of_groups_are_those_of_their_features(harness: Any) -> None:
    """Law: groups counted and averaged anew from the features."""
    harness.give("homes", homes(1, 80))
    call = {"layer": "homes", "clusters": 5}
    step = harness.done("kmeans_clustering", **call, output="grouped", cluster_sizes_output="sizes")
    rows = harness.rows(step.output)
    assert [row["cluster_id"] for row in harness.rows("sizes")] == [1, 2, 3, 4, 5]
    for group in harness.rows("sizes"):
        places = [row["wkt"][7:-1].split() for row in rows if row["cluster_id"] == group["cluster_id"]]
        x, y = np.array(places, float).mean(axis=0)
        assert (len(places), x, y) == (group["count"], pytest.approx(group["x"]), pytest.approx(group["y"]))
    step = harness.done("kmeans_clustering", **call, fields=["age"], output="aged", cluster_sizes_output="ages")
    rows = harness.rows(step.output)
    for group in harness.rows("ages"):
        ages = [row["age"] for row in rows if row["cluster_id"] == group["cluster_id"]]
        assert (len(ages), np.mean(ages)) == (group["count"], pytest.approx(group["age_mean"]))


@pytest.mark.parametrize(
    ("api", "call"),
    [
        ("kmeans_clustering", {"layer": "homes", "clusters": 9}),
        ("local_morans_i", {"layer": "homes", "field": "age", "weights": "k_nearest"}),
        ("hot_spot_analysis", {"layer": "homes", "field": "age", "weights": "k_nearest", "permutations": 199}),
        ("morans_i", {"layer": "homes", "field": "age", "weights": "k_nearest", "k": 3}),
    ],
)
def test_a_seed_decides_and_no_seed_is_seed_1(api: str, call: dict[str, Any], harness: Any) -> None:
    harness.give("homes", homes(2, 300))
    results = [
        harness.rows(harness.done(api, **call, **seed, output=f"result_{number}").output)
        for number, seed in enumerate(({}, {"seed": 1}, {"seed": 2}))
    ]
    assert results[0] == results[1] != results[2]


def test_the_envelope_is_that_of_its_seed(harness: Any) -> None:
    harness.give("homes", homes(3, 40))
    wkt = "POLYGON((155000 463000,156000 463000,156000 464000,155000 464000,155000 463000))"
    harness.give("town", {"crs": "EPSG:28992", "rows": [{"wkt": wkt}]})
    call = {"points": "homes", "study_area": "town", "max_distance": 200, "unit": "m"}
    results = [
        harness.rows(harness.done("ripleys_k", **call, **seed, output=f"k_{number}").output)
        for number, seed in enumerate(({}, {"seed": 1}, {"seed": 2}))
    ]
    assert results[0] == results[1] != results[2]
    assert [row["k"] for row in results[0]] == [row["k"] for row in results[2]]
