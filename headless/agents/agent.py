# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent is: asked again and again with the records of its last calls, it gives calls or an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

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


FINISHED = Turn(outcome="finished")
