# SPDX-License-Identifier: GPL-2.0-or-later
"""NULL, empty text, 0, dates and times as each format holds them: told apart where it can tell them apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from osgeo import ogr

from gisagentbench.scoring.comparison import compare_files
from gisagentbench.tasks.output_format import ROW_FORMATS

from .layer_files import DRIVERS, contract_of, write_layer

POINT = "POINT(5 52)"
TELLS_EMPTY = {".gpkg": True, ".geojson": True, ".fgb": True, ".shp": False, ".xlsx": False}
HOLDS_MOMENTS = (".gpkg", ".geojson", ".fgb")


def verdict(folder: Path, ending: str, kind: str, expected: Any, found: Any) -> bool:
    """Scores one value against another in two files of a format."""
    table = "table" in ROW_FORMATS[ending].kinds and ending != ".gpkg"
    keys: dict[str, Any] = {"columns": {"id": {"type": "integer"}, "value": {"type": kind}}, "id_columns": ["id"]}
    keys |= {"kind": "table"} if table else {"kind": "vector", "crs": "EPSG:4326", "geometry_type": "Point"}
    files = []
    for name, value in (("reference", expected), ("output", found)):
        (folder / name).mkdir(parents=True)
        rows = [{"id": 1, "value": value, "shape": None if table else POINT}]
        # a second row with a value, so that the column has a type in formats that find it out
        more = {"integer": 7, "real": 7.5, "text": "x"}.get(kind, expected)
        rows.append({"id": 2, "value": more, "shape": None if table else POINT})
        crs, shapes = (None, ogr.wkbNone) if table else ("EPSG:4326", ogr.wkbPoint)
        files.append(write_layer(folder / name / f"t{ending}", {"id": "integer", "value": kind}, rows, crs, shapes))
    return compare_files(contract_of(file=f"t{ending}", **keys), *files).strict


@pytest.mark.parametrize("ending", list(DRIVERS))
@pytest.mark.parametrize(("kind", "zero"), [("integer", 0), ("real", 0.0)])
def test_null_is_not_0_in_any_format(tmp_path: Path, ending: str, kind: str, zero: float) -> None:
    assert verdict(tmp_path / "a", ending, kind, None, None)
    assert not verdict(tmp_path / "b", ending, kind, None, zero)
    assert not verdict(tmp_path / "c", ending, kind, zero, None)


@pytest.mark.parametrize("ending", list(DRIVERS))
def test_null_is_the_empty_text_where_a_format_cannot_tell(tmp_path: Path, ending: str) -> None:
    assert verdict(tmp_path, ending, "text", None, "") is not TELLS_EMPTY[ending]


@pytest.mark.parametrize("ending", HOLDS_MOMENTS)
@pytest.mark.parametrize(
    ("found", "same"),
    [
        ("2024/02/29 23:30:00+00", True),
        ("2024/03/01 01:30:00+02", True),
        ("2024/02/29 23:30:00+02", False),
        ("2024/02/29 23:30:01+00", False),
    ],
)
def test_moments_are_equal_whatever_their_zone(tmp_path: Path, ending: str, found: str, same: bool) -> None:
    assert verdict(tmp_path, ending, "datetime", "2024/02/29 23:30:00+00", found) is same


@pytest.mark.parametrize("ending", [".gpkg", ".geojson", ".shp", ".xlsx"])
@pytest.mark.parametrize(("found", "same"), [("1969/07/20", True), ("1969/07/21", False), (None, False)])
def test_days_are_equal_to_the_day(tmp_path: Path, ending: str, found: str | None, same: bool) -> None:
    assert verdict(tmp_path, ending, "date", "1969/07/20", found) is same


def test_csv_tells_null_from_the_empty_text_by_quotes(tmp_path: Path) -> None:
    keys = {"kind": "table", "file": "t.csv", "columns": {"id": {"type": "integer"}, "value": {"type": "text"}}}
    files = {"null": "id,value\n1,\n", "empty": 'id,value\n1,""\n', "again": "id,value\n1,\n"}
    for name, content in files.items():
        (tmp_path / f"{name}.csv").write_text(content, "utf-8")
    contract = contract_of(**keys, id_columns=["id"])
    assert compare_files(contract, tmp_path / "null.csv", tmp_path / "again.csv").strict
    assert compare_files(contract, tmp_path / "null.csv", tmp_path / "empty.csv").first_failing_check == "values"
