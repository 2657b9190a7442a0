# SPDX-License-Identifier: GPL-2.0-or-later
"""Tasks, and what an agent sees of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from gisagentbench.tasks.task import Task, fill

from .example_documents import RASTER, TASK, VECTOR, changed

DEGREES = VECTOR | {"crs": "EPSG:4326", "file": "r.geojson"}
WRONG = [
    ("schema_version", 2, "Input should be 1"),
    ("id", "Parks", "should match pattern"),
    ("family", "spatial", "Input should be 'joining'"),
    ("prompt.objective", "Count within {radius}.", "{radius}, which is no parameter (distance_m)"),
    ("inputs", {}, "at least 1 item"),
    ("outputs", [], "at least 1 item"),
    ("outputs", [VECTOR, VECTOR], 'two outputs are "result.gpkg"'),
    ("outputs", [VECTOR, VECTOR | {"file": "Result.gpkg"}], "one file where names ignore case"),
    ("outputs", [DEGREES | {"layer": "a"}, DEGREES | {"layer": "b"}], '"r.geojson" holds one layer, not 2'),
    ("caveats", {"crs": {"bites": "wrong"}}, "Input should be 'crs_misalignment'"),
    ("caveats", {"nodata": {"bites": "often"}}, "Input should be 'wrong'"),
    ("source", {"kind": "rumour", "reference": "x"}, "Input should be 'forum_thread'"),
    ("parameters", {"distance_m": None}, "valid"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_broken_rule_is_named(path: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError) as error:
        Task.model_validate(changed(TASK, path, value))
    assert message in str(error.value)


def test_predicate_of_an_unknown_input_is_refused() -> None:
    output = changed(VECTOR, "predicates", [{"non_empty": True}, {"covers": {"input": "zones"}}])
    with pytest.raises(ValidationError, match='uses the input "zones"'):
        Task.model_validate(changed(TASK, "outputs", [output]))


@pytest.mark.parametrize(
    ("kind", "predicate", "fits"),
    [
        ("raster", {"covers": {"input": "parks"}}, False),
        ("raster", {"one_per": {"input": "parks", "key": "nta"}}, False),
        ("table", {"within": {"input": "parks"}}, False),
        ("table", {"one_per": {"input": "parks", "key": "nta"}}, True),
        ("vector", {"within": {"input": "parks"}}, True),
    ],
)
def test_predicate_uses_inputs_of_a_fitting_kind(kind: str, predicate: Any, fits: bool) -> None:
    output = changed(VECTOR, "predicates", [{"non_empty": True}, predicate])
    document = changed(changed(TASK, "outputs", [output]), "inputs.parks.kind", kind)
    if fits:
        Task.model_validate(document)
        return
    with pytest.raises(ValidationError, match=f'cannot use "parks": it is a {kind}'):
        Task.model_validate(document)


def test_two_layers_of_one_file_are_two_outputs() -> None:
    outputs = [changed(VECTOR, "layer", "a"), changed(VECTOR, "layer", "b")]
    assert len(Task.model_validate(changed(TASK, "outputs", outputs)).outputs) == 2


def test_agent_sees_the_question_and_the_form_of_the_answer() -> None:
    view = Task.model_validate(changed(TASK, "outputs", [VECTOR, RASTER])).agent_view({"parks": "parks.gpkg"})
    assert view["prompt"]["objective"] == "Count the parks within 500 m."
    assert view["inputs"] == {
        "parks": {"file": "parks.gpkg", "layer": "parks", "kind": "vector", "description": "Park outlines"}
    }
    assert view["outputs"][0] == {
        "kind": "vector",
        "file": "result.gpkg",
        "crs": "EPSG:2263",
        "geometry_type": "Polygon",
        "columns": {"nta": "text", "park_count": "integer", "area_m2": "real"},
    }
    assert view["outputs"][1]["transform"] == [10, 0, 155000, 0, -10, 463000]


def test_agent_sees_nothing_the_scorer_judges_by() -> None:
    output = changed(VECTOR, "predicates", [{"count": 424242}])
    output = changed(output, "tolerance", {"absolute": 0.987654})
    output = changed(output, "tie_groups", [["SECRET1", "SECRET2"]])
    text = json.dumps(Task.model_validate(changed(TASK, "outputs", [output])).agent_view())
    for secret in ("424242", "0.987654", "SECRET1", "10.764", "tolerance", "rationale", "predicates", 'count", '):
        assert secret not in text


FILLED = [
    ("within {d} m", {"d": 500}, "within 500 m"),
    ("{share} of it", {"share": 0.25}, "0.25 of it"),
    ("classes {c}", {"c": [1, 2]}, "classes 1, 2"),
    ("{d.__class__} {{d}}", {"d": 1}, "{d.__class__} {1}"),
    ("dissolved: {yes}", {"yes": True}, "dissolved: true"),
]


@pytest.mark.parametrize(("text", "parameters", "expected"), FILLED)
def test_parameters_are_filled_in_and_nothing_is_evaluated(text: str, parameters: Any, expected: str) -> None:
    assert fill(text, parameters) == expected
