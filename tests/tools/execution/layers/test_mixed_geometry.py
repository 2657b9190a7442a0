# SPDX-License-Identifier: GPL-2.0-or-later
"""A layer of collections, which to QGIS has no place and no CRS, is refused from the toolbox, whatever the tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.qgis
WKT = "GEOMETRYCOLLECTION(POINT(2 0),LINESTRING(0 0,4 0),POLYGON((0 0,4 0,4 2,0 2,0 0)))"
PLACES = {"crs": "EPSG:28992", "rows": [{"wkt": "MULTIPOINT((2 0),(4 0))", "n": 1}]}
CALLS = {
    "describe_layer": {"layer": "things"},
    "calculate_field": {"layer": "things", "field": "m", "type": "real", "expression": "n / 2"},
    "reproject_layer": {"layer": "things", "target_crs": "EPSG:4326"},
    "merge_layers": {"layers": ["places", "things"]},
}


@pytest.mark.parametrize("declared", ["GeometryCollection", "Unknown"])
@pytest.mark.parametrize("tool", CALLS)
def test_collections_are_named_and_not_a_crs(tool: str, declared: str, qgis_application: Any, tmp_path: Path) -> None:
    from toolbox import run_in_toolbox

    things = {"crs": "EPSG:28992", "geometry_type": declared, "rows": [{"wkt": WKT, "n": 1}]}
    run = run_in_toolbox(tool, {"things": things, "places": PLACES}, CALLS[tool], tmp_path)
    assert run.error.startswith('WRONG_GEOMETRY_TYPE: "things" holds collections')
    assert not (tmp_path / "result.gpkg").exists()


@pytest.mark.parametrize("tool", CALLS)
def test_parts_of_one_kind_are_no_collection(tool: str, qgis_application: Any, tmp_path: Path) -> None:
    from toolbox import run_in_toolbox

    others = {**PLACES, "rows": [{"wkt": "MULTIPOINT((8 0))", "n": 2}]}
    assert not run_in_toolbox(tool, {"things": others, "places": PLACES}, CALLS[tool], tmp_path).error
