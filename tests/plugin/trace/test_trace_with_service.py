# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces with the real service and its tools: recorded, changed, saved, and replayed headless to the same records.

The squares are those of `drawn_layers`. Of a, b and c only a and b are chosen; clipped by the band, the lower half of
each is left, 10 by 5 = 50.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.trace import drawn_layers as drawn
from gisagentbench.tests.plugin.trace.history_entries import run_in_toolbox
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[3]
SECONDS = 60


@pytest.fixture
def view(window: Any, tmp_path: Path) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.panel.service_client import ServiceClient
    from gisagentbench.plugin.panel.service_process import MODULE, ServiceCommand, service_command
    from gisagentbench.plugin.trace.trace_view import TraceView

    def command() -> Any:
        program, _, environment = service_command()
        return ServiceCommand(program, ["-P", "-m", MODULE, "--folder", str(tmp_path / "runs")], environment)

    client = ServiceClient(window.mainWindow(), command)
    canvas = EpisodeLayers(window, window.mainWindow())
    made = TraceView(client, canvas, Messages(window), window.mainWindow())
    made.bar.record.setChecked(True)
    wait_for(lambda: made.session.is_open, SECONDS)
    yield made
    made.close_view()
    canvas.close(remove=True)
    client.close()
    turn()


def at_rest(view: Any, count: int) -> None:
    wait_for(lambda: len(view.session.steps) == count and not view.session.is_busy and not len(view.queue), SECONDS)
    turn()


@pytest.fixture
def recorded(view: Any) -> Any:
    """Clipped by our tool, dissolved by it, from a selection and a whole layer; then a step of QGIS itself."""
    from qgis.core import QgsProcessingFeatureSourceDefinition

    squares, band = drawn.squares(), drawn.band()
    squares.selectByExpression("\"name\" in ('a', 'b')")
    source = QgsProcessingFeatureSourceDefinition(squares.id(), True)
    clipped = run_in_toolbox("gisagentbench:clip", {"LAYER": source, "MASK": band.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    run_in_toolbox("native:centroids", {"INPUT": clipped.id(), "ALL_PARTS": False, "OUTPUT": "TEMPORARY_OUTPUT"})
    at_rest(view, 4)
    return view


def records(steps: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What two runs of one step have alike: all but times and memory."""
    return [
        (step["api"], step["ok"], step.get("output"), step["observation"]["text"], step["warnings"]) for step in steps
    ]


def test_runs_become_steps_and_layers(recorded: Any) -> None:
    from qgis.core import QgsProject

    steps = recorded.session.steps
    assert [(step.api, step.state) for step in steps] == [
        ("load_layer", "done"),
        ("load_layer", "done"),
        ("clip", "done"),
        ("centroids", "done"),
    ]
    assert steps[3].arguments == {"layer": "clipped", "output": "centroids"}
    wait_for(lambda: len(recorded.session.map.on_map()) == 4, SECONDS)
    clipped = recorded.session.map.on_map()[2]
    assert sorted(feature.geometry().area() for feature in clipped.getFeatures()) == [50.0, 50.0]
    titles = [group.name() for group in QgsProject.instance().layerTreeRoot().findGroups()]
    assert len(titles) == 1
    assert titles[0].startswith("GISAgentBench: ")


def test_the_reference_replays_headless_to_the_same_records(recorded: Any, tmp_path: Path) -> None:
    path = tmp_path / "reference.json"
    recorded.files.write_reference(str(path))
    wait_for(path.exists, SECONDS)
    inputs = sorted(Path(recorded.session.folder).glob("run-1/inputs/*.gpkg"))
    given = [word for file in inputs for word in ("--input", f"{file.stem}={file}")]
    command = [str(ROOT / "gisagentbench"), "replay", "--trajectory", str(path), *given]
    told = subprocess.run(
        [*command, "--workspace", str(tmp_path / "again"), "--json"], capture_output=True, text=True, timeout=120
    )
    answer = json.loads(told.stdout)
    assert answer["ok"], told.stderr
    assert records(answer["steps"]) == records([dict(step.record) for step in recorded.session.steps])


def test_changed_arguments_are_run_from_there(recorded: Any) -> None:
    """The mask becomes the squares themselves, so that nothing is cut off: 100 each."""
    recorded.bar.record.setChecked(False)
    recorded.table.choose(2)
    recorded.changes.apply({"layer": "squares", "mask": "squares", "output": "clipped"}, True)
    wait_for(lambda: recorded.session.steps[2].arguments["mask"] == "squares", SECONDS)
    wait_for(lambda: not recorded.session.is_busy and recorded.session.valid_from == 4, SECONDS)
    wait_for(lambda: len(recorded.session.map.on_map()) == 4, SECONDS)
    clipped = recorded.session.map.on_map()[2]
    assert sorted(feature.geometry().area() for feature in clipped.getFeatures()) == [100.0, 100.0]


def test_a_step_that_others_need_is_missed_by_the_plan_check(recorded: Any) -> None:
    recorded.changes.delete(2)
    at_rest(recorded, 3)
    assert [finding.code for finding in recorded.model.findings(2)] == ["UNKNOWN_LAYER"]
    assert recorded.model.index(2, 2).data() == "1 fault"
    assert "1 step waits to be run, from step 3 on." in recorded.owed.text()


def test_a_trace_is_opened_again_and_goes_on(recorded: Any) -> None:
    folder = recorded.session.folder
    recorded.bar.new_free.trigger()
    wait_for(lambda: recorded.session.is_open and recorded.session.folder != folder, SECONDS)
    recorded.opening.open_folder(folder)
    wait_for(lambda: recorded.session.folder == folder and not recorded.session.is_busy, SECONDS)
    assert [step.state for step in recorded.session.steps] == ["done"] * 4
    wait_for(lambda: len(recorded.session.map.on_map()) == 4, SECONDS)
    run_in_toolbox("gisagentbench:countfeatures", {"LAYER": recorded.session.map.on_map()[2].id()})
    at_rest(recorded, 5)
    assert recorded.session.steps[4].arguments == {"layer": "clipped"}


def test_a_branch_leaves_the_trace_as_it_was(recorded: Any) -> None:
    folder = recorded.session.folder
    recorded.changes.branch(2)
    wait_for(lambda: recorded.session.folder != folder and not recorded.session.is_busy, SECONDS)
    assert [step.state for step in recorded.session.steps] == ["done"] * 3
    assert len(json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["steps"]) == 4


def test_the_model_of_a_trace_makes_the_same(recorded: Any, tmp_path: Path) -> None:
    from qgis import processing
    from qgis.core import QgsProcessingModelAlgorithm

    assert recorded.files.write_model(str(tmp_path / "trace.model3"))
    model = QgsProcessingModelAlgorithm()
    assert model.fromFile(str(tmp_path / "trace.model3"))
    values = {one.name(): one.defaultValue() for one in model.parameterDefinitions()}
    values |= {one.name(): "TEMPORARY_OUTPUT" for one in model.parameterDefinitions() if one.isDestination()}
    (made,) = [value for value in processing.run(model, values).values() if not isinstance(value, dict)][:1]
    places = sorted(feature.geometry().asPoint().toString(1) for feature in made.getFeatures())
    assert places == ["15.0,2.5", "5.0,2.5"]


def test_a_contract_is_filled_in_from_the_layer(recorded: Any, window: Any) -> None:
    recorded.files.open_contract()
    form = recorded.files.form
    wait_for(lambda: form._contract, SECONDS)
    assert form.output.currentText() == "centroids"
    contract = form.contract()
    assert (contract["kind"], contract["crs"], contract["geometry_type"]) == ("vector", "EPSG:32633", "Point")
    assert list(contract["columns"]) == ["name", "size"]
    form.close()
