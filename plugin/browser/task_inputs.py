# SPDX-License-Identifier: GPL-2.0-or-later
"""The inputs of tasks as layers on the map, a group for each task."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject

from ..canvas.episode_layers import EpisodeLayers
from ..canvas.layer_group import LayerGroup
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient


class TaskInputs(QObject):
    """Adds inputs to the map.

    Args:
        client: Asks where they are.
        canvas: Shows them.
        messages: Tells which cannot be shown.
    """

    def __init__(self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._canvas, self._messages = client, canvas, messages
        self._groups: dict[tuple[str, str], LayerGroup] = {}

    def add(self, pack: str, task: dict[str, Any]) -> None:
        """Adds those inputs of a task that are not on the map yet, also after they were removed with their project."""

        def show(answer: dict[str, Any]) -> None:
            layers = answer.get("layers") or []
            self._group(pack, task).show_state({**layer, "step": 0} for layer in layers)

        self._client.ask("input_layers", {"pack": pack, "task": task["id"]}, show, self._messages.error)

    def _group(self, pack: str, task: dict[str, Any]) -> LayerGroup:
        key = (pack, str(task["id"]))
        if key not in self._groups:
            title = tr("inputs of {task}").format(task=task.get("title") or task["id"])
            self._groups[key] = self._canvas.begin(title)
            self._groups[key].failed.connect(lambda _entry, why: self._messages.warning(why))
        return self._groups[key]
