# SPDX-License-Identifier: GPL-2.0-or-later
"""watershed against pyflwdir and Whitebox, and by the laws of basins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from drawn_cells import DUTCH

pytestmark = pytest.mark.qgis
UTM = {**DUTCH, "crs": "EPSG:25831", "origin": [500000, 5700000]}  # which Whitebox can read


def give_valleys(harness: Any) -> None:
    """Gives directions "d8" and accumulation "acc" of rough ground, with a hole of NoData."""
    from scipy import ndimage

    noise = ndimage.gaussian_filter(np.random.default_rng(3).normal(0, 1, (60, 50)), 2)
    heights = (200 - 1.0 * np.arange(60)[:, None] + 40 * noise).round(3).tolist()
    heights[30][20] = heights[31][20] = None
    harness.give("dem", {**UTM, "cells": heights})
    harness.done("fill_sinks", dem="dem", output="filled")
    harness.done("flow_direction", dem="filled", output="d8")
    harness.done("flow_accumulation", flow_direction="d8", output="acc")


def give_points(harness: Any, cells: list[tuple[int, int]]) -> None:
    rows = [{"wkt": f"POINT({500005 + 10 * c} {5699995 - 10 * r})", "name": f"{r}/{c}"} for r, c in cells]
    harness.give("points", {"crs": UTM["crs"], "rows": rows})


def wettest(harness: Any, count: int) -> list[tuple[int, int]]:
    """Finds the cells with the most accumulation."""
    order = np.argsort(np.nan_to_num(harness.cells("acc")).ravel())[::-1]
    return [(int(cell // 50), int(cell % 50)) for cell in order[: 12 * count : 12]]


def test_the_basins_of_all_outlets_are_all_there_is(harness: Any) -> None:
    """Laws: they do not overlap, and their areas are those of the cells and of the polygons."""
    give_valleys(harness)
    harness.done("watershed", flow_direction="d8", mode="outlets", output="a")
    rows = harness.rows("a")
    shapes = [shapely.from_wkt(row["wkt"]) for row in rows]
    assert [row["basin_id"] for row in rows] == list(range(1, len(rows) + 1)) and len(rows) > 10
    assert all(shapely.is_valid(shapes))
    assert [row["area"] for row in rows] == pytest.approx([shape.area for shape in shapes])
    whole = shapely.union_all(shapes)
    assert whole.area == pytest.approx(sum(row["area"] for row in rows)) == 100 * (60 * 50 - 2)


def test_a_nested_basin_is_as_large_as_the_accumulation_at_its_point(harness: Any) -> None:
    give_valleys(harness)
    cells = wettest(harness, 8)
    give_points(harness, cells)
    harness.done("watershed", flow_direction="d8", mode="pour_points", pour_points="points", nested=True, output="a")
    harness.done("watershed", flow_direction="d8", mode="pour_points", pour_points="points", output="b")
    whole, own = harness.rows("a"), harness.rows("b")
    accumulation = harness.cells("acc")
    assert [row["area"] for row in whole] == [100 * accumulation[cell] for cell in cells]
    assert [row["area"] for row in whole] == pytest.approx([shapely.from_wkt(row["wkt"]).area for row in whole])
    for row, part in zip(whole, own, strict=True):
        above = [other["area"] for other in whole if other["next_basin_id"] == row["basin_id"]]
        assert part["area"] == row["area"] - sum(above)
    assert any(row["next_basin_id"] for row in own)


def test_basins_equal_pyflwdir_and_whitebox(harness: Any) -> None:
    import pyflwdir
    from harness import read_cells
    from whitebox_workflows import WbEnvironment

    give_valleys(harness)
    cells = wettest(harness, 6)
    give_points(harness, cells)
    harness.done("watershed", flow_direction="d8", mode="pour_points", pour_points="points", output="a")
    codes = harness.cells("d8")
    flow = pyflwdir.from_array(np.where(np.isnan(codes), 247, codes).astype(np.uint8), ftype="d8")
    flat = np.array([row * 50 + column for row, column in cells])
    labels = flow.basins(idxs=flat, ids=np.arange(1, len(flat) + 1).astype(np.uint32))
    for row in harness.rows("a"):
        assert row["area"] == 100 * np.count_nonzero(labels == row["basin_id"])
    tools = WbEnvironment()
    harness.done("export_layer", layer="points", file="points.shp", format="shapefile")
    vector = tools.read_vector(str(next(harness.workspace.folder.rglob("points.shp"))))
    raster = tools.read_raster(harness.workspace.layer("d8").path)
    path = str(harness.workspace.folder / "theirs.tif")
    tools.write_raster(tools.hydrology.watershed(d8_pntr=raster, pour_pts=vector, esri_pntr=True), path)
    theirs = read_cells(path)
    for row in harness.rows("a"):
        assert row["area"] == 100 * np.count_nonzero(theirs == row["basin_id"])


def test_links_of_extract_streams_have_basins(harness: Any) -> None:
    """Law: what drains to a link is its area less those of the links above it."""
    give_valleys(harness)
    harness.done("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=30, threshold_unit="cells",
                 output="streams", raster_output="links")  # fmt: skip
    harness.done("watershed", flow_direction="d8", mode="stream_links", streams="links", output="a")
    streams = {row["link_id"]: row for row in harness.rows("streams")}
    rows = harness.rows("a")
    assert {row["basin_id"] for row in rows} >= set(streams) and len(streams) > 10
    for row in rows:
        link = streams.get(row["basin_id"])
        if link is None:
            continue
        above = sum(other["upstream_area"] for other in streams.values() if other["next_link_id"] == link["link_id"])
        assert row["area"] == pytest.approx(link["upstream_area"] - above)
        assert row["next_basin_id"] == link["next_link_id"]


def test_points_are_moved_and_where_to_is_told(harness: Any) -> None:
    """On paper: of two cells as wet the nearer; of two as near the first by rows; a hole of NoData is passed over."""
    codes = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, None, 1]]
    wet = [[1, 5, 2, 4], [1, 2, 9, 4], [1, 2, 99, 4]]
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": codes})
    harness.give("acc", {**DUTCH, "cells": wet})
    two, one = "MULTIPOINT((155016 462985),(155000.5 462975))", "MULTIPOINT((155039 462995))"
    rows = [{"wkt": two, "n": 7}, {"wkt": one, "n": 8}]
    harness.give("points", {"crs": "EPSG:28992", "rows": rows})
    step = harness.done("watershed", flow_direction="d8", mode="pour_points", pour_points="points", id_field="n",
                        flow_accumulation="acc", snap_distance=11, nested=True, output="a",
                        snapped_output="moved")  # fmt: skip
    found = [(row["basin_id"], row["n"], row["wkt"], row["accumulation"]) for row in harness.rows("moved")]
    assert found == [
        (1, 7, "POINT (155025 462985)", 9.0),
        (2, 7, "POINT (155005 462975)", 1.0),
        (3, 8, "POINT (155035 462995)", 4.0),
    ]
    assert [row["moved"] for row in harness.rows("moved")] == pytest.approx([9.0, 4.5, 4.0])
    assert step.observation["counts"]["unsnapped_count"] == 0
    assert [row["n"] for row in harness.rows("a")] == [7, 7, 8]


def test_a_basin_inside_is_not_fed_from_the_edge(harness: Any) -> None:
    """On paper: four cells within a frame that flows outwards."""
    codes = [[64, 64, 64, 64, 64], [16, 1, 1, 1, 1], [4, 4, 4, 4, 4]]
    harness.give("d8", {**UTM, "dtype": "uint8", "nodata": 247, "cells": codes})
    give_points(harness, [(1, 4)])
    harness.done("watershed", flow_direction="d8", mode="pour_points", pour_points="points", output="a")
    assert [(row["area"], row["edge_fed"]) for row in harness.rows("a")] == [(400.0, False)]


def test_a_snapped_output_has_no_use_without_points(harness: Any) -> None:
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": [[1, 1]]})
    error = harness.refused("watershed", flow_direction="d8", mode="outlets", output="a", snapped_output="b")
    assert error["code"] == "BAD_VALUE" and "snapped_output has no use" in error["message"]


@pytest.mark.parametrize(("quantity", "most"), [("bytes", 4 * 24 - 1), ("rows", 1)])
def test_the_size_is_estimated_first(harness: Any, monkeypatch: Any, quantity: str, most: int) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": [[16, 1, 1, 1]]})
    monkeypatch.setitem(LIMITS, quantity, most)
    error = harness.refused("watershed", flow_direction="d8", mode="outlets", output="a")
    assert error["code"] == "LIMIT_EXCEEDED" and f"the limit is {most}" in error["message"]


@pytest.mark.parametrize("far", ["1e300", "-1e300", "155005"])
@pytest.mark.parametrize("reach", [0, 1e300])
def test_places_and_reaches_without_measure_do_not_break_it(harness: Any, far: str, reach: float) -> None:
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": [[1, 1, 1]]})
    harness.give("acc", {**DUTCH, "cells": [[1, 2, 3]]})
    harness.give("points", {"crs": "EPSG:28992", "rows": [{"wkt": f"POINT({far} 462995)"}]})
    step = harness.call("watershed", flow_direction="d8", mode="pour_points", pour_points="points",
                        flow_accumulation="acc", snap_distance=reach, output="a")  # fmt: skip
    assert step.ok and len(harness.rows("a")) == (1 if far == "155005" or reach else 0)
