# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on rasters: what hides cells becomes NoData, side files are named, nothing is resampled."""

import numpy as np
import pytest
from loaded_files import place_of, said

pytestmark = pytest.mark.qgis

CELLS = [[1, 2], [3, 4]]


def give_raster(harness, name, **recipe):
    from given import write_raster

    path = harness.workspace.inputs / name
    write_raster(
        path, {"crs": "EPSG:3857", "cells": CELLS, "cell": 10, "origin": [100, 220], "dtype": "uint8", **recipe}
    )
    return path


def changed(path):
    from osgeo import gdal

    return gdal.OpenEx(str(path), gdal.OF_UPDATE | gdal.OF_RASTER)


def test_a_plain_geotiff_is_bound_where_it_stands(harness):
    give_raster(harness, "dem.tif", nodata=4)
    step = harness.done("load_layer", file="dem.tif", name="dem")
    assert (place_of(harness, "dem"), step.warnings) == ("inputs/dem.tif", [])
    np.testing.assert_array_equal(harness.cells("dem"), [[1, 2], [3, np.nan]])


def test_an_internal_mask_becomes_nodata_and_is_said(harness):
    from osgeo import gdal

    path = give_raster(harness, "photo.tif", cells=[[255, 2], [3, 0]])
    dataset = changed(path)
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 255], [0, 255]], np.uint8))
    dataset = None
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    step = harness.done("load_layer", file="photo.tif", name="photo")
    np.testing.assert_array_equal(harness.cells("photo"), [[255, 2], [np.nan, 0]])
    assert "cells hidden by the mask are NoData now (254)" in said(step)  # 255 and 0 are in use


def test_an_alpha_band_becomes_nodata_and_is_said(harness):
    from osgeo import gdal

    path = give_raster(harness, "photo.tif", bands=[CELLS, CELLS, CELLS, [[255, 0], [255, 255]]])
    dataset = changed(path)
    dataset.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    dataset = None
    step = harness.done("load_layer", file="photo.tif", name="photo")
    assert len(harness.workspace.handles["photo"].bands) == 3
    np.testing.assert_array_equal(harness.cells("photo", 3), [[1, np.nan], [3, 4]])
    assert "cells hidden by the alpha band 4 are NoData now (255)" in said(step)


def test_near_infrared_declared_as_alpha_stays_a_band(harness):
    from osgeo import gdal

    path = give_raster(harness, "naip.tif", bands=[CELLS, CELLS, CELLS, [[0, 120], [200, 255]]])
    dataset = changed(path)
    dataset.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    dataset = None
    step = harness.done("load_layer", file="naip.tif", name="naip")
    assert "band 4 is declared as alpha but holds 4 different values" in said(step)
    np.testing.assert_array_equal(harness.cells("naip", 1), CELLS)
    np.testing.assert_array_equal(harness.cells("naip", 4), [[0, 120], [200, 255]])
    dataset = gdal.Open(harness.workspace.layer("naip").path)
    assert dataset.GetRasterBand(1).GetMaskFlags() == gdal.GMF_ALL_VALID


def test_four_plain_bands_are_left_alone(harness):
    from osgeo import gdal

    path = harness.workspace.inputs / "naip.tif"
    options = ["PHOTOMETRIC=MINISBLACK", "ALPHA=NO"]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 2, 2, 4, gdal.GDT_Byte, options)
    dataset.SetGeoTransform((0, 1, 0, 2, 0, -1))
    dataset.GetRasterBand(4).WriteArray(np.array([[0, 255], [255, 255]], np.uint8))
    dataset = None
    harness.done("load_layer", file="naip.tif", name="naip")
    assert place_of(harness, "naip").startswith("inputs/")
    harness.done("export_raster", raster="naip", file="again.tif")
    again = gdal.Open(str(harness.workspace.output / "again.tif"))
    assert again.GetRasterBand(4).GetColorInterpretation() != gdal.GCI_AlphaBand
    assert again.GetRasterBand(1).GetMaskFlags() == gdal.GMF_ALL_VALID


def test_a_byte_raster_with_every_value_in_use_is_widened(harness):
    from osgeo import gdal

    values = np.arange(256).reshape(16, 16).tolist()
    path = give_raster(harness, "full.tif", cells=[[*row, 0] for row in values])
    dataset = changed(path)
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    mask = np.full((16, 17), 255, np.uint8)
    mask[:, 16] = 0
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(mask)
    dataset = None
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    step = harness.done("load_layer", file="full.tif", name="full")
    assert "for which uint8 became int16" in said(step)
    assert np.isnan(harness.cells("full")[:, 16]).all()
    np.testing.assert_array_equal(harness.cells("full")[:, :16], values)


def test_scale_and_offset_are_kept_and_said(harness):
    give_raster(harness, "temp.tif", scale=0.1, offset=-40.0, dtype="int16")
    step = harness.done("load_layer", file="temp.tif", name="temp")
    assert "band 1 holds stored numbers: value = stored * 0.1 + -40" in said(step)
    band = harness.workspace.handles["temp"].bands[0]
    assert (band.scale, band.offset) == (0.1, -40.0)


def test_an_ascii_grid_is_converted_on_its_own_cells(harness):
    (harness.workspace.inputs / "dem.asc").write_text(
        "ncols 2\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n1 2\n3 -9999\n"
    )
    step = harness.done("load_layer", file="dem.asc", name="dem")
    assert place_of(harness, "dem") == "work/dem.tif" and "CRS_MISSING" in said(step)
    np.testing.assert_array_equal(harness.cells("dem"), [[1, 2], [3, np.nan]])
    assert harness.workspace.handles["dem"].grid.transform == (10, 0, 100, 0, -10, 220)


def test_south_up_and_rotated_grids_are_loaded_and_said(harness):
    for name, transform, word in (
        ("south.tif", (100, 10, 0, 200, 0, 10), "stored south-up"),
        ("rotated.tif", (100, 8, 6, 220, 6, -8), "rotated"),
    ):
        dataset = changed(give_raster(harness, name))
        dataset.SetGeoTransform(transform)
        dataset = None
        step = harness.done("load_layer", file=name, name=name[:-4])
        assert f"GRID_UNSUITABLE: the raster is {word}" in said(step)
        np.testing.assert_array_equal(harness.cells(name[:-4]), CELLS)


def test_a_raster_without_a_place_is_said(harness):
    from osgeo import gdal

    path = harness.workspace.inputs / "scan.tif"
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 2, 2, 1, gdal.GDT_Byte)
    dataset.GetRasterBand(1).WriteArray(np.array(CELLS, np.uint8))
    dataset = None
    step = harness.done("load_layer", file="scan.tif", name="scan")
    assert "the raster states no position at all" in said(step) and "CRS_MISSING" in said(step)


def test_a_world_file_that_places_a_raster_is_written_into_the_layer(harness):
    from osgeo import gdal

    path = harness.workspace.inputs / "scan.png"
    gdal.GetDriverByName("PNG").CreateCopy(str(path), gdal.GetDriverByName("MEM").Create("", 2, 2, 1, gdal.GDT_Byte))
    (harness.workspace.inputs / "scan.pgw").write_text("10\n0\n0\n-10\n105\n215\n")
    step = harness.done("load_layer", file="scan.png", name="scan")
    assert 'the position comes from the world file "scan.pgw"' in said(step)
    assert harness.workspace.handles["scan"].extent == (
        100,
        200,
        120,
        220,
    )  # the file gives the center of the first cell


def test_a_world_file_that_says_something_else_is_named_and_not_used(harness):
    give_raster(harness, "dem.tif")
    (harness.workspace.inputs / "dem.tfw").write_text("10\n0\n0\n-10\n905\n215\n")
    step = harness.done("load_layer", file="dem.tif", name="dem")
    assert 'the world file "dem.tfw" states another position than the file itself and is not used' in said(step)
    assert harness.workspace.handles["dem"].extent == (100, 200, 120, 220)
    (harness.workspace.inputs / "dem.tfw").write_text("10\n0\n0\n-10\n105\n215\n")
    assert harness.done("load_layer", file="dem.tif", name="twin").warnings == []


def test_hidden_georeferencing_of_a_side_file_is_named_and_not_used(harness):
    give_raster(harness, "dem.tif")
    (harness.workspace.inputs / "dem.tif.aux.xml").write_text(
        "<PAMDataset><SRS>EPSG:4326</SRS><GeoTransform>0, 1, 0, 0, 0, -1</GeoTransform>"
        '<PAMRasterBand band="1"><NoDataValue>1</NoDataValue></PAMRasterBand></PAMDataset>'
    )
    step = harness.done("load_layer", file="dem.tif", name="dem")
    assert '"dem.tif.aux.xml" states a CRS and a position and NoData, which is not used' in said(step)
    assert (step.observation["crs"], step.observation["extent"]) == ("EPSG:3857", [100, 200, 120, 220])
    (harness.workspace.inputs / "dem.tif.aux.xml").write_text("<PAMDataset><Metadata/></PAMDataset>")
    assert harness.done("load_layer", file="dem.tif", name="twin").warnings == []


def test_a_palette_is_noted_as_classes(harness):
    from osgeo import gdal

    dataset = changed(give_raster(harness, "cover.tif"))
    colours = gdal.ColorTable()
    colours.SetColorEntry(1, (255, 0, 0))
    dataset.GetRasterBand(1).SetRasterColorTable(colours)
    dataset = None
    assert "band 1 holds classes (a palette)" in said(harness.done("load_layer", file="cover.tif", name="cover"))
    assert harness.workspace.handles["cover"].bands[0].is_palette


def test_a_nodata_the_type_cannot_hold_is_said(harness):
    dataset = changed(give_raster(harness, "cover.tif"))
    dataset.GetRasterBand(1).SetNoDataValue(-9999)
    dataset = None
    step = harness.done("load_layer", file="cover.tif", name="cover")
    assert "band 1 declares NoData -9999, which uint8 cannot hold; no cell is NoData" in said(step)
    from osgeo import gdal

    loaded = gdal.Open(harness.workspace.layer("cover").path)
    assert loaded.GetRasterBand(1).GetNoDataValue() is None, "what reads the file meets no such NoData again"
    np.testing.assert_array_equal(loaded.ReadAsArray(), [[1, 2], [3, 4]])


def test_bands_with_nodata_of_their_own_get_one_that_no_cell_has(harness):
    """On paper: 1 is NoData in the first band and a value in the second; 255 is in neither."""
    from osgeo import gdal

    path = harness.workspace.inputs / "two.img"
    dataset = gdal.GetDriverByName("HFA").Create(str(path), 2, 1, 3, gdal.GDT_Byte)
    for number, nodata in enumerate((1, 5, None), start=1):
        if nodata is not None:
            dataset.GetRasterBand(number).SetNoDataValue(nodata)
        dataset.GetRasterBand(number).WriteArray(np.array([[1, 5]], np.uint8))
    dataset = None
    step = harness.done("load_layer", file="two.img", name="two")
    assert "bands declare NoData values that differ (1, 5, none); all have 255 now, which no cell has" in said(step)
    found = [harness.cells("two", band) for band in (1, 2, 3)]
    np.testing.assert_array_equal(found, [[[np.nan, 5]], [[1, np.nan]], [[1, 5]]])


def test_pages_of_a_file_are_named(harness):
    from osgeo import gdal

    path = give_raster(harness, "pages.tif")
    page = gdal.GetDriverByName("MEM").Create("", 2, 2, 1, gdal.GDT_Byte)
    page.GetRasterBand(1).WriteArray(np.array([[9, 9], [9, 9]], np.uint8))
    gdal.GetDriverByName("GTiff").CreateCopy(str(path), page, 0, ["APPEND_SUBDATASET=YES"])
    fault = harness.refused("load_layer", file="pages.tif", name="pages")
    assert fault["code"] == "AMBIGUOUS_LAYER" and "2 images, its pages 1 to 2" in fault["message"]
    harness.done("load_layer", file="pages.tif", name="second", sublayer="2")
    np.testing.assert_array_equal(harness.cells("second"), [[9, 9], [9, 9]])
    assert harness.refused("load_layer", file="pages.tif", name="third", sublayer="3")["code"] == "UNKNOWN_LAYER"


def test_a_raster_is_no_table(harness):
    give_raster(harness, "dem.tif")
    for argument in ({"types": {"a": "text"}}, {"null_values": ["1"]}, {"encoding": "utf-8"}, {"fid_field": "x"}):
        assert harness.refused("load_layer", file="dem.tif", name="dem", **argument)["code"] == "BAD_VALUE"
    assert harness.refused("load_layer", file="dem.tif", name="dem", sublayer="x")["code"] == "UNKNOWN_LAYER"


def test_a_mask_beside_the_file_becomes_nodata(harness):
    from osgeo import gdal

    path = give_raster(harness, "photo.tif")
    dataset = gdal.OpenEx(str(path), gdal.OF_READONLY | gdal.OF_RASTER)
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 0], [255, 255]], np.uint8))
    dataset = None
    assert (harness.workspace.inputs / "photo.tif.msk").exists()
    step = harness.done("load_layer", file="photo.tif", name="photo")
    assert "cells hidden by the mask are NoData now" in said(step)
    np.testing.assert_array_equal(harness.cells("photo"), [[1, np.nan], [3, 4]])


def test_half_a_cell_is_corrected_once(harness):
    """On paper: a tie point at the center (105, 215) of a first cell of 10 m puts its corner at (100, 220)."""
    from osgeo import gdal

    path = give_raster(harness, "heights.tif")
    dataset = changed(path)
    dataset.SetMetadataItem("AREA_OR_POINT", "Point")
    dataset.SetGeoTransform((100, 10, 0, 220, 0, -10))
    dataset = None
    harness.done("load_layer", file="heights.tif", name="heights")
    assert harness.workspace.handles["heights"].extent == (100, 200, 120, 220)
    report = harness.done("describe_layer", layer="heights").observation["report"]
    assert "pixel is point" in report["cells"]
    harness.done("export_raster", raster="heights", file="again.tif")
    again = gdal.Open(str(harness.workspace.output / "again.tif"))
    assert again.GetGeoTransform() == (100, 10, 0, 220, 0, -10)
    assert again.GetMetadataItem("AREA_OR_POINT") == "Point"


@pytest.mark.parametrize("predictor", [1, 2, 3])
def test_a_predictor_changes_no_value(harness, predictor):
    from osgeo import gdal

    values = np.random.default_rng(predictor).normal(size=(64, 64)).astype(np.float32)
    path = harness.workspace.inputs / "dem.tif"
    options = ["COMPRESS=DEFLATE", f"PREDICTOR={predictor}"]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 64, 64, 1, gdal.GDT_Float32, options)
    dataset.SetGeoTransform((0, 1, 0, 64, 0, -1))
    dataset.GetRasterBand(1).WriteArray(values)
    dataset = None
    harness.done("load_layer", file="dem.tif", name="dem")
    harness.done("export_raster", raster="dem", file="again.tif")
    again = gdal.Open(str(harness.workspace.output / "again.tif"))
    np.testing.assert_array_equal(again.ReadAsArray(), values)
