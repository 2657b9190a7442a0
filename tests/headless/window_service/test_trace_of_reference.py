# SPDX-License-Identifier: GPL-2.0-or-later
"""A reference becomes a trace that is run, edited, branched and saved, while its file stays as it is.

The layers of the host are texts that say how they were made.
"""

from __future__ import annotations

import json
import shutil

import pytest

from gisagentbench.tests.headless.made_pack import ROWS as TEXT
from gisagentbench.tests.headless.made_pack import steps, trajectory
from gisagentbench.tests.headless.window_service.made_traces import ROWS, Traced, begun, place
from gisagentbench.tests.headless.window_service.window import opened

NO_INPUTS = "so no inputs were put there; steps that load files find none until you add them."


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    folder = tmp_path_factory.mktemp("of_reference")
    with opened(folder, **place(folder)) as window:
        yield window


@pytest.fixture
def pack(window):
    return window.folder / "made"


def bytes_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_reference_of_a_task_is_run_and_saved_as_it_was(window, pack, tmp_path):
    before = bytes_of(pack)
    trace = Traced(window, window.ask("trace_from_reference", pack=str(pack), task="count_people"))
    assert [(step["api"], step["arguments"], step["state"]) for step in trace.told["steps"]] == [
        (step["api"], step["arguments"], "waiting") for step in steps()
    ]
    assert [one["file"] for one in trace.told["inputs"]] == ["rows.csv"]
    assert (trace.told["task"], trace.told["left_out"]) == ("count_people", [])
    assert trace.ask("trace_rerun")["failed"] is None
    assert trace.layers() == {"rows": TEXT}
    assert window.ask("score", folder=str(trace.folder))["strict"] is True
    trace.ask("save_trace", path=str(tmp_path / "again.json"))
    of_pack = json.loads((pack / "tasks" / "count_people" / "reference.json").read_text())
    assert json.loads((tmp_path / "again.json").read_text())["steps"] == of_pack["steps"]
    assert bytes_of(pack) == before


def test_it_is_edited_and_branched_as_any_trace(window, pack):
    before = bytes_of(pack)
    file = pack / "tasks" / "count_people" / "reference.json"
    trace = Traced(window, window.ask("trace_from_reference", file=str(file)))
    load, export = trace.steps()
    middle = {"api": "centroids", "arguments": {"layer": "rows", "output": "middle"}, "note": None}
    trace.ask("trace_edit", steps=[load, middle, export])
    assert trace.ask("trace_rerun")["failed"] is None
    branch = Traced(window, trace.ask("trace_branch", at=2, name="Middles"))
    assert branch.layers() == {"rows": TEXT, "middle": f"centroids({TEXT}, false)"}
    assert bytes_of(pack) == before


def test_a_file_of_elsewhere_gets_the_inputs_of_the_task_that_it_names(window, pack, tmp_path):
    window.ask("tasks", pack=str(pack))
    file = tmp_path / "mine.json"
    file.write_text(trajectory([ROWS], "count_again"))
    trace = Traced(window, window.ask("trace_from_reference", file=str(file)))
    assert (trace.told["task"], trace.told["pack"]) == ("count_again", str(pack))
    assert trace.ask("trace_rerun")["failed"] is None


@pytest.mark.parametrize(
    ("task", "why"),
    [("unknown", 'No pack that is open has the task "unknown"'), (None, "The reference names no task")],
)
def test_a_reference_without_its_task_opens_and_says_that_inputs_are_missing(window, tmp_path, task, why):
    file = tmp_path / "mine.json"
    file.write_text(trajectory([ROWS], task))
    trace = Traced(window, window.ask("trace_from_reference", file=str(file)))
    assert trace.told["left_out"] == [f"{why}, {NO_INPUTS}"]
    assert (trace.told["name"], trace.told["pack"], trace.told["task"]) == (task or "mine", None, task)
    assert trace.ask("trace_rerun")["failed"] == 0


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("{", "INVALID_DOCUMENT", "mine.json"),
        ('{"schema_version": 1, "steps": []}', "INVALID_DOCUMENT", "steps"),
        (trajectory([ROWS, {"api": "Load", "arguments": {}}]), "INVALID_DOCUMENT", "api"),
        (trajectory([ROWS] * 1001), "LIMIT_EXCEEDED", "1001 steps; a trace has at most 1000"),
        (None, "FILE_NOT_FOUND", "mine.json"),
    ],
)
def test_what_cannot_be_opened_says_why_and_leaves_nothing(window, tmp_path, text, code, words):
    before = {row["folder"] for row in window.ask("traces")["traces"]}
    file = tmp_path / "mine.json"
    if text is not None:
        file.write_text(text)
    error = window.error("trace_from_reference", file=str(file))
    assert error["code"] == code
    assert words in error["sentence"]
    assert {row["folder"] for row in window.ask("traces")["traces"]} == before


def test_inputs_that_are_gone_are_named(window, pack, tmp_path):
    copy = shutil.copytree(pack, tmp_path / "copy")
    (copy / "data" / "rows.csv").unlink()
    error = window.error("trace_from_reference", file=str(copy / "tasks" / "count_people" / "reference.json"))
    assert "rows" in error["sentence"]


def test_neither_file_nor_task_is_said(window):
    error = window.error("trace_from_reference", task="count_people")
    assert (error["code"], error["sentence"]) == (
        "MISSING_ARGUMENT",
        "A reference is a file, or that of a task: give pack and task.",
    )


def test_a_trace_is_open_in_one_window_at_a_time(window, tmp_path):
    trace = begun(window)
    trace.load()
    held = bytes_of(trace.folder)
    (tmp_path / "other").mkdir()
    with opened(tmp_path / "other", **place(tmp_path / "other")) as other:
        error = other.error("begin_trace", folder=str(trace.folder))
        assert (error["code"], error["sentence"], error["hint"]) == (
            "LIMIT_EXCEEDED",
            f'The trace in "{trace.folder}" is open in another QGIS; here nothing was opened.',
            "Close it there, or branch it there and open the branch.",
        )
        assert bytes_of(trace.folder) == held
        trace.ask("trace_close")
        told = other.ask("begin_trace", folder=str(trace.folder))
        assert [step["state"] for step in told["steps"]] == ["done"]
        assert window.error("begin_trace", folder=str(trace.folder))["code"] == "LIMIT_EXCEEDED"


def test_a_window_that_died_keeps_no_trace(window, tmp_path):
    (tmp_path / "died").mkdir()
    with opened(tmp_path / "died", **place(tmp_path / "died")) as other:
        trace = begun(other)
        other.process.kill()
        other.process.wait()
    assert window.ask("begin_trace", folder=str(trace.folder))["steps"] == []
