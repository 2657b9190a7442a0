# SPDX-License-Identifier: GPL-2.0-or-later
"""The panel with the real service: tasks of the demo pack, tools in QGIS, layers on the map."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.leaks import child_processes, left, resident_kib, threads
from gisagentbench.tests.plugin.real_panel import BANDS, DEMO, RealPanel
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = [pytest.mark.qgis, pytest.mark.slow]


@pytest.fixture
def panel(window: Any, tmp_path: Path) -> Iterator[RealPanel]:
    made = RealPanel(window, tmp_path / "runs")
    yield made
    made.close()
    turn()


def reference_calls(task: str = BANDS) -> list[str]:
    steps = json.loads((DEMO / "tasks" / task / "reference.json").read_text(encoding="utf-8"))["steps"]
    return [step["api"] for step in steps]


def called(dock: Any) -> list[str]:
    return [step.api for step in dock.agent.steps.episode.steps if step.kind == "call"]


def test_the_demo_pack_is_listed_and_read(panel: RealPanel) -> None:
    dock = panel.open()
    wait_for(lambda: dock.browser.tree.tasks(), 60)
    ids = {folder.name for folder in (DEMO / "tasks").iterdir()}
    assert {task["id"] for task in dock.browser.tree.tasks()} == ids
    dock.browser.choose(str(DEMO), BANDS)
    assert "Contract of" in dock.browser.page.toPlainText()


def test_an_agent_is_watched_to_its_end_with_layers_and_files(panel: RealPanel) -> None:
    from qgis.core import QgsProject

    dock = panel.open()
    panel.choose()
    dock.agent.start()
    wait_for(lambda: dock.agent.session.state == "ended", 120)
    assert called(dock) == reference_calls()
    assert dock.agent.steps.episode.outcome == "finished"
    makers = [api for api in reference_calls() if api != "export_layer"]
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == len(makers), 30)
    output = list((Path(dock.agent.folder) / "output").iterdir())
    assert [path.suffix for path in output] == [".gpkg"]


def test_steps_are_made_one_at_a_time_and_a_stop_ends_it(panel: RealPanel) -> None:
    dock = panel.open()
    panel.choose()
    dock.agent.start("step")
    wait_for(lambda: dock.agent.session.state == "paused" and len(called(dock)) == 1, 60)
    dock.agent.steering.step_action.trigger()
    wait_for(lambda: dock.agent.session.state == "paused" and len(called(dock)) == 2, 60)
    turn(50)
    assert called(dock) == reference_calls()[:2]
    dock.agent.steering.stop_action.trigger()
    wait_for(lambda: dock.agent.session.state == "ended", 60)
    assert dock.agent.steps.episode.outcome == "cancelled"


def test_each_call_waits_for_approval_and_a_refusal_reaches_the_agent(panel: RealPanel) -> None:
    dock = panel.open()
    panel.choose()
    dock.agent.steering.approve_action.setChecked(True)
    dock.agent.start()
    wait_for(lambda: not dock.agent.approval.isHidden(), 60)
    assert called(dock) == []
    dock.agent.approval.approved.emit()
    wait_for(lambda: len(called(dock)) == 1 and dock.agent.session.state == "waiting_for_approval", 60)
    dock.agent.approval.refused.emit("Not this one")
    wait_for(lambda: len(called(dock)) == 2 and dock.agent.steps.step(1).state == "failed", 60)
    assert dock.agent.steps.step(1).error["code"] == "CANCELLED"
    assert "Not this one" in json.dumps(dock.agent.steps.step(1).record)


def test_an_episode_is_continued_from_disk_after_the_panel_was_closed_in_its_middle(panel: RealPanel) -> None:
    from qgis.core import QgsProject

    dock = panel.open()
    panel.choose()
    dock.agent.start("step")
    wait_for(lambda: dock.agent.session.state == "paused" and len(called(dock)) == 1, 60)
    dock.agent.steering.step_action.trigger()
    wait_for(lambda: dock.agent.session.state == "paused" and len(called(dock)) == 2, 60)
    folder = dock.agent.folder
    panel.close()
    QgsProject.instance().clear()
    dock = panel.open()
    wait_for(lambda: any("was not finished" in text for text in panel.window.messages()), 60)
    dock.agent.steering.stored_action.setChecked(True)
    wait_for(lambda: dock.agent.stored.tree.topLevelItemCount() == 1, 60)
    dock.agent.stored.go_on.click()
    wait_for(lambda: dock.agent.session.state == "ended", 120)
    assert dock.agent.folder == folder
    assert dock.agent.steps.episode.outcome == "finished"
    done = [step.api for step in dock.agent.steps.episode.steps if step.kind == "call" and step.state == "done"]
    assert done == reference_calls()


def test_going_back_shows_the_layers_of_then(panel: RealPanel) -> None:
    from qgis.core import QgsProject

    dock = panel.open()
    panel.choose()
    dock.agent.start()
    wait_for(lambda: dock.agent.session.state == "ended", 120)
    makers = [api for api in reference_calls() if api != "export_layer"]
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == len(makers), 30)
    dock.agent.pane.table.setCurrentIndex(dock.agent.steps.index(2, 0))
    dock.agent.steering.state_action.setChecked(True)
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 3, 30)
    dock.agent.steering.state_action.setChecked(False)
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == len(makers), 30)


def test_inputs_of_a_task_are_layers_of_copies(panel: RealPanel) -> None:
    from qgis.core import QgsProject

    dock = panel.open()
    panel.choose()
    dock.browser.load_inputs.trigger()
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 2, 30)
    for layer in QgsProject.instance().mapLayers().values():
        assert str(DEMO) not in layer.source()


@pytest.mark.timeout(900)
def test_cycles_with_real_tools_leave_nothing(panel: RealPanel, window: Any) -> None:
    """Three cycles; CYCLES=50 in the environment makes fifty, and -s shows the figures."""
    from qgis.PyQt.QtCore import QThreadPool

    def cycle(number: int) -> None:
        dock = panel.open()
        panel.choose()
        dock.agent.start()
        wait_for(lambda: len(called(dock)) > number % 3, 60)
        if number % 2:
            dock.agent.steering.stop_action.trigger()
            wait_for(lambda: dock.agent.session.state == "ended", 60)
        panel.close()

    for number in range(2):
        cycle(number)
    pool = QThreadPool.globalInstance().maxThreadCount()
    before, threads_before, memory_before = left(window.mainWindow()), threads(), resident_kib()
    for number in range(int(os.environ.get("CYCLES", "3"))):
        cycle(number)
    # a timer of the message bar may have run when it was counted first
    wait_for(lambda: all(now <= then for now, then in zip(left(window.mainWindow()), before, strict=True)))
    assert child_processes() == set()
    figures = f"threads {threads_before} to {threads()}, resident KiB {memory_before} to {resident_kib()}, {before}"
    assert threads() <= threads_before + pool, figures  # those of the pool come and go as there is work
    assert resident_kib() - memory_before < 60_000, figures
    print(figures)
