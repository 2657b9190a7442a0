# SPDX-License-Identifier: GPL-2.0-or-later
"""export_layer: names, texts and numbers that a format does not hold are refused or said, never changed in silence."""

import pytest
from exported_stops import FORMATS, export, written
from loaded_files import said

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize("mark", ["<", "&", '"', ">"])
def test_kml_refuses_column_names_that_would_break_the_file(harness, mark):
    harness.give("a", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", f"a{mark}b": 1, "c": 2}]})
    fault = harness.refused("export_layer", layer="a", file="a.kml", format="kml")
    assert (fault["code"], f'"a{mark}b"' in fault["message"]) == ("BAD_VALUE", True)
    assert list(harness.workspace.output.iterdir()) == []
    export(harness, "kml", "a", fields=["c"])
    assert [row["c"] for row in written(harness, "r.kml")] in ([2], ["2"])


def test_kml_says_which_column_becomes_the_name_of_a_placemark(harness):
    harness.give("a", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "name": "x", "n": 1}]})
    assert said(export(harness, "kml", "a")) == 'KML makes name and description of each placemark of "name"'


@pytest.mark.parametrize("mark", ["\x01", "\x0b", "\x1f", "\ufffe", "\uffff", "\t", "\n", "\r", "\ud7ff", "\U0001f600"])
def test_xml_formats_hold_a_text_or_refuse_it(harness, mark):
    """XML 1.0 holds tab, line ends and everything from blank on but U+FFFE and U+FFFF; a parser takes CR LF as LF."""
    import zipfile
    from xml.etree import ElementTree

    harness.give("a", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "t": f"a{mark}b", "n": 1}]})
    if mark in "\x01\x0b\x1f\ufffe\uffff":
        assert "control characters" in harness.refused("export_layer", layer="a", file="a.kml", format="kml")["message"]
    else:
        export(harness, "kml", "a")
        assert written(harness, "r.kml")[0]["t"].replace("\n", "\r").split("\r" if mark in "\r\n" else mark) == [
            "a",
            "b",
        ]
    export(harness, "xlsx", "a")
    with zipfile.ZipFile(harness.workspace.output / "r.xlsx") as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    kept = mark if mark in "\t\n\ud7ff\U0001f600" else f"_x{ord(mark):04X}_"
    assert f"a{kept}b" in [part.text for part in sheet.iter() if part.text]


@pytest.mark.parametrize("file_format", FORMATS)
def test_an_infinite_number_is_kept_or_refused(harness, file_format):
    """JSON and XML have no infinite numbers; GDAL leaves the value out of GeoJSON."""
    rows = [{"wkt": "POINT(5 52)", "r": number, "n": 1} for number in (float("inf"), float("-inf"), 1.5)]
    harness.give("a", {"crs": "EPSG:4326", "rows": rows})
    if file_format in ("geojson", "shapefile", "kml"):
        fault = harness.refused("export_layer", layer="a", file=FORMATS[file_format], format=file_format)
        assert (fault["code"], "infinite in 2 rows" in fault["message"]) == ("BAD_VALUE", True)
        assert list(harness.workspace.output.iterdir()) == []
        return
    export(harness, file_format, "a")
    assert [float(row["r"]) for row in written(harness, FORMATS[file_format])] == [float("inf"), float("-inf"), 1.5]


@pytest.mark.parametrize(("number", "is_held"), [(9.9e22, True), (-9.9e22, True), (1e23, False), (-1.7e308, False)])
def test_a_shapefile_refuses_numbers_it_would_cut_in_front(harness, number, is_held):
    """A number stands in 24 places; GDAL cuts what is longer, so that 1.7e308 would be read as 1.7e23."""
    harness.give(
        "a", {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "r": number}, {"wkt": "POINT(5 52)", "r": 0.5}]}
    )
    if is_held:
        export(harness, "shapefile", "a")
        assert [row["r"] for row in written(harness, "r.shp")] == pytest.approx([number, 0.5], rel=1e-15)
    else:
        fault = harness.refused("export_layer", layer="a", file="r.shp", format="shapefile")
        assert (fault["code"], "24 digits" in fault["message"]) == ("BAD_VALUE", True)


def test_blanks_that_a_shapefile_loses_are_said(harness):
    for name, text, count in (("a", " x", 1), ("b", "x ", 1), ("c", "x y", 0)):
        harness.give(name, {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(5 52)", "t": text}]})
        step = export(harness, "shapefile", name, file=f"{name}.shp")
        assert (count == 1) == ("blanks at the ends" in said(step))
        assert written(harness, f"{name}.shp")[0]["t"] == text.strip()
