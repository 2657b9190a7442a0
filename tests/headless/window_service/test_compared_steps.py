# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of a trace beside those of the reference, and where they first part: a reference is spoilt by hand.

The reference: 1 load pumps, 2 load addresses, 3 and 4 reproject both, 5 buffer with three rings, 6 join, 7 export.
"""

from __future__ import annotations

import copy

import pytest

from gisagentbench.headless.window_service.judge_steps import compared_steps
from gisagentbench.headless.window_service.judge_subject import subject_of
from gisagentbench.headless.window_service.known_packs import KnownPacks
from gisagentbench.headless.window_service.trace_document import TraceDocument, TraceStep, write_trace
from gisagentbench.tasks.pack import find_pack

TASK = "soho_pump_rings"


@pytest.fixture
def calls():
    steps = find_pack("demo").trajectory(TASK).steps
    return [{"api": step.api, "arguments": copy.deepcopy(step.arguments)} for step in steps]


def compared(folder, calls, strict=None, failed=()):
    """Compares a trace of which the calls in `failed`, from 1, were refused."""
    steps = []
    for number, call in enumerate(calls, start=1):
        ok = number not in failed
        record = {"ok": ok, "error": None if ok else {"code": "UNKNOWN_FIELD", "message": "", "hint": ""}}
        steps.append(TraceStep(**call, state="done" if ok else "failed", record=record))
    (folder / "run-1" / "output").mkdir(parents=True, exist_ok=True)
    write_trace(folder, TraceDocument(name=TASK, pack="demo", task=TASK, steps=steps))
    return compared_steps(subject_of(KnownPacks(), str(folder)), strict)


def kinds(told):
    return [
        (row["kind"], (row["reference"] or {}).get("step"), (row["agent"] or {}).get("step")) for row in told["rows"]
    ]


def test_the_same_steps_are_the_same_whatever_layers_are_called(tmp_path, calls):
    for call in calls:
        for name in ("name", "output", "layer", "join_layer"):
            if name in call["arguments"]:
                call["arguments"][name] = f"my_{call['arguments'][name]}"
    told = compared(tmp_path, calls, strict=True)
    assert kinds(told) == [("same", number, number) for number in range(1, 8)]
    assert (told["first_divergence"], told["sentence"]) == (None, "The steps do the same as those of the reference.")
    assert told["mechanisms"] == []


def test_the_order_of_steps_that_do_not_build_on_one_another_is_no_difference(tmp_path, calls):
    calls[0], calls[1] = calls[1], calls[0]
    told = compared(tmp_path, calls)
    assert kinds(told)[:2] == [("same", 1, 2), ("same", 2, 1)]
    assert told["first_divergence"] is None


def test_a_changed_argument_is_the_first_difference_and_what_builds_on_it_follows(tmp_path, calls):
    calls[4]["arguments"]["ring_distances"] = [60, 120]
    told = compared(tmp_path, calls, strict=False)
    assert [row["kind"] for row in told["rows"]] == ["same"] * 4 + ["differs", "follows", "follows"]
    row = told["rows"][4]
    assert (told["first_divergence"], row["differing"]) == (4, ["ring_distances"])
    assert row["why"] == "ring_distances is [60, 120], in the reference [60, 120, 180]."
    assert told["sentence"] == (
        "The first difference is at step 5 of the reference (buffer): "
        "ring_distances is [60, 120], in the reference [60, 120, 180]."
    )
    assert told["mechanisms"] and all(one["sentence"] for one in told["mechanisms"])


def test_a_default_that_is_spelled_out_is_no_difference(tmp_path, calls):
    calls[4]["arguments"] |= {"dissolve": False, "cap": "round"}
    assert compared(tmp_path, calls)["first_divergence"] is None


def test_a_step_that_nobody_makes_is_missing(tmp_path, calls):
    """Without the reprojection of the addresses the join takes another layer."""
    del calls[3]
    calls[4]["arguments"]["join_layer"] = "addresses"
    told = compared(tmp_path, calls)
    assert kinds(told)[3] == ("missing", 4, None)
    assert (told["first_divergence"], told["rows"][3]["why"]) == (3, "No call stands for reproject_layer.")
    assert told["rows"][5]["why"] == "join_layer takes another layer."


def test_a_step_more_on_the_way_to_the_result_is_a_difference(tmp_path, calls):
    calls.insert(4, {"api": "simplify_geometry", "arguments": {
        "layer": "pumps_utm", "tolerance": 5, "unit": "m", "method": "douglas_peucker",
        "output": "simple"}})  # fmt: skip
    calls[5]["arguments"]["layer"] = "simple"
    told = compared(tmp_path, calls)
    assert (kinds(told)[4][0], kinds(told)[4][2]) == ("extra", 5)
    assert told["first_divergence"] == 4


def test_what_inspects_fails_or_leads_nowhere_is_shown_and_no_difference(tmp_path, calls):
    calls[2:2] = [
        {"api": "describe_layer", "arguments": {"layer": "pumps"}},
        {"api": "centroids", "arguments": {"layer": "pumps", "output": "idle"}},
        {"api": "dissolve", "arguments": {"layer": "pumps", "fields": ["nothing"], "output": "never"}},
    ]
    told = compared(tmp_path, calls, failed=[5])
    alone = [(row["kind"], row["agent"]["step"]) for row in told["rows"] if row["reference"] is None]
    assert alone == [("inspects", 3), ("unused", 4), ("failed", 5)]
    assert told["first_divergence"] is None
    (failed,) = [row for row in told["rows"] if row["kind"] == "failed"]
    assert (failed["agent"]["ok"], failed["agent"]["error"]) == (False, "UNKNOWN_FIELD")
    assert failed["why"] == "It was not done: UNKNOWN_FIELD."


def test_a_trace_without_steps_lacks_them_all(tmp_path, calls):
    told = compared(tmp_path, [])
    assert {row["kind"] for row in told["rows"]} == {"missing"}
    assert (len(told["rows"]), told["first_divergence"]) == (7, 0)


def test_figures_say_how_near_the_steps_come(tmp_path, calls):
    figures = {one["name"]: one["value"] for one in compared(tmp_path, calls)["figures"]}
    assert figures["With the same arguments"] == "1.000"
    assert figures["Operations done"].startswith("1.000, ")
