# SPDX-License-Identifier: GPL-2.0-or-later
"""Steps that are added otherwise than from the toolbox: by choosing a tool, and from what was run before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.made_files import squares as squares_file
from gisagentbench.tests.plugin.trace.told_traces import BEGUN, STEPS
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
DONE = {"result": {"step": {"api": "x", "arguments": {}, "state": "done"}, "layers": []}}
OPENED = [{"result": {**BEGUN, "steps": STEPS[:1], "layers": [], "findings": []}}]
SCRIPT: dict[str, Any] = {
    "begin_trace": OPENED,
    "trace_from_reference": OPENED,
    "trace_add_input": [{"result": {"file": "taken.gpkg"}}],
    "trace_call": [DONE],
    "trace_findings": [{"result": {"findings": []}}],
}


@pytest.fixture
def choice(window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.trace.tool_choice import ToolChoice

    made = ToolChoice(window.mainWindow())
    yield made
    made.reject()


@pytest.fixture
def view(window: Any, tmp_path: Path) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient
    from gisagentbench.plugin.trace.trace_view import TraceView

    client = ServiceClient(window.mainWindow(), fake_command(tmp_path, SCRIPT))
    made = TraceView(client, EpisodeLayers(window, window.mainWindow()), Messages(window), window.mainWindow())
    made.task_chosen("demo", {"id": "parks"})
    yield made
    made.close_view()
    client.close()


def last(folder: Path, op: str) -> dict[str, Any]:
    wait_for(lambda: any(one["op"] == op for one in asked(folder)))
    found = [one for one in asked(folder) if one["op"] == op][-1]
    return {name: value for name, value in found.items() if name not in ("id", "op")}


def provider_row(choice: Any) -> Any:
    """The one row of the provider; beside it there may be tools that were used of late."""
    box, rows = choice.tools.toolboxModel(), [choice.tools.index(row, 0) for row in range(choice.tools.rowCount())]
    (row,) = (one for one in rows if box.providerIdForIndex(choice.tools.mapToSource(one)))
    return row


def tools_in(choice: Any) -> list[str]:
    """The ids of all tools that are listed below their provider."""
    found, left = [], [provider_row(choice)]
    while left:
        index = left.pop()
        algorithm = choice.tools.toolboxModel().algorithmForIndex(choice.tools.mapToSource(index))
        if algorithm is not None:
            found.append(algorithm.id())
        left += [choice.tools.index(row, 0, index) for row in range(choice.tools.rowCount(index))]
    return sorted(found)


def test_every_tool_is_listed_and_nothing_else(choice: Any) -> None:
    from gisagentbench.tools.declaration.registry import all_tools

    assert tools_in(choice) == sorted(f"gisagentbench:{spec.algorithm_id}" for spec in all_tools().values())


def test_headings_are_the_groups_of_the_toolbox(choice: Any) -> None:
    from gisagentbench.tools.declaration.registry import all_tools

    top = provider_row(choice)
    groups = [choice.tools.index(row, 0, top).data() for row in range(choice.tools.rowCount(top))]
    assert set(groups) == {spec.group for spec in all_tools().values()}


def test_a_search_chooses_the_first_tool_found(choice: Any) -> None:
    choice.show()
    choice.search.setText("no such tool at all")
    assert (choice.algorithm(), choice.open_button.isEnabled()) == (None, False)
    choice.search.setText("centr")  # a tag of tools above it
    assert choice.algorithm().spec.name == "centroids"
    choice.search.setText("clip raster")
    assert choice.algorithm().spec.name == "clip_raster"
    assert choice.summary.text() == choice.algorithm().shortDescription()
    heard: list[str] = []
    choice.chosen.connect(heard.append)
    choice.search.returnPressed.emit()
    assert heard == ["clip_raster"]
    assert not choice.isVisible()


def test_arrow_keys_move_in_the_list_while_searching(choice: Any) -> None:
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtTest import QTest

    choice.show()
    choice.activateWindow()
    choice.search.setFocus()
    choice.search.setText("clip")
    first = choice.tree.currentIndex()
    QTest.keyClick(choice.search, Qt.Key.Key_Down)
    assert choice.tree.currentIndex() == choice.tree.indexBelow(first)


def test_a_heading_is_no_choice(choice: Any) -> None:
    choice.tree.setCurrentIndex(choice.tools.index(0, 0))
    heard: list[str] = []
    choice.chosen.connect(heard.append)
    choice.accept()
    assert (heard, choice.open_button.isEnabled()) == ([], False)


def test_a_chosen_tool_is_opened_and_what_it_runs_is_recorded(view: Any, monkeypatch: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.trace import step_tools

    opened: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(step_tools, "open_tool_dialog", lambda step, session: opened.append(step.call))
    view.bar.add.trigger()
    view.adding.tool_choice.search.setText("centroids")
    view.adding.tool_choice.accept()
    assert opened == [("centroids", {})]
    assert view.bar.record.isChecked()
    assert last(tmp_path, "begin_trace") == {"pack": "demo", "task": "parks"}


def test_the_dialog_of_a_tool_is_held_until_it_is_closed(view: Any, monkeypatch: Any) -> None:
    """A real dialog of Processing, whose function `finished` hides the signal of that name."""
    from gisagentbench.plugin.trace import step_tools

    def dialog_of(step: Any, session: Any) -> Any:
        from processing.gui.AlgorithmDialog import AlgorithmDialog
        from qgis.core import QgsApplication

        made = AlgorithmDialog(QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:centroids"))
        made.show()
        return made

    monkeypatch.setattr(step_tools, "open_tool_dialog", dialog_of)
    view.tools.open_tool("centroids")
    (dialog,) = view.tools.dialogs
    dialog.close()
    wait_for(lambda: view.tools.dialogs == [])


def test_runs_of_earlier_become_steps_and_results_are_known_again(view: Any, tmp_path: Path) -> None:
    """The layer between the two runs is gone: it is what the first step makes."""
    from gisagentbench.plugin.trace.toolbox_run import ToolboxRun

    file = str(squares_file(tmp_path / "parks.gpkg"))
    view.bar.new_free.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    view.recorder.take_past(
        [
            ToolboxRun(1, "gisagentbench:centroids", {"LAYER": file}, {"OUTPUT": "/gone/OUTPUT.gpkg"}),
            ToolboxRun(2, "gisagentbench:dissolve", {"LAYER": "/gone/OUTPUT.gpkg|layername=OUTPUT"}, {"OUTPUT": "x"}),
            ToolboxRun(3, "native:convexhull", {"INPUT": file}, {"OUTPUT": "z"}),
        ]
    )
    wait_for(lambda: len([one for one in asked(tmp_path) if one["op"] == "trace_call"]) == 3 and not len(view.queue))
    turn()
    told = [(one["api"], one["arguments"]) for one in asked(tmp_path) if one["op"] == "trace_call"]
    assert told == [
        ("load_layer", {"file": "taken.gpkg", "name": "parks_2"}),
        ("centroids", {"layer": "parks_2", "output": "centroids"}),
        ("dissolve", {"layer": "centroids", "output": "dissolved"}),
    ]


def test_steps_come_from_the_history_only_where_a_trace_is_open(view: Any) -> None:
    assert (view.bar.add.isEnabled(), view.bar.add_past.isEnabled()) == (True, False)
    view.bar.new_free.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    assert view.bar.add_past.isEnabled()
    view.bar.add_past.trigger()
    assert view.adding.past_choice.isVisible()
    view.close_view()
    assert not view.adding.past_choice.isVisible()


def test_the_reference_of_the_chosen_task_is_opened(view: Any, tmp_path: Path) -> None:
    view.bar.open_task.trigger()
    assert last(tmp_path, "trace_from_reference") == {"pack": "demo", "task": "parks"}
    wait_for(lambda: view.model.rowCount() == 1)


def test_a_reference_of_anywhere_is_opened(view: Any, tmp_path: Path, monkeypatch: Any) -> None:
    from qgis.PyQt.QtWidgets import QFileDialog

    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/x/mine.json", ""))
    view.bar.open_file.trigger()
    assert last(tmp_path, "trace_from_reference") == {"pack": "demo", "file": "/x/mine.json"}
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    view.bar.open_file.trigger()
    turn()
    assert len([one for one in asked(tmp_path) if one["op"] == "trace_from_reference"]) == 1
