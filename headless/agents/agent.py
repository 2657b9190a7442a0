# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent is: asked again and again with the records of its last calls, it gives calls or an end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..events import Outcome, ProposedCall


@dataclass(frozen=True)
class Turn:
    """One answer of an agent.

    Args:
        calls: To be made one after another; empty where it ends.
        text: What it said beside them.
        outcome: How it ends; None where it wants its calls made. Neither calls nor outcome is an empty answer.
        message: Why it ends, where the outcome does not say it.
    """

    calls: tuple[ProposedCall, ...] = ()
    text: str = ""
    outcome: Outcome | None = None
    message: str = ""


class Agent(Protocol):
    """Chooses calls. It never sees a reference, a tolerance or a file of the machine, but for `reference` itself."""

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Answers.

        Args:
            steps: Step records of the calls of its last turn; empty at the beginning.
        """
        ...


FINISHED = Turn(outcome="finished")
