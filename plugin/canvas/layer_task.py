# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens a layer outside the window's thread and hands it over."""

from __future__ import annotations

from collections.abc import Callable

from qgis.core import QgsApplication, QgsTask
from qgis.PyQt.QtCore import QCoreApplication

from .held_collection import held_collection
from .layer_entry import LayerEntry
from .layer_opening import LayerRefused, Opened, Style, open_entry

# QGIS runs a task in C++ and calls back into Python's half, which must live as long.
_running: set[LayerTask] = set()


class LayerTask(QgsTask):
    """Opens one layer.

    Args:
        entry: The layer.
        known_columns: As `open_entry` has it.
        style: As `open_entry` has it.
        done: Called in the window's thread with what was opened, or None and why not.
    """

    def __init__(
        self,
        entry: LayerEntry,
        known_columns: frozenset[str],
        style: Style | None,
        done: Callable[[LayerEntry, Opened | None, str], None],
    ) -> None:
        quiet = QgsTask.Flag.Hidden | QgsTask.Flag.Silent
        super().__init__(entry.name, quiet | QgsTask.Flag.CanCancel | QgsTask.Flag.CancelWithoutPrompt)
        self._entry = entry
        self._known_columns = known_columns
        self._style = style
        self._done = done
        self._opened: Opened | None = None
        self._fault = ""

    def run(self) -> bool:
        """Opens the layer and moves it to the window's thread; called by QGIS in a thread of its own."""
        if self.isCanceled():
            return False
        with held_collection():
            return self._open()

    def _open(self) -> bool:
        try:
            opened = open_entry(self._entry, self._known_columns, self._style)
        except LayerRefused as refused:
            self._fault = str(refused)
            return False
        except Exception as fault:  # nothing may leave a task: QGIS would end with it
            self._fault = f"{type(fault).__name__}: {fault}"
            return False
        opened.layer.moveToThread(QCoreApplication.instance().thread())
        self._opened = opened
        return True

    def finished(self, result: bool) -> None:
        """Hands the layer over; called by QGIS in the window's thread."""
        _running.discard(self)
        opened, self._opened = self._opened, None
        self._done(self._entry, opened if result else None, self._fault)


def open_in_background(task: LayerTask) -> None:
    """Starts a task; whoever is told of its end is told in the window's thread."""
    _running.add(task)
    QgsApplication.taskManager().addTask(task)


def running_tasks() -> int:
    """Returns how many layers are being opened."""
    return len(_running)
