# SPDX-License-Identifier: GPL-2.0-or-later
"""What the window gives to a trace: inputs from elsewhere, names, paths and documents that nobody should send."""

from __future__ import annotations

import json

import pytest

from gisagentbench.tests.headless.window_service.made_traces import Traced, begun, place
from gisagentbench.tests.headless.window_service.window import opened


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traces")
    with opened(folder, **place(folder)) as window:
        yield window


def test_layers_from_elsewhere_become_inputs(window, tmp_path):
    trace = begun(window)
    trace.load()
    written = tmp_path / "selected.gpkg"
    written.write_text("three parks")
    assert trace.ask("trace_add_input", file=str(written), name="parks") == {"file": "parks.gpkg"}
    assert trace.call("load_layer", file="parks.gpkg", name="parks")["state"] == "done"
    assert trace.layers()["parks"] == "three parks"
    steps = trace.steps()
    trace.ask("trace_rerun", **{"from": 0})
    assert (trace.steps(), trace.layers()["parks"]) == (steps, "three parks")
    told = window.ask("begin_trace", folder=str(trace.folder))
    assert [(one["file"], one["origin"]) for one in told["inputs"]] == [("parks.gpkg", "added"), ("rows.csv", "task")]
    # the copy is the expert's own: what the window does with its file changes nothing
    written.write_text("no parks")
    trace.ask("trace_rerun", **{"from": 0})
    assert trace.layers()["parks"] == "three parks"


def test_a_workspace_of_ones_own_has_no_task(window, tmp_path):
    trace = Traced(window, window.ask("begin_trace"))
    assert (trace.told["task"], trace.told["inputs"], trace.told["left_out"]) == (None, [], [])
    file = tmp_path / "any.geojson"
    file.write_text("any")
    trace.ask("trace_add_input", file=str(file), name="any")
    assert trace.call("load_layer", file="any.geojson", name="any")["state"] == "done"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *((name, "BAD_VALUE") for name in ("Parks", "", "../parks", "a/b", "a" * 64, "park\x00s", "parks.gpkg")),
        ("rows", "OUTPUT_EXISTS"),
    ],
)  # fmt: skip
def test_a_name_that_no_input_can_have_is_refused(window, tmp_path, name, code):
    trace = begun(window)
    file = tmp_path / "selected.gpkg"
    file.write_text("parks")
    assert trace.error("trace_add_input", file=str(file), name=name)["code"] == code
    assert sorted(path.name for path in (trace.folder / "run-1" / "inputs").iterdir()) == ["rows.csv"]


def test_what_is_no_layer_is_not_taken_as_an_input(window, tmp_path):
    trace = begun(window)
    (tmp_path / "secret").write_text("x")
    places = [(f"{tmp_path}/secret", "BAD_FORMAT"), (f"{tmp_path}/gone.gpkg", "FILE_NOT_FOUND")]
    for file, code in [*places, ("secret.gpkg", "BAD_VALUE"), (f"{tmp_path}/a\0.gpkg", "BAD_VALUE")]:
        assert trace.error("trace_add_input", file=file, name="parks")["code"] == code


def test_no_step_names_a_file_outside_of_its_trace(window):
    """The host that is no QGIS looks for nothing, so it is the check before it that sees them."""
    trace = begun(window)
    told = trace.ask(
        "trace_edit",
        steps=[
            {"api": "load_layer", "arguments": {"file": "../trace.json", "name": "a"}},
            {"api": "load_layer", "arguments": {"file": "/etc/passwd", "name": "b"}},
        ],
    )
    assert [one["step"] for one in told["findings"] if one["code"] == "PATH_OUTSIDE_WORKSPACE"] == [0, 1]


@pytest.mark.parametrize(
    "step",
    [
        "load_layer", {"api": 7}, {"api": "Load Layer"}, {"api": "load_layer", "arguments": [1]},
        {"api": "load_layer", "more": 1}, {"api": "load_layer", "note": 1}, {},
    ],
)  # fmt: skip
def test_what_is_no_step_changes_nothing(window, step):
    trace = begun(window)
    trace.load()
    assert trace.error("trace_edit", steps=[step])["code"] in ("WRONG_TYPE", "UNKNOWN_TOOL")
    assert trace.states() == "d"


def test_tasks_and_sessions_that_are_not_there_are_refused(window):
    pack = str(window.folder / "made")
    assert window.error("begin_trace", pack=pack)["code"] == "MISSING_ARGUMENT"
    assert window.error("begin_trace", pack=pack, task="../count_people")["code"] == "BAD_VALUE"
    assert window.error("begin_trace", pack=str(window.folder), task="count_people")["code"] == "FILE_NOT_FOUND"
    assert window.error("trace_call", session="trace-0", api="a", arguments={})["code"] == "BAD_VALUE"
    assert window.error("begin_trace", guard="never")["code"] == "WRONG_TYPE"
    for folder in ("traces/mine", "../mine", "/mine\0"):
        assert window.error("begin_trace", folder=folder)["code"] == "BAD_VALUE"


def test_a_document_that_is_no_trace_is_refused_and_listed_with_its_fault(tmp_path):
    with opened(tmp_path, **place(tmp_path)) as window:
        folder = window.panel / "traces" / "broken-1"
        folder.mkdir(parents=True)
        hostile = {"schema_version": 1, "name": "x", "workspace": "../../elsewhere"}
        for text in ("no json", "[]", json.dumps(hostile), "[" * 100_000):
            (folder / "trace.json").write_text(text)
            assert window.error("begin_trace", folder=str(folder))["code"] == "INVALID_DOCUMENT"
        (row,) = window.ask("traces")["traces"]
        assert "cannot be read as a trace" in row["problem"]
