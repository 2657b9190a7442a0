# SPDX-License-Identifier: GPL-2.0-or-later
"""In a narrow panel, and in a theme that gives buttons much room, every tab and every button is in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gisagentbench.tests.plugin.waiting import turn

pytestmark = pytest.mark.qgis
# What QGIS's "Night Mapping" says of buttons and tabs.
ROOMY = "QToolButton { padding: 6px; margin: 2px; } QTabBar::tab { padding: 6px 12px; } QComboBox { padding: 4px 8px; }"
NARROW, WIDE = 350, 900


@pytest.fixture(params=["", ROOMY], ids=["usual", "roomy"])
def dock(request: pytest.FixtureRequest, window: Any) -> Iterator[Any]:
    from qgis.PyQt.QtCore import Qt

    from gisagentbench.plugin.panel.dock import BenchDock

    main = window.mainWindow()
    main.setStyleSheet(request.param)
    made = BenchDock(window, None, main)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, made)
    made.setFloating(True)
    main.show()
    made.show()
    yield made
    made.close_panel()
    turn()


def resized(dock: Any, width: int) -> None:
    dock.resize(width, 620)
    turn()


def test_every_tab_is_in_sight_and_has_its_icon_where_there_is_room(dock: Any) -> None:
    """How much room words and icons take differs from one set of fonts to another."""
    bar = dock.tabs.tabBar()
    resized(dock, WIDE)
    needed = bar.tabRect(bar.count() - 1).right() + dock.tabs.width() - dock.help.geometry().left()
    for width in (WIDE, NARROW, needed + 40, needed - 40, WIDE):
        resized(dock, width)
        has_icons = dock.tabs.width() > needed
        assert all(bar.rect().contains(bar.tabRect(number)) for number in range(bar.count()))
        assert {not bar.tabIcon(number).isNull() for number in range(bar.count())} == {has_icons}, (width, needed)
        assert dock.tabs.tabToolTip(0) == dock.tabs.tabText(0) == "Tasks"
    assert needed < WIDE


def test_every_button_of_the_judge_is_in_sight_with_the_form_for_a_file(dock: Any) -> None:
    from qgis.PyQt.QtWidgets import QToolBar

    dock.tabs.setCurrentWidget(dock.judge)
    dock.judge.bar.file.setChecked(True)
    resized(dock, 0)  # as narrow as the panel can be
    narrowest = {type(view).__name__: view.minimumSizeHint().width() for view in dock._views()}
    assert narrowest["JudgeView"] <= NARROW, narrowest
    bar = dock.judge.bar
    for action in (bar.previous, bar.next, bar.done, bar.ignored, bar.again, bar.file):
        (button,) = filter(None, [tools.widgetForAction(action) for tools in bar.findChildren(QToolBar)])
        assert button.isVisible(), action.text()
    form = dock.judge.form
    for widget in (form.output, form.file, form.score):
        assert widget.isVisible() and widget.mapTo(dock, widget.rect().bottomRight()).x() < dock.width()
    inner = dock.judge.tabs.tabBar()
    assert all(inner.rect().contains(inner.tabRect(number)) for number in range(inner.count()))
