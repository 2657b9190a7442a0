# SPDX-License-Identifier: GPL-2.0-or-later
"""What a plan writes is held against the contract of its task; each misfit bears the name of the scorer's check."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from gisagentbench.headless.plan_check.given_inputs import GivenInputs, StatedInputs
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tools.declaration.facts import Band, Field, Grid, LayerFacts

CONTRACT: dict[str, Any] = {
    "kind": "vector", "file": "out.gpkg", "crs": "EPSG:2263", "geometry_type": "Polygon", "id_columns": ["name"],
    "columns": {"name": {"type": "text"}, "acres": {"type": "real"}}, "rationale": "made for tests",
}  # fmt: skip
TABLE: dict[str, Any] = {
    "kind": "table", "file": "out.csv", "columns": CONTRACT["columns"], "rationale": "made for tests",
}  # fmt: skip
GRID: dict[str, Any] = {
    "kind": "raster", "file": "out.tif", "crs": "EPSG:32618", "width": 4, "height": 3, "dtype": "float32",
    "transform": [10, 0, 500000, 0, -10, 4500000], "nodata": "any", "values": "continuous",
    "rationale": "made for tests",
}  # fmt: skip
PARKS = LayerFacts("vector", "EPSG:2263", (Field("name", "text"), Field("acres", "real")), "Polygon", False)
DEM = LayerFacts(
    "raster", "EPSG:32618", grid=Grid(4, 3, (10, 0, 500000, 0, -10, 4500000)), bands=(Band("float32", -9999),)
)  # fmt: skip


def misfits(facts: LayerFacts | None, contract: dict[str, Any], *exports: dict[str, Any]) -> list[str]:
    """Gives the codes of a plan that loads a layer and exports it as given."""
    inputs = GivenInputs() if facts is None else StatedInputs({"layer.x": facts})
    is_raster = contract["kind"] == "raster"
    api, argument = ("export_raster", "raster") if is_raster else ("export_layer", "layer")
    steps = [("load_layer", {"file": "layer.x", "name": "given"})]
    steps += [(api, {argument: "given", "file": contract["file"], **more}) for more in exports]
    outputs = [TypeAdapter(OutputContract).validate_python(contract)]
    return [finding.code for finding in plan_findings(steps, inputs, outputs) if finding.severity == "error"]


GPKG = {"format": "gpkg"}


def test_what_fits_has_no_misfit() -> None:
    assert misfits(PARKS, CONTRACT, GPKG) == []
    assert misfits(PARKS, TABLE, {"format": "csv"}) == []
    assert misfits(DEM, GRID, {}) == []


def test_of_layers_that_are_not_known_nothing_is_said() -> None:
    for contract, export in ((CONTRACT, GPKG), (TABLE, {"format": "csv"}), (GRID, {})):
        assert misfits(None, contract, export) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"crs": "EPSG:32618"}, "crs"),
        ({"crs": ""}, "crs"),
        ({"crs": "ESRI:102718"}, None),  # EPSG:2263 by another name
        ({"geometry_type": "LineString"}, "geometry_type"),
        ({"fields": (Field("name", "text"),)}, "columns"),
        ({"fields": (Field("Name", "text"), Field("acres", "real"))}, "columns"),
        ({"fields": (Field("name", "text"), Field("acres", "text"))}, "types"),
        ({"fields": (Field("name", "text"), Field("acres", "integer"))}, None),  # integers are numbers
        ({"fields": (Field("name", "text"), Field("acres", "real"), Field("more", "date"))}, None),
        ({"kind": "table", "geometry_type": "None", "crs": ""}, "geometry_type"),
    ],
)
def test_a_layer_of_another_form_is_told(changes: dict[str, Any], code: str | None) -> None:
    assert misfits(PARKS.with_(**changes), CONTRACT, GPKG) == ([code] if code else [])


def test_a_real_column_where_integers_are_asked_may_hold_whole_numbers() -> None:
    counted = {**CONTRACT, "columns": {"name": {"type": "text"}, "acres": {"type": "integer"}}}
    assert misfits(PARKS, counted, GPKG) == []


def test_a_column_that_the_export_leaves_out_is_told_with_the_argument() -> None:
    steps = [
        ("load_layer", {"file": "layer.x", "name": "given"}),
        ("export_layer", {"layer": "given", "file": "out.gpkg", "format": "gpkg", "fields": ["name"]}),
    ]
    outputs = [TypeAdapter(OutputContract).validate_python(CONTRACT)]
    (finding,) = plan_findings(steps, StatedInputs({"layer.x": PARKS}), outputs)
    assert (finding.step, finding.code, finding.argument) == (1, "columns", "fields")
    assert finding.sentence == '"out.gpkg" is to have the column "acres", but is written without'


def test_columns_that_are_not_asked_are_told_where_none_may_be() -> None:
    more = PARKS.with_(fields=(*(PARKS.fields or ()), Field("more", "date")))
    assert misfits(more, {**CONTRACT, "columns_exact": True}, GPKG) == ["columns"]


@pytest.mark.parametrize(
    ("exports", "codes"),
    [
        ((), ["NO_OUTPUT_WRITTEN"]),
        (({**GPKG, "sublayer": "parks"},), []),  # the only layer of a file is meant, whatever it is called
        (({**GPKG, "sublayer": "a"}, {**GPKG, "sublayer": "b"}), ["layer"]),
        (({**GPKG, "sublayer": "a"}, {**GPKG, "sublayer": "out"}), []),
    ],
)
def test_the_layer_that_the_scorer_reads_is_looked_at(exports: tuple[dict[str, Any], ...], codes: list[str]) -> None:
    assert misfits(PARKS, CONTRACT, *exports) == codes


def test_types_of_a_csv_and_names_of_a_shapefile_are_left_to_the_scorer() -> None:
    numbers = PARKS.with_(fields=(Field("name", "integer"), Field("acres", "text")))
    assert misfits(numbers, TABLE, {"format": "csv"}) == []
    short = PARKS.with_(fields=(Field("name_and_borough", "text"), Field("acres", "real")))
    asked = {"name": {"type": "text"}, "acres": {"type": "real"}}
    assert misfits(short, {**CONTRACT, "file": "out.shp", "columns": asked}, {"format": "shapefile"}) == []


@pytest.mark.parametrize(
    ("changes", "export", "codes"),
    [
        ({"crs": "EPSG:32617"}, {}, ["crs"]),
        ({"grid": Grid(4, 3, (10, 0, 500001, 0, -10, 4500000))}, {}, ["transform"]),
        ({"grid": Grid(4, 3, (10, 0, 500000 + 1e-4, 0, -10, 4500000))}, {}, []),  # a hundred-thousandth of a cell
        ({"grid": Grid(5, 3, (10, 0, 500000, 0, -10, 4500000))}, {}, ["size"]),
        ({"bands": (Band("float32"), Band("float32"))}, {}, ["bands"]),
        ({"bands": (Band("uint8"),)}, {}, ["dtype"]),
        ({"bands": (Band("uint8"),)}, {"data_type": "float32"}, []),
        ({}, {"data_type": "float64"}, ["dtype"]),
    ],
)
def test_a_raster_of_another_form_is_told(changes: dict[str, Any], export: dict[str, Any], codes: list[str]) -> None:
    assert misfits(DEM.with_(**changes), GRID, export) == codes


def test_bytes_are_called_as_the_contract_calls_them() -> None:
    byte = DEM.with_(bands=(Band("uint8"),))
    for dtype in ("byte", "any_integer"):
        assert misfits(byte, {**GRID, "dtype": dtype}, {}) == []
    assert misfits(byte, {**GRID, "dtype": "any_float"}, {}) == ["dtype"]


@pytest.mark.parametrize(
    "step",
    [
        ("export_layr", {"layer": "given", "file": "out.gpkg", "format": "gpkg"}),
        ("export_layer", {"layer": "given", "flie": "out.gpkg", "format": "gpkg"}),
    ],
    ids=["tool", "argument"],
)
def test_a_file_that_a_misspelt_export_may_have_meant_is_not_missed(step: tuple[str, dict[str, Any]]) -> None:
    steps = [("load_layer", {"file": "layer.x", "name": "given"}), step]
    outputs = [TypeAdapter(OutputContract).validate_python(CONTRACT)]
    codes = {finding.code for finding in plan_findings(steps, StatedInputs({"layer.x": PARKS}), outputs)}
    assert codes <= {"UNKNOWN_TOOL", "UNKNOWN_ARGUMENT", "MISSING_ARGUMENT"}
