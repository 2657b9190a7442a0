# SPDX-License-Identifier: GPL-2.0-or-later
"""What is run in the toolbox becomes steps: which layers they name, what is taken into the inputs, and what is said.

The runs are real runs of Processing, entered into its history as the dialogs do; the service answers by a script.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.made_files import squares as squares_file
from gisagentbench.tests.plugin.trace import drawn_layers as drawn
from gisagentbench.tests.plugin.trace.history_entries import end, enter, run_in_toolbox
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
BEGUN = {"session": "trace-1", "folder": "/traces/1", "name": "parks", "pack": None, "task": None, "steps": []}
DONE = {"result": {"step": {"api": "x", "arguments": {}, "state": "done"}, "layers": []}}
SCRIPT: dict[str, Any] = {
    "begin_trace": [{"result": {**BEGUN, "inputs": [], "layers": [], "findings": []}}],
    "trace_add_input": [{"result": {"file": "taken.gpkg"}}],
    "trace_call": [DONE],
    "trace_findings": [{"result": {"findings": []}}],
}


@pytest.fixture
def view(window: Any, tmp_path: Path) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient
    from gisagentbench.plugin.trace.trace_view import TraceView

    client = ServiceClient(window.mainWindow(), fake_command(tmp_path, SCRIPT))
    made = TraceView(client, EpisodeLayers(window, window.mainWindow()), Messages(window), window.mainWindow())
    made.bar.record.setChecked(True)
    wait_for(lambda: made.session.is_open)
    yield made
    made.close_view()
    client.close()


def calls(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    return [(one["api"], one["arguments"]) for one in asked(folder) if one["op"] == "trace_call"]


def settled(view: Any, folder: Path, count: int) -> list[tuple[str, dict[str, Any]]]:
    wait_for(lambda: len(calls(folder)) >= count and not len(view.queue))
    turn()
    return calls(folder)


def test_layers_from_elsewhere_are_taken_and_said(view: Any, window: Any, tmp_path: Path) -> None:
    squares, band = drawn.squares("Squares (north)"), drawn.band()
    run_in_toolbox("gisagentbench:clip", {"LAYER": squares.id(), "MASK": band.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    assert settled(view, tmp_path, 3) == [
        ("load_layer", {"file": "taken.gpkg", "name": "squares_north"}),
        ("load_layer", {"file": "taken.gpkg", "name": "band"}),
        ("clip", {"layer": "squares_north", "mask": "band", "output": "clipped"}),
    ]
    taken = [one["name"] for one in asked(tmp_path) if one["op"] == "trace_add_input"]
    assert taken == ["squares_north", "band"]
    assert any('"Squares (north)" was taken into the inputs' in text for text in window.messages())


def test_the_result_of_a_run_is_the_layer_of_its_step(view: Any, tmp_path: Path) -> None:
    made = run_in_toolbox("gisagentbench:buffer", buffer_of(drawn.squares()))
    run_in_toolbox("gisagentbench:dissolve", {"LAYER": made.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    assert settled(view, tmp_path, 3)[2] == ("dissolve", {"layer": "buffers", "output": "dissolved"})


def test_a_layer_is_taken_once_until_it_changes(view: Any, tmp_path: Path) -> None:
    squares = drawn.squares()
    for _ in range(2):
        run_in_toolbox("gisagentbench:buffer", buffer_of(squares))
    assert [api for api, _ in settled(view, tmp_path, 3)] == ["load_layer", "buffer", "buffer"]
    squares.startEditing()
    squares.changeAttributeValue(next(squares.getFeatures()).id(), 0, "changed")
    squares.commitChanges()
    run_in_toolbox("gisagentbench:buffer", buffer_of(squares))
    found = settled(view, tmp_path, 5)
    assert found[3] == ("load_layer", {"file": "taken.gpkg", "name": "squares_2"})
    assert found[4][1]["layer"] == "squares_2"


def buffer_of(layer: Any, selected: bool = False) -> dict[str, Any]:
    from qgis.core import QgsProcessingFeatureSourceDefinition

    source = QgsProcessingFeatureSourceDefinition(layer.id(), True) if selected else layer.id()
    return {"LAYER": source, "UNIT": "m", "METHOD": "planar", "DISTANCE": 5, "OUTPUT": "TEMPORARY_OUTPUT"}


def test_a_selection_is_a_layer_of_its_own(view: Any, window: Any, tmp_path: Path) -> None:
    """Of a, b and c only b is chosen; what was taken before of all of them is another layer."""
    from qgis.core import QgsVectorLayer

    squares = drawn.squares()
    run_in_toolbox("gisagentbench:buffer", buffer_of(squares))
    squares.selectByExpression("\"name\" = 'b'")
    run_in_toolbox("gisagentbench:buffer", buffer_of(squares, selected=True))
    found = settled(view, tmp_path, 4)
    assert found[2] == ("load_layer", {"file": "taken.gpkg", "name": "squares_2"})
    files = [one["file"] for one in asked(tmp_path) if one["op"] == "trace_add_input"]
    assert [row[0] for row in drawn.rows_of(QgsVectorLayer(files[1], "taken", "ogr"))] == ["b"]
    assert any("Only the 1 selected row" in text for text in window.messages())


def test_a_native_algorithm_is_recorded_as_our_tool(view: Any, tmp_path: Path) -> None:
    squares, band = drawn.squares(), drawn.band()
    run_in_toolbox("native:difference", {"INPUT": squares.id(), "OVERLAY": band.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    assert settled(view, tmp_path, 3)[2] == (
        "difference",
        {"layer": "squares", "other_layer": "band", "output": "remaining"},
    )


def test_a_native_algorithm_that_is_none_of_ours_is_said(view: Any, window: Any, tmp_path: Path) -> None:
    run_in_toolbox("native:dissolve", {"INPUT": drawn.squares().id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    turn()
    assert calls(tmp_path) == []
    assert any("The nearest tool is Dissolve (dissolve)." in text for text in window.messages())


def test_a_run_that_failed_is_no_step(view: Any, window: Any, tmp_path: Path) -> None:
    details = {"algorithm_id": "gisagentbench:buffer", "parameters": {"inputs": buffer_of(drawn.squares())}}
    end(enter(details), {**details, "results": {}})
    turn()
    assert calls(tmp_path) == []
    assert any("Buffer failed and was not recorded." in text for text in window.messages())


def test_a_layer_of_the_trace_on_the_map_is_its_handle(view: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.canvas.layer_entry import layer_entry
    from gisagentbench.tests.plugin.made_files import told

    entry = told(squares_file(tmp_path / "parks.gpkg"), 1, "parks")
    assert layer_entry(entry) is not None
    shown: list[Any] = []
    view.session.map._group.shown.connect(lambda _entry, layer: shown.append(layer))
    view.session.map._group.show(entry)
    wait_for(lambda: shown)
    run_in_toolbox("gisagentbench:buffer", buffer_of(shown[0]))
    assert [arguments["layer"] for _, arguments in settled(view, tmp_path, 1)] == ["parks"]


def test_an_input_of_the_task_is_loaded_not_taken(view: Any, tmp_path: Path) -> None:
    from qgis.core import QgsProject, QgsVectorLayer

    path = squares_file(tmp_path / "parks.gpkg")
    view.session.inputs.append({"file": "parks.gpkg", "name": "parks", "origin": "task", "layer": "squares"})
    view.inputs.files[str(path)] = "parks.gpkg"
    layer = QgsVectorLayer(f"{path}|layername=squares", "Parks", "ogr")
    QgsProject.instance().addMapLayer(layer)
    run_in_toolbox("gisagentbench:buffer", buffer_of(layer))
    found = settled(view, tmp_path, 2)
    assert found[0] == ("load_layer", {"file": "parks.gpkg", "name": "parks", "sublayer": "squares"})
    assert found[1][1]["layer"] == "parks"
    assert [one for one in asked(tmp_path) if one["op"] == "trace_add_input"] == []


def test_a_tool_that_reads_a_file(view: Any, tmp_path: Path) -> None:
    path = squares_file(tmp_path / "Parks 2020.gpkg")
    run_in_toolbox("gisagentbench:loadlayer", {"FILE": str(path), "LAYER": "TEMPORARY_OUTPUT"})
    assert settled(view, tmp_path, 1) == [("load_layer", {"file": "taken.gpkg", "name": "parks_2020"})]


def test_nothing_is_recorded_while_recording_is_off(view: Any, tmp_path: Path) -> None:
    view.bar.record.setChecked(False)
    run_in_toolbox("gisagentbench:buffer", buffer_of(drawn.squares()))
    turn()
    assert calls(tmp_path) == []
