# SPDX-License-Identifier: GPL-2.0-or-later
"""The tool bar of the trace tab."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QSize, Qt
from qgis.PyQt.QtGui import QAction, QKeySequence
from qgis.PyQt.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from ..i18n import tr

ICON_SIZE = 18


class TraceBar(QToolBar):
    """What can be done with a trace and its steps; whoever owns it connects the actions."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.setAccessibleName(tr("Trace"))
        self.new_task = self._action("/mActionFileNew.svg", tr("New trace of the chosen task"))
        self.new_free = self._action("/mActionFileNew.svg", tr("New trace with inputs of your own"))
        self._menu("/mActionFileNew.svg", tr("New trace"), [self.new_task, self.new_free])
        self.open_task = self._action("/mActionFileOpen.svg", tr("Reference of the chosen task"))
        self.open_file = self._action("/mActionFileOpen.svg", tr("Reference from a file…"))
        self.open_menu = QMenu(self)
        words = tr("Open a trace, what an agent did, or a reference")
        self._menu("/mActionFileOpen.svg", words, [], self.open_menu)
        words = tr("Record: what is run in the Processing toolbox becomes a step")
        self.record = self._action("/mActionRecord.svg", words, "Alt+Shift+C")
        self.record.setCheckable(True)
        self.addAction(self.record)
        self.add = self._action("/mActionAdd.svg", tr("Add a step: choose its tool…"), "Alt+Shift+D")
        self.add_past = self._action("/mActionHistory.svg", tr("Add steps from the history of Processing…"))
        self.addActions([self.add, self.add_past])
        self.addSeparator()
        self.run = self._action("/mActionPlay.svg", tr("Run from the chosen step"), "Alt+Shift+R")
        self.stop = self._action("/mActionStop.svg", tr("Stop the running call; it is killed"), "Alt+Shift+X")
        self.addActions([self.run, self.stop])
        self.addSeparator()
        self.up = self._action("/mActionArrowUp.svg", tr("Move the step up"))
        self.down = self._action("/mActionArrowDown.svg", tr("Move the step down"))
        self.delete = self._action("/mActionDeleteSelected.svg", tr("Delete the step"))
        self.note = self._action("/mIndicatorNotes.svg", tr("Write a note to the step"))
        self.branch = self._action("/mActionSplitFeatures.svg", tr("Branch: go on in a new trace from this step"))
        self.state = self._action("/mActionShowAllLayers.svg", tr("Show the layers as they were after this step"))
        self.dialog = self._action("/processingAlgorithm.svg", tr("Open the step in the dialog of its tool"))
        self.addActions([self.up, self.down, self.delete, self.note, self.branch, self.state, self.dialog])
        self.copy_python = self._action("/mIconPythonFile.svg", tr("Copy as Python"))
        self.copy_command = self._action("/mActionTerminal.svg", tr("Copy as qgis_process command"))
        self.copy_json = self._action("/mIconFieldJson.svg", tr("Copy as JSON"))
        self._menu("/mActionEditCopy.svg", tr("Copy the step"), [self.copy_python, self.copy_command, self.copy_json])
        self.addSeparator()
        self.save = self._action("/mActionFileSave.svg", tr("Save as reference.json…"), "Alt+Shift+S")
        self.contract = self._action("/mIconTableLayer.svg", tr("Contract of an output…"))
        self.addActions([self.save, self.contract])
        self.export_model = self._action("/processingModel.svg", tr("Export as a model (.model3)…"))
        self.export_python = self._action("/mIconPythonFile.svg", tr("Export as a Python script…"))
        self.export_commands = self._action("/mActionTerminal.svg", tr("Export as qgis_process commands…"))
        exports = [self.export_model, self.export_python, self.export_commands]
        self._menu("/mActionSharingExport.svg", tr("Export the trace"), exports)

    def table_keys(self) -> list[tuple[Qt.Key, Qt.KeyboardModifier, QAction]]:
        """Lists keys of a step. They work in the table alone: elsewhere in QGIS they mean other things."""
        none, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
        return [
            (Qt.Key.Key_Delete, none, self.delete),
            (Qt.Key.Key_F2, none, self.note),
            (Qt.Key.Key_Up, alt, self.up),
            (Qt.Key.Key_Down, alt, self.down),
            (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier, self.copy_json),
        ]

    def step_actions(self) -> list[QAction]:
        """Lists what the menu of a step offers."""
        line = QAction(self)
        line.setSeparator(True)
        copies = [self.copy_python, self.copy_command, self.copy_json]
        return [self.run, self.dialog, self.note, self.branch, self.state, line, *copies, self.delete]

    def enable(self, is_open: bool, is_busy: bool, has_task: bool, row: int, count: int) -> None:
        """Enables what can be done now.

        Args:
            is_open: Whether there is a trace.
            is_busy: Whether the service works on it.
            has_task: Whether a task is chosen.
            row: The chosen step; -1 for none.
            count: How many steps there are.
        """
        is_free, is_chosen = is_open and not is_busy, is_open and 0 <= row < count
        can_change = is_free and is_chosen
        states = {
            self.new_task: has_task and not is_busy,
            self.new_free: not is_busy,
            self.open_task: has_task and not is_busy,
            self.open_file: not is_busy,
            self.add: not is_busy,
            self.add_past: is_free,
            self.run: is_free and count > 0,
            self.stop: is_open and is_busy,
            self.up: can_change and row > 0,
            self.down: can_change and row < count - 1,
            self.save: is_free and count > 0,
            self.contract: is_free and count > 0,
        }
        states |= dict.fromkeys([self.delete, self.note, self.branch], can_change)
        copies = [self.state, self.dialog, self.copy_python, self.copy_command, self.copy_json]
        states |= dict.fromkeys(copies, is_chosen)
        states |= dict.fromkeys([self.export_model, self.export_python, self.export_commands], is_free and count > 0)
        for action, is_on in states.items():
            action.setEnabled(is_on)

    def _action(self, icon: str, text: str, key: str = "") -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), text, self)
        if key:
            action.setShortcut(QKeySequence(key))
            # none of QGIS's own keys: of two actions with one key neither would act
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setToolTip(f"{text} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})")
        return action

    def _menu(self, icon: str, text: str, actions: list[QAction], menu: QMenu | None = None) -> None:
        button = QToolButton(self)
        button.setIcon(QgsApplication.getThemeIcon(icon))
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made = menu or QMenu(button)
        made.addActions(actions)
        button.setMenu(made)
        self.addWidget(button)
