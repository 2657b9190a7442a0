# SPDX-License-Identifier: GPL-2.0-or-later
"""The menu of traces and episodes that lie on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qgis.PyQt.QtCore import QObject
from qgis.PyQt.QtWidgets import QMenu

from ..i18n import plural, tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient

MOST_SHOWN = 15
Answer = dict[str, Any]


class StoredMenu(QObject):
    """Fills a menu each time it opens; it opens at once and is filled when the service has answered.

    Args:
        menu: The menu.
        client: Asks the service.
        open_trace, begin_with: Take the folder that was chosen: of a trace, of an episode.
    """

    def __init__(
        self,
        menu: QMenu,
        client: ServiceClient,
        messages: Messages,
        open_trace: Callable[[str], None],
        begin_with: Callable[[str], None],
    ) -> None:
        super().__init__(menu)
        self._menu, self._client, self._messages = menu, client, messages
        self._open_trace, self._begin_with = open_trace, begin_with
        self._traces = menu.addMenu(tr("Traces"))
        self._episodes = menu.addMenu(tr("Begin with what an agent did"))
        menu.aboutToShow.connect(self._ask)

    def _ask(self) -> None:
        for menu in (self._traces, self._episodes):
            menu.clear()
            menu.addAction(tr("Reading…")).setEnabled(False)
        self._client.ask("traces", {}, self._show_traces, self._messages.error)
        self._client.ask("episodes", {}, self._show_episodes, self._messages.error)

    def _show_traces(self, answer: Answer) -> None:
        told = [one for one in answer.get("traces") or [] if one.get("folder")]
        self._fill(self._traces, told, trace_words, self._open_trace)

    def _show_episodes(self, answer: Answer) -> None:
        told = [one for one in answer.get("episodes") or [] if one.get("folder") and not one.get("problem")]
        self._fill(self._episodes, told, episode_words, self._begin_with)

    def _fill(
        self, menu: QMenu, told: Sequence[Answer], words: Callable[[Answer], str], act: Callable[[str], None]
    ) -> None:
        menu.clear()
        for one in told[:MOST_SHOWN]:
            folder = str(one["folder"])
            action = menu.addAction(words(one).replace("&", "&&"))
            action.setToolTip(folder)
            action.triggered.connect(lambda _checked=False, place=folder: act(place))
        if not told:
            menu.addAction(tr("There are none yet.")).setEnabled(False)


def trace_words(told: Answer) -> str:
    """Names a trace in the menu."""
    count = told.get("steps")
    steps = plural("{n} step", "{n} steps", count) if isinstance(count, int) else ""
    return " · ".join(part for part in (str(told.get("name") or ""), steps, _when(told)) if part)


def episode_words(told: Answer) -> str:
    """Names an episode in the menu."""
    parts = (told.get("task"), told.get("agent"), told.get("outcome"), _when(told))
    return " · ".join(str(part) for part in parts if part)


def _when(told: Answer) -> str:
    return str(told.get("at") or "")[:16].replace("T", " ")
