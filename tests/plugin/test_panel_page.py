# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/panel.md names the actions of the panel with their shortcuts, and its pictures are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "panel.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| ")]


def test_every_picture_and_page_is_there() -> None:
    linked = re.findall(r"\]\(([^)#:]+)[^)]*\)", PAGE)
    assert linked != []
    assert [path for path in linked if not (DOCS / path).is_file()] == []


@pytest.mark.qgis
def test_the_shortcuts_of_the_agent_tab_are_those_of_the_page(window: Any) -> None:
    from qgis.PyQt.QtWidgets import QWidget

    from gisagentbench.plugin.agent.steering import Steering

    tab = QWidget(window.mainWindow())
    steering = Steering(tab)
    told = {row[0].split(",")[0]: row[1] for row in ROWS if len(row) == 3 and row[1].startswith("Alt+")}
    there = {action.text(): action.shortcut().toString() for action in steering.tools.actions() if action.text()}
    assert told == there


@pytest.mark.qgis
def test_the_actions_of_the_task_tab_are_those_of_the_page(window: Any) -> None:
    from gisagentbench.plugin.browser.task_browser import TaskBrowser
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient

    main = window.mainWindow()
    browser = TaskBrowser(ServiceClient(main), EpisodeLayers(window, main), Messages(window, main), None, main)
    told = {row[0]: found[0] for row in ROWS if (found := re.findall(r"^Alt\+Shift\+.", row[-1])) and len(row) == 2}
    assert told == {action.text(): action.shortcut().toString() for action in browser.actions()}
