# SPDX-License-Identifier: GPL-2.0-or-later
"""A window like that of QGIS, as far as the plugin knows it: map canvas, layer tree, message bar, docks, menus."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsProject
from qgis.gui import QgsGui, QgsLayerTreeMapCanvasBridge, QgsMapCanvas, QgsMessageBar
from qgis.PyQt import sip
from qgis.PyQt.QtWidgets import QMainWindow


class WindowOfTests:
    """What plugins call `iface`. It keeps books of what was put in, so that tests see what was left."""

    def __init__(self) -> None:
        self._main = QMainWindow()
        self._canvas = QgsMapCanvas(self._main)
        self._canvas.resize(600, 400)
        self._canvas.setDestinationCrs(QgsProject.instance().crs())
        self._main.setCentralWidget(self._canvas)
        self._bar = QgsMessageBar(self._main)
        root = QgsProject.instance().layerTreeRoot()
        # As in QGIS, Python's half of it lives no longer than somebody holds it.
        bridge = QgsLayerTreeMapCanvasBridge(root, self._canvas, self._canvas)
        self._bridge = sip.unwrapinstance(bridge)
        sip.transferto(bridge, self._canvas.scene())
        self.menu: list[Any] = []
        self.tools: list[Any] = []
        self.docks: list[Any] = []
        self.factories: list[Any] = []
        self.options_shown: list[str] = []

    def close(self) -> None:
        """Takes the window away."""
        import gc

        QgsProject.instance().clear()
        gc.collect()
        sip.delete(self._main)

    def mainWindow(self) -> QMainWindow:  # noqa: N802 (names of QGIS from here on)
        return self._main

    def mapCanvas(self) -> QgsMapCanvas:  # noqa: N802
        return self._canvas

    def messageBar(self) -> QgsMessageBar:  # noqa: N802
        return self._bar

    def layerTreeCanvasBridge(self) -> QgsLayerTreeMapCanvasBridge:  # noqa: N802
        return sip.wrapinstance(self._bridge, QgsLayerTreeMapCanvasBridge)

    def layerTreeView(self) -> None:  # noqa: N802
        return None

    def setActiveLayer(self, layer: Any) -> bool:  # noqa: N802
        return layer is not None

    def addDockWidget(self, area: Any, dock: Any) -> None:  # noqa: N802
        self._main.addDockWidget(area, dock)
        self.docks.append(dock)

    def removeDockWidget(self, dock: Any) -> None:  # noqa: N802
        self._main.removeDockWidget(dock)
        if dock in self.docks:
            self.docks.remove(dock)

    def addPluginToMenu(self, name: str, action: Any) -> None:  # noqa: N802
        self.menu.append(action)

    def removePluginMenu(self, name: str, action: Any) -> None:  # noqa: N802
        self.menu.remove(action)

    def addToolBarIcon(self, action: Any) -> None:  # noqa: N802
        self.tools.append(action)

    def removeToolBarIcon(self, action: Any) -> None:  # noqa: N802
        self.tools.remove(action)

    def registerOptionsWidgetFactory(self, factory: Any) -> None:  # noqa: N802
        self.factories.append(factory)

    def unregisterOptionsWidgetFactory(self, factory: Any) -> None:  # noqa: N802
        self.factories.remove(factory)

    def registerMainWindowAction(self, action: Any, keys: str) -> bool:  # noqa: N802
        return QgsGui.shortcutsManager().registerAction(action, keys)

    def unregisterMainWindowAction(self, action: Any) -> bool:  # noqa: N802
        return QgsGui.shortcutsManager().unregisterAction(action)

    def showOptionsDialog(self, parent: Any, page: str) -> None:  # noqa: N802
        self.options_shown.append(page)

    def messages(self) -> list[str]:
        """Returns what stands in the message bar, the latest first."""
        return [item.text() for item in self._bar.items()]
