# SPDX-License-Identifier: GPL-2.0-or-later
"""What tools refuse for the facts of their layers is told before they run; each rule beside its right twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.plan_check.given_inputs import StatedInputs
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.tools.declaration.facts import UNKNOWN, Band, Extent, Field, Grid, LayerFacts

pytestmark = pytest.mark.qgis  # most tools name a class of QGIS in their first lines

FEET, DEGREES, UTM = "EPSG:2263", "EPSG:4326", "EPSG:32618"
FIELDS = (Field("name", "text"), Field("people", "integer"))


def rows(crs: str, geometry: str = "Polygon", **more: Any) -> LayerFacts:
    return LayerFacts("vector", crs, FIELDS, geometry, False, False, False, **more)  # type: ignore[arg-type]


def cells(crs: str, bands: int = 1, west: float = 500000, turn: float = 0) -> LayerFacts:
    grid = Grid(4, 3, (10, turn, west, turn, -10, 4500000))
    return LayerFacts("raster", crs, grid=grid, bands=(Band("float32", -9999),) * bands)


LAYERS = {
    "feet": rows(FEET, count=3, invalid_count=0),
    "degrees": rows(DEGREES),
    "points": rows(FEET, "Point"),
    "lines": rows(FEET, "LineString"),
    "crossed": rows(FEET, invalid_count=2),
    "nowhere": rows(""),
    "mercator": rows("EPSG:3857", extent=Extent(-8240000, 4960000, -8220000, 4990000)),
    "world": rows("EPSG:3857", extent=Extent(-10000, -10000, 10000, 10000)),
    "dem": cells(UTM),
    "shifted": cells(UTM, west=500004),
    "turned": cells(UTM, turn=1),
    "photo": cells(UTM, bands=4),
    "dem_degrees": cells(DEGREES),
    "open": UNKNOWN,
    "open_rows": LayerFacts("vector"),
    "open_cells": LayerFacts("raster"),
}
INPUTS = StatedInputs({f"{name}.gpkg": facts for name, facts in LAYERS.items()})
LOADS = [("load_layer", {"file": f"{name}.gpkg", "name": name}) for name in LAYERS]


def codes(api: str, **arguments: Any) -> list[str]:
    found = plan_findings([*LOADS, (api, {**arguments, "output": "made"})], INPUTS)
    return [finding.code for finding in found if finding.severity == "error"]


AREA: dict[str, Any] = {"measures": ["area"], "method": "planar", "area_unit": "m2"}
BUFFER: dict[str, Any] = {"distance": 10, "unit": "m", "method": "planar"}
SLOPE: dict[str, Any] = {"z_unit": "m"}
JOIN: dict[str, Any] = {"copy_fields": ["people"], "prefix": "other_"}
RULES = [
    ("two layers of different CRS", "clip", {"layer": "feet", "mask": "degrees"}, "CRS_MISMATCH"),
    ("two layers of one CRS", "clip", {"layer": "feet", "mask": "feet"}, ""),
    ("no CRS", "clip", {"layer": "nowhere", "mask": "nowhere"}, "CRS_MISSING"),
    ("area in degrees", "add_geometry_attributes", {"layer": "degrees", **AREA}, "CRS_UNSUITABLE"),
    ("area in feet", "add_geometry_attributes", {"layer": "feet", **AREA}, ""),
    ("area in Mercator far north", "add_geometry_attributes", {"layer": "mercator", **AREA}, "CRS_UNSUITABLE"),
    ("area in Mercator at the equator", "add_geometry_attributes", {"layer": "world", **AREA}, ""),
    ("area before the repair", "add_geometry_attributes", {"layer": "crossed", **AREA}, "INVALID_GEOMETRY"),
    ("area without its unit", "add_geometry_attributes",
     {"layer": "feet", "measures": ["area"], "method": "planar"}, "MISSING_ARGUMENT"),
    ("a column that is there", "add_geometry_attributes", {"layer": "feet", **AREA, "prefix": "fid"}, ""),
    ("planar buffer in degrees", "buffer", {"layer": "degrees", **BUFFER}, "CRS_UNSUITABLE"),
    ("ellipsoidal buffer in degrees", "buffer", {"layer": "degrees", **BUFFER, "method": "ellipsoidal"}, ""),
    ("buffer without a distance", "buffer", {"layer": "feet", "unit": "m", "method": "planar"}, "MISSING_ARGUMENT"),
    ("buffer with two distances", "buffer", {"layer": "feet", **BUFFER, "distance_field": "people"}, "BAD_VALUE"),
    ("buffer of one side of an area", "buffer", {"layer": "feet", **BUFFER, "side": "left"}, "WRONG_GEOMETRY_TYPE"),
    ("buffer of one side of a line", "buffer", {"layer": "lines", **BUFFER, "side": "left"}, ""),
    ("snapping to a layer in another CRS", "snap_geometries",
     {"layer": "feet", "reference": "degrees", "tolerance": 1, "unit": "m"}, "CRS_MISMATCH"),
    ("slope in degrees", "slope", {"dem": "dem_degrees", **SLOPE}, "CRS_UNSUITABLE"),
    ("slope in metres", "slope", {"dem": "dem", **SLOPE}, ""),
    ("slope of a turned grid", "slope", {"dem": "turned", **SLOPE}, "GRID_UNSUITABLE"),
    ("slope of a photo", "slope", {"dem": "photo", **SLOPE}, "BAD_VALUE"),
    ("grids that do not meet", "raster_calculator",
     {"inputs": {"a": "dem", "b": "shifted"}, "formula": "a + b"}, "GRID_MISMATCH"),
    ("grids that meet", "raster_calculator", {"inputs": {"a": "dem", "b": "photo@3"}, "formula": "a + b"}, ""),
    ("a band that is not there", "raster_calculator", {"inputs": {"a": "photo@5"}, "formula": "a"}, "UNKNOWN_BAND"),
    ("area in an expression, in degrees", "calculate_field",
     {"layer": "degrees", "field": "a", "type": "real", "expression": "area(@geometry)"}, "CRS_UNSUITABLE"),
    ("area in an expression, in feet", "calculate_field",
     {"layer": "feet", "field": "a", "type": "real", "expression": "area(@geometry)"}, ""),
    ("a field that is not there, in an expression", "calculate_field",
     {"layer": "feet", "field": "a", "type": "real", "expression": '"peoples" / 2'}, "UNKNOWN_FIELD"),
    ("an expression that cannot be read", "calculate_field",
     {"layer": "feet", "field": "a", "type": "real", "expression": '"people" / '}, "EXPRESSION_INVALID"),
]  # fmt: skip


@pytest.mark.parametrize(("api", "arguments", "code"), [row[1:] for row in RULES], ids=[row[0] for row in RULES])
def test_what_is_refused_is_foretold(api: str, arguments: dict[str, Any], code: str) -> None:
    assert codes(api, **arguments) == ([code] if code else [])


@pytest.mark.parametrize("layer", ["open", "open_rows"])
@pytest.mark.parametrize(
    ("api", "arguments"), [("add_geometry_attributes", AREA), ("buffer", BUFFER), ("clip", {"mask": "feet"})]
)
def test_nothing_is_foretold_of_rows_that_are_not_known(layer: str, api: str, arguments: dict[str, Any]) -> None:
    assert codes(api, layer=layer, **arguments) == []


@pytest.mark.parametrize("dem", ["open", "open_cells"])
def test_nothing_is_foretold_of_cells_that_are_not_known(dem: str) -> None:
    assert codes("slope", dem=dem, **SLOPE) == []


def test_the_sentence_is_that_of_the_tool_itself() -> None:
    steps = [*LOADS, ("clip", {"layer": "feet", "mask": "degrees", "output": "made"})]
    (finding,) = [one for one in plan_findings(steps, INPUTS) if one.severity == "error"]
    assert finding.sentence == 'layer "feet" is in EPSG:2263 (US survey foot), "degrees" in EPSG:4326 (degree)'
    assert finding.hint == 'reproject_layer on "degrees" with the CRS of "feet" keeps the coordinates of "feet"'


@pytest.mark.parametrize("name", ["a.gpkg", "a.csv", "a.shp", "sub/a.gpkg"])
def test_nothing_is_written_where_the_command_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    word = {".gpkg": "gpkg", ".csv": "csv", ".shp": "shapefile"}[Path(name).suffix]
    plan_findings([*LOADS, ("export_layer", {"layer": "feet", "file": name, "format": word})], INPUTS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "word", "code"),
    [
        ("a.gpkg", "csv", "BAD_VALUE"),
        ("../a.gpkg", "gpkg", "PATH_OUTSIDE_WORKSPACE"),
        ("a.csv", "csv", ""),
    ],
)
def test_the_name_of_an_output_is_held_to_its_rules(file: str, word: str, code: str) -> None:
    steps = [*LOADS, ("export_layer", {"layer": "feet", "file": file, "format": word})]
    found = [finding.code for finding in plan_findings(steps, INPUTS) if finding.severity == "error"]
    assert found == ([code] if code else [])


LINES_BY_EXPRESSION: dict[str, Any] = {
    "geometry_type": "line", "expression": "exterior_ring(geometry_n(@geometry, 1))", "output": "rings",
}  # fmt: skip


@pytest.mark.parametrize(("layer", "expected"), [("degrees", ["CRS_UNSUITABLE"]), ("feet", [])])
def test_what_is_refused_in_every_case_is_foretold(layer: str, expected: list[str]) -> None:
    # whether the lines have heights, and several parts, shows when they are there
    steps = [
        *LOADS,
        ("geometry_by_expression", {"layer": layer, **LINES_BY_EXPRESSION}),
        ("buffer", {"layer": "rings", **BUFFER, "output": "made"}),
    ]
    assert [one.code for one in plan_findings(steps, INPUTS) if one.severity == "error"] == expected


def test_what_is_refused_in_some_cases_is_not_foretold() -> None:
    steps = [
        *LOADS,
        ("geometry_by_expression", {"layer": "feet", **LINES_BY_EXPRESSION}),
        ("add_geometry_attributes", {"layer": "rings", "measures": ["length_3d"], "method": "planar",
                                     "length_unit": "m", "output": "made"}),
    ]  # fmt: skip
    assert [one.code for one in plan_findings(steps, INPUTS) if one.severity == "error"] == []
