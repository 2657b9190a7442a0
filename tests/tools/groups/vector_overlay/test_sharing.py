# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of shares by area: that they add up, whatever the polygons and the method."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
ORIGIN = {"EPSG:28992": (155000, 463000, 1000), "EPSG:4326": (5.0, 52.0, 0.5)}


def cells(crs: str, count: int, seed: int) -> list[dict[str, Any]]:
    """Divides a square into the areas nearest to random points, each with a value or NULL."""
    west, south, size = ORIGIN[crs]
    made = np.random.default_rng(seed)
    square = shapely.box(west, south, west + size, south + size)
    points = shapely.multipoints(made.random((count, 2)) * size + [west, south])
    faces = [face.intersection(square) for face in shapely.voronoi_polygons(points, extend_to=square).geoms]
    values = made.integers(0, 1000, count).tolist()
    return [
        {"wkt": face.wkt, "n": None if row % 7 == 3 else value}
        for row, (face, value) in enumerate(zip(faces, values, strict=True))
    ]


@pytest.mark.parametrize(("crs", "method"), [
    ("EPSG:28992", "planar"), ("EPSG:28992", "ellipsoidal"), ("EPSG:4326", "ellipsoidal"),
])  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_assigned_and_what_is_not_add_up_to_the_source(harness: Any, crs: str, method: str, seed: int) -> None:
    sources, targets = cells(crs, 25, seed), cells(crs, 9, seed + 100)[2:]
    harness.give("tracts", {"crs": crs, "rows": sources})
    harness.give("zones", {"crs": crs, "rows": targets})
    step = harness.done(
        "apportion_attributes", target="zones", source="tracts", method=method, sum_fields=["n"], output="result",
        unassigned_sums_output="left",
    )  # fmt: skip
    total = sum(row["n"] for row in sources if row["n"] is not None)
    inside = sum(row["n_sum"] for row in harness.rows("result") if row["n_sum"] is not None)
    (left,) = harness.rows("left")
    assert inside + left["unassigned"] == pytest.approx(total, rel=1e-12)
    assert left["source_total"] == total and left["assigned"] == pytest.approx(inside, rel=1e-12)
    assert left["unassigned"] > 0.01 * total and step.observation["report"]["overlapping_pairs"] == {
        "target": 0, "source": 0,
    }  # fmt: skip


def test_shares_are_those_of_areas_cut_by_another_library(harness: Any) -> None:
    """Pair by pair with shapely, without tree, chunks or remainders."""
    sources, targets = cells("EPSG:28992", 12, 5), cells("EPSG:28992", 5, 6)
    harness.give("tracts", {"crs": "EPSG:28992", "rows": sources})
    harness.give("zones", {"crs": "EPSG:28992", "rows": targets})
    harness.done(
        "apportion_attributes", target="zones", source="tracts", method="planar", sum_fields=["n"], mean_fields=["n"],
        output="result",
    )  # fmt: skip
    known = [(shapely.from_wkt(row["wkt"]), row["n"]) for row in sources if row["n"] is not None]
    for row, target in zip(harness.rows("result"), targets, strict=True):
        zone = shapely.from_wkt(target["wkt"])
        parts = [(shape.intersection(zone).area, shape.area, value) for shape, value in known]
        assert row["n_sum"] == pytest.approx(sum(part / whole * value for part, whole, value in parts), rel=1e-9)
        weight = sum(part for part, _, _ in parts)
        assert row["n_mean"] == pytest.approx(sum(part * value for part, _, value in parts) / weight, rel=1e-9)


def test_polygons_that_a_tiling_covers_are_covered_to_the_full(harness: Any) -> None:
    """Law: the cells of a square cover what lies in it to 100 %, and the parts add up over overlay layers."""
    harness.give("lots", {"crs": "EPSG:28992", "rows": cells("EPSG:28992", 20, 8)})
    tiles = cells("EPSG:28992", 30, 9)
    harness.give("all_tiles", {"crs": "EPSG:28992", "rows": tiles})
    harness.give("some", {"crs": "EPSG:28992", "rows": tiles[:11]})
    harness.give("others", {"crs": "EPSG:28992", "rows": tiles[11:]})
    step = harness.done(
        "overlap_analysis", layer="lots", overlay_layers=["all_tiles", "some", "others"], area_unit="ha",
        method="planar", output="result",
    )  # fmt: skip
    assert not [said for said in step.warnings if "overlap each other" in said]
    for row in harness.rows("result"):
        assert row["all_tiles_percent"] == pytest.approx(100, rel=1e-9)
        assert row["some_area"] + row["others_area"] == pytest.approx(row["all_tiles_area"], rel=1e-9)


def test_a_point_near_no_edge_keeps_its_whole_buffer(harness: Any) -> None:
    """Law: what a polygon does not cut is the buffer itself; 16 pieces a quarter are the default."""
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155500 463500)"}]})
    box = shapely.box(155000, 463000, 156000, 464000).wkt
    harness.give("zones", {"crs": "EPSG:28992", "rows": [{"wkt": box}]})
    harness.done("clip_buffers_to_polygons", points="stops", polygons="zones", distance=100, unit="m", output="result")
    (row,) = harness.rows("result")
    assert shapely.from_wkt(row["wkt"]).area == pytest.approx(32 * 100**2 * np.sin(np.pi / 32), rel=1e-9)
