# SPDX-License-Identifier: GPL-2.0-or-later
"""Episodes on disk: listed, read, and the latest unfinished one offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.PyQt.QtCore import QObject

from ..i18n import tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient

Act = Callable[[dict[str, Any]], None]


class StoredEpisodes(QObject):
    """Asks the service for what is on disk.

    Args:
        client: Asks the service.
        messages: Tells people.
        is_busy: Whether an episode is under way, which is not to be lost from sight.
    """

    def __init__(
        self, client: ServiceClient, messages: Messages, is_busy: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._messages = messages
        self._is_busy = is_busy

    def list(self, show: Callable[[list[dict[str, Any]]], None]) -> None:
        """Lists episodes, newest first."""
        self._client.ask("episodes", {}, lambda answer: show(answer.get("episodes") or []), self._messages.error)

    def read(self, folder: str, show: Act) -> None:
        """Reads an episode whole, unless one is under way now or by then."""
        if self._is_busy():
            self._messages.warning(tr("An episode is under way. Stop it before you open another one."))
            return

        def take(answer: dict[str, Any]) -> None:
            if not self._is_busy():
                show(answer)

        self._client.ask("read_episode", {"folder": folder}, take, self._messages.error)

    def offer_unfinished(self, go_on: Act) -> None:
        """Offers to go on with the latest episode where it was cut off, as by closing QGIS."""

        def offer(answer: dict[str, Any]) -> None:
            latest = next(iter(answer.get("episodes") or []), {})
            if self._is_busy() or latest.get("state") != "unfinished" or not latest.get("can_continue"):
                return
            text = tr("The episode of {agent} at {task} was not finished.")
            told = text.format(agent=latest.get("agent"), task=latest.get("task"))
            self._messages.info(told, tr("Continue"), lambda: go_on(latest))

        self._client.ask("episodes", {}, offer, lambda fault: self._messages.log(str(fault)))
