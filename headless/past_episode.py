# SPDX-License-Identifier: GPL-2.0-or-later
"""An episode that stopped, as its events tell of it, so that it can go on where it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .agents.agent import PastTurn
from .events import AgentTurn, CallFinished, CallStarted, Finished, ProposedCall, Usage

# Ends that say nothing about the agent: of these an episode may go on.
CONTINUED_OUTCOMES = ("cancelled", "infrastructure")
IN_MID_CALL = "stopped in mid-call"
STOPPED = "stopped"


@dataclass
class PastEpisode:
    """What there is of an episode.

    Args:
        turns: Of the agent, in order.
        answers: How many answers it gave, those without a call too.
        waiting: Calls of the last turn that were not made, or not to their end.
        calls: Calls that ended.
        failed_calls: Those among them that failed.
        usages: What its answers took, as far as they tell.
        agent_seconds: Time in which the agent chose.
        harness_seconds: Time inside calls, as their records have it.
        seconds: Wall time, as far as it is known.
    """

    turns: list[PastTurn] = field(default_factory=list)
    answers: int = 0
    waiting: tuple[ProposedCall, ...] = ()
    calls: int = 0
    failed_calls: int = 0
    usages: list[Usage] = field(default_factory=list)
    agent_seconds: float = 0.0
    harness_seconds: float = 0.0
    seconds: float = 0.0

    @property
    def last_steps(self) -> list[dict[str, Any]]:
        """Step records of the last turn, for the agent that goes on."""
        return list(self.turns[-1].steps) if self.turns else []


def can_continue(events: Iterable[Any]) -> bool:
    """Tells whether an episode has begun and not ended, or not by its agent."""
    listed = list(events)
    if not listed:
        return False
    last = listed[-1]
    return not isinstance(last, Finished) or last.outcome in CONTINUED_OUTCOMES


def past_of(events: Iterable[Any]) -> PastEpisode:
    """Reads what there is of an episode from its events.

    Turns without a call are left out, so that the agent is asked again: nothing says that they were its end. A call
    that was stopped half way counts as not made, since nothing of it was kept.
    """
    past = PastEpisode()
    turns: dict[int, AgentTurn] = {}
    turn_of: dict[int, int] = {}
    steps: dict[int, dict[str, Any]] = {}
    for event in events:
        if isinstance(event, AgentTurn):
            turns[event.turn] = event
        elif isinstance(event, CallStarted):
            turn_of[event.call] = event.turn
            steps.pop(event.call, None)
        elif isinstance(event, CallFinished):
            steps[event.call] = event.step
        elif isinstance(event, Finished):
            past.seconds = event.seconds
            if event.message == IN_MID_CALL and steps and _code(steps[max(steps)]) == "CANCELLED":
                del steps[max(steps)]
    past.answers = len(turns)
    past.usages = [turn.usage for turn in turns.values() if turn.usage is not None]
    past.agent_seconds = sum(turn.seconds for turn in turns.values())
    past.harness_seconds = sum(float(step.get("seconds") or 0.0) for step in steps.values())
    past.seconds = max(past.seconds, past.agent_seconds + past.harness_seconds)
    past.calls, past.failed_calls = len(steps), sum(not step.get("ok") for step in steps.values())
    past.turns = [
        PastTurn(turn.text, tuple(turn.calls), [steps[call] for call in sorted(steps) if turn_of.get(call) == number])
        for number, turn in sorted(turns.items())
        if turn.calls
    ]
    last = past.turns[-1] if past.turns else PastTurn("", (), [])
    past.waiting = last.calls[len(last.steps) :]
    return past


def _code(step: dict[str, Any]) -> str:
    return str((step.get("error") or {}).get("code") or "")
