# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of steps: chosen by keys and mouse, dragged, with a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgis.PyQt.QtCore import QEvent, QPoint, Qt, pyqtSignal
from qgis.PyQt.QtGui import QAction, QKeyEvent, QKeySequence
from qgis.PyQt.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QStyle, QTableView, QWidget

from ..i18n import tr
from .step_model import ARGUMENTS, CHECK, NOTE, TOOL, StepModel

LETTERS_OF_NOTE = 16
MARGIN = 6


class StepTable(QTableView):
    """Shows the steps.

    Args:
        model: The steps.
    """

    chosen = pyqtSignal(int)
    """Another row was chosen; -1 for none."""

    def __init__(self, model: StepModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._menu_actions: list[QAction] = []
        self._keys: list[tuple[Qt.Key, Qt.KeyboardModifier, QAction]] = []
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
        header.setResizeContentsPrecision(0)  # what is seen: of a thousand steps all others would be measured too
        for column in (TOOL, CHECK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(ARGUMENTS, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(NOTE, LETTERS_OF_NOTE * self.fontMetrics().averageCharWidth())
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self._row_height())
        self.selectionModel().currentRowChanged.connect(lambda current, _before: self.chosen.emit(current.row()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (name of Qt)
        """Fits the rows to another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.verticalHeader().setDefaultSectionSize(self._row_height())

    def _row_height(self) -> int:
        """Gives the height of a row, all of which have one line and the same icons."""
        icon = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
        return max(self.fontMetrics().lineSpacing(), icon) + MARGIN

    def set_menu(self, actions: Sequence[QAction]) -> None:
        """Puts actions into the menu of a row."""
        self._menu_actions = list(actions)

    def set_keys(self, keys: Sequence[tuple[Qt.Key, Qt.KeyboardModifier, QAction]]) -> None:
        """Gives keys to actions while the table has the focus; the window's own actions do not get them then."""
        self._keys = list(keys)
        for key, modifier, action in keys:
            shown = key_words(key, modifier)
            action.setToolTip(f"{action.text()} ({shown})")

    def event(self, event: QEvent) -> bool:
        """Claims its keys before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and self._action_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (name of Qt)
        """Does what a key stands for."""
        action = self._action_of(event)
        if action is None:
            super().keyPressEvent(event)
        elif action.isEnabled():
            action.trigger()

    def _action_of(self, event: Any) -> QAction | None:
        kinds = Qt.KeyboardModifier
        held = event.modifiers() & (
            kinds.ShiftModifier | kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier
        )
        return next((action for key, modifier, action in self._keys if (event.key(), held) == (key, modifier)), None)

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


def key_words(key: Qt.Key, modifier: Qt.KeyboardModifier) -> str:
    """Writes a key as the system does."""
    words = {Qt.KeyboardModifier.AltModifier: "Alt+", Qt.KeyboardModifier.ControlModifier: "Ctrl+"}.get(modifier, "")
    sequence = QKeySequence(f"{words}{QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)}")
    return str(sequence.toString(QKeySequence.SequenceFormat.NativeText))
