# SPDX-License-Identifier: GPL-2.0-or-later
"""Hears of what is run in the toolbox from the history of Processing."""

from __future__ import annotations

from typing import Any

from qgis.gui import QgsGui
from qgis.PyQt.QtCore import QObject, pyqtSignal, pyqtSlot

from .toolbox_run import PROVIDER, toolbox_run


class HistoryListener(QObject):
    """Tells of runs as they begin and end, while it listens.

    Processing enters a run when it begins and writes its results into the entry when it ends; an entry without results
    is a run that failed.
    """

    started = pyqtSignal(object)
    """A run has begun: a ToolboxRun without results."""
    finished = pyqtSignal(object)
    """A run has ended: its ToolboxRun; without results where it failed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: set[int] = set()
        self._listens = False

    def listen(self, on: bool) -> None:
        """Begins or ceases to listen; runs that have begun meanwhile are not told of."""
        if on == self._listens:
            return
        registry = QgsGui.historyProviderRegistry()
        if on:
            registry.entryAdded.connect(self._added)
            registry.entryUpdated.connect(self._updated)
        else:
            registry.entryAdded.disconnect(self._added)
            registry.entryUpdated.disconnect(self._updated)
            self._running.clear()
        self._listens = on

    # Without the third argument of the signals, an enum that PyQt 5 cannot make in 3.40: that would end QGIS. Nor with
    # the entry: once anybody has asked for the registry, PyQt 5 takes no slot for it.
    @pyqtSlot("qlonglong")
    def _added(self, number: int) -> None:
        entry, is_there = QgsGui.historyProviderRegistry().entry(number)
        run = toolbox_run(number, entry.entry) if is_there and entry.providerId == PROVIDER else None
        if run is not None:
            self._running.add(number)
            self.started.emit(run)

    @pyqtSlot("qlonglong", "QVariantMap")
    def _updated(self, number: int, details: dict[str, Any]) -> None:
        run = toolbox_run(number, details) if number in self._running else None
        if run is not None:
            self._running.discard(number)
            self.finished.emit(run)
