# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces on real data in real QGIS: what is saved replays headless to the same records and a strict pass, what is
exported runs without the harness to the same answer."""

from __future__ import annotations

import json
import runpy

import pytest

from gisagentbench.headless.episode_scoring import score_outputs
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.program import run_program
from gisagentbench.tests.headless.window_service.made_traces import Traced
from gisagentbench.tests.headless.window_service.window import opened

pytestmark = pytest.mark.qgis
TASK = "soho_pump_rings"
MEASURED = ("seconds", "engine_seconds", "peak_memory_bytes")
DEMO = find_pack("demo")


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("in_qgis")) as window:
        yield window


@pytest.fixture(scope="module")
def traced(window):
    """The reference of the task, made step by step by hand, with a detour that is taken back."""
    trace = Traced(window, window.ask("begin_trace", pack="demo", task=TASK))
    calls = [(step.api, dict(step.arguments)) for step in DEMO.trajectory(TASK).steps]
    for api, arguments in calls[:4]:
        assert trace.call(api, **arguments)["state"] == "done"
    buffer = calls[4][1]
    assert trace.call("buffer", **(buffer | {"ring_distances": [60, 120]}))["state"] == "done"
    assert trace.call("buffer", **(buffer | {"unit": "parsec", "output": "odd"}))["state"] == "failed"
    steps = trace.steps()[:5]
    steps[4]["arguments"] = buffer
    steps[4]["note"] = "three rings, each as wide as the first"
    told = trace.ask("trace_edit", steps=[*steps, *({"api": api, "arguments": given} for api, given in calls[5:])])
    assert (told["valid_from"], [one for one in told["findings"] if one["severity"] == "error"]) == (4, [])
    told = trace.ask("trace_rerun")
    assert (told["begun_at"], told["failed"], trace.states()) == (4, None, "ddddddd")
    return trace


def without_times(record):
    return {name: value for name, value in record.items() if name not in MEASURED}


def records(trace):
    told = json.loads((trace.folder / "trace.json").read_text())
    return [without_times(step["record"]) for step in told["steps"]]


def replayed(trace, folder, inputs):
    """Saves a trace and replays it by the command line. Returns: What the command tells."""
    trace.ask("save_trace", path=str(folder / "reference.json"))
    words = [word for name, path in inputs.items() for word in ("--input", f"{name}={path}")]
    ended = run_program(
        "replay", "--trajectory", "reference.json", *words, "--workspace", "replayed", "--json", folder=folder
    )
    assert ended.status == 0, ended.story
    return ended.record


def test_a_saved_trace_replays_to_the_same_records_and_a_strict_pass(traced, tmp_path):
    inputs = {name: found[0] for name, found in DEMO.input_files(DEMO.task(TASK)).items()}
    record = replayed(traced, tmp_path, inputs)
    assert [without_times(step) for step in record["steps"]] == records(traced)
    assert score_outputs(DEMO, TASK, tmp_path / "replayed" / "output").strict is True


def test_the_trace_itself_is_judged_right_and_goes_the_way_of_the_reference(window, traced):
    told = window.ask("score", folder=str(traced.folder))
    assert (told["strict"], told["quantitative"], told["message"]) == (True, 1.0, "")
    steps = window.ask("compare_steps", folder=str(traced.folder), strict=True)
    assert ([row["kind"] for row in steps["rows"]], steps["first_divergence"]) == (["same"] * 7, None)


def test_the_contract_that_is_filled_in_for_the_output_is_nearly_that_of_the_task(traced):
    told = traced.ask("prefill_contract", output="pump_rings.csv")
    (real,) = DEMO.task(TASK).outputs
    contract = told["contract"]
    assert (contract["kind"], contract["file"], contract["rationale"]) == ("table", "pump_rings.csv", "")
    assert {name: column["type"] for name, column in contract["columns"].items()} == {
        name: column.type for name, column in real.columns.items()
    }
    assert (contract["id_columns"], told["open"], told["problems"]) == (real.id_columns, ["rationale"], [])


def test_the_contract_of_a_layer_has_its_geometry_and_crs(traced):
    told = traced.ask("prefill_contract", output="rings")
    contract = told["contract"]
    assert (contract["kind"], contract["file"], contract["crs"], contract["geometry_type"]) == (
        "vector",
        "rings.gpkg",
        "EPSG:32630",
        "Polygon",
    )
    from pydantic import TypeAdapter

    TypeAdapter(OutputContract).validate_python(contract | {"rationale": "Rings are counted."})
    for name in ("../trace.json", "nothing.csv", "/etc/passwd"):
        error = traced.error("prefill_contract", output=name)
        assert error["code"] in ("PATH_OUTSIDE_WORKSPACE", "FILE_NOT_FOUND")


def test_the_exported_python_gives_the_same_answer(traced, tmp_path, qgis_application):
    program = tmp_path / "program.py"
    program.write_text(traced.ask("export", kind="python")["text"])
    runpy.run_path(str(program))
    assert score_outputs(DEMO, TASK, traced.folder / "exported" / "output").strict is True


def test_a_trace_with_inputs_of_ones_own_replays_too(window, tmp_path):
    """A triangle of 3, 4 and 5 m has an area of 6 square metres."""
    file = tmp_path / "selected rows.geojson"
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::28992"}}
    ring = [[0, 0], [4, 0], [0, 3], [0, 0]]
    feature = {"type": "Feature", "properties": {"name": "a"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    file.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [feature]}))
    trace = Traced(window, window.ask("begin_trace"))
    assert trace.ask("trace_add_input", file=str(file), name="triangle") == {"file": "triangle.geojson"}
    assert trace.call("load_layer", file="triangle.geojson", name="triangle")["state"] == "done"
    measured = {"measures": ["area"], "method": "planar", "area_unit": "m2", "output": "measured"}
    assert trace.call("add_geometry_attributes", layer="triangle", **measured)["state"] == "done"
    assert trace.export("measured", "out.csv")["state"] == "done"
    record = replayed(trace, tmp_path, {"triangle": file})
    assert [without_times(step) for step in record["steps"]] == records(trace)
    assert "6" in (tmp_path / "replayed" / "output" / "out.csv").read_text().splitlines()[1].split(",")[-1]
