# SPDX-License-Identifier: GPL-2.0-or-later
"""The task browser lists packs and tasks, finds them, shows them, and opens packs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.made_files import squares
from gisagentbench.tests.plugin.told_tasks import pack, task
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
TASKS = [
    task("parks", caveats=("boundary_ambiguity",)),
    task("steep_ground", "terrain", "olinda", ("unit_mismatch",)),
    task("floods", "terrain", "nyc"),
]


@pytest.fixture
def script() -> dict[str, Any]:
    faults = [{"task": "torn", "code": "INVALID_DOCUMENT", "sentence": "It has no prompt.", "hint": ""}]
    return {
        "packs": [{"result": {"packs": [pack()], "faults": []}}],
        "tasks": [{"result": {"tasks": TASKS, "faults": faults}}],
    }


@pytest.fixture
def browser(window: Any, tmp_path: Path, script: dict[str, Any]) -> Any:
    from gisagentbench.plugin.browser.task_browser import TaskBrowser
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient

    main = window.mainWindow()
    client = ServiceClient(main, fake_command(tmp_path, script))
    made = TaskBrowser(client, EpisodeLayers(window, main), Messages(window, main), None, main)
    yield made
    made.canvas.close()
    client.close()
    turn()


def listed(browser: Any) -> None:
    done: list[bool] = []
    browser.packs_listed.connect(lambda: done.append(True))
    browser.load()
    wait_for(lambda: done)


def titles(browser: Any) -> list[str]:
    """The titles of all tasks that are listed, from top to bottom."""
    from gisagentbench.plugin.browser.task_tree import KEY

    found, model = [], browser.view.model()

    def walk(parent: Any) -> None:
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            if index.data(KEY):
                found.append(index.data())
            walk(index)

    from qgis.PyQt.QtCore import QModelIndex

    walk(QModelIndex())
    return found


def test_tasks_stand_under_pack_and_family(browser: Any) -> None:
    listed(browser)
    assert titles(browser) == ["Parks", "Floods", "Steep Ground"]
    top = browser.view.model().index(0, 0)
    assert top.data() == "City"
    below = [browser.view.model().index(row, 0, top).data() for row in range(browser.view.model().rowCount(top))]
    assert below == ["Overlay", "Terrain", "torn"]
    assert browser.stack.currentIndex() == 1


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (lambda row: row.search.setText("parks how"), ["Parks", "Floods", "Steep Ground"]),
        (lambda row: row.search.setText("STEEP"), ["Steep Ground"]),
        (lambda row: row.search.setText("unit_mismatch"), ["Steep Ground"]),
        (lambda row: row.search.setText("olinda terrain"), ["Steep Ground", "Floods"]),
        (lambda row: row.search.setText("no such words"), []),
        (lambda row: row.family.setCurrentIndex(row.family.findData("terrain")), ["Floods", "Steep Ground"]),
        (lambda row: row.area.setCurrentIndex(row.area.findData("nyc")), ["Parks", "Floods"]),
        (lambda row: row.caveat.setCurrentIndex(row.caveat.findData("boundary_ambiguity")), ["Parks"]),
    ],
)
def test_a_search_finds_all_words_and_choices_narrow(
    browser: Any, look: Callable[[Any], None], expected: list[str]
) -> None:
    # "olinda" stands in the title of the data of every task, "terrain" in the family of two
    listed(browser)
    look(browser.row)
    assert sorted(titles(browser)) == sorted(expected)


def test_choosing_a_task_shows_its_page_and_tells_of_it(browser: Any) -> None:
    told: list[tuple[str, str]] = []
    browser.chosen.connect(lambda folder, one: told.append((folder, one["id"])))
    browser.choose("/packs/city", "floods")
    listed(browser)
    assert told == [("/packs/city", "floods")]
    assert browser.chosen_task()[1]["id"] == "floods"
    assert "How many parks?" in browser.page.toPlainText()
    browser.load()
    turn(40)
    assert browser.chosen_task()[1]["id"] == "floods"  # looking again keeps the choice


def test_no_pack_offers_to_open_one_and_names_the_demo(browser: Any, script: dict[str, Any]) -> None:
    script["packs"] = [{"result": {"packs": [], "faults": []}}]
    listed(browser)
    assert browser.stack.currentIndex() == 0
    assert browser.empty.button.text() == "Open a pack (folder or zip)"
    assert not browser.empty.button.isHidden()
    assert "gisagentbench-demo-pack.zip" in browser.empty.words.text()


def test_a_service_that_cannot_list_says_why(browser: Any, script: dict[str, Any]) -> None:
    fault = {"code": "DEPENDENCY_MISSING", "sentence": "PyYAML is missing.", "hint": "Install it."}
    script["packs"] = [{"error": fault}]
    browser.load()
    wait_for(lambda: "PyYAML is missing. Install it." in browser.empty.words.text())


def test_opening_a_pack_lists_it(browser: Any, script: dict[str, Any], window: Any, tmp_path: Path) -> None:
    script["open_pack"] = [{"result": pack()}]
    browser.open_pack("/downloads/demo.zip")
    wait_for(lambda: titles(browser))
    questions = [one for one in asked(tmp_path) if one["op"] == "open_pack"]
    assert [(one["path"], one["replace"]) for one in questions] == [("/downloads/demo.zip", False)]
    assert any("City: 1 task" in text for text in window.messages())


def test_another_version_is_replaced_only_when_the_person_says_so(
    browser: Any, script: dict[str, Any], window: Any, tmp_path: Path
) -> None:
    from qgis.PyQt.QtWidgets import QPushButton

    script["open_pack"] = [{"error": {"code": "OUTPUT_EXISTS", "sentence": "Version 1 is there.", "hint": ""}}]
    browser.open_pack("/downloads/demo.zip")
    wait_for(window.messages)
    assert window.messages()[0] == "Version 1 is there."
    (button,) = [one for one in window.messageBar().items()[0].findChildren(QPushButton) if one.text() == "Replace it"]
    button.click()
    wait_for(lambda: len([one for one in asked(tmp_path) if one["op"] == "open_pack"]) == 2)
    assert [one["replace"] for one in asked(tmp_path) if one["op"] == "open_pack"] == [False, True]


def test_inputs_are_added_as_layers_once(browser: Any, script: dict[str, Any], tmp_path: Path) -> None:
    from qgis.core import QgsProject

    layer = {"name": "parks", "path": str(squares(tmp_path / "p.gpkg")), "sublayer": "squares", "kind": "vector"}
    script["input_layers"] = [{"result": {"layers": [layer]}}]
    listed(browser)
    assert not browser.load_inputs.isEnabled()
    browser.choose("/packs/city", "parks")
    for _ in range(2):
        browser.load_inputs.trigger()
        wait_for(lambda: QgsProject.instance().mapLayers())
        turn(40)
    (group,) = QgsProject.instance().layerTreeRoot().findGroups()
    assert group.name() == "GISAgentBench: inputs of Parks"
    assert [node.name() for node in group.findLayers()] == ["parks"]


def test_inputs_that_are_asked_for_come_into_the_next_project_too(
    browser: Any, script: dict[str, Any], tmp_path: Path
) -> None:
    from qgis.core import QgsProject

    layer = {"name": "parks", "path": str(squares(tmp_path / "p.gpkg")), "sublayer": "squares", "kind": "vector"}
    script["input_layers"] = [{"result": {"layers": [layer]}}]
    listed(browser)
    browser.choose("/packs/city", "parks")
    for _ in range(2):
        browser.load_inputs.trigger()
        wait_for(lambda: QgsProject.instance().mapLayers())
        QgsProject.instance().clear()
        turn()
        assert QgsProject.instance().mapLayers() == {}  # unasked, nothing comes
