# SPDX-License-Identifier: GPL-2.0-or-later
"""What the service tells of steps is read as it is meant, whatever is missing."""

from __future__ import annotations

import pytest

from gisagentbench.plugin.trace.trace_step import TraceStep, findings_of, handles_before, sentences, trace_step
from gisagentbench.tools.declaration.facts import Field, LayerFacts

LOADED = {
    "api": "load_layer",
    "arguments": {"file": "parks.gpkg", "name": "parks"},
    "note": None,
    "state": "done",
    "record": {
        "observation": {
            "kind": "vector",
            "geometry_type": "Polygon",
            "fields": {"name": "text", "area": "real"},
            "text": "vector, 3 rows, Polygon",
        }
    },
}


def test_a_step_that_is_done() -> None:
    step = trace_step(LOADED)
    assert (step.api, step.state, step.note) == ("load_layer", "done", "")
    assert step.observation == "vector, 3 rows, Polygon"
    assert step.made == ["parks"]
    assert step.facts == LayerFacts(
        kind="vector", geometry_type="Polygon", fields=(Field("name", "text"), Field("area", "real"))
    )
    assert step.told() == {"api": "load_layer", "arguments": LOADED["arguments"], "note": None}


def test_a_step_that_failed_says_why() -> None:
    error = {"code": "CRS_MISMATCH", "message": "Feet and degrees.", "hint": "Reproject."}
    step = trace_step({"api": "clip", "arguments": {}, "state": "failed", "record": {"error": error}})
    assert step.observation == "CRS_MISMATCH: Feet and degrees.\nReproject."
    assert step.facts == LayerFacts()


def test_what_is_not_there_is_empty() -> None:
    assert trace_step({}) == TraceStep("", {}, "", "waiting", None)
    assert trace_step({"api": "no_such_tool", "state": "odd"}).made == []


def test_fields_of_a_type_nobody_knows_are_not_known() -> None:
    odd = {"observation": {"kind": "vector", "fields": {"a": "blob"}}}
    assert trace_step({**LOADED, "record": odd}).facts.fields is None


def test_layers_before_a_step() -> None:
    split = TraceStep(
        "extract_by_expression", {"layer": "parks", "expression": "a", "output": "big", "rest_output": "small"}
    )
    found = handles_before([trace_step(LOADED), split])
    assert list(found) == ["parks", "big", "small"]
    assert found["parks"].kind == "vector"
    assert found["big"] == LayerFacts()


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("there is no layer", 'handles: "a"'), 'there is no layer. handles: "a".'),
        (("It is so.", ""), "It is so."),
        (("", ""), ""),
    ],
)
def test_each_sentence_has_its_full_stop(parts: tuple[str, ...], text: str) -> None:
    assert sentences(*parts) == text


def test_findings() -> None:
    (found,) = findings_of(
        [{"step": 2, "code": "unused_layer", "sentence": "Nobody uses it.", "hint": "", "severity": "warning"}]
    )
    assert (found.step, found.text, found.severity) == (2, "Nobody uses it.", "warning")
