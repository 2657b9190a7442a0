# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of spatial_join_summary: every predicate against a plain double loop, Z, size."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
import shapely

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

pytestmark = pytest.mark.qgis
SHAPES = [
    "POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((4 0,8 0,8 4,4 4,4 0))", "POLYGON((1 1,2 1,2 2,1 2,1 1))",
    "POLYGON((0 0,2 0,2 2,0 2,0 0))", "MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((9 9,10 9,10 10,9 9)))",
    "LINESTRING(0 0,4 4)", "LINESTRING(-1 2,9 2)", "LINESTRING(0 0,4 0)", "LINESTRING(2 2,6 6)", "POINT(1 1)",
    "POINT(4 2)", "MULTIPOINT((1 1),(4 2))", "POINT(20 20)", "POLYGON EMPTY",
]  # fmt: skip


def related(first: list[Any], second: list[Any], predicates: list[str]) -> list[tuple[int, int]]:
    from gisagentbench.tools.execution.relations.spatial_pairs import related_pairs

    pairs = related_pairs(QuietRun(), np.array(first, object), np.array(second, object), predicates)
    return list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))


@pytest.mark.parametrize("size", [4, len(SHAPES)])
def test_each_predicate_equals_a_double_loop_whichever_side_is_larger(qgis_application: Any, size: int) -> None:
    from gisagentbench.tools.groups.spatial_joins.summarizing import Predicate

    every = [*shapely.from_wkt(SHAPES), None]
    for first, second in ((every[:size], every), (every, every[:size])):
        for predicate in get_args(Predicate):
            asked = getattr(shapely, predicate)
            expected = [
                (i, j)
                for i, one in enumerate(first)
                for j, other in enumerate(second)
                if asked(one, other) and not one.is_empty  # an empty shape is equal to another, but is nowhere
            ]
            assert related(first, second, [predicate]) == expected, predicate


def test_random_points_in_polygons_equal_a_double_loop(qgis_application: Any) -> None:
    rng = np.random.default_rng(2)
    zones = list(shapely.buffer(shapely.points(rng.uniform(0, 10, (25, 2))), 1.5))
    points = list(shapely.points(rng.uniform(0, 10, (400, 2))))
    expected = [(i, j) for i, zone in enumerate(zones) for j, point in enumerate(points) if zone.contains(point)]
    assert related(zones, points, ["contains"]) == expected
    assert related(points, zones, ["within"]) == sorted((j, i) for i, j in expected)


def test_geometries_keep_z_m_and_parts(harness: Any) -> None:
    texts = ["MULTIPOLYGON ZM (((0 0 1 5,4 0 2 6,4 4 3 7,0 0 1 5)))", "MULTIPOLYGON ZM EMPTY"]
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": text} for text in texts]})
    harness.give("wells", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(3 1)"}]})
    harness.done("spatial_join_summary", layer="zones", join_layer="wells", predicates=["contains"], output="result")
    assert [row["wkt"] for row in harness.rows("result")] == texts
    assert [row["count"] for row in harness.rows("result")] == [1, 0]
    facts = harness.workspace.handles["result"]
    assert (facts.geometry_type, facts.is_multi, facts.has_z, facts.has_m) == ("Polygon", True, True, True)


def test_the_guards_can_be_told_to_go_on(make_harness: Any) -> None:
    """In degrees the well lies at (3.3, 47.9), far from the zone of metres: nothing meets, as the engine says."""
    harness = make_harness("warn")
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,4 0,4 4,0 4,0 0))"}]})
    harness.give("wells", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(3.3 47.9)"}]})
    step = harness.done(
        "spatial_join_summary", layer="zones", join_layer="wells", predicates=["intersects"], output="result"
    )
    assert [row["count"] for row in harness.rows("result")] == [0]
    assert step.warnings[0].startswith("CRS_MISMATCH: ")
