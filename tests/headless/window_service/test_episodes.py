# SPDX-License-Identifier: GPL-2.0-or-later
"""Episodes that a window begins, steers and leaves, with a host that is no QGIS: what it hears and what is on disk."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from gisagentbench.headless.events import read_events
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.window_service.plans import begun, host_is_gone, host_pid, place, plan
from gisagentbench.tests.headless.window_service.window import opened

WHOLE = [
    *("started", "model_turn", "call_started", "host_started", "call_finished"),
    *("model_turn", "call_started", "call_finished", "model_turn", "finished"),
]


@pytest.fixture(scope="module")
def around(tmp_path_factory):
    """A folder with the pack, and the variables of services that run there."""
    folder = tmp_path_factory.mktemp("episodes")
    return folder, place(folder)


@pytest.fixture(scope="module")
def window(around):
    folder, variables = around
    with opened(folder, **variables) as window:
        yield window


@pytest.fixture
def own(tmp_path):
    """A window of its own, for tests that end it."""
    with opened(tmp_path, **place(tmp_path)) as window:
        yield window


def kinds(folder):
    return [event.event for event in read_events(folder / "events.jsonl")]


def calls(folder):
    """API, code of the error and manner of every call that ended."""
    steps = [event.step for event in read_events(folder / "events.jsonl") if event.event == "call_finished"]
    return [(Path(step["arguments"]["file"]).stem, (step["error"] or {}).get("code")) for step in steps]


def last(folder):
    return read_events(folder / "events.jsonl")[-1]


def listed(window, folder):
    (found,) = [one for one in window.ask("episodes")["episodes"] if one["folder"] == str(folder)]
    return found


def test_an_episode_is_told_as_it_is_written(window):
    session, folder = begun(window, "reference")
    end = window.state(session, "ended")
    assert (end["outcome"], end["message"], end["error"]) == ("finished", "", None)
    assert kinds(folder) == WHOLE
    lines = (folder / "events.jsonl").read_text().splitlines()
    assert window.events(session) == [json.loads(line) for line in lines]
    assert [one["state"] for one in window.notices("state", session)] == ["running", "ended"]
    shares = [(one["call"], one["share"]) for one in window.notices("progress", session)]
    assert shares == [(1, 0.5), (2, 0.5)]
    assert host_is_gone(folder)


def test_it_is_a_run_like_any_other(window):
    session, folder = begun(window, "reference", limits={"calls": 5, "seconds": None}, guard="warn")
    window.state(session, "ended")
    store = open_run(folder.parents[4])
    manifest = store.manifest
    assert (manifest.tasks, [agent.name for agent in manifest.agents]) == (["count_people"], ["reference"])
    assert (manifest.guard, manifest.limits.calls, manifest.limits.seconds) == ("warn", 5, None)
    assert [episode.last_attempt for episode in store.episodes()] == [folder]
    assert folder.is_relative_to(window.panel / "episodes")


def test_one_step_at_a_time(window):
    session, folder = begun(window, "reference", begin="step")
    paused = window.state(session, "paused")
    assert (paused["call"], len(calls(folder))) == (None, 1)
    since = len(window.heard)
    window.ask("step", session=session)
    window.state(session, "paused", since)
    assert [name for name, _ in calls(folder)] == ["rows", "out"]
    window.ask("resume", session=session)
    assert window.state(session, "ended")["outcome"] == "finished"


def test_pause_lets_the_running_call_end(window, around):
    session, folder = begun(window, plan(around[0], "slow", "good", "good"))
    window.wait_for(lambda one: one.get("event", {}).get("event") == "call_started" and one["session"] == session)
    window.ask("pause", session=session)
    window.state(session, "paused")
    assert calls(folder) == [("slow", None)]
    window.ask("resume", session=session)
    window.state(session, "ended")
    assert calls(folder) == [("slow", None), ("good", None), ("good", None)]


def test_each_call_is_approved_or_refused_with_a_reason(window, around):
    session, folder = begun(window, plan(around[0], "good", "slow"), approve=True)
    waiting = window.state(session, "waiting_for_approval")
    assert waiting["call"] == {"api": "load_layer", "arguments": {"file": "good.gpkg", "name": "layer_1"}}
    assert kinds(folder) == ["started", "model_turn"]
    window.ask("approve", session=session)
    since = window.heard.index(waiting) + 1
    window.state(session, "waiting_for_approval", since)
    window.ask("refuse", session=session, reason="not that file")
    window.state(session, "ended")
    steps = [event.step for event in read_events(folder / "events.jsonl") if event.event == "call_finished"]
    assert [step["ok"] for step in steps] == [True, False]
    error = steps[1]["error"]
    assert (error["code"], error["message"]) == (
        "CANCELLED",
        "the person who watches refused this call: not that file",
    )
    assert steps[1]["arguments"] == {"file": "slow.gpkg", "name": "layer_2"}


def test_nothing_waits_where_nothing_was_asked(window):
    session, _ = begun(window, "reference", begin="step")
    window.state(session, "paused")
    for op in ("approve", "refuse"):
        assert window.error(op, session=session)["code"] == "BAD_VALUE"
    window.ask("stop", session=session)
    window.state(session, "ended")
    for op, more in (("pause", {}), ("stop", {}), ("approve_each", {"on": True})):
        assert "may have ended" in window.error(op, session=session, **more)["sentence"]


def test_approval_can_be_switched_on_and_off(window, around):
    session, folder = begun(window, plan(around[0], "good", "good", "good"), approve=True)
    window.state(session, "waiting_for_approval")
    window.ask("approve_each", session=session, on=False)
    assert window.state(session, "ended")["outcome"] == "finished"
    assert len(calls(folder)) == 3


def test_stop_kills_the_call_that_runs_and_says_so(window, around):
    session, folder = begun(window, plan(around[0], "good", "children", "good"))
    assert eventually((folder / "child.pid").exists, 20)
    child = int((folder / "child.pid").read_text())
    assert window.ask("stop", session=session) == {"killed_call": True}
    end = window.state(session, "ended")
    assert (end["outcome"], end["message"]) == ("cancelled", "stopped in mid-call")
    assert calls(folder) == [("good", None), ("children", "CANCELLED")]
    assert [one["state"] for one in window.notices("state", session)] == ["running", "stopping", "ended"]
    assert host_is_gone(folder) and is_gone(child)


def test_stop_between_calls_kills_none(window):
    session, folder = begun(window, "reference", begin="step")
    window.state(session, "paused")
    assert window.ask("stop", session=session) == {"killed_call": False}
    assert window.state(session, "ended")["message"] == "stopped"
    assert (last(folder).outcome, last(folder).calls) == ("cancelled", 1)
    assert host_is_gone(folder)


def test_a_stopped_episode_goes_on_with_the_call_that_was_killed(window, around):
    agent = plan(around[0], "good", "sleep", "good")
    session, folder = begun(window, agent)
    window.wait_for(lambda one: one.get("session") == session and one.get("event", {}).get("call") == 2)
    window.ask("stop", session=session)
    window.state(session, "ended")
    assert listed(window, folder)["can_continue"] is True
    again = window.ask("continue_episode", folder=str(folder), approve=True)
    assert (again["folder"], again["session"] != session) == (str(folder), True)
    waiting = window.state(again["session"], "waiting_for_approval")
    assert waiting["call"]["arguments"]["file"] == "sleep.gpkg"
    window.ask("refuse", session=again["session"])
    window.ask("approve_each", session=again["session"], on=False)
    assert window.state(again["session"], "ended")["outcome"] == "finished"
    events = read_events(folder / "events.jsonl")
    assert [event.call for event in events if event.event == "call_started"] == [1, 2, 2, 3]
    assert [(event.turns, event.calls) for event in events if event.event == "continued"] == [(2, 1)]
    assert (last(folder).calls, last(folder).failed_calls, last(folder).turns) == (3, 1, 4)
    assert listed(window, folder)["calls"] == 3


@pytest.mark.parametrize("how", ["kill", "hang_up", "terminate"])
def test_an_episode_outlives_its_window(own, tmp_path, how):
    # what a host has started dies with its group, which nobody kills where the service itself is killed
    manner = "sleep" if how == "kill" else "children"
    session, folder = begun(own, plan(tmp_path, "good", manner, "good"))
    own.wait_for(lambda one: one.get("event", {}).get("call") == 2)
    assert how == "kill" or eventually((folder / "child.pid").exists, 20)
    pids = [host_pid(folder)] + [int(file.read_text()) for file in folder.glob("child.pid")]
    if how == "kill":
        own.interrupt(signal.SIGKILL)
    elif how == "hang_up":
        assert own.hang_up() == 0
    else:
        assert own.interrupt(signal.SIGTERM) == 0
    assert [pid for pid in pids if not is_gone(pid)] == []
    assert kinds(folder)[-1] == "call_started"
    with (folder / "events.jsonl").open("ab") as file:
        file.write(b'{"event": "call_fin')
    with opened(tmp_path, **place_again(tmp_path)) as window:
        found = listed(window, folder)
        assert (found["state"], found["calls"], found["can_continue"]) == ("unfinished", 1, True)
        answer = window.ask("continue_episode", folder=str(folder), pack=str(tmp_path / "made"), begin="step")
        window.wait_for(lambda one: one.get("event", {}).get("event") == "host_started")
        assert window.ask("stop", session=answer["session"]) == {"killed_call": True}
        window.state(answer["session"], "ended")
        assert kinds(folder).count("started") == 1
        assert calls(folder) == [("good", None), (manner, "CANCELLED")]


def place_again(folder: Path) -> dict[str, str]:
    script = folder / "fake_qgis_process_good"
    return {"GISAGENTBENCH_QGIS_PROCESS": str(script), "GISAGENTBENCH_PACKS": str(folder / "packs")}


def test_an_episode_that_runs_is_no_one_elses(window):
    session, folder = begun(window, "reference", begin="step")
    window.state(session, "paused")
    found = listed(window, folder)
    assert (found["state"], found["session"], found["can_continue"]) == ("running", session, False)
    assert window.error("continue_episode", folder=str(folder))["code"] == "OUTPUT_EXISTS"
    window.ask("stop", session=session)
    window.state(session, "ended")


def test_an_ended_episode_does_not_go_on(window):
    session, folder = begun(window, "reference")
    window.state(session, "ended")
    before = (folder / "events.jsonl").read_bytes()
    error = window.error("continue_episode", folder=str(folder))
    assert (error["code"], "has ended" in error["sentence"]) == ("BAD_VALUE", True)
    assert (folder / "events.jsonl").read_bytes() == before
    assert listed(window, folder)["can_continue"] is False


def test_a_changed_plan_or_pack_does_not_go_on(window, around):
    session, folder = begun(window, plan(around[0], "good", "slow", "slow"), begin="step")
    window.state(session, "paused")
    since = len(window.heard)
    window.ask("step", session=session)
    window.state(session, "paused", since)
    window.ask("stop", session=session)
    window.state(session, "ended")
    file = around[0] / "good_slow_slow.json"
    text = file.read_text()
    file.write_text(text.replace("good.gpkg", "other.gpkg"))
    error = window.error("continue_episode", folder=str(folder))
    assert (error["code"], "turn 1 is another one" in error["sentence"]) == ("INVALID_DOCUMENT", True)
    file.write_text(text)
    task = around[0] / "made" / "tasks" / "count_again" / "task.yaml"
    kept = task.read_text()
    task.write_text(f"{kept}\n")
    assert "no longer what it was" in window.error("continue_episode", folder=str(folder))["sentence"]
    task.write_text(kept)
    window.ask("continue_episode", folder=str(folder))


def test_a_stored_episode_is_read_whole(window):
    session, folder = begun(window, "reference")
    window.state(session, "ended")
    answer = window.ask("read_episode", folder=str(folder))
    assert answer["events"] == window.events(session)
    assert (answer["layers"], answer["score"]) == ([], None)
    assert answer["episode"] == listed(window, folder)
    assert (answer["episode"]["pack"], answer["episode"]["task"], answer["episode"]["agent"]) == (
        *("made", "count_people"),
        "reference",
    )
    assert (answer["episode"]["outcome"], answer["episode"]["calls"]) == ("finished", 2)


def test_episodes_are_listed_newest_first_and_torn_ones_with_their_fault(own, tmp_path):
    assert own.ask("episodes") == {"episodes": []}
    folders = []
    for _ in range(3):
        session, folder = begun(own, "reference")
        own.state(session, "ended")
        folders.insert(0, str(folder))
    assert [one["folder"] for one in own.ask("episodes")["episodes"]] == folders
    (Path(folders[0]) / "events.jsonl").write_text("{}\n[1]\n")
    (Path(folders[1]).parents[4] / "manifest.json").write_text("{")
    found = own.ask("episodes")["episodes"]
    assert sorted(one["state"] for one in found) == ["ended", "unreadable", "unreadable"]
    assert all(one["problem"] for one in found if one["state"] == "unreadable")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/etc",
        "/nothing/here",
        "/runs/one/episodes/a/b/1/attempt-1",
        "relative/attempt-1",
        "/a\0b",
        "/" + "x" * 5000,
    ],
)
def test_what_is_no_episode_is_refused(window, path):
    for op, more in (("read_episode", {}), ("continue_episode", {}), ("layers_at", {"step": 1})):
        assert window.error(op, folder=path, **more)["code"] in ("FILE_NOT_FOUND", "BAD_VALUE", "ENGINE_FAILED")


def test_layers_that_leave_the_workspace_are_not_shown(window, around):
    session, folder = begun(window, "reference")
    window.state(session, "ended")
    copy = around[0] / "copied"
    shutil.copytree(folder, copy)
    (copy / "work" / "mine.gpkg").write_bytes(b"x")
    os.symlink("/etc/passwd", copy / "work" / "link.gpkg")
    facts = {"kind": "vector", "crs": "EPSG:2263"}
    paths = ["work/mine.gpkg", "../../../../../../etc/passwd", "/etc/passwd", "work/link.gpkg", "work/gone.gpkg"]
    handles = {
        f"layer_{number}": {"kind": "vector", "path": path, "sublayer": "a", "facts": facts, "step": number}
        for number, path in enumerate(paths, start=1)
    }
    state = json.loads((copy / "workspace.json").read_text()) | {"handles": handles}
    (copy / "workspace.json").write_text(json.dumps(state))
    assert window.ask("layers_at", folder=str(copy), step=0) == {"layers": []}
    assert window.ask("layers_at", folder=str(copy), step=9)["layers"] == [
        {
            "step": 1,
            "handle": "layer_1",
            "path": str(copy / "work" / "mine.gpkg"),
            "sublayer": "a",
            "kind": "vector",
            "crs": "EPSG:2263",
        }
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"task": "nothing"}, "BAD_VALUE"),
        ({"task": "../count_people"}, "BAD_VALUE"),
        ({"agent": "nobody"}, "BAD_VALUE"),
        ({"agent": "person"}, "BAD_VALUE"),
        ({"agent": "openai"}, "MISSING_ARGUMENT"),
        ({"agent": "script:/nothing.json"}, "FILE_NOT_FOUND"),
        ({"model": {"base_url": "http://127.0.0.1/v1", "name": "tiny"}}, "BAD_VALUE"),
        ({"limits": {"calls": -1}}, "BAD_VALUE"),
        ({"limits": {"cals": 5}}, "BAD_VALUE"),
        ({"limits": {"calls": 1.5}}, "BAD_VALUE"),
        ({"limits": {"call_seconds": None}}, "BAD_VALUE"),
        ({"guard": "none"}, "WRONG_TYPE"),
        ({"begin": "later"}, "WRONG_TYPE"),
        ({"key": "with spaces"}, "BAD_VALUE"),
    ],
)
def test_what_cannot_begin_leaves_nothing(window, around, arguments, code):
    before = sorted(path.name for path in (window.panel / "episodes").glob("*"))
    given = {"pack": str(around[0] / "made"), "task": "count_people", "agent": "reference"} | arguments
    assert window.error("start_episode", **given)["code"] == code
    assert sorted(path.name for path in (window.panel / "episodes").glob("*")) == before


def test_several_episodes_run_at_a_time(window, around):
    agent = plan(around[0], "slow", "slow", "slow")
    sessions = [begun(window, agent) for _ in range(4)]
    assert len({folder for _, folder in sessions}) == 4
    for session, folder in sessions:
        assert window.state(session, "ended")["outcome"] == "finished"
        assert len(calls(folder)) == 3
        assert {event["event"] for event in window.events(session)} >= {"started", "finished"}


def test_a_host_that_cannot_start_ends_the_episode_with_its_reason(tmp_path):
    variables = place(tmp_path) | {"GISAGENTBENCH_QGIS_PROCESS": "/bin/false"}
    with opened(tmp_path, **variables) as window:
        session, folder = begun(window, "reference")
        end = window.state(session, "ended")
        assert (end["outcome"], "tool host" in end["message"]) == ("infrastructure", True)
        assert listed(window, folder)["can_continue"] is True


def test_an_episode_of_another_window_is_neither_offered_nor_taken(own, tmp_path):
    """Two QGIS may have one folder of runs."""
    session, folder = begun(own, "reference", begin="step")
    own.state(session, "paused")
    with opened(tmp_path, **place_again(tmp_path)) as other:
        found = listed(other, folder)
        assert (found["state"], found["session"], found["can_continue"]) == ("running", None, False)
        assert own.interrupt(signal.SIGKILL) is not None
        assert listed(other, folder)["state"] == "unfinished"
