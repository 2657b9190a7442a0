# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws of remove_overlaps: the union stays, and the areas add up to it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyogrio.raw
import pytest
import shapely

pytestmark = pytest.mark.qgis
RULES: list[dict[str, Any]] = [
    {"assign_to": "largest"},
    {"assign_to": "smallest"},
    {"assign_to": "longest_border"},
    {"assign_to": "priority", "priority_field": "rank"},
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["assign_to"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_areas_add_up_to_the_union_and_nothing_overlaps(harness: Any, rule: dict[str, Any], seed: int) -> None:
    random = np.random.default_rng(seed)
    places = 155000 + random.uniform(0, 100, (12, 2)), random.uniform(5, 40, 12)
    shapes = shapely.buffer(shapely.points(places[0] + [0, 308000]), places[1], quad_segs=3)
    rows = [{"wkt": shape.wkt, "rank": int(rank)} for shape, rank in zip(shapes, random.permutation(12), strict=True)]
    harness.give("zones", {"crs": "EPSG:28992", "rows": rows})
    harness.done("remove_overlaps", layer="zones", output="apart", **rule)
    made = harness.workspace.layer("apart")
    apart = shapely.from_wkb(pyogrio.raw.read(made.path, layer=made.sublayer)[2])
    union = shapely.union_all(shapes)
    assert shapely.is_valid(apart).all()
    assert shapely.area(apart).sum() == pytest.approx(union.area, rel=1e-9)
    assert shapely.union_all(apart).symmetric_difference(union).area < 1e-5
    assert all(one.intersection(other).area < 1e-5 for i, one in enumerate(apart) for other in apart[:i])
