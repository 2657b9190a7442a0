# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin puts into the window of QGIS: menu entry, toolbar button, options page, dock panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication, QgsSettings
from qgis.PyQt.QtCore import QCoreApplication, QObject, Qt
from qgis.PyQt.QtGui import QAction

from .i18n import tr
from .i18n.words import choose_language
from .panel import help_opening
from .panel.dock import BenchDock, panel_icon
from .panel.messages import Messages
from .panel.service_client import ServiceClient
from .panel.service_process import ServiceCommand, service_command, wait_for_ending
from .panel.shortcuts import PREFIX, Shortcuts
from .settings.options_page import OptionsFactory
from .settings.settings import Settings

MENU = "GISAgentBench"
HINT_SHOWN = "gisagentbench/hint_shown"
WAS_OPEN = "gisagentbench/panel_open"
# The panel that was closed last, which Qt frees in its next turn: were it garbage to Python before, the collector would
# take apart what its signals still call.
_leaving: list[BenchDock] = []


class PluginWindow:
    """Puts the plugin into the window; `remove` takes it out.

    Args:
        iface: The window's interface.
        command: Gives the command of the panel's service; left out: the real one.
    """

    def __init__(self, iface: Any, command: Callable[[], ServiceCommand] | None = None) -> None:
        choose_language(QgsApplication.instance().locale())
        self.iface = iface
        self.dock: BenchDock | None = None
        self._command = command
        self.settings = Settings()
        self.messages = Messages(iface)
        self.options = OptionsFactory(self.settings, self._new_client, self._tell)
        iface.registerOptionsWidgetFactory(self.options)
        self.panel_action = self._panel_action()
        self.options_action = QAction(
            QgsApplication.getThemeIcon("/mActionOptions.svg"), tr("Options…"), iface.mainWindow()
        )
        self.options_action.triggered.connect(lambda checked=False: OptionsFactory.show(iface))
        self.help_action = QAction(
            QgsApplication.getThemeIcon("/mActionHelpContents.svg"), tr("Help"), iface.mainWindow()
        )
        self.help_action.triggered.connect(lambda checked=False: help_opening.show_help())
        for action, name in zip(self._actions(), ("panel", "options", "help"), strict=True):
            action.setObjectName(f"{PREFIX}{name}")
            iface.addPluginToMenu(MENU, action)
            iface.registerMainWindowAction(action, "")
        self.shortcuts = Shortcuts(iface)
        iface.addToolBarIcon(self.panel_action)
        QCoreApplication.instance().aboutToQuit.connect(self._leave)
        if QgsSettings().value(WAS_OPEN, False, type=bool):
            self.open_panel()
        self._hint()

    def open_panel(self) -> BenchDock:
        """Opens the panel, or brings it to the front."""
        if self.dock is None:
            self.dock = BenchDock(self.iface, self.settings, self.iface.mainWindow(), self._command)
            self.dock.gone.connect(self._panel_gone)
            self.iface.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
            self.shortcuts.follow(self.dock)
            self.dock.start()
            QgsSettings().setValue(WAS_OPEN, True)
        self.dock.setUserVisible(True)
        self._check(True)
        return self.dock

    def close_panel(self) -> None:
        """Closes the panel, and with it what runs in it."""
        if self.dock is not None:
            self.dock.close()

    def remove(self) -> None:
        """Takes everything out of the window."""
        QCoreApplication.instance().aboutToQuit.disconnect(self._leave)
        dock, self.dock = self.dock, None
        if dock is not None:
            dock.close_panel()
            self._take_out(dock)
        self.shortcuts.remove()
        self.iface.removeToolBarIcon(self.panel_action)
        for action in self._actions():
            self.iface.unregisterMainWindowAction(action)
            self.iface.removePluginMenu(MENU, action)
            action.deleteLater()
        self.iface.unregisterOptionsWidgetFactory(self.options)
        self.messages.close()
        self.messages.deleteLater()
        self.settings.deleteLater()

    def _leave(self) -> None:
        """Closes the panel as QGIS ends, while all of QGIS is still there: plugins are unloaded later."""
        dock, self.dock = self.dock, None
        if dock is not None:
            _leaving[:] = [dock]
            dock.close_panel()
        wait_for_ending()

    def _actions(self) -> tuple[QAction, ...]:
        return (self.panel_action, self.options_action, self.help_action)

    def _panel_action(self) -> QAction:
        action = QAction(panel_icon(), tr("Panel"), self.iface.mainWindow())
        action.setToolTip(tr("GISAgentBench: watch agents, trace references, judge results"))
        action.setCheckable(True)
        action.triggered.connect(lambda checked: self.open_panel() if checked else self.close_panel())
        return action

    def _panel_gone(self) -> None:
        """The person closed the panel: it is taken away whole, and the next one begins afresh."""
        dock, self.dock = self.dock, None
        self._check(False)
        self.shortcuts.follow(None)
        if dock is not None:
            QgsSettings().setValue(WAS_OPEN, False)
            self._take_out(dock)

    def _take_out(self, dock: BenchDock) -> None:
        self.iface.removeDockWidget(dock)
        _leaving[:] = [dock]
        dock.deleteLater()

    def _check(self, is_open: bool) -> None:
        self.panel_action.blockSignals(True)
        self.panel_action.setChecked(is_open)
        self.panel_action.blockSignals(False)

    def _hint(self) -> None:
        """Says once where the panel is."""
        if QgsSettings().value(HINT_SHOWN, False, type=bool):
            return
        QgsSettings().setValue(HINT_SHOWN, True)
        if self.dock is None:
            text = tr("Give a GIS task to an agent and watch it on the map.")
            self.messages.info(text, tr("Open the panel"), self.open_panel)

    def _new_client(self, parent: QObject) -> ServiceClient:
        return ServiceClient(parent, self._command or (lambda: service_command(self.settings)))

    def _tell(self, text: str, level: Any) -> None:
        self.messages.tell(text, level)
