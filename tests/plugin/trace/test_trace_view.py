# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person does in the trace tab, and what the service is asked then; it answers by a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.trace.told_traces import BEGUN, FINDING, STEPS, step
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def script() -> dict[str, Any]:
    return {
        "begin_trace": [{"result": {**BEGUN, "steps": STEPS, "layers": [], "findings": [FINDING]}}],
        "trace_edit": [{"result": {"steps": STEPS, "layers": [], "findings": []}}],
        "trace_rerun": [{"result": {"steps": STEPS, "layers": [], "findings": [], "failed": None}}],
        "trace_branch": [{"result": {**BEGUN, "session": "trace-2", "name": "Branch", "steps": STEPS[:2]}}],
        "save_trace": [{"result": {"path": "/x/reference.json", "steps": 3, "notes": ["It uses a file."]}}],
    }


@pytest.fixture
def view(window: Any, tmp_path: Path, script: dict[str, Any]) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient
    from gisagentbench.plugin.trace.trace_view import TraceView

    client = ServiceClient(window.mainWindow(), fake_command(tmp_path, script))
    made = TraceView(client, EpisodeLayers(window, window.mainWindow()), Messages(window), window.mainWindow())
    made.task_chosen("demo", {"id": "parks"})
    yield made
    made.close_view()
    client.close()


@pytest.fixture
def opened(view: Any) -> Any:
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    return view


def last(folder: Path, op: str) -> dict[str, Any]:
    wait_for(lambda: any(one["op"] == op for one in asked(folder)))
    turn()
    found = [one for one in asked(folder) if one["op"] == op][-1]
    return {name: value for name, value in found.items() if name not in ("id", "op")}


def calls(told: dict[str, Any]) -> list[str]:
    return [one["api"] for one in told["steps"]]


def test_without_a_trace_only_a_new_one_can_be_begun(view: Any) -> None:
    bar = view.bar
    assert [bar.new_task.isEnabled(), bar.new_free.isEnabled(), bar.record.isEnabled()] == [True] * 3
    off = [bar.run, bar.stop, bar.up, bar.delete, bar.save, bar.contract, bar.export_model, bar.copy_json]
    assert [action.isEnabled() for action in off] == [False] * len(off)


def test_a_trace_of_the_chosen_task(opened: Any, tmp_path: Path) -> None:
    assert last(tmp_path, "begin_trace") == {"pack": "demo", "task": "parks"}
    assert opened.title.text() == "Parks"
    assert opened.model.rowCount() == 3
    assert "parks.gpkg is not written." in opened.owed.text()


def test_inputs_of_ones_own(view: Any, tmp_path: Path) -> None:
    view.bar.new_free.trigger()
    assert last(tmp_path, "begin_trace") == {"pack": None, "task": None}


def test_a_step_moves_down(opened: Any, tmp_path: Path) -> None:
    opened.table.choose(1)
    opened.bar.down.trigger()
    assert calls(last(tmp_path, "trace_edit")) == ["load_layer", "dissolve", "buffer"]
    assert opened.table.row() == 2


def test_a_deleted_step_can_be_brought_back(opened: Any, tmp_path: Path, window: Any, script: dict[str, Any]) -> None:
    from qgis.PyQt.QtWidgets import QPushButton

    opened.table.choose(2)
    opened.bar.delete.trigger()
    assert calls(last(tmp_path, "trace_edit")) == ["load_layer", "buffer"]
    opened.session.steps = opened.session.steps[:2]
    item = next(one for one in window.messageBar().items() if "Step 3 (dissolve) was deleted." in one.text())
    item.findChild(QPushButton).click()
    wait_for(lambda: len([one for one in asked(tmp_path) if one["op"] == "trace_edit"]) == 2)
    assert calls(last(tmp_path, "trace_edit")) == ["load_layer", "buffer", "dissolve"]


def test_what_was_changed_since_is_not_undone(opened: Any, tmp_path: Path, window: Any) -> None:
    from qgis.PyQt.QtWidgets import QPushButton

    opened.table.choose(2)
    opened.bar.delete.trigger()
    last(tmp_path, "trace_edit")
    opened.session.steps = opened.session.steps[:1]
    item = next(one for one in window.messageBar().items() if "was deleted." in one.text())
    item.findChild(QPushButton).click()
    turn()
    assert len([one for one in asked(tmp_path) if one["op"] == "trace_edit"]) == 1


def test_a_note(opened: Any, tmp_path: Path) -> None:
    opened.model.setData(opened.model.index(1, 3), "Five metres, as the city asks")
    assert last(tmp_path, "trace_edit")["steps"][1]["note"] == "Five metres, as the city asks"


def test_arguments_are_applied_and_run(opened: Any, tmp_path: Path) -> None:
    opened.table.choose(1)
    line = opened.page.editor.form._inputs["distance"].widget
    line.setText("9")
    line.textEdited.emit("9")
    opened.page.editor.run_button.click()
    assert last(tmp_path, "trace_edit")["steps"][1]["arguments"]["distance"] == 9
    assert last(tmp_path, "trace_rerun") == {"session": "trace-1", "from": 1}


DRAFT = "Step 2 has changes of its arguments that are not applied."


def begin_change(view: Any) -> None:
    view.table.choose(1)
    line = view.page.editor.form._inputs["distance"].widget
    line.setText("9")
    line.textEdited.emit("9")


def test_a_change_that_is_not_applied_is_kept_and_marked(opened: Any) -> None:
    begin_change(opened)
    assert opened.page.tabText(0) == "Arguments ✎"
    opened.table.choose(2)
    assert [opened.model.index(row, 0).data() for row in range(3)] == ["load_layer", "buffer ✎", "dissolve"]
    assert DRAFT in opened.owed.text()
    assert DRAFT in opened.model.index(1, 0).data(3)  # the tooltip
    assert opened.page.tabText(0) == "Arguments"
    opened.table.choose(1)
    assert opened.page.editor.arguments()["distance"] == 9
    opened.page.editor.back_button.click()
    assert opened.model.index(1, 0).data() == "buffer"
    assert DRAFT not in opened.owed.text()
    assert opened.page.tabText(0) == "Arguments"


def test_a_change_that_is_applied_is_kept_no_longer(opened: Any, tmp_path: Path, script: dict[str, Any]) -> None:
    begin_change(opened)
    opened.page.editor.apply_button.click()
    last(tmp_path, "trace_edit")
    wait_for(lambda: not opened.session.is_busy)
    assert list(opened.page.editor.drafts()) == []


def test_a_change_that_could_not_be_applied_is_kept(view: Any, script: dict[str, Any], tmp_path: Path) -> None:
    script["trace_edit"] = [{"error": {"code": "BAD_VALUE", "sentence": "No.", "hint": ""}}]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    begin_change(view)
    view.page.editor.apply_button.click()
    last(tmp_path, "trace_edit")
    wait_for(lambda: not view.session.is_busy)
    assert DRAFT in view.owed.text()
    assert view.page.editor.apply_button.isEnabled()


def test_a_reference_says_what_is_not_in_it(opened: Any, window: Any) -> None:
    begin_change(opened)
    opened.files.write_reference("/x/reference.json")
    wait_for(lambda: window.messages() and DRAFT in window.messages()[0])


def test_run_from_the_chosen_step(opened: Any, tmp_path: Path) -> None:
    opened.table.choose(2)
    opened.bar.run.trigger()
    assert last(tmp_path, "trace_rerun") == {"session": "trace-1", "from": 2}


def test_a_branch_is_another_trace(opened: Any, tmp_path: Path) -> None:
    opened.table.choose(1)
    opened.bar.branch.trigger()
    assert last(tmp_path, "trace_branch") == {"session": "trace-1", "at": 2, "name": "Parks, from step 2"}
    wait_for(lambda: opened.session.name == "trace-2")
    assert last(tmp_path, "trace_close") == {"session": "trace-1"}
    assert opened.model.rowCount() == 2


def test_the_reference_is_saved_and_what_a_replay_needs_is_said(opened: Any, tmp_path: Path, window: Any) -> None:
    opened.files.write_reference("/x/reference.json")
    assert last(tmp_path, "save_trace") == {"session": "trace-1", "path": "/x/reference.json", "overwrite": True}
    assert "The reference was written to /x/reference.json. It uses a file." in window.messages()[0]


def test_keys_of_the_table(opened: Any, tmp_path: Path) -> None:
    from qgis.core import QgsApplication
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtTest import QTest

    opened.table.choose(1)
    QTest.keyClick(opened.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert '"api": "buffer"' in QgsApplication.clipboard().text()
    QTest.keyClick(opened.table, Qt.Key.Key_Down)
    assert opened.table.row() == 2
    QTest.keyClick(opened.table, Qt.Key.Key_Delete)
    assert calls(last(tmp_path, "trace_edit")) == ["load_layer", "buffer"]


def test_a_step_as_python_and_as_a_command(opened: Any) -> None:
    from qgis.core import QgsApplication

    opened.session.map.told["parks"] = {
        "handle": "parks",
        "path": "/traces/1/run-1/work/parks.gpkg",
        "sublayer": "parks",
    }
    opened.table.choose(1)
    opened.bar.copy_python.trigger()
    text = QgsApplication.clipboard().text()
    assert text.startswith('processing.run("gisagentbench:buffer"')
    assert "/traces/1/run-1/work/parks.gpkg|layername=parks" in text
    opened.bar.copy_command.trigger()
    text = QgsApplication.clipboard().text()
    assert text.startswith("qgis_process run gisagentbench:buffer")
    assert "--OUTPUT=buffers.gpkg" in text


def test_while_steps_run_nothing_is_changed(view: Any, script: dict[str, Any], tmp_path: Path) -> None:
    script["trace_rerun"] = [{"sleep": 0.4}, *script["trace_rerun"]]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    view.table.choose(1)
    view.bar.run.trigger()
    assert view.bar.stop.isEnabled()
    assert not view.bar.delete.isEnabled()
    view.changes.delete(1)
    wait_for(lambda: not view.session.is_busy)
    assert [one for one in asked(tmp_path) if one["op"] == "trace_edit"] == []
    assert view.bar.delete.isEnabled()


def test_a_step_that_was_not_done_is_said(view: Any, script: dict[str, Any], window: Any) -> None:
    error = {"code": "CRS_MISSING", "message": "parks has no CRS.", "hint": "assign_crs states it."}
    failed = {**step("buffer", "failed"), "record": {"error": error}}
    script["trace_rerun"] = [{"result": {"steps": [STEPS[0], failed, STEPS[2]], "layers": [], "failed": 1}}]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    view.bar.run.trigger()
    wait_for(lambda: window.messages() and "Step 2 (buffer) was not done" in window.messages()[0])


def test_a_service_that_died_is_asked_for_the_trace_again(view: Any, script: dict[str, Any], tmp_path: Path) -> None:
    script["trace_rerun"] = [{"exit": 3}]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    view.bar.run.trigger()
    wait_for(lambda: len([one for one in asked(tmp_path) if one["op"] == "begin_trace"]) == 2)
    assert last(tmp_path, "begin_trace") == {"folder": "/traces/1"}
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    assert view.model.rowCount() == 3


def test_a_renewed_service_goes_on_with_the_trace(opened: Any, tmp_path: Path) -> None:
    wait_for(lambda: not opened.client.waiting())
    assert opened.client.renew()
    wait_for(lambda: len([one for one in asked(tmp_path) if one["op"] == "begin_trace"]) == 2)
    assert last(tmp_path, "begin_trace") == {"folder": "/traces/1"}
    wait_for(lambda: opened.session.is_open and not opened.session.is_busy)
    assert opened.model.rowCount() == 3


def test_what_another_trace_was_asked_for_comes_to_nothing(
    view: Any, script: dict[str, Any], tmp_path: Path, window: Any
) -> None:
    script["trace_rerun"] = [{"sleep": 0.3}, {"result": {"steps": STEPS[:1], "layers": [], "findings": []}}]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    view.bar.run.trigger()
    view.session.name = "trace-7"
    wait_for(lambda: not view.session.is_busy)
    assert view.model.rowCount() == 3


def test_the_dialog_of_a_step_is_filled_in(opened: Any) -> None:
    from gisagentbench.plugin.trace.step_copies import places_of
    from gisagentbench.tools.declaration.parameter_values import processing_parameters
    from gisagentbench.tools.declaration.registry import find

    opened.session.map.told["parks"] = {"handle": "parks", "path": "/traces/1/run-3/work/parks.gpkg", "sublayer": ""}
    load = opened.session.steps[0]
    places = places_of(find("load_layer"), "/traces/1", opened.session.map.told)
    values = processing_parameters(find("load_layer"), load.arguments, places)
    assert values == {"FILE": "/traces/1/run-3/inputs/parks.gpkg", "LAYER": "TEMPORARY_OUTPUT"}


def test_stored_traces_and_episodes_are_offered(view: Any, script: dict[str, Any], tmp_path: Path) -> None:
    at = "2026-11-30T10:20:30+00:00"
    script["traces"] = [{"result": {"traces": [{"folder": "/t/1", "name": "A & B", "steps": 1, "at": at}]}}]
    episode = {"folder": "/e/1", "task": "parks", "agent": "naive", "outcome": "finished", "at": at, "problem": ""}
    script["episodes"] = [{"result": {"episodes": [episode, {"folder": "/e/2", "problem": "torn"}]}}]
    script["trace_from_episode"] = script["begin_trace"]
    view.bar.open_menu.aboutToShow.emit()
    traces, episodes = view._stored._traces, view._stored._episodes
    wait_for(lambda: episodes.actions() and episodes.actions()[0].isEnabled())
    wait_for(lambda: traces.actions()[0].isEnabled())
    assert [action.text() for action in traces.actions()] == ["A && B · 1 step · 2026-11-30 10:20"]
    assert [action.text() for action in episodes.actions()] == ["parks · naive · finished · 2026-11-30 10:20"]
    episodes.actions()[0].trigger()
    assert last(tmp_path, "trace_from_episode") == {"folder": "/e/1"}


LATE = {
    "trace_call": {"step": STEPS[0], "index": 0, "layers": [], "findings": [], "valid_from": 1},
    "trace_edit": {"steps": STEPS[:1], "layers": [], "findings": []},
    "trace_rerun": {"steps": STEPS[:1], "layers": [], "findings": [], "failed": None},
    "trace_add_input": {"file": "late.gpkg"},
    "trace_to_step": {"layers": [{"handle": "late", "path": "/late.gpkg", "kind": "vector", "step": 1}]},
}


@pytest.mark.parametrize("op", LATE)
def test_an_answer_to_an_earlier_trace_changes_nothing_in_the_next_one(
    view: Any, script: dict[str, Any], op: str
) -> None:
    """The service answers the question to the first trace when the second one is open."""
    heard: list[Any] = []
    asks = {
        "trace_call": lambda: view.session.call("buffer", {}, "", heard.append),
        "trace_edit": lambda: view.session.edit([], heard.append),
        "trace_rerun": lambda: view.session.rerun(0),
        "trace_add_input": lambda: view.session.add_input("/a.gpkg", "a", heard.append),
        "trace_to_step": view._look_back,
    }
    script[op] = []  # is answered with the branch
    script["trace_branch"] = [*script["trace_branch"], {"raw": "LATE"}]
    view.bar.new_task.trigger()
    wait_for(lambda: view.session.is_open and not view.session.is_busy)
    number = view.client._last_id + 1
    late = json.dumps({"id": number, "result": LATE[op]})
    script["trace_branch"][-1]["raw"] = late
    view.client.renewed.disconnect(view.session._reopen)
    wait_for(lambda: view.client.renew())  # the script is read anew
    asks[op]()
    view.session.branch(2, "Branch")
    wait_for(lambda: view.session.name == "trace-2" and not view.client.waiting())
    assert [one.api for one in view.session.steps] == ["load_layer", "buffer"]
    assert (view.session.map.on_map(), view.session.map.told, view.session.inputs, heard) == ([], {}, [], [])
    assert not view.session.is_busy


def test_of_two_traces_that_are_opened_the_last_one_stays(view: Any, script: dict[str, Any]) -> None:
    first = {"id": 1, "result": {**BEGUN, "session": "trace-1", "steps": STEPS}}
    second = {"id": 2, "result": {**BEGUN, "session": "trace-2", "name": "Second", "steps": STEPS[:1]}}
    script["begin_trace"] = []
    script["traces"] = [{"raw": json.dumps(second)}, {"raw": json.dumps(first)}, {"result": {"traces": []}}]
    view.session.open("/traces/1")
    view.session.open("/traces/2")
    view.client.ask("traces")
    wait_for(lambda: not view.client.waiting())
    assert (view.session.name, len(view.session.steps), view.session.is_busy) == ("trace-2", 1, False)
