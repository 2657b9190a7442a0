# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults of calls are found without running anything."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tools.declaration.facts import Band, Field, Grid, LayerFacts
from gisagentbench.tools.declaration.validator import check_call

PARKS = LayerFacts(
    "vector", "EPSG:28992", (Field("name", "text"), Field("area", "real")), geometry_type="Polygon", is_multi=False
)
STOPS = PARKS.with_(geometry_type="Point")
DEM = LayerFacts("raster", "EPSG:28992", grid=Grid(2, 2, (1, 0, 0, 0, -1, 2)), bands=(Band("float32"),))
HANDLES = {"parks": PARKS, "stops": STOPS, "dem": DEM}


def codes(api: str, arguments: Any, **more: Any) -> list[str]:
    return [fault.code for fault in check_call(api, arguments, HANDLES, **more).faults]


@pytest.mark.parametrize(
    ("api", "arguments", "code"),
    [
        ("clipp", {}, "UNKNOWN_TOOL"),
        ("clip", {"layer": "parks", "mask": "parks", "output": "a", "maks": 1}, "UNKNOWN_ARGUMENT"),
        ("clip", {"layer": "parks", "output": "a"}, "MISSING_ARGUMENT"),
        ("clip", {"layer": "park", "mask": "parks", "output": "a"}, "UNKNOWN_LAYER"),
        ("clip", {"layer": "dem", "mask": "parks", "output": "a"}, "WRONG_TYPE"),
        ("clip", {"layer": "parks", "mask": "stops", "output": "a"}, "WRONG_GEOMETRY_TYPE"),
        ("clip", {"layer": "parks", "mask": "parks", "output": "stops"}, "OUTPUT_EXISTS"),
    ],
)
def test_one_fault_one_code(api: str, arguments: dict[str, Any], code: str) -> None:
    assert codes(api, arguments) == [code]


def test_a_right_call_has_no_fault() -> None:
    assert codes("clip", {"layer": "parks", "mask": "parks", "output": "a"}) == []


def test_a_tool_outside_the_run_is_unknown() -> None:
    assert codes("clip", {"layer": "parks", "mask": "parks", "output": "a"}, allowed=["buffer"]) == ["UNKNOWN_TOOL"]


def test_the_nearest_handle_is_offered() -> None:
    fault = check_call("clip", {"layer": "park", "mask": "parks", "output": "a"}, HANDLES).faults[0]
    assert fault.text == ('UNKNOWN_LAYER: layer: there is no layer "park". Hint: nearest of its 3 handles is "parks".')
