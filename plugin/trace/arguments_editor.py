# SPDX-License-Identifier: GPL-2.0-or-later
"""Edits the arguments of a step, as a form or as JSON, and checks them as they are typed."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from ...tools.declaration.errors import ToolError
from ...tools.declaration.registry import all_tools
from ...tools.declaration.validator import check_call
from ..i18n import tr
from .argument_drafts import Draft, DraftKey, draft_keys
from .argument_form import ArgumentForm
from .json_input import JsonInput, NoJson, read_object
from .known_names import Handles
from .trace_step import TraceStep

NO_KEY = DraftKey("", "")


class ArgumentsEditor(QWidget):
    """Shows the arguments of one step; what a person has begun to change is kept until it is applied or taken back."""

    applied = pyqtSignal(dict, bool)
    """New arguments, and whether the steps are to be run from there."""
    drafted = pyqtSignal()
    """Other steps than before have changes that are not applied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step: TraceStep | None = None
        self._handles: Handles = {}
        self._drafts: dict[DraftKey, Draft] = {}
        self._key = NO_KEY
        self._is_free = True
        self.form = ArgumentForm(self)
        self.text = JsonInput(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.form)
        self.stack.addWidget(self.text)
        self.json_button = QToolButton(self)
        self.json_button.setText("{ }")
        self.json_button.setCheckable(True)
        self.json_button.setToolTip(tr("Edit the arguments as JSON, as an agent sends them"))
        self.json_button.setAccessibleName(tr("JSON"))
        self.faults = QLabel(self)
        self.faults.setWordWrap(True)
        self.faults.setTextFormat(Qt.TextFormat.PlainText)
        self.faults.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.apply_button = QPushButton(tr("Apply"), self)
        self.apply_button.setToolTip(tr("Change the step; it and the steps after it wait to be run."))
        self.run_button = QPushButton(_icon("/mActionPlay.svg"), tr("Apply and run"), self)
        self.run_button.setToolTip(tr("Change the step, and run it and the steps after it."))
        self.back_button = QToolButton(self)
        self.back_button.setIcon(_icon("/mActionUndo.svg"))
        self.back_button.setToolTip(tr("Take the changes of the arguments back"))
        self.back_button.setAccessibleName(tr("Take back"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.json_button)
        buttons.addWidget(self.back_button)
        buttons.addStretch(1)
        buttons.addWidget(self.apply_button)
        buttons.addWidget(self.run_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.faults)
        layout.addLayout(buttons)
        self.json_button.toggled.connect(self._show_json)
        self.form.edited.connect(self._form_edited)
        self.text.textChanged.connect(self._text_edited)
        self.apply_button.clicked.connect(lambda: self.applied.emit(self.arguments(), False))
        self.run_button.clicked.connect(lambda: self.applied.emit(self.arguments(), True))
        self.back_button.clicked.connect(self.take_back)
        self.show_step(None, {})

    def show_step(self, step: TraceStep | None, handles: Handles, key: DraftKey | None = None) -> None:
        """Shows a step, with what has been changed of it.

        Args:
            step: None for none.
            handles: Layers before it.
            key: By which its changes are kept; left out: what it does.
        """
        before, self._step, self._handles = self._step, step, handles
        key = key or (NO_KEY if step is None else draft_keys("", [step])[0])
        is_same, self._key = key == self._key, key
        draft = self._drafts.get(self._key)
        if is_same and draft is not None:
            self._check()
            return
        if step is None or before is None or step.api != before.api:
            self.form.show_tool(all_tools().get(step.api) if step is not None else None)
        self.setEnabled(step is not None)
        self._show_stored()
        if draft is not None:
            self._show_draft(draft)
        self._check()

    def allow_changes(self, on: bool) -> None:
        """Says whether changes can be applied now; while steps run they cannot."""
        if on != self._is_free:
            self._is_free = on
            self._check()

    def take_back(self) -> None:
        """Shows the arguments as they are in the trace."""
        self._show_stored()
        self.forget(self._key)
        self._check()

    def forget(self, key: DraftKey) -> None:
        """Forgets changes, for they were applied or are not wanted."""
        if self._drafts.pop(key, None) is not None:
            self.drafted.emit()

    def drafts(self) -> Collection[DraftKey]:
        """Lists the keys of steps that have changes which are not applied."""
        return self._drafts.keys()

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments as they are shown. Raises: NoJson."""
        return self.text.object() if self.stack.currentWidget() is self.text else self.form.values()

    def _show_json(self, on: bool) -> None:
        self.stack.setCurrentWidget(self.text if on else self.form)
        self._check()

    def _form_edited(self) -> None:
        with contextlib.suppress(NoJson):  # told by the check
            self._show_text(self.form.values())
        self._keep()

    def _text_edited(self) -> None:
        with contextlib.suppress(NoJson):  # told by the check
            self._show_form(self.text.object())
        self._keep()

    def _keep(self) -> None:
        """Keeps what differs from the step as it is."""
        was = self._key in self._drafts
        if self._check():
            self._drafts[self._key] = Draft(self.form.draft(), self.text.toPlainText())
        else:
            self._drafts.pop(self._key, None)
        if was != (self._key in self._drafts):
            self.back_button.setEnabled(not was)
            self.drafted.emit()

    def _show_stored(self) -> None:
        arguments = self._step.arguments if self._step is not None else {}
        self._show_form(arguments)
        self._show_text(arguments)

    def _show_draft(self, draft: Draft) -> None:
        with contextlib.suppress(NoJson):  # told by the check
            self._show_form(read_object(draft.text))
        self.form.blockSignals(True)
        self.form.show_draft(draft.rows)
        self.form.blockSignals(False)
        self.text.blockSignals(True)
        self.text.setPlainText(draft.text)
        self.text.blockSignals(False)

    def _show_form(self, arguments: dict[str, Any]) -> None:
        self.form.blockSignals(True)
        self.form.show_values(arguments, self._handles)
        self.form.blockSignals(False)

    def _show_text(self, arguments: dict[str, Any]) -> None:
        self.text.blockSignals(True)
        self.text.set_object(arguments)
        self.text.blockSignals(False)

    def _check(self) -> bool:
        """Says what the call would be refused for, as far as that can be known without making it.

        Returns: Whether what is shown differs from the step.
        """
        faults: list[ToolError] = []
        problem = ""
        arguments: dict[str, Any] | None = None
        if self._step is not None:
            try:
                arguments = self.arguments()
                faults = check_call(self._step.api, arguments, self._handles).faults
            except NoJson as fault:
                problem = str(fault)
        left = self.form.show_faults(faults)
        shown = faults if self.stack.currentWidget() is self.text else left
        lines = [problem] if problem else [f"⚠ {fault.text}" for fault in shown]
        self.faults.setText("\n".join(lines))
        self.faults.setVisible(bool(lines))
        is_new = arguments is not None and self._step is not None and arguments != self._step.arguments
        self.apply_button.setEnabled(is_new and self._is_free)
        self.run_button.setEnabled(is_new and self._is_free)
        self.back_button.setEnabled(self._key in self._drafts)
        return is_new or bool(problem)


def _icon(name: str) -> Any:
    return QgsApplication.getThemeIcon(name)
