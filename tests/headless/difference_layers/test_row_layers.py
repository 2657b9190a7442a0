# SPDX-License-Identifier: GPL-2.0-or-later
"""The GeoPackage of differences holds each row once, with both values; it is read back by OGR alone."""

import pytest
from osgeo import ogr
from pydantic import TypeAdapter

from gisagentbench.headless.difference_layers.difference_process import write_in_child
from gisagentbench.headless.difference_layers.layer_writing import write_differences
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import (
    OUTPUT_SQUARES,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    TABLE_CONTRACT,
    Square,
    write_squares,
)


def contract_of(document, **changes):
    return TypeAdapter(OutputContract).validate_python({**document, **changes})


def squares(folder, reference=REFERENCE_SQUARES, output=OUTPUT_SQUARES, most_rows=100, **changes):
    write_squares(folder / "reference.gpkg", reference)
    write_squares(folder / "squares.gpkg", output)
    paths = folder / "reference.gpkg", folder / "squares.gpkg"
    return write_differences(contract_of(SQUARES_CONTRACT, **changes), *paths, folder, most_rows=most_rows)


def rows_of(written, kind):
    """The rows of a layer as dictionaries, with the lower left corner of the shape."""
    one = written.layer(kind)
    dataset = ogr.Open(one.path)
    layer = dataset.GetLayerByName(one.sublayer)
    rows = []
    for feature in layer:
        row = {name: feature.GetField(name) for name in (field.name for field in layer.schema)}
        shape = feature.GetGeometryRef()
        rows.append({**row, "at": None if shape is None else shape.GetEnvelope()[::2]})
    return rows


def test_every_kind_is_a_layer_with_its_values(tmp_path):
    written = squares(tmp_path)
    assert [layer.kind for layer in written.layers] == ["extra", "missing", "before", "moved", "wrong", "same"]
    assert rows_of(written, "extra") == [{"output_row": 6, "id": 9, "people": 90.0, "at": (350.0, 150.0)}]
    assert rows_of(written, "missing") == [{"reference_row": 4, "id": 3, "people": 30.0, "at": (0.0, 100.0)}]
    assert rows_of(written, "wrong") == [
        {
            "reference_row": 2, "output_row": 2, "id": 1, "wrong": "people", "people_expected": 10.0,
            "people_found": 11.0, "at": (100.0, 0.0),
        }
    ]  # fmt: skip
    (moved,) = rows_of(written, "moved")
    assert (moved["id"], moved["wrong"], moved["at"]) == (2, "", (250.0, 0.0))
    # Half of each square is not in the other one: 10 000 square metres, where 1 or 400 m * 0.01 m = 4 are allowed.
    assert moved["times_tolerance"] == pytest.approx(10_000 / 4)
    assert rows_of(written, "before") == [{"reference_row": 3, "id": 2, "at": (200.0, 0.0)}]
    assert [row["id"] for row in rows_of(written, "same")] == [0, 4, 5]


def test_a_moved_row_with_wrong_values_tells_both(tmp_path):
    written = squares(tmp_path, [Square(1, 0, 0, 5.0)], [Square(1, 3, 0, 9.0)])
    (row,) = rows_of(written, "moved")
    assert (row["wrong"], row["people_expected"], row["people_found"]) == ("people", 5.0, 9.0)
    assert written.notes == ["1 of the moved rows has wrong values too."]


def test_of_many_rows_some_are_written_and_it_is_said(tmp_path):
    written = squares(tmp_path, most_rows=2)
    assert [row["id"] for row in rows_of(written, "same")] == [0, 5]  # of three, the outer two
    assert (written.counts["same"], written.layer("same").written) == (3, 2)
    assert written.notes == ["Of 3 rows (same) 2 are drawn."]


def test_columns_that_are_called_like_our_own_stand_beside_them(tmp_path):
    text = (
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"size": 1, "output_row": "%s"},'
        ' "geometry": {"type": "Point", "coordinates": [1, 2]}}]}'
    )
    for name, word in (("reference", "one"), ("points", "two")):
        (tmp_path / f"{name}.geojson").write_text(text % word)
    columns = {"size": {"type": "integer", "role": "count"}, "output_row": {"type": "text"}}
    contract = contract_of(
        {
            "kind": "vector", "file": "points.geojson", "crs": "EPSG:4326", "geometry_type": "Point",
            "columns": columns, "id_columns": ["output_row"], "rationale": "made",
        }
    )  # fmt: skip
    paths = tmp_path / "reference.geojson", tmp_path / "points.geojson"
    written = write_differences(contract, *paths, tmp_path, most_rows=9)
    extra = {"output_row": 1, "size": 1, "output_row_2": "two", "at": (1.0, 2.0)}
    assert rows_of(written, "extra") == [extra]


def test_a_table_has_layers_without_shapes(tmp_path):
    (tmp_path / "reference.csv").write_text("name,people\nNorth,10\nSouth,20\nEast,5\n")
    (tmp_path / "people.csv").write_text("name,people\nNorth,\nSouth,20\nWest,7\n")
    paths = tmp_path / "reference.csv", tmp_path / "people.csv"
    written = write_differences(contract_of(TABLE_CONTRACT), *paths, tmp_path, most_rows=9)
    assert written.counts == {"same": 1, "wrong": 1, "moved": 0, "missing": 1, "extra": 1}
    (row,) = rows_of(written, "wrong")
    assert (row["name"], row["people_expected"], row["people_found"], row["at"]) == ("North", 10, None, None)
    assert ogr.Open(written.layer("wrong").path).GetLayerByName("wrong_values").GetGeomType() == ogr.wkbNone


def test_layers_are_in_the_crs_of_the_reference(tmp_path):
    dataset = ogr.Open(squares(tmp_path).layer("moved").path)
    assert dataset.GetLayerByName("moved_shapes").GetSpatialRef().GetAuthorityCode(None) == "32630"


@pytest.mark.parametrize(
    ("rule", "text", "problem"),
    [
        ("nothing written", None, "squares.gpkg cannot be compared: it was not written."),
        ("no GeoPackage", "text", "squares.gpkg cannot be compared: it is another format behind the extension .gpkg."),
    ],
)
def test_what_cannot_be_read_is_a_problem_in_the_child_too(rule, text, problem, tmp_path):
    write_squares(tmp_path / "reference.gpkg", REFERENCE_SQUARES)
    if text is not None:
        (tmp_path / "squares.gpkg").write_text(text)
    paths = tmp_path / "reference.gpkg", tmp_path / "squares.gpkg"
    assert write_in_child(contract_of(SQUARES_CONTRACT), *paths, tmp_path).problem == problem, rule


def test_the_child_writes_what_this_process_writes(tmp_path):
    here = squares(tmp_path, most_rows=100_000)
    (tmp_path / "child").mkdir()
    paths = tmp_path / "reference.gpkg", tmp_path / "squares.gpkg"
    there = write_in_child(contract_of(SQUARES_CONTRACT), *paths, tmp_path / "child")
    assert (there.counts, there.notes) == (here.counts, here.notes)
    for layer in here.layers:
        assert rows_of(there, layer.kind) == rows_of(here, layer.kind)
