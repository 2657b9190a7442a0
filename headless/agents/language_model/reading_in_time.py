# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a stream in a thread of its own: a socket that gives a byte a minute never times out by itself."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

Piece = TypeVar("Piece")
LOOK_SECONDS = 0.05


class OutOfTime(Exception):
    """The pieces did not come in time."""


class ReadingStopped(Exception):
    """Another thread has ended the wait."""


class Ended:
    """What the thread says last: how its work ended."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


def read_in_time(
    produce: Callable[[Callable[[], bool]], Iterator[Piece]], seconds: float, stopped: threading.Event | None = None
) -> Iterator[Piece]:
    """Yields what a producer gives, as it comes.

    Args:
        produce: Gives the pieces; the function it gets tells whether nobody waits for them any more.
        seconds: For all of them together.
        stopped: Set by another thread, it ends the wait.
    Raises: OutOfTime; ReadingStopped; whatever the producer raises.
    """
    deadline = time.monotonic() + seconds
    pieces: queue.SimpleQueue[Piece | Ended] = queue.SimpleQueue()
    is_over = threading.Event()

    def work() -> None:
        try:
            for piece in produce(is_over.is_set):
                pieces.put(piece)
                if is_over.is_set():
                    return
            pieces.put(Ended())
        except BaseException as error:
            pieces.put(Ended(error))

    # nothing can wake it from a read; as a daemon it keeps no process alive
    threading.Thread(target=work, daemon=True, name="endpoint").start()
    try:
        while True:
            if stopped is not None and stopped.is_set():
                raise ReadingStopped
            left = max(0.0, deadline - time.monotonic())
            try:
                piece = pieces.get(timeout=left if stopped is None else min(left, LOOK_SECONDS))
            except queue.Empty:
                if left > LOOK_SECONDS and stopped is not None:
                    continue
                raise OutOfTime from None
            if isinstance(piece, Ended):
                if piece.error is not None:
                    raise piece.error
                return
            yield piece
    finally:
        is_over.set()
