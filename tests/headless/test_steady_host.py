# SPDX-License-Identifier: GPL-2.0-or-later
"""A call whose host was killed from outside is made again, on the workspace as it was before it."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from gisagentbench.headless.steady_host import Snapshot, SteadyHost
from gisagentbench.tests.headless.made_hosts import client_of, eventually, loading
from gisagentbench.tools.execution.workspace import Workspace

LONG = 20.0


class Killed:
    """A host that leaves files behind, and is killed in its first calls."""

    def __init__(self, workspace, deaths):
        self.workspace, self.deaths, self.was_killed, self.calls = workspace, deaths, False, 0

    def call(self, api, arguments, seconds):
        self.calls += 1
        assert not (self.workspace / "output/half.csv").exists()
        (self.workspace / "output/half.csv").write_text("half")
        (self.workspace / "work/half").mkdir()
        state = Workspace(self.workspace)
        state.state.steps += 1
        state.save()
        self.was_killed = self.calls <= self.deaths
        return {"ok": not self.was_killed, "step": state.state.steps}

    def close(self):
        return ["told.csv"]


@pytest.mark.parametrize(("deaths", "calls", "ok"), [(0, 1, True), (1, 2, True), (2, 3, True), (3, 3, False)])
def test_a_killed_call_is_made_again_and_leaves_nothing_of_the_time_before(tmp_path, deaths, calls, ok):
    Workspace(tmp_path)
    host = Killed(tmp_path, deaths)
    assert SteadyHost(host).call("a", {}, 1.0) == {"ok": ok, "step": 1}
    assert host.calls == calls


def test_a_call_that_fails_by_itself_is_not_made_again(tmp_path):
    with client_of(tmp_path) as client:
        steady = SteadyHost(client)
        for manner in ("die", "no_memory"):
            step = steady.call(*loading(manner), LONG)
            assert (step["ok"], step["error"]["code"]) == (False, "ENGINE_FAILED")
    assert Workspace(client.workspace).state.steps == 2


def test_a_host_that_is_killed_in_mid_call_costs_nothing_but_time(tmp_path):
    starts = []
    with client_of(tmp_path, on_start=starts.append) as client:
        named = client.workspace / "host.pid"

        def kill_the_first():
            assert eventually(named.exists, LONG)
            os.kill(int(named.read_text()), signal.SIGKILL)

        killer = threading.Thread(target=kill_the_first)
        killer.start()
        step = SteadyHost(client).call(*loading("slow"), LONG)
        killer.join()
    assert (step["ok"], step["error"]) == (True, None)
    assert [start.reason for start in starts] == ["first", "host_died"]


def test_what_was_there_before_stays(tmp_path):
    Workspace(tmp_path)
    (tmp_path / "work/kept.gpkg").write_text("kept")
    state = (tmp_path / "workspace.json").read_text()
    before = Snapshot(tmp_path)
    (tmp_path / "output/link").symlink_to(tmp_path / "work")
    (tmp_path / "work/new.gpkg").write_text("new")
    (tmp_path / "workspace.json").write_text("{}")
    before.restore()
    assert [path.name for path in (tmp_path / "work").iterdir()] == ["kept.gpkg"]
    assert list((tmp_path / "output").iterdir()) == []
    assert (tmp_path / "workspace.json").read_text() == state
