# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of steps: chosen by keys and mouse, dragged, with a menu."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.PyQt.QtCore import QPoint, Qt, pyqtSignal
from qgis.PyQt.QtGui import QAction
from qgis.PyQt.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from ..i18n import tr
from .step_model import ARGUMENTS, CHECK, NOTE, TOOL, StepModel


class StepTable(QTableView):
    """Shows the steps.

    Args:
        model: The steps.
    """

    chosen = pyqtSignal(int)
    """Another row was chosen; -1 for none."""

    def __init__(self, model: StepModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Steps of the trace"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        width = self.fontMetrics().averageCharWidth()
        for column, letters in ((TOOL, 26), (ARGUMENTS, 34), (CHECK, 12), (NOTE, 12)):
            self.setColumnWidth(column, letters * width)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.selectionModel().currentRowChanged.connect(lambda current, _before: self.chosen.emit(current.row()))
        self._menu_actions: list[QAction] = []

    def set_menu(self, actions: Sequence[QAction]) -> None:
        """Puts actions into the menu of a row."""
        self._menu_actions = list(actions)

    def row(self) -> int:
        """Gives the chosen row; -1 for none."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Chooses a row that is there."""
        if 0 <= row < self.model().rowCount():
            self.setCurrentIndex(self.model().index(row, TOOL))

    def edit_note(self) -> None:
        """Begins to edit the note of the chosen row."""
        if self.row() >= 0:
            self.setFocus()
            self.edit(self.model().index(self.row(), NOTE))

    def _open_menu(self, place: QPoint) -> None:
        if self.indexAt(place).isValid() and self._menu_actions:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addActions(self._menu_actions)
            menu.popup(self.viewport().mapToGlobal(place))
