# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps Python from collecting garbage while a task of ours runs in a thread that is not the window's.

Garbage is collected in whichever thread makes the next object. What is collected may be a cycle with widgets, map items
or jobs in it; those that are freed in another thread than the window's take QGIS down, later and in another place.

Both ends are for the window's thread. Were the hold ended in the other thread, the collection that was held back would
run right there, with the next object that this thread makes.
"""

from __future__ import annotations

import gc


class _Holding:
    """Counts the tasks for which nothing is collected."""

    def __init__(self) -> None:
        self._count = 0
        self._was_on = True

    def begin(self) -> None:
        if self._count == 0:
            self._was_on = gc.isenabled()
            gc.disable()
        self._count += 1

    def end(self) -> None:
        self._count -= 1
        if self._count == 0 and self._was_on:
            gc.enable()


_holding = _Holding()


def hold_collection() -> None:
    """Holds back the collection of garbage in the whole process, until as many releases have been called."""
    _holding.begin()


def release_collection() -> None:
    """Ends one hold."""
    _holding.end()
