# SPDX-License-Identifier: GPL-2.0-or-later
"""Turns the event loop until something is the case."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable


def wait_for(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Lets the window live until a condition holds; fails where it does not in time."""
    from qgis.PyQt.QtCore import QCoreApplication, QEvent

    end = time.monotonic() + seconds
    while True:
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete))
        if condition():
            return
        if time.monotonic() >= end:
            faulthandler.dump_traceback()  # of all threads: a task may be what has not ended
            raise AssertionError("it did not happen in time")
        time.sleep(0.005)


def turn(times: int = 20) -> None:
    """Lets the window live for a short while."""
    from qgis.PyQt.QtCore import QCoreApplication, QEvent

    for _ in range(times):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete))
        time.sleep(0.002)
