# SPDX-License-Identifier: GPL-2.0-or-later
"""Ends work in good order whichever signal asks for it: a person's ctrl-C, a system that stops a service, a closed
terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

CANCELLED_STATUS = 130
ASKING_TO_END = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Has SIGTERM and SIGHUP raise KeyboardInterrupt inside the block, as SIGINT does.

    Edges: Nothing is changed outside the main thread, and a signal that the process was told to ignore stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [getattr(signal, name) for name in ASKING_TO_END if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in signals}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
