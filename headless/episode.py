# SPDX-License-Identifier: GPL-2.0-or-later
"""The loop of an episode: an agent proposes calls, the tool host makes them, events tell of it, totals end it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from .agents.agent import Agent, EpisodeStopped, Telling, Turn
from .events import (
    AgentTurn,
    CallFinished,
    CallStarted,
    EventModel,
    Finished,
    LimitHit,
    LimitName,
    Outcome,
    ProposedCall,
    Usage,
)
from .manifest import Limits
from .past_episode import PastEpisode
from .tool_host import HostUnavailable
from .usage_in_all import usage_in_all

LIMIT_OUTCOMES: dict[LimitName, Outcome] = {
    "calls": "limit_calls",
    "turns": "limit_turns",
    "tokens": "limit_tokens",
    "money": "limit_money",
    "seconds": "limit_seconds",
    "harness_seconds": "limit_seconds",
}


class Host(Protocol):
    """What an episode needs of a tool host."""

    def call(self, api: str, arguments: Any, seconds: float) -> dict[str, Any]:
        """Makes a call and gives its step record. Raises: HostUnavailable."""
        ...

    def close(self) -> list[str]:
        """Ends the host and names changed input files."""
        ...


class End(NamedTuple):
    """How a loop ended, and why where the outcome does not say it."""

    outcome: Outcome
    message: str = ""


class Episode:
    """One episode.

    Args:
        agent: Chooses the calls.
        host: Makes them.
        limits: Totals that end it, and the time of one call.
        tell: Takes every event as it happens.
        clock: Seconds that only grow.
        before: Called before each call, with it, and before the agent is asked, with None; it may wait, and may raise
            EpisodeStopped.
        past: What there is of an episode that goes on; its agent has been told of it.
    """

    def __init__(
        self,
        agent: Agent,
        host: Host,
        limits: Limits,
        tell: Callable[[EventModel], None],
        clock: Callable[[], float] = time.monotonic,
        before: Callable[[ProposedCall | None], None] = lambda call: None,
        past: PastEpisode | None = None,
    ) -> None:
        self.agent, self.host, self.limits, self.tell, self.clock = agent, host, limits, tell, clock
        self.before, self.past = before, past
        self.calls = self.failed_calls = self.turns = 0
        self.agent_seconds = self.harness_seconds = 0.0
        self.usages: list[Usage] = []
        if isinstance(agent, Telling):
            agent.tell_to(tell)
        self._begun = clock()
        if past is not None:
            self._go_on(past)

    def run(self) -> Finished:
        """Runs the episode to its end.

        Returns: The last event; an agent or host that fails is an outcome, never an exception.
        Raises: KeyboardInterrupt, after the episode is written as cancelled.
        """
        try:
            end = self._loop()
        except HostUnavailable as broken:
            end = End("infrastructure", f"{broken.message} {broken.hint}")
        except EpisodeStopped as stopped:
            end = End("cancelled", str(stopped))
        except KeyboardInterrupt:
            self._finish(End("cancelled", "interrupted by the user"), [])
            raise
        except Exception as error:  # the agent's own failure must not take the other episodes with it
            end = End("infrastructure", f"the episode stopped with {type(error).__name__}: {error}")
        try:
            changed = self.host.close()
        except Exception as error:  # a full disk, say: the episode is over all the same
            return self._finish(End("infrastructure", f"the host could not be closed: {error}"), [])
        return self._finish(end, changed)

    def _loop(self) -> End:
        steps = self.past.last_steps if self.past else []
        hit = self._make_all(self.past.waiting if self.past else (), steps)
        while hit is None:
            hit = self._limit("turns", self.limits.turns, self.turns) or self._spent() or self._time_is_up()
            if hit:
                return hit
            turn = self._ask(steps)
            if turn.outcome is not None:
                # an agent that stops in the middle of an answer because time is up has hit the limit
                hit = self._time_is_up() if turn.outcome == "limit_seconds" else None
                return End(turn.outcome, turn.message or (hit.message if hit else ""))
            if not turn.calls:
                return End("empty_answer")
            steps = []
            hit = self._make_all(turn.calls, steps)
        return hit

    def _go_on(self, past: PastEpisode) -> None:
        """Takes up what an episode used before it stopped."""
        self.calls, self.failed_calls, self.turns = past.calls, past.failed_calls, past.answers
        self.agent_seconds, self.harness_seconds = past.agent_seconds, past.harness_seconds
        self.usages = list(past.usages)
        self._begun -= past.seconds

    def _make_all(self, calls: Sequence[ProposedCall], steps: list[dict[str, Any]]) -> End | None:
        """Makes the calls of a turn and adds their records; gives the end where a limit is hit."""
        for call in calls:
            hit = self._limit("calls", self.limits.calls, self.calls) or self._time_is_up()
            if hit:
                return hit
            steps.append(self._make(call))
        return None

    def _ask(self, steps: list[dict[str, Any]]) -> Turn:
        self.before(None)
        asked = self.clock()
        turn = self.agent.next(steps)
        self.turns += 1
        seconds = self.clock() - asked
        self.agent_seconds += seconds
        if turn.usage is not None:
            self.usages.append(turn.usage)
        self.tell(
            AgentTurn(
                turn=self.turns,
                text=turn.text,
                calls=list(turn.calls),
                seconds=round(seconds, 3),
                usage=turn.usage,
                answered=turn.answered,
            )
        )
        return turn

    def _make(self, call: ProposedCall) -> dict[str, Any]:
        self.before(call)
        self.calls += 1
        self.tell(CallStarted(call=self.calls, turn=self.turns, api=call.api, arguments=call.arguments))
        asked = self.clock()
        step = self.host.call(call.api, call.arguments, self._call_seconds())
        self.harness_seconds += self.clock() - asked
        self.failed_calls += not step["ok"]
        self.tell(CallFinished(call=self.calls, step=step))
        return step

    def _call_seconds(self) -> float:
        """Returns the time a call may take: its own limit, or what is left of the episode."""
        left = [self.limits.call_seconds]
        if self.limits.seconds is not None:
            left.append(self.limits.seconds - (self.clock() - self._begun))
        if self.limits.harness_seconds is not None:
            left.append(self.limits.harness_seconds - self.harness_seconds)
        return max(0.001, min(left))

    def _spent(self) -> End | None:
        used = usage_in_all(self.usages)
        tokens = (used.prompt_tokens or 0) + (used.completion_tokens or 0)
        return self._limit("tokens", self.limits.tokens, tokens) or self._limit(
            "money", self.limits.money, used.cost_usd or 0.0
        )

    def _time_is_up(self) -> End | None:
        return self._limit("seconds", self.limits.seconds, self.clock() - self._begun) or self._limit(
            "harness_seconds", self.limits.harness_seconds, self.harness_seconds
        )

    def _limit(self, name: LimitName, allowed: float | None, used: float) -> End | None:
        if allowed is None or used < allowed:
            return None
        self.tell(LimitHit(limit=name, allowed=allowed, used=round(used, 6)))
        return End(LIMIT_OUTCOMES[name])

    def _finish(self, end: End, changed: list[str]) -> Finished:
        finished = Finished(
            outcome=end.outcome,
            message=end.message,
            calls=self.calls,
            failed_calls=self.failed_calls,
            turns=self.turns,
            seconds=round(self.clock() - self._begun, 3),
            changed_inputs=changed,
            usage=usage_in_all(self.usages) if self.usages else None,
            agent_seconds=round(self.agent_seconds, 3),
            harness_seconds=round(self.harness_seconds, 3),
        )
        self.tell(finished)
        return finished
