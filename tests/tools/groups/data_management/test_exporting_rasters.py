# SPDX-License-Identifier: GPL-2.0-or-later
"""export_raster: no cell changes its value, whatever the format, type or NoData."""

import numpy as np
import pytest
from loaded_files import said

pytestmark = pytest.mark.qgis

DEM = {"crs": "EPSG:28992", "cells": [[1, 2], [3, None]], "cell": 10, "origin": [100, 220], "nodata": -9999}


def opened(harness, name):
    from osgeo import gdal

    return gdal.Open(str(harness.workspace.output / name))


def cells(harness, name):
    from harness import read_cells

    return read_cells(str(harness.workspace.output / name))


def export(harness, file, raster="dem", **more):
    return harness.done("export_raster", raster=raster, file=file, **more)


@pytest.mark.parametrize(
    ("word", "file", "driver", "layout"),
    [("geotiff", "r.tif", "GTiff", None), ("cog", "r.tif", "GTiff", "COG"), ("ascii_grid", "r.asc", "AAIGrid", None)],
)
def test_each_format_holds_the_same_cells_in_the_same_place(harness, word, file, driver, layout):
    harness.give("dem", {**DEM, "dtype": "float32"})
    step = export(harness, file, format=word)
    dataset = opened(harness, file)
    assert step.outputs == {"file": file}
    assert (dataset.GetDriver().ShortName, dataset.GetMetadataItem("LAYOUT", "IMAGE_STRUCTURE")) == (driver, layout)
    assert dataset.GetGeoTransform() == (100, 10, 0, 220, 0, -10)
    assert dataset.GetRasterBand(1).GetNoDataValue() == -9999
    np.testing.assert_array_equal(cells(harness, file), [[1, 2], [3, np.nan]])
    assert dataset.GetSpatialRef().GetName() == "Amersfoort / RD New"
    assert not list(harness.workspace.output.glob("*.aux.xml"))


@pytest.mark.parametrize(("word", "code"), [("none", None), ("deflate", "DEFLATE"), ("lzw", "LZW")])
@pytest.mark.parametrize("file_format", ["geotiff", "cog"])
def test_each_compression_loses_nothing(harness, word, code, file_format):
    rng = np.random.default_rng(1)
    values = rng.normal(size=(40, 30)).astype(np.float32).astype(float)
    harness.give("dem", {**DEM, "cells": values.tolist(), "dtype": "float32"})
    export(harness, "r.tif", compression=word, format=file_format)
    assert opened(harness, "r.tif").GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE") == code
    np.testing.assert_array_equal(cells(harness, "r.tif"), values)


@pytest.mark.parametrize(
    ("word", "largest", "nodata"),
    [("byte", 255, 0), ("int16", 32767, -1), ("uint16", 65535, 0), ("int32", 2**31 - 1, -1), ("float32", 2**24, -1.5),
     ("float64", 2**53 - 1, -1.5)],
)  # fmt: skip
def test_a_type_takes_what_it_holds_exactly_and_not_one_more(harness, word, largest, nodata):
    harness.give("dem", {**DEM, "cells": [[1, largest], [3, None]], "dtype": "float64"})
    export(harness, "r.tif", data_type=word, nodata=nodata)
    np.testing.assert_array_equal(cells(harness, "r.tif"), [[1, largest], [3, np.nan]])
    dataset = opened(harness, "r.tif")
    assert dataset.GetRasterBand(1).GetNoDataValue() == nodata
    if word == "float64":
        return
    harness.give("more", {**DEM, "cells": [[1, largest + 1], [3, None]], "dtype": "float64"})
    fault = harness.refused("export_raster", raster="more", file="m.tif", data_type=word, nodata=nodata)
    assert fault["code"] == "BAD_VALUE" and "1 of 4 cells are not exactly held" in fault["message"]
    assert not (harness.workspace.output / "m.tif").exists()


def test_fractions_are_not_cut_off(harness):
    harness.give("dem", {**DEM, "cells": [[0.9, 1.1], [3, None]], "dtype": "float32"})
    fault = harness.refused("export_raster", raster="dem", file="r.tif", data_type="int16")
    assert fault["message"] == "data_type: 2 of 4 cells are not exactly held by int16, such as 0.8999999761581421"


def test_the_largest_values_of_64_bits_are_no_round_numbers(harness):
    """On paper: 2^31 as float32 is exact but one above int32; float comparison alone would let it pass."""
    harness.give("dem", {**DEM, "cells": [[1, 2.0**31], [3, None]], "dtype": "float32"})
    assert harness.refused("export_raster", raster="dem", file="r.tif", data_type="int32")["code"] == "BAD_VALUE"


def test_nodata_must_fit_the_type_and_be_no_value(harness):
    harness.give("dem", {**DEM, "dtype": "int16"})
    fault = harness.refused("export_raster", raster="dem", file="r.tif", data_type="byte")
    assert fault["message"] == "nodata -9999 does not fit the type byte"
    fault = harness.refused("export_raster", raster="dem", file="r.tif", nodata=3)
    assert fault["message"] == "nodata: 1 cells have the value 3 and would be lost"
    fault = harness.refused("export_raster", raster="dem", file="r.tif", nodata=1.5)
    assert fault["message"] == "nodata 1.5 does not fit the type int16"
    export(harness, "r.tif", data_type="byte", nodata=255)
    np.testing.assert_array_equal(cells(harness, "r.tif"), [[1, 2], [3, np.nan]])


def test_nan_without_nodata_needs_one_in_whole_numbers(harness):
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2], [3, float("nan")]], "cell": 10, "dtype": "float32"})
    fault = harness.refused("export_raster", raster="dem", file="r.tif", data_type="int16")
    assert fault["message"] == "nodata: 1 cells are NaN, which int16 cannot hold"
    export(harness, "r.tif", data_type="int16", nodata=-1)
    np.testing.assert_array_equal(cells(harness, "r.tif"), [[1, 2], [3, np.nan]])


def test_scale_offset_and_names_of_bands_are_kept(harness):
    from osgeo import gdal

    harness.give("temp", {**DEM, "cells": [[1, 2], [3, None]], "dtype": "int16", "scale": 0.1, "offset": -40.0})
    dataset = gdal.OpenEx(harness.workspace.layer("temp").path, gdal.OF_UPDATE)
    dataset.GetRasterBand(1).SetDescription("surface temperature")
    dataset.GetRasterBand(1).SetUnitType("K")
    dataset = None
    for word in ("geotiff", "cog"):
        export(harness, f"{word}.tif", "temp", format=word)
        dataset = opened(harness, f"{word}.tif")
        band = dataset.GetRasterBand(1)
        kept = (band.GetScale(), band.GetOffset(), band.GetDescription(), band.GetUnitType())
        assert kept == (0.1, -40.0, "surface temperature", "K"), word
        np.testing.assert_array_equal(cells(harness, f"{word}.tif"), [[1, 2], [3, np.nan]])
    fault = harness.refused("export_raster", raster="temp", file="t.asc", format="ascii_grid")
    assert fault["code"] == "BAD_VALUE" and "scale and offset" in fault["message"]


def test_a_palette_is_kept(harness):
    from osgeo import gdal

    harness.give("cover", {**DEM, "nodata": 255, "dtype": "uint8"})
    dataset = gdal.OpenEx(harness.workspace.layer("cover").path, gdal.OF_UPDATE)
    colours = gdal.ColorTable()
    colours.SetColorEntry(1, (200, 10, 20, 255))
    dataset.GetRasterBand(1).SetRasterColorTable(colours)
    dataset = None
    for word in ("geotiff", "cog"):
        export(harness, f"{word}.tif", "cover", format=word)
        dataset = opened(harness, f"{word}.tif")
        table = dataset.GetRasterBand(1).GetRasterColorTable()
        assert table is not None and table.GetColorEntry(1)[:3] == (200, 10, 20), word


def test_all_bands_are_written(harness):
    harness.give("photo", {**DEM, "bands": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "dtype": "uint16", "nodata": 0})
    export(harness, "r.tif", "photo")
    from harness import read_cells

    np.testing.assert_array_equal(read_cells(str(harness.workspace.output / "r.tif"), 2), [[5, 6], [7, 8]])
    fault = harness.refused("export_raster", raster="photo", file="r.asc", format="ascii_grid")
    assert fault["message"] == '"photo" has 2 bands; an ascii_grid holds one'


def test_an_ascii_grid_needs_square_cells_and_says_where_its_crs_is(harness):
    harness.give("wide", {**DEM, "cell": [10, 5], "origin": [100, 210], "dtype": "float32"})
    fault = harness.refused("export_raster", raster="wide", file="r.asc", format="ascii_grid")
    assert (fault["code"], "10 x 5" in fault["message"]) == ("GRID_UNSUITABLE", True)
    harness.give("dem", {**DEM, "dtype": "float32"})
    assert "the CRS of an ASCII grid stands in the .prj file" in said(export(harness, "r.asc", format="ascii_grid"))
    assert (harness.workspace.output / "r.prj").exists()
    fault = harness.refused("export_raster", raster="dem", file="s.asc", format="ascii_grid", compression="lzw")
    assert fault["code"] == "BAD_VALUE"


@pytest.mark.parametrize("nodata", [None, float("nan")])
def test_an_ascii_grid_writes_no_nan(harness, nodata):
    recipe = {"crs": "EPSG:28992", "cells": [[0.1, 2], [3, float("nan")]], "cell": 10, "dtype": "float32"}
    harness.give("dem", {**recipe, **({} if nodata is None else {"nodata": nodata})})
    step = export(harness, "r.asc", format="ascii_grid")
    assert "NoData is -9999" in said(step) and "nan" not in (harness.workspace.output / "r.asc").read_text().lower()
    np.testing.assert_array_equal(cells(harness, "r.asc"), np.array([[0.1, 2], [3, np.nan]], np.float32))


def test_a_file_that_is_there_is_left_as_it_is(harness):
    harness.give("dem", {**DEM, "dtype": "float32"})
    harness.give("other", {**DEM, "cells": [[9, 9], [9, None]], "dtype": "float32"})
    export(harness, "r.tif")
    before = (harness.workspace.output / "r.tif").read_bytes()
    assert harness.refused("export_raster", raster="other", file="r.tif")["code"] == "OUTPUT_EXISTS"
    fault = harness.refused("export_raster", raster="other", file="r.tif", data_type="byte", overwrite=True)
    assert fault["code"] == "BAD_VALUE"
    assert (harness.workspace.output / "r.tif").read_bytes() == before
    export(harness, "r.tif", "other", overwrite=True)
    np.testing.assert_array_equal(cells(harness, "r.tif"), [[9, 9], [9, np.nan]])


@pytest.mark.parametrize("file_format", ["geotiff", "cog", "ascii_grid"])
def test_the_same_cells_give_the_same_bytes(harness, file_format):
    harness.give("dem", {**DEM, "dtype": "float32"})
    suffix = ".asc" if file_format == "ascii_grid" else ".tif"
    for name in ("a", "b"):
        export(harness, f"{name}{suffix}", format=file_format)
    folder = harness.workspace.output
    assert (folder / f"a{suffix}").read_bytes() == (folder / f"b{suffix}").read_bytes()


def test_a_south_up_grid_keeps_its_place_in_a_geotiff(harness):
    from osgeo import gdal

    harness.give("dem", {**DEM, "dtype": "float32"})
    dataset = gdal.OpenEx(harness.workspace.layer("dem").path, gdal.OF_UPDATE)
    dataset.SetGeoTransform((100, 10, 0, 200, 0, 10))
    dataset = None
    from gisagentbench.tools.execution.layers.layer_facts import raster_facts

    harness.workspace.keep_facts("dem", raster_facts(harness.workspace.layer("dem").path))
    export(harness, "r.tif")
    assert opened(harness, "r.tif").GetGeoTransform() == (100, 10, 0, 200, 0, 10)
    fault = harness.refused("export_raster", raster="dem", file="r.asc", format="ascii_grid")
    assert fault["code"] == "GRID_UNSUITABLE"


def test_overviews_of_a_cog_are_values_of_cells(harness):
    """On paper: cells alternate 1 and 9 by 5 x 5 fields; an average in an overview would be another number."""
    field = np.kron(np.indices((240, 240)).sum(axis=0) % 2 * 8 + 1, np.ones((5, 5)))
    harness.give("cover", {**DEM, "cells": field.tolist(), "dtype": "uint8", "nodata": 255})
    export(harness, "r.tif", "cover", format="cog")
    dataset = opened(harness, "r.tif")
    band = dataset.GetRasterBand(1)
    assert band.GetOverviewCount() >= 1
    assert set(np.unique(band.GetOverview(0).ReadAsArray())) == {1, 9}


@pytest.mark.parametrize(("file", "code"), [("../r.tif", "PATH_OUTSIDE_WORKSPACE"), ("r.asc", "BAD_VALUE")])
def test_a_name_outside_or_of_another_format_is_refused(harness, file, code):
    harness.give("dem", {**DEM, "dtype": "float32"})
    assert harness.refused("export_raster", raster="dem", file=file)["code"] == code


def test_a_full_disk_is_said_and_nothing_stays(harness, monkeypatch):
    from gisagentbench.tools.execution.files import raster_export

    def full(*arguments, **more):
        raise OSError(28, "No space left on device")

    harness.give("dem", {**DEM, "dtype": "float32"})
    monkeypatch.setattr(raster_export, "copy_raster", full)
    assert harness.refused("export_raster", raster="dem", file="r.tif")["code"] == "STORAGE_FULL"
    assert list(harness.workspace.output.iterdir()) == []


def give_signed_bytes(harness, name, cells):
    """Binds a GeoTIFF of signed bytes, which GDAL before 3.7 calls Byte with a remark."""
    from osgeo import gdal

    path = harness.workspace.inputs / f"{name}.tif"
    is_new = hasattr(gdal, "GDT_Int8")
    code = gdal.GDT_Int8 if is_new else gdal.GDT_Byte
    options = [] if is_new else ["PIXELTYPE=SIGNEDBYTE"]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), len(cells), 1, 1, code, options)
    dataset.SetGeoTransform((0, 1, 0, 1, 0, -1))
    dataset.GetRasterBand(1).WriteRaster(0, 0, len(cells), 1, bytes(cell % 256 for cell in cells))
    dataset = None
    harness.done("load_layer", file=f"{name}.tif", name=name)


@pytest.mark.parametrize("file_format", ["geotiff", "cog", "ascii_grid"])
def test_signed_bytes_keep_their_sign(harness, file_format):
    from harness import read_cells

    give_signed_bytes(harness, "dem", [-1, 5, -128, 127])
    ending = "asc" if file_format == "ascii_grid" else "tif"
    harness.done("export_raster", raster="dem", file=f"r.{ending}", format=file_format)
    assert read_cells(str(harness.workspace.output / f"r.{ending}")).tolist() == [[-1, 5, -128, 127]]
    fault = harness.refused("export_raster", raster="dem", file="b.tif", data_type="byte")
    assert (fault["code"], "2 of 4" in fault["message"]) == ("BAD_VALUE", True)


def test_infinite_cells_are_not_written_as_the_largest_number(harness):
    """GDAL reads inf in an ASCII grid as 3.4e38."""
    from harness import read_cells

    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1.0, float("inf")]], "cell": 1})
    fault = harness.refused("export_raster", raster="dem", file="r.asc", format="ascii_grid")
    assert (fault["code"], "infinite" in fault["message"]) == ("BAD_VALUE", True)
    harness.done("export_raster", raster="dem", file="r.tif")
    assert read_cells(str(harness.workspace.output / "r.tif")).tolist() == [[1.0, float("inf")]]


def test_a_raster_of_points_without_crs_stays_without_crs(harness):
    """A GeoTIFF of points without CRS is read back as "unnamed", of an unknown unit, which is none."""
    text = "ncols 2\nnrows 1\nxllcenter 5\nyllcenter 5\ncellsize 10\n1 2\n"
    (harness.workspace.inputs / "dem.asc").write_text(text)
    step = harness.done("load_layer", file="dem.asc", name="dem")
    assert any(warning.startswith("CRS_MISSING") for warning in step.warnings)
    harness.done("raster_calculator", inputs={"a": "dem"}, formula="a", output="same")
    assert [harness.workspace.handles[name].crs for name in ("dem", "same")] == ["", ""]
    assert harness.refused("slope", dem="dem", z_unit="m", output="steep")["code"] == "CRS_MISSING"
