# SPDX-License-Identifier: GPL-2.0-or-later
"""One episode in the service: started, steered, told of."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..panel.fault_text import in_language
from ..panel.service_client import ServiceClient

ACTIVE = ("starting", "running", "paused", "waiting_for_approval", "stopping")
MOST_EARLY = 10_000


class AgentSession(QObject):
    """Speaks with the service about one episode at a time.

    Args:
        client: Asks the service.
    """

    began = pyqtSignal(str, str)
    """An episode has begun: its session and its folder."""
    told_event = pyqtSignal(dict)
    told_layer = pyqtSignal(dict)
    told_progress = pyqtSignal(int, float)
    state_changed = pyqtSignal(str, dict)
    """The state, and the notice that told of it; empty where none did."""
    failed = pyqtSignal(dict)
    """Something that was asked for could not be done: code, sentence, hint."""
    killed = pyqtSignal()
    """The call that ran when the episode was stopped could only be killed."""

    def __init__(self, client: ServiceClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self.session = ""
        self.folder = ""
        self.state = "idle"
        self.is_pausing = False  # asked for, but a call goes on to its end
        self._early: list[dict[str, Any]] = []
        self._asked_early: list[tuple[str, dict[str, Any]]] = []
        self._is_stop_wanted = False
        client.noticed.connect(self._take)
        client.ended.connect(self._service_ended)

    def is_active(self) -> bool:
        """Tells whether an episode is under way."""
        return self.state in ACTIVE

    def begin(self, op: str, arguments: dict[str, Any]) -> None:
        """Starts an episode, or goes on with one from disk.

        Args:
            op: start_episode or continue_episode.
            arguments: As the operation has them; a key among them is neither kept nor logged.
        """
        if self.is_active():
            return
        self.session, self.folder, self._early = "", str(arguments.get("folder") or ""), []
        self._asked_early, self._is_stop_wanted = [], False
        self._set_state("starting", {})
        self._client.ask(op, arguments, self._begun, self._not_begun)

    def ask(self, op: str, **arguments: Any) -> None:
        """Steers the episode: resume, step, approve, refuse, approve_each; one that is yet to begin, once it has."""
        if self.session:
            self._client.ask(op, {"session": self.session, **arguments}, None, self.failed.emit)
        elif self.is_active():
            self._asked_early.append((op, arguments))

    def pause(self) -> None:
        """Has the episode wait before its next call; the running one goes on to its end."""
        if self.session:
            self.is_pausing = self.state == "running"
            self.ask("pause")
            self.state_changed.emit(self.state, {})

    def stop(self) -> None:
        """Ends the episode; a call that runs is killed. One that is yet to begin ends as soon as it has."""
        if not self.is_active():
            return
        self._set_state("stopping", {})
        if self.session:
            self._client.ask("stop", {"session": self.session}, self._stopped, self.failed.emit)
        else:
            self._is_stop_wanted = True

    def _begun(self, answer: dict[str, Any]) -> None:
        self.session, self.folder = str(answer.get("session")), str(answer.get("folder") or self.folder)
        early, self._early = self._early, []
        self.began.emit(self.session, self.folder)
        if self.state == "starting":
            self._set_state("running", {})
        for notice in early:  # told before the answer that names the session
            self._take(notice)
        asked, self._asked_early = self._asked_early, []
        for op, given in asked:
            self.ask(op, **given)
        if self._is_stop_wanted:
            self.stop()

    def _not_begun(self, fault: dict[str, str]) -> None:
        self._set_state("idle", {})
        self.failed.emit(fault)

    def _stopped(self, answer: dict[str, Any]) -> None:
        if answer.get("killed_call"):
            self.killed.emit()

    def _take(self, notice: dict[str, Any]) -> None:
        if self.is_active() and not self.session:
            if len(self._early) < MOST_EARLY:
                self._early.append(notice)
            return
        if not self.session or notice.get("session") != self.session:
            return
        name = notice.get("notice")
        if name == "event":
            self.told_event.emit(notice.get("event") or {})
        elif name == "layer":
            self.told_layer.emit(notice)
        elif name == "progress":
            self.told_progress.emit(int(notice.get("call") or 0), float(notice.get("share") or 0.0))
        elif name == "state":
            self._take_state(notice)

    def _take_state(self, notice: dict[str, Any]) -> None:
        self._set_state(str(notice.get("state")), notice)
        if self.state == "ended":
            self.session = ""
            if notice.get("error"):
                self.failed.emit(in_language(notice["error"]))

    def _service_ended(self, _why: str) -> None:
        if self.is_active():
            self.session = ""
            self._set_state("ended", {})

    def _set_state(self, state: str, notice: dict[str, Any]) -> None:
        self.state = state
        self.is_pausing = False
        self.state_changed.emit(state, notice)
