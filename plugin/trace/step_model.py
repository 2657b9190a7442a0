# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of a trace as rows of a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QAbstractTableModel, QByteArray, QMimeData, QModelIndex, Qt, pyqtSignal
from qgis.PyQt.QtGui import QIcon

from ...tools.declaration.registry import all_tools
from ..i18n import marked, plural, tr, tr_marked
from ..panel.plain_text import plain_tip
from .argument_drafts import MARK, draft_words
from .trace_step import Finding, TraceStep

MIME = "application/x-gisagentbench-step"
TOOL, ARGUMENTS, CHECK, NOTE = range(4)
TITLES = (marked("Tool"), marked("Arguments"), marked("Check"), marked("Note"))
STATE_ICONS = {"done": "/mIconSuccess.svg", "failed": "/mTaskTerminated.svg", "waiting": "/mTaskQueued.svg"}
STATE_WORDS = {
    "done": marked("Done"),
    "failed": marked("Not done"),
    "waiting": marked("Waits to be run"),
}


class StepModel(QAbstractTableModel):
    """Rows are steps; a row can be dragged to another place, and its note is edited in place."""

    moved = pyqtSignal(int, int)
    """A row was dragged: where it was, and where it is to be."""
    noted = pyqtSignal(int, str)
    """A note was written: row and text."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._steps: list[TraceStep] = []
        self._findings: list[list[Finding]] = []
        self._drafts: set[int] = set()
        self._running = -1
        self._share = 0.0

    def show(self, steps: Sequence[TraceStep], findings: Sequence[Finding]) -> None:
        """Shows these steps and what the plan check says of them."""
        found: list[list[Finding]] = [[] for _ in steps]
        for finding in findings:
            if 0 <= finding.step < len(steps):
                found[finding.step].append(finding)
        before, after = len(self._steps), len(steps)
        is_changed = before != after
        if after > before:
            self.beginInsertRows(QModelIndex(), before, after - 1)
        elif after < before:
            self.beginRemoveRows(QModelIndex(), after, before - 1)
        self._steps, self._findings = list(steps), found
        self._running = -1
        if is_changed:
            (self.endInsertRows if after > before else self.endRemoveRows)()
        if self._steps:
            self.dataChanged.emit(self.index(0, 0), self.index(after - 1, NOTE))

    def show_drafts(self, rows: Collection[int]) -> None:
        """Marks the steps that have changes which are not applied."""
        changed, self._drafts = self._drafts ^ set(rows), set(rows)
        for row in changed:
            self.dataChanged.emit(self.index(row, TOOL), self.index(row, TOOL))

    def show_progress(self, row: int, share: float) -> None:
        """Shows which step runs and how far it is."""
        self._running, self._share = row, share
        if 0 <= row < len(self._steps):
            self.dataChanged.emit(self.index(row, TOOL), self.index(row, TOOL))

    def findings(self, row: int) -> list[Finding]:
        """Gives what the plan check says of a step."""
        return self._findings[row] if 0 <= row < len(self._findings) else []

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts the steps."""
        return 0 if parent.isValid() else len(self._steps)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts the columns."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 (name of Qt)
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Gives the titles of the columns and the numbers of the steps."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return tr_marked(TITLES[section]) if orientation == Qt.Orientation.Horizontal else str(section + 1)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Gives what a cell shows."""
        if not index.isValid() or index.row() >= len(self._steps):
            return None
        step = self._steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.EditRole and index.column() == NOTE:
            return step.note
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._tip(index.row(), index.column()))
        return None

    def setData(self, index: QModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 (Qt)
        """Takes a note."""
        text = str(value or "").strip()
        if role != Qt.ItemDataRole.EditRole or index.column() != NOTE or text == self._steps[index.row()].note:
            return False
        self.noted.emit(index.row(), text)
        return True

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Says that rows can be chosen and dragged, notes edited, and that rows drop between rows."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        return found | Qt.ItemFlag.ItemIsEditable if index.column() == NOTE else found

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802 (name of Qt)
        """Says that rows are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802 (name of Qt)
        """Says what is dragged."""
        return [MIME]

    def mimeData(self, indexes: list[QModelIndex]) -> QMimeData:  # noqa: N802 (name of Qt)
        """Packs the row that is dragged."""
        packed = QMimeData()
        packed.setData(MIME, QByteArray(str(indexes[0].row()).encode() if indexes else b""))
        return packed

    def dropMimeData(  # noqa: N802 (name of Qt)
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: QModelIndex
    ) -> bool:
        """Tells of the new place of a row; the service makes it so, and the rows come anew."""
        text = bytes(data.data(MIME)).decode() if data.hasFormat(MIME) else ""
        if not text.isdigit() or int(text) >= len(self._steps):
            return False
        begin = int(text)
        end = parent.row() if parent.isValid() else row if row >= 0 else len(self._steps)
        end -= end > begin
        if end != begin:
            self.moved.emit(begin, end)
        return False  # nothing is taken away by the view: the rows come anew

    def _text(self, row: int, column: int) -> str:
        step = self._steps[row]
        if column == TOOL:
            is_running = row == self._running and self._share > 0
            text = f"{step.api} {MARK}" if row in self._drafts else step.api
            return f"{text} ({self._share:.0%})" if is_running else text
        if column == ARGUMENTS:
            return step.summary
        if column == NOTE:
            return step.note
        found = self._findings[row]
        faults = sum(finding.severity != "warning" for finding in found)
        if faults:
            return plural("{n} fault", "{n} faults", faults)
        return plural("{n} warning", "{n} warnings", len(found)) if found else ""

    def _icon(self, row: int, column: int) -> QIcon | None:
        if column == TOOL:
            name = "/mTaskRunning.svg" if row == self._running else STATE_ICONS[self._steps[row].state]
            return QgsApplication.getThemeIcon(name)
        if column == CHECK and self._findings[row]:
            is_fault = any(finding.severity != "warning" for finding in self._findings[row])
            return QgsApplication.getThemeIcon("/mIconCritical.svg" if is_fault else "/mIconWarning.svg")
        return None

    def _tip(self, row: int, column: int) -> str:
        step = self._steps[row]
        if column == CHECK:
            return "\n".join(finding.text for finding in self._findings[row])
        if column in (ARGUMENTS, NOTE):
            return step.summary if column == ARGUMENTS else step.note or tr("Double-click to write a note.")
        spec = all_tools().get(step.api)
        words = [tr_marked(STATE_WORDS[step.state]), draft_words([row] if row in self._drafts else [])]
        return "\n".join(filter(None, [*words, spec.help.summary if spec is not None else ""]))
