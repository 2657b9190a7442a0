# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces in a window, with a host that is no QGIS: what steps make, and what becomes of it when they are changed.

The layers of that host are texts that say how they were made, so that each expectation can be written down by hand.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.made_pack import ROWS as TEXT
from gisagentbench.tests.headless.window_service.made_traces import Traced, begun, place
from gisagentbench.tests.headless.window_service.window import opened

A = f"centroids({TEXT}, false)"
B = f"centroids({A}, false)"


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traces")
    with opened(folder, **place(folder)) as window:
        yield window


@pytest.fixture
def chain(window):
    """A trace of four steps: rows, a of rows, b of a, and b in out.csv."""
    trace = begun(window)
    for step in (trace.load(), trace.middle("rows", "a"), trace.middle("a", "b"), trace.export("b")):
        assert step["state"] == "done"
    return trace


def out(trace, file="out.csv"):
    told = json.loads((trace.folder / "trace.json").read_text())
    return (trace.folder / told["workspace"] / "output" / file).read_text()


def numbers(trace):
    told = json.loads((trace.folder / "trace.json").read_text())
    return [step["record"]["step"] for step in told["steps"] if step["record"]]


def runs(message, session):
    """Tells whether a message says that the second call of a trace is at work."""
    return message.get("notice") == "progress" and (message["session"], message["call"]) == (session, 2)


def test_a_trace_begins_with_the_inputs_of_its_task_and_without_its_answer(window):
    trace = begun(window)
    (given,) = trace.told["inputs"]
    assert given == {
        "file": "rows.csv", "name": "rows", "origin": "task", "kind": "table", "layer": "", "description": "People",
    }  # fmt: skip
    assert (trace.told["steps"], trace.told["valid_from"], trace.told["layers"]) == ([], 0, [])
    names = {path.name for path in trace.folder.rglob("*")}
    assert not names & {"reference", "reference.json", "check.py"}
    assert "reference" not in json.dumps(trace.told)


def test_each_step_makes_its_layer_and_is_told_as_it_happens(window, chain):
    assert chain.layers() == {"rows": TEXT, "a": A, "b": B}
    assert out(chain) == B
    assert [event["event"] for event in window.events(chain.session)] == ["call_started", "call_finished"] * 4
    assert [(one["step"], one["handle"]) for one in window.notices("layer", chain.session)] == [
        (1, "rows"),
        (2, "a"),
        (3, "b"),
    ]
    assert {(one["call"], one["share"]) for one in window.notices("progress", chain.session)} == {
        (1, 0.5),
        (2, 0.5),
        (3, 0.5),
        (4, 0.5),
    }
    assert [one["state"] for one in window.notices("state", chain.session)] == ["running", "ended"] * 4


def test_one_looks_back_to_the_layers_after_any_step(chain):
    assert [sorted(chain.layers(step)) for step in range(5)] == [[], ["rows"], ["a", "rows"], ["a", "b", "rows"]] + [
        ["a", "b", "rows"]
    ]


def test_a_changed_argument_is_run_again_from_there_and_what_was_before_stays(window, chain):
    before = chain.ask("trace_to_step", step=1)["layers"][0]["path"]
    steps = chain.steps()
    steps[1]["arguments"]["each_part"] = True
    told = chain.ask("trace_edit", steps=steps)
    assert (told["valid_from"], chain.states()) == (1, "dwww")
    assert chain.layers() == {"rows": TEXT}
    begin = len(window.events(chain.session))
    told = chain.ask("trace_rerun")
    assert (told["begun_at"], told["failed"], told["valid_from"], chain.states()) == (1, None, 4, "dddd")
    assert chain.layers() == {
        "rows": TEXT,
        "a": f"centroids({TEXT}, true)",
        "b": f"centroids(centroids({TEXT}, true), false)",
    }
    assert out(chain) == f"centroids(centroids({TEXT}, true), false)"
    # the first step was not made again: its layer is the same file under a new path
    assert len(window.events(chain.session)) - begin == 6
    after = Path(chain.ask("trace_to_step", step=1)["layers"][0]["path"])
    assert (after != Path(before), after.samefile(before)) == (True, True)
    assert numbers(chain) == [1, 2, 3, 4]


def test_steps_change_places(chain):
    """a of rows, b of a; then b of rows, a of b."""
    load, a, b, export = chain.steps()
    a["arguments"]["layer"], b["arguments"]["layer"] = "b", "rows"
    told = chain.ask("trace_edit", steps=[load, b, a, export])
    assert told["valid_from"] == 1
    assert chain.ask("trace_rerun")["failed"] is None
    assert chain.layers() == {"rows": TEXT, "b": A, "a": B}
    assert out(chain) == A


def test_a_step_in_the_middle_is_deleted_and_what_built_on_it_fails_by_name(chain):
    load, a, _, export = chain.steps()
    told = chain.ask("trace_edit", steps=[load, a, export])
    assert [one["step"] for one in told["findings"] if one["code"] == "UNKNOWN_LAYER"] == [2]
    told = chain.ask("trace_rerun")
    assert (told["failed"], told["steps"][2]["record"]["error"]["code"], chain.states()) == (2, "UNKNOWN_LAYER", "ddf")
    export["arguments"]["layer"] = "a"
    chain.ask("trace_edit", steps=[load, a, export])
    assert chain.ask("trace_rerun")["failed"] is None
    assert out(chain) == A
    assert numbers(chain) == [1, 2, 3]


def test_the_last_steps_are_deleted_and_others_made_in_their_place(chain):
    """The name of a layer is free again once its step is gone, and so is the file."""
    chain.ask("trace_edit", steps=chain.steps()[:2])
    assert (chain.states(), sorted(chain.layers())) == ("dd", ["a", "rows"])
    assert chain.middle("rows", "b", each_part=True)["state"] == "done"
    assert chain.export("b")["state"] == "done"
    assert chain.layers() == {"rows": TEXT, "a": A, "b": f"centroids({TEXT}, true)"}
    assert out(chain) == f"centroids({TEXT}, true)"
    assert numbers(chain) == [1, 2, 3, 4]


def test_a_note_changes_nothing_that_was_made(window, chain):
    steps = chain.steps()
    steps[2]["note"] = "of the middles, the middles"
    begin = len(window.events(chain.session))
    told = chain.ask("trace_edit", steps=steps)
    assert (told["valid_from"], told["steps"][2]["note"]) == (4, "of the middles, the middles")
    assert chain.ask("trace_rerun")["begun_at"] == 4
    assert len(window.events(chain.session)) == begin


def test_everything_can_be_run_again(chain):
    told = chain.ask("trace_rerun", **{"from": 0})
    assert (told["begun_at"], chain.states()) == (0, "dddd")
    assert (chain.layers()["b"], out(chain)) == (B, B)


def test_a_file_that_later_steps_add_to_is_written_again_from_its_first_export_on(window):
    """A GeoPackage is added to, so what it was before cannot be had from what it is."""
    trace = begun(window)
    trace.load()
    trace.export("rows", "both.gpkg")
    trace.middle("rows", "a")
    trace.export("a", "both.gpkg")
    assert out(trace, "both.gpkg") == TEXT + A
    steps = trace.steps()
    steps[3]["arguments"]["layer"] = "rows"
    trace.ask("trace_edit", steps=steps)
    told = trace.ask("trace_rerun")
    assert (told["begun_at"], told["failed"]) == (1, None)
    assert out(trace, "both.gpkg") == TEXT + TEXT
    # without the second export the file holds what the first wrote, in the trace and in a branch of it
    trace.ask("trace_edit", steps=trace.steps()[:3])
    branch = Traced(window, trace.ask("trace_branch", at=3, name="first export alone"))
    assert branch.states() == "dww"
    for one in (branch, trace):
        if one is branch:
            one.ask("trace_rerun")
        assert one.call("describe_layer", layer="rows")["record"]["step"] == 4
        assert (out(one, "both.gpkg"), one.states()) == (TEXT, "dddd")


def test_a_refused_call_is_a_step_that_failed_and_made_nothing(chain):
    step = chain.middle("nowhere", "c")
    assert (step["state"], step["record"]["error"]["code"], chain.states()) == ("failed", "UNKNOWN_LAYER", "ddddf")
    chain.ask("trace_edit", steps=chain.steps()[:4])
    assert chain.middle("a", "c")["record"]["step"] == 5
    assert (numbers(chain), chain.layers()["c"]) == ([1, 2, 3, 4, 5], B)


def test_no_call_is_made_behind_steps_that_wait(chain):
    steps = chain.steps()
    steps[1]["arguments"]["each_part"] = True
    chain.ask("trace_edit", steps=steps)
    error = chain.error("trace_call", api="describe_layer", arguments={"layer": "rows"})
    assert error == {
        "code": "BAD_VALUE",
        "sentence": "3 steps were not run since a change; a call after them would not see what they make.",
        "hint": "Run the changed steps again first, or delete them.",
    }
    assert chain.states() == "dwww"


def test_a_branch_goes_its_own_way(chain):
    branch = Traced(chain.window, chain.ask("trace_branch", at=2, name="another middle"))
    assert (branch.told["name"], branch.states(), branch.layers()) == ("another middle", "dd", {"rows": TEXT, "a": A})
    assert branch.folder != chain.folder
    branch.middle("rows", "b", each_part=True)
    branch.export("b")
    assert (branch.layers()["b"], chain.layers()["b"]) == (f"centroids({TEXT}, true)", B)
    assert (out(branch), out(chain)) == (f"centroids({TEXT}, true)", B)


def test_a_trace_is_opened_again_as_it_was_also_by_another_service(tmp_path):
    variables = place(tmp_path)
    with opened(tmp_path, **variables) as window:
        first = begun(window)
        first.load()
        first.middle("rows", "a")
        assert window.hang_up() == 0
    with opened(tmp_path, **variables) as window:
        (row,) = window.ask("traces")["traces"]
        assert (row["folder"], row["task"], row["steps"], row["waiting"]) == (str(first.folder), "count_people", 2, 0)
        again = Traced(window, window.ask("begin_trace", folder=row["folder"]))
        assert (again.states(), again.layers()) == ("dd", {"rows": TEXT, "a": A})
        assert again.middle("a", "b")["record"]["step"] == 3
        assert again.layers()["b"] == B


def test_a_step_that_was_made_when_nobody_could_write_it_down_leaves_nothing_behind(tmp_path):
    """As when the service is killed between the end of a call and its entry."""
    with opened(tmp_path, **place(tmp_path)) as window:
        trace = begun(window)
        trace.load()
        trace.middle("rows", "a")
        trace.ask("trace_close")
        document = json.loads((trace.folder / "trace.json").read_text())
        document["steps"].pop()
        (trace.folder / "trace.json").write_text(json.dumps(document))
        again = Traced(window, window.ask("begin_trace", folder=str(trace.folder)))
        assert (again.states(), again.layers()) == ("d", {"rows": TEXT})
        assert again.middle("rows", "a", each_part=True)["record"]["step"] == 2
        assert again.layers()["a"] == f"centroids({TEXT}, true)"


def test_a_call_that_runs_is_stopped_and_says_so(window):
    trace = begun(window)
    trace.load()
    question = window.send(
        "trace_call", session=trace.session, api="interior_points", arguments={"layer": "rows", "output": "never"}
    )
    window.wait_for(lambda one: runs(one, trace.session))
    assert trace.ask("trace_stop") == {"killed_call": True}
    step = window.answer_to(question)["result"]["step"]
    assert (step["state"], step["record"]["error"]["code"]) == ("failed", "CANCELLED")
    assert trace.ask("trace_stop") == {"killed_call": False}
    trace.ask("trace_edit", steps=trace.steps()[:1])
    assert trace.middle("rows", "a")["record"]["step"] == 2


def test_the_host_of_a_trace_ends_with_its_window(tmp_path):
    with opened(tmp_path, **place(tmp_path)) as window:
        trace = begun(window)
        trace.load()
        window.send(
            "trace_call", session=trace.session, api="interior_points", arguments={"layer": "rows", "output": "never"}
        )
        window.wait_for(lambda one: runs(one, trace.session))
        pid = int((trace.folder / "run-1" / "host.pid").read_text())
        assert window.hang_up() == 0
        assert is_gone(pid)


def test_a_closed_trace_leaves_one_workspace_and_no_host(window):
    trace = begun(window)
    trace.load()
    pid = int((trace.folder / "run-1" / "host.pid").read_text())
    trace.ask("trace_rerun", **{"from": 0})
    assert sorted(path.name for path in trace.folder.glob("run-*")) == ["run-1", "run-2"]
    trace.ask("trace_close")
    assert [path.name for path in trace.folder.glob("run-*")] == ["run-2"]
    assert is_gone(pid)
    error = trace.error("trace_to_step", step=1)
    assert error["sentence"] == "This trace is not open any more."


def test_one_trace_is_not_opened_twice(window):
    trace = begun(window)
    assert window.ask("begin_trace", folder=str(trace.folder))["session"] == trace.session
    assert begun(window).session != trace.session


def test_calls_of_one_trace_are_made_one_after_another(window):
    trace = begun(window)
    trace.load()
    questions = [
        window.send(
            "trace_call",
            session=trace.session,
            api="centroids",
            arguments={"layer": "rows", "output": f"layer_{number}"},
        )
        for number in range(5)
    ]
    steps = [window.answer_to(question)["result"]["step"]["record"]["step"] for question in questions]
    assert sorted(steps) == [2, 3, 4, 5, 6]
    assert eventually(lambda: len(trace.layers()) == 6, 5)


@pytest.mark.parametrize("ends_by", ["leaving", "signal.SIGTERM", "signal.SIGKILL"])
def test_a_window_that_leaves_with_an_open_trace_leaves_nothing_temporary(tmp_path, ends_by):
    """Copies of inputs for the plan check, and folders of hosts; what a kill leaves goes with the next service."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    variables = place(tmp_path) | {"TMPDIR": str(temporary)}
    with opened(tmp_path, **variables) as window:
        trace = begun(window)
        trace.load()
        trace.ask("trace_findings")
        made = {path.name.rpartition("-")[0] for path in temporary.rglob("gisagentbench-*")}
        assert made >= {"gisagentbench-inputs", "gisagentbench-host"}
        assert len(list(temporary.iterdir())) == 1
        if ends_by == "leaving":
            assert window.hang_up() == 0
        else:
            window.interrupt(getattr(signal, ends_by.partition(".")[2]))
    if ends_by == "signal.SIGKILL":
        assert len(list(temporary.iterdir())) == 1
        with opened(tmp_path, **variables) as window:
            assert window.hang_up() == 0
    assert list(temporary.iterdir()) == []
