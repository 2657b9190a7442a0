# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs of earlier as rows of a table, those that can become steps with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgis.PyQt.QtCore import QAbstractTableModel, QModelIndex, Qt, QTimer, pyqtSignal

from ..i18n import marked, tr_marked
from ..panel.plain_text import plain_tip
from .past_run_reading import PastReading, layer_names, read_past, results_of
from .past_runs import PastRun
from .toolbox_run import ToolboxRun

TOOL, AT, PARAMETERS, WHY_NOT = range(4)
TITLES = (marked("Tool"), marked("When"), marked("Parameters"), marked("Why it can be no step"))
ROWS_A_TURN = 5


@dataclass
class _Row:
    past: PastRun
    reading: PastReading | None = None
    is_chosen: bool = False


class PastRunModel(QAbstractTableModel):
    """The newest run is uppermost. Rows are read a few at a time, so that the window is never held up by them."""

    changed = pyqtSignal()
    """Rows were read, or others are chosen."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._made: dict[str, list[int]] = {}
        self._unread: list[int] = []
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self.read_some)

    def clear(self) -> None:
        """Shows no runs."""
        self._turn.stop()
        self.beginResetModel()
        self._rows, self._made, self._unread = [], {}, []
        self.endResetModel()

    def append(self, runs: Sequence[PastRun]) -> None:
        """Shows older runs below those that are there; what these make may be what newer ones lacked."""
        if not runs:
            return
        before = len(self._rows)
        self.beginInsertRows(QModelIndex(), before, before + len(runs) - 1)
        self._rows += [_Row(run) for run in runs]
        self.endInsertRows()
        for row in range(before, len(self._rows)):
            for place in results_of(self._rows[row].past):
                self._made.setdefault(place, []).append(row)
        again = [row for row in range(before) if (reading := self._rows[row].reading) and reading.why_not]
        self._unread += [*again, *range(before, len(self._rows))]
        self._turn.start()

    def read_some(self) -> None:
        """Reads the next few rows."""
        turn, self._unread = self._unread[:ROWS_A_TURN], self._unread[ROWS_A_TURN:]
        names = layer_names()
        for row in turn:
            made = {place for place, rows in self._made.items() if rows[-1] > row}
            self._rows[row].reading = read_past(self._rows[row].past, made, names)
            self.dataChanged.emit(self.index(row, 0), self.index(row, WHY_NOT))
        if not self._unread:
            self._turn.stop()
        self.changed.emit()

    def is_reading(self) -> bool:
        """Tells whether rows are still to be read."""
        return bool(self._unread)

    def chosen(self) -> list[ToolboxRun]:
        """Lists the runs that are ticked, in the order in which they were made."""
        return [row.past.run for row in reversed(self._rows) if row.is_chosen]

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts the runs."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts the columns."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 (name of Qt)
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Gives the titles of the columns."""
        is_title = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return tr_marked(TITLES[section]) if is_title else None

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Gives what a cell shows."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_text(row, index.column()))
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == TOOL and _can_be_step(row):
            return Qt.CheckState.Checked if row.is_chosen else Qt.CheckState.Unchecked
        return None

    def setData(self, index: QModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 (Qt)
        """Ticks a run, and those that made what it needs and what is there no more."""
        if role != Qt.ItemDataRole.CheckStateRole or not _can_be_step(self._rows[index.row()]):
            return False
        self._choose(index.row(), Qt.CheckState(value) == Qt.CheckState.Checked)
        self.changed.emit()
        return True

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Says that runs which can become steps are ticked, and others are greyed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not _can_be_step(self._rows[index.row()]):
            return Qt.ItemFlag.ItemIsSelectable
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsUserCheckable if index.column() == TOOL else found

    def _choose(self, number: int, on: bool) -> None:
        row = self._rows[number]
        row.is_chosen = on
        self.dataChanged.emit(self.index(number, TOOL), self.index(number, TOOL))
        for place in row.reading.needs if on and row.reading is not None else ():
            maker = next(one for one in self._made[place] if one > number)
            if _can_be_step(self._rows[maker]) and not self._rows[maker].is_chosen:
                self._choose(maker, True)


def _can_be_step(row: _Row) -> bool:
    return row.reading is not None and not row.reading.why_not


def _text(row: _Row, column: int) -> str:
    if column == AT:
        return row.past.at
    if row.reading is None:
        return row.past.run.algorithm_id if column == TOOL else ""
    return (row.reading.title, row.past.at, row.reading.parameters, row.reading.why_not)[column]
