# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on vector files: what is bound in place, what is mended, what is said of it."""

import itertools
import json
import math
import sqlite3

import pytest
from loaded_files import place_of, said

pytestmark = pytest.mark.qgis

SQUARE = [[[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]]


def give_file(harness, name, recipe, driver="GPKG", layer="rows"):
    from given import write_vector

    path = harness.workspace.inputs / name
    write_vector(path, layer, recipe, driver)
    return path


def give_geojson(harness, name, features, **members):
    collection = {"type": "FeatureCollection", **members, "features": []}
    for geometry, properties in features:
        collection["features"].append({"type": "Feature", "properties": properties, "geometry": geometry})
    path = harness.workspace.inputs / name
    path.write_text(json.dumps(collection, ensure_ascii=False), encoding="utf-8")
    return path


def point(x, y):
    return {"type": "Point", "coordinates": [x, y]}


def test_a_plain_geopackage_is_bound_where_it_stands(harness):
    give_file(harness, "stops.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(155000 463000)", "n": 2**53 + 1}]})
    step = harness.done("load_layer", file="stops.gpkg", name="stops")
    assert place_of(harness, "stops") == "inputs/stops.gpkg"
    assert step.warnings == []
    assert step.observation["crs"] == "EPSG:28992"
    assert harness.rows("stops") == [{"n": 2**53 + 1, "wkt": "POINT (155000 463000)"}]
    assert harness.workspace.changed_inputs() == [
        "stops.gpkg"
    ]  # it came after the workspace was made; nothing beside it


def test_reading_leaves_the_inputs_as_they_are(make_harness, tmp_path):
    from gisagentbench.tools.execution.workspace import checksums

    harness = make_harness()
    give_file(harness, "a.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)"}]})
    give_file(harness, "b.gml", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)", "n": 1}]}, "GML")
    give_geojson(harness, "c.geojson", [(point(1, 2), {"n": 1})])
    (harness.workspace.inputs / "b.gfs").unlink(missing_ok=True)
    before = checksums(harness.workspace.inputs)
    for name in "abc":
        harness.done(
            "load_layer", file=[f for f in before if f.startswith(name) and not f.endswith(".xsd")][0], name=name
        )
        harness.done("describe_layer", layer=name)
    assert checksums(harness.workspace.inputs) == before


def test_a_database_that_would_write_beside_itself_is_converted(harness):
    path = give_file(harness, "wal.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)", "n": 1}]})
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()
    harness.done("load_layer", file="wal.gpkg", name="wal")
    assert place_of(harness, "wal") == "work/wal.gpkg"
    assert harness.rows("wal") == [{"n": 1, "wkt": "POINT (1 2)"}]


def test_several_layers_must_be_named(harness):
    from given import srs_of
    from osgeo import gdal, ogr

    path = give_file(harness, "city.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)"}]}, layer="stops")
    dataset = gdal.OpenEx(str(path), gdal.OF_UPDATE | gdal.OF_VECTOR)
    dataset.CreateLayer("lines", srs_of("EPSG:28992"), ogr.wkbLineString)
    dataset.CreateLayer("layer_styles", None, ogr.wkbNone)
    dataset = None
    fault = harness.refused("load_layer", file="city.gpkg", name="city")
    assert fault["code"] == "AMBIGUOUS_LAYER"
    assert '"city.gpkg" holds 2 layers: "stops" (Point, 1 rows), "lines" (Line String, 0 rows)' in fault["message"]
    harness.done("load_layer", file="city.gpkg", name="stops", sublayer="stops")
    fault = harness.refused("load_layer", file="city.gpkg", name="other", sublayer="stop")
    assert (fault["code"], fault["hint"]) == ("UNKNOWN_LAYER", 'nearest of its 2 layers is "stops"')


def test_mixed_geometry_kinds_are_offered_one_by_one(harness):
    give_geojson(
        harness,
        "mixed.geojson",
        [
            (point(1, 2), {"n": 1}),
            ({"type": "Polygon", "coordinates": SQUARE}, {"n": 2}),
            ({"type": "MultiPolygon", "coordinates": [SQUARE]}, {"n": 3}),
            ({"type": "LineString", "coordinates": [[0, 0], [3, 4]]}, {"n": 4}),
            (None, {"n": 5}),
        ],
    )
    fault = harness.refused("load_layer", file="mixed.geojson", name="all")
    assert fault["code"] == "AMBIGUOUS_LAYER"
    for words in ('"mixed:Point" (1)', '"mixed:LineString" (1)', '"mixed:Polygon" (2)', '"mixed:None" (1)'):
        assert words in fault["message"]
    wanted = {"Point": [1], "LineString": [4], "Polygon": [2, 3], "None": [5]}
    for family, numbers in wanted.items():
        step = harness.done("load_layer", file="mixed.geojson", name=family.lower(), sublayer=f"mixed:{family}")
        assert [row["n"] for row in harness.rows(family.lower())] == numbers
        assert step.observation["geometry_type"] == family
    assert (
        harness.refused("load_layer", file="mixed.geojson", name="x", sublayer="mixed:Point ")["code"]
        == "UNKNOWN_LAYER"
    )


def test_single_and_multi_parts_become_multi_and_it_is_said(harness):
    features = [
        ({"type": "Polygon", "coordinates": SQUARE}, {}),
        ({"type": "MultiPolygon", "coordinates": [SQUARE]}, {}),
    ]
    give_geojson(harness, "zones.geojson", features)
    step = harness.done("load_layer", file="zones.geojson", name="zones")
    assert "1 single and 1 multi-part geometries: all are multi-part now" in said(step)
    assert {row["wkt"][:12] for row in harness.rows("zones")} == {"MULTIPOLYGON"}
    give_geojson(harness, "alike.geojson", features[:1])
    step = harness.done("load_layer", file="alike.geojson", name="alike")
    assert step.warnings == [] and harness.rows("alike")[0]["wkt"].startswith("POLYGON")


def test_a_column_called_fid_is_renamed(harness):
    give_geojson(
        harness, "lots.geojson", [(point(1, 2), {"FID": 7, "fid_1": 8}), (point(3, 4), {"FID": 7, "fid_1": 9})]
    )
    step = harness.done("load_layer", file="lots.geojson", name="lots")
    assert '"FID" is now "FID_2"' in said(step)
    assert [(row["FID_2"], row["fid_1"]) for row in harness.rows("lots")] == [(7, 8), (7, 9)]


def test_feature_ids_are_kept_where_they_are_asked_for(harness):
    path = give_file(harness, "keys.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)", "n": 1}] * 3})
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM rows WHERE fid = 2")
    connection.commit()
    connection.close()
    harness.done("load_layer", file="keys.gpkg", name="keys", fid_field="source_id")
    assert [row["source_id"] for row in harness.rows("keys")] == [1, 3]
    assert harness.refused("load_layer", file="keys.gpkg", name="x", fid_field="N")["code"] == "BAD_VALUE"
    assert harness.refused("load_layer", file="keys.gpkg", name="x", fid_field="fid")["code"] == "BAD_VALUE"


def test_no_name_of_a_column_is_taken_by_the_geometry(harness):
    """On paper: the source's own columns and that of its feature ids bear all names a geometry usually has."""
    own = {"geom": 1, "geometry": 2, "shape": 3, "geom_1": 4}
    give_file(harness, "plain.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)"}]})
    harness.done("load_layer", file="plain.gpkg", name="plain", fid_field="geom")
    assert harness.rows("plain") == [{"geom": 1, "wkt": "POINT (1 2)"}]
    given = {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(1 2)", **own}]}
    give_file(harness, "all.geojson", given, "GeoJSON", "all")
    harness.done("load_layer", file="all.geojson", name="every", fid_field="Geom_2")
    assert harness.rows("every") == [{**own, "Geom_2": 0, "wkt": "POINT (1 2)"}]


def test_a_key_column_of_another_name_is_named(harness):
    from given import srs_of
    from osgeo import ogr

    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(harness.workspace.inputs / "osm.gpkg"))
    layer = dataset.CreateLayer("osm", srs_of("EPSG:4326"), ogr.wkbPoint, ["FID=osm_id"])
    feature = ogr.Feature(layer.GetLayerDefn())
    feature.SetFID(4611686018427387904)
    feature.SetGeometry(ogr.CreateGeometryFromWkt("POINT(1 2)"))
    layer.CreateFeature(feature)
    feature = layer = dataset = None
    step = harness.done("load_layer", file="osm.gpkg", name="osm")
    assert 'the key column "osm_id" holds the feature ids and is no attribute' in said(step)
    harness.done("load_layer", file="osm.gpkg", name="kept", fid_field="osm_id")
    assert harness.rows("kept") == [{"osm_id": 4611686018427387904, "wkt": "POINT (1 2)"}]


def test_curves_are_linearized_within_the_stated_tolerance(harness):
    """On paper: the half circle of radius 100 has the area pi * 100^2 / 2; chords of 1 degree lie 0.004 % inside."""
    ring = "CURVEPOLYGON(COMPOUNDCURVE(CIRCULARSTRING(0 0, 100 100, 200 0), (200 0, 0 0)))"
    give_file(harness, "bow.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": ring}]})
    step = harness.done("load_layer", file="bow.gpkg", name="bow")
    assert "1 curved geometries were linearized: arcs became chords of 1 degree" in said(step)
    import shapely

    shape = shapely.from_wkt(harness.rows("bow")[0]["wkt"])
    assert shape.geom_type == "Polygon"
    assert shape.area == pytest.approx(math.pi * 100**2 / 2, rel=1e-4)
    corners = [(x - 100, y) for x, y in shape.exterior.coords]
    deepest = min(math.hypot((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in itertools.pairwise(corners) if y or v)
    assert 100 - deepest == pytest.approx(100 * (1 - math.cos(math.radians(0.5))), rel=0.02)
    assert 100 - deepest < 0.00004 * 100


def test_heights_and_measures_are_kept(harness):
    give_file(harness, "pipe.gpkg", {"crs": "EPSG:28992", "rows": [{"wkt": "LINESTRING ZM (0 0 5 0, 3 4 7 10)"}]})
    harness.done("load_layer", file="pipe.gpkg", name="pipe")
    assert place_of(harness, "pipe").startswith("inputs/")
    give_file(
        harness, "pipe.fgb", {"crs": "EPSG:28992", "rows": [{"wkt": "LINESTRING Z (0 0 5, 3 4 7)"}]}, "FlatGeobuf"
    )
    harness.done("load_layer", file="pipe.fgb", name="pipe_z")
    assert harness.rows("pipe_z")[0]["wkt"] == "LINESTRING Z (0 0 5,3 4 7)"


def test_flat_geometries_beside_others_with_heights_are_said(harness):
    give_geojson(harness, "wells.geojson", [({"type": "Point", "coordinates": [1, 2, 30]}, {}), (point(3, 4), {})])
    step = harness.done("load_layer", file="wells.geojson", name="wells")
    assert "1 geometries without Z stand beside others with Z; their Z is 0 now" in said(step)


def test_a_missing_crs_stays_missing_and_is_said(harness):
    give_file(harness, "local.gpkg", {"rows": [{"wkt": "POINT(1 2)"}]})
    step = harness.done("load_layer", file="local.gpkg", name="local")
    assert "CRS_MISSING: the file declares no CRS" in said(step)
    assert harness.workspace.handles["local"].crs == ""
    give_file(harness, "local.shp", {"rows": [{"wkt": "POINT(1 2)", "n": 1}]}, "ESRI Shapefile", "local")
    assert "CRS_MISSING" in said(harness.done("load_layer", file="local.shp", name="local_shape"))
    assert harness.workspace.handles["local_shape"].crs == ""


def test_rows_without_geometry_are_kept_and_counted(harness):
    give_geojson(harness, "sites.geojson", [(point(1, 2), {"n": 1}), (None, {"n": 2}), (None, {"n": 3})])
    step = harness.done("load_layer", file="sites.geojson", name="sites")
    assert "2 of 3 rows have no geometry (NULL)" in said(step)
    assert [row["wkt"] for row in harness.rows("sites")] == ["POINT (1 2)", None, None]


def test_geojson_is_longitude_latitude_unless_a_crs_member_says_otherwise(harness):
    give_geojson(harness, "plain.geojson", [(point(4.9, 52.4), {})])
    assert harness.done("load_layer", file="plain.geojson", name="plain").observation["crs"] == "EPSG:4326"
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::28992"}}
    give_geojson(harness, "rd.geojson", [(point(121000, 487000), {})], crs=crs)
    step = harness.done("load_layer", file="rd.geojson", name="rd")
    assert step.observation["crs"] == "EPSG:28992"
    assert "crs member names EPSG:28992 and is followed" in said(step)


def test_geojson_lists_and_objects_become_text_that_is_json(harness):
    give_geojson(harness, "tags.geojson", [(point(1, 2), {"tags": ["a", "b"], "more": {"k": 1}})])
    harness.done("load_layer", file="tags.geojson", name="tags")
    row = harness.rows("tags")[0]
    assert json.loads(row["tags"]) == ["a", "b"] and json.loads(row["more"]) == {"k": 1}


def test_keys_with_leading_zeros_stay_text_and_long_numbers_exact(harness):
    give_geojson(harness, "lots.geojson", [(point(1, 2), {"zip": "00501", "bbl": 9007199254740993})])
    harness.done("load_layer", file="lots.geojson", name="lots")
    assert harness.rows("lots")[0]["zip"] == "00501" and harness.rows("lots")[0]["bbl"] == 9007199254740993


def test_types_and_null_values_change_columns_of_a_vector_file(harness):
    give_geojson(
        harness,
        "lots.geojson",
        [
            (point(1, 2), {"zip": 501, "height": "12.5", "floors": -99}),
            (point(3, 4), {"zip": 7001, "height": "n/a", "floors": 2}),
        ],
    )
    step = harness.done(
        "load_layer",
        file="lots.geojson",
        name="lots",
        types={"zip": "text", "height": "real"},
        null_values=["n/a", "-99"],
    )
    assert step.observation["fields"] == {"zip": "text", "height": "real", "floors": "integer"}
    assert step.observation["counts"]["null_value_count"] == 2
    assert harness.rows("lots") == [
        {"zip": "501", "height": 12.5, "floors": None, "wkt": "POINT (1 2)"},
        {"zip": "7001", "height": None, "floors": 2, "wkt": "POINT (3 4)"},
    ]
    fault = harness.refused("load_layer", file="lots.geojson", name="x", types={"height": "real"})
    assert fault["message"] == 'types["height"]: 1 of 2 values is no real, first "n/a" in row 2'
    fault = harness.refused("load_layer", file="lots.geojson", name="x", types={"heigth": "real"})
    assert (fault["code"], fault["hint"]) == ("UNKNOWN_FIELD", 'nearest of its 3 columns is "height"')


def test_a_shapefile_without_stated_encoding_is_read_as_western_and_said(harness):
    path = give_file(harness, "naam.shp", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(1 2)", "naam": "xxxx"}]},
                     "ESRI Shapefile", "naam")  # fmt: skip
    table = path.with_suffix(".dbf")
    data = bytearray(table.read_bytes().replace(b"xxxx", "café".encode("latin-1")))
    data[29] = 0
    table.write_bytes(bytes(data))
    path.with_suffix(".cpg").unlink(missing_ok=True)
    step = harness.done("load_layer", file="naam.shp", name="naam")
    assert harness.rows("naam")[0]["naam"] == "café" and "read as latin-1" in said(step)
    table.write_bytes(bytes(data).replace("café".encode("latin-1"), "caf\u00e9"[:3].encode() + b"\x82"))
    harness.done("load_layer", file="naam.shp", name="dos", encoding="cp437")
    assert harness.rows("dos")[0]["naam"] == "café"


def test_geojson_in_another_encoding_is_said(harness):
    path = give_geojson(harness, "naam.geojson", [(point(1, 2), {"naam": "café"})])
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    step = harness.done("load_layer", file="naam.geojson", name="naam")
    assert harness.rows("naam")[0]["naam"] == "café" and "read as latin-1" in said(step)


def test_hostile_names_of_layers_and_columns_are_kept(harness):
    rows = [
        {"wkt": "POINT(1 2)", 'a"b': 1, "c'd; DROP TABLE x": 2, "select": 3, "ünï": 4, "x.y": 5, "geom": 6, "fid": 7}
    ]
    give_file(harness, "odd.fgb", {"crs": "EPSG:28992", "rows": rows}, "FlatGeobuf", "odd")
    step = harness.done("load_layer", file="odd.fgb", name="odd")
    assert '"fid" is now "fid_1"' in said(step)
    assert list(step.observation["fields"]) == ['a"b', "c'd; DROP TABLE x", "select", "ünï", "x.y", "geom", "fid_1"]
    wanted = {**rows[0], "fid_1": 7, "wkt": "POINT (1 2)"}
    del wanted["fid"]
    assert harness.rows("odd") == [wanted]


def test_arguments_that_change_nothing_are_refused(harness):
    give_geojson(harness, "a.geojson", [(point(1, 2), {"n": 1})])
    for argument, value in (("delimiter", ";"), ("header_row", False)):
        fault = harness.refused("load_layer", file="a.geojson", name="a", **{argument: value})
        assert fault["code"] == "BAD_VALUE" and argument in fault["message"]


def test_a_handle_is_written_once(harness):
    give_geojson(harness, "a.geojson", [(point(1, 2), {"n": 1})])
    harness.done("load_layer", file="a.geojson", name="a")
    assert harness.refused("load_layer", file="a.geojson", name="a")["code"] == "OUTPUT_EXISTS"


@pytest.mark.parametrize(
    ("crs", "wkt", "words"),
    [
        ("EPSG:4326", "POINT(52.37 4.89)", ""),  # swapped, but Earth has such a place
        ("EPSG:4326", "POINT(40.7 -174)", "the layer has coordinates that EPSG:4326 cannot have; are they swapped"),
        ("EPSG:4326", "POINT(121687 487326)", "the layer has coordinates that EPSG:4326 cannot have"),
        ("EPSG:28992", "POINT(487326 121687)", "outside the area EPSG:28992 is made for"),
        ("EPSG:28992", "POINT(4.89 52.37)", "outside the area EPSG:28992 is made for"),
        ("EPSG:28992", "POINT(121687 487326)", ""),
        ("EPSG:3857", "POINT(545000 6868000)", ""),
    ],
)
def test_coordinates_out_of_place_are_warned_of(harness, crs, wkt, words):
    """Published: EPSG:28992 is for 3.2 to 7.22 E, 50.75 to 53.7 N; Amsterdam is at 121687, 487326."""
    give_file(harness, "places.gpkg", {"crs": crs, "rows": [{"wkt": wkt}]})
    step = harness.done("load_layer", file="places.gpkg", name="places")
    assert words in said(step) if words else step.warnings == []


@pytest.mark.parametrize(
    ("name", "driver", "layer"),
    [
        ("a.shp", "ESRI Shapefile", "a"),
        ("a.geojson", "GeoJSON", "a"),
        ("a.fgb", "FlatGeobuf", "a"),
        ("a.gml", "GML", "a"),
        ("a.kml", "KML", "a"),
        ("a.kmz", "LIBKML", "a"),
        ("a.sqlite", "SQLite", "a"),
        ("a.gdb", "OpenFileGDB", "a"),
    ],
)
def test_every_format_of_the_list_is_read(harness, name, driver, layer):
    rows = [{"wkt": "POINT(5 52)", "word": "å"}, {"wkt": "POINT(6 53)", "word": "b"}]
    give_file(harness, name, {"crs": "EPSG:4326", "rows": rows}, driver, layer)
    step = harness.done("load_layer", file=name, name="a")
    assert (step.observation["crs"], step.observation["count"]) == ("EPSG:4326", 2)
    found = {(row["word"], row["wkt"].replace(" Z", "").replace(" 0)", ")")) for row in harness.rows("a")}
    assert found == {("å", "POINT (5 52)"), ("b", "POINT (6 53)")}


def test_a_hole_wound_as_a_shell_is_counted_as_invalid(harness):
    """On paper: a square of 10 with a hole of 4; wound the same way the hole is a second shell inside the first."""
    ring = "POLYGON((0 0,0 10,10 10,10 0,0 0),(3 3,7 3,7 7,3 7,3 3))"
    path = give_file(
        harness, "park.shp", {"crs": "EPSG:3857", "rows": [{"wkt": ring, "n": 1}]}, "ESRI Shapefile", "park"
    )
    harness.done("load_layer", file="park.shp", name="twin")
    assert harness.done("describe_layer", layer="twin").observation["report"]["geometry"]["invalid"] == 0
    data = bytearray(path.read_bytes())
    points = 100 + 8 + 4 + 32 + 8 + 2 * 4
    hole = data[points + 5 * 16 : points + 10 * 16]
    data[points + 5 * 16 : points + 10 * 16] = b"".join(bytes(hole[k : k + 16]) for k in range(64, -1, -16))
    path.write_bytes(bytes(data))
    harness.done("load_layer", file="park.shp", name="park")
    geometry = harness.done("describe_layer", layer="park").observation["report"]["geometry"]
    assert geometry["invalid"] == 1 and geometry["first_invalid"].startswith("row 1: ")


def test_an_empty_collection_is_loaded_and_said(harness):
    give_geojson(harness, "none.geojson", [])
    step = harness.done("load_layer", file="none.geojson", name="nothing")
    assert step.observation["count"] == 0 and "EMPTY" in said(step)
