# SPDX-License-Identifier: GPL-2.0-or-later
"""The demo pack in the window, with QGIS: layers come with their steps, and an episode outlives kills at any moment."""

import random
import signal
import time
from pathlib import Path

import pytest

from gisagentbench.headless.episode_scoring import score_outputs
from gisagentbench.headless.events import read_events
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.window_service.window import opened

pytestmark = pytest.mark.qgis
TASK = "soho_pump_rings"
HANDLES = ["pumps", "addresses", "pumps_utm", "addresses_utm", "rings", "rings_counted"]


def steps(folder):
    """What every call of an episode asked for and made; of one that was made again, the last record."""
    events = read_events(folder / "events.jsonl")
    ended = {event.call: event.step for event in events if event.event == "call_finished"}
    return [(step["api"], step["arguments"], step["ok"], step["outputs"]) for step in ended.values()]


def hosts(window):
    """Process ids of the tool hosts of a service, whichever of its threads has started them."""
    children = Path(f"/proc/{window.process.pid}/task").glob("*/children")
    pids = [int(pid) for file in children for pid in file.read_text().split()]
    return [pid for pid in pids if b"gisagentbench:toolhost" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def is_strict(folder):
    return score_outputs(find_pack("demo"), TASK, folder / "output").strict


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    """A window and the episode that ran in it without a stop."""
    with opened(tmp_path_factory.mktemp("straight")) as window:
        answer = window.ask("start_episode", pack="demo", task=TASK, agent="reference")
        end = window.state(answer["session"], "ended")
        assert end["outcome"] == "finished", end
        yield window, answer["session"], Path(answer["folder"])


def test_the_reference_is_strictly_right_and_leaves_no_host(straight):
    window, _, folder = straight
    assert is_strict(folder)
    assert eventually(lambda: hosts(window) == [], 10)


def test_each_layer_is_told_behind_its_step_with_its_crs(straight):
    window, session, folder = straight
    layers = window.notices("layer", session)
    assert [(one["step"], one["handle"]) for one in layers] == list(enumerate(HANDLES, start=1))
    assert [one["crs"] for one in layers] == ["EPSG:3857", "EPSG:3857", *["EPSG:32630"] * 4]
    assert {one["kind"] for one in layers} == {"vector"}
    assert all(Path(one["path"]).is_file() for one in layers)
    heard = [one for one in window.heard if one.get("session") == session and one["notice"] in ("event", "layer")]
    for number, notice in enumerate(heard):
        if notice["notice"] == "layer":
            assert heard[number - 1]["event"]["event"] == "call_finished"
            assert heard[number - 1]["event"]["step"]["step"] == notice["step"]
    read = window.ask("read_episode", folder=str(folder))["layers"]
    assert read == [{key: one[key] for key in read[0]} for one in layers]


def test_the_layers_of_any_step_are_found_again(straight):
    window, _, folder = straight
    for step in range(len(HANDLES) + 2):
        found = window.ask("layers_at", folder=str(folder), step=step)["layers"]
        assert [one["handle"] for one in found] == HANDLES[:step]


def test_a_paused_episode_goes_on_after_its_window_was_killed(straight, tmp_path):
    with opened(tmp_path) as window:
        answer = window.ask("start_episode", pack="demo", task=TASK, agent="reference", begin="step")
        for _ in range(3):
            window.state(answer["session"], "paused", len(window.heard) - 1)
            window.ask("step", session=answer["session"])
        assert eventually(lambda: len(window.notices("layer", answer["session"])) == 4, 60)
        pids = hosts(window)
        assert len(pids) == 1
        window.interrupt(signal.SIGKILL)
        assert is_gone(pids[0])
    folder = Path(answer["folder"])
    with opened(tmp_path) as window:
        again = window.ask("continue_episode", folder=str(folder))
        assert window.state(again["session"], "ended")["outcome"] == "finished"
        assert [one["handle"] for one in window.notices("layer", again["session"])] == HANDLES[4:]
    assert steps(folder) == steps(straight[2])
    assert is_strict(folder)


def test_a_stop_in_mid_call_kills_qgis_and_the_episode_goes_on(straight, tmp_path):
    with opened(tmp_path) as window:
        answer = window.ask("start_episode", pack="demo", task=TASK, agent="reference")
        window.wait_for(lambda one: one.get("event", {}).get("event") == "call_started")
        time.sleep(0.3)  # QGIS takes longer to start
        assert window.ask("stop", session=answer["session"]) == {"killed_call": True}
        assert window.state(answer["session"], "ended")["outcome"] == "cancelled"
        assert eventually(lambda: hosts(window) == [], 10)
        again = window.ask("continue_episode", folder=answer["folder"])
        assert window.state(again["session"], "ended")["outcome"] == "finished"
    assert steps(Path(answer["folder"])) == steps(straight[2])
    assert is_strict(Path(answer["folder"]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_kills_at_any_moment_change_no_answer(straight, tmp_path, seed):
    draw = random.Random(seed)
    with opened(tmp_path) as window:
        answer = window.ask("start_episode", pack="demo", task=TASK, agent="reference")
        folder, kills = Path(answer["folder"]), 0
        kill_after(window, draw.uniform(0.5, 4.0))
    while not read_events(folder / "events.jsonl")[-1:] or read_events(folder / "events.jsonl")[-1].event != "finished":
        kills += 1
        assert kills < 30
        with opened(tmp_path) as window:
            again = window.ask("continue_episode", folder=str(folder))
            if kills % 4 == 0:
                window.state(again["session"], "ended")
            else:
                kill_after(window, draw.uniform(0.5, 4.0))
    assert read_events(folder / "events.jsonl")[-1].outcome == "finished"
    assert steps(folder) == steps(straight[2])
    assert is_strict(folder)


def kill_after(window, seconds):
    """Kills a service some time from now; no host outlives it."""
    time.sleep(seconds)
    pids = hosts(window)
    window.interrupt(signal.SIGKILL)
    assert [pid for pid in pids if not is_gone(pid)] == []
