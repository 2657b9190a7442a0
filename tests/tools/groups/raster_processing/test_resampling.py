# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of resample_raster and align_rasters: grids, meanings of bands, a second opinion by NumPy."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis


def grid_of(harness, handle):
    return harness.workspace.layer(handle).facts.grid


def declare(harness, handle, **meaning):
    from osgeo import gdal

    dataset = gdal.Open(harness.workspace.layer(handle).path, gdal.GA_Update)
    for number in range(1, dataset.RasterCount + 1):
        dataset.GetRasterBand(number).SetUnitType(meaning["unit"])
        dataset.GetRasterBand(number).SetDescription(f"{meaning['name']} {number}")


def declared(harness, handle):
    from osgeo import gdal

    opened = gdal.Open(harness.workspace.layer(handle).path)
    bands = [opened.GetRasterBand(number + 1) for number in range(opened.RasterCount)]
    return [(band.GetScale(), band.GetOffset(), band.GetUnitType(), band.GetDescription()) for band in bands]


@pytest.mark.parametrize(
    ("word", "of"), [("average", np.mean), ("sum", np.sum), ("max", np.max), ("median", np.median)]
)
def test_blocks_of_cells_are_what_numpy_says(harness, word, of):
    """Second library: 3 x 3 blocks by numpy; an odd number of cells has one median."""
    cells = np.random.default_rng(11).integers(-500, 500, (60, 90))
    harness.give("dem", {"crs": "EPSG:28992", "cell": 10, "dtype": "int32", "nodata": -9999, "cells": cells.tolist()})
    harness.done("resample_raster", raster="dem", pixel_size=30, pixel_unit="m", resampling=word, output="coarse")
    blocks = cells.reshape(20, 3, 30, 3).swapaxes(1, 2).reshape(20, 30, 9)
    np.testing.assert_allclose(harness.cells("coarse"), of(blocks, axis=2), rtol=1e-12)


@pytest.mark.parametrize("word", ["nearest", "average"])
def test_scale_offset_unit_and_name_of_all_bands_are_kept(harness, word):
    recipe = {"crs": "EPSG:28992", "cell": 10, "dtype": "int16", "nodata": -1, "scale": 0.5, "offset": -3.0}
    harness.give("heat", {**recipe, "bands": [[[2, 2], [2, 2]], [[4, 4], [4, 4]]]})
    harness.give("ref", {"crs": "EPSG:28992", "cell": 20, "cells": [[0]]})
    declare(harness, "heat", unit="K", name="wärme")
    harness.done("resample_raster", raster="heat", pixel_size=20, pixel_unit="m", resampling=word, output="coarse")
    harness.done("align_rasters", raster="heat", reference="ref", resampling=word, output="aligned")
    for handle in ("coarse", "aligned"):
        assert declared(harness, handle) == [(0.5, -3.0, "K", "wärme 1"), (0.5, -3.0, "K", "wärme 2")]
        assert [harness.cells(handle, band).tolist() for band in (1, 2)] == [[[2]], [[4]]]


def test_the_least_physical_value_is_the_largest_stored_one_under_a_negative_scale(harness):
    """On paper: 1 and 9 under a scale of -1 are -1 and -9."""
    recipe = {"crs": "EPSG:28992", "cell": 10, "dtype": "int16", "nodata": -1, "scale": -1.0}
    harness.give("depth", {**recipe, "cells": [[1, 9], [1, 9]]})
    for word, stored in (("min", 9), ("max", 1)):
        harness.done("resample_raster", raster="depth", pixel_size=20, pixel_unit="m", resampling=word, output=word)
        assert harness.cells(word).tolist() == [[stored]]


def test_colours_stay_where_classes_stay(harness):
    from osgeo import gdal

    recipe = {"crs": "EPSG:28992", "cell": 10, "dtype": "uint8", "nodata": 0, "palette": True}
    harness.give("use", {**recipe, "cells": [[1, 1], [1, 7]]})
    harness.done("resample_raster", raster="use", pixel_size=20, pixel_unit="m", resampling="mode", output="coarse")
    opened = gdal.Open(harness.workspace.layer("coarse").path)
    assert opened.GetRasterBand(1).GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)
    assert harness.workspace.layer("coarse").facts.bands[0].is_palette


def test_a_raster_stored_south_up_is_resampled_where_it_lies(harness):
    """On paper: the first stored row is the southern one."""
    harness.give("dem", {"crs": "EPSG:28992", "dtype": "int16", "nodata": -1, "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", SOUTH_UP)
    harness.done("resample_raster", raster="dem", pixel_size=5, pixel_unit="m", resampling="nearest", output="fine")
    assert harness.cells("fine")[::2, ::2].tolist() == [[3, 4], [1, 2]]
    assert grid_of(harness, "fine").transform == (5, 0, 155000, 0, -5, 463020)


def test_a_rotated_raster_has_no_corner_to_begin_at(harness):
    harness.give("dem", {"crs": "EPSG:28992", "nodata": -1, "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", ROTATED)
    error = harness.refused("resample_raster", raster="dem", pixel_size=5, pixel_unit="m", resampling="nearest",
                            output="fine")  # fmt: skip
    assert error["code"] == "GRID_UNSUITABLE" and "warp_raster" in error["hint"]


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
@pytest.mark.parametrize("extent", ["reference", "common"])
def test_a_reference_of_any_orientation_is_matched_cell_by_cell(harness, transform, extent):
    """Law: cells that hold their own place, east plus 1000 times north, are found again at the centres of the grid."""
    size, west, north = 30, 154903, 463104
    x = west + 10 * (np.arange(size) + 0.5)
    y = north - 10 * (np.arange(size) + 0.5)
    place = (x[None, :] - 155000) + 1000 * (y[:, None] - 463000)
    harness.give("place", {"crs": "EPSG:28992", "cell": 10, "origin": [west, north], "dtype": "float64",
                           "nodata": -1e9, "cells": place.tolist()})  # fmt: skip
    harness.give("ref", {"crs": "EPSG:28992", "cells": [[0, 0, 0], [0, 0, 0]]})
    lay(harness, "ref", transform)
    harness.done("align_rasters", raster="place", reference="ref", resampling="bilinear", extent=extent, output="found")
    assert grid_of(harness, "found") == grid_of(harness, "ref")
    a, b, c, d, e, f = transform
    columns, rows = np.meshgrid(np.arange(3) + 0.5, np.arange(2) + 0.5)
    wanted = (a * columns + b * rows + c - 155000) + 1000 * (d * columns + e * rows + f - 463000)
    np.testing.assert_allclose(harness.cells("found"), wanted, atol=1e-6)


def test_aligned_rasters_line_up_for_the_calculator(harness):
    """Law: what is aligned can be computed with its reference."""
    harness.give("ref", {"crs": "EPSG:28992", "cell": 7, "origin": [155003, 463011], "nodata": -1,
                         "cells": np.ones((9, 11)).tolist()})  # fmt: skip
    harness.give("dem", {"crs": "EPSG:4326", "cell": 0.0001, "origin": [5.386, 52.156], "nodata": -1,
                         "cells": np.full((40, 40), 5.0).tolist()})  # fmt: skip
    before = {"inputs": {"a": "ref", "b": "dem"}, "formula": "a + b", "output": "sum"}
    assert harness.refused("raster_calculator", **before)["code"] == "CRS_MISMATCH"
    step = harness.done("align_rasters", raster="dem", reference="ref", resampling="bilinear", output="aligned")
    assert "accuracy" in step.observation["report"]["operation"]
    harness.done("raster_calculator", inputs={"a": "ref", "b": "aligned"}, formula="a + b", output="sum")
    assert np.nanmax(np.abs(harness.cells("sum") - 6)) < 1e-6 and not np.isnan(harness.cells("sum")).all()


@pytest.mark.parametrize("word", ["bilinear", "cubic"])
def test_the_middle_does_not_depend_on_what_the_edge_divides_into(harness, word):
    """Law: 30 and 31 columns of 10 m give the same cell of 30 m in the middle; tent of 1 2 3 2 1 ninths by NumPy."""
    cells = np.random.default_rng(2).integers(0, 100, (31, 31))
    for handle, size in (("even", 30), ("odd", 31)):
        harness.give(handle, {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463090], "nodata": -1,
                              "dtype": "float64", "cells": cells[:size, :size].tolist()})  # fmt: skip
        harness.done("resample_raster", raster=handle, pixel_size=30, pixel_unit="m", resampling=word,
                     output=f"{handle}_coarse")  # fmt: skip
    middle = harness.cells("odd_coarse")[4, 4]
    assert middle == pytest.approx(harness.cells("even_coarse")[4, 4], rel=1e-12)
    if word == "bilinear":
        tent = np.array([1, 2, 3, 2, 1]) / 9
        assert middle == pytest.approx(float((cells[11:16, 11:16] * np.outer(tent, tent)).sum()), rel=1e-12)


def test_an_extent_warped_alone_is_the_same_as_cut_out_of_the_whole(harness):
    """Law: bilinear weights belong to the place, not to the piece that is warped."""
    cells = np.random.default_rng(4).integers(0, 100, (200, 200)).tolist()
    harness.give("dem", {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 465000], "nodata": -1, "cells": cells})
    call = {"raster": "dem", "target_crs": "EPSG:28992", "resampling": "bilinear", "pixel_size": 23, "pixel_unit": "m"}
    harness.done("warp_raster", **call, output="whole")
    part = {"xmin": 155000 + 23 * 20, "ymax": 465000 - 23 * 10, "xmax": 155000 + 23 * 31, "ymin": 465000 - 23 * 25}
    harness.done("warp_raster", **call, extent=part, output="piece")
    np.testing.assert_allclose(harness.cells("piece"), harness.cells("whole")[10:25, 20:31], rtol=1e-6)


@pytest.mark.parametrize("word", ["average", "sum", "mode", "min", "max", "median"])
def test_methods_over_covered_cells_refuse_rotated_grids(harness, word):
    """Their engine takes the box between two corners, which a turned cell does not fill."""
    harness.give("dem", {"crs": "EPSG:28992", "nodata": -1, "cells": [[1, 2], [3, 4]]})
    harness.give("ref", {"crs": "EPSG:28992", "nodata": -1, "cells": [[1, 2], [3, 4]]})
    lay(harness, "ref", ROTATED)
    for call in (
        {"api": "align_rasters", "raster": "dem", "reference": "ref"},
        {"api": "align_rasters", "raster": "ref", "reference": "dem"},
        {"api": "warp_raster", "raster": "ref", "target_crs": "EPSG:28992", "pixel_size": 10, "pixel_unit": "m"},
    ):
        error = harness.refused(**call, resampling=word, output="out")
        assert error["code"] == "GRID_UNSUITABLE" and "bilinear" in error["hint"]


def test_cells_that_crss_turn_against_each_other_are_said(harness):
    """Closed form: north of UTM is turned by (longitude - meridian) * sin(latitude), stretched by 1 / cos(latitude)."""
    harness.give("dem", {"crs": "EPSG:4326", "cell": 0.001, "origin": [12, 50], "nodata": -1,
                         "cells": np.ones((10, 10)).tolist()})  # fmt: skip
    call = {"raster": "dem", "target_crs": "EPSG:32632", "pixel_size": 100, "pixel_unit": "m"}
    step = harness.done("warp_raster", **call, resampling="average", output="mean")
    assert "turned by 3.6 degrees" in " ".join(step.warnings)  # atan(tan(3 * sin(50)) / cos(50)) = 3.57
    step = harness.done("warp_raster", **call, resampling="bilinear", output="between")
    assert "turned" not in " ".join(step.warnings)


@pytest.mark.parametrize("declared", [None, float("nan")])
def test_several_bands_may_have_nan_for_nodata(harness, declared):
    """On paper: (1 + 3) / 2 of what is left."""
    nan = float("nan")
    recipe = {"crs": "EPSG:28992", "cell": 10, "nodata": declared}
    harness.give("dem", {**recipe, "bands": [[[1, nan], [3, nan]], [[nan, 5], [5, 5]]]})
    harness.give("ref", {"crs": "EPSG:28992", "cell": 20, "cells": [[0]]})
    where = {"xmin": 0, "ymin": 0, "xmax": 20, "ymax": 20}
    harness.done("resample_raster", raster="dem", pixel_size=20, pixel_unit="m", resampling="average", output="coarse")
    harness.done("align_rasters", raster="dem", reference="ref", resampling="average", output="aligned")
    harness.done("clip_raster", raster="coarse", extent=where, output="cut")
    harness.done("mosaic_rasters", rasters=["coarse", "cut"], overlap="first", output="joined")
    harness.done("stack_bands", bands={"a": "coarse@1", "b": "coarse@2"}, output="stack")
    for handle in ("coarse", "aligned", "cut", "joined", "stack"):
        assert [harness.cells(handle, band).tolist() for band in (1, 2)] == [[[2]], [[5]]], handle
