# SPDX-License-Identifier: GPL-2.0-or-later
"""An episode ends by its agent, by a total, or by a failure that is none of the agent's; its events tell which."""

import pytest

from gisagentbench.headless.agents.agent import FINISHED, Turn
from gisagentbench.headless.agents.reference import Reference
from gisagentbench.headless.agents.script import Script
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.events import ModelRetry, ProposedCall, Usage
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.tool_host import HostUnavailable
from gisagentbench.tasks.trajectory import Trajectory
from gisagentbench.tests.headless.made_hosts import RecordingHost


class Planned:
    """An agent whose turns are given; it repeats the last one."""

    def __init__(self, *turns):
        self.turns = list(turns)
        self.seen = []

    def next(self, steps):
        self.seen.append([step["api"] for step in steps])
        turn = self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]
        if isinstance(turn, BaseException):
            raise turn
        return turn


class Clock:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1.0
        return self.now


def calls(*apis):
    return Turn(tuple(ProposedCall(api=api, arguments={"n": number}) for number, api in enumerate(apis)))


def played(agent, host=None, limits=None, **more):
    events = []
    end = Episode(agent, host or RecordingHost(), limits or Limits(), events.append, **more).run()
    return end, [event.event for event in events]


def test_an_agent_sees_the_records_of_its_last_turn_and_ends_the_episode():
    agent, host = Planned(calls("a", "b"), calls("c"), FINISHED), RecordingHost()
    end, events = played(agent, host)
    assert agent.seen == [[], ["a", "b"], ["c"]]
    assert (end.outcome, end.calls, end.failed_calls, end.turns) == ("finished", 3, 0, 3)
    assert events == [
        *("model_turn", "call_started", "call_finished", "call_started", "call_finished"),
        *("model_turn", "call_started", "call_finished"),
        *("model_turn", "finished"),
    ]
    assert host.is_closed


def test_a_failed_call_does_not_end_an_episode():
    end, _ = played(Planned(calls("a"), calls("b"), FINISHED), RecordingHost({"a": "TIMEOUT"}))
    assert (end.outcome, end.calls, end.failed_calls) == ("finished", 2, 1)


def test_no_calls_and_no_end_is_an_empty_answer():
    assert played(Planned(Turn(text="I am done")))[0].outcome == "empty_answer"


@pytest.mark.parametrize(
    ("limits", "outcome", "made", "turns"),
    [
        (Limits(calls=3), "limit_calls", 3, 2),
        (Limits(turns=2), "limit_turns", 4, 2),
    ],
)
def test_a_total_ends_an_episode_when_it_is_used_up(limits, outcome, made, turns):
    host = RecordingHost()
    end, events = played(Planned(calls("a", "b")), host, limits)
    assert (end.outcome, end.calls, len(host.asked), end.turns) == (outcome, made, made, turns)
    assert events[-2:] == ["limit_hit", "finished"]


def test_an_agent_may_use_its_last_call_and_end():
    end, _ = played(Planned(calls("a", "b"), FINISHED), limits=Limits(calls=2))
    assert end.outcome == "finished"


def test_time_ends_an_episode_and_shortens_its_last_call():
    host = RecordingHost()
    end, _ = played(Planned(calls("a")), host, Limits(seconds=20.0, call_seconds=9.0), clock=Clock())
    allowed = [seconds for _, _, seconds in host.asked]
    assert end.outcome == "limit_seconds"
    assert allowed[0] == 9.0 and 0 < allowed[-1] < 9.0


def test_time_inside_calls_ends_an_episode_and_is_told_apart_from_that_of_the_agent():
    # the clock goes on by a second whenever it is read: 1 s for each answer, 1 s for each call
    end, events = played(Planned(calls("a")), None, Limits(harness_seconds=3.0, call_seconds=9.0), clock=Clock())
    assert (end.outcome, end.calls, end.harness_seconds, end.agent_seconds) == ("limit_seconds", 3, 3.0, 3.0)
    assert events[-2:] == ["limit_hit", "finished"]


@pytest.mark.parametrize(
    ("limits", "outcome"),
    [(Limits(tokens=220), "limit_tokens"), (Limits(money=0.5), "limit_money"), (Limits(tokens=1000), "limit_turns")],
)
def test_tokens_and_money_end_an_episode_once_an_answer_has_used_them_up(limits, outcome):
    usage = Usage(prompt_tokens=100, completion_tokens=10, cost_usd=0.25)
    turn = Turn((ProposedCall(api="a"),), usage=usage)
    end, _ = played(Planned(turn), limits=limits.model_copy(update={"turns": 3}))
    assert (end.outcome, end.turns) == (outcome, 3 if outcome == "limit_turns" else 2)
    assert end.usage.prompt_tokens == 100 * end.turns


def test_an_agent_that_tells_of_waits_has_them_among_the_events():
    class Waiting(Planned):
        def tell_to(self, tell):
            self.tell = tell

        def next(self, steps):
            self.tell(ModelRetry(turn=1, retry=1, reason="It is busy.", seconds=2.0))
            return super().next(steps)

    assert played(Waiting(FINISHED))[1] == ["model_retry", "model_turn", "finished"]


def test_a_host_that_cannot_be_started_is_an_infrastructure_failure():
    end, events = played(Planned(calls("a")), RecordingHost({"a": HostUnavailable("It is broken.", "Mend it.")}))
    assert (end.outcome, end.message) == ("infrastructure", "It is broken. Mend it.")
    assert events[-1] == "finished"


def test_an_agent_that_fails_is_an_infrastructure_failure():
    end, _ = played(Planned(RuntimeError("no answer")))
    assert (end.outcome, end.message) == ("infrastructure", "the episode stopped with RuntimeError: no answer")


def test_an_interrupted_episode_is_written_as_cancelled():
    events = []
    episode = Episode(Planned(KeyboardInterrupt()), RecordingHost(), Limits(), events.append)
    with pytest.raises(KeyboardInterrupt):
        episode.run()
    assert events[-1].outcome == "cancelled"


def test_changed_inputs_are_told_at_the_end():
    assert played(Planned(FINISHED), RecordingHost(changed=["parks.gpkg"]))[0].changed_inputs == ["parks.gpkg"]


TWO_STEPS = Trajectory(schema_version=1, steps=[{"api": "a"}, {"api": "b", "arguments": {"x": 1}, "note": "why"}])


def test_the_reference_plays_its_steps_one_a_turn():
    host = RecordingHost()
    end, _ = played(Reference(TWO_STEPS), host)
    assert [(api, arguments) for api, arguments, _ in host.asked] == [("a", {}), ("b", {"x": 1})]
    assert end.outcome == "finished"


def test_the_reference_stops_at_a_failed_call_and_says_why():
    end, _ = played(Reference(TWO_STEPS), RecordingHost({"a": "BAD_VALUE"}))
    assert (end.calls, end.message) == (1, "the reference stopped: a gave BAD_VALUE")


def test_a_script_goes_on_after_a_failed_call():
    end, _ = played(Script(TWO_STEPS), RecordingHost({"a": "BAD_VALUE"}))
    assert (end.outcome, end.calls, end.failed_calls) == ("finished", 2, 1)
