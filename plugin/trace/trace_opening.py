# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens traces: new ones, those of earlier, what an agent did, references."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qgis.core import QgsSettings
from qgis.PyQt.QtCore import QObject
from qgis.PyQt.QtWidgets import QFileDialog, QWidget

from ..i18n import tr
from .trace_files import FOLDER
from .trace_session import TraceSession


class TraceOpening(QObject):
    """Opens one in place of the trace that is open.

    Args:
        session: The open trace.
        owner: The tab, over which windows open.
        leave: Forgets what was still to be done in the open trace.
    """

    def __init__(self, session: TraceSession, owner: QWidget, leave: Callable[[], None]) -> None:
        super().__init__(owner)
        self._session = session
        self._owner = owner
        self._leave = leave
        self.chosen: tuple[str, str] | None = None
        """Pack and task that are chosen in the task browser."""

    def begin(self, chosen: tuple[str, str] | None) -> None:
        """Begins a trace of a task; with inputs of one's own where there is none."""
        self._leave()
        pack, task = chosen or (None, None)
        self._session.begin(pack, task)

    def open_folder(self, folder: str) -> None:
        """Opens a trace of earlier."""
        self._leave()
        self._session.open(folder)

    def open_episode(self, folder: str) -> None:
        """Begins a trace with the calls of an agent's episode."""
        self._leave()
        self._session.from_episode(folder)

    def open_reference(self, pack: str, task: str) -> None:
        """Begins a trace with the reference of a task."""
        self._leave()
        self._session.from_reference(None, pack, task)

    def open_file(self, file: str) -> None:
        """Begins a trace with a reference of anywhere; the chosen pack is the first in which its task is looked for."""
        self._leave()
        self._session.from_reference(file, self.chosen[0] if self.chosen else None, None)

    def open_chosen_reference(self) -> None:
        """Begins a trace with the reference of the chosen task."""
        if self.chosen is not None:
            self.open_reference(*self.chosen)

    def ask_for_file(self) -> None:
        """Asks for the file of a reference."""
        begin = QgsSettings().value(FOLDER, "", type=str) or str(Path.home())
        title, files = tr("Open a reference as a trace"), tr("References") + " (*.json *.yaml *.yml)"
        file, _ = QFileDialog.getOpenFileName(self._owner, title, begin, files)
        if file:
            self.open_file(file)
