# SPDX-License-Identifier: GPL-2.0-or-later
"""What the service is asked to do with the open trace, and whether it is at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..panel.messages import Messages
from ..panel.service_client import ServiceClient

Answer = dict[str, Any]
Done = Callable[[Answer | None], None]


class TraceWork(QObject):
    """Asks for what takes its time; faults are told.

    Args:
        client: Asks the service.
        messages: Tells people.
        session: Gives the session that is open; answers to what another one was asked for come to nothing.
    """

    changed = pyqtSignal(bool)
    """The service works on the steps, or has ceased to."""

    def __init__(
        self, client: ServiceClient, messages: Messages, session: Callable[[], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._messages = messages
        self._session = session
        self._running = 0

    @property
    def is_going_on(self) -> bool:
        """Tells whether the service works on the steps."""
        return self._running > 0

    def ask(self, op: str, arguments: dict[str, Any], then: Done) -> None:
        """Asks for something; `then` gets the answer, or None where there is none."""
        self._count(1)
        session = arguments.get("session", "")

        def right(answer: Answer) -> None:
            self._count(-1)
            if session in ("", self._session()):
                then(answer)

        def wrong(fault: dict[str, str]) -> None:
            self._count(-1)
            self._messages.error(fault)
            then(None)

        self._client.ask(op, arguments, right, wrong)

    def _count(self, change: int) -> None:
        was = self.is_going_on
        self._running = max(0, self._running + change)
        if was != self.is_going_on:
            self.changed.emit(self.is_going_on)
