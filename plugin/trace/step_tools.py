# SPDX-License-Identifier: GPL-2.0-or-later
"""What can be done with one step outside the trace: copy it, open it in the dialog of its tool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject

from ...tools.declaration.errors import ToolError
from ..panel.messages import Messages
from .step_copies import Layers, as_command, as_json, as_python
from .step_table import StepTable
from .tool_dialog import open_tool_dialog
from .trace_session import TraceSession
from .trace_step import TraceStep, sentences


class StepTools(QObject):
    """Acts on the step that is chosen in the table.

    Args:
        session: The open trace.
        table: Its table.
        messages: Tells people.
    """

    def __init__(self, session: TraceSession, table: StepTable, messages: Messages) -> None:
        super().__init__(table)
        self._session = session
        self._table = table
        self._messages = messages
        self.dialogs: list[Any] = []
        """Dialogs of tools that are open."""

    def copy_python(self) -> None:
        """Copies the step as it runs in the Python console of QGIS."""
        self._copy(as_python)

    def copy_command(self) -> None:
        """Copies the step as it runs in a terminal."""
        self._copy(as_command)

    def copy_json(self) -> None:
        """Copies the step as an agent sends it."""
        self._copy(lambda step, _folder, _layers: as_json(step))

    def open_dialog(self) -> None:
        """Opens the dialog of the step's tool, filled in."""
        step = self._step()
        if step is not None:
            self._open(step)

    def open_tool(self, api: str) -> None:
        """Opens the dialog of a tool with nothing filled in."""
        self._open(TraceStep(api, {}))

    def _open(self, step: TraceStep) -> None:
        try:
            dialog = open_tool_dialog(step, self._session)
        except ToolError as fault:
            self._tell(fault)
            return
        if dialog is not None:
            # Python's half of a dialog must live as long as it is shown. Its signal `finished` cannot be reached: a
            # function of Processing has that name.
            self.dialogs.append(dialog)
            dialog.destroyed.connect(lambda *_: self._forget(dialog))

    def _forget(self, dialog: Any) -> None:
        self.dialogs = [one for one in self.dialogs if one is not dialog]

    def _copy(self, write: Callable[[TraceStep, str, Layers], str]) -> None:
        step = self._step()
        if step is None:
            return
        try:
            QgsApplication.clipboard().setText(write(step, self._session.folder, self._session.map.told))
        except ToolError as fault:
            self._tell(fault)

    def _step(self) -> TraceStep | None:
        row = self._table.row()
        return self._session.steps[row] if 0 <= row < len(self._session.steps) else None

    def _tell(self, fault: ToolError) -> None:
        self._messages.error({"code": fault.code, "sentence": sentences(fault.sentence), "hint": sentences(fault.hint)})
