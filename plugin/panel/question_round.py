# SPDX-License-Identifier: GPL-2.0-or-later
"""Questions about one subject, whose answers are of no use once another subject is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .service_client import OnError, OnResult, ServiceClient


class QuestionRound:
    """Asks the service, and drops the answers to earlier rounds.

    Args:
        client: Asks the service.
    """

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._number = 0

    def begin(self) -> None:
        """Begins another round: whatever has been asked by now is answered to nobody."""
        self._number += 1

    def ask(self, op: str, arguments: dict[str, Any], on_result: OnResult, on_error: OnError) -> None:
        """Asks one question; one of the two functions is called, unless another round has begun by then."""
        number = self._number

        def of_this_round(act: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda answer: act(answer) if number == self._number else None

        self._client.ask(op, arguments, of_this_round(on_result), of_this_round(on_error))
