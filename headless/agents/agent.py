# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent is: asked again and again with the records of its last calls, it gives calls or an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..events import Answered, EventModel, Outcome, ProposedCall, Usage


@dataclass(frozen=True)
class Turn:
    """One answer of an agent.

    Args:
        calls: To be made one after another; empty where it ends.
        text: What it said beside them.
        outcome: How it ends; None where it wants its calls made. Neither calls nor outcome is an empty answer.
        message: Why it ends, where the outcome does not say it.
        usage: What the answer took, where it is a model's.
        answered: What the endpoint said of itself, likewise.
    """

    calls: tuple[ProposedCall, ...] = ()
    text: str = ""
    outcome: Outcome | None = None
    message: str = ""
    usage: Usage | None = None
    answered: Answered | None = None


class Agent(Protocol):
    """Chooses calls. It never sees a reference, a tolerance or a file of the machine, but for `reference` itself."""

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Answers.

        Args:
            steps: Step records of the calls of its last turn; empty at the beginning.
        """
        ...


@runtime_checkable
class Telling(Protocol):
    """An agent with events of its own, such as a wait before another try."""

    def tell_to(self, tell: Callable[[EventModel], None]) -> None:
        """Takes what its events are told to."""
        ...


@runtime_checkable
class Stoppable(Protocol):
    """An agent whose answer may take long, such as a model's."""

    def stop(self) -> None:
        """Ends the answer that is waited for, and all later ones, from another thread: `next` raises EpisodeStopped."""
        ...


class PastTurn(NamedTuple):
    """A turn of an episode that goes on.

    Args:
        text: What the agent said.
        calls: What it asked for.
        steps: Step records of those of its calls that were made, in order.
    """

    text: str
    calls: tuple[ProposedCall, ...]
    steps: list[dict[str, Any]]


@runtime_checkable
class Recalling(Protocol):
    """An agent that can be told what it said earlier, instead of being asked again."""

    def recall(self, turns: Sequence[PastTurn]) -> None:
        """Takes its earlier turns, before the first `next`; that gets the records of the last one."""
        ...


class EpisodeStopped(Exception):
    """Whoever watches the episode has stopped it; says by whom, for the last event."""


class AnotherAgent(Exception):
    """An agent that would not have said what the events say it said."""


FINISHED = Turn(outcome="finished")


def recall(agent: Agent, turns: Sequence[PastTurn]) -> None:
    """Brings a fresh agent to where an episode stopped.

    Agents that play what is written or drawn are asked again, which costs nothing and gives the same calls.

    Raises: AnotherAgent where it does not: the file that it plays has changed, say.
    """
    if isinstance(agent, Recalling):
        agent.recall(turns)
        return
    steps: list[dict[str, Any]] = []
    for number, past in enumerate(turns, start=1):
        said = agent.next(steps)
        if said.calls != past.calls:
            raise AnotherAgent(f"turn {number} is another one than the events tell of")
        steps = past.steps
