# SPDX-License-Identifier: GPL-2.0-or-later
"""What agents and references send becomes the same plain call where it asks for the same."""

import pytest

from gisagentbench.headless.events import CallFinished, CallStarted
from gisagentbench.headless.trajectory_calls import agent_calls, call_of, reference_calls
from gisagentbench.scoring.trajectory.calls import Handle
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tools.declaration.registry import all_tools

DEMO = find_pack("demo")
TASK = DEMO.task("soho_pump_rings")
BUFFER = {"layer": "pumps", "distance": 60, "unit": "m", "method": "planar", "output": "near"}
NDVI = {"inputs": {"near": "image@4", "red": "image@3"}, "formula": "(near - red) / (near + red)", "output": "ndvi"}


def made(api, arguments, **step):
    return call_of(1, api, arguments, {"ok": True, **step}, TASK)


def bound(api, arguments):
    call = made(api, arguments)
    return call.arguments, call.outputs, call.roles


def test_layers_are_told_from_words_and_new_handles_are_outputs():
    call = made("buffer", BUFFER)
    assert call.arguments == {"layer": Handle("pumps"), "distance": 60.0, "unit": "m", "method": "planar"}
    assert (call.outputs, call.roles, call.read_only, call.source) == ({"": "near"}, {"buffer"}, False, None)


@pytest.mark.parametrize(
    ("api", "one", "other", "rule"),
    [
        ("buffer", BUFFER, BUFFER | {"dissolve": False}, "a default spelled out"),
        ("buffer", BUFFER, BUFFER | {"distance": 60.0}, "60 and 60.0"),
        ("raster_calculator", NDVI, NDVI | {"formula": "(near-red)/(near+red)"}, "spaces in a formula"),
        (
            "raster_calculator",
            NDVI,
            NDVI | {"inputs": {"a": "image@4", "b": "image@3"}, "formula": "(a - b) / (a + b)"},
            "names of the inputs of a formula",
        ),
        (
            "raster_calculator",
            NDVI | {"inputs": {"near": "image", "red": "image@3"}},
            NDVI | {"inputs": {"near": "image@1", "red": "image@3"}},
            "the first band, named or not",
        ),
        (
            "reproject_layer",
            {"layer": "pumps", "target_crs": "EPSG:32630", "output": "utm"},
            {"layer": "pumps", "target_crs": "epsg:32630", "output": "utm"},
            "letters of an authority",
        ),
        (
            "export_layer",
            {"layer": "pumps", "file": "a.csv", "format": "csv", "fields": ["pump", "count"]},
            {"layer": "pumps", "file": "./a.csv", "format": "csv", "fields": ["count", "pump"]},
            "order of words in a list",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_asks_for_the_same_is_the_same(api, one, other, rule):
    assert bound(api, one) == bound(api, other)


@pytest.mark.parametrize(
    ("api", "one", "other", "rule"),
    [
        ("buffer", BUFFER, BUFFER | {"distance": 60.1}, "another number"),
        ("buffer", BUFFER, BUFFER | {"dissolve": True}, "a choice that is not the default"),
        ("raster_calculator", NDVI, NDVI | {"formula": "(red - near) / (near + red)"}, "inputs changed round"),
        (
            "raster_calculator",
            NDVI,
            NDVI | {"inputs": {"near": "image@3", "red": "image@4"}},
            "bands changed round",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_asks_for_something_else_is_not(api, one, other, rule):
    assert bound(api, one) != bound(api, other)


def test_a_failed_call_is_the_same_whatever_it_would_have_made():
    one, other = (made("buffer", BUFFER | {"output": name}, ok=False) for name in ("near", "near_2"))
    assert one == other


def test_a_composite_call_has_the_roles_of_this_very_call():
    assert made("buffer", BUFFER | {"dissolve": True}).roles == {"buffer", "dissolve"}


@pytest.mark.parametrize(
    ("arguments", "source"),
    [
        ({"file": "pumps.shp", "name": "p"}, "pumps.shp||"),
        ({"file": "./pumps.shp", "name": "p", "fid_field": "pump"}, "pumps.shp||"),
        ({"file": "pumps.shp", "name": "p", "sublayer": "pumps"}, "pumps.shp||"),
        ({"file": "pumps.shp", "name": "p", "sublayer": "pumps:Point"}, "pumps.shp||Point"),
        ({"file": "undeclared.gpkg", "name": "p", "sublayer": "roads"}, "undeclared.gpkg|roads|"),
    ],
)
def test_a_loaded_input_is_known_by_its_file_and_sublayer(arguments, source):
    assert made("load_layer", arguments).source == source


def test_a_sublayer_that_the_task_declares_may_be_left_out():
    given = TASK.inputs["pumps"].model_copy(update={"layer": "pumps_1854"})
    task = TASK.model_copy(update={"inputs": {"pumps": given}})
    named = {"file": "pumps.shp", "name": "p", "sublayer": "pumps_1854"}
    left_out = {"file": "pumps.shp", "name": "p"}
    another = named | {"sublayer": "pumps_1855"}
    sources = [call_of(1, "load_layer", sent, {"ok": True}, task).source for sent in (named, left_out, another)]
    assert sources == ["pumps.shp|pumps_1854|", "pumps.shp|pumps_1854|", "pumps.shp|pumps_1855|"]


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("no_such_tool", {"layer": "a"}),
        ("buffer", ["a", 1]),
        ("buffer", {"colour": "red"}),
        ("buffer", None),
        ("", 7),
        ("buffer", {"layer": "a", "distance": 10**400, "unit": "m", "method": "planar"}),
    ],
)
def test_calls_that_are_none_are_kept_as_they_were_sent(api, arguments):
    call = made(api, arguments, ok=False, error={"code": "UNKNOWN_TOOL"})
    assert (call.ok, call.error, call.outputs) == (False, "UNKNOWN_TOOL", {})
    assert call.arguments == (arguments if isinstance(arguments, dict) else {"": arguments})


def test_read_only_calls_are_those_of_tools_that_inspect():
    inspecting = {name for name, spec in all_tools().items() if made(name, {}).read_only}
    assert inspecting == {name for name, spec in all_tools().items() if spec.kind == "inspect"} != set()


def test_a_call_that_never_came_back_failed():
    events = [
        CallStarted(call=1, turn=1, api="buffer", arguments=BUFFER),
        CallFinished(call=1, step={"ok": True, "warnings": ["SCALE: off by 1 %."]}),
        CallStarted(call=2, turn=1, api="buffer", arguments=BUFFER),
    ]
    assert [(call.number, call.ok, call.warnings) for call in agent_calls(events, TASK)] == [
        (1, True, ("SCALE: off by 1 %.",)),
        (2, False, ()),
    ]


@pytest.mark.parametrize("task_id", DEMO.task_ids())
def test_every_call_of_a_reference_is_understood(task_id):
    """A call that did not fit its tool would have no outputs, and its handle would be nobody's."""
    calls = reference_calls(DEMO.trajectory(task_id), DEMO.task(task_id))
    assert [call.api for call in calls if not call.outputs] == [c.api for c in calls if c.roles == {"export_data"}]
