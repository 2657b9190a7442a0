# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of the raster inspections: numpy's answer over many windows, integers beyond floats."""

import numpy as np
import pytest
from drawn_cells import listed

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32", "float64"])
def test_statistics_equal_those_of_numpy_over_many_windows(harness, monkeypatch, dtype):
    from gisagentbench.tools.execution.rasters import raster_windows

    monkeypatch.setattr(raster_windows, "CELLS_PER_WINDOW", 64)
    monkeypatch.setattr(raster_windows.windows_of, "__defaults__", (64, None))
    rng = np.random.default_rng(3)
    lowest = 1 if dtype == "uint8" else -200_000 if dtype in ("int32", "float64") else -200
    cells = (rng.normal(0, 1, (40, 50)) * 40).clip(lowest) if dtype.startswith("float") else rng.integers(
        lowest, 240, (40, 50)
    )  # fmt: skip
    cells = cells.astype(dtype).astype(float)
    cells[rng.random(cells.shape) < 0.1] = np.nan
    nodata = 0 if dtype == "uint8" else -9999
    harness.give("dem", {"crs": "EPSG:28992", "cells": listed(cells), "dtype": dtype, "nodata": nodata})
    shares = [0, 2.5, 33.3, 50, 97, 100]
    step = harness.done("get_raster_statistics", raster="dem", percentiles=shares)
    known = cells[~np.isnan(cells)]
    report = step.observation["report"]
    assert step.outputs == {"valid_count": len(known), "nodata_count": cells.size - len(known)}
    for name, value in {"min": known.min(), "max": known.max(), "mean": known.mean(), "sum": known.sum(),
                        "stdev_pop": known.std(), "stdev_sample": known.std(ddof=1)}.items():  # fmt: skip
        assert report[name] == pytest.approx(value, rel=1e-11, abs=1e-9), name
    for share in shares:
        assert report[f"percentile_{share:g}"] == pytest.approx(np.percentile(known, share), rel=1e-11), share


def test_integers_that_no_float_holds_are_refused(harness):
    from osgeo import gdal

    if not hasattr(gdal, "GDT_Int64"):
        pytest.skip("this GDAL has no 64-bit integer cells, which come with 3.5")
    harness.give("ids", {"crs": "EPSG:28992", "cells": [[1, 2]], "dtype": "float64"})
    path = harness.workspace.layer("ids").path
    dataset = gdal.GetDriverByName("GTiff").Create(path, 2, 1, 1, gdal.GDT_Int64)
    dataset.GetRasterBand(1).WriteArray(np.array([[1, 2**60 + 1]], np.int64))
    dataset.FlushCache()
    del dataset
    fault = harness.refused("get_raster_statistics", raster="ids")
    assert fault["code"] == "BAD_VALUE" and "beyond 2^53" in fault["message"]


def test_what_a_mask_hides_has_no_value(harness):
    """On paper: of 1, 2, 30 and 40 the mask hides the last two."""
    from osgeo import gdal

    harness.give("photo", {"crs": "EPSG:28992", "cells": [[1, 2], [30, 40]], "dtype": "uint8"})
    path = harness.workspace.layer("photo").path
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset = gdal.Open(path, gdal.GA_Update)
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255], [0, 0]], np.uint8))
    del dataset
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    step = harness.done("get_raster_statistics", raster="photo")
    assert step.outputs == {"valid_count": 2, "nodata_count": 2} and step.observation["report"]["mean"] == 1.5
    assert harness.done("describe_raster", raster="photo").observation["report"]["bands"][0]["mask"] == "hides cells"


def test_unit_and_description_of_a_band_are_told_and_nothing_is_written(harness):
    from osgeo import gdal

    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2]], "nodata": -1})
    path = harness.workspace.layer("dem").path
    dataset = gdal.Open(path, gdal.GA_Update)
    dataset.GetRasterBand(1).SetUnitType("m")
    dataset.GetRasterBand(1).SetDescription("höhe")
    dataset.SetMetadataItem("AREA_OR_POINT", "Point")
    del dataset
    before = sorted(entry.name for entry in harness.workspace.work.iterdir())
    report = harness.done("describe_raster", raster="dem").observation["report"]
    harness.done("get_raster_statistics", raster="dem", percentiles=[50])
    assert (report["bands"][0]["unit"], report["bands"][0]["description"]) == ("m", "höhe")
    assert "pixel is point" in report["cells"]
    assert sorted(entry.name for entry in harness.workspace.work.iterdir()) == before


def test_a_band_of_measures_has_too_many_distinct_values_to_list(harness, monkeypatch):
    from gisagentbench.tools.execution.profiles import distinct_values

    monkeypatch.setattr(distinct_values, "MOST_DISTINCT_CELLS", 5)
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]]})
    fault = harness.refused("get_unique_values", source="dem")
    assert fault["code"] == "LIMIT_EXCEEDED" and "more than 5 distinct values" in fault["message"]
    harness.give("use", {"crs": "EPSG:28992", "cells": [[1, 2, 3], [4, 5, 1]], "dtype": "uint8"})
    assert harness.done("get_unique_values", source="use").outputs["distinct_count"] == 5


def test_distinct_cells_equal_those_of_numpy_over_many_windows(harness, monkeypatch):
    from gisagentbench.tools.execution.rasters import raster_windows

    monkeypatch.setattr(raster_windows.windows_of, "__defaults__", (64, None))
    cells = np.random.default_rng(6).integers(0, 30, (37, 41))
    harness.give("use", {"crs": "EPSG:28992", "cells": cells.tolist(), "dtype": "int16", "nodata": 7})
    report = harness.done("get_unique_values", source="use").observation["report"]
    values, counts = np.unique(cells[cells != 7], return_counts=True)
    found = [(line["value"], line["cells"]) for line in report["values"]]
    assert found == [*zip(values.tolist(), counts.tolist(), strict=True), (None, int((cells == 7).sum()))]
