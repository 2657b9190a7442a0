# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of set_nodata: all bands, what they declare, masks, places of any kind."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "dtype": "int16"}


def test_all_bands_are_declared_alike_and_computed_physically_afterwards(harness):
    """On paper: stored 100 under 0.1 and -273.15 is -263.15; band 2 has one more NoData cell."""
    harness.give("heat", {**RECIPE, "bands": [[[100, 0]], [[0, 0]]]})
    step = harness.done("set_nodata", raster="heat", nodata=0, scale=0.1, offset=-273.15, output="kelvin")
    assert step.observation["counts"]["changed_cells"] == 3
    assert [(band.nodata, band.scale, band.offset) for band in harness.workspace.layer("kelvin").facts.bands] == [
        (0, 0.1, -273.15)
    ] * 2
    harness.done("raster_calculator", inputs={"k": "kelvin@1"}, formula="k", data_type="float64", output="values")
    assert harness.cells("values")[0, 0] == pytest.approx(-263.15)


def test_units_names_and_colours_stay(harness):
    from osgeo import gdal

    harness.give("dem", {**RECIPE, "bands": [[[1, 2]], [[3, 4]]]})
    harness.give("use", {**RECIPE, "dtype": "uint8", "palette": True, "cells": [[1, 2]]})
    opened = gdal.Open(harness.workspace.layer("dem").path, gdal.GA_Update)
    opened.GetRasterBand(2).SetUnitType("ft")
    opened.GetRasterBand(2).SetDescription("lidar")
    del opened
    for handle in ("dem", "use"):
        harness.done("set_nodata", raster=handle, nodata=2, output=f"{handle}_declared")
    made = gdal.Open(harness.workspace.layer("dem_declared").path)
    assert (made.GetRasterBand(2).GetUnitType(), made.GetRasterBand(2).GetDescription()) == ("ft", "lidar")
    made = gdal.Open(harness.workspace.layer("use_declared").path)
    assert made.GetRasterBand(1).GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


def test_masked_cells_become_nodata(harness):
    from osgeo import gdal

    harness.give("photo", {**RECIPE, "cells": [[1, 2], [30, 40]]})
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    opened = gdal.Open(harness.workspace.layer("photo").path, gdal.GA_Update)
    opened.CreateMaskBand(gdal.GMF_PER_DATASET)
    opened.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255], [0, 0]], np.uint8))
    del opened
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    step = harness.done("set_nodata", raster="photo", nodata=2, output="declared")
    np.testing.assert_array_equal(harness.cells("declared"), [[1, np.nan], [np.nan, np.nan]])
    assert step.observation["counts"]["changed_cells"] == 1


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_the_grid_stays_as_it_is(harness, transform):
    harness.give("dem", {**RECIPE, "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", transform)
    harness.done("set_nodata", raster="dem", nodata=4, output="declared")
    np.testing.assert_array_equal(harness.cells("declared"), [[1, 2], [3, np.nan]])
    assert harness.workspace.layer("declared").facts.grid.transform == transform


def test_control_points_stay(harness):
    from osgeo import gdal

    harness.give("scan", {**RECIPE, "cells": [[1, 2], [3, 4]]})
    opened = gdal.Open(harness.workspace.layer("scan").path, gdal.GA_Update)
    srs = opened.GetSpatialRef()
    points = [gdal.GCP(155000 + x, 463000 - y, 0, x, y) for x, y in ((0, 0), (2, 0), (0, 2), (2, 2.1))]
    opened.SetGeoTransform((0, 1, 0, 0, 0, 1))
    opened.SetGCPs(points, srs)
    del opened
    harness.done("set_nodata", raster="scan", nodata=4, output="declared")
    made = gdal.Open(harness.workspace.layer("declared").path)
    assert [(point.GCPX, point.GCPPixel) for point in made.GetGCPs()] == [
        (155000, 0), (155002, 2), (155000, 0), (155002, 2)
    ]  # fmt: skip
