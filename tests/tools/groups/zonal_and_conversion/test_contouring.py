# SPDX-License-Identifier: GPL-2.0-or-later
"""contour_lines: circles of a cone, bands as a partition, and the points of lines against scipy's interpolation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from drawn_cells import listed

pytestmark = pytest.mark.qgis
SIDE = 81


def give_dem(harness: Any, cells: np.ndarray, **more: Any) -> None:
    harness.give("dem", {"crs": "EPSG:28992", "dtype": "float64", "cells": listed(cells), "nodata": -9999.0, **more})


def contours(harness: Any, **call: Any) -> list[dict[str, Any]]:
    name = f"c_{len(harness.workspace.handles)}"
    harness.done("contour_lines", raster="dem", output=name, **call)
    return [{**row, "shape": shapely.from_wkt(row["wkt"])} for row in harness.rows(name)]


def test_contours_of_a_cone_are_circles(harness: Any) -> None:
    """Closed form: at a slope of 2 the level z lies at the radius (100 - z) / 2; chords cut a little off."""
    column, row = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    give_dem(harness, 100 - 2 * np.hypot(column - 40, row - 40))
    lines = contours(harness, interval=10, base=5)
    rings = [line for line in lines if line["value"] >= 25]
    assert [line["value"] for line in rings] == [25, 35, 45, 55, 65, 75, 85, 95]
    for line in rings:
        radius = (100 - line["value"]) / 2
        away = np.hypot(*(shapely.get_coordinates(line["shape"]) - (40.5, SIDE - 40.5)).T)
        assert line["shape"].is_closed and np.abs(away - radius).max() < 0.12
        area = shapely.polygons(shapely.get_coordinates(line["shape"])).area
        assert 0 < np.pi * radius**2 - area < 2 * np.pi * radius * 0.05


@pytest.mark.parametrize("slope", [10.0**-power for power in (*range(8), 12, 100, 305)] + [1e12, 1e290])
@pytest.mark.parametrize("result", ["lines", "bands"])
@pytest.mark.parametrize("by", ["interval", "levels"])
def test_a_plane_of_any_slope_has_its_contours_at_their_place(harness: Any, slope: float, result: str, by: str) -> None:
    """Closed form: the centre of column k at k + 0.5 has k slopes, so that 2 and 4.5 slopes lie at 2.5 and 5.

    GDAL counts values as on a level that are within 1e-6 of it, whatever their unit.
    """
    give_dem(harness, np.arange(8.0)[None, :].repeat(3, axis=0) * slope)
    call = {"interval": 2.5 * slope, "base": 2 * slope} if by == "interval" else {"levels": [2 * slope, 4.5 * slope]}
    made = contours(harness, result=result, **call)
    if result == "lines":
        inside = [line for line in made if line["value"] < 5 * slope and line["value"] > slope]
        assert [line["value"] for line in inside] == pytest.approx([2 * slope, 4.5 * slope], rel=1e-9, abs=0)
        for line, place in zip(inside, (2.5, 5.0), strict=True):
            assert shapely.get_coordinates(line["shape"])[:, 0] == pytest.approx(place, abs=1e-6)
    else:
        (band,) = [band for band in made if band["value_min"] is not None and slope < band["value_min"] < 3 * slope]
        assert band["value_max"] == pytest.approx(4.5 * slope, rel=1e-9, abs=0)
        assert band["shape"].bounds == pytest.approx((2.5, 0, 5, 3), abs=1e-6)
        assert sum(band["shape"].area for band in made) == pytest.approx(24, abs=1e-6)


@pytest.mark.parametrize("dtype", ["int32", "int64", "float64"])
def test_a_peak_that_just_reaches_a_level_has_no_band_above_it(harness: Any, dtype: str) -> None:
    """On paper: 7 is the highest value and a level, so that nothing lies above it; no shape is NULL."""
    harness.give("dem", {"crs": "EPSG:28992", "dtype": dtype, "cells": [[-8, 2, 7, -13]]})
    name = f"bands_{dtype}"
    harness.done("contour_lines", raster="dem", levels=[-19.0, -2.0, 7.0, 8.0], result="bands", output=name)
    shapes = {row["value_min"]: row["wkt"] for row in harness.rows(name)}
    assert None not in shapes.values() and {-19.0, -2.0} <= set(shapes) <= {-19.0, -2.0, 7.0}
    areas = {low: shapely.from_wkt(wkt).area for low, wkt in shapes.items()}
    assert areas.get(7.0, 0) < 1e-5 and sum(areas.values()) == pytest.approx(4)


def test_a_level_far_beyond_tiny_values_bounds_their_band(harness: Any) -> None:
    """On paper: all cells lie between 0 and 1e300, however they are scaled."""
    give_dem(harness, np.array([[1e-300, 2e-300]]))
    (band,) = contours(harness, levels=[-1e300, 0.0, 1e300, 1.5e300], result="bands")
    assert (band["value_min"], band["value_max"], band["shape"].area) == (0.0, 1e300, pytest.approx(2))


@pytest.mark.parametrize("call", [{"interval": 7.0}, {"levels": [-30.0, -5.0, 0.5, 12.0]}])
def test_bands_are_a_partition_of_the_cells_with_a_value(harness: Any, call: dict[str, Any]) -> None:
    cells = np.random.default_rng(4).normal(0, 20, (25, 30))
    cells[np.random.default_rng(5).random(cells.shape) < 0.05] = np.nan
    give_dem(harness, cells)
    bands = contours(harness, result="bands", **call)
    shapes = np.array([band["shape"] for band in bands], object)
    assert shapely.is_valid(shapes).all()
    valid = int((~np.isnan(cells)).sum())
    assert shapely.area(shapes).sum() == pytest.approx(valid, abs=1e-3)
    assert shapely.area(shapely.union_all(shapely.buffer(shapes, 1e-7))) == pytest.approx(valid, abs=1e-2)
    # each centre lies in the band of its value
    for band in bands:
        low = -np.inf if band["value_min"] is None else band["value_min"]
        high = np.inf if band["value_max"] is None else band["value_max"]
        row, column = np.nonzero((cells > low + 1e-3) & (cells < high - 1e-3))
        assert shapely.intersects(band["shape"], shapely.points(column + 0.5, 24.5 - row)).all()


def test_lines_lie_where_the_surface_has_their_value(harness: Any) -> None:
    from scipy.interpolate import RegularGridInterpolator

    column, row = np.meshgrid(np.arange(40), np.arange(30))
    cells = 10 * np.sin(column / 5) + 8 * np.cos(row / 4)
    give_dem(harness, cells)
    surface = RegularGridInterpolator((np.arange(30) + 0.5, np.arange(40) + 0.5), cells, bounds_error=False)
    lines = contours(harness, interval=3)
    assert {line["value"] for line in lines} == {-15, -12, -9, -6, -3, 0, 3, 6, 9, 12, 15}
    for line in lines:
        x, y = shapely.get_coordinates(line["shape"]).T
        found = surface(np.c_[30 - y, x])
        assert np.nanmax(np.abs(found - line["value"]), initial=0) < 0.15  # bilinear against straight, at 2 a cell


def test_masked_nan_and_large_values_are_read_rightly(harness: Any) -> None:
    """NaN that is not declared, and heights a float could round: lines as over the same cells without either."""
    from given import srs_of
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.work / "dem.tif"
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 4, 2, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((0, 1, 0, 2, 0, -1))
    dataset.SetSpatialRef(srs_of("EPSG:28992"))
    dataset.GetRasterBand(1).WriteArray(np.array([[0, 10, np.nan, np.nan]] * 2, np.float32))
    dataset = None
    harness.workspace.accept("dem", Written(path, ""), raster_facts(str(path)))
    (line,) = contours(harness, levels=[5.0])
    assert shapely.get_coordinates(line["shape"])[:, 0] == pytest.approx(1.0, abs=1e-6)
    (band,) = contours(harness, levels=[-100.0], result="bands")
    assert band["shape"].area == pytest.approx(4.0)


def test_crossings_are_counted_before_they_are_drawn(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper: each of 3 rows rises from 0 to 30, over 10 levels of 3; columns are level."""
    from gisagentbench.tools.declaration.limits import LIMITS

    harness.give("dem", {"crs": "EPSG:28992", "plane": {"rise_east": 10.0, "base": 0.5, "size": [4, 3]}})
    monkeypatch.setitem(LIMITS, "vertices", 29)
    error = harness.refused("contour_lines", raster="dem", interval=3, output="a")
    assert error["code"] == "LIMIT_EXCEEDED" and "about 30 vertices; the limit is 29" in error["message"]
