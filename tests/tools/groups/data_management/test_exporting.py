# SPDX-License-Identifier: GPL-2.0-or-later
"""export_layer: what each format holds, what it changes and says, and that a call writes all or nothing."""

import json

import pytest
from exported_stops import FORMATS, TYPES, export, give_stops, written
from loaded_files import said

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize("file_format", FORMATS)
def test_every_format_holds_every_row_and_is_reported(harness, file_format):
    give_stops(harness)
    fields = ["name", "lot", "ok", "day"] if file_format == "shapefile" else None
    step = export(harness, file_format, **({"fields": fields} if fields else {}))
    assert step.outputs == {"file": FORMATS[file_format], "row_count": 3}
    assert step.output == FORMATS[file_format]
    assert len(written(harness, FORMATS[file_format])) == 3
    names = {path.name for path in harness.workspace.output.iterdir()}
    stem = FORMATS[file_format]
    sides = {f"r{end}" for end in (".shx", ".dbf", ".prj", ".cpg")} if file_format == "shapefile" else set()
    assert names == {stem, *sides}


def test_a_geopackage_keeps_types_nulls_and_long_integers(harness):
    give_stops(harness)
    export(harness, "gpkg")
    first, second, third = written(harness, "r.gpkg", "r")
    assert first == {"name": 'a "b", c', "lot": 9007199254740993, "x1": 0.1, "ok": True, "day": "2024/02/29",
                     "at": "2024/01/02 03:04:05+00", "wkt": "POINT (155000.1 463000.7)"}  # fmt: skip
    assert (second["name"], second["lot"], third["name"]) == ("", None, None)


def test_geojson_keeps_long_integers_and_nulls_and_flags_its_crs(harness):
    give_stops(harness)
    step = export(harness, "geojson")
    assert "CRS_UNSUITABLE: the file is in EPSG:28992" in said(step)
    data = json.loads((harness.workspace.output / "r.geojson").read_text())
    assert data["crs"]["properties"]["name"].endswith("EPSG::28992")
    properties = [feature["properties"] for feature in data["features"]]
    assert [row["lot"] for row in properties] == [9007199254740993, None, -5]
    assert [row["name"] for row in properties] == ['a "b", c', "", None]
    assert "id" not in data["features"][0] and "fid" not in properties[0]


def test_geojson_in_degrees_is_not_flagged(harness):
    harness.give("plain", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(4.9 52.4)", "n": 1}]})
    assert export(harness, "geojson", "plain").warnings == []
    harness.give("none", {"rows": [{"wkt": "POINT(4.9 52.4)", "n": 1}]})
    assert "CRS_MISSING" in said(export(harness, "geojson", "none", "none.geojson"))


def test_kml_is_in_degrees_and_says_how(harness):
    """Second library: PROJ through pyproj, EPSG:28992 to EPSG:4326."""
    import pyproj

    give_stops(harness)
    step = export(harness, "kml")
    assert "KML is always in EPSG:4326; the coordinates were transformed from EPSG:28992" in said(step)
    assert step.operations
    longitude, latitude = pyproj.Transformer.from_crs(28992, 4326, always_xy=True).transform(155000.1, 463000.7)
    import shapely

    found = shapely.from_wkt(written(harness, "r.kml")[0]["wkt"])
    assert (found.x, found.y) == pytest.approx((longitude, latitude), abs=2e-5)  # another datum operation: 1 m
    assert '<SimpleData name="lot">9007199254740993</SimpleData>' in (harness.workspace.output / "r.kml").read_text()


def test_kml_without_crs_is_refused(harness):
    harness.give("none", {"rows": [{"wkt": "POINT(4.9 52.4)", "n": 1}]})
    assert harness.refused("export_layer", layer="none", file="n.kml", format="kml")["code"] == "CRS_MISSING"
    harness.give("plain", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(4.9 52.4)", "n": 1}]})
    assert export(harness, "kml", "plain").warnings == []


def test_a_shapefile_says_its_cut_names_and_keeps_them_apart(harness):
    rows = [{"wkt": "POINT(0 0)", "population_2010": 1, "population_2020": 2, "population": 3, "Ünïcödé_ñ": 4}]
    harness.give("towns", {"crs": "EPSG:28992", "rows": rows})
    step = export(harness, "shapefile", "towns")
    row = written(harness, "r.shp")[0]
    assert row == {"populati_1": 1, "populati_2": 2, "population": 3, "Ünïcöd": 4, "wkt": "POINT (0 0)"}
    assert '"population_2010" is "populati_1", "population_2020" is "populati_2"' in said(step)


def test_a_shapefile_refuses_what_it_cannot_hold(harness):
    give_stops(harness)
    fault = harness.refused("export_layer", layer="stops", file="a.shp", format="shapefile")
    assert (fault["code"], fault["message"]) == ("BAD_VALUE", 'a shapefile cannot hold date-times: "at"')
    harness.give("long", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(0 0)", "text": "é" * 128, "n": 10**18}]})
    fault = harness.refused("export_layer", layer="long", file="a.shp", format="shapefile")
    assert fault["message"] == '"text" holds a text of 256 bytes; a shapefile holds 254'
    fault = harness.refused("export_layer", layer="long", file="a.shp", format="shapefile", fields=["n"])
    assert fault["message"] == '"n" holds integers of 19 digits; a shapefile holds 18'
    harness.give("fits", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(0 0)", "text": "é" * 127, "n": 10**18 - 1}]})
    export(harness, "shapefile", "fits")
    assert written(harness, "r.shp")[0] == {"text": "é" * 127, "n": 10**18 - 1, "wkt": "POINT (0 0)"}


def test_a_shapefile_keeps_a_hole_a_hole(harness):
    """On paper: a square of 10 with a hole of 4 has an area of 84; hole added as shell gives 116."""
    import shapely

    ring = "POLYGON((0 0,10 0,10 10,0 10,0 0),(3 3,7 3,7 7,3 7,3 3))"
    harness.give("park", {"crs": "EPSG:28992", "rows": [{"wkt": ring, "n": 1}]})
    export(harness, "shapefile", "park")
    assert shapely.from_wkt(written(harness, "r.shp")[0]["wkt"]).area == 84


@pytest.mark.parametrize("file_format", ["shapefile", "flatgeobuf", "kml"])
def test_formats_of_geometry_refuse_a_table(harness, file_format):
    harness.give("table", {"rows": [{"n": 1}]})
    fault = harness.refused("export_layer", layer="table", file=FORMATS[file_format], format=file_format)
    assert fault["code"] == "WRONG_GEOMETRY_TYPE"


@pytest.mark.parametrize("file_format", ["gpkg", "csv", "xlsx", "geojson"])
def test_a_table_is_written_as_rows(harness, file_format):
    harness.give("table", {"rows": [{"n": 1, "name": "å"}, {"n": 2, "name": None}]})
    step = export(harness, file_format, "table")
    assert step.outputs["row_count"] == 2
    assert [row["name"] or None for row in written(harness, FORMATS[file_format])] == ["å", None]


def test_flatgeobuf_refuses_rows_it_would_leave_out(harness):
    harness.give(
        "sites", {"crs": "EPSG:28992", "geometry_type": "Point", "rows": [{"wkt": "POINT(0 0)"}, {"wkt": None}]}
    )
    fault = harness.refused("export_layer", layer="sites", file="a.fgb", format="flatgeobuf")
    assert (fault["code"], fault["message"]) == ("BAD_VALUE", "1 row has no geometry, which flatgeobuf cannot hold")


@pytest.mark.parametrize(("file_format", "wkt"), [
    ("kml", "POINT EMPTY"), ("flatgeobuf", "POINT EMPTY"), ("flatgeobuf", "LINESTRING EMPTY"),
])  # fmt: skip
def test_empty_geometries_that_would_be_lost_or_moved_are_refused(harness, file_format, wkt):
    """GDAL leaves them out of a FlatGeobuf, and writes such a point to KML as one at 0, 0."""
    full = wkt.replace("EMPTY", "(5 52)" if "POINT" in wkt else "(5 52,6 52)")
    harness.give("sites", {"crs": "EPSG:4326", "rows": [{"wkt": full}, {"wkt": wkt}]})
    fault = harness.refused(
        "export_layer", layer="sites", file={"kml": "a.kml", "flatgeobuf": "a.fgb"}[file_format], format=file_format
    )
    assert (fault["code"], fault["message"]) == (
        "BAD_VALUE", f"1 row has an EMPTY geometry, which {file_format} cannot hold",
    )  # fmt: skip


def test_a_line_that_is_empty_is_so_in_kml(harness):
    harness.give("ways", {"crs": "EPSG:4326", "rows": [{"wkt": "LINESTRING(5 52,6 52)"}, {"wkt": "LINESTRING EMPTY"}]})
    harness.done("export_layer", layer="ways", file="a.kml", format="kml")
    (harness.workspace.inputs / "a.kml").write_bytes((harness.workspace.output / "a.kml").read_bytes())
    harness.done("load_layer", file="a.kml", name="again")
    assert len(harness.rows("again")) == 2


def test_flatgeobuf_keeps_the_order_of_rows(harness):
    rows = [{"wkt": f"POINT({(n * 7919) % 1000} {(n * 104729) % 1000})", "n": n} for n in range(200)]
    harness.give("order", {"crs": "EPSG:28992", "rows": rows})
    export(harness, "flatgeobuf", "order")
    assert [row["n"] for row in written(harness, "r.fgb")] == list(range(200))


def test_only_chosen_fields_are_written_in_the_order_given(harness):
    give_stops(harness)
    for file_format in ("gpkg", "csv", "xlsx", "geojson"):
        export(harness, file_format, fields=["x1", "name"])
        row = written(harness, FORMATS[file_format])[0]
        assert [name for name in row if name != "wkt"] == ["x1", "name"], file_format
    fault = harness.refused("export_layer", layer="stops", file="b.csv", format="csv", fields=["nam"])
    assert fault["code"] == "UNKNOWN_FIELD"


def test_a_file_that_is_there_is_left_as_it_is(harness):
    give_stops(harness)
    for file_format in ("gpkg", "geojson", "csv"):
        export(harness, file_format)
        path = harness.workspace.output / FORMATS[file_format]
        before = path.read_bytes()
        fault = harness.refused("export_layer", layer="stops", file=path.name, format=file_format, fields=["name"])
        assert fault["code"] == "OUTPUT_EXISTS" and path.read_bytes() == before
        export(harness, file_format, fields=["name"], overwrite=True)
        assert (
            path.read_text().startswith("name\n")
            if file_format == "csv"
            else [name for name in written(harness, path.name)[0] if name != "wkt"] == ["name"]
        )


@pytest.mark.parametrize("name", ["-rf", "gpkg_x", "sqlite_x", "'; DROP TABLE x"])
def test_names_a_geopackage_reserves_are_refused(harness, name):
    give_stops(harness)
    fault = harness.refused("export_layer", layer="stops", file="r.gpkg", format="gpkg", sublayer=name)
    assert (fault["code"], fault["message"]) == (
        "BAD_VALUE",
        f'sublayer: a GeoPackage cannot hold a layer called "{name}"',
    )
    export(harness, "gpkg", sublayer=f"x {name}")
    assert len(written(harness, "r.gpkg", f"x {name}")) == 3


def test_only_the_named_layer_of_a_geopackage_is_replaced(harness):
    from osgeo import gdal

    give_stops(harness)
    export(harness, "gpkg", sublayer="first")
    step = export(harness, "gpkg", sublayer="second")
    assert 'the file keeps its other layers: "first"' in said(step)
    export(harness, "gpkg", sublayer="first", fields=["name"], overwrite=True)
    dataset = gdal.OpenEx(str(harness.workspace.output / "r.gpkg"))
    found = {dataset.GetLayer(index).GetName(): dataset.GetLayer(index) for index in range(dataset.GetLayerCount())}
    counts = {name: (layer.GetLayerDefn().GetFieldCount(), layer.GetFeatureCount()) for name, layer in found.items()}
    assert counts == {"first": (1, 3), "second": (6, 3)}
    fault = harness.refused(
        "export_layer", layer="stops", file="r.gpkg", format="gpkg", sublayer="FIRST", overwrite=True
    )
    assert fault["code"] == "BAD_VALUE"


def test_a_file_that_is_no_geopackage_is_not_added_to(harness):
    give_stops(harness)
    (harness.workspace.output / "r.gpkg").write_text("not a database")
    for overwrite in (False, True):
        fault = harness.refused("export_layer", layer="stops", file="r.gpkg", format="gpkg", overwrite=overwrite)
        assert fault["code"] == "BAD_FORMAT"
    assert (harness.workspace.output / "r.gpkg").read_text() == "not a database"


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_same_rows_give_the_same_bytes(harness, file_format):
    give_stops(harness)
    folder = harness.workspace.output
    export(harness, file_format, fields=["name", "lot"])
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in folder.iterdir():
        path.unlink()
    export(harness, file_format, fields=["name", "lot"])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == first


@pytest.mark.parametrize(
    ("file", "file_format", "code"),
    [
        ("../r.gpkg", "gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("/etc/r.gpkg", "gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("r.geojson", "gpkg", "BAD_VALUE"),
        ("r", "csv", "BAD_VALUE"),
        ("r.shp:x", "shapefile", "PATH_OUTSIDE_WORKSPACE"),
        ("r.csv", "parquet", "BAD_VALUE"),
    ],
)
def test_a_name_outside_or_of_another_format_is_refused(harness, file, file_format, code):
    give_stops(harness)
    assert harness.refused("export_layer", layer="stops", file=file, format=file_format)["code"] == code
    assert list(harness.workspace.output.iterdir()) == []


@pytest.mark.parametrize("name", ["ünï côdé.gpkg", "a b (1).gpkg", "sub/folder/r.gpkg", "output/r.gpkg"])
def test_odd_names_of_files_are_just_names(harness, name):
    give_stops(harness)
    step = export(harness, "gpkg", file=name)
    assert step.outputs["file"] == name.removeprefix("output/")
    assert (harness.workspace.output / name.removeprefix("output/")).exists()


def test_arguments_that_change_nothing_are_refused(harness):
    give_stops(harness)
    for more in (
        {"format": "csv", "file": "r.csv", "sublayer": "x"},
        {"format": "gpkg", "file": "r.gpkg", "csv_geometry": "xy"},
    ):
        assert harness.refused("export_layer", layer="stops", **more)["code"] == "BAD_VALUE"


def test_a_write_that_fails_leaves_what_was_there(harness, monkeypatch):
    from gisagentbench.tools.execution.files import csv_export, vector_export

    give_stops(harness)
    export(harness, "csv")
    export(harness, "gpkg")
    before = {path.name: path.read_bytes() for path in harness.workspace.output.iterdir()}

    def broken(*arguments, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(csv_export, "_lines", broken)
    fault = harness.refused("export_layer", layer="stops", file="r.csv", format="csv", overwrite=True)
    assert fault["code"] == "STORAGE_FULL"
    monkeypatch.setattr(vector_export.gdal, "VectorTranslate", broken)
    fault = harness.refused("export_layer", layer="stops", file="r.gpkg", format="gpkg", sublayer="two")
    assert fault["code"] == "STORAGE_FULL"
    assert {path.name: path.read_bytes() for path in harness.workspace.output.iterdir()} == before


def test_a_layer_without_rows_is_written_with_its_columns(harness):
    harness.give("none", {"crs": "EPSG:28992", "geometry_type": "Point", "rows": [], "types": TYPES})
    for file_format in ("gpkg", "geojson", "flatgeobuf", "csv", "xlsx"):
        assert export(harness, file_format, "none").outputs["row_count"] == 0
    assert (harness.workspace.output / "r.csv").read_text() == "name,lot,x1,ok,day,at\n"


def test_heights_are_kept(harness):
    harness.give("wells", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT Z (1 2 30.5)", "n": 1}]})
    for file_format in ("gpkg", "geojson", "flatgeobuf", "shapefile"):
        export(harness, file_format, "wells")
        assert written(harness, FORMATS[file_format])[0]["wkt"] == "POINT Z (1 2 30.5)", file_format
    export(harness, "csv", "wells", csv_geometry="wkt")
    assert "POINT Z (1 2 30.5)" in (harness.workspace.output / "r.csv").read_text()
    assert "the Z of the points is left out" in said(export(harness, "csv", "wells", file="xy.csv", csv_geometry="xy"))


def test_a_layer_that_is_not_there_is_refused(harness):
    give_stops(harness)
    fault = harness.refused("export_layer", layer="stop", file="r.gpkg", format="gpkg")
    assert (fault["code"], '"stops"' in fault["hint"]) == ("UNKNOWN_LAYER", True)
    fault = harness.refused("export_raster", raster="stop", file="r.tif")
    assert fault["code"] == "UNKNOWN_LAYER"


def test_what_a_killed_call_has_left_is_removed(harness):
    from gisagentbench.tools.execution.workspace import Workspace

    left = harness.workspace.output / "sub" / ".writing-x1"
    left.mkdir(parents=True)
    (left / "half.gpkg").write_text("half")
    Workspace(harness.workspace.folder)
    assert not left.exists() and left.parent.exists()


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_layer_that_is_meant_is_written_and_not_the_first_of_its_file(harness, file_format):
    from given import srs_of
    from osgeo import gdal, ogr

    from gisagentbench.tools.execution.layers.layer_facts import vector_facts
    from gisagentbench.tools.execution.workspace import Written

    harness.give("first", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "n": 1}]})
    path = harness.workspace.work / "first.gpkg"
    dataset = gdal.OpenEx(str(path), gdal.OF_UPDATE | gdal.OF_VECTOR)
    second = dataset.CreateLayer("second", srs_of("EPSG:4326"), ogr.wkbPoint)
    for name in ("n", "m"):
        second.CreateField(ogr.FieldDefn(name, ogr.OFTInteger64))
    for number in (22, 23):
        feature = ogr.Feature(second.GetLayerDefn())
        feature["n"] = number
        feature.SetGeometry(ogr.CreateGeometryFromWkt("POINT(6 53)"))
        second.CreateFeature(feature)
    feature = second = dataset = None
    harness.workspace.accept("second", Written(path, "second"), vector_facts(str(path), "second"))
    export(harness, file_format, "second")
    assert [int(row["n"]) for row in written(harness, FORMATS[file_format])] == [22, 23]


@pytest.mark.parametrize("file_format", ["gpkg", "geojson", "csv", "xlsx"])
def test_a_call_that_is_cancelled_writes_nothing(harness, monkeypatch, file_format):
    from gisagentbench.tools.execution.context import EngineFeedback

    harness.give("many", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "n": n} for n in range(3000)]})
    monkeypatch.setattr(EngineFeedback, "isCanceled", lambda self: True)
    fault = harness.refused("export_layer", layer="many", file=FORMATS[file_format], format=file_format)
    assert fault["code"] == "CANCELLED" and list(harness.workspace.output.iterdir()) == []
