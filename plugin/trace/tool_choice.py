# SPDX-License-Identifier: GPL-2.0-or-later
"""Chooses a tool: the toolbox of Processing with our tools alone, searched as people search there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qgis.core import QgsApplication
from qgis.gui import QgsFilterLineEdit, QgsProcessingToolboxModel, QgsProcessingToolboxProxyModel
from qgis.PyQt.QtCore import QEvent, QModelIndex, QObject, Qt, pyqtSignal
from qgis.PyQt.QtGui import QShowEvent
from qgis.PyQt.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QTreeView, QVBoxLayout, QWidget

from ...processing_provider.tool_algorithm import ToolAlgorithm
from ..i18n import tr

PROVIDER = "gisagentbench"
ARROWS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
LETTERS_ACROSS, LINES = 60, 26


class OwnTools(QgsProcessingToolboxProxyModel):
    """The toolbox without what is no tool of ours."""

    def filterAcceptsRow(self, row: int, parent: QModelIndex) -> bool:  # noqa: N802 (name of Qt)
        """Tells whether a row is shown: a tool, or what holds tools."""
        box: QgsProcessingToolboxModel = self.toolboxModel()
        index = box.index(row, 0, parent)
        algorithm = box.algorithmForIndex(index)
        if algorithm is not None and not isinstance(algorithm, ToolAlgorithm):
            return False
        if algorithm is None and box.providerIdForIndex(index) not in ("", PROVIDER):
            return False
        return bool(super().filterAcceptsRow(row, parent))

    def algorithm_at(self, index: QModelIndex) -> ToolAlgorithm | None:
        """Gives the tool of a row; None for headings."""
        found = self.toolboxModel().algorithmForIndex(self.mapToSource(index))
        return found if isinstance(found, ToolAlgorithm) else None

    def best(self, text: str) -> QModelIndex:
        """Gives the uppermost tool that has a text in its title, else the uppermost; none where none is shown."""
        tools = list(self._tools(QModelIndex()))
        named = (index for index in tools if text.strip().lower() in str(index.data()).lower())
        return next(named, tools[0] if tools else QModelIndex())

    def _tools(self, parent: QModelIndex) -> Iterator[QModelIndex]:
        for row in range(self.rowCount(parent)):
            index = self.index(row, 0, parent)
            yield from self._tools(index) if self.rowCount(index) else (index,)


class ToolChoice(QDialog):
    """Lets a tool be chosen; it does not hold up the window."""

    chosen = pyqtSignal(str)
    """A tool was chosen: its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Add a step"))
        self.search = QgsFilterLineEdit(self)
        self.search.setShowSearchIcon(True)
        self.search.setPlaceholderText(tr("Search for a tool…"))
        self.search.setAccessibleName(tr("Search for a tool"))
        self.tools = OwnTools(self, QgsApplication.processingRegistry())
        self.tree = QTreeView(self)
        self.tree.setModel(self.tools)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(tr("Tools"))
        self.summary = QLabel(self)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Open | kinds.Cancel, self)
        self.open_button: Any = self.buttons.button(kinds.Open)
        layout = QVBoxLayout(self)
        for part in (self.search, self.tree, self.summary, self.buttons):
            layout.addWidget(part, 1 if part is self.tree else 0)
        letters = self.fontMetrics()
        self.resize(LETTERS_ACROSS * letters.averageCharWidth(), LINES * letters.lineSpacing())
        self.summary.setMinimumHeight(2 * letters.lineSpacing())
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.accept)
        self.tree.doubleClicked.connect(lambda _index: self.accept())
        self.tree.selectionModel().currentChanged.connect(lambda *_: self._show())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._search("")

    def algorithm(self) -> ToolAlgorithm | None:
        """Gives the tool that is chosen in the list; None where none is."""
        return self.tools.algorithm_at(self.tree.currentIndex())

    def accept(self) -> None:
        """Takes the chosen tool; does nothing while a heading is chosen."""
        algorithm = self.algorithm()
        if algorithm is not None:
            super().accept()
            self.chosen.emit(algorithm.spec.name)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (name of Qt)
        """Begins with the search."""
        super().showEvent(event)
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Moves in the list by arrow keys while something is searched for."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and event.key() in ARROWS:
            QApplication.sendEvent(self.tree, event)
            return True
        return bool(super().eventFilter(watched, event))

    def _search(self, text: str) -> None:
        self.tools.setFilterString(text)
        if text.strip():
            self.tree.expandAll()
            self.tree.setCurrentIndex(self.tools.best(text))
        else:
            self.tree.expandToDepth(0)
        self._show()

    def _show(self) -> None:
        algorithm = self.algorithm()
        self.summary.setText(algorithm.shortDescription() if algorithm is not None else "")
        self.open_button.setEnabled(algorithm is not None)
