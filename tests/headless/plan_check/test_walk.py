# SPDX-License-Identifier: GPL-2.0-or-later
"""A plan is followed step by step; each mistake is told once, at its step, and nothing is said of what is not known."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.headless.plan_check.given_inputs import GivenInputs, StatedInputs
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.tools.declaration.facts import Band, Field, Grid, LayerFacts

Step = tuple[str, dict[str, Any]]
PARKS = LayerFacts(
    "vector", "EPSG:2263", (Field("name", "text"), Field("acres", "real")), "Polygon", True, False, False
)  # fmt: skip
STOPS = LayerFacts("vector", "EPSG:4326", (Field("stop", "integer"),), "Point", False, False, False)
DEM = LayerFacts(
    "raster", "EPSG:4326", grid=Grid(4, 3, (0.1, 0, -74, 0, -0.1, 41)), bands=(Band("float32", -9999),)
)  # fmt: skip
INPUTS = StatedInputs({"parks.gpkg": PARKS, "stops.gpkg": STOPS, "dem.tif": DEM})


def load(name: str, file: str = "") -> Step:
    return "load_layer", {"file": file or f"{name}.gpkg", "name": name}


def export(layer: str, file: str = "out.gpkg", **more: Any) -> Step:
    return "export_layer", {"layer": layer, "file": file, "format": "gpkg", **more}


def errors(*steps: Step, inputs: GivenInputs = INPUTS) -> list[tuple[int, str]]:
    """Gives number and code of each error."""
    found = plan_findings(steps, inputs)
    return [(finding.step + 1, finding.code) for finding in found if finding.severity == "error"]


CLIP: Step = ("clip", {"layer": "parks", "mask": "parks", "output": "cut"})


def test_a_right_plan_has_no_errors() -> None:
    assert errors(load("parks"), CLIP, export("cut")) == []


def test_an_unknown_tool_is_told_and_what_it_makes_is_taken_to_be_there() -> None:
    assert errors(load("parks"), ("clipp", CLIP[1]), export("cut")) == [(2, "UNKNOWN_TOOL")]


def test_a_faulty_step_makes_layers_of_which_nothing_is_known() -> None:
    wrong = ("clip", {**CLIP[1], "mask": "park"})
    rename = ("refactor_fields", {"layer": "cut", "keep": ["borough"], "output": "kept"})
    assert errors(load("parks"), wrong, rename, export("kept")) == [(2, "UNKNOWN_LAYER")]


def test_the_kind_of_what_a_faulty_step_makes_is_known() -> None:
    wrong = ("slope", {"dem": "dme", "z_unit": "m", "output": "steep"})
    assert errors(wrong, export("steep")) == [(1, "UNKNOWN_LAYER"), (2, "WRONG_TYPE")]


def test_a_field_that_no_step_made_is_told() -> None:
    select = ("refactor_fields", {"layer": "cut", "keep": ["area"], "output": "kept"})
    assert errors(load("parks"), CLIP, select, export("kept")) == [(3, "UNKNOWN_FIELD")]


def test_a_field_of_a_layer_whose_fields_are_not_known_is_not() -> None:
    select = ("refactor_fields", {"layer": "parks", "keep": ["area"], "output": "kept"})
    assert errors(load("parks"), select, export("kept"), inputs=GivenInputs()) == []


def test_a_file_that_is_not_declared_is_told_unless_no_one_says_which_there_are() -> None:
    assert errors(load("park"), export("park")) == [(1, "FILE_NOT_FOUND")]
    assert errors(load("park"), export("park"), inputs=GivenInputs()) == []


@pytest.mark.parametrize("file", ["../parks.gpkg", "/etc/passwd", "/vsicurl/https://example.org/a.gpkg", "a|b"])
@pytest.mark.parametrize("inputs", [INPUTS, GivenInputs()], ids=["stated", "none"])
def test_a_path_that_leads_elsewhere_is_told_as_such(file: str, inputs: GivenInputs) -> None:
    assert errors(load("parks", file), inputs=inputs)[0] == (1, "PATH_OUTSIDE_WORKSPACE")


def test_the_prefix_of_inputs_is_taken_as_when_it_runs() -> None:
    assert errors(load("parks", "inputs/parks.gpkg"), export("parks")) == []


def test_a_file_is_written_once_unless_it_is_replaced() -> None:
    csv = ("export_layer", {"layer": "parks", "file": "out.csv", "format": "csv"})
    again = ("export_layer", {**csv[1], "overwrite": True})
    assert errors(load("parks"), csv, csv) == [(3, "OUTPUT_EXISTS")]
    assert errors(load("parks"), csv, again) == []


def test_a_geopackage_takes_several_layers_but_each_once() -> None:
    assert errors(load("parks"), export("parks"), export("parks", sublayer="more")) == []
    assert errors(load("parks"), export("parks"), export("parks")) == [(3, "OUTPUT_EXISTS")]


def test_a_handle_that_a_later_step_makes_is_not_there_yet() -> None:
    assert errors(CLIP, load("parks"), export("cut")) == [(1, "UNKNOWN_LAYER"), (1, "UNKNOWN_LAYER")]


@pytest.mark.parametrize("arguments", [None, [], "parks", 7, {"layer": {"layer": ["parks"]}}, {"output": [1, None]}])
def test_arguments_of_any_form_are_borne(arguments: Any) -> None:
    for api in ("clip", "clipp", "load_layer", "export_layer", ""):
        found = plan_findings([(api, arguments)], INPUTS)
        assert found[0].step == 0 and found[0].severity == "error"


def idle(*steps: Step) -> list[tuple[int, str]]:
    found = plan_findings(steps, INPUTS)
    return [(finding.step + 1, finding.code) for finding in found if finding.severity == "warning"]


def test_layers_and_inputs_that_nothing_uses_are_warned_of() -> None:
    assert idle(load("parks"), load("stops"), load("dem", "dem.tif"), CLIP, export("parks")) == [
        (2, "unused_layer"),
        (3, "unused_layer"),
        (4, "unused_layer"),
    ]
    assert idle(load("parks"), export("parks")) == [(3, "unused_input"), (3, "unused_input")]


def test_nothing_counts_as_unused_where_a_name_is_mistaken() -> None:
    assert idle(load("parks"), load("stops"), ("clip", {**CLIP[1], "layer": "stop"}), export("cut")) == []


def test_a_handle_counts_as_used_by_later_steps_alone() -> None:
    describe = ("describe_layer", {"layer": "parks"})
    assert (4, "unused_layer") in idle(load("parks"), describe, export("parks"), ("clip", CLIP[1]))


def test_a_band_a_list_and_a_mapping_use_a_layer() -> None:
    calls = (
        load("parks"), load("stops"), load("dem", "dem.tif"),
        ("raster_calculator", {"inputs": {"z": "dem@1"}, "formula": "z + 1", "output": "high"}),
        ("merge_layers", {"layers": ["parks", "stops"], "output": "both"}),
        ("export_raster", {"raster": "high", "file": "a.tif"}),
        export("both"),
    )  # fmt: skip
    assert idle(*calls) == []


@pytest.mark.qgis
def test_a_field_that_may_not_be_there_is_told_by_no_other_fault() -> None:
    steps = [
        load("parks"),
        ("refactor_fields", {"layer": "parks", "keep": ["name"], "rename": {"title": "park"}, "output": "kept"}),
        export("kept"),
    ]
    # title is not kept where it is there, and UNKNOWN_FIELD where it is not
    assert errors(*steps, inputs=GivenInputs()) == []
    assert errors(*steps) == [(2, "UNKNOWN_FIELD")]
