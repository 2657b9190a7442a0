# SPDX-License-Identifier: GPL-2.0-or-later
"""Where an episode waits for the person who watches it: before each call, and before the agent is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, NoReturn

from ...tools.declaration.errors import ToolError
from ..agents.agent import EpisodeStopped
from ..events import ProposedCall
from ..past_episode import IN_MID_CALL, STOPPED

Waiting = Literal["running", "paused", "waiting_for_approval"]
TellState = Callable[[Waiting, ProposedCall | None], None]


class Gate:
    """Lets an episode pass, or not yet.

    A paused episode neither calls nor asks its agent, so it costs nothing; one step is one call, with the answer that
    asks for it.

    Args:
        tell: Told of every change of what the episode waits for; it must not wait.
        approves: Whether each call waits for approval.
        calls_left: Calls until it pauses; None for no end.

    `was_cut` tells that the last call was cancelled while it ran; who makes the calls sets it.
    """

    def __init__(self, tell: TellState, approves: bool = False, calls_left: int | None = None) -> None:
        self._tell = tell
        self._approves, self._calls_left = approves, calls_left
        self._changed = threading.Condition()
        self._decision: Literal["", "approved", "refused"] = ""
        self._refusal: ToolError | None = None
        self._is_stopped = self._is_left = False
        self.was_cut = False
        self._running: threading.Event | None = None
        self._waited = 0.0
        self.state: Waiting = "running"

    def clock(self) -> float:
        """Gives seconds that grow while the episode does not wait here: a person's time is not the agent's."""
        return time.monotonic() - self._waited

    def before(self, call: ProposedCall | None) -> None:
        """Waits until the episode may go on with a call, or None for asking its agent.

        Raises: EpisodeStopped.
        """
        begun = time.monotonic()
        with self._changed:
            self._wait_while(lambda: self._calls_left == 0, "paused", call)
            if call is not None:
                self._wait_while(lambda: self._approves and not self._decision, "waiting_for_approval", call)
                self._decision = ""
                if self._calls_left:
                    self._calls_left -= 1
            self._show("running", None)
            self._waited += time.monotonic() - begun

    def pause(self) -> None:
        """Has the episode wait before its next call or question."""
        with self._changed:
            self._calls_left = 0

    def resume(self) -> None:
        """Has it go on without end."""
        self._set_calls_left(None)

    def step(self) -> None:
        """Has it make one call, approved where it waits for that, and pause."""
        with self._changed:
            if self.state == "waiting_for_approval":
                self._decision = "approved"
        self._set_calls_left(1)

    def approve(self) -> bool:
        """Approves the call that waits. Returns: False where none does."""
        return self._decide("approved", None)

    def refuse(self, refusal: ToolError) -> bool:
        """Refuses the call that waits; the agent gets the refusal as its record. Returns: False where none does."""
        return self._decide("refused", refusal)

    def approve_each(self, is_on: bool) -> None:
        """Sets whether each call waits for approval; a call that waits goes on where it is switched off."""
        with self._changed:
            self._approves = is_on
            self._changed.notify_all()

    def stop(self) -> threading.Event | None:
        """Ends the episode at the next turn. Returns: What cancels the call that runs; None where none does."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()
            return self._running

    def leave(self) -> None:
        """Holds the episode for ever, so that it writes nothing more: the process ends."""
        with self._changed:
            self._is_left = True
            self._changed.notify_all()

    def take_refusal(self) -> ToolError | None:
        """Gives the refusal of the call that comes now, once; None where it is none."""
        with self._changed:
            refusal, self._refusal = self._refusal, None
            return refusal

    @contextmanager
    def running(self) -> Iterator[threading.Event]:
        """Marks a call as running inside the block; gives what cancels it."""
        cancelled = threading.Event()
        with self._changed:
            if self._is_stopped:
                cancelled.set()
            self._running = cancelled
        try:
            yield cancelled
        finally:
            with self._changed:
                self._running = None
                is_left = self._is_left
        if is_left:
            _wait_for_ever()

    @property
    def is_stopped(self) -> bool:
        """Whether the episode was told to end."""
        return self._is_stopped

    def _decide(self, decision: Literal["approved", "refused"], refusal: ToolError | None) -> bool:
        with self._changed:
            if self.state != "waiting_for_approval" or self._decision:
                return False
            self._decision, self._refusal = decision, refusal
            self._changed.notify_all()
            return True

    def _set_calls_left(self, calls: int | None) -> None:
        with self._changed:
            self._calls_left = calls
            self._changed.notify_all()

    def _wait_while(self, holds: Callable[[], bool], state: Waiting, call: ProposedCall | None) -> None:
        while not (self._is_stopped or self._is_left) and holds():
            self._show(state, call)
            self._changed.wait()
        if self._is_left:
            self._changed.release()
            _wait_for_ever()
        if self._is_stopped:
            raise EpisodeStopped(IN_MID_CALL if self.was_cut else STOPPED)

    def _show(self, state: Waiting, call: ProposedCall | None) -> None:
        if state != self.state:
            self.state = state
            self._tell(state, call)


def _wait_for_ever() -> NoReturn:
    while True:
        threading.Event().wait()
