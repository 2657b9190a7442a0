# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace is saved as a trajectory that reads as it was traced, or not at all."""

from __future__ import annotations

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.window_service.trace_document import TraceDocument, TraceStep, read_trace, write_trace
from gisagentbench.headless.window_service.trace_saving import save_trace
from gisagentbench.tasks.trajectory import read_trajectory

LOAD = {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "rows", "types": None}}
EXPORT = {
    "api": "export_layer",
    "arguments": {"layer": "rows", "file": "out.csv", "format": "csv"},
    "note": "Größe ≥ 1",
}


def document(*states, **more):
    steps = [TraceStep(**call, state=state) for call, state in zip((LOAD, EXPORT), states, strict=False)]
    return TraceDocument(name="count", task="count_people", steps=steps, **more)


def test_a_saved_trace_is_what_was_traced(tmp_path):
    answer = save_trace(document("done", "done"), tmp_path / "reference.json")
    assert answer == {"path": str(tmp_path / "reference.json"), "steps": 2, "notes": []}
    read = read_trajectory(tmp_path / "reference.json")
    told = [step.model_dump() for step in read.steps]
    assert (read.task, told) == ("count_people", [LOAD | {"note": None}, EXPORT])
    # one step a line, as references are written by hand
    lines = (tmp_path / "reference.json").read_text().splitlines()
    assert lines[4:6] == [
        '    {"api": "load_layer", "arguments": {"file": "rows.csv", "name": "rows", "types": null}},',
        '    {"api": "export_layer", "arguments": {"layer": "rows", "file": "out.csv", "format": "csv"}, '
        '"note": "Größe ≥ 1"}',
    ]


@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        ((), "The trace has no step yet; nothing was written."),
        (
            ("failed",),
            "Step 1 (load_layer) was not done; a reference holds calls that are done. Nothing was written.",
        ),
        (
            ("done", "waiting"),
            "Step 2 (export_layer) has not been run since a change; a reference holds calls that are done. "
            "Nothing was written.",
        ),
    ],
)
def test_what_was_not_done_is_no_reference(tmp_path, states, sentence):
    with pytest.raises(CommandRefused) as refused:
        save_trace(document(*states), tmp_path / "reference.json")
    assert (refused.value.code, refused.value.message) == ("BAD_VALUE", sentence)
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_replaced_unless_that_is_asked_for(tmp_path):
    path = tmp_path / "reference.json"
    path.write_text("mine")
    with pytest.raises(CommandRefused, match="OUTPUT_EXISTS"):
        save_trace(document("done"), path)
    assert path.read_text() == "mine"
    save_trace(document("done"), path, overwrite=True)
    assert len(read_trajectory(path).steps) == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [("reference.txt", "BAD_VALUE"), ("gone/reference.json", "FILE_NOT_FOUND"), ("folder.json", "OUTPUT_EXISTS")],
)
def test_a_place_that_takes_no_trajectory_is_refused(tmp_path, name, code):
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(CommandRefused, match=code):
        save_trace(document("done"), tmp_path / name, overwrite=True)


def test_inputs_that_no_task_has_are_named(tmp_path):
    answer = save_trace(document("done", added=["parks.gpkg"]), tmp_path / "reference.json")
    assert answer["notes"] == [
        "It uses a file that is no input of a task: parks.gpkg. `replay` takes each by --input NAME=PATH."
    ]


def test_half_a_surrogate_pair_is_saved_as_it_was_sent(tmp_path):
    step = TraceStep(api="calculate_field", arguments={"expression": "'\ud800'"}, state="done")
    save_trace(TraceDocument(name="odd", steps=[step]), tmp_path / "reference.json")
    assert "\"'\\ud800'\"" in (tmp_path / "reference.json").read_text()


def test_a_document_is_read_as_it_was_written(tmp_path):
    written = document("done", "failed", added=["a.gpkg"], left_out=["Nothing."])
    written.steps[0].record = {"ok": True, "outputs": {"mean": float("inf")}}
    write_trace(tmp_path, written)
    assert read_trace(tmp_path) == written


def test_steps_behind_one_that_waits_wait(tmp_path):
    """Whatever a document says of them: they stand on what is not there."""
    broken = document("waiting", "done")
    broken.steps[1].record = {"ok": True}
    write_trace(tmp_path, broken)
    assert [(step.state, step.record) for step in read_trace(tmp_path).steps] == [("waiting", None)] * 2
