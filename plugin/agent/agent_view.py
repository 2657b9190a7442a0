# SPDX-License-Identifier: GPL-2.0-or-later
"""The agent tab of the panel."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QLabel, QStackedWidget, QWidget

from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.panel_view import PanelView
from ..panel.service_client import ServiceClient
from .agent_offer import AgentOffer
from .approval_bar import ApprovalBar
from .ending_news import tell_end, tell_killed
from .episode_map import EpisodeMap
from .launch import Launch
from .model_key import ModelKey
from .session import AgentSession
from .state_words import state_words
from .steering import Steering
from .step_copying import StepCopying
from .step_pane import StepPane
from .stored_episodes import StoredEpisodes
from .stored_list import StoredList
from .task_form import TaskForm


class AgentView(PanelView):
    """Watches and steers an agent at a task.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
        settings: Those of the person; None: defaults.
    """

    task_wanted = pyqtSignal()
    judge_wanted = pyqtSignal(str)
    trace_wanted = pyqtSignal(str)
    """With the folder of the episode."""
    seen_wanted = pyqtSignal()
    """The tab is to be brought to the front."""
    idle = pyqtSignal()
    """No episode is under way any more."""

    def __init__(
        self,
        client: ServiceClient,
        canvas: EpisodeLayers,
        messages: Messages,
        settings: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(client, canvas, messages, parent)
        self.settings = settings
        self.session = AgentSession(client, self)
        self.map = EpisodeMap(client, canvas, messages, self)
        self.episodes = StoredEpisodes(client, messages, self.is_busy, self)
        self.keys = ModelKey(settings, messages, self._open_settings)
        self.pane = StepPane(self)
        self.steps = self.pane.steps
        self.copying = StepCopying(self.pane, client, messages)
        self.folder = ""
        self._next_task: tuple[str, dict[str, Any]] | None = None
        self._build()
        self._connect()
        self._refresh()

    def load(self) -> None:
        """Asks for what was left unfinished, and offers to go on with the latest."""
        self.episodes.offer_unfinished(self.continue_episode)

    def is_busy(self) -> bool:
        """Tells whether an episode is under way."""
        return self.session.is_active()

    def task_chosen(self, pack: str, task: dict[str, Any]) -> None:
        """Takes over the task that was chosen in the task browser; while an episode is under way, at its end."""
        if self.is_busy():
            self._next_task = (pack, task)
            return
        self._offer.task_chosen(pack, task)

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed; the episode can be continued from disk."""
        self.map.end()
        if self.settings is not None:
            self.settings.changed.disconnect(self.form.load_models)

    def start(self, begin: str = "run") -> None:
        """Gives the task to the agent.

        Args:
            begin: run, or step for one call.
        """
        if not self.form.is_complete() or self.is_busy():
            return
        arguments = self._launch.arguments()
        if arguments is None:
            return
        self._forget()
        self.map.begin(f"{self.form.task.text()} · {self.form.agent.currentText()}")
        self.session.begin("start_episode", arguments | {"begin": begin})

    def open_episode(self, episode: dict[str, Any]) -> None:
        """Shows a stored episode."""
        self.steering.stored_action.setChecked(False)
        self.episodes.read(str(episode.get("folder")), self._show_stored)

    def continue_episode(self, episode: dict[str, Any]) -> None:
        """Goes on with a stored episode where it was left."""
        self.steering.stored_action.setChecked(False)
        folder, base_url = str(episode.get("folder")), episode.get("base_url")

        def go_on(answer: dict[str, Any]) -> None:
            arguments = self._launch.arguments_to_go_on(folder, base_url)
            if arguments is not None:
                self._show_stored(answer)
                self.session.begin("continue_episode", arguments)

        self.episodes.read(folder, go_on)

    def _build(self) -> None:
        self.steering = Steering(self)
        self.form = TaskForm(self.settings, self)
        self._offer = AgentOffer(self.client, self.messages, self.form)
        self._launch = Launch(self.form, self.steering, self.settings, self.keys)
        self.approval = ApprovalBar(self)
        self.status = QLabel(self)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.stored = StoredList(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.pane)
        self.stack.addWidget(self.stored)
        self.stack_up(self.form, self.steering.tools, self.status, self.approval, self.stack)

    def _connect(self) -> None:
        self.form.changed.connect(self._refresh)
        self.form.task_wanted.connect(self.task_wanted)
        self.form.settings_wanted.connect(self._open_settings)
        if self.settings is not None:
            self.settings.changed.connect(self.form.load_models)
        self.steering.run.connect(lambda: self._go("run", "resume"))
        self.steering.step.connect(lambda: self._go("step", "step"))
        self.steering.pause.connect(self.session.pause)
        self.steering.stop.connect(self.session.stop)
        self.steering.approve_each.connect(lambda on: self.session.ask("approve_each", on=on))
        self.steering.state_after.connect(lambda on: self._show_chosen())
        self.steering.judge.connect(lambda: self.judge_wanted.emit(self.folder))
        self.steering.trace.connect(lambda: self.trace_wanted.emit(self.folder))
        self.steering.stored.connect(self._show_list)
        self.stored.opened.connect(self.open_episode)
        self.stored.continued.connect(self.continue_episode)
        self.stored.wanted.connect(lambda: self.episodes.list(self.stored.set_episodes))
        self.approval.approved.connect(lambda: self.session.ask("approve"))
        self.approval.refused.connect(lambda reason: self.session.ask("refuse", reason=reason))
        self.session.began.connect(self._began)
        self.session.told_event.connect(self._take_event)
        self.session.told_layer.connect(self._take_layer)
        self.session.told_progress.connect(self.steps.progress)
        self.session.state_changed.connect(self._state_changed)
        self.session.failed.connect(self.messages.error)
        self.session.killed.connect(lambda: tell_killed(self.messages, self.steps.episode))
        self.pane.chosen.connect(self._show_chosen)

    def _go(self, begin: str, op: str) -> None:
        if self.is_busy():
            self.session.ask(op)
        else:
            self.start(begin)

    def _forget(self) -> None:
        self.folder = ""
        self.steering.state_action.setChecked(False)
        self.pane.begin()

    def _began(self, session: str, folder: str) -> None:
        self.folder = folder
        self.steps.episode.go_on()
        self.map.set_session(session, folder)
        self._refresh()

    def _take_event(self, event: dict[str, Any]) -> None:
        self.pane.take(event)
        self._refresh()

    def _take_layer(self, told: dict[str, Any]) -> None:
        row = self.steps.episode.row_of_layer(int(told.get("step") or 0))
        step = self.steps.step(row) if row is not None else None
        self.map.take_layer({**told, "api": step.api if step is not None else ""})

    def _state_changed(self, state: str, notice: dict[str, Any]) -> None:
        if state == "waiting_for_approval" and notice.get("call"):
            self.approval.ask(notice["call"])
            if not self.isVisible():
                self.messages.info(tr("The agent waits for your approval."), tr("Show"), self.seen_wanted.emit)
        else:
            self.approval.setVisible(False)
        if state == "ended":
            self.steps.cut_off()
            folder = self.folder
            tell_end(self.messages, self.steps.episode, lambda: self.judge_wanted.emit(folder))
        self._refresh()
        if not self.session.is_active():
            self.idle.emit()
            if self._next_task is not None:
                chosen, self._next_task = self._next_task, None
                self.task_chosen(*chosen)

    def _show_stored(self, answer: dict[str, Any]) -> None:
        episode = answer.get("episode") or {}
        self._forget()
        self.folder = str(episode.get("folder") or "")
        self.pane.take_all(answer.get("events") or [])
        self.map.begin(f"{episode.get('task')} · {episode.get('agent')}")
        self.map.set_session("", self.folder)
        for told in answer.get("layers") or []:
            self._take_layer(told)
        self._show_chosen()
        self._refresh()

    def _show_chosen(self) -> None:
        step = self.pane.step()
        if step is not None:
            self.map.show_step(step, self.steering.state_action.isChecked(), self.pane.follows)

    def _show_list(self, on: bool) -> None:
        self.stack.setCurrentIndex(int(on))
        if on:
            self.stored.wanted.emit()

    def _refresh(self) -> None:
        self.steering.set_state(self.session.state, self.form.is_complete(), bool(self.folder))
        self.form.setEnabled(not self.is_busy())
        self.status.setText(state_words(self.session.state, self.steps.episode, self.session.is_pausing))

    def _open_settings(self) -> None:
        from ..settings.options_page import OptionsFactory

        OptionsFactory.show(self.canvas.iface)
