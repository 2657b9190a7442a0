# SPDX-License-Identifier: GPL-2.0-or-later
"""A panel over the real service, which can be closed and opened again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gisagentbench.tests.plugin.leaks import descendants
from gisagentbench.tests.plugin.waiting import turn, wait_for

DEMO = Path(__file__).resolve().parents[2] / "tasks" / "packs" / "demo"
BANDS = "nyc_distance_bands"  # two files are loaded, five calls follow


class RealPanel:
    """A panel over a folder of runs.

    Args:
        settings: Left out: those without limits, and layers go with the panel.
    """

    def __init__(self, window: Any, runs: Path, settings: Any = None) -> None:
        from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

        self.window, self.runs = window, runs
        self.settings = settings or SettingsOfTests(keep=False, limits={})
        self.dock: Any = None

    def open(self) -> Any:
        from gisagentbench.plugin.panel.dock import BenchDock
        from gisagentbench.plugin.panel.service_process import MODULE, ServiceCommand, service_command

        def command() -> Any:
            program, _, environment = service_command()
            return ServiceCommand(program, ["-P", "-m", MODULE, "--folder", str(self.runs)], environment)

        main = self.window.mainWindow()
        self.dock = BenchDock(self.window, self.settings, main, command)
        self.window.addDockWidget(_right(), self.dock)
        self.dock.start()
        return self.dock

    def choose(self, task: str = BANDS, agent: str = "reference") -> None:
        self.dock.browser.choose(str(DEMO), task)
        form = self.dock.agent.form
        wait_for(lambda: form.task_id == task and form.agent.count() > 1, 60)
        names = [form.agent.itemData(row)["name"] for row in range(form.agent.count())]
        form.agent.setCurrentIndex(names.index(agent))

    def close(self) -> None:
        if self.dock is not None:
            service = self.dock.client._process
            below = descendants(service.processId()) if service is not None else set()
            self.dock.close()
            self.window.removeDockWidget(self.dock)
            self.dock.deleteLater()
            self.dock = None
            wait_for(lambda: not any(Path(f"/proc/{number}").exists() for number in below), 30)
            turn()


def _right() -> Any:
    from qgis.PyQt.QtCore import Qt

    return Qt.DockWidgetArea.RightDockWidgetArea
