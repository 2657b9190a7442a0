# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes from -128 to 127, which GDAL before 3.7 tells by a remark alone: 200 as stored is -56."""

from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
STORED = np.array([[200, 5]], np.uint8)  # -56 and 5


@pytest.fixture
def signed(harness):
    """Writes such a raster among the inputs."""
    from given import srs_of
    from osgeo import gdal

    if int(gdal.VersionInfo()) >= 3070000:
        pytest.skip("GDAL from 3.7 on has a type of its own for signed bytes")
    path = harness.workspace.inputs / "cold.tif"
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 2, 1, 1, gdal.GDT_Byte, ["PIXELTYPE=SIGNEDBYTE"])
    dataset.SetGeoTransform((155000, 10, 0, 463000, 0, -10))
    dataset.SetSpatialRef(srs_of("EPSG:28992"))
    dataset.GetRasterBand(1).WriteArray(STORED)
    del dataset
    return path


def test_they_are_loaded_as_int16(harness, signed):
    step = harness.done("load_layer", file="cold.tif", name="cold")
    assert harness.cells("cold").tolist() == [[-56, 5]]
    assert harness.workspace.layer("cold").facts.bands[0].dtype == "int16"
    assert "signed bytes, which go from -128 to 127, became int16" in step.warnings


def bind(harness, path):
    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    harness.workspace.accept("cold", Written(Path(path), ""), raster_facts(str(path)))


@pytest.mark.parametrize(
    ("api", "arguments", "wanted"),
    [
        ("set_nodata", {"raster": "cold", "nodata": -100}, [-56, 5]),
        ("clip_raster", {"raster": "cold", "extent": "cold"}, [-56, 5]),
        ("mosaic_rasters", {"rasters": ["cold"], "overlap": "first"}, [-56, 5]),
        ("stack_bands", {"bands": {"a": "cold"}}, [-56, 5]),
        ("align_rasters", {"raster": "cold", "reference": "cold", "resampling": "nearest"}, [-56, 5]),
        ("reclassify_raster", {"raster": "cold", "boundaries": "include_both", "unlisted": "keep",
                               "rules": [{"min": -60, "max": -50, "value": 1}]}, [1, 5]),
        ("raster_calculator", {"inputs": {"a": "cold"}, "formula": "a * 2"}, [-112, 10]),
    ],
)  # fmt: skip
def test_they_are_read_as_what_they_are_where_they_were_not_loaded(harness, signed, api, arguments, wanted):
    """On paper; as from a project, which opens files itself."""
    bind(harness, signed)
    harness.done(api, **arguments, output="made")
    assert harness.cells("made").tolist() == [wanted]


def test_shapes_are_made_of_what_they_are(harness, signed):
    """On paper: the cell of -56 lies below 0, the one of 5 above."""
    bind(harness, signed)
    harness.done("polygonize_raster", raster="cold", connectivity=4, output="regions")
    assert [row["value"] for row in harness.rows("regions")] == [-56, 5]
    harness.done("contour_lines", raster="cold", levels=[0.0], result="bands", output="bands")
    assert [(row["value_min"], row["value_max"]) for row in harness.rows("bands")] == [(None, 0), (0, None)]
