# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON arguments become what the dialogs of Processing store, and come back as they were."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tools.declaration.parameter_values import Places, processing_parameters
from gisagentbench.tools.declaration.registry import find

sys.path.insert(0, str(Path(__file__).parent))
from codec_tools import CALL, every_type_spec  # noqa: E402 (a module beside the test)

SPEC = every_type_spec()
PLACES = Places(
    layer=lambda handle: f"/p/{handle}.gpkg",
    new_layer=lambda handle: f"/p/new/{handle}.gpkg",
    file=lambda name, writes: f"/p/{'output' if writes else 'inputs'}/{name}",
)


def test_every_type_as_a_dialog_stores_it() -> None:
    """Extents are xmin, xmax, ymin, ymax in Processing; tables are flat lists of cells, empty ones for null."""
    assert processing_parameters(SPEC, CALL, PLACES) == {
        "LAYER": "/p/parks.gpkg", "STOPS": "/p/stops.gpkg", "ROWS": "/p/owners.gpkg",
        "LAYERS": ["/p/parks.gpkg", "/p/stops.gpkg"], "RASTERS": ["/p/dem.gpkg", "/p/slope.gpkg"],
        "WHERE": CALL["where"],
        "EXTENT": "1.5,3.0,-2.0,4.0 [EPSG:28992]",
        "RANGES": ["", 10.0, 1.0, 10.0, "", ""],
        "POSITIONS": [1.0, 2.0, "a", 3.0, 4.0, ""],
        "CONNECTIVITY": "8", "BAND": 2, "DISTANCES": [1.0, 2.5], "TARGET": "EPSG:2263",
        "RENAMED": ["name", "label", "area", "größe"],
        "STATISTICS": ["area", "sum, percentile_90", "name", "unique"],
        "WEIGHTS": ["a", 1.0, "b", 0.0],
        "DISTANCE": 12.5, "UNIT": "ft", "FIELDS": ["name"], "SHARE": 0.5, "KEEP": False,
        "OUTPUT": "/p/new/result.gpkg",
    }  # fmt: skip


def test_what_is_left_out_stays_out() -> None:
    """`all` is the word of `fields` for "left out", null says the same; the second output was not asked for."""
    values = processing_parameters(SPEC, {"fields": "all", "share": None, "extent": "parks", "output": "a"}, PLACES)
    assert values == {"EXTENT": "/p/parks.gpkg", "OUTPUT": "/p/new/a.gpkg"}


@pytest.mark.parametrize(
    ("api", "arguments", "values"),
    [
        (
            "load_layer",
            {"file": "parks.gpkg", "name": "parks"},
            {"FILE": "/p/inputs/parks.gpkg", "LAYER": "/p/new/parks.gpkg"},
        ),
        (
            "export_layer",
            {"layer": "parks", "file": "a.gpkg", "format": "gpkg"},
            {"LAYER": "/p/parks.gpkg", "FILE": "/p/output/a.gpkg", "FORMAT": "gpkg"},
        ),
        (
            "extract_by_expression",
            {"layer": "parks", "expression": "a > 1", "output": "big", "rest_output": "small"},
            {
                "LAYER": "/p/parks.gpkg",
                "EXPRESSION": "a > 1",
                "OUTPUT": "/p/new/big.gpkg",
                "REST_OUTPUT": "/p/new/small.gpkg",
            },
        ),
        (
            "raster_calculator",
            {"formula": "a + b", "inputs": {"a": "photo@4", "b": "dem"}, "output": "c"},
            {
                "FORMULA": "a + b",
                "INPUTS": ["a", "/p/photo.gpkg@4", "b", "/p/dem.gpkg@1"],
                "OUTPUT": "/p/new/c.gpkg",
            },
        ),
    ],
)
def test_files_outputs_and_bands(api: str, arguments: dict[str, Any], values: dict[str, Any]) -> None:
    assert processing_parameters(find(api), arguments, PLACES) == values


@pytest.mark.qgis
def test_the_way_back_gives_the_json_an_agent_sends(qgis_application: Any) -> None:
    from qgis.core import QgsProcessingContext

    from gisagentbench.processing_provider.argument_values import json_arguments
    from gisagentbench.processing_provider.tool_algorithm import ToolAlgorithm

    algorithm = ToolAlgorithm(SPEC)
    algorithm.initAlgorithm()
    call = {name: value for name, value in CALL.items() if name not in ("layers", "rasters")}
    found = json_arguments(algorithm, SPEC, processing_parameters(SPEC, call, PLACES), QgsProcessingContext())
    assert found == {**call, "layer": "layer", "stops": "stops", "rows": "rows", "connectivity": "8"}
