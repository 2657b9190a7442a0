# SPDX-License-Identifier: GPL-2.0-or-later
"""export_layer to csv and xlsx: NULL, empty text, exact numbers, days, and what a sheet cannot hold."""

import csv

import pytest
from exported_stops import TYPES, export, give_stops
from loaded_files import said

pytestmark = pytest.mark.qgis


def test_csv_tells_null_from_empty_text_and_keeps_digits(harness):
    give_stops(harness)
    step = export(harness, "csv", csv_geometry="xy")
    assert (harness.workspace.output / "r.csv").read_text() == (
        "name,lot,x1,ok,day,at,x,y\n"
        '"a ""b"", c",9007199254740993,0.1,true,2024-02-29,2024-01-02T03:04:05Z,155000.1,463000.7\n'
        '"",,,,,,155001.0,463001.0\n'
        ",-5,1e-09,false,1999-12-31,2024-06-30T23:59:59Z,155002.0,463002.0\n"
    )
    assert "coordinates are in EPSG:28992" in said(step)


def test_csv_words_for_geometry_each_give_another_file(harness):
    give_stops(harness)
    heads = {}
    for word in ("none", "wkt", "xy"):
        export(harness, "csv", file=f"{word}.csv", csv_geometry=word, fields=["lot"])
        with (harness.workspace.output / f"{word}.csv").open() as stream:
            heads[word] = list(csv.reader(stream))[:2]
    assert heads["none"] == [["lot"], ["9007199254740993"]]
    assert heads["wkt"] == [["lot", "wkt"], ["9007199254740993", "POINT (155000.1 463000.7)"]]
    assert heads["xy"] == [["lot", "x", "y"], ["9007199254740993", "155000.1", "463000.7"]]


def test_csv_that_was_exported_comes_back_the_same(harness):
    give_stops(harness)
    export(harness, "csv")
    (harness.workspace.output / "r.csv").rename(harness.workspace.inputs / "r.csv")
    step = harness.done("load_layer", file="r.csv", name="again")
    assert step.observation["fields"] == TYPES
    kept = [{key: value for key, value in row.items() if key != "wkt"} for row in harness.rows("stops")]
    assert harness.rows("again") == kept


def test_positions_need_single_points(harness):
    harness.give("lines", {"crs": "EPSG:28992", "rows": [{"wkt": "LINESTRING(0 0, 1 1)", "n": 1}]})
    harness.give("many", {"crs": "EPSG:28992", "rows": [{"wkt": "MULTIPOINT(0 0, 1 1)", "n": 1}]})
    harness.give("table", {"rows": [{"n": 1}]})
    for layer in ("lines", "many", "table"):
        fault = harness.refused("export_layer", layer=layer, file="a.csv", format="csv", csv_geometry="xy")
        assert fault["code"] == "WRONG_GEOMETRY_TYPE"
    harness.give("taken", {"crs": "EPSG:28992", "rows": [{"wkt": "POINT(0 0)", "X": 1}]})
    fault = harness.refused("export_layer", layer="taken", file="a.csv", format="csv", csv_geometry="xy")
    assert (fault["code"], fault["message"]) == ("BAD_VALUE", 'csv_geometry: the column "X" is there already')


def test_null_and_empty_geometries_have_no_position(harness):
    harness.give("odd", {"crs": "EPSG:28992", "geometry_type": "Point",
                         "rows": [{"wkt": None, "n": 1}, {"wkt": "POINT EMPTY", "n": 2}]})  # fmt: skip
    export(harness, "csv", "odd", csv_geometry="xy")
    assert (harness.workspace.output / "r.csv").read_text() == "n,x,y\n1,,\n2,,\n"


def test_a_workbook_keeps_text_text(harness):
    rows = [{"code": "=1+1", "zip": "00501", "note": 'a\x07b <&> "c"', "lot": 9007199254740993, "old": "1890-01-01"}]
    types = {"code": "text", "zip": "text", "note": "text", "lot": "integer", "old": "date"}
    harness.give("rows", {"rows": rows, "types": types})
    step = export(harness, "xlsx", "rows", sublayer="a/b:c" + "x" * 40)
    (harness.workspace.inputs / "r.xlsx").write_bytes((harness.workspace.output / "r.xlsx").read_bytes())
    harness.done("load_layer", file="r.xlsx", name="again")
    row = harness.rows("again")[0]
    assert (row["code"], row["zip"], row["lot"], row["old"]) == ("=1+1", "00501", "9007199254740993", "1890-01-01")
    assert "which a workbook rounds" in said(step) and "dates before 1900-03-01" in said(step)
    from xml.etree import ElementTree
    from zipfile import ZipFile

    with ZipFile(harness.workspace.output / "r.xlsx") as archive:
        assert archive.testzip() is None
        for part in archive.namelist():
            ElementTree.fromstring(archive.read(part))
        assert b'name="a_b_c' in archive.read("xl/workbook.xml")


def test_days_of_a_workbook_are_those_of_the_calendar(harness):
    """Published: 1900-03-01 is day 61 and 2024-02-29 day 45351 of the 1900 date system."""
    from zipfile import ZipFile

    rows = [{"day": "1900-03-01"}, {"day": "2024-02-29"}]
    harness.give("rows", {"rows": rows, "types": {"day": "date"}})
    export(harness, "xlsx", "rows")
    with ZipFile(harness.workspace.output / "r.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert '<c r="A2" s="1"><v>61</v></c>' in sheet and '<c r="A3" s="1"><v>45351</v></c>' in sheet


def test_a_sheet_that_cannot_hold_the_rows_is_refused(harness, monkeypatch):
    from gisagentbench.tools.execution.files import xlsx_export

    give_stops(harness)
    monkeypatch.setattr(xlsx_export, "MOST_ROWS", 3)
    fault = harness.refused("export_layer", layer="stops", file="r.xlsx", format="xlsx")
    assert fault["code"] == "LIMIT_EXCEEDED" and list(harness.workspace.output.iterdir()) == []
    monkeypatch.setattr(xlsx_export, "MOST_ROWS", 4)
    export(harness, "xlsx")


@pytest.mark.parametrize(
    ("wkt", "form", "advice"),
    [
        ("POINT(155000 463000)", "csv", "csv_geometry xy or wkt writes it."),
        ("MULTIPOINT(155000 463000)", "csv", "csv_geometry wkt writes it."),
        ("LINESTRING(155000 463000,155001 463000)", "csv", "csv_geometry wkt writes it."),
        ("POINT(155000 463000)", "xlsx", "csv takes it by csv_geometry."),
    ],
)
def test_geometry_that_is_not_written_is_said_with_what_writes_it(harness, wkt, form, advice):
    harness.give("stops", {"crs": "EPSG:28992", "rows": [{"wkt": wkt, "n": 1}]})
    step = export(harness, form, "stops", f"r.{form}")
    assert step.warnings == [f"the geometry is not in the {form} file; {advice}"]


@pytest.mark.parametrize("word", ["wkt", "xy"])
def test_measures_that_text_does_not_take_are_said(harness, word):
    harness.give(
        "stops", {"crs": "EPSG:28992", "geometry_type": "PointM", "rows": [{"wkt": "POINT M (155000 463000 7)"}]}
    )
    step = export(harness, "csv", "stops", "r.csv", csv_geometry=word)
    assert "the M values are left out." in step.warnings
    text = (harness.workspace.output / "r.csv").read_text()
    assert "155000" in text and "7" not in text.replace("155000", "").replace("463000", "")
