# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps Python from collecting garbage in a thread that is not the window's.

What is collected may be a cycle with widgets or timers in it; Qt objects that are freed in another thread than their
own take QGIS down, at a later time and in another place.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Holding:
    """Counts the blocks in which nothing is collected."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._was_on = True

    def begin(self) -> None:
        with self._lock:
            if self._count == 0:
                self._was_on = gc.isenabled()
                gc.disable()
            self._count += 1

    def end(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0 and self._was_on:
                gc.enable()


_holding = _Holding()


@contextmanager
def held_collection() -> Iterator[None]:
    """Holds back the collection of garbage in the whole process as long as the block runs; blocks may overlap."""
    _holding.begin()
    try:
        yield
    finally:
        _holding.end()
