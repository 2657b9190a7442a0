# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent says of a task is either shown to it before, or a finding; the demo pack's own texts are no finding."""

import pytest

from gisagentbench.headless.contamination_audit import audit
from gisagentbench.headless.events import AgentTurn, CallFinished, ProposedCall
from gisagentbench.tasks.pack import find_pack, load_pack
from gisagentbench.tests.headless.made_pack import TASKS, write_pack

TASK = TASKS[0]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return load_pack(write_pack(tmp_path_factory.mktemp("pack") / "made"))


def turn(number, text="", api="load_layer", **arguments):
    return AgentTurn(turn=number, text=text, calls=[ProposedCall(api=api, arguments=arguments)])


def seen(text):
    return CallFinished(call=1, step={"ok": True, "observation": {"text": text}, "error": None})


def found(pack, *events, agent="openai:tiny"):
    return [(one.turn, one.rule, one.what) for one in audit(pack, TASK, agent, events)]


RATIONALE = "the right answer is the input a count"


@pytest.mark.parametrize(
    ("event", "finding"),
    [
        (turn(3, text="I look into reference.json"), (3, "evidence_file", "reference.json")),
        (turn(2, file="../tasks/x/check.py"), (2, "evidence_file", "check.py")),
        (turn(1, text="This is count_again, I think"), (1, "task_id", "count_again")),
        (turn(1, text="So: the right answer is the input; a count that is off."), (1, "hidden_words", RATIONALE)),
    ],
)
def test_what_was_never_shown_is_a_finding(pack, event, finding):
    assert found(pack, event) == [finding]


@pytest.mark.parametrize(
    "event",
    [
        turn(1, text="Count the people. rows.csv goes in, out.csv comes out."),
        turn(1, text="I check. py is not a file, precheck.pyx and my_reference.json are others."),
        turn(1, text="The right answer is the input, my count"),
        turn(1, file="rows.csv", name="rows"),
    ],
)
def test_what_was_shown_or_is_something_else_is_none(pack, event):
    assert found(pack, event) == []


def test_what_a_call_told_may_be_said_afterwards_and_not_before(pack):
    said = turn(2, text="check.py is a file there")
    assert found(pack, seen("files: check.py"), said) == []
    assert [rule for _, rule, _ in found(pack, said, seen("files: check.py"))] == ["evidence_file"]


def test_agents_that_know_the_answer_by_what_they_are_have_no_findings(pack):
    for agent in ("reference", "naive:nodata", "script:plan.json"):
        assert found(pack, turn(1, text="reference.json"), agent=agent) == []


def test_the_names_of_the_reference_are_a_finding_and_other_names_for_the_same_calls_are_none():
    demo = find_pack("demo")
    steps = demo.trajectory("olinda_woods").steps
    played = [turn(at, api=step.api, **step.arguments) for at, step in enumerate(steps, start=1)]
    findings = audit(demo, "olinda_woods", "openai:tiny", played)
    assert [finding.rule for finding in findings] == ["reference_handles"]
    others = [turn(at, api=step.api, output=f"layer_{at}") for at, step in enumerate(steps, start=1)]
    assert audit(demo, "olinda_woods", "openai:tiny", others) == []


def test_texts_that_a_model_is_shown_are_never_a_finding():
    demo = find_pack("demo")
    for task in demo.task_ids():
        view = demo.agent_view(demo.task(task)) | {"task": ""}
        assert audit(demo, task, "openai:tiny", [turn(1, text=str(view))]) == []
