# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of warp_raster and assign_crs: positions, what bands declare, masks, cancel."""

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
GRID = {"crs": "EPSG:4326", "cell": 0.01, "origin": [5.0, 52.1], "dtype": "float64", "nodata": -9999}


def bands_of(harness, handle):
    return harness.workspace.layer(handle).facts.bands


def test_cells_come_to_lie_where_reproject_layer_puts_points(harness):
    """Cells hold their own longitude, a plane, so what a warped cell holds is the longitude of its centre."""
    columns = 5.005 + 0.01 * np.arange(12)
    harness.give("lon", {**GRID, "cells": [columns.tolist()] * 10})
    harness.done("warp_raster", raster="lon", target_crs="EPSG:28992", resampling="bilinear", pixel_size=500,
                 pixel_unit="m", output="warped")  # fmt: skip
    grid, cells = harness.workspace.layer("warped").facts.grid, harness.cells("warped")
    rows, found = np.nonzero(~np.isnan(cells))
    inner = (rows > 3) & (rows < cells.shape[0] - 4) & (found > 3) & (found < cells.shape[1] - 4)
    rows, found = rows[inner][::7], found[inner][::7]
    a, _, c, _, e, f = grid.transform
    places = [{"x": c + a * (x + 0.5), "y": f + e * (y + 0.5), "label": f"{cells[y, x]!r}"}
              for y, x in zip(rows.tolist(), found.tolist(), strict=True)]  # fmt: skip
    assert len(places) > 10
    harness.done("create_points", coordinates=places, crs="EPSG:28992", output="centres")
    harness.done("reproject_layer", layer="centres", target_crs="EPSG:4326", output="back")
    for row in harness.rows("back"):
        longitude = float(row["wkt"].split("(")[1].split()[0])
        assert float(row["label"].removeprefix("np.float64(").removesuffix(")")) == pytest.approx(longitude, abs=1e-6)


def test_scale_offset_unit_and_description_are_kept(harness):
    from osgeo import gdal

    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2], [3, 4]], "cell": 10, "origin": [155000, 463020],
                         "dtype": "int16", "nodata": -1, "scale": 0.1, "offset": 100.0})  # fmt: skip
    dataset = gdal.Open(harness.workspace.layer("dem").path, gdal.GA_Update)
    dataset.GetRasterBand(1).SetUnitType("m")
    dataset.GetRasterBand(1).SetDescription("höhe")
    del dataset
    harness.done("warp_raster", raster="dem", target_crs="EPSG:28992", resampling="average", pixel_size=20,
                 pixel_unit="m", output="warped")  # fmt: skip
    harness.done("assign_crs", layer="dem", crs="EPSG:28992", output="stated")
    for handle, dtype in (("warped", "float32"), ("stated", "int16")):
        band = bands_of(harness, handle)[0]
        assert (band.dtype, band.nodata, band.scale, band.offset) == (dtype, -1, 0.1, 100)
        opened = gdal.Open(harness.workspace.layer(handle).path)  # kept, since a band does not keep its dataset open
        stored = opened.GetRasterBand(1)
        assert (stored.GetUnitType(), stored.GetDescription()) == ("m", "höhe"), handle


def test_a_palette_stays_where_cells_are_taken_as_they_are(harness):
    recipe = {"crs": "EPSG:28992", "cells": [[1, 1], [4, 3]], "cell": 10, "dtype": "uint8", "nodata": 255}
    harness.give("use", {**recipe, "palette": True})
    harness.done("warp_raster", raster="use", target_crs="EPSG:28992", resampling="mode", pixel_size=20,
                 pixel_unit="m", output="warped")  # fmt: skip
    harness.done("assign_crs", layer="use", crs="EPSG:28992", output="stated")
    assert bands_of(harness, "warped")[0].is_palette and bands_of(harness, "stated")[0].is_palette


def test_masked_cells_become_nodata(harness):
    """On paper: of 1, 2, 30 and 40 the mask hides the last two; (1 + 2) / 2."""
    from osgeo import gdal

    harness.give("photo", {"crs": "EPSG:28992", "cells": [[1, 2], [30, 40]], "cell": 10, "dtype": "int16"})
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset = gdal.Open(harness.workspace.layer("photo").path, gdal.GA_Update)
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255], [0, 0]], np.uint8))
    del dataset
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    harness.done("warp_raster", raster="photo", target_crs="EPSG:28992", resampling="average", pixel_size=20,
                 pixel_unit="m", nodata=-5, output="warped")  # fmt: skip
    assert harness.cells("warped").tolist() == [[1.5]]


def test_south_up_and_rotated_rasters_come_out_north_up(harness):
    """On paper: stored south-up, the first row is the southern one."""
    from pathlib import Path

    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2], [3, 4]], "cell": 10, "dtype": "int16", "nodata": -1})
    path = harness.workspace.layer("dem").path
    dataset = gdal.Open(path, gdal.GA_Update)
    dataset.SetGeoTransform((155000, 10, 0, 463000, 0, 10))
    del dataset
    harness.workspace.accept("dem", Written(Path(path), ""), raster_facts(path))
    step = harness.done("warp_raster", raster="dem", target_crs="EPSG:28992", resampling="nearest", pixel_size=10,
                        pixel_unit="m", output="warped")  # fmt: skip
    assert harness.cells("warped").tolist() == [[3, 4], [1, 2]]
    assert harness.workspace.layer("warped").facts.grid.is_north_up
    assert step.observation["extent"] == [155000, 463000, 155020, 463020]


def test_a_cancelled_warp_leaves_nothing(harness):
    cells = np.ones((600, 600)).tolist()
    harness.give("dem", {"crs": "EPSG:28992", "cells": cells, "cell": 10, "origin": [155000, 463000], "nodata": -1})
    from gisagentbench.tools.execution.context import EngineFeedback

    class Cancelling(EngineFeedback):
        def isCanceled(self):  # noqa: N802 (name of QGIS)
            return True

    executor = harness.executor
    original = executor._run_of

    def run_of(checked):
        run = original(checked)
        run.feedback = Cancelling()
        return run

    executor._run_of = run_of
    step = harness.call("warp_raster", raster="dem", target_crs="EPSG:28992", resampling="cubic", pixel_size=5,
                        pixel_unit="m", output="warped")  # fmt: skip
    assert step.error["code"] == "CANCELLED"
    assert "warped" not in harness.workspace.handles and not list(harness.workspace.writing.glob("*"))
