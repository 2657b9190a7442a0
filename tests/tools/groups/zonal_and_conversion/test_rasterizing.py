# SPDX-License-Identifier: GPL-2.0-or-later
"""rasterize_vector beside GDAL and shapely, by its law with zonal_statistics, and however the work is cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
SIDE = 40
MIXED = [f"POINT({x!r} {y!r})" for x, y in np.random.default_rng(5).uniform(0, SIDE, (20, 2)).tolist()]


@pytest.fixture
def given(harness: Any) -> np.ndarray:
    """Discs, broken lines and points in one layer, over a raster of 40 x 40 cells."""
    random = np.random.default_rng(6)
    discs = shapely.buffer(shapely.points(random.uniform(-2, SIDE + 2, (12, 2))), random.uniform(1, 9, 12))
    lines = [shapely.LineString(random.uniform(-2, SIDE + 2, (5, 2))) for _ in range(6)]
    shapes = np.array([*discs, *lines, *shapely.from_wkt(MIXED)], object)[np.random.default_rng(7).permutation(38)]
    rows = [{"wkt": shape.wkt, "id": number} for number, shape in enumerate(shapes)]
    harness.give("shapes", {"crs": "EPSG:28992", "geometry_type": "Unknown", "rows": rows})
    disc_rows = [{"wkt": disc.wkt, "id": number} for number, disc in enumerate(discs)]
    harness.give("discs", {"crs": "EPSG:28992", "rows": disc_rows})
    harness.give("dem", {"crs": "EPSG:28992", "cells": np.arange(SIDE * SIDE).reshape(SIDE, SIDE).tolist()})
    return shapes


def burned(harness: Any, layer: str, **call: Any) -> np.ndarray:
    name = f"b_{len(harness.workspace.handles)}"
    call = {"cell_rule": "any_touch", "value_field": "id", "match_raster": "dem", **call}
    harness.done("rasterize_vector", layer=layer, output=name, **call)
    return np.array(harness.cells(name))


def boxes() -> np.ndarray:
    column, row = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    return shapely.box(column, SIDE - row - 1, column + 1, SIDE - row)


@pytest.mark.parametrize("cells_per_strip", [SIDE * 7, 2**21])
def test_every_touched_cell_has_its_last_feature(
    harness: Any, given: np.ndarray, cells_per_strip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.rasters import burning

    monkeypatch.setattr(burning, "CELLS_PER_STRIP", cells_per_strip)
    wanted = np.full((SIDE, SIDE), np.nan)
    for number, shape in enumerate(given):
        wanted[shapely.intersects(boxes(), shape)] = number
    np.testing.assert_array_equal(burned(harness, "shapes"), wanted)


@pytest.mark.parametrize("cells_per_strip", [SIDE * 3, 2**21])
def test_centres_are_those_of_gdal_and_shapely(
    harness: Any, given: np.ndarray, cells_per_strip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters import burning

    monkeypatch.setattr(burning, "CELLS_PER_STRIP", cells_per_strip)
    target = gdal.GetDriverByName("MEM").Create("", SIDE, SIDE, 1, gdal.GDT_Float64)
    target.SetGeoTransform((0, 1, 0, SIDE, 0, -1))
    target.GetRasterBand(1).Fill(-1)
    discs = gdal.OpenEx(harness.workspace.layer("discs").path, gdal.OF_VECTOR)
    gdal.RasterizeLayer(target, [1], discs.GetLayer(0), options=["ATTRIBUTE=id"])
    centres = shapely.centroid(boxes())
    wanted = np.full((SIDE, SIDE), -1.0)
    for row in harness.rows("discs"):
        wanted[shapely.contains_properly(shapely.from_wkt(row["wkt"]), centres)] = row["id"]
    assert len(np.unique(wanted)) > 8, "most discs are seen"
    found = burned(harness, "discs", cell_rule="cell_center")
    np.testing.assert_array_equal(np.where(np.isnan(found), -1, found), wanted)
    np.testing.assert_array_equal(target.ReadAsArray(), wanted)


def test_rasterized_zones_have_the_statistics_of_the_polygons(harness: Any) -> None:
    """Law: a cell is in the zone that holds its centre, whether the zone is a polygon or a raster."""
    random = np.random.default_rng(1)
    cloud = shapely.multipoints(random.uniform(0, SIDE, (30, 2)))
    parts = shapely.get_parts(shapely.voronoi_polygons(cloud, extend_to=shapely.box(0, 0, SIDE, SIDE)))
    zones = shapely.intersection(parts, shapely.box(0, 0, SIDE, SIDE))
    rows = [{"wkt": zone.wkt, "zone": number} for number, zone in enumerate(zones)]
    harness.give("polygons", {"crs": "EPSG:28992", "rows": rows})
    harness.give("dem", {"crs": "EPSG:28992", "cells": random.integers(0, 99, (SIDE, SIDE)).tolist()})
    call = {"layer": "polygons", "cell_rule": "cell_center", "value_field": "zone", "match_raster": "dem"}
    assert harness.done("rasterize_vector", output="raster", **call).outputs["burned_count"] == SIDE * SIDE
    for name in ("polygons", "raster"):
        harness.done("zonal_statistics", zones=name, raster="dem", statistics=["count", "sum", "median"],
                     small_zones="leave_null", output=f"{name}_stats")  # fmt: skip
    both = [[(row["zone"], row["count"], row["sum"], row["median"]) for row in harness.rows(f"{name}_stats")]
            for name in ("polygons", "raster")]  # fmt: skip
    assert sorted(row for row in both[0] if row[1]) == sorted(both[1])
