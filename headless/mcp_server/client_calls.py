# SPDX-License-Identifier: GPL-2.0-or-later
"""The mailbox between the thread that speaks with a client and the thread that makes its calls."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from typing import Any

from ...tools.declaration.errors import ToolError

MOST_WAITING = 32


class ClientCall:
    """One call of a client.

    Args:
        api: Name of the tool, which need not be there.
        arguments: As they were sent.
        told: Takes the share that is done, from 0 to 1.

    `answer` gets its step record, or a ToolError where it was not made; `cancelled` tells that it was withdrawn.
    """

    def __init__(self, api: str, arguments: dict[str, Any], told: Callable[[float], None]) -> None:
        self.api = api
        self.arguments = arguments
        self.told = told
        self.answer: Future[dict[str, Any]] = Future()
        self.cancelled = threading.Event()


class ClientCalls:
    """The calls of one client: one runs, others wait in their order.

    Args:
        most_waiting: Calls beyond it are refused.

    `stop` is what ends a running call from another thread; the session sets it. `left` says how the client left, ""
    while it is there, and `left_in_mid_call` whether a call ran then.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.most_waiting = most_waiting
        self.stop: Callable[[threading.Event], None] = threading.Event.set
        self.left = ""
        self.left_in_mid_call = False
        self._changed = threading.Condition()
        self._waiting: deque[ClientCall] = deque()
        self._running: ClientCall | None = None
        self._ended: ToolError | None = None
        self._is_taken_up = False

    def submit(self, call: ClientCall) -> None:
        """Takes a call.

        Raises: ToolError LIMIT_EXCEEDED where too many wait; what `end` was given where no more calls are made.
        """
        with self._changed:
            if self._ended is not None:
                raise self._ended
            if len(self._waiting) >= self.most_waiting:
                raise ToolError(
                    "LIMIT_EXCEEDED",
                    f"{self.most_waiting} calls wait already; {call.api[:200]} was not made",
                    "calls run one at a time, in the order in which they come: wait for answers",
                )
            self._waiting.append(call)
            self._changed.notify_all()

    def withdraw(self, call: ClientCall) -> None:
        """Takes a call back: one that waits is not made, one that runs is stopped."""
        with self._changed:
            if call in self._waiting:
                self._waiting.remove(call)
            elif call is self._running:
                self.stop(call.cancelled)

    def take_up(self) -> None:
        """Says that the client has seen its task, so that it can be judged even where no call follows."""
        with self._changed:
            self._is_taken_up = True
            self._changed.notify_all()

    def wait_until_taken_up(self) -> bool:
        """Waits until the client has seen its task or calls a tool. Returns: False where it left before."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_taken_up or self.left)
            return bool(self._waiting) or self._is_taken_up

    def next(self) -> ClientCall | None:
        """Waits for the next call, which runs from now on; None where the client has left."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self.left)
            self._running = None if self.left else self._waiting.popleft()
            return self._running

    def tell(self, share: float) -> None:
        """Tells the client which share of the running call is done, from 0 to 1."""
        with self._changed:
            call = self._running
        if call is not None:
            call.told(share)

    def answer(self, step: dict[str, Any]) -> None:
        """Answers the running call with its step record."""
        with self._changed:
            call, self._running = self._running, None
        if call is not None:
            _settle(call, step)

    @property
    def running(self) -> ClientCall | None:
        """The call that runs."""
        return self._running

    def end(self, why: ToolError) -> None:
        """Refuses the running call, those that wait, and all that come."""
        with self._changed:
            self._ended = why
            unanswered = [*([self._running] if self._running else []), *self._waiting]
            self._waiting.clear()
            self._running = None
        for call in unanswered:
            _settle(call, why)

    def note_leaving(self) -> None:
        """Keeps in mind that a call runs while the client leaves; it may be stopped before `leave` is called."""
        with self._changed:
            self.left_in_mid_call = self.left_in_mid_call or self._running is not None

    def leave(self, how: str) -> None:
        """Says that the client has left; the running call is stopped, those that wait are not made."""
        with self._changed:
            self.left = self.left or how
            self._waiting.clear()
            if self._running is not None:
                self.left_in_mid_call = True
                self.stop(self._running.cancelled)
            self._changed.notify_all()

    def wait_until_left(self) -> None:
        """Waits until the client has left."""
        with self._changed:
            self._changed.wait_for(lambda: self.left)


def _settle(call: ClientCall, outcome: dict[str, Any] | ToolError) -> None:
    with contextlib.suppress(InvalidStateError):  # the client no longer waits for it
        if isinstance(outcome, ToolError):
            call.answer.set_exception(outcome)
        else:
            call.answer.set_result(outcome)
