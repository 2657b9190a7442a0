# SPDX-License-Identifier: GPL-2.0-or-later
"""sample_raster beside numpy and scipy, on tiles, and on a plane, which bilinear interpolation gives back."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
WIDTH, HEIGHT, COUNT = 90, 70, 400


@pytest.fixture
def tiled(harness: Any) -> np.ndarray:
    """90 x 70 random values in tiles of 16 x 16, a tenth NoData, and 400 places over and around them."""
    from given import srs_of
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    random = np.random.default_rng(4)
    cells = random.normal(0, 50, (HEIGHT, WIDTH))
    cells[random.random(cells.shape) < 0.1] = np.nan
    path = harness.workspace.work / "dem.tif"
    tiles = ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), WIDTH, HEIGHT, 1, gdal.GDT_Float64, tiles)
    dataset.SetGeoTransform((0, 1, 0, HEIGHT, 0, -1))
    dataset.SetSpatialRef(srs_of("EPSG:28992"))
    dataset.GetRasterBand(1).SetNoDataValue(-9999)
    dataset.GetRasterBand(1).WriteArray(np.where(np.isnan(cells), -9999, cells))
    dataset = None
    harness.workspace.accept("dem", Written(path, ""), raster_facts(str(path)))
    places = random.uniform((-3, -3), (WIDTH + 3, HEIGHT + 3), (COUNT, 2))
    harness.give("points", {"crs": "EPSG:28992", "rows": [{"wkt": f"POINT({x!r} {y!r})"} for x, y in places.tolist()]})
    return cells, places


def sampled(harness: Any, **call: Any) -> np.ndarray:
    name = f"s_{len(harness.workspace.handles)}"
    harness.done("sample_raster", points="points", raster="dem", output=name, **call)
    return np.array([row["band_1"] for row in harness.rows(name)], float)


@pytest.mark.parametrize("cells_per_window", [64, 2**19])
def test_both_methods_are_those_of_other_libraries(
    harness: Any, tiled: Any, cells_per_window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scipy.interpolate import RegularGridInterpolator

    from gisagentbench.tools.execution.rasters import cell_sampling, raster_windows

    cells, places = tiled
    monkeypatch.setattr(cell_sampling, "split", functools.partial(raster_windows.split, cells=cells_per_window))
    column, row = np.floor(places[:, 0]), np.floor(HEIGHT - places[:, 1])
    inside = (column >= 0) & (column < WIDTH) & (row >= 0) & (row < HEIGHT)
    wanted = np.full(COUNT, np.nan)
    wanted[inside] = cells[row[inside].astype(int), column[inside].astype(int)]
    np.testing.assert_array_equal(sampled(harness), wanted)
    axes = (np.arange(HEIGHT) + 0.5, np.arange(WIDTH) + 0.5)
    between = RegularGridInterpolator(axes, cells, bounds_error=False)(np.c_[HEIGHT - places[:, 1], places[:, 0]])
    np.testing.assert_allclose(sampled(harness, method="bilinear"), between, rtol=1e-9, atol=1e-9)
    assert np.isnan(between).sum() > 40 and np.isfinite(between).sum() > 200


def test_bilinear_gives_a_plane_back(harness: Any) -> None:
    harness.give("dem", {"crs": "EPSG:28992", "dtype": "float64", "plane": {"rise_east": 3.0, "rise_north": -2.0,
                         "size": [9, 9]}, "cell": 10, "origin": [500, 900]})  # fmt: skip
    places = np.random.default_rng(1).uniform((505, 815), (585, 895), (50, 2))
    harness.give("points", {"crs": "EPSG:28992", "rows": [{"wkt": f"POINT({x!r} {y!r})"} for x, y in places.tolist()]})
    # cell (column, row) holds 3 column - 2 (9 - row), at x = 505 + 10 column and y = 895 - 10 row
    wanted = 3 * (places[:, 0] - 505) / 10 - 2 * (9 - (895 - places[:, 1]) / 10)
    np.testing.assert_allclose(sampled(harness, method="bilinear"), wanted, rtol=0, atol=1e-9)
