# SPDX-License-Identifier: GPL-2.0-or-later
"""zonal_statistics on rasters that the rows beside it cannot draw: masks, points as cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
ZONE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((0 0,3 0,3 1,0 1,0 0))", "name": "a"}]}


def give_raster(harness: Any, name: str, cells: list[list[float]], finish: Any) -> None:
    """Gives a raster that `finish` has worked on before it is closed."""
    from given import srs_of
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.work / f"{name}.tif"
    height, width = len(cells), len(cells[0])
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, 1, gdal.GDT_Byte)
    dataset.SetGeoTransform((0, 1, 0, height, 0, -1))
    dataset.SetSpatialRef(srs_of("EPSG:28992"))
    dataset.GetRasterBand(1).WriteArray(np.array(cells, np.uint8))
    finish(dataset)
    dataset = None
    harness.workspace.accept(name, Written(path, ""), raster_facts(str(path)))


def test_masked_cells_are_not_averaged(harness: Any) -> None:
    from osgeo import gdal

    def mask_last(dataset: Any) -> None:
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255, 0]], np.uint8))

    give_raster(harness, "dem", [[10, 20, 255]], mask_last)
    harness.give("zones", ZONE)
    step = harness.done("zonal_statistics", zones="zones", raster="dem", statistics=["mean", "count"],
                        small_zones="leave_null", output="a")  # fmt: skip
    assert (harness.rows("a")[0]["mean"], harness.rows("a")[0]["count"]) == (15.0, 2)  # 95.0 with the masked cell
    assert step.observation["nodata_share"] == pytest.approx(1 / 3)


def test_cells_declared_as_points_are_not_moved_by_half_a_cell_twice(harness: Any) -> None:
    """The file says that its origin is the centre of the first cell; GDAL moves it once, so cells start at x = 0."""

    def declare_points(dataset: Any) -> None:
        dataset.SetMetadataItem("AREA_OR_POINT", "Point")

    give_raster(harness, "dem", [[10, 20, 30]], declare_points)
    harness.give("zones", {**ZONE, "rows": [{"wkt": "POLYGON((0 0,1 0,1 1,0 1,0 0))"}]})
    harness.done("zonal_statistics", zones="zones", raster="dem", statistics=["sum"], small_zones="leave_null",
                 cell_rule="area_weighted", output="a")  # fmt: skip
    assert harness.rows("a")[0]["sum"] == 10.0  # 15.0 where the half cell is taken off again


def test_rows_without_geometry_stay_without(harness: Any) -> None:
    rows = [{"name": "none"}, {"wkt": "POLYGON((0 0,3 0,3 1,0 1,0 0))", "name": "whole"}]
    harness.give("zones", {"crs": "EPSG:28992", "geometry_type": "Polygon", "rows": rows})
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2, 3]]})
    harness.done("zonal_statistics", zones="zones", raster="dem", statistics=["sum"], small_zones="leave_null",
                 output="a")  # fmt: skip
    assert [(row["name"], row["wkt"] is None, row["sum"]) for row in harness.rows("a")] == [
        ("none", True, None),
        ("whole", False, 6.0),
    ]


@pytest.mark.parametrize(("level", "warned"), [("warn", ["CRS_MISMATCH"]), ("silent", [])])
def test_lower_guard_levels_go_on_with_two_crss(make_harness: Any, level: str, warned: list[str]) -> None:
    harness = make_harness(level)
    harness.give("zones", {**ZONE, "crs": "EPSG:32631"})
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2, 3]]})
    step = harness.done("zonal_statistics", zones="zones", raster="dem", statistics=["sum"], small_zones="leave_null",
                        output="a")  # fmt: skip
    assert [warning.split(":")[0] for warning in step.warnings] == warned
    assert harness.rows("a")[0]["sum"] == 6.0


def test_the_second_call_adds_to_the_first(harness: Any) -> None:
    harness.give("zones", ZONE)
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2, 3]]})
    call = {"raster": "dem", "small_zones": "leave_null", "statistics": ["mean"]}
    harness.done("zonal_statistics", zones="zones", prefix="first_", output="a", **call)
    harness.done("zonal_statistics", zones="a", prefix="second_", output="b", **call)
    assert {name: harness.rows("b")[0][name] for name in ("first_mean", "second_mean")} == {
        "first_mean": 2.0,
        "second_mean": 2.0,
    }
