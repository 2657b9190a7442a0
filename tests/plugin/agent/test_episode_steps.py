# SPDX-License-Identifier: GPL-2.0-or-later
"""Events become steps: what was said, called and came of it, and what it took so far."""

from __future__ import annotations

from typing import Any

from gisagentbench.plugin.agent.episode_steps import EpisodeSteps


def turn(number: int, text: str, tokens: tuple[int, int] | None = None, cost: float | None = None) -> dict[str, Any]:
    usage = None
    if tokens is not None:
        usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "cost_usd": cost}
    return {"event": "model_turn", "turn": number, "text": text, "calls": [], "seconds": 2.0, "usage": usage}


def started(call: int, api: str = "buffer") -> dict[str, Any]:
    return {"event": "call_started", "call": call, "turn": 1, "api": api, "arguments": {"distance": call}}


def finished(call: int, step: int, seconds: float = 0.5, error: dict[str, str] | None = None) -> dict[str, Any]:
    record = {"ok": error is None, "step": step, "seconds": seconds, "error": error, "output": "made", "warnings": []}
    return {"event": "call_finished", "call": call, "step": record}


def taken(events: list[dict[str, Any]]) -> tuple[EpisodeSteps, list[list[int]]]:
    episode = EpisodeSteps()
    return episode, [episode.take(event) for event in events]


def test_a_call_is_a_row_that_changes_when_it_ends() -> None:
    episode, rows = taken([turn(1, "First a buffer."), started(1), finished(1, 1)])
    assert rows == [[], [0], [0]]
    (step,) = episode.steps
    assert (step.api, step.arguments, step.said, step.state) == ("buffer", {"distance": 1}, "First a buffer.", "done")
    assert (step.made_by, episode.running()) == (1, None)


def test_tokens_stand_with_the_first_call_of_an_answer_and_cost_adds_up() -> None:
    first = [turn(1, "Two calls.", (100, 20), 0.25), started(1), finished(1, 1), started(2), finished(2, 2)]
    episode, _ = taken([*first, turn(2, "One more.", (300, 30), 0.5), started(3)])
    assert [step.tokens for step in episode.steps] == [120, None, 330]
    assert [step.cost for step in episode.steps] == [0.25, 0.25, 0.75]
    totals = episode.totals
    assert (totals.calls, totals.tokens, totals.cost) == (2, 450, 0.75)
    assert totals.seconds == 2 * 2.0 + 2 * 0.5  # two answers of 2 s, two finished calls of half a second


def test_an_agent_without_tokens_has_none_not_zero() -> None:
    episode, _ = taken([turn(1, ""), started(1), finished(1, 1)])
    assert (episode.totals.tokens, episode.totals.cost) == (None, None)
    assert episode.steps[0].cost is None


def test_what_is_said_without_a_call_is_a_row_of_its_own() -> None:
    ended = {"event": "finished", "outcome": "finished", "message": "", "calls": 0}
    episode, rows = taken([turn(1, "I think."), turn(2, "Done.", (10, 1)), ended])
    assert [(step.kind, step.said) for step in episode.steps] == [("answer", "I think."), ("answer", "Done.")]
    assert rows == [[], [0], [1]]
    assert episode.outcome == "finished"


def test_a_refused_call_is_failed_and_says_why() -> None:
    error = {"code": "CRS_MISMATCH", "message": "Feet and degrees.", "hint": "Reproject."}
    episode, _ = taken([started(1), finished(1, 1, error=error)])
    assert (episode.steps[0].state, episode.steps[0].error, episode.totals.failed) == ("failed", error, 1)


def test_progress_belongs_to_the_call_that_runs() -> None:
    episode, _ = taken([started(1), finished(1, 1), started(2)])
    assert episode.progress(1, 0.5) == []
    assert episode.progress(2, 1.7) == [1]
    assert episode.steps[1].share == 1.0
    running = episode.running()
    assert running is not None and running.call == 2


def test_a_call_that_never_came_back_is_failed_at_the_end() -> None:
    episode, rows = taken([started(1), {"event": "finished", "outcome": "cancelled", "message": "Stopped."}])
    assert (episode.steps[0].state, rows[1]) == ("failed", [0])
    assert (episode.outcome, episode.message) == ("cancelled", "Stopped.")


def test_limits_and_retries_are_rows_and_unknown_events_are_none() -> None:
    retry = {"event": "model_retry", "turn": 1, "retry": 1, "reason": "The endpoint answered 429.", "seconds": 2.0}
    limit = {"event": "limit_hit", "limit": "calls", "allowed": 5, "used": 5}
    episode, rows = taken([retry, limit, {"event": "from_the_future"}, {}])
    assert [step.kind for step in episode.steps] == ["note", "note"]
    assert rows == [[0], [1], [], []]
    assert [step.said for step in episode.steps] == ["The endpoint answered 429.", "Limit of calls: 5 of 5 used"]


def test_a_new_tool_host_is_told_and_the_first_is_not() -> None:
    first, again = ({"event": "host_started", "reason": reason, "seconds": 1.0} for reason in ("first", "time_limit"))
    episode, _ = taken([first, again])
    assert [step.said for step in episode.steps] == ["QGIS was started again for the tools: time limit"]


def test_a_call_that_was_cut_off_is_made_again_under_its_number() -> None:
    ended = {"event": "finished", "outcome": "cancelled", "message": "stopped"}
    episode, rows = taken(
        [started(1), ended, {"event": "continued", "turns": 1, "calls": 0}, started(1), finished(1, 1)]
    )
    assert [(step.kind, step.call, step.state) for step in episode.steps] == [
        ("call", 1, "failed"),
        ("note", 0, "done"),
        ("call", 1, "done"),
    ]
    assert (rows, episode.outcome) == ([[0], [0], [1], [2], [2]], "")


def test_an_episode_that_goes_on_has_not_ended() -> None:
    episode, _ = taken([started(1), {"event": "finished", "outcome": "cancelled", "message": "Stopped."}])
    episode.go_on()
    assert (episode.outcome, episode.message, len(episode.steps)) == ("", "", 1)


def test_layers_are_known_by_the_number_in_the_workspace_not_by_that_of_the_call() -> None:
    # a refused call takes a number in the episode; the workspace may count differently after a new host
    episode, _ = taken([started(1), finished(1, 1), started(2), finished(2, 4)])
    assert episode.row_of_layer(4) == 1
    assert episode.row_of_layer(2) is None
    assert episode.row_of_layer(0) is None
