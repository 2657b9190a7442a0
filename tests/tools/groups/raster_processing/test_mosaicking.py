# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of mosaic_rasters: what bands declare, grids of any orientation, GDAL beside it."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "dtype": "int16", "nodata": -1}


def give_tiles(harness, count=5):
    """Lays tiles of 12 x 9 cells with holes over each other at random places."""
    numbers = np.random.default_rng(8)
    for index in range(count):
        cells = numbers.integers(0, 500, (9, 12)).astype(object)
        cells[numbers.random((9, 12)) < 0.2] = None
        place = [155000 + 10 * int(numbers.integers(0, 20)), 463000 + 10 * int(numbers.integers(0, 20))]
        harness.give(f"tile_{index}", {**RECIPE, "origin": place, "cells": cells.tolist()})
    return [f"tile_{index}" for index in range(count)]


@pytest.mark.parametrize(("rule", "turned"), [("first", True), ("last", False)])
def test_first_and_last_are_those_of_gdal(harness, rule, turned):
    """Second library: a virtual raster puts later files over earlier ones."""
    from osgeo import gdal

    tiles = give_tiles(harness)
    harness.done("mosaic_rasters", rasters=tiles, overlap=rule, output="joined")
    paths = [harness.workspace.layer(tile).path for tile in tiles]
    theirs = gdal.BuildVRT("", paths[::-1] if turned else paths)
    wanted = theirs.ReadAsArray().astype(float)
    wanted[wanted == -1] = np.nan
    np.testing.assert_array_equal(harness.cells("joined"), wanted)
    c, a, b, f, d, e = theirs.GetGeoTransform()
    assert harness.workspace.layer("joined").facts.grid.transform == (a, b, c, d, e, f)


@pytest.mark.parametrize(("rule", "of"), [("mean", np.nanmean), ("min", np.nanmin), ("max", np.nanmax)])
@pytest.mark.filterwarnings("ignore:All-NaN", "ignore:Mean of empty")
def test_mean_min_and_max_are_those_of_numpy(harness, rule, of, monkeypatch):
    from gisagentbench.tools.execution.rasters import raster_windows

    tiles = give_tiles(harness)
    whole = raster_windows.split
    monkeypatch.setattr(raster_windows, "split", lambda *grid: whole(*grid[:2], (7, 2), cells=14))
    harness.done("mosaic_rasters", rasters=tiles, overlap=rule, output="joined")
    grid = harness.workspace.layer("joined").facts.grid
    stack = np.full((len(tiles), grid.height, grid.width), np.nan)
    for index, tile in enumerate(tiles):
        own = harness.workspace.layer(tile).facts.grid
        left = round((own.transform[2] - grid.transform[2]) / 10)
        top = round((grid.transform[5] - own.transform[5]) / 10)
        stack[index, top : top + own.height, left : left + own.width] = harness.cells(tile)
    np.testing.assert_allclose(harness.cells("joined"), of(stack, axis=0), rtol=1e-7)


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_tiles_of_one_orientation_are_joined_whichever_it_is(harness, transform):
    """On paper: the second tile lies two columns along the rows of the first."""
    a, b, c, d, e, f = transform
    harness.give("one", {**RECIPE, "cells": [[1, 2], [3, 4]]})
    harness.give("two", {**RECIPE, "cells": [[5], [6]]})
    lay(harness, "one", transform)
    lay(harness, "two", (a, b, c + 2 * a, d, e, f + 2 * d))
    harness.done("mosaic_rasters", rasters=["two", "one"], overlap="first", output="joined")
    assert harness.cells("joined").tolist() == [[1, 2, 5], [3, 4, 6]]
    assert harness.workspace.layer("joined").facts.grid.transform == pytest.approx(transform)


def test_a_tile_stored_the_other_way_up_is_refused(harness):
    harness.give("one", {**RECIPE, "origin": [155000, 463020], "cells": [[1, 2], [3, 4]]})
    harness.give("two", {**RECIPE, "cells": [[5], [6]]})
    lay(harness, "two", SOUTH_UP)
    error = harness.refused("mosaic_rasters", rasters=["one", "two"], overlap="first", output="joined")
    assert error["code"] == "GRID_MISMATCH" and "south-up" in error["message"]


def test_what_bands_declare_is_kept_and_units_are_held_against_each_other(harness):
    from osgeo import gdal

    recipe = {**RECIPE, "scale": 0.5, "offset": 2.0}
    harness.give("one", {**recipe, "origin": [155000, 463010], "bands": [[[1]], [[2]]]})
    harness.give("two", {**recipe, "origin": [155010, 463010], "bands": [[[3]], [[4]]]})
    for handle, unit in (("one", "m"), ("two", "ft")):
        opened = gdal.Open(harness.workspace.layer(handle).path, gdal.GA_Update)
        opened.GetRasterBand(2).SetUnitType(unit)
        opened.GetRasterBand(2).SetDescription(f"depth {handle}")
        del opened
    error = harness.refused("mosaic_rasters", rasters=["one", "two"], overlap="first", output="joined")
    assert error["code"] == "BAD_VALUE" and 'band 2 of "one" is in m, that of "two" in ft' in error["message"]
    opened = gdal.Open(harness.workspace.layer("two").path, gdal.GA_Update)
    opened.GetRasterBand(2).SetUnitType("m")
    del opened
    harness.done("mosaic_rasters", rasters=["one", "two"], overlap="first", output="joined")
    made = gdal.Open(harness.workspace.layer("joined").path)
    band = made.GetRasterBand(2)
    assert (band.GetScale(), band.GetOffset(), band.GetUnitType(), band.GetDescription()) == (
        0.5,
        2.0,
        "m",
        "depth one",
    )
    assert made.ReadAsArray().tolist() == [[[1, 3]], [[2, 4]]]


def test_other_colours_are_said(harness):
    from osgeo import gdal

    recipe = {**RECIPE, "dtype": "uint8", "nodata": 0, "palette": True}
    harness.give("one", {**recipe, "origin": [155000, 463010], "cells": [[1]]})
    harness.give("two", {**recipe, "origin": [155010, 463010], "cells": [[1]]})
    step = harness.done("mosaic_rasters", rasters=["one", "two"], overlap="first", output="same_colours")
    assert not step.warnings
    opened = gdal.Open(harness.workspace.layer("two").path, gdal.GA_Update)
    colours = gdal.ColorTable()
    colours.SetColorEntry(1, (255, 0, 0, 255))
    opened.GetRasterBand(1).SetColorTable(colours)
    del opened
    step = harness.done("mosaic_rasters", rasters=["one", "two"], overlap="first", output="joined")
    assert 'the colours of "two" are not those of "one"' in " ".join(step.warnings)
    made = gdal.Open(harness.workspace.layer("joined").path)
    assert made.GetRasterBand(1).GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)
