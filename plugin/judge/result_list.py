# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what can be judged, for the bar that it is chosen from."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject

from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .subject_bar import SubjectBar
from .subjects import Subject, episode_subjects, trace_subjects


class ResultList(QObject):
    """Episodes and traces on disk, the newest first.

    Args:
        client: Asks the service.
        messages: Tells what cannot be read.
        bar: Where they are chosen.
    """

    def __init__(self, client: ServiceClient, messages: Messages, bar: SubjectBar) -> None:
        super().__init__(bar)
        self._client, self._messages, self._bar = client, messages, bar

    def read(self) -> None:
        """Reads the list anew."""
        self._client.ask("episodes", {}, self._take_episodes, self._messages.error)

    def _take_episodes(self, answer: dict[str, Any]) -> None:
        episodes = episode_subjects(answer)

        def without_traces(fault: dict[str, str]) -> None:
            self._fill(episodes)
            self._messages.error(fault)

        def with_traces(found: dict[str, Any]) -> None:
            self._fill([*episodes, *trace_subjects(found)])

        self._client.ask("traces", {}, with_traces, without_traces)

    def _fill(self, found: list[Subject]) -> None:
        self._bar.fill(sorted(found, key=lambda subject: subject.at, reverse=True))
