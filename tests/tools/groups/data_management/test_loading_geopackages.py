# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on GeoPackages that are not as plain as they look."""

import sqlite3

import pytest

pytestmark = pytest.mark.qgis

SQUARE = "POLYGON((0 0,4 0,4 4,0 4,0 0))"


def give_file(harness, name, layer, rows, **more):
    from given import write_vector

    path = harness.workspace.inputs / name
    write_vector(path, layer, {"crs": "EPSG:3857", "rows": rows, **more})
    return path


def changed(path, *statements):
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def place_of(harness, handle):
    return harness.workspace.state.handles[handle].path.partition("/")[0]


@pytest.mark.parametrize("layer", ["parks", "Parks 2024", "åäö", "a-b.c"])
def test_a_plain_name_of_a_layer_stays_where_it_is(harness, layer):
    give_file(harness, "a.gpkg", layer, [{"wkt": SQUARE, "n": 1}])
    harness.done("load_layer", file="a.gpkg", name="a")
    assert place_of(harness, "a") == "inputs"
    assert harness.done("clip", layer="a", mask="a", output="b").observation["count"] == 1


@pytest.mark.parametrize("layer", ["a|layername=b", "it's", 'the "old" ones', "x; DROP TABLE x", "a:b"])
def test_a_name_that_could_be_taken_apart_is_written_anew(harness, layer):
    give_file(harness, "a.gpkg", layer, [{"wkt": SQUARE, "n": 1}])
    harness.done("load_layer", file="a.gpkg", name="a", sublayer=layer)
    assert place_of(harness, "a") == "work"
    assert harness.done("clip", layer="a", mask="a", output="b").observation["count"] == 1


def test_a_count_that_was_forgotten_is_mended(harness):
    path = give_file(harness, "a.gpkg", "a", [{"wkt": SQUARE, "n": n} for n in range(3)])
    changed(path, "UPDATE gpkg_ogr_contents SET feature_count = 7")
    assert harness.done("load_layer", file="a.gpkg", name="a").observation["count"] == 3


@pytest.mark.parametrize(
    ("rows", "geometry_type", "place"),
    [
        ([{"wkt": SQUARE}], "Polygon", "inputs"),
        ([{"wkt": SQUARE}], "MultiPolygon", "work"),  # declared multi, stored single
        ([{"wkt": "MULTIPOLYGON(((0 0,4 0,4 4,0 0)))"}], "Polygon", "work"),
        ([{"wkt": SQUARE}], "Unknown", "work"),
        ([{"wkt": "POINT Z (1 2 3)"}], "Point", "either"),  # newer GDAL declares heights when it writes them
        ([{"wkt": SQUARE}, {"wkt": None}], "Polygon", "inputs"),
        ([], "Polygon", "inputs"),
    ],
)
def test_what_is_declared_must_be_what_is_stored(harness, rows, geometry_type, place):
    give_file(harness, "a.gpkg", "a", [{**row, "n": n} for n, row in enumerate(rows)], geometry_type=geometry_type,
              types={"n": "integer"})  # fmt: skip
    harness.done("load_layer", file="a.gpkg", name="a")
    assert place in (place_of(harness, "a"), "either")
    assert len(harness.rows("a")) == len(rows)
    facts = harness.workspace.handles["a"]
    for row in harness.rows("a"):
        if row["wkt"]:
            assert row["wkt"].startswith("MULTI") == facts.is_multi and (" Z" in row["wkt"]) == facts.has_z


def test_feature_ids_of_one_kind_of_a_mixed_layer_are_those_of_the_source(harness):
    rows = [
        {"wkt": "POINT(1 2)", "n": 1},
        {"wkt": SQUARE, "n": 2},
        {"wkt": "POINT(3 4)", "n": 3},
        {"wkt": SQUARE, "n": 4},
    ]
    give_file(harness, "a.gpkg", "a", rows, geometry_type="Unknown")
    harness.done("load_layer", file="a.gpkg", name="a", sublayer="a:Polygon", fid_field="source")
    assert [(row["n"], row["source"]) for row in harness.rows("a")] == [(2, 2), (4, 4)]


def test_a_table_of_a_geopackage_is_a_table(harness):
    give_file(harness, "a.gpkg", "codes", [{"code": "007", "n": 9007199254740993}])
    step = harness.done("load_layer", file="a.gpkg", name="a")
    assert (step.observation["kind"], place_of(harness, "a")) == ("table", "inputs")
    assert harness.rows("a") == [{"code": "007", "n": 9007199254740993}]


def test_a_damaged_page_is_found(harness):
    path = give_file(harness, "a.gpkg", "a", [{"wkt": SQUARE, "text": "x" * 500} for _ in range(500)])
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    assert harness.refused("load_layer", file="a.gpkg", name="a")["code"] == "BAD_FORMAT"


def test_loading_can_be_cancelled(harness, monkeypatch):
    from gisagentbench.tools.execution.context import EngineFeedback

    give_file(harness, "a.gpkg", "a", [{"wkt": SQUARE, "n": n} for n in range(3000)])
    monkeypatch.setattr(EngineFeedback, "isCanceled", lambda self: True)
    assert harness.refused("load_layer", file="a.gpkg", name="a", fid_field="id")["code"] == "CANCELLED"
    assert list(harness.workspace.work.iterdir()) == []
