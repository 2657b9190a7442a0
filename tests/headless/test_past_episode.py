# SPDX-License-Identifier: GPL-2.0-or-later
"""An episode that stopped is read from its events, and goes on from there as if it had not."""

import pytest

from gisagentbench.headless.agents.agent import (
    FINISHED,
    AnotherAgent,
    EpisodeStopped,
    PastTurn,
    Turn,
    recall,
)
from gisagentbench.headless.agents.reference import Reference
from gisagentbench.headless.agents.script import Script
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.events import (
    AgentTurn,
    CallFinished,
    CallStarted,
    Continued,
    Finished,
    ProposedCall,
    Usage,
)
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.past_episode import IN_MID_CALL, can_continue, past_of
from gisagentbench.tasks.trajectory import Step, Trajectory
from gisagentbench.tests.headless.made_hosts import RecordingHost

A, B, C = (ProposedCall(api=api, arguments={"of": api}) for api in "abc")
SPENT = Usage(prompt_tokens=10, completion_tokens=2)


def turn(number, *calls, seconds=1.0, usage=None):
    return AgentTurn(turn=number, text=f"turn {number}", calls=list(calls), seconds=seconds, usage=usage)


def started(call, turn, of):
    return CallStarted(call=call, turn=turn, api=of.api, arguments=of.arguments)


def ended(call, of, code=None, seconds=0.5):
    error = None if code is None else {"code": code, "message": "", "hint": ""}
    return CallFinished(call=call, step={"api": of.api, "ok": code is None, "error": error, "seconds": seconds})


def over(outcome, message="", seconds=9.0):
    return Finished(outcome=outcome, message=message, calls=0, failed_calls=0, turns=0, seconds=seconds)


def apis(steps):
    return [step["api"] for step in steps]


def test_turns_hold_the_records_of_their_calls():
    past = past_of([turn(1, A, B), started(1, 1, A), ended(1, A), started(2, 1, B), ended(2, B, "TIMEOUT"), turn(2, C)])
    assert [(one.text, one.calls, apis(one.steps)) for one in past.turns] == [
        ("turn 1", (A, B), ["a", "b"]),
        ("turn 2", (C,), []),
    ]
    assert (past.waiting, past.calls, past.failed_calls, past.answers) == ((C,), 2, 1, 2)
    assert past.last_steps == []


def test_a_call_that_began_and_did_not_end_waits_with_those_behind_it():
    past = past_of([turn(1, A, B, C), started(1, 1, A), ended(1, A), started(2, 1, B)])
    assert (past.waiting, apis(past.last_steps)) == ((B, C), ["a"])


def test_a_call_that_was_stopped_half_way_waits_too_but_a_refused_one_does_not():
    cut = [turn(1, A, B), started(1, 1, A), ended(1, A), started(2, 1, B), ended(2, B, "CANCELLED")]
    assert past_of([*cut, over("cancelled", IN_MID_CALL)]).waiting == (B,)
    assert past_of([*cut, over("cancelled", "stopped")]).waiting == ()
    whole = [turn(1, A), started(1, 1, A), ended(1, A), over("cancelled", IN_MID_CALL)]
    assert past_of(whole).waiting == ()


def test_a_call_that_was_made_again_counts_once():
    events = [turn(1, A), started(1, 1, A), ended(1, A, "CANCELLED"), over("cancelled", IN_MID_CALL)]
    events += [Continued(turns=1, calls=0), started(1, 1, A), ended(1, A), turn(2, B), started(2, 2, B)]
    past = past_of(events)
    assert [apis(one.steps) for one in past.turns] == [["a"], []]
    assert (past.waiting, past.calls, past.failed_calls) == ((B,), 1, 0)


def test_answers_without_a_call_are_asked_for_again_but_what_they_took_counts():
    events = [turn(1, A, usage=SPENT), started(1, 1, A), ended(1, A), turn(2, usage=SPENT, seconds=4.0)]
    past = past_of([*events, over("infrastructure", seconds=2.0)])
    assert ([one.text for one in past.turns], apis(past.last_steps)) == (["turn 1"], ["a"])
    assert (past.usages, past.answers) == ([SPENT, SPENT], 2)
    assert (past.agent_seconds, past.harness_seconds, past.seconds) == (5.0, 0.5, 5.5)
    assert past_of([*events, over("infrastructure", seconds=60.0)]).seconds == 60.0


@pytest.mark.parametrize(
    ("events", "can"),
    [
        ([], False),
        ([turn(1, A)], True),
        ([turn(1, A), over("cancelled")], True),
        ([turn(1), over("infrastructure")], True),
        ([turn(1), over("finished")], False),
        ([turn(1, A), over("limit_calls")], False),
        ([turn(1, A), over("cancelled"), Continued(turns=1, calls=0)], True),
        ([turn(1, A), over("cancelled"), Continued(turns=1, calls=0), over("refused")], False),
    ],
)
def test_what_can_go_on(events, can):
    assert can_continue(events) is can


class Asked:
    """An agent that says what it was shown, and makes the calls that are left."""

    def __init__(self, *turns):
        self.turns, self.seen = list(turns), []

    def next(self, steps):
        self.seen.append(apis(steps))
        return self.turns.pop(0)


def went_on(past, agent, limits=None, host=None):
    events = []
    end = Episode(agent, host or RecordingHost(), limits or Limits(), events.append, past=past).run()
    return end, events


def test_calls_that_wait_are_made_first_and_the_agent_sees_the_whole_turn():
    past = past_of([turn(1, A, B, C), started(1, 1, A), ended(1, A), started(2, 1, B)])
    agent, host = Asked(FINISHED), RecordingHost()
    end, events = went_on(past, agent, host=host)
    assert [api for api, _, _ in host.asked] == ["b", "c"]
    assert agent.seen == [["a", "b", "c"]]
    assert [(event.call, event.turn) for event in events if event.event == "call_started"] == [(2, 1), (3, 1)]
    assert [event.turn for event in events if event.event == "model_turn"] == [2]
    assert (end.outcome, end.calls, end.turns) == ("finished", 3, 2)


def test_limits_and_sums_go_on():
    past = past_of([turn(1, A, usage=SPENT), started(1, 1, A), ended(1, A, "TIMEOUT"), over("cancelled", seconds=50.0)])
    end, _ = went_on(past, Asked(Turn((B,), usage=SPENT), FINISHED), Limits(calls=2))
    assert (end.outcome, end.calls, end.failed_calls, end.usage.prompt_tokens) == ("finished", 2, 1, 20)
    assert 50.0 <= end.seconds < 60.0
    assert went_on(past, Asked(Turn((B,))), Limits(calls=1))[0].outcome == "limit_calls"
    assert went_on(past, Asked(), Limits(tokens=12))[0].outcome == "limit_tokens"
    assert went_on(past, Asked(), Limits(seconds=49.0))[0].outcome == "limit_seconds"
    assert went_on(past, Asked(), Limits(turns=1))[0].outcome == "limit_turns"


def test_who_watches_is_asked_before_each_call_and_each_answer():
    asked = []
    agent = Asked(Turn((A, B)), FINISHED)
    Episode(agent, RecordingHost(), Limits(), lambda event: None, before=asked.append).run()
    assert asked == [None, A, B, None]


@pytest.mark.parametrize(("at", "made"), [(None, []), (A, []), (B, ["a"])])
def test_who_watches_can_stop_an_episode_before_anything_more_is_written(at, made):
    def before(call):
        if call == at:
            raise EpisodeStopped("stopped")

    events, host = [], RecordingHost()
    end = Episode(Asked(Turn((A, B)), FINISHED), host, Limits(), events.append, before=before).run()
    assert (end.outcome, end.message, host.is_closed) == ("cancelled", "stopped", True)
    assert [event.api for event in events if event.event == "call_started"] == made
    assert [event.event for event in events].count("call_finished") == len(made)


PLAN = Trajectory(schema_version=1, steps=[Step(api=api, arguments={"of": api}) for api in "abc"])
DONE, FAILED = {"api": "a", "ok": True, "error": None}, {"api": "a", "ok": False, "error": {"code": "TIMEOUT"}}


def test_a_plan_that_is_played_skips_what_was_made():
    agent = Script(PLAN)
    recall(agent, [PastTurn("", (A,), [DONE]), PastTurn("", (B,), [DONE])])
    assert agent.next([DONE]).calls == (C,)
    fresh = Script(PLAN)
    recall(fresh, [])
    assert fresh.next([]).calls == (A,)


def test_a_reference_that_goes_on_still_stops_at_a_failed_call():
    agent = Reference(PLAN)
    recall(agent, [PastTurn("", (A,), [FAILED])])
    assert agent.next([FAILED]).outcome == "finished"


def test_another_plan_is_found_out():
    with pytest.raises(AnotherAgent, match="turn 2"):
        recall(Script(PLAN), [PastTurn("", (A,), [DONE]), PastTurn("", (C,), [])])


def test_an_agent_that_can_recall_is_not_asked():
    class Model:
        told = None

        def next(self, steps):
            raise AssertionError("asked")

        def recall(self, turns):
            self.told = turns

    model = Model()
    recall(model, [PastTurn("", (A,), [])])
    assert model.told == [PastTurn("", (A,), [])]
