# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of clip_raster: what bands declare, grids of any orientation, GDAL and Shapely beside it."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463400]}


def blob(seed, count=3):
    """Draws valid polygons over the raster of 40 x 40 cells."""
    import shapely

    numbers = np.random.default_rng(seed)
    centres = shapely.points(155000 + numbers.random(count) * 400, 463000 + numbers.random(count) * 400)
    return [shapely.buffer(centre, radius) for centre, radius in zip(centres, (57.3, 90.1, 33.7), strict=True)]


def given_zone(harness, shapes):
    rows = [{"wkt": shape.wkt} for shape in shapes]
    harness.give("zone", {"crs": "EPSG:28992", "rows": rows})


@pytest.mark.parametrize("seed", range(4))
def test_centres_are_those_of_gdal(harness, seed, tmp_path):
    """Second library: gdalwarp -cutline takes centres too."""
    from osgeo import gdal

    cells = np.random.default_rng(seed).integers(0, 1000, (40, 40))
    harness.give("dem", {**RECIPE, "dtype": "int16", "nodata": -1, "cells": cells.tolist()})
    given_zone(harness, blob(seed))
    harness.done("clip_raster", raster="dem", mask="zone", cell_rule="cell_center", output="cut")
    zone = harness.workspace.layer("zone")
    grid = harness.workspace.layer("cut").facts.grid
    theirs = gdal.Warp("", harness.workspace.layer("dem").path, format="MEM", cutlineDSName=zone.path,
                       cutlineLayer=zone.sublayer, outputBounds=list(grid.extent), xRes=10, yRes=10)  # fmt: skip
    wanted = theirs.ReadAsArray().astype(float)
    wanted[wanted == -1] = np.nan
    assert 20 < np.isfinite(wanted).sum() < wanted.size
    np.testing.assert_array_equal(harness.cells("cut"), wanted)


@pytest.mark.parametrize("transform", [None, SOUTH_UP, ROTATED])
@pytest.mark.parametrize("rule", ["cell_center", "any_touch"])
def test_kept_cells_are_those_that_shapely_finds(harness, rule, transform):
    """Second library: centres within the union, or cells that share an area with it, on grids of any orientation."""
    import shapely

    cells = np.arange(1600).reshape(40, 40)
    harness.give("dem", {**RECIPE, "dtype": "int16", "nodata": -1, "cells": cells.tolist()})
    if transform:
        lay(harness, "dem", transform)
    a, b, c, d, e, f = harness.workspace.layer("dem").facts.grid.transform
    middle = shapely.Point(a * 20 + b * 20 + c, d * 20 + e * 20 + f)
    shapes = [
        shapely.buffer(middle, 61.7),
        shapely.box(middle.x - 97.3, middle.y - 41.2, middle.x - 12.4, middle.y + 33.1),
    ]
    given_zone(harness, shapes)
    harness.done("clip_raster", raster="dem", mask="zone", cell_rule=rule, output="cut")
    column, row = (part.ravel() for part in np.meshgrid(np.arange(40), np.arange(40)))
    corners = [(column + x, row + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    places = np.stack([np.stack([a * x + b * y + c, d * x + e * y + f], axis=-1) for x, y in corners], axis=1)
    squares, union = shapely.polygons(places), shapely.union_all(shapes)
    if rule == "cell_center":
        kept = shapely.contains(union, shapely.centroid(squares))
    else:
        kept = shapely.area(shapely.intersection(squares, union)) > 1e-6
    found = harness.cells("cut")
    assert sorted(found[~np.isnan(found)].tolist()) == np.flatnonzero(kept).tolist()


def test_a_rotated_raster_is_not_cut_to_a_rectangle(harness):
    harness.give("dem", {**RECIPE, "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", ROTATED)
    where = {"xmin": 154000, "ymin": 462000, "xmax": 156000, "ymax": 464000}
    error = harness.refused("clip_raster", raster="dem", extent=where, output="cut")
    assert error["code"] == "GRID_UNSUITABLE" and "mask" in error["hint"]


def test_a_raster_stored_south_up_is_cut_where_it_lies(harness):
    """On paper: the first stored row is the southern one; 463010 to 463020 is the second."""
    harness.give("dem", {**RECIPE, "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", SOUTH_UP)
    where = {"xmin": 155000, "ymin": 463012, "xmax": 155010, "ymax": 463020}
    harness.done("clip_raster", raster="dem", extent=where, output="cut")
    assert harness.cells("cut").tolist() == [[3]]
    assert harness.workspace.layer("cut").facts.grid.transform == (10, 0, 155000, 0, 10, 463010)


def test_scale_unit_name_and_colours_are_kept(harness):
    from osgeo import gdal

    harness.give("heat", {**RECIPE, "dtype": "int16", "nodata": -1, "scale": 0.1, "offset": 5.0,
                          "bands": [[[10, 20]], [[30, 40]]]})  # fmt: skip
    harness.give("use", {**RECIPE, "dtype": "uint8", "palette": True, "cells": [[1, 2]]})
    opened = gdal.Open(harness.workspace.layer("heat").path, gdal.GA_Update)
    opened.GetRasterBand(2).SetUnitType("K")
    opened.GetRasterBand(2).SetDescription("night")
    del opened
    where = {"xmin": 155000, "ymin": 463390, "xmax": 155010, "ymax": 463400}
    for handle in ("heat", "use"):
        harness.done("clip_raster", raster=handle, extent=where, output=f"{handle}_cut")
    made = gdal.Open(harness.workspace.layer("heat_cut").path)
    bands = [made.GetRasterBand(number) for number in (1, 2)]
    assert [(band.GetScale(), band.GetOffset(), band.ReadAsArray().tolist()) for band in bands] == [
        (0.1, 5.0, [[10]]),
        (0.1, 5.0, [[30]]),
    ]
    assert (bands[1].GetUnitType(), bands[1].GetDescription()) == ("K", "night")
    colours = gdal.Open(harness.workspace.layer("use_cut").path)
    assert colours.GetRasterBand(1).GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


def test_a_byte_raster_with_all_values_in_use_is_widened(harness):
    """On paper: 0 to 255 all lie inside; the first value beyond a byte is int16's."""
    cells = np.arange(256).reshape(16, 16)
    harness.give("photo", {**RECIPE, "dtype": "uint8", "cells": np.vstack([cells, cells]).tolist()})
    rows = [{"wkt": "POLYGON((155000 463240,155160 463240,155160 463400,155000 463400,155000 463240))"},
            {"wkt": "POLYGON((155000 463225,155010 463225,155010 463236,155000 463236,155000 463225))"}]  # fmt: skip
    harness.give("zone", {"crs": "EPSG:28992", "rows": rows})
    step = harness.done("clip_raster", raster="photo", mask="zone", cell_rule="cell_center", output="cut")
    band = harness.workspace.layer("cut").facts.bands[0]
    assert (band.dtype, band.nodata) == ("int16", -32768)
    assert "uint8 became int16" in " ".join(step.warnings)
    found = harness.cells("cut")
    np.testing.assert_array_equal(found[:16], cells)
    assert np.nansum(found[16:]) == 0 and np.isnan(found[16:]).sum() == 31


def test_windows_do_not_change_the_result(harness, monkeypatch):
    """Law: a raster cut anywhere into windows gives the same."""
    from gisagentbench.tools.execution.rasters import raster_windows

    cells = np.random.default_rng(1).integers(0, 1000, (40, 40))
    harness.give("dem", {**RECIPE, "dtype": "int16", "nodata": -1, "cells": cells.tolist()})
    given_zone(harness, blob(7))
    harness.done("clip_raster", raster="dem", mask="zone", cell_rule="any_touch", output="whole")
    whole = raster_windows.split
    monkeypatch.setattr(raster_windows, "split", lambda *grid: whole(*grid[:2], (7, 3), cells=21))
    harness.done("clip_raster", raster="dem", mask="zone", cell_rule="any_touch", output="pieces")
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))
