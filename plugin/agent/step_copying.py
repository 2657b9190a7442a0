# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies the chosen step of an episode: as Python, as a command, or as the agent has sent it."""

from __future__ import annotations

import json
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QAction

from ..i18n import marked, tr_marked
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .step_pane import StepPane

# What the service calls it, how people read it, its icon.
COPIES = (
    ("python", marked("Copy as Python"), "/mIconPythonFile.svg"),
    ("qgis_process", marked("Copy as qgis_process command"), "/mActionTerminal.svg"),
    ("json", marked("Copy as JSON"), "/mIconFieldJson.svg"),
)


class StepCopying(QObject):
    """The menu of the table of steps.

    Args:
        pane: Its steps are copied.
        client: Writes a step as text.
        messages: Tells what cannot be written.
    """

    def __init__(self, pane: StepPane, client: ServiceClient, messages: Messages) -> None:
        super().__init__(pane)
        self._pane, self._client, self._messages = pane, client, messages
        self.actions = {kind: self._action(kind, words, icon) for kind, words, icon in COPIES}
        pane.table.addActions(list(self.actions.values()))
        pane.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        pane.chosen.connect(self._enable)
        self._enable()

    def _action(self, kind: str, words: str, icon: str) -> QAction:
        action = QAction(QgsApplication.getThemeIcon(icon), tr_marked(words), self)
        action.triggered.connect(lambda checked=False: self._copy(kind))
        return action

    def _enable(self) -> None:
        step = self._pane.step()
        for action in self.actions.values():
            action.setEnabled(step is not None and step.kind == "call")

    def _copy(self, kind: str) -> None:
        step = self._pane.step()
        if step is None:
            return
        call = {"api": step.api, "arguments": step.arguments}
        if kind == "json":
            _to_clipboard(json.dumps(call, ensure_ascii=False, indent=2))
        else:
            self._client.ask("export_step", {**call, "kind": kind}, _take, self._messages.error)


def _take(answer: dict[str, Any]) -> None:
    _to_clipboard(str(answer.get("text") or ""))


def _to_clipboard(text: str) -> None:
    QgsApplication.clipboard().setText(text)
