# SPDX-License-Identifier: GPL-2.0-or-later
"""The dock panel: task browser, agent, trace and judge as tabs over one service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication
from qgis.gui import QgsDockWidget
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtGui import QCloseEvent, QIcon
from qgis.PyQt.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ...headless.machine import ROOT
from ...headless.panel_help.links import AGENT, JUDGE, TASKS, TRACE
from ..agent.agent_view import AgentView
from ..browser.task_browser import TaskBrowser
from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..judge.judge_view import JudgeView
from ..trace.trace_view import TraceView
from . import help_opening
from .messages import Messages
from .missing_note import MissingNote
from .service_client import ServiceClient
from .service_process import ServiceCommand, service_command
from .tight_room import TabIcons


class BenchDock(QgsDockWidget):
    """The panel. Its service starts with the first question.

    Args:
        iface: The window's interface; None in tests without a window.
        settings: Those of the person; None: defaults.
        command: Gives the command of the service; left out: the real one.
    """

    gone = pyqtSignal()
    """The panel was closed: its service is ending, its layers are the person's."""

    def __init__(
        self,
        iface: Any,
        settings: Any = None,
        parent: QWidget | None = None,
        command: Callable[[], ServiceCommand] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("GISAgentBench")
        self.setWindowTitle("GISAgentBench")
        self.setWindowIcon(panel_icon())
        self.settings = settings
        self.client = ServiceClient(self, command or (lambda: service_command(settings)))
        self.canvas = EpisodeLayers(iface, self)
        self.messages = Messages(iface, self)
        self.browser = TaskBrowser(self.client, self.canvas, self.messages, settings)
        self.agent = AgentView(self.client, self.canvas, self.messages, settings)
        self.trace = TraceView(self.client, self.canvas, self.messages)
        self.judge = JudgeView(self.client, self.canvas, self.messages)
        self.missing = MissingNote()
        self.tabs = self._tabs()
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.missing)
        layout.addWidget(self.tabs, 1)
        self.setWidget(inside)
        self._help_key = help_opening.HelpKey(self, self.help_place)
        self._closed = False
        self._is_stale = False
        self._connect()

    def start(self) -> None:
        """Asks what is missing, for packs, and for what was left unfinished."""
        self._look_around()
        self.agent.load()

    def show_agent(self) -> None:
        """Brings the agent tab to the front, and the panel where it is behind others."""
        self.tabs.setCurrentWidget(self.agent)
        self.setUserVisible(True)

    def show_judge(self, folder: str) -> None:
        """Judges an episode, in the judge tab."""
        self.tabs.setCurrentWidget(self.judge)
        self.judge.show_folder(folder)

    def show_trace(self, folder: str) -> None:
        """Takes an episode as a trace to correct, in the trace tab."""
        self.tabs.setCurrentWidget(self.trace)
        self.trace.open_episode(folder)

    def show_reference(self, pack: str, task: str) -> None:
        """Opens the reference of a task as a trace, in the trace tab."""
        self.tabs.setCurrentWidget(self.trace)
        self.trace.open_reference(pack, task)

    def help_place(self) -> str:
        """Names the page of the help that tells of the tab in front."""
        return (TASKS, AGENT, TRACE, JUDGE)[self._views().index(self.tabs.currentWidget())]

    def close_panel(self) -> None:
        """Ends what runs and lets go of the map; safe at any time and more than once."""
        if self._closed:
            return
        self._closed = True
        for view in self._views():
            view.close_view()
        self.client.close()
        self.messages.close()
        self.canvas.close(remove=self.settings is not None and not self.settings.keep_layers())
        if self.settings is not None:
            self.settings.changed.disconnect(self._settings_changed)
        self.gone.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (name of Qt)
        """Ends what runs when the person closes the panel."""
        self.close_panel()
        super().closeEvent(event)

    def _views(self) -> tuple[Any, ...]:
        return (self.browser, self.agent, self.trace, self.judge)

    def _tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        tabs.addTab(self.browser, _icon("/mActionOpenTable.svg"), tr("Tasks"))
        tabs.addTab(self.agent, _icon("/processingAlgorithm.svg"), tr("Agent"))
        tabs.addTab(self.trace, _icon("/mActionHistory.svg"), tr("Trace"))
        tabs.addTab(self.judge, _icon("/algorithms/mAlgorithmCheckGeometry.svg"), tr("Judge"))
        self.help = help_opening.help_button(tabs, self.help_place)
        tabs.setCornerWidget(self.help, Qt.Corner.TopRightCorner)
        TabIcons(tabs)
        return tabs

    def _connect(self) -> None:
        self.client.ended.connect(self.messages.warning)
        self.client.said.connect(self.messages.log)
        self.browser.chosen.connect(self._task_chosen)
        self.browser.agent_wanted.connect(self.show_agent)
        self.browser.reference_wanted.connect(self.show_reference)
        self.agent.task_wanted.connect(lambda: self.tabs.setCurrentWidget(self.browser))
        self.agent.seen_wanted.connect(self.show_agent)
        self.agent.judge_wanted.connect(self.show_judge)
        self.agent.trace_wanted.connect(self.show_trace)
        self.agent.idle.connect(self._renew_service)
        self.client.rested.connect(self._renew_service)
        if self.settings is not None:
            self.settings.changed.connect(self._settings_changed)

    def _task_chosen(self, pack: str, task: dict[str, Any]) -> None:
        for view in (self.agent, self.trace, self.judge):
            view.task_chosen(pack, task)

    def _settings_changed(self) -> None:
        """Interpreter, proxy or folder may be others now: the service is started anew once nothing runs in it."""
        self._is_stale = True
        self._renew_service()

    def _renew_service(self) -> None:
        if self._is_stale and not any(view.is_busy() for view in self._views()) and self.client.renew():
            self._is_stale = False
            self._look_around()  # another interpreter may lack other packages, and folders of packs are others

    def _look_around(self) -> None:
        self.client.ask("hello", {}, lambda answer: self.missing.show_missing(answer.get("missing") or []))
        self.browser.load()


def panel_icon() -> QIcon:
    """Gives the icon of the plugin."""
    return QIcon(str(ROOT / "processing_provider" / "icons" / "provider.svg"))


def _icon(name: str) -> QIcon:
    return QgsApplication.getThemeIcon(name)
