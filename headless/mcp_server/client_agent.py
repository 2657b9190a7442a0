# SPDX-License-Identifier: GPL-2.0-or-later
"""The client as an agent of an episode: every call is a turn, and leaving is the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..agents.agent import Turn
from ..events import ProposedCall
from .client_calls import ClientCalls


class ClientAgent:
    """Whoever is behind the client.

    Args:
        calls: Its calls.
    """

    def __init__(self, calls: ClientCalls) -> None:
        self.calls = calls

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Answers the call of the last turn and waits for the next one."""
        for step in steps:
            self.calls.answer(step)
        call = self.calls.next()
        if call is None:
            message = f"{self.calls.left}, in mid-call" if self.calls.left_in_mid_call else ""
            return Turn(outcome="finished", message=message)
        return Turn((ProposedCall(api=call.api, arguments=call.arguments),))
