# SPDX-License-Identifier: GPL-2.0-or-later
"""The dock panel: task browser, agent, trace and judge as tabs over one service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication, QgsSettings
from qgis.gui import QgsDockWidget
from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtGui import QCloseEvent, QIcon
from qgis.PyQt.QtWidgets import QTabWidget, QWidget

from ...headless.machine import ROOT
from ..agent.agent_view import AgentView
from ..browser.task_browser import TaskBrowser
from ..canvas.episode_layers import EpisodeLayers
from ..judge.judge_view import JudgeView
from ..trace.trace_view import TraceView
from .messages import Messages
from .service_client import ServiceClient
from .service_process import ServiceCommand, service_command

REMOVE_LAYERS = "gisagentbench/remove_layers_on_close"


class BenchDock(QgsDockWidget):
    """The panel.

    Args:
        iface: The window's interface; None in tests without a window.
        command: Gives the command of the service; left out: the real one.
    """

    went = pyqtSignal()
    """The panel was closed: its service is ending and its layers are no longer its own."""

    def __init__(
        self, iface: Any, parent: QWidget | None = None, command: Callable[[], ServiceCommand] = service_command
    ) -> None:
        super().__init__(parent)
        self.setObjectName("GISAgentBench")
        self.setWindowTitle("GISAgentBench")
        self.setWindowIcon(panel_icon())
        self.iface = iface
        self.client = ServiceClient(self, command)
        self.canvas = EpisodeLayers(iface, self)
        self.messages = Messages(iface, self)
        self.client.ended.connect(self._service_ended)
        self.client.said.connect(self.messages.log)
        self.browser = TaskBrowser(self.client, self.canvas, self.messages)
        self.agent = AgentView(self.client, self.canvas, self.messages)
        self.trace = TraceView(self.client, self.canvas, self.messages)
        self.judge = JudgeView(self.client, self.canvas, self.messages)
        self.tabs = self._tabs()
        self.setWidget(self.tabs)
        self.browser.chosen.connect(self._task_chosen)
        self._closed = False

    def close_panel(self) -> None:
        """Ends what runs and lets go of the map; safe at any time and more than once."""
        if self._closed:
            return
        self._closed = True
        for view in (self.browser, self.agent, self.trace, self.judge):
            view.close_view()
        self.client.close()
        self.canvas.close(QgsSettings().value(REMOVE_LAYERS, False, type=bool))
        self.went.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (name of Qt)
        """Ends what runs when the person closes the panel."""
        self.close_panel()
        super().closeEvent(event)

    def _tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        tabs.addTab(self.browser, _icon("/mIconFolderOpen.svg"), self.tr("Tasks"))
        tabs.addTab(self.agent, _icon("/processingAlgorithm.svg"), self.tr("Agent"))
        tabs.addTab(self.trace, _icon("/mActionHistory.svg"), self.tr("Trace"))
        tabs.addTab(self.judge, _icon("/mActionCheckGeometry.svg"), self.tr("Judge"))
        return tabs

    def _task_chosen(self, pack: str, task: dict[str, Any]) -> None:
        for view in (self.agent, self.trace, self.judge):
            view.task_chosen(pack, task)

    def _service_ended(self, why: str) -> None:
        self.messages.warning(why)


def panel_icon() -> QIcon:
    """Gives the icon of the plugin."""
    return QIcon(str(ROOT / "processing_provider" / "icons" / "provider.svg"))


def _icon(name: str) -> QIcon:
    return QgsApplication.getThemeIcon(name)
