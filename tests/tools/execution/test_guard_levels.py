# SPDX-License-Identifier: GPL-2.0-or-later
"""Every place where a guard reports a finding: refused at `refuse`, done and said at `warn`, done at `silent`.

The places are found in the code; each has a call here that meets it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tool_rows import ROWS

from gisagentbench.tools.declaration.errors import ERROR_CODES

pytestmark = pytest.mark.qgis
TOOLS = Path(__file__).resolve().parents[3] / "tools"


class Finding(NamedTuple):
    """A call that a guard stops, and what the engine answers where it does not.

    Args:
        code: Of the finding.
        given, tool, call: As in a row.
        answer: A column and its values in the result.
    """

    code: str
    given: dict[str, Any]
    tool: str
    call: dict[str, Any]
    answer: tuple[str, list[Any]]


SQUARE = "POLYGON((0 0,2 0,2 2,0 2,0 0))"
DEGREES = {"crs": "EPSG:4326", "rows": [{"wkt": SQUARE, "id": 1}]}
MERCATOR = {"crs": "EPSG:3857", "rows": [{"wkt": "POLYGON((0 8399737,10 8399737,10 8399747,0 8399737))"}]}
BOW_TIE = {"crs": "EPSG:28992", "rows": [{"wkt": "POLYGON((155000 463000,155004 463004,155004 463000,155000 463004,"
                                                 "155000 463000))"}]}  # fmt: skip
AREA = {"layer": "parks", "measures": ["area"], "method": "planar", "area_unit": "m2"}
NEIGHBOURS = {"rows": [{"bbl": 2**53 + 1}]}
CLASSES = {"cells": [[1, 1], [4, 3]], "cell": 10, "origin": [155000, 463020], "crs": "EPSG:28992", "dtype": "uint8",
           "palette": True, "nodata": 255}  # fmt: skip
NAN = float("nan")


def raster(*cells: float, **others: Any) -> dict[str, Any]:
    """A raster of one row, ten metres a cell."""
    return {"crs": "EPSG:28992", "cell": 10, "origin": [155000, 463010], "cells": [list(cells)], **others}


PHOTO = {"dtype": "int16", "bands": [[[1000]], [[3000]]]}  # red and near infrared
SAVI = {"raster": "photo", "index": "savi", "bands": {"red": 1, "nir": 2}}
FINDINGS = {
    "guards.crs_same": Finding(  # a square about the origin of web mercator is not where degrees have it
        "CRS_MISMATCH", {"parks": DEGREES, "mask": {"crs": "EPSG:3857", "rows": [{"wkt": SQUARE}]}},
        "extract_by_location", {"layer": "parks", "predicate": "intersects", "other_layer": "mask"}, ("id", [1])),
    "guards.measurable degrees": Finding(  # on paper: 2 x 2 square degrees, called square metres
        "CRS_UNSUITABLE", {"parks": DEGREES}, "add_geometry_attributes", AREA, ("area", [4.0])),
    "guards.measurable": Finding(  # on paper: 10 x 10 / 2 of a map that doubles lengths at 60 degrees north
        "CRS_UNSUITABLE", {"parks": MERCATOR}, "add_geometry_attributes", AREA, ("area", [50.0])),
    "guards.valid": Finding(  # on paper: the two triangles of a bow-tie, 4 m2 each, cancel out
        "INVALID_GEOMETRY", {"parks": BOW_TIE}, "add_geometry_attributes", AREA, ("area", [0.0])),
    "guards.no_classes": Finding(  # on paper: (1 + 1 + 4 + 3) / 4 is the code of no class
        "BAD_VALUE", {"use": CLASSES}, "warp_raster",
        {"raster": "use", "target_crs": "EPSG:28992", "resampling": "average", "pixel_size": 20, "pixel_unit": "m"},
        ("cells", [2.25])),
    "large_integers.demand_exact": Finding(  # 2^53 + 1 is no 64-bit float, so it equals 2^53
        "LIMIT_EXCEEDED", {"lots": NEIGHBOURS}, "calculate_field",
        {"layer": "lots", "field": "same", "type": "boolean", "expression": f'"bbl" = {2**53}'}, ("same", [True])),
    "reprojection._demand_whole": Finding(  # the world from space does not show its far side
        "CRS_UNSUITABLE", {"places": {"crs": "EPSG:4326", "rows": [{"wkt": "POINT(100 0)", "id": 2}]}},
        "reproject_layer", {"layer": "places", "target_crs": "ESRI:102038"}, ("id", [2])),
    "reprojection._demand_whole torn": Finding(
        "CRS_UNSUITABLE",
        {"trips": {"crs": "EPSG:3832", "rows": [{"wkt": "LINESTRING(3300000 0,3400000 0)", "id": 3}]}},
        "reproject_layer", {"layer": "trips", "target_crs": "EPSG:4326"}, ("id", [3])),
    "coordinates.demand_place": Finding(
        "CRS_UNSUITABLE", {}, "create_points",
        {"coordinates": [{"x": 52.0, "y": 105.0, "label": "Irkutsk"}], "crs": "EPSG:4326"}, ("label", ["Irkutsk"])),
    "declaring.demand_meant": Finding(  # the 7 becomes NoData
        "BAD_VALUE", {"dem": raster(5, 7, dtype="int16", nodata=-1)}, "set_nodata", {"raster": "dem", "nodata": 7},
        ("cells", [5.0, NAN])),
    "mosaicking._demand_cells": Finding(  # on paper: 14 m are 1.4 cells, nearest to 1
        "GRID_MISMATCH", {"a": raster(4, nodata=-1), "b": raster(6, nodata=-1, origin=[155014, 463010])},
        "mosaic_rasters", {"rasters": ["a", "b"], "overlap": "first"}, ("cells", [4.0, 6.0])),
    "mosaicking._demand_meanings": Finding(  # metres beside feet, as they are stored
        "BAD_VALUE",
        {"a": raster(4, nodata=-1, unit="m"), "b": raster(6, nodata=-1, unit="ft", origin=[155010, 463010])},
        "mosaic_rasters", {"rasters": ["a", "b"], "overlap": "first"}, ("cells", [4.0, 6.0])),
    "indices._state_scale": Finding(  # on paper: 0.2 and 0.6 instead of 0.1 and 0.3; 1.5 (0.6 - 0.2) / (0.8 + 0.5)
        "BAD_VALUE", {"photo": raster(**PHOTO, scale=0.0001)}, "spectral_index", SAVI | {"scale": 0.0002},
        ("cells", [0.6 / 1.3])),
    "indices.tell": Finding(  # on paper: 1.5 (3000 - 1000) / (4000 + 0.5)
        "BAD_VALUE", {"photo": raster(**PHOTO)}, "spectral_index", SAVI, ("cells", [3000 / 4000.5])),
    "change._compare_units": Finding(  # feet less metres
        "BAD_VALUE", {"old": raster(1, 2, unit="m"), "new": raster(4, 8, unit="ft")}, "detect_change",
        {"before": "old", "after": "new", "method": "difference"}, ("cells", [3.0, 6.0])),
    "change._tell": Finding(  # on paper: -4 / 2 and 8 / 4
        "BAD_VALUE", {"old": raster(2, 4), "new": raster(-4, 8)}, "detect_change",
        {"before": "old", "after": "new", "method": "ratio"}, ("cells", [-2.0, 2.0])),
}  # fmt: skip


def places(tree: ast.AST, module: str) -> Iterator[tuple[str, str]]:
    """Gives the place, as module and function, and the code of every finding that is reported in a module."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            is_find = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "find"
            if is_find and node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value in ERROR_CODES:
                yield f"{module}.{function.name}", node.args[0].value


def test_every_place_has_a_call_that_meets_it() -> None:
    found = [place for path in TOOLS.rglob("*.py") for place in places(ast.parse(path.read_text("utf-8")), path.stem)]
    met = [(name.partition(" ")[0], finding.code) for name, finding in FINDINGS.items()]
    assert sorted(found) == sorted(met)


def test_a_place_is_found() -> None:
    source = 'def f(run):\n    run.require.find("CRS_MISMATCH", "so")\n    "a".find("b")\n'
    assert list(places(ast.parse(source), "m")) == [("m.f", "CRS_MISMATCH")]


@pytest.mark.parametrize("place", FINDINGS)
def test_a_finding_is_refused_said_or_passed_over(place: str, make_harness: Any) -> None:
    finding = FINDINGS[place]
    steps = {}
    for level in ("refuse", "warn", "silent"):
        harness = make_harness(level)
        for name, recipe in finding.given.items():
            harness.give(name, recipe)
        step = steps[level] = harness.call(finding.tool, **finding.call, output="result")
        assert step.ok is (level != "refuse") is ("result" in harness.workspace.handles), step.error
        if step.ok:
            assert answer(harness, finding.answer[0]) == pytest.approx(finding.answer[1], abs=1e-6, nan_ok=True)
    error = steps["refuse"].error
    assert error["code"] == finding.code
    sentence = f"{finding.code}: {error['message']}"
    assert any(said.startswith(sentence) for said in steps["warn"].warnings)
    assert not any(said.startswith(sentence) for said in steps["silent"].warnings)


def answer(harness: Any, column: str) -> list[Any]:
    """Gives a column of the result, or its cells."""
    if column == "cells":
        return list(harness.cells("result").ravel())
    return [row[column] for row in harness.rows("result")]


@pytest.mark.parametrize(("level", "says"), [("refuse", True), ("warn", True), ("silent", False)])
def test_a_small_error_of_scale_is_said_unless_silent(level: str, says: bool, make_harness: Any) -> None:
    """UTM on its central meridian is low by 4 in 10,000."""
    harness = make_harness(level)
    harness.give("roads", {"crs": "EPSG:32631", "rows": [{"wkt": "LINESTRING(500000 5000000,500003 5000004)"}]})
    step = harness.done("add_geometry_attributes", layer="roads", measures=["length"], method="planar",
                        length_unit="m", output="result")  # fmt: skip
    assert harness.rows("result")[0]["length"] == 5.0
    assert any("off by up to 0.04 %" in sentence for sentence in step.warnings) is says


STOPPED = ("CRS_MISMATCH", "CRS_UNSUITABLE", "INVALID_GEOMETRY")
REFUSED = [row for _, row in ROWS if row["expect"].get("error") in STOPPED]


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row['tool']}: {row['rule']}") for row in REFUSED])
def test_what_no_guard_stops_is_done_or_refused_by_another_code(row: dict[str, Any], make_harness: Any) -> None:
    """Law: at `warn` a row that is refused is done and says so, or is refused all the same; no engine breaks."""
    harness = make_harness("warn")
    for name, recipe in row.get("given", {}).items():
        harness.give(name, recipe)
    from gisagentbench.tools.declaration.registry import find

    spec = find(row["tool"])
    makes_layer = spec.main_output is not None and spec.argument("output") is not None
    step = harness.call(row["tool"], **row["call"], **({"output": "result"} if makes_layer else {}))
    if step.ok:
        assert any(sentence.startswith(row["expect"]["error"]) for sentence in step.warnings)
    else:
        assert step.error["code"] in spec.help.codes, step.error
