# SPDX-License-Identifier: GPL-2.0-or-later
"""slope, aspect and hillshade on rasters that the rows cannot draw, and against numpy and GDAL on rough ground."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
DUTCH = {"crs": "EPSG:28992", "origin": [155000, 463000]}
PLANE = {**DUTCH, "plane": {"rise_east": 1.0, "size": [5, 5]}}


def rewritten(harness: Any, name: str, change: Any) -> None:
    """Changes the file of a raster in place and reads its facts again."""
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.layer(name).path
    dataset = gdal.Open(path, gdal.GA_Update)
    change(dataset)
    dataset = None
    harness.workspace.accept(name, Written(Path(path), ""), raster_facts(path))


def test_horn_on_rough_ground_equals_numpy(harness: Any) -> None:
    z = np.random.default_rng(2).normal(50, 8, (30, 40)).round(3)
    harness.give("dem", {**DUTCH, "dtype": "float64", "cell": [4, 2.5], "cells": z.tolist()})
    harness.done("slope", dem="dem", z_unit="m", units="percent", output="a")
    east = z[:-2, 2:] + 2 * z[1:-1, 2:] + z[2:, 2:] - z[:-2, :-2] - 2 * z[1:-1, :-2] - z[2:, :-2]
    south = z[2:, :-2] + 2 * z[2:, 1:-1] + z[2:, 2:] - z[:-2, :-2] - 2 * z[:-2, 1:-1] - z[:-2, 2:]
    expected = 100 * np.hypot(east / (8 * 4), south / (8 * 2.5))
    np.testing.assert_allclose(harness.cells("a")[1:-1, 1:-1], expected, rtol=2e-5)


def test_a_rotated_grid_is_refused(harness: Any) -> None:
    harness.give("dem", PLANE)
    rewritten(harness, "dem", lambda dataset: dataset.SetGeoTransform((155000, 0.8, 0.6, 463000, 0.6, -0.8)))
    assert harness.refused("slope", dem="dem", z_unit="m", output="a")["code"] == "GRID_UNSUITABLE"


def test_masked_cells_are_no_heights(harness: Any) -> None:
    from osgeo import gdal

    def mask_corner(dataset: Any) -> None:
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
        mask = np.full((5, 5), 255, np.uint8)
        mask[1, 1] = 0
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(mask)

    harness.give("dem", PLANE)
    rewritten(harness, "dem", mask_corner)
    harness.done("slope", dem="dem", z_unit="m", output="a")
    assert np.isnan(harness.cells("a")[1:3, 1:3]).all() and np.nansum(harness.cells("a")) == pytest.approx(5 * 45)


@pytest.mark.parametrize(("word", "said"), [("metre", True), ("ft", False), ("", False)])
def test_a_declared_unit_of_heights_that_differs_is_told(harness: Any, word: str, said: bool) -> None:
    harness.give("dem", PLANE)
    rewritten(harness, "dem", lambda dataset: dataset.GetRasterBand(1).SetUnitType(word))
    step = harness.done("slope", dem="dem", z_unit="ft", output="a")
    sentence = '"dem" declares heights in m; z_unit says ft, and that was used.'
    assert step.warnings == ([sentence] if said else [])


def test_the_unit_of_a_vertical_crs_counts_as_declared(harness: Any) -> None:
    harness.give("dem", {**PLANE, "crs": "EPSG:7415"})  # RD New with NAP height in metres
    step = harness.done("slope", dem="dem", z_unit="us_ft", units="percent", output="a")
    assert any("declares heights in m; z_unit says us_ft" in warning for warning in step.warnings)
    np.testing.assert_allclose(harness.cells("a")[1:-1, 1:-1], 100 * 1200 / 3937, rtol=1e-6)


def test_the_share_of_nodata_is_reported(harness: Any) -> None:
    harness.give("dem", PLANE)
    step = harness.done("slope", dem="dem", z_unit="m", output="a")
    assert step.observation["nodata_share"] == pytest.approx(16 / 25)


def test_nothing_but_the_result_is_written(harness: Any) -> None:
    harness.give("dem", {**PLANE, "dtype": "int16", "scale": 0.5})
    harness.done("slope", dem="dem", z_unit="m", output="a")
    assert sorted(path.name for path in harness.workspace.work.iterdir()) == ["a.tif", "dem.tif"]


def rough(harness: Any, **more: Any) -> None:
    heights = np.random.default_rng(2).normal(50, 8, (60, 40)).round(3)
    harness.give("dem", {**DUTCH, "dtype": "float64", "cell": 4, "cells": heights.tolist(), **more})


def by_gdal(harness: Any, mode: str, **options: Any) -> np.ndarray:
    """Runs gdaldem on the raster of `rough`, float64 as it is."""
    from osgeo import gdal

    made = gdal.DEMProcessing("", harness.workspace.layer("dem").path, mode, format="MEM", **options)
    return made.ReadAsArray().astype(float)[1:-1, 1:-1]


@pytest.mark.parametrize(("method", "named"), [("horn", "Horn"), ("zevenbergen_thorne", "ZevenbergenThorne")])
def test_aspect_on_rough_ground_equals_gdaldem_where_cells_are_square(harness: Any, method: str, named: str) -> None:
    rough(harness)
    harness.done("aspect", dem="dem", method=method, output="a")
    difference = np.abs(harness.cells("a")[1:-1, 1:-1] - by_gdal(harness, "aspect", alg=named))
    assert np.minimum(difference, 360 - difference).max() < 0.01  # GDAL has 32 bits


@pytest.mark.parametrize("cell", [4, [4, 2.5]], ids=["square", "of unequal sides"])
def test_hillshade_on_rough_ground_equals_gdaldem(harness: Any, cell: Any) -> None:
    rough(harness, cell=cell)
    harness.done("hillshade", dem="dem", z_unit="ft", azimuth=200, altitude=30, z_factor=2, output="a")
    expected = by_gdal(harness, "hillshade", azimuth=200, altitude=30, zFactor=2 * 0.3048)
    assert np.abs(harness.cells("a")[1:-1, 1:-1] - expected).max() <= 1  # GDAL computes in 32 bits, then rounds
    assert (harness.cells("a")[1:-1, 1:-1] == expected).mean() > 0.99


@pytest.mark.parametrize(
    ("index", "mode", "more", "options"),
    [
        ("tri", "TRI", {}, {"alg": "Riley"}),
        ("tri", "TRI", {"tri_formula": "wilson"}, {"alg": "Wilson"}),
        ("tpi", "TPI", {}, {}),
        ("roughness", "Roughness", {}, {}),
    ],
)
def test_indices_on_rough_ground_equal_gdaldem(harness: Any, index: str, mode: str, more: Any, options: Any) -> None:
    rough(harness)
    harness.done("terrain_index", dem="dem", index=index, **more, output="a")
    np.testing.assert_allclose(harness.cells("a")[1:-1, 1:-1], by_gdal(harness, mode, **options), atol=2e-4)


@pytest.mark.parametrize("index", ["tri", "tpi", "roughness"])
@pytest.mark.parametrize("radius", [2, 5])
def test_wide_squares_equal_numpy_and_lose_what_touches_nodata(harness: Any, index: str, radius: int) -> None:
    rough(harness, nodata=-9999)
    rewritten(harness, "dem", lambda data: data.GetRasterBand(1).WriteArray(np.array([[-9999.0]]), 20, 30))
    z = harness.cells("dem")
    harness.done("terrain_index", dem="dem", index=index, radius_cells=radius, output="a")
    squares = np.lib.stride_tricks.sliding_window_view(z, (2 * radius + 1,) * 2)
    centre = z[radius:-radius, radius:-radius]
    expected = {
        "tri": np.sqrt(((squares - centre[..., None, None]) ** 2).sum(axis=(2, 3))),
        "tpi": centre - (squares.sum(axis=(2, 3)) - centre) / ((2 * radius + 1) ** 2 - 1),
        "roughness": squares.max(axis=(2, 3)) - squares.min(axis=(2, 3)),
    }[index]
    assert np.isnan(expected).sum() == (2 * radius + 1) ** 2
    np.testing.assert_allclose(harness.cells("a")[radius:-radius, radius:-radius], expected, rtol=1e-5, atol=1e-4)


TURNED = (155000, 0.8 * 2, 0.6, 463000, 0.6 * 2, -0.8)  # columns run to 36.87 degrees north of east, cells 2 by 1


def on_turned_grid(harness: Any, surface: Any) -> None:
    """Gives heights of a function of x and y, in m from the middle, on a rotated grid."""
    rows, columns = np.mgrid[0:5, 0:5] - 2
    x, y = TURNED[1] * columns + TURNED[2] * rows, TURNED[4] * columns + TURNED[5] * rows
    harness.give("dem", {**DUTCH, "dtype": "float64", "cells": surface(x, y).tolist()})
    rewritten(harness, "dem", lambda dataset: dataset.SetGeoTransform(TURNED))


def test_a_plane_on_a_rotated_grid_looks_where_it_looks(harness: Any) -> None:
    """Closed form: the plane x + 2 y falls towards atan2(-1, -2)."""
    on_turned_grid(harness, lambda x, y: x + 2 * y)
    harness.done("aspect", dem="dem", output="a")
    np.testing.assert_allclose(harness.cells("a")[1:-1, 1:-1], 180 + np.degrees(np.arctan(0.5)), atol=1e-4)
    harness.done("hillshade", dem="dem", z_unit="m", azimuth=180, altitude=0, output="b")
    np.testing.assert_array_equal(harness.cells("b")[1:-1, 1:-1], round(1 + 254 * 2 / np.sqrt(6)))


@pytest.mark.parametrize(("word", "expected"), [("profile_curvature", 5.6), ("plan_curvature", -2.4)])
def test_curvature_on_a_rotated_grid_is_that_on_the_ground(harness: Any, word: str, expected: float) -> None:
    """Closed form, as in the rows: 0.01 x^2 + 0.03 y^2 about a point where both slopes stand 1 m off."""
    on_turned_grid(harness, lambda x, y: 0.01 * (x + 1) ** 2 + 0.03 * (y + 1) ** 2)
    harness.done("terrain_index", dem="dem", index=word, z_unit="m", output="a")
    assert harness.cells("a")[2, 2] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("tool", "more"),
    [("aspect", {}), ("hillshade", {"z_unit": "m"}), ("terrain_index", {"index": "tri", "radius_cells": 3})],
)
def test_windows_make_no_seams(harness: Any, tool: str, more: Any, monkeypatch: Any) -> None:
    """Law: what is computed does not depend on how the raster is cut."""
    from gisagentbench.tools.execution.terrain import surface_windows

    rough(harness)
    harness.done(tool, dem="dem", **more, output="whole")
    monkeypatch.setattr(surface_windows, "CELLS_PER_WINDOW", 1)
    harness.done(tool, dem="dem", **more, output="pieces")
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))


@pytest.mark.parametrize(
    ("tool", "more"), [("aspect", {}), ("hillshade", {"z_unit": "m"}), ("terrain_index", {"index": "roughness"})]
)
def test_masked_scaled_and_infinite_heights_are_seen_to(harness: Any, tool: str, more: Any) -> None:
    """Twin: stored halves with scale 2 are the same surface; a cell that is infinite is refused."""
    harness.give("plain", {**PLANE, "plane": {"rise_east": 2, "rise_north": 6, "size": [5, 5]}})
    harness.give("stored", {**PLANE, "plane": {"rise_east": 1, "rise_north": 3, "size": [5, 5]}, "scale": 2.0})
    for name in ("plain", "stored"):
        harness.done(tool, dem=name, **more, output=f"of_{name}")
    np.testing.assert_array_equal(harness.cells("of_plain"), harness.cells("of_stored"))
    harness.give("endless", {**DUTCH, "cells": [[1.0, float("inf"), 3], [1, 2, 3], [1, 2, 3]]})
    assert harness.refused(tool, dem="endless", **more, output="b")["code"] == "BAD_VALUE"


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("slope", {"z_unit": "m", "units": "percent"}),
        ("aspect", {}),
        ("hillshade", {"z_unit": "m"}),
        ("terrain_index", {"index": "tri"}),
        ("terrain_index", {"index": "plan_curvature", "z_unit": "m"}),
        ("fill_sinks", {}),
        ("flow_direction", {}),
        ("viewshed", {"z_unit": "m", "unit": "m", "max_distance": 50, "observers": "eyes", "observer_height": 1}),
    ],
)
@pytest.mark.parametrize(("value", "dtype"), [(-3.4028234663852886e38, "float32"), (1.7e308, "float64")])
def test_what_is_no_height_is_refused(harness: Any, tool: str, more: Any, value: float, dtype: str) -> None:
    """By rule: the lowest and highest numbers of types stand for no value, in files that do not say so."""
    cells = [[float(row * column) for column in range(6)] for row in range(5)]
    cells[2][3] = value
    harness.give("dem", {"crs": "EPSG:28992", "origin": [155000, 463000], "cell": 10, "dtype": dtype, "cells": cells})
    harness.give("eyes", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155005 462995)"}]})
    error = harness.refused(tool, dem="dem", **more, output="made")
    assert error["code"] == "BAD_VALUE" and f'"dem" holds {value:g} in 1 cell, which is no height' in error["message"]
    harness.done("set_nodata", raster="dem", nodata=value, output="declared")
    harness.done(tool, dem="declared", **more, output="made")
