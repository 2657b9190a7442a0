# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent did becomes a trace that an expert corrects, runs again, and has judged."""

from __future__ import annotations

import pytest

from gisagentbench.tests.headless.made_pack import ROWS as TEXT
from gisagentbench.tests.headless.made_pack import trajectory
from gisagentbench.tests.headless.window_service.made_traces import ROWS, Traced, place
from gisagentbench.tests.headless.window_service.plans import begun
from gisagentbench.tests.headless.window_service.window import opened

EXPORT = {"api": "export_layer", "arguments": {"layer": "middle", "file": "out.csv", "format": "csv"}}
CALLS = [
    {"api": "describe_layer", "arguments": {"layer": "rows"}},  # refused: there is no such layer yet
    ROWS,
    {"api": "centroids", "arguments": {"layer": "row", "output": "middle"}},  # refused
    {"api": "centroids", "arguments": {"layer": "rows", "output": "middle"}},
    EXPORT,
]


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    folder = tmp_path_factory.mktemp("of_episode")
    with opened(folder, **place(folder)) as window:
        yield window


@pytest.fixture(scope="module")
def episode(window):
    """The folder of an episode whose agent took the middles, which is wrong."""
    plan = window.folder / "plan.json"
    plan.write_text(trajectory(CALLS))
    session, folder = begun(window, f"script:{plan}")
    window.state(session, "ended")
    return folder


def test_calls_that_were_done_are_the_steps_and_their_layers_are_there(window, episode):
    trace = Traced(window, window.ask("trace_from_episode", folder=str(episode), pack=str(window.folder / "made")))
    assert [(step["api"], step["state"], step["record"]["step"]) for step in trace.told["steps"]] == [
        ("load_layer", "done", 1),
        ("centroids", "done", 2),
        ("export_layer", "done", 3),
    ]
    assert trace.told["left_out"] == ["2 calls that were refused or failed are left out; they made nothing."]
    assert trace.layers() == {"rows": TEXT, "middle": f"centroids({TEXT}, false)"}
    assert [(one["step"], one["handle"]) for one in trace.told["layers"]] == [(1, "rows"), (2, "middle")]
    assert (trace.told["task"], trace.told["inputs"][0]["file"]) == ("count_people", "rows.csv")


def test_it_is_corrected_and_judged_right(window, episode):
    trace = Traced(window, window.ask("trace_from_episode", folder=str(episode), pack=str(window.folder / "made")))
    wrong = window.ask("score", folder=str(trace.folder))
    assert (wrong["strict"], wrong["agent"], wrong["message"]) == (False, "", "")
    load, _, export = trace.steps()
    export["arguments"]["layer"] = "rows"
    trace.ask("trace_edit", steps=[load, export])
    waiting = window.ask("score", folder=str(trace.folder))
    assert waiting["message"] == "1 step was not run since a change; judged is what was made before it."
    assert trace.ask("trace_rerun")["failed"] is None
    assert window.ask("score", folder=str(trace.folder))["strict"] is True
    saved = window.folder / "reference.json"
    assert trace.ask("save_trace", path=str(saved)) == {"path": str(saved), "steps": 2, "notes": []}
    told = window.ask("compare_steps", folder=str(trace.folder), strict=True)
    assert ([row["kind"] for row in told["rows"]], told["first_divergence"]) == (["same", "same"], None)


def test_the_episode_stays_as_it_was(window, episode):
    before = {path: path.read_bytes() for path in episode.rglob("*") if path.is_file()}
    trace = Traced(window, window.ask("trace_from_episode", folder=str(episode), pack=str(window.folder / "made")))
    trace.ask("trace_rerun", **{"from": 0})
    trace.ask("trace_close")
    assert {path: path.read_bytes() for path in episode.rglob("*") if path.is_file()} == before


def test_an_episode_is_judged_by_the_window_that_ran_it(window, episode):
    told = window.ask("compare_steps", folder=str(episode), pack=str(window.folder / "made"), strict=False)
    assert [(row["kind"], (row["agent"] or {}).get("step")) for row in told["rows"]] == [
        ("failed", 1),
        ("same", 2),
        ("failed", 3),
        ("extra", 4),
        ("differs", 5),
    ]
    assert told["sentence"] == ("The first difference is at call 4 (centroids): The reference does without centroids.")


def test_a_folder_that_is_no_episode_makes_no_trace(window):
    for folder in (window.folder, window.folder / "nothing", window.panel):
        assert window.error("trace_from_episode", folder=str(folder))["code"] == "FILE_NOT_FOUND"
    assert not list((window.panel / "traces").glob("panel*"))


def test_its_pack_is_the_one_that_the_episode_was_begun_with_wherever_it_lies(window, episode):
    """Not that of the trace that was open before, and not only where packs usually lie."""
    told = window.ask("trace_from_episode", folder=str(episode))
    assert (told["pack"], told["task"]) == (str(window.folder / "made"), "count_people")
    assert not any("cannot be read" in one for one in told["left_out"])
    assert window.ask("score", folder=told["folder"])["strict"] is False
