# SPDX-License-Identifier: GPL-2.0-or-later
"""Work outside the window's thread, and its result on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication, QgsTask
from qgis.PyQt.QtCore import QCoreApplication, QObject

from .held_collection import hold_collection, release_collection

QUIET = QgsTask.Flag.Hidden | QgsTask.Flag.Silent
# QGIS runs a task in C++ and calls back into Python's half, which must live as long.
_running: set[BackgroundTask] = set()


class Refused(Exception):
    """Why a task has no result, as a sentence for people."""


class BackgroundTask(QgsTask):
    """One piece of work.

    Args:
        title: What it is called where tasks are listed.
        work: Called in another thread, with the task, which knows whether it is cancelled and takes progress.
        done: Called in the window's thread with what was made and "", or with None and why nothing was; with None
            and "" where the task was cancelled.
        flags: How QGIS shows it; left out: not at all.
    """

    def __init__(
        self,
        title: str,
        work: Callable[[QgsTask], Any],
        done: Callable[[Any, str], None],
        flags: QgsTask.Flag = QUIET,
    ) -> None:
        super().__init__(title, flags | QgsTask.Flag.CanCancel | QgsTask.Flag.CancelWithoutPrompt)
        self._work = work
        self._done = done
        self._made: Any = None
        self._fault = ""

    def run(self) -> bool:
        """Works; called by QGIS in a thread of its own."""
        if self.isCanceled():
            return False
        try:
            self._made = self._work(self)
        except Refused as refused:
            self._fault = str(refused)
        except Exception as fault:  # nothing may leave a task: QGIS would end with it
            self._fault = f"{type(fault).__name__}: {fault}"
        return not self._fault and not self.isCanceled()

    def finished(self, result: bool) -> None:
        """Hands over what was made; called by QGIS in the window's thread."""
        _running.discard(self)
        release_collection()
        made, self._made = self._made, None
        if self.isCanceled():
            self._done(None, "")
        else:
            self._done(made if result else None, self._fault)


def run_in_background(task: BackgroundTask) -> None:
    """Starts a task; called in the window's thread.

    The threads of tasks stay from now on: QGIS ends them when they were idle for half a minute, and with a thread ends
    each CRS that was first made in it. Layers and QGIS's cache go on with that CRS, and the map draws none of them.
    """
    _running.add(task)
    hold_collection()
    manager = QgsApplication.taskManager()
    manager.threadPool().setExpiryTimeout(-1)
    manager.addTask(task)


def give_to_window(thing: QObject) -> None:
    """Moves what a task has made into the window's thread; called by the task, since only its own thread may."""
    thing.moveToThread(QCoreApplication.instance().thread())


def running_tasks() -> int:
    """Returns how many tasks have not handed over their results."""
    return len(_running)
