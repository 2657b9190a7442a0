# SPDX-License-Identifier: GPL-2.0-or-later
"""Loads the plugin into QGIS and takes it out again without leaving anything."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication

from ..headless import installed_plugin, machine
from ..processing_provider.provider import GisAgentBenchProvider


class GisAgentBenchPlugin:
    """The plugin as QGIS sees it.

    Args:
        iface: The window's interface; None in qgis_process.
    """

    def __init__(self, iface: Any) -> None:
        self.iface = iface
        self.provider: GisAgentBenchProvider | None = None
        self.window: Any = None
        self._packages: list[str] = []

    def initProcessing(self) -> None:  # noqa: N802 (name asked for by QGIS)
        """Registers the Processing provider; all that qgis_process calls."""
        if self.provider is None:
            self._see_packages()
            self.provider = GisAgentBenchProvider()
            QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self) -> None:  # noqa: N802 (name asked for by QGIS)
        """Builds what the window shows."""
        self.initProcessing()
        if self.iface is not None and self.window is None:
            from .window import PluginWindow

            self.window = PluginWindow(self.iface)

    def _see_packages(self) -> None:
        """Tools of the toolbox run in this QGIS, and find the packages of the person's environment as agents' do."""
        if not installed_plugin.is_installed(machine.ROOT):
            return
        if self.iface is not None:
            from .settings.settings import Settings

            chosen = Settings().chosen_python()
            self._packages += installed_plugin.see_packages(Path(chosen) if chosen else None)
        self._packages += installed_plugin.see_packages(installed_plugin.python_program())

    def unload(self) -> None:
        """Takes everything out that was put in."""
        sys.path[:] = [folder for folder in sys.path if folder not in self._packages]
        self._packages = []
        if self.window is not None:
            self.window.remove()
            self.window = None
        if self.provider is not None:
            QgsApplication.processingRegistry().removeProvider(self.provider)
            self.provider = None
