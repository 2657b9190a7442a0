# SPDX-License-Identifier: GPL-2.0-or-later
"""Which files on the map are inputs of the task, so that they are not taken for layers of others."""

from __future__ import annotations

from typing import Any

from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .trace_session import TraceSession


class TaskInputs:
    """Knows the files of the task of the open trace, as the task browser puts them on the map.

    Args:
        client: Asks the service.
        session: The open trace.
        messages: Tells people.
    """

    def __init__(self, client: ServiceClient, session: TraceSession, messages: Messages) -> None:
        self._client = client
        self._session = session
        self._messages = messages
        self.files: dict[str, str] = {}
        """Path of a file on the map, and its name under inputs/."""

    def ask(self) -> None:
        """Asks for the files, after another trace was opened."""
        self.files = {}
        session, pack, task = self._session.name, self._session.pack, self._session.task
        if pack and task:
            wrong = self._messages.error
            self._client.ask(
                "input_layers", {"pack": pack, "task": task}, lambda told: self._take(session, told), wrong
            )

    def _take(self, session: str, answer: dict[str, Any]) -> None:
        if session != self._session.name:
            return
        names = {str(one.get("file", "")) for one in self._session.inputs}
        for layer in answer.get("layers") or []:
            path = str(layer.get("path", ""))
            name = path.replace("\\", "/").rpartition("/")[2]
            if name in names:
                self.files[path] = name
