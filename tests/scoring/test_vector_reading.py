# SPDX-License-Identifier: GPL-2.0-or-later
"""Files of every format are read as GDAL reads them feature by feature."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from osgeo import gdal, ogr

from gisagentbench.scoring import arrow_columns
from gisagentbench.scoring.source_file import Unreadable
from gisagentbench.scoring.vector_reading import LayerMissing, read_rows

from .layer_files import square, write_layer

FIELDS = {"big": "integer", "x": "real", "name": "text", "day": "date"}
ROWS: list[dict[str, Any]] = [
    {"big": 2**53 + 1, "x": 0.1, "name": "007", "day": "2024/02/29", "shape": square(0)},
    {"big": None, "x": None, "name": None, "day": None, "shape": None},
    {"big": -5, "x": 1e300, "name": "Z\u00fcrich, \u6771\u4eac", "day": "1969/07/20", "shape": square(20)},
]
MORE_TYPES = {"seen": "datetime", "open": "boolean"}


def feature_values(path: Path, fields: dict[str, str]) -> list[list[Any]]:
    """Reads values with one call of GDAL per feature and field."""
    dataset = gdal.OpenEx(str(path), gdal.OF_VECTOR)
    rows = []
    for feature in dataset.GetLayer(0):
        row = []
        for name, word in fields.items():
            place = feature.GetFieldIndex(name)
            if not feature.IsFieldSetAndNotNull(place):
                row.append(None)
            elif word in ("date", "datetime"):
                year, month, day, hour, minute, second, _ = feature.GetFieldAsDateTime(place)
                clock = "" if word == "date" else f"T{hour:02}:{minute:02}:{second:06.3f}"
                row.append(f"{year:04}-{month:02}-{day:02}{clock}")
            else:
                getters = {"integer": feature.GetFieldAsInteger64, "real": feature.GetFieldAsDouble}
                value = getters.get(word, feature.GetFieldAsString)(place)
                row.append(value == "1" if word == "boolean" else value)
        shape = feature.GetGeometryRef()
        rows.append([*row, None if shape is None else bytes(shape.ExportToWkb())])
    return rows


def our_values(path: Path, fields: dict[str, str]) -> list[list[Any]]:
    """Reads values as the scorer does."""
    table = read_rows(path, fields, "t")
    return [
        [
            *(table.columns[name].python_value(row) for name in fields),
            None if table.shapes is None or table.shapes[row] is None else shapely.to_wkb(table.shapes[row]),
        ]
        for row in range(table.count)
    ]


@pytest.mark.parametrize("ending", [".gpkg", ".geojson", ".shp", ".fgb"])
def test_values_are_those_of_single_features(tmp_path: Path, ending: str) -> None:
    fields = {name: word for name, word in FIELDS.items() if (ending, name) != (".fgb", "day")}
    fields |= {} if ending == ".shp" else MORE_TYPES
    rows = [row | {"seen": "2024/02/29 12:30:00", "open": 1} if row["name"] else row for row in ROWS]
    crs = "EPSG:4326" if ending == ".geojson" else "EPSG:28992"
    kind = ogr.wkbPolygon if ending in (".shp", ".fgb") else ogr.wkbUnknown
    path = write_layer(tmp_path / f"t{ending}", fields, rows, crs, kind)
    assert our_values(path, fields) == feature_values(path, fields)


def test_workbooks_are_read_with_their_header(tmp_path: Path) -> None:
    fields = {"big": "integer", "x": "real", "name": "text"}
    rows = [{"big": 5, "x": 0.5, "name": "007"}, {"big": 7, "x": None, "name": "b"}]
    path = write_layer(tmp_path / "t.xlsx", fields, rows, None, ogr.wkbNone)
    assert our_values(path, fields) == [[5, 0.5, "007", None], [7, None, "b", None]]


@pytest.mark.parametrize("ending", [".gpkg", ".shp", ".fgb", ".geojson"])
def test_many_batches_are_one_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setattr(arrow_columns, "BATCH_ROWS", 1000)
    fields = {"big": "integer", "x": "real", "name": "text"}
    rows = [
        {
            "big": number + 2**53 if number % 7 else None,
            "x": number / 3 if number % 5 else None,
            "name": f"{number:06}" if number % 3 else None,
            "shape": f"POINT({number} 1)" if number % 11 else None,
        }
        for number in range(3_500)
    ]
    path = write_layer(tmp_path / f"t{ending}", fields, rows, None, ogr.wkbPoint)
    assert our_values(path, fields) == feature_values(path, fields)


def test_text_with_dates_stays_text_in_geojson(tmp_path: Path) -> None:
    path = write_layer(tmp_path / "t.geojson", {"name": "text"}, [{"name": "2024-02-29"}], "EPSG:4326")
    assert read_rows(path, {"name": "text"}, "t").columns["name"].type == "text"
    assert read_rows(path, {"name": "date"}, "t").columns["name"].type == "date"


def test_empty_shapes_are_missing_and_curves_are_told(tmp_path: Path) -> None:
    rows = [{"shape": "POLYGON EMPTY"}, {"shape": "CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))"}]
    table = read_rows(write_layer(tmp_path / "t.gpkg", {"a": "text"}, rows), {"a": "text"}, "t")
    assert table.shapes is not None
    assert table.shapes[0] is None
    assert table.unread_shapes.tolist() == [1] or table.shapes[1].geom_type not in ("Polygon", "MultiPolygon")


def test_coordinates_that_are_no_numbers_are_told(tmp_path: Path) -> None:
    rows = [{"shape": "POINT(1e300 2)"}, {"shape": "POINT(1 2)"}, {"shape": "LINESTRING(0 0,1e16 0)"}]
    table = read_rows(write_layer(tmp_path / "t.gpkg", {"a": "text"}, rows), {"a": "text"}, "t")
    assert table.unread_shapes.tolist() == [0, 2]
    assert table.shapes is not None
    assert [shape is None for shape in table.shapes] == [True, False, True]


def test_layer_is_asked_by_name_where_there_are_several(tmp_path: Path) -> None:
    path = write_layer(tmp_path / "t.gpkg", {"a": "text"}, [{"a": "x"}], layer="one")
    write_layer(path, {"a": "text"}, [{"a": "y"}], layer="two", add=True)
    assert read_rows(path, {"a": "text"}, "two").columns["a"].values.tolist() == ["y"]
    with pytest.raises(LayerMissing) as error:
        read_rows(path, {"a": "text"}, "t")
    assert (error.value.wanted, error.value.found) == ("t", ["one", "two"])


def test_columns_that_are_not_asked_for_are_named_and_not_read(tmp_path: Path) -> None:
    path = write_layer(tmp_path / "t.gpkg", FIELDS, ROWS)
    table = read_rows(path, {"x": "real"}, "t")
    assert (list(table.columns), table.names) == (["x"], list(FIELDS))
    assert np.isclose(table.columns["x"].values[0], 0.1)


@pytest.mark.parametrize("ending", [".gpkg", ".shp", ".fgb", ".geojson"])
@pytest.mark.parametrize("fields", [FIELDS, {}], ids=["beside fields", "alone"])
def test_shapes_are_read_where_no_column_is_asked_for(tmp_path: Path, ending: str, fields: dict[str, str]) -> None:
    rows = [ROWS[0], ROWS[2]]
    path = write_layer(tmp_path / f"t{ending}", fields, rows, "EPSG:4326", ogr.wkbPolygon)
    expected = sorted(values[-1] for values in feature_values(path, {}))
    assert sorted(values[-1] for values in our_values(path, {})) == expected
    dates = {"day": "date"} if fields and ending != ".fgb" else {}
    assert sorted(values[-1] for values in our_values(path, dates)) == expected


def test_unknown_extension_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_bytes(b"SQLite format 3\x00")
    with pytest.raises(Unreadable, match="no output format"):
        read_rows(tmp_path / "t.sqlite", {}, "t")


@pytest.mark.parametrize("ending", [".gpkg", ".geojson", ".fgb", ".csv"])
def test_names_of_columns_are_one_letter_or_letter_and_accent(tmp_path: Path, ending: str) -> None:
    # e with an acute as two characters, as macOS writes names
    name = "de\u0301partement"
    path = tmp_path / f"t{ending}"
    if ending == ".csv":
        path.write_text(f"{name}\nAin\n", "utf-8")
    else:
        write_layer(path, {name: "text"}, [{name: "Ain", "shape": "POINT(5 46)"}], "EPSG:4326", ogr.wkbPoint)
    table = read_rows(path, {"d\u00e9partement": "text"}, "t")
    assert table.names == ["d\u00e9partement"]
    assert table.columns["d\u00e9partement"].values.tolist() == ["Ain"]
