# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens layers outside the window's thread, one after another."""

from __future__ import annotations

from qgis.core import QgsTask
from qgis.PyQt.QtCore import QObject, pyqtSignal

from .background_task import BackgroundTask, give_to_window, run_in_background
from .layer_entry import LayerEntry
from .layer_opening import Opened, Style, open_entry


class OpeningQueue(QObject):
    """Layers that are to be opened; one at a time, since a step's new columns follow from those before."""

    opened = pyqtSignal(object, object)
    """A layer is open: its LayerEntry and what was opened."""
    failed = pyqtSignal(object, str)
    """A layer could not be opened: its LayerEntry and why."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[LayerEntry, Style | None]] = []
        self._is_opening = False
        self._is_closed = False
        self._columns: frozenset[str] = frozenset()

    def add(self, entry: LayerEntry, style: Style | None = None, is_first: bool = False) -> None:
        """Opens a layer when it is its turn.

        Args:
            style: Styles it; left out: what fits its geometry and data.
            is_first: Whether it comes before those that wait.
        """
        self.drop(entry)
        self._waiting.insert(0 if is_first else len(self._waiting), (entry, style))
        self._open_next()

    def drop(self, entry: LayerEntry) -> None:
        """Leaves a layer out, also where it is being opened."""
        self._waiting = [one for one in self._waiting if one[0].key != entry.key]

    def clear(self) -> None:
        """Leaves all layers out."""
        self._waiting = []

    def is_busy(self) -> bool:
        """Tells whether layers are still being opened."""
        return self._is_opening or bool(self._waiting)

    def close(self) -> None:
        """Opens nothing any more; what is being opened goes with its last name."""
        self._is_closed = True
        self.clear()

    def _open_next(self) -> None:
        if self._is_opening or self._is_closed or not self._waiting:
            return
        entry, style = self._waiting[0]
        columns = self._columns

        def work(_task: QgsTask) -> Opened:
            opened = open_entry(entry, columns, style)
            give_to_window(opened.layer)
            return opened

        self._is_opening = True
        run_in_background(BackgroundTask(entry.name, work, lambda opened, fault: self._take(entry, opened, fault)))

    def _take(self, entry: LayerEntry, opened: Opened | None, fault: str) -> None:
        self._is_opening = False
        if self._is_closed:
            return
        is_wanted = any(one.key == entry.key for one, _ in self._waiting)
        self.drop(entry)
        if is_wanted and opened is not None:
            self._columns |= opened.columns
            self.opened.emit(entry, opened)
        elif is_wanted and fault:
            self.failed.emit(entry, fault)
        self._open_next()
