# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks an endpoint again after a wait where that may help: a bounded number of times, each wait longer, with jitter."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from .answer import Answer, AnswerTooLong
from .endpoint_faults import EndpointFault
from .reading_in_time import OutOfTime


class Patience(NamedTuple):
    """How an endpoint is asked again.

    Args:
        retries: Tries beyond the first.
        first_seconds: Longest wait before the second try; it doubles from there.
        longest_seconds: Longest wait of all; an endpoint that asks for more gets no other try.
    """

    retries: int = 5
    first_seconds: float = 2.0
    longest_seconds: float = 60.0

    def wait(self, retry: int, retry_after: float | None, share: float) -> float | None:
        """Returns seconds to wait before a try; None where it is not worth it.

        Args:
            retry: From 1.
            retry_after: What the endpoint asks for.
            share: From 0 to 1, drawn at random, so that many episodes do not come back at once.
        """
        if retry > self.retries or (retry_after or 0) > self.longest_seconds:
            return None
        longest = min(self.longest_seconds, self.first_seconds * 2 ** (retry - 1))
        drawn = longest * (0.5 + share / 2)
        return drawn if retry_after is None else retry_after + min(drawn, 1.0)


class Tellable(Protocol):
    """Takes the news of a wait."""

    def __call__(self, retry: int, reason: str, seconds: float) -> None:
        """Takes number, reason and length of a wait."""
        ...


class Asking:
    """Asks until an answer comes.

    Args:
        ask: Asks once within some seconds.
        patience: How often and how long.
        answer_seconds: For one answer.
        waits: Waits some seconds.
        clock: Seconds that only grow.
        share: Draws from 0 to 1.
    """

    def __init__(
        self,
        ask: Callable[[float], Answer],
        patience: Patience,
        answer_seconds: float,
        waits: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        share: Callable[[], float] = random.random,
    ) -> None:
        self._ask, self._patience, self._answer_seconds = ask, patience, answer_seconds
        self._waits, self._clock, self._share = waits, clock, share

    def answer(self, deadline: float | None, tell: Tellable) -> Answer:
        """Asks.

        Args:
            deadline: Of the episode, by the clock; None for none.
            tell: Told of every wait before it begins.
        Raises: EndpointFault with the outcome that the episode ends with.
        """
        for retry in range(1, self._patience.retries + 2):
            try:
                return self._ask_in_time(deadline)
            except EndpointFault as fault:
                if not fault.can_retry:
                    raise
                seconds = self._patience.wait(retry, fault.retry_after, self._share())
                if seconds is None:
                    raise EndpointFault(fault.outcome, self._given_up(fault, retry)) from None
                if deadline is not None and self._clock() + seconds >= deadline:
                    self._waits(max(0.0, deadline - self._clock()))
                    raise EndpointFault("limit_seconds", f"{fault.sentence} Time was up before a retry.") from None
                tell(retry, fault.sentence, seconds)
                self._waits(seconds)
        raise AssertionError("the last try returns or raises")

    def _ask_in_time(self, deadline: float | None) -> Answer:
        left = None if deadline is None else max(0.001, deadline - self._clock())
        seconds = self._answer_seconds if left is None else min(left, self._answer_seconds)
        try:
            return self._ask(seconds)
        except OutOfTime:
            if left is not None and left <= self._answer_seconds:
                raise EndpointFault("limit_seconds", "Time was up in the middle of an answer.") from None
            sentence = f"The answer was not whole after {self._answer_seconds:g} s, the limit of one answer."
            raise EndpointFault("infrastructure", sentence) from None
        except AnswerTooLong:
            sentence = "The answer was longer than a million characters; it was not read any further."
            raise EndpointFault("limit_tokens", sentence) from None

    def _given_up(self, fault: EndpointFault, tries: int) -> str:
        if fault.retry_after is not None and fault.retry_after > self._patience.longest_seconds:
            return f"{fault.sentence} It asks to wait {fault.retry_after:.0f} s, which is too long."
        return f"{fault.sentence} {tries} tries in all."
