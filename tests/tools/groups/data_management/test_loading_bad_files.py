# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on files that are missing, damaged, cut short, of another kind, or set up to lead elsewhere."""

import json

import pytest

pytestmark = pytest.mark.qgis

VRT = '<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"/></VRTDataset>'
OGR_VRT = '<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>secret.gpkg</SrcDataSource></OGRVRTLayer>'


def refused(harness, file, **more):
    before = sorted(path.name for path in harness.workspace.folder.rglob("*"))
    fault = harness.refused("load_layer", file=file, name="x", **more)
    assert "x" not in harness.workspace.handles
    left = {path.name for path in harness.workspace.folder.rglob("*")} - set(before)
    assert left <= {"workspace.json"}, "something half-written stays"
    return fault


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("missing.gpkg", "FILE_NOT_FOUND"),
        ("../secret.gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("a/../../secret.gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("/etc/hostname", "PATH_OUTSIDE_WORKSPACE"),
        ("/vsicurl/http://host/x.gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("vsizip/x.zip", "FILE_NOT_FOUND"),
        ('{"type":"FeatureCollection","features":[]}', "PATH_OUTSIDE_WORKSPACE"),
        (VRT, "PATH_OUTSIDE_WORKSPACE"),
        ("PG:dbname=x", "PATH_OUTSIDE_WORKSPACE"),
        ("parks.gpkg|layername=x", "PATH_OUTSIDE_WORKSPACE"),
        ("GPKG:parks.gpkg:x", "PATH_OUTSIDE_WORKSPACE"),
        ("~/parks.gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("parks\n.gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("", "BAD_VALUE"),
    ],
)
def test_no_text_of_an_agent_reaches_a_provider(harness, file, code):
    assert refused(harness, file)["code"] == code


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.gpkg", b"", "is empty (0 bytes)"),
        ("empty.tif", b"", "is empty (0 bytes)"),
        ("data.zip", b"PK\x03\x04xxxx", "is a ZIP archive; unpack it first"),
        ("map.pdf", b"%PDF-1.7", "is a PDF document"),
        ("page.geojson", b"<!DOCTYPE html><html></html>", "is a web page"),
        ("lfs.tif", b"version https://git-lfs.github.com/spec/v1\n", "is a pointer to a file that was not fetched"),
        ("layer.gpkg", OGR_VRT.encode(), "is a virtual layer, which points to other files"),
        ("layer.tif", VRT.encode(), "is a virtual raster, which points to other files"),
        ("layer.vrt", VRT.encode(), "is a virtual raster, which points to other files"),
        ("broken.geojson", b'{"type": "FeatureCollection", "features": [{"type": "Fea', "cannot be read"),
        ("bytes.geojson", b'{"type": "FeatureCollection", "features": [ \xae ]}', "cannot be read"),
        ("noise.shp", b"\x00\x01\x02\x03" * 50, "needs its .shx file"),
        ("noise.tif", b"II*\x00" + b"\x07" * 90, "cannot be read"),
        ("noise.gpkg", b"SQLite format 3\x00" + b"\x07" * 200, "cut short|cannot be read|damaged"),
    ],
)
def test_a_file_of_another_kind_is_named_as_what_it_is(harness, name, content, words):
    import re

    (harness.workspace.inputs / name).write_bytes(content)
    fault = refused(harness, name)
    assert fault["code"] == "BAD_FORMAT"
    assert re.search(re.escape(words) if "|" not in words else words, fault["message"]), fault["message"]
    assert "/" not in fault["message"], "a path is shown"


def write(harness, name, driver, rows):
    from given import write_vector

    path = harness.workspace.inputs / name
    write_vector(path, path.stem, {"crs": "EPSG:28992", "rows": rows}, driver)
    return path


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
@pytest.mark.parametrize(
    ("name", "driver"), [("cut.gpkg", "GPKG"), ("cut.fgb", "FlatGeobuf"), ("cut.geojson", "GeoJSON")]
)
def test_a_vector_file_that_is_cut_short_is_refused(harness, name, driver, share):
    rows = [{"wkt": f"POLYGON((0 0,{n} 0,{n} {n},0 0))", "n": n, "text": "x" * 50} for n in range(1, 400)]
    path = write(harness, name, driver, rows)
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    assert refused(harness, name)["code"] == "BAD_FORMAT"


def test_a_shapefile_that_is_cut_short_is_refused(harness):
    rows = [{"wkt": f"POLYGON((0 0,{n} 0,{n} {n},0 0))", "n": n} for n in range(1, 400)]
    path = write(harness, "cut.shp", "ESRI Shapefile", rows)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert refused(harness, "cut.shp")["code"] == "BAD_FORMAT"


@pytest.mark.parametrize("options", [[], ["TILED=YES"], ["COMPRESS=DEFLATE"], ["INTERLEAVE=BAND"]])
def test_a_geotiff_that_is_cut_short_is_refused(harness, options):
    import numpy as np
    from osgeo import gdal

    path = harness.workspace.inputs / "cut.tif"
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 300, 300, 2, gdal.GDT_Float32, options)
    dataset.SetGeoTransform((0, 1, 0, 300, 0, -1))
    for number in (1, 2):
        cells = np.random.default_rng(number).random((300, 300)).astype(np.float32)
        dataset.GetRasterBand(number).WriteArray(cells)
    dataset = None
    harness.done("load_layer", file="cut.tif", name="whole")
    data = path.read_bytes()
    path.write_bytes(data[: int(0.9 * len(data))])
    assert refused(harness, "cut.tif")["code"] == "BAD_FORMAT"


def test_an_ascii_grid_that_is_cut_short_is_refused(harness):
    head = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
    (harness.workspace.inputs / "cut.asc").write_text(head + "1 2 3\n4 5")
    assert refused(harness, "cut.asc")["code"] == "BAD_FORMAT"


def test_a_link_that_leads_out_is_refused(harness, tmp_path):
    outside = tmp_path / "secret.csv"
    outside.write_text("a\n1\n")
    (harness.workspace.inputs / "secret.csv").symlink_to(outside)
    assert refused(harness, "secret.csv")["code"] == "PATH_OUTSIDE_WORKSPACE"


@pytest.mark.parametrize("name", ["layers.gpkg", "layers.sqlite"])
@pytest.mark.parametrize(
    "words",
    [
        "CREATE VIRTUAL TABLE t USING VirtualText",
        "CREATE VIRTUAL /* table */ TABLE t USING\n'VirtualText'",
        "CREATE/**/VIRTUAL TABLE t USING VirtualText",
        'CREATE VIRTUAL TABLE "t USING rtree --" USING/**/VirtualText',
    ],
)
def test_a_database_whose_table_reads_another_file_is_refused(harness, tmp_path, name, words):
    """SpatiaLite would hand out the rows of any file of this computer as a layer of the database."""
    import sqlite3

    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    driver = "GPKG" if name.endswith("gpkg") else "SQLite"
    path = write(harness, name, driver, [{"wkt": "POINT(155000 463000)", "n": 1}])
    harness.done("load_layer", file=name, name="before")
    sql = f"{words}('{tmp_path}/secret.csv','UTF-8',1,POINT,DOUBLEQUOTE,',')"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA writable_schema=ON")
        table = "t USING rtree --" if "rtree" in words else "t"
        row = ("table", table, table, 0, sql)
        database.execute("INSERT INTO sqlite_master(type, name, tbl_name, rootpage, sql) VALUES(?, ?, ?, ?, ?)", row)
    for sublayer in (None, "t"):
        fault = refused(harness, name, **({} if sublayer is None else {"sublayer": sublayer}))
        assert (fault["code"], "virtual table" in fault["message"]) == ("BAD_FORMAT", True)


def test_content_decides_and_not_the_name(harness):
    collection = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"n": 1}, "geometry": {"type": "Point", "coordinates": [1, 2]}}]}  # fmt: skip
    (harness.workspace.inputs / "points.txt").write_text(json.dumps(collection))
    assert harness.done("load_layer", file="points.txt", name="points").observation["kind"] == "vector"


@pytest.mark.parametrize("name", ["ünï côdé.csv", "a b (1).csv", "-rf.csv", "%s.csv", "sub folder/x.csv", "$HOME.csv"])
def test_odd_names_of_files_are_just_names(harness, name):
    path = harness.workspace.inputs / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("a\n1\n")
    assert harness.done("load_layer", file=name, name="x").observation["count"] == 1
    assert harness.done("load_layer", file=f"inputs/{name}", name="y").observation["count"] == 1


def test_integers_of_geojson_beyond_64_bits_are_refused_and_not_clamped(harness):
    """GDAL reads 2^63 and above as 2^63 - 1, which therefore cannot be told apart; one less can."""
    feature = '{"type": "Feature", "properties": {"lot": LOT}, "geometry": null}'
    text = f'{{"type": "FeatureCollection", "features": [{feature}]}}'
    for name, number in (("good", 2**63 - 2), ("end", 2**63 - 1), ("beyond", 2**63), ("below", -(2**63) - 1)):
        (harness.workspace.inputs / f"{name}.geojson").write_text(text.replace("LOT", str(number)))
    harness.done("load_layer", file="good.geojson", name="good")
    assert harness.rows("good")[0]["lot"] == 2**63 - 2
    for name in ("end", "beyond", "below"):
        fault = harness.refused("load_layer", file=f"{name}.geojson", name=name)
        assert (fault["code"], "64 bits" in fault["message"]) == ("BAD_VALUE", True)
