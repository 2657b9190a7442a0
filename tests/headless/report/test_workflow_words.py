# SPDX-License-Identifier: GPL-2.0-or-later
"""What the page says of a workflow: the towns near a river of the scorer's tests, done in other ways."""

import typing

from gisagentbench.headless.report.check_words import MECHANISMS
from gisagentbench.headless.report.workflow_words import workflow_view
from gisagentbench.scoring.trajectory.calls import Rules
from gisagentbench.scoring.trajectory.closeness import score_trajectory
from gisagentbench.scoring.trajectory.mechanisms import failure_note
from gisagentbench.scoring.trajectory.record import Mechanism
from gisagentbench.tests.scoring.trajectory.made_calls import (
    BUFFER,
    EXPORT,
    LOAD_RIVERS,
    LOAD_TOWNS,
    REFERENCE,
    RIVERS_M,
    RULES,
    TOWNS_M,
    calls,
    step,
)

INTERSECTED = step("intersection", "found", input_layer="towns_m", overlay_layer="near")
AGENT = (LOAD_RIVERS, LOAD_TOWNS, RIVERS_M, TOWNS_M, BUFFER, INTERSECTED, step("dissolve", "one", layer="found"))


def view_of(agent, strict=False, rules=RULES, reference=REFERENCE):
    ours, theirs = calls(*reference), calls(*agent)
    score = score_trajectory(ours, theirs, rules, strict)
    note = None if strict else failure_note(score, ours, theirs, rules, [])
    return workflow_view(score, note, strict)


def test_figures_say_of_how_many():
    assert [tuple(term) for term in view_of(AGENT).figures] == [
        ("Operations done", "0.750, 3 of 4 required operations"),
        ("Without writing files", "1.000"),
        ("As often as the reference", "0.800"),
        ("With the same arguments", "0.800"),
    ]


def test_each_operation_says_what_did_it():
    assert [(role.operation, role.steps, role.status, role.found) for role in view_of(AGENT).roles] == [
        ("reproject", 2, "done", "calls 3, 4"),
        ("buffer", 1, "done", "call 5"),
        ("clip", 1, "substitute", "intersection in its place (call 6)"),
        ("export data", 1, "missing", "missing"),
    ]


def test_each_step_says_which_call_stands_for_it():
    last = view_of(AGENT).calls[-2:]
    assert [(one.step, one.call) for one in last] == [("6 clip", "6 intersection"), ("7 export", "none")]


def test_operations_beyond_the_reference_are_named():
    assert view_of(AGENT).extra == "dissolve"


def test_a_right_answer_without_an_operation_is_evidence():
    (told,) = view_of(AGENT, strict=True).flags
    assert told.startswith("This right answer did without: export data. The next release of the pack can drop it")
    assert view_of(AGENT).flags == []


def test_a_dropped_operation_says_why_and_the_raw_figure_stands_beside():
    rules = Rules(uncounted=RULES.uncounted, exports=RULES.exports, drops={"clip": "Run 3 joined instead."})
    view = view_of((LOAD_RIVERS, LOAD_TOWNS, RIVERS_M, TOWNS_M, BUFFER, EXPORT), rules=rules)
    clip = next(role for role in view.roles if role.operation == "clip")
    assert (clip.status, clip.found) == ("dropped", "not required: Run 3 joined instead.")
    assert ("With dropped operations", "0.750, all of the reference") in [tuple(term) for term in view.figures]


def test_the_failure_is_told_in_words():
    assert view_of(AGENT).failure == [
        ("An operation is missing", "Nothing did what the reference does: export data."),
    ]


def test_what_is_ungradeable_says_why():
    view = view_of(AGENT, reference=REFERENCE[:2])
    assert view.ungradeable == "Nothing is required: the reference only loads and inspects."
    assert view.figures == []


def test_calls_that_were_not_scored_have_no_part_of_the_page():
    assert workflow_view(None, None, None) is None


def test_every_mechanism_has_words():
    assert set(MECHANISMS) == set(typing.get_args(Mechanism))
