# SPDX-License-Identifier: GPL-2.0-or-later
"""An algorithm of QGIS that is recorded as one of our tools makes the same rows, fields and shapes as it.

Oracle: QGIS itself, which runs the algorithm on the same layers; what it makes is compared row by row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gisagentbench.plugin.trace.native_calls import NATIVE_CALLS, Inexact
from gisagentbench.plugin.trace.nearest_tools import NEAREST_TOOLS, nearest_tool
from gisagentbench.tests.plugin.trace import drawn_layers as drawn
from gisagentbench.tools.declaration.registry import all_tools

METRES = "m"


def no_unit(_parameter: str) -> str:
    return METRES


def test_every_tool_of_both_tables_is_there() -> None:
    named = {*NEAREST_TOOLS.values(), *(call.api for call in NATIVE_CALLS.values())}
    assert named - set(all_tools()) == set()
    arguments = {(call.api, argument) for call in NATIVE_CALLS.values() for argument in call.layers.values()}
    assert [pair for pair in arguments if all_tools()[pair[0]].argument(pair[1]) is None] == []


def test_the_nearest_tool_of_others() -> None:
    assert nearest_tool("native:slope") == "slope"
    assert nearest_tool("grass:r.watershed") == "watershed"
    assert nearest_tool("native:xyzw") == ""


@pytest.mark.parametrize(
    ("algorithm", "values", "part"),
    [
        ("native:buffer", {"DISTANCE": 5, "DISSOLVE": True}, "DISSOLVE"),
        ("native:buffer", {"DISTANCE": {"type": "data_defined", "field": "size"}}, "from feature to feature"),
        ("native:intersection", {"GRID_SIZE": 0.1}, "GRID_SIZE"),
        ("native:reprojectlayer", {"TARGET_CRS": "EPSG:4326", "OPERATION": "+proj=noop"}, "OPERATION"),
        ("native:extractbylocation", {"PREDICATE": [0, 4]}, "several relations"),
        ("native:fieldcalculator", {"FIELD_TYPE": 4, "FIELD_NAME": "t", "FORMULA": "now()"}, "no field of that type"),
        ("native:fieldcalculator", {"FIELD_TYPE": 2, "FIELD_LENGTH": 3, "FIELD_NAME": "t"}, "FIELD_LENGTH"),
        ("native:savefeatures", {"OUTPUT": "/data/a.sqlite"}, "no file of that kind"),
        ("native:savefeatures", {"OUTPUT": "TEMPORARY_OUTPUT"}, "no file of that kind"),
    ],
)
def test_what_is_not_the_same_is_said(algorithm: str, values: dict[str, Any], part: str) -> None:
    with pytest.raises(Inexact) as why:
        NATIVE_CALLS[algorithm].arguments(values, no_unit)
    assert part in str(why.value)


def test_a_buffer_in_degrees_is_none() -> None:
    with pytest.raises(Inexact) as why:
        NATIVE_CALLS["native:buffer"].arguments({"DISTANCE": 5}, lambda _parameter: "")
    assert "degrees" in str(why.value)


def bowtie() -> Any:
    return drawn.drawn(
        "Bowtie", "Polygon", [("x", 1.0, drawn.BOWTIE), ("y", 2.0, "POLYGON ((20 0, 30 0, 25 5, 20 0))")]
    )


Layers = dict[str, Callable[[], Any]]
TWO: Layers = {"INPUT": drawn.squares, "OVERLAY": drawn.band}
CASES: list[tuple[str, Layers, dict[str, Any]]] = [
    ("native:clip", TWO, {}),
    ("native:difference", TWO, {}),
    ("native:symmetricaldifference", TWO, {"OVERLAY_FIELDS_PREFIX": "o_"}),
    ("native:union", TWO, {"OVERLAY_FIELDS_PREFIX": "o_"}),
    ("native:intersection", TWO, {"INPUT_FIELDS": ["name"], "OVERLAY_FIELDS": ["size"]}),
    ("native:intersection", TWO, {"OVERLAY_FIELDS_PREFIX": "o_"}),
    ("native:buffer", {"INPUT": drawn.squares}, {"DISTANCE": 3, "SEGMENTS": 8, "JOIN_STYLE": 0}),
    ("native:buffer", {"INPUT": drawn.squares}, {"DISTANCE": 3, "JOIN_STYLE": 1, "MITER_LIMIT": 2}),
    ("native:buffer", {"INPUT": drawn.squares}, {"DISTANCE": -3, "JOIN_STYLE": 2}),
    ("native:buffer", {"INPUT": drawn.points}, {"DISTANCE": 3, "END_CAP_STYLE": 2}),
    ("native:centroids", {"INPUT": drawn.squares}, {"ALL_PARTS": False}),
    ("native:centroids", {"INPUT": drawn.squares}, {"ALL_PARTS": True}),
    ("native:pointonsurface", {"INPUT": drawn.squares}, {"ALL_PARTS": False}),
    ("native:polygonstolines", {"INPUT": drawn.squares}, {}),
    ("native:reprojectlayer", {"INPUT": drawn.squares}, {"TARGET_CRS": "EPSG:32632"}),
    ("native:assignprojection", {"INPUT": drawn.squares}, {"CRS": "EPSG:32632"}),
    ("native:extractbyexpression", {"INPUT": drawn.squares}, {"EXPRESSION": '"size" > 95'}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.band}, {"PREDICATE": [0]}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.points}, {"PREDICATE": [1]}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.band}, {"PREDICATE": [2]}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.squares}, {"PREDICATE": [3]}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.squares}, {"PREDICATE": [4]}),
    ("native:extractbylocation", {"INPUT": drawn.squares, "INTERSECT": drawn.band}, {"PREDICATE": [5]}),
    ("native:extractbylocation", {"INPUT": drawn.points, "INTERSECT": drawn.squares}, {"PREDICATE": [6]}),
    ("native:fixgeometries", {"INPUT": bowtie}, {"METHOD": 0}),
    ("native:fixgeometries", {"INPUT": bowtie}, {"METHOD": 1}),
    ("native:deleteduplicategeometries", {"INPUT": drawn.points}, {}),
    ("native:removeduplicatesbyattribute", {"INPUT": drawn.points}, {"FIELDS": ["name"]}),
    (
        "native:fieldcalculator",
        {"INPUT": drawn.squares},
        {"FIELD_NAME": "half", "FIELD_TYPE": 0, "FIELD_LENGTH": 0, "FIELD_PRECISION": 0, "FORMULA": '"size" / 2'},
    ),
    (
        "native:fieldcalculator",
        {"INPUT": drawn.squares},
        {"FIELD_NAME": "size", "FIELD_TYPE": 0, "FIELD_LENGTH": 0, "FIELD_PRECISION": 0, "FORMULA": '"size" + 1'},
    ),
]


@pytest.mark.qgis
@pytest.mark.parametrize(("algorithm", "layers", "values"), CASES, ids=[f"{n}-{one[0]}" for n, one in enumerate(CASES)])
def test_the_tool_makes_the_same(window: Any, algorithm: str, layers: Layers, values: dict[str, Any]) -> None:
    from qgis import processing
    from qgis.core import QgsProcessing

    from gisagentbench.plugin.trace.layer_uses import with_handles
    from gisagentbench.plugin.trace.run_reading import read_run
    from gisagentbench.plugin.trace.toolbox_run import ToolboxRun
    from gisagentbench.tools.declaration.parameter_values import Places, processing_parameters

    inputs = {name: make().id() for name, make in layers.items()}
    of_qgis = processing.run(algorithm, {**inputs, **values, "OUTPUT": QgsProcessing.TEMPORARY_OUTPUT})["OUTPUT"]
    read = read_run(ToolboxRun(1, algorithm, {**inputs, **values}))
    assert read is not None
    arguments = with_handles(read.arguments, read.uses, {use.place: use.value for use in read.uses})
    arguments["output"] = "made"
    places = Places(lambda handle: handle, lambda handle: "TEMPORARY_OUTPUT", lambda name, writes: name)
    parameters = processing_parameters(read.spec, arguments, places)
    ours = processing.run(f"gisagentbench:{read.spec.algorithm_id}", parameters)["OUTPUT"]
    assert sorted(ours.fields().names()) == sorted(of_qgis.fields().names())
    assert ours.crs() == of_qgis.crs()
    assert drawn.rows_of(ours) == drawn.rows_of(of_qgis)
    assert unequal_shapes(ours, of_qgis) == []


def unequal_shapes(ours: Any, of_qgis: Any) -> list[str]:
    """Pairs rows by what they say and where they lie; gives those whose shapes differ by more than a micrometre."""
    names = ours.fields().names()

    def key(feature: Any) -> tuple[Any, ...]:
        centre = feature.geometry().boundingBox().center()
        return (*(drawn.text_of(feature[name]) for name in names), round(centre.x(), 3), round(centre.y(), 3))

    pairs = zip(sorted(ours.getFeatures(), key=key), sorted(of_qgis.getFeatures(), key=key), strict=True)
    return [
        f"{one.geometry().asWkt(3)} is not {other.geometry().asWkt(3)}"
        for one, other in pairs
        if one.geometry().symDifference(other.geometry()).area() > 1e-6
        or one.geometry().hausdorffDistance(other.geometry()) > 1e-6
    ]


@pytest.mark.qgis
def test_the_layers_that_did_not_match_an_expression(window: Any) -> None:
    from gisagentbench.plugin.trace.run_reading import read_run
    from gisagentbench.plugin.trace.toolbox_run import ToolboxRun

    layer = drawn.squares()
    values = {"INPUT": layer.id(), "EXPRESSION": "a", "OUTPUT": "TEMPORARY_OUTPUT", "FAIL_OUTPUT": "TEMPORARY_OUTPUT"}
    read = read_run(ToolboxRun(1, "native:extractbyexpression", values))
    assert read is not None
    assert read.outputs == {"output": "OUTPUT", "rest_output": "FAIL_OUTPUT"}


@pytest.mark.qgis
def test_what_is_not_recorded_names_the_nearest_tool(window: Any) -> None:
    from gisagentbench.plugin.trace.run_reading import NotRecorded, read_run
    from gisagentbench.plugin.trace.toolbox_run import ToolboxRun

    with pytest.raises(NotRecorded) as why:
        read_run(ToolboxRun(1, "native:dissolve", {"INPUT": "a"}))
    assert str(why.value) == (
        "Dissolve was not recorded. No tool does exactly the same. The nearest tool is Dissolve (dissolve)."
    )


@pytest.mark.qgis
def test_the_harness_itself_is_no_step(window: Any) -> None:
    from gisagentbench.plugin.trace.run_reading import read_run
    from gisagentbench.plugin.trace.toolbox_run import ToolboxRun

    assert read_run(ToolboxRun(1, "gisagentbench:scoreoutput", {})) is None
