# SPDX-License-Identifier: GPL-2.0-or-later
"""The contract that is filled in for an output says what the output is; rows and cells can be counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gisagentbench.headless.window_service.trace_contract import contract_problems
from gisagentbench.headless.window_service.trace_contract_child import raster_contract, row_contract
from gisagentbench.tests.headless.report.made_run import (
    CELLS_CONTRACT,
    REFERENCE_CELLS,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    write_cells,
    write_squares,
)


def csv(folder, text):
    (folder / "a.csv").write_text(text)
    return row_contract(folder / "a.csv", "", {})


@pytest.mark.parametrize(
    ("text", "types", "ids"),
    [
        ("a,b\n1,x\n2,x\n", {"a": "integer", "b": "text"}, ["a"]),
        ("a,b\n1,x\n1,y\n", {"a": "integer", "b": "text"}, ["b"]),
        ("a,b\n1,x\n1,y\n2,x\n", {"a": "integer", "b": "text"}, ["a", "b"]),
        ("a,b\n1,x\n1,x\n", {"a": "integer", "b": "text"}, []),
        ("a,b\n1,x\n,y\n", {"a": "integer", "b": "text"}, ["b"]),
        ("a,b\n0.5,1\n1.5,1\n", {"a": "real", "b": "integer"}, []),
        # rings of two pumps: whole reals identify, and are integers then
        ("a,b,c\n0,60.0,2.0\n0,120.0,2.0\n1,60.0,2.0\n", {"a": "integer", "b": "integer", "c": "real"}, ["a", "b"]),
        ("a,b\n007,2026-01-31\n08,2026-02-01\n", {"a": "integer", "b": "date"}, ["a"]),
        ("a\n2026-01-31T10:00:00\n", {"a": "datetime"}, []),
    ],
)
def test_columns_have_types_and_those_that_identify_rows_are_found(tmp_path, text, types, ids):
    made = csv(tmp_path, text)
    columns = made["contract"]["columns"]
    assert made["kind"] == "table"
    assert {name: column["type"] for name, column in columns.items()} == types
    assert made["contract"]["id_columns"] == ids
    assert [name for name, column in columns.items() if column.get("role") == "id"] == ids


def test_a_layer_has_its_crs_and_geometry_type(tmp_path):
    write_squares(tmp_path / "squares.gpkg", REFERENCE_SQUARES)
    made = row_contract(tmp_path / "squares.gpkg", "squares", {"id": "integer", "people": "real"})
    wanted = {key: SQUARES_CONTRACT[key] for key in ("crs", "geometry_type", "columns", "id_columns")}
    assert (made["kind"], made["contract"]) == ("vector", wanted)


def test_a_raster_has_its_grid(tmp_path):
    write_cells(tmp_path / "heights.tif", REFERENCE_CELLS)
    made = raster_contract(tmp_path / "heights.tif")
    keys = ("crs", "width", "height", "transform", "dtype", "nodata", "values")
    assert made == {"kind": "raster", "contract": {**{key: CELLS_CONTRACT[key] for key in keys}, "bands": 1}}


def test_a_raster_without_nodata_says_so(tmp_path):
    from osgeo import gdal

    for dtype, nodata, word, values in (
        (gdal.GDT_Byte, None, "none", "categorical"),
        (gdal.GDT_Float64, float("nan"), ".nan", "continuous"),
    ):
        dataset = gdal.GetDriverByName("GTiff").Create(str(tmp_path / "a.tif"), 2, 1, 1, dtype)
        if nodata is not None:
            dataset.GetRasterBand(1).SetNoDataValue(nodata)
        dataset.GetRasterBand(1).WriteArray(np.zeros((1, 2)))
        del dataset
        made = raster_contract(tmp_path / "a.tif")["contract"]
        assert (made["nodata"], made["values"], made["crs"]) == (word, values, "")


def test_what_is_missing_is_said_in_sentences():
    assert contract_problems(SQUARES_CONTRACT) == []
    assert contract_problems({**SQUARES_CONTRACT, "crs": ""}) != []
    assert contract_problems({**SQUARES_CONTRACT, "rationale": " "}) != []
    lacking = {key: value for key, value in SQUARES_CONTRACT.items() if key != "crs"}
    assert contract_problems(lacking) == ['"crs" is missing.']
    assert contract_problems({}) != [] and contract_problems({"kind": "cube"}) != []
