# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of an episode above, the chosen one below."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QAbstractItemView, QHeaderView, QSplitter, QTextBrowser, QTreeView, QWidget

from ..i18n import tr
from .episode_steps import Step
from .step_page import step_page
from .step_table import COST, TOKENS, StepTable


class StepPane(QSplitter):
    """Shows steps as they come; the newest is chosen until a person chooses another one."""

    chosen = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.steps = StepTable(self)
        self.follows = True
        self.table = QTreeView(self)
        self.table.setModel(self.steps)
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAccessibleName(tr("Steps"))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(28)
        header.setResizeContentsPrecision(0)  # of the rows that are seen; all of a long episode would take too long
        self.page = QTextBrowser(self)
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(tr("The chosen step"))
        for place, part in enumerate((self.table, self.page)):
            self.addWidget(part)
            self.setStretchFactor(place, 1)
        self._show_columns()
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)

    def begin(self) -> None:
        """Forgets all steps, for a new episode."""
        self.follows = True
        self.steps.begin()
        self.page.clear()
        self._show_columns()

    def take(self, event: dict[str, Any]) -> None:
        """Takes the next event of an episode under way."""
        is_new = self.steps.take(event)
        self._show_columns()
        if is_new and self.follows:
            self.choose_last()
        elif event.get("event") == "call_finished":
            self._show_page()

    def take_all(self, events: list[dict[str, Any]]) -> None:
        """Shows an episode that is read whole, its last step chosen."""
        self.steps.take_all(events)
        self._show_columns()
        self.choose_last()

    def choose_last(self) -> None:
        """Chooses the newest step."""
        self.table.setCurrentIndex(self.steps.index(self.steps.rowCount() - 1, 0))
        self.table.scrollToBottom()

    def step(self) -> Step | None:
        """Returns the chosen step; None where none is."""
        return self.steps.step(self.table.currentIndex().row())

    def _show_columns(self) -> None:
        """Leaves out tokens and cost where nothing tells of them."""
        totals = self.steps.episode.totals
        self.table.setColumnHidden(TOKENS, totals.tokens is None)
        self.table.setColumnHidden(COST, totals.cost is None)

    def _row_chosen(self, *_: object) -> None:
        self.follows = self.table.currentIndex().row() == self.steps.rowCount() - 1
        self._show_page()
        self.chosen.emit()

    def _show_page(self) -> None:
        step = self.step()
        if step is not None:
            self.page.setHtml(step_page(step))
