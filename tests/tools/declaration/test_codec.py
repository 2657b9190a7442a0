# SPDX-License-Identifier: GPL-2.0-or-later
"""Every argument type goes from JSON to what a body sees and back, and refuses what it does not take."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tools.declaration.decoding import check_arguments, decode_arguments
from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import Extent
from gisagentbench.tools.declaration.spec import REQUIRED
from gisagentbench.tools.declaration.structured_types import Coordinate, ExtentRequest, RangeRule

sys.path.insert(0, str(Path(__file__).parent))
from codec_tools import CALL, every_type_spec  # noqa: E402 (a module beside the test)

SPEC = every_type_spec()


def decoded(**changes: Any) -> dict[str, Any]:
    return decode_arguments(SPEC, {**CALL, **changes})


def test_json_comes_back_as_it_was() -> None:
    values = decode_arguments(SPEC, CALL)
    back = {argument.name: argument.type.encode(values[argument.name]) for argument in SPEC.arguments
            if argument.name in CALL}  # fmt: skip
    assert json.loads(json.dumps(back)) == CALL


def test_every_type_arrives_as_its_python_value() -> None:
    values = decode_arguments(SPEC, CALL)
    assert values["extent"] == ExtentRequest(Extent(1.5, -2.0, 3.0, 4.0), "EPSG:28992")
    assert values["ranges"] == [RangeRule(None, 10.0, 1.0), RangeRule(10.0, None, None)]
    assert values["positions"] == [Coordinate(1.0, 2.0, "a"), Coordinate(3.0, 4.0, None)]
    assert values["statistics"] == {"area": ["sum", "percentile_90"], "name": ["unique"]}


@pytest.mark.parametrize(
    ("argument", "value", "seen"),
    [
        ("connectivity", "8", 8),
        ("connectivity", 4, 4),
        ("extent", "parks", "parks"),
        ("statistics", {"area": "sum"}, {"area": ["sum"]}),
        ("fields", "all", None),
        ("fields", None, None),
        ("band", 3.0, 3),
        ("distance", 12, 12.0),
        ("target", "  EPSG:28992 ", "EPSG:28992"),
        ("target", "IAU_2015:49900", "IAU_2015:49900"),
    ],
)
def test_another_spelling_of_the_same(argument: str, value: Any, seen: Any) -> None:
    assert decoded(**{argument: value})[argument] == seen


@pytest.mark.parametrize(
    ("argument", "value", "code"),
    [
        ("connectivity", 6, "BAD_VALUE"),
        ("connectivity", True, "WRONG_TYPE"),
        ("band", 0, "BAD_VALUE"),
        ("band", 1.5, "BAD_VALUE"),
        ("band", "1", "WRONG_TYPE"),
        ("distance", "500 m", "WRONG_TYPE"),
        ("distance", True, "WRONG_TYPE"),
        ("distance", math.inf, "BAD_VALUE"),
        ("distance", math.nan, "BAD_VALUE"),
        ("distance", 10**400, "BAD_VALUE"),
        ("band", -(10**400), "BAD_VALUE"),
        ("share", 0, "BAD_VALUE"),
        ("share", 1.01, "BAD_VALUE"),
        ("keep", "true", "WRONG_TYPE"),
        ("keep", 1, "WRONG_TYPE"),
        ("layer", "Parks", "BAD_VALUE"),
        ("layer", "a" * 64, "BAD_VALUE"),
        ("layer", "/etc/passwd", "BAD_VALUE"),
        ("layers", [], "BAD_VALUE"),
        ("layers", "parks", "WRONG_TYPE"),
        ("layers", ["parks", "parks"], "BAD_VALUE"),
        ("fields", "name", "WRONG_TYPE"),
        ("target", "Dutch grid", "BAD_VALUE"),
        ("statistics", {"area": "average"}, "BAD_VALUE"),
        ("statistics", {"area": "percentile_101"}, "BAD_VALUE"),
        ("statistics", ["sum"], "WRONG_TYPE"),
        ("weights", {"a": -1}, "BAD_VALUE"),
        ("extent", {"xmin": 3, "ymin": 0, "xmax": 1, "ymax": 1}, "BAD_VALUE"),
        ("extent", {"xmin": 0, "ymin": 0, "xmax": 1}, "BAD_VALUE"),
        ("extent", {"xmin": 0, "ymin": 0, "xmax": 1, "ymax": 1, "srid": 4326}, "BAD_VALUE"),
        ("extent", [0, 0, 1, 1], "WRONG_TYPE"),
        ("ranges", [{"min": 0, "max": 1}], "BAD_VALUE"),
        ("ranges", [{"min": "low", "max": 1, "value": 2}], "WRONG_TYPE"),
        ("positions", [{"x": 1}], "BAD_VALUE"),
        ("positions", [[1, 2]], "WRONG_TYPE"),
        ("where", 5, "WRONG_TYPE"),
        ("where", "a\0b", "BAD_VALUE"),
    ],
)
def test_what_a_type_does_not_take(argument: str, value: Any, code: str) -> None:
    with pytest.raises(ToolError) as fault:
        decoded(**{argument: value})
    assert fault.value.code == code
    assert argument in fault.value.sentence


def test_all_faults_are_listed_and_the_first_stops_a_call() -> None:
    wrong = {**CALL, "unitt": "m", "band": 0}
    del wrong["layer"]
    faults, _ = check_arguments(SPEC, wrong)
    assert [fault.code for fault in faults] == ["UNKNOWN_ARGUMENT", "MISSING_ARGUMENT", "BAD_VALUE"]
    assert 'nearest of its 23 arguments is "unit"' in faults[0].hint


def test_arguments_that_are_no_object() -> None:
    faults, _ = check_arguments(SPEC, ["parks"])
    assert [fault.code for fault in faults] == ["WRONG_TYPE"]


def test_a_secondary_layer_output_has_its_own_optional_argument() -> None:
    argument = SPEC.argument("counts_output")
    assert argument is not None and not argument.required
    assert SPEC.argument("output").default is REQUIRED
    assert SPEC.argument("matched_count_output") is None


@pytest.mark.qgis
def test_the_toolbox_gives_the_same_json(qgis_application: Any) -> None:
    """Values as the dialog stores them (words, flat matrices, authority codes) arrive as the JSON an agent sends."""
    from qgis.core import QgsProcessingContext

    from gisagentbench.processing_provider.argument_values import json_arguments
    from gisagentbench.processing_provider.tool_algorithm import ToolAlgorithm

    algorithm = ToolAlgorithm(SPEC)
    algorithm.initAlgorithm()
    values = {
        "LAYER": "parks", "STOPS": "stops", "ROWS": "owners", "WHERE": CALL["where"],
        "EXTENT": "1.5,3.0,-2.0,4.0 [EPSG:28992]",
        "RANGES": ["", "10", "1", "10", "", ""],
        "POSITIONS": ["1", "2", "a", "3", "4", ""],
        "CONNECTIVITY": "8", "BAND": 2, "DISTANCES": ["1.0", "2.5"], "TARGET": "EPSG:2263",
        "RENAMED": ["name", "label", "area", "größe"],
        "STATISTICS": ["area", "sum, percentile_90", "name", "unique"],
        "WEIGHTS": ["a", "1", "b", "0"],
        "DISTANCE": 12.5, "UNIT": "ft", "FIELDS": ["name"], "SHARE": 0.5, "KEEP": False,
    }  # fmt: skip
    found = json_arguments(algorithm, SPEC, values, QgsProcessingContext())
    left_to_layers = {"layer": "layer", "stops": "stops", "rows": "rows"}
    wanted = {**CALL, **left_to_layers}
    wanted["connectivity"] = "8"  # the word; both spellings decode to 8
    del wanted["layers"], wanted["rasters"]
    assert found == wanted
