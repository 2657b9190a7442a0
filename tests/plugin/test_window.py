# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin puts into the window comes out again, whatever runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.leaks import left, resident_kib, threads
from gisagentbench.tests.plugin.made_files import squares, told
from gisagentbench.tests.plugin.told_tasks import pack, task
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
AGENTS = [{"name": "reference", "title": "Reference", "needs_model": False}]


@pytest.fixture
def script(tmp_path: Path) -> dict[str, Any]:
    running = {"event": "call_started", "call": 2, "turn": 2, "api": "overlay", "arguments": {}}
    record = {"ok": True, "step": 1, "seconds": 0.1, "output": "a", "error": None, "observation": {"text": ""}}
    events = [
        {"event": "call_started", "call": 1, "turn": 1, "api": "load_layer", "arguments": {}},
        {"event": "call_finished", "call": 1, "step": record},
    ]
    layer = {"notice": "layer", "session": "s1", **told(squares(tmp_path / "a.gpkg"), 1, "a")}
    notices = [{"notice": "event", "session": "s1", "event": one} for one in events]
    begun = {"result": {"session": "s1", "folder": "/runs/1"}}
    return {
        "packs": [{"result": {"packs": [pack()], "faults": []}}],
        "tasks": [{"result": {"tasks": [task("parks")], "faults": []}}],
        "agents": [{"result": {"agents": AGENTS}}],
        "start_episode": [begun, *notices, layer, {"notice": "event", "session": "s1", "event": running}],
        "stop": [
            {"result": {"killed_call": False}},
            {"notice": "event", "session": "s1", "event": {"event": "finished", "outcome": "cancelled"}},
            {"notice": "state", "session": "s1", "state": "ended", "call": None, "error": None},
        ],
    }


@pytest.fixture
def plugin(window: Any, tmp_path: Path, script: dict[str, Any]) -> Iterator[Any]:
    from qgis.core import QgsSettings

    from gisagentbench.plugin.window import PluginWindow

    QgsSettings().setValue("gisagentbench/hint_shown", True)
    made = PluginWindow(window, fake_command(tmp_path, script))
    yield made
    if made.dock is not None or window.menu:
        made.remove()
    turn()


def running_panel(plugin: Any) -> Any:
    """Opens the panel and waits until an episode has shown a layer and runs its second call."""
    dock = plugin.open_panel()
    dock.browser.choose("/packs/city", "parks")
    wait_for(lambda: dock.agent.form.is_complete())
    dock.agent.start()
    wait_for(lambda: dock.agent.steps.rowCount() == 2 and dock.agent.map._group.layers())
    return dock


def test_menu_toolbar_and_options_come_and_go(plugin: Any, window: Any) -> None:
    assert [action.text() for action in window.menu] == ["Panel", "Options…", "Help"]
    assert window.tools == [plugin.panel_action] and len(window.factories) == 1
    assert window.docks == []  # nothing is started before it is asked for
    plugin.remove()
    assert (window.menu, window.tools, window.factories, window.docks) == ([], [], [], [])


def test_when_qgis_ends_the_panel_is_let_go_of_and_opens_again_the_next_time(plugin: Any, window: Any) -> None:
    """Plugins are unloaded when QGIS is half taken apart, and nothing waits for the service then."""
    from qgis.core import QgsProject, QgsSettings

    dock = running_panel(plugin)
    number = dock.client._process.processId()
    plugin._leave()
    assert not Path(f"/proc/{number}").exists()
    assert QgsSettings().value("gisagentbench/panel_open", False, type=bool)
    plugin.remove()
    assert window.menu == []
    QgsProject.instance().clear()


def test_the_button_opens_and_closes_the_panel(plugin: Any, window: Any) -> None:
    plugin.panel_action.trigger()
    (dock,) = window.docks
    assert plugin.panel_action.isChecked()
    assert [dock.tabs.tabText(tab) for tab in range(dock.tabs.count())] == ["Tasks", "Agent", "Trace", "Judge"]
    plugin.panel_action.trigger()
    turn()
    assert window.docks == [] and not plugin.panel_action.isChecked()
    plugin.panel_action.trigger()
    assert window.docks != [dock]


def test_closing_the_panel_by_its_cross_is_noticed(plugin: Any, window: Any) -> None:
    dock = plugin.open_panel()
    dock.close()
    turn()
    assert plugin.dock is None and window.docks == [] and not plugin.panel_action.isChecked()


def test_the_hint_is_shown_once_and_opens_the_panel(window: Any, tmp_path: Path, script: dict[str, Any]) -> None:
    from qgis.core import QgsSettings
    from qgis.PyQt.QtWidgets import QPushButton

    from gisagentbench.plugin.window import PluginWindow

    assert not QgsSettings().contains("gisagentbench/hint_shown")
    first = PluginWindow(window, fake_command(tmp_path, script))
    assert len(window.messages()) == 1
    (button,) = window.messageBar().items()[0].findChildren(QPushButton)
    button.click()
    assert len(window.docks) == 1 and window.messages() == []
    first.remove()
    second = PluginWindow(window, fake_command(tmp_path, script))
    assert window.messages() == []
    second.remove()


def test_a_panel_that_was_open_when_qgis_ended_opens_again(window: Any, tmp_path: Path, script: dict[str, Any]) -> None:
    from gisagentbench.plugin.window import PluginWindow

    first = PluginWindow(window, fake_command(tmp_path, script))
    first.open_panel()
    first.remove()  # as QGIS does at its end
    second = PluginWindow(window, fake_command(tmp_path, script))
    assert len(window.docks) == 1
    second.close_panel()  # as a person does
    second.remove()
    third = PluginWindow(window, fake_command(tmp_path, script))
    assert window.docks == []
    third.remove()


def test_a_choice_in_the_browser_reaches_the_agent_and_starts_one(plugin: Any, tmp_path: Path) -> None:
    dock = running_panel(plugin)
    dock.browser.agent_wanted.emit()
    assert dock.tabs.currentWidget() is dock.agent
    assert dock.agent.form.task.text() == "Parks"
    assert dock.agent.is_busy()
    (question,) = [one for one in asked(tmp_path) if one["op"] == "start_episode"]
    assert question["limits"]["calls"] == plugin.settings.limits()["calls"]


@pytest.mark.parametrize("way", ["cross", "unload", "project"])
def test_closing_in_the_middle_of_a_run_is_safe(plugin: Any, window: Any, way: str) -> None:
    from qgis.core import QgsProject

    before = left(window.mainWindow())
    dock = running_panel(plugin)
    process = dock.client._process.processId()
    if way == "project":
        QgsProject.instance().clear()
        turn(60)
        assert QgsProject.instance().mapLayers() == {} and dock.agent.is_busy()
    plugin.remove() if way == "unload" else dock.close()
    wait_for(lambda: not Path(f"/proc/{process}").exists())
    turn()
    after = left(window.mainWindow())
    assert after._replace(layers=0, groups=0, objects=0) == before._replace(objects=0)
    assert len(QgsProject.instance().mapLayers()) == (0 if way == "project" else 1)  # kept: they are the person's now


def test_layers_go_with_the_panel_where_the_person_wants_that(plugin: Any) -> None:
    from qgis.core import QgsProject

    plugin.settings.set_keep_layers(False)
    running_panel(plugin).close()
    turn()
    assert QgsProject.instance().mapLayers() == {}
    assert QgsProject.instance().layerTreeRoot().children() == []


def test_changed_settings_renew_an_idle_service_and_leave_a_busy_one(plugin: Any) -> None:
    dock = running_panel(plugin)
    process = dock.client._process.processId()
    plugin.settings.set_guard("silent")
    plugin.settings.tell_changed()
    turn()
    assert dock.client._process.processId() == process and dock.agent.is_busy()
    dock.agent.session.stop()
    wait_for(lambda: not dock.agent.is_busy())
    wait_for(lambda: dock.client.is_running() and dock.client._process.processId() not in (0, process))


def test_settings_that_change_while_the_service_is_asked_are_not_forgotten(
    plugin: Any, script: dict[str, Any], tmp_path: Path
) -> None:
    """A proxy, an interpreter or a folder that was mended must not wait for the next start of QGIS."""
    dock = plugin.open_panel()
    wait_for(lambda: dock.browser.tree.tasks() and not dock.client.waiting())
    process = dock.client._process.processId()
    script["packs"] = [{"result": {"packs": [pack("city"), pack("village")], "faults": []}}]
    dock.client.ask("episodes")
    plugin.settings.set_guard("silent")
    plugin.settings.tell_changed()
    assert dock.client._process.processId() == process
    wait_for(lambda: dock.browser.tree.rowCount() == 2)  # as after a folder of packs was added
    assert dock.client._process.processId() != process


def test_changed_settings_leave_an_open_trace_open(plugin: Any, script: dict[str, Any], tmp_path: Path) -> None:
    from qgis.core import QgsProject

    from gisagentbench.tests.plugin.trace.told_traces import BEGUN

    layer = told(squares(tmp_path / "taken.gpkg"), 1, "parks")
    script["begin_trace"] = [{"result": {**BEGUN, "steps": [], "layers": [layer], "findings": []}}]
    dock = plugin.open_panel()
    dock.trace.session.open("/traces/1")
    wait_for(lambda: QgsProject.instance().mapLayers() and not dock.client.waiting())
    process = dock.client._process.processId()
    plugin.settings.set_guard("silent")
    plugin.settings.tell_changed()
    wait_for(lambda: dock.trace.session.is_open and dock.client._process.processId() not in (0, process))
    wait_for(lambda: len(QgsProject.instance().mapLayers()) == 1)  # and not once more beside the old one
    assert [one["folder"] for one in asked(tmp_path) if one["op"] == "begin_trace"] == ["/traces/1"] * 2


def test_settings_that_change_while_something_is_asked_count_after_the_answer(plugin: Any) -> None:
    dock = plugin.open_panel()
    wait_for(lambda: dock.browser.tree.tasks() and not dock.client.waiting())
    process = dock.client._process.processId()
    dock.client.ask("hello")
    plugin.settings.set_guard("silent")
    plugin.settings.tell_changed()
    assert dock.client._process.processId() == process
    wait_for(lambda: dock.client.is_running() and dock.client._process.processId() != process)


def test_missing_packages_are_listed_and_the_rest_works(plugin: Any, script: dict[str, Any]) -> None:
    missing = [
        {"package": name, "needed_for": "language models", "how": "pip install x y"} for name in ("openai", "httpx2")
    ]
    script["hello"] = [{"result": {"missing": missing}}]
    dock = plugin.open_panel()
    wait_for(lambda: not dock.missing.isHidden())
    text = dock.missing.words.text()
    assert (
        text.count("pip install x y") == 1 and "2 packages are missing" in text and "• openai: language models" in text
    )
    wait_for(lambda: dock.browser.tree.tasks())
    dock.missing.show_missing([])  # as with another interpreter
    assert dock.missing.isHidden()


@pytest.mark.slow
def test_fifty_cycles_of_run_stop_close_and_reopen_leave_nothing(plugin: Any, window: Any) -> None:
    from qgis.core import QgsProject

    plugin.settings.set_keep_layers(False)

    def cycle(number: int) -> None:
        dock = running_panel(plugin)
        if number % 2:
            dock.agent.session.stop()
            wait_for(lambda: not dock.agent.is_busy())
        dock.close()
        wait_for(lambda: left(window.mainWindow()).children == 0)

    for number in range(3):  # caches fill, pools start their threads
        cycle(number)
    before, threads_before, memory_before = left(window.mainWindow()), threads(), resident_kib()
    for number in range(50):
        cycle(number)
    # a timer of the message bar may have run when it was counted first
    wait_for(lambda: all(now <= then for now, then in zip(left(window.mainWindow()), before, strict=True)))
    assert QgsProject.instance().mapLayers() == {}
    assert threads() <= threads_before
    assert resident_kib() - memory_before < 20_000


def test_reloading_twice_with_the_panel_open_leaves_one_of_each(
    window: Any, tmp_path: Path, script: dict[str, Any]
) -> None:
    from gisagentbench.plugin.window import PluginWindow

    for _ in range(3):
        made = PluginWindow(window, fake_command(tmp_path, script))
        made.open_panel()
        turn()
        assert (len(window.menu), len(window.tools), len(window.factories), len(window.docks)) == (3, 1, 1, 1)
        made.remove()
        turn()
    assert (window.menu, window.tools, window.factories, window.docks) == ([], [], [], [])
    wait_for(lambda: left(window.mainWindow()).children == 0)


def test_the_window_imports_neither_pydantic_nor_yaml() -> None:
    """In a process of its own, since tests have imported them long ago."""
    import subprocess
    import sys

    code = (
        "import sys; sys.modules['pydantic'] = sys.modules['yaml'] = sys.modules['jinja2'] = None\n"
        "from qgis.core import QgsApplication\n"
        "application = QgsApplication([], True); application.initQgis()\n"
        "from gisagentbench.tests.plugin.window_of_tests import WindowOfTests\n"
        "from gisagentbench.plugin.window import PluginWindow\n"
        "from gisagentbench.plugin.panel.service_process import ServiceCommand\n"
        "import gisagentbench.headless.map_drawing.raster_styles, gisagentbench.headless.map_drawing.vector_styles\n"
        "window = WindowOfTests()\n"
        "plugin = PluginWindow(window, lambda: ServiceCommand('/bin/cat', [], {}))\n"
        "plugin.open_panel(); plugin.remove(); window.close()\n"
        "sys.stderr.write('it opened')\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=120)
    assert "it opened" in done.stderr, done.stderr[-2000:]
