# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys of the panel stand in QGIS's keyboard shortcuts, obey a person's choice, and leave with the plugin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import fake_command
from gisagentbench.tests.plugin.waiting import turn

pytestmark = pytest.mark.qgis


@pytest.fixture
def plugin(window: Any, tmp_path: Path) -> Iterator[Any]:
    from gisagentbench.plugin.window import PluginWindow

    made = PluginWindow(window, fake_command(tmp_path, {}))
    yield made
    if window.menu:
        made.remove()
    turn()


def registered() -> dict[str, Any]:
    """Returns what QGIS lists of us, by name."""
    from qgis.gui import QgsGui

    actions = QgsGui.shortcutsManager().listActions()
    return {action.objectName(): action for action in actions if action.objectName().startswith("gisagentbench_")}


def keys_of(action: Any) -> str:
    return str(action.shortcut().toString())


def panel_actions(dock: Any) -> dict[str, Any]:
    from gisagentbench.plugin.panel.shortcuts import SHORTCUTS

    return {one.name: one.action(dock) for one in SHORTCUTS}


def choose(name: str, keys: str) -> None:
    """Gives an action other keys, as the dialog of QGIS does."""
    from qgis.gui import QgsGui

    assert QgsGui.shortcutsManager().setObjectKeySequence(registered()[f"gisagentbench_{name}"], keys)


def test_all_are_listed_with_their_keys_before_the_panel_is_opened(plugin: Any) -> None:
    from gisagentbench.plugin.panel.shortcuts import SHORTCUTS

    listed = registered()
    assert set(listed) == {f"gisagentbench_{one.name}" for one in SHORTCUTS} | {
        f"gisagentbench_{name}" for name in ("panel", "options", "help")
    }
    assert {one.name: keys_of(listed[f"gisagentbench_{one.name}"]) for one in SHORTCUTS} == {
        one.name: one.keys for one in SHORTCUTS
    }
    assert listed["gisagentbench_run"].text() == "GISAgentBench Agent: Run"
    assert len({action.text() for action in listed.values()}) == len(listed)


def test_the_actions_of_the_panel_have_the_same_keys_to_begin_with(window: Any) -> None:
    """What stands in the table is what the tabs are made with."""
    from gisagentbench.plugin.panel.dock import BenchDock
    from gisagentbench.plugin.panel.shortcuts import SHORTCUTS

    dock = BenchDock(window, None, window.mainWindow())
    made = {name: keys_of(action) for name, action in panel_actions(dock).items()}
    assert made == {one.name: one.keys for one in SHORTCUTS}
    dock.close_panel()


def test_every_action_with_a_key_of_a_tab_stands_in_the_table(window: Any) -> None:
    from qgis.PyQt.QtGui import QAction

    from gisagentbench.plugin.panel.dock import BenchDock

    dock = BenchDock(window, None, window.mainWindow())
    with_keys = {one.toolTip() for one in dock.findChildren(QAction) if keys_of(one).startswith("Alt+Shift+")}
    assert with_keys <= {action.toolTip() for action in panel_actions(dock).values()}
    dock.close_panel()


def test_a_key_that_was_chosen_counts_in_the_panel_at_once_and_in_the_next_one(plugin: Any) -> None:
    stop = panel_actions(plugin.open_panel())["stop"]
    choose("stop", "Ctrl+Alt+Shift+F11")
    assert keys_of(stop) == "Ctrl+Alt+Shift+F11"
    assert "Ctrl+Alt+Shift+F11" in stop.toolTip() and "Alt+Shift+X" not in stop.toolTip()
    plugin.close_panel()
    turn()
    choose("stop", "")
    stop = panel_actions(plugin.open_panel())["stop"]
    assert keys_of(stop) == "" and "(" not in stop.toolTip().partition("<br>")[0]


def test_a_chosen_key_is_kept_for_the_next_start(window: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.window import PluginWindow

    first = PluginWindow(window, fake_command(tmp_path, {}))
    choose("record", "Ctrl+Alt+Shift+F12")
    first.remove()
    turn()
    second = PluginWindow(window, fake_command(tmp_path, {}))
    assert keys_of(registered()["gisagentbench_record"]) == "Ctrl+Alt+Shift+F12"
    second.remove()


def test_after_reloads_nothing_is_listed_twice_or_left(window: Any, tmp_path: Path) -> None:
    from qgis.gui import QgsGui

    from gisagentbench.plugin.window import PluginWindow

    before = len(QgsGui.shortcutsManager().listAll())
    for _ in range(3):
        plugin = PluginWindow(window, fake_command(tmp_path, {}))
        plugin.open_panel()
        names = [one.objectName() for one in QgsGui.shortcutsManager().listAll()]
        ours = [name for name in names if name.startswith("gisagentbench_")]
        assert len(ours) == len(set(ours)) > 15
        plugin.remove()
        turn()
        assert len(QgsGui.shortcutsManager().listAll()) == before


def test_a_key_acts_in_the_tab_in_front_wherever_the_keyboard_is(plugin: Any, window: Any) -> None:
    """Two tabs have one key for running; neither takes it from the other."""
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtTest import QTest

    dock = plugin.open_panel()
    actions, main = panel_actions(dock), window.mainWindow()
    ran: list[str] = []
    for name in ("run", "run_trace"):
        actions[name].setEnabled(True)
        actions[name].triggered.disconnect()
        actions[name].triggered.connect(lambda checked=False, name=name: ran.append(name))
    main.show()
    main.activateWindow()
    assert QTest.qWaitForWindowActive(main)
    both = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
    for tab in (dock.agent, dock.trace, dock.judge):
        dock.tabs.setCurrentWidget(tab)
        window.mapCanvas().setFocus()
        turn()
        for name in ("run", "run_trace"):
            actions[name].setEnabled(True)
        QTest.keyClick(window.mapCanvas(), Qt.Key.Key_R, both)
    assert ran == ["run", "run_trace"]
