# SPDX-License-Identifier: GPL-2.0-or-later
"""Chooses runs of earlier from the history of Processing."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ..i18n import plural, tr
from .past_run_model import AT, PARAMETERS, TOOL, WHY_NOT, PastRunModel
from .past_runs import NEWEST, PastPage, ask_for_page

LETTERS_ACROSS, LINES = 145, 26
LETTERS = {TOOL: 26, AT: 20, PARAMETERS: 44}


class PastRunChoice(QDialog):
    """Lets runs be ticked; it does not hold up the window, and takes its runs page by page."""

    chosen = pyqtSignal(list)
    """Runs are to become steps: ToolboxRuns in the order in which they were made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Add steps from the history of Processing"))
        self.model = PastRunModel(self)
        words = tr(
            "Ticked runs become steps at the end of the trace, and are made once more. Layers and files are taken "
            "as they are now; what a ticked run made is what its step makes."
        )
        hint = QLabel(words, self)
        hint.setWordWrap(True)
        self.table = self._table()
        self.state = QLabel(self)
        self.state.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.ok_button: Any = self.buttons.button(kinds.Ok)
        self.older = self.buttons.addButton(tr("Show older runs"), QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        for part in (hint, self.table, self.state, self.buttons):
            layout.addWidget(part, 1 if part is self.table else 0)
        letters = self.fontMetrics()
        self.resize(LETTERS_ACROSS * letters.averageCharWidth(), LINES * letters.lineSpacing())
        self._before, self._asked, self._fault = 0, 0, ""
        self.older.clicked.connect(lambda: self._ask(self._before))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.model.changed.connect(self._show)

    def begin(self) -> None:
        """Shows the newest runs, none of them ticked."""
        self.model.clear()
        self.show()
        self.raise_()
        self._ask(NEWEST)

    def forget(self) -> None:
        """Lets go of what was asked for."""
        self._asked += 1
        self.model.clear()

    def accept(self) -> None:
        """Hands over the ticked runs."""
        runs = self.model.chosen()
        if runs:
            super().accept()
            self.chosen.emit(runs)

    def _ask(self, before: int) -> None:
        self._asked += 1
        asked, self._before, self._fault = self._asked, 0, ""
        self.state.setText(tr("Reading…"))
        self.older.setEnabled(False)
        self.ok_button.setEnabled(False)
        ask_for_page(before, lambda page, fault: self._take(page, fault) if asked == self._asked else None)

    def _take(self, page: PastPage | None, fault: str) -> None:
        self._before, self._fault = page.before if page is not None else 0, fault
        if page is not None:
            self.model.append(page.runs)
        self._show()

    def _show(self) -> None:
        count = len(self.model.chosen())
        self.ok_button.setText(plural("Add {n} step", "Add {n} steps", count) if count else tr("Add steps"))
        self.ok_button.setEnabled(count > 0)
        self.older.setEnabled(self._before > 0)
        is_empty = not self.model.rowCount() and not self._before
        text = tr("Nothing was run in Processing so far.") if is_empty else ""
        self.state.setText(self._fault or (tr("Reading…") if self.model.is_reading() else text))

    def _table(self) -> QTableView:
        table = QTableView(self)
        table.setModel(self.model)
        table.setAccessibleName(tr("Runs of earlier"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setWordWrap(False)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        width = table.fontMetrics().averageCharWidth()
        for column, letters in LETTERS.items():
            table.setColumnWidth(column, letters * width)
        table.horizontalHeader().setSectionResizeMode(WHY_NOT, QHeaderView.ResizeMode.Stretch)
        return table
