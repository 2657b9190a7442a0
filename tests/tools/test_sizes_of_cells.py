# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of no size that a measure has are refused by name, whichever tool is to make or to read them."""

import pytest

pytestmark = pytest.mark.qgis
DEM = {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463060], "nodata": -1, "cells": [[1.0] * 8] * 6}
CALLS = [
    ("rasterize_vector", {"layer": "stops", "cell_rule": "any_touch"}),
    ("kernel_density", {"points": "stops", "radius": 10, "unit": "m", "density_unit": "raw"}),
    ("interpolate_points", {"points": "stops", "value_field": "v", "method": "idw"}),
    ("resample_raster", {"raster": "dem", "resampling": "nearest"}),
    ("resample_raster", {"raster": "dem", "resampling": "average"}),
    ("warp_raster", {"raster": "dem", "resampling": "bilinear", "target_crs": "EPSG:32631"}),
]


@pytest.fixture
def filled(harness):
    harness.give("dem", DEM)
    places = ["155000 463000", "155010 463020", "155040 463010"]
    harness.give(
        "stops",
        {"crs": "EPSG:28992", "rows": [{"wkt": f"POINT({place})", "v": float(n)} for n, place in enumerate(places)]},
    )
    return harness


@pytest.mark.parametrize(("api", "arguments"), CALLS)
@pytest.mark.parametrize("size", [5e-324, 1e-160, 1e-10, 1e10, 1e154, 1.7e308, 0, -1])
def test_a_pixel_size_that_no_measure_has_is_refused(filled, api, arguments, size):
    error = filled.refused(api, **arguments, pixel_size=size, pixel_unit="m", output="made")
    assert error["code"] == "BAD_VALUE" and "pixel_size takes a number from 1e-09 to 1e+09" in error["message"]


@pytest.mark.parametrize(("api", "arguments"), CALLS)
@pytest.mark.parametrize(("size", "code"), [(1e-9, "LIMIT_EXCEEDED"), (1e9, None)])
def test_at_the_ends_of_the_sizes_a_call_is_done_or_refused(filled, api, arguments, size, code):
    """On paper: 40 m have 4e10 cells of 1e-9 m, and lie in one of 1e9 m."""
    step = filled.call(api, **arguments, pixel_size=size, pixel_unit="m", output="made")
    assert (step.error or {}).get("code") == code
    if code is None:
        assert (filled.workspace.handles["made"].grid.width, filled.workspace.handles["made"].grid.height) == (1, 1)


@pytest.mark.parametrize("cell", [1e-320, 1e-200, 1e-12, 1e12, 1e306])
def test_a_raster_of_such_cells_is_not_loaded(harness, cell):
    step = harness.load("odd", {**DEM, "cell": cell, "origin": [0, 0]})
    assert step.error["code"] == "GRID_UNSUITABLE" and f"{cell:g} by {cell:g} units" in step.error["message"]
