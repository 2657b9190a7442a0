# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes that are not applied are kept by step, wherever it is moved, and said."""

from __future__ import annotations

from gisagentbench.plugin.trace.argument_drafts import draft_keys, draft_words
from gisagentbench.plugin.trace.trace_step import TraceStep

LOAD = TraceStep("load_layer", {"file": "a.gpkg", "name": "a"})
COUNT = TraceStep("count_features", {"layer": "a"})


def test_a_step_keeps_its_key_when_it_is_moved_run_or_annotated() -> None:
    dissolve = TraceStep("dissolve", {"layer": "a", "output": "b"})
    before = draft_keys("/t", [LOAD, COUNT, dissolve])
    run = COUNT.run({"ok": True})
    after = draft_keys("/t", [LOAD, TraceStep("dissolve", {"output": "b", "layer": "a"}, "why"), run])
    assert [before[0], before[2], before[1]] == after


def test_steps_that_do_the_same_and_traces_are_told_apart() -> None:
    keys = [*draft_keys("/t", [LOAD, COUNT, COUNT]), *draft_keys("/other", [LOAD, COUNT])]
    assert len(set(keys)) == 5


def test_other_arguments_are_another_key() -> None:
    other = TraceStep("count_features", {"layer": "b"})
    assert draft_keys("/t", [COUNT]) != draft_keys("/t", [other])


def test_what_is_said() -> None:
    assert draft_words([]) == ""
    assert draft_words([1]) == "Step 2 has changes of its arguments that are not applied."
    assert draft_words([4, 1]) == "Steps 2, 5 have changes of their arguments that are not applied."
