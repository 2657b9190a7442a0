# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows cannot say of stack_bands: names, scales band by band, classes, orientation."""

import numpy as np
import pytest
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
RECIPE = {"crs": "EPSG:28992", "cell": 10, "dtype": "int16", "nodata": -1}


def test_each_band_keeps_its_scale_and_unit_and_gets_its_name(harness):
    from osgeo import gdal

    harness.give("heat", {**RECIPE, "scale": 0.1, "offset": 5.0, "cells": [[1, 2]]})
    harness.give("dem", {**RECIPE, "cells": [[3, 4]]})
    opened = gdal.Open(harness.workspace.layer("heat").path, gdal.GA_Update)
    opened.GetRasterBand(1).SetUnitType("K")
    del opened
    harness.done("stack_bands", bands={"höhe": "dem", "warm": "heat", "again": "dem@1"}, output="stack")
    made = gdal.Open(harness.workspace.layer("stack").path)
    bands = [made.GetRasterBand(number) for number in (1, 2, 3)]
    assert [band.GetDescription() for band in bands] == ["höhe", "warm", "again"]
    assert [(band.GetScale() or 1, band.GetOffset() or 0) for band in bands] == [(1, 0), (0.1, 5), (1, 0)]
    assert [band.GetUnitType() for band in bands] == ["", "K", ""]
    assert made.ReadAsArray().tolist() == [[[3, 4]], [[1, 2]], [[3, 4]]]


def test_values_are_the_same_as_before_whatever_the_nodata(harness):
    """Law: physical values of every band are those of its raster; by NumPy, with NoData values in use elsewhere."""
    numbers = np.random.default_rng(6)
    for handle, dtype, nodata in (("a", "uint8", 0), ("b", "uint8", 255), ("c", "int16", 7)):
        cells = numbers.integers(0, 256, (30, 40)).astype(object)
        cells[numbers.random((30, 40)) < 0.2] = None
        harness.give(handle, {**RECIPE, "dtype": dtype, "nodata": nodata, "cells": cells.tolist()})
    step = harness.done("stack_bands", bands={"a": "a", "b": "b", "c": "c"}, output="stack")
    assert "NoData values that differ (0, 255, 7)" in " ".join(step.warnings)
    for number, handle in enumerate("abc", start=1):
        np.testing.assert_array_equal(harness.cells("stack", number), harness.cells(handle))


def test_bytes_with_all_values_in_use_are_widened(harness):
    """On paper: 0 to 255 stand in b, so that a's NoData needs a value beyond bytes."""
    every = np.arange(256).reshape(16, 16)
    harness.give("a", {**RECIPE, "dtype": "uint8", "nodata": 9, "cells": np.full((16, 16), 9).tolist()})
    harness.give("b", {**RECIPE, "dtype": "uint8", "nodata": None, "cells": every.tolist()})
    harness.done("stack_bands", bands={"a": "a", "b": "b"}, output="stack")
    band = harness.workspace.layer("stack").facts.bands[0]
    assert (band.dtype, band.nodata) == ("int16", -32768)
    assert np.isnan(harness.cells("stack", 1)).all()
    np.testing.assert_array_equal(harness.cells("stack", 2), every)


def test_classes_stay_classes_and_keep_colours_alone(harness):
    from osgeo import gdal

    recipe = {**RECIPE, "dtype": "uint8", "nodata": 0}
    harness.give("use", {**recipe, "palette": True, "cells": [[1, 2]]})
    harness.give("photo", {**recipe, "cells": [[1, 2]]})
    step = harness.done("stack_bands", bands={"photo": "photo", "use": "use"}, output="both")
    assert [band.is_palette for band in harness.workspace.layer("both").facts.bands] == [False, True]
    assert "classes without colours" in " ".join(step.warnings)
    harness.done("stack_bands", bands={"use": "use"}, output="alone")
    made = gdal.Open(harness.workspace.layer("alone").path)
    assert made.GetRasterBand(1).GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_the_grid_stays_as_it_is(harness, transform):
    harness.give("dem", {**RECIPE, "bands": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]})
    lay(harness, "dem", transform)
    harness.done("stack_bands", bands={"second": "dem@2"}, output="stack")
    assert harness.cells("stack").tolist() == [[5, 6], [7, 8]]
    assert harness.workspace.layer("stack").facts.grid.transform == transform


def test_a_hint_names_the_tool_that_brings_rasters_together(harness):
    harness.give("one", {**RECIPE, "cells": [[1]]})
    harness.give("two", {**RECIPE, "crs": "EPSG:32633", "cells": [[1]]})
    harness.give("zone", {"crs": "EPSG:32633", "rows": [{"wkt": "POLYGON((0 0,1 0,1 1,0 0))"}]})
    error = harness.refused("stack_bands", bands={"a": "one", "b": "two"}, output="stack")
    assert error["hint"].startswith('align_rasters on "two" with reference "one"')
    error = harness.refused("clip_raster", raster="one", mask="zone", cell_rule="any_touch", output="cut")
    assert error["hint"].startswith('reproject_layer on "zone" with the CRS of "one"')
