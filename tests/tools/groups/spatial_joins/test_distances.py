# SPDX-License-Identifier: GPL-2.0-or-later
"""Distances between points by two ways, and the size of a matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
COUNT = 40


@pytest.fixture
def trees() -> dict[str, Any]:
    places = np.random.default_rng(7).integers(0, 6, (COUNT, 2)) + [155000, 463000]  # many are equally far apart
    rows = [{"wkt": f"POINT({x} {y})", "tree": number, "plot": 1} for number, (x, y) in enumerate(places.tolist())]
    return {"crs": "EPSG:28992", "rows": rows}


@pytest.mark.parametrize("grouped", [{}, {"within_group": "plot"}])
def test_the_nearest_are_those_that_fewer_than_k_others_are_nearer_than(
    grouped: dict[str, str], trees: dict[str, Any], harness: Any
) -> None:
    harness.give("trees", trees)
    call = {"from_layer": "trees", "from_id": "tree", "to_layer": "trees", "to_id": "tree", "unit": "m"}
    step = harness.done("distance_matrix", **call, method="planar", nearest=3, **grouped, output="near")
    found = {(row["from_id"], row["to_id"]): row["distance"] for row in harness.rows(step.output)}
    places = np.array([row["wkt"][6:-1].split() for row in trees["rows"]], float)
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    wanted = {
        (one, other): apart[one, other]
        for one in range(COUNT)
        for other in range(COUNT)
        if one != other and (apart[one] < apart[one, other]).sum() < 3
    }
    assert found == pytest.approx(wanted)


def test_a_matrix_too_large_is_refused_before_it_is_made(
    trees: dict[str, Any], harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration import limits

    harness.give("trees", trees)
    call = {"from_layer": "trees", "from_id": "tree", "to_layer": "trees", "to_id": "tree", "unit": "m"}
    for quantity, most, layout in (("pairs", COUNT**2 - 1, "long"), ("columns", COUNT, "wide")):
        with monkeypatch.context() as patch:
            patch.setitem(limits.LIMITS, quantity, most)
            error = harness.refused("distance_matrix", **call, method="planar", layout=layout, output="near")
        assert error["code"] == "LIMIT_EXCEEDED" and f"{most + 1:,} {quantity}" in error["message"]
    assert harness.done("distance_matrix", **call, method="planar", output="near").observation["count"] == 40 * 39
