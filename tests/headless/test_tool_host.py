# SPDX-License-Identifier: GPL-2.0-or-later
"""The client of a tool host keeps its promises whatever the host does."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gisagentbench.headless import host_process, machine
from gisagentbench.headless.host_connection import HostGone, wait_for_hello
from gisagentbench.headless.tool_host import HostUnavailable
from gisagentbench.tests.headless.made_hosts import client_of, eventually, fake_command, is_gone, loading
from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.host_job import HostJob
from gisagentbench.tools.execution.workspace import Workspace

LIMIT = 0.5
LONG = 20.0


def steps_counted(client):
    return Workspace(client.workspace).state.steps


def test_a_call_gives_the_step_record_of_the_host(tmp_path):
    with client_of(tmp_path) as client:
        step = client.call(*loading("good"), LONG)
    assert (step["ok"], step["output"], step["seconds"]) == (True, "parks", 0.25)


def test_a_host_is_started_once_for_many_calls(tmp_path):
    starts = []
    with client_of(tmp_path, on_start=starts.append) as client:
        for _ in range(5):
            client.call(*loading("good"), LONG)
    assert [start.reason for start in starts] == ["first"]
    assert starts[0].versions == {"qgis": "none"}


def test_progress_of_a_call_is_passed_on(tmp_path):
    shares = []
    with client_of(tmp_path, on_progress=shares.append) as client:
        client.call(*loading("good"), LONG)
    assert shares == [0.5]


@pytest.mark.parametrize(
    ("manner", "code", "reason"),
    [
        ("sleep", "TIMEOUT", "time_limit"),
        ("half", "TIMEOUT", "time_limit"),
        ("die", "ENGINE_FAILED", "host_died"),
        ("no_memory", "ENGINE_FAILED", "host_died"),
        ("spent", "LIMIT_EXCEEDED", "memory_limit"),
        ("garbage", "ENGINE_FAILED", "host_died"),
        ("other_id", "ENGINE_FAILED", "host_died"),
        ("other_call", "ENGINE_FAILED", "host_died"),
    ],
)
def test_a_call_that_is_lost_is_a_failed_call_and_the_next_one_runs_in_a_new_host(tmp_path, manner, code, reason):
    starts = []
    with client_of(tmp_path, on_start=starts.append) as client:
        client.start()
        lost = client.call(*loading(manner), LIMIT if code == "TIMEOUT" else LONG)
        pid = int((client.workspace / "host.pid").read_text())
        assert is_gone(pid)
        after = client.call(*loading("good"), LONG)
    assert (lost["ok"], lost["output"], lost["error"]["code"]) == (False, None, code)
    assert after["ok"]
    assert [start.reason for start in starts] == ["first", reason]


def test_a_host_that_died_of_its_memory_limit_says_so(tmp_path):
    with client_of(tmp_path, memory_bytes=3_000_000_000) as client:
        client.start()
        step = client.call(*loading("no_memory"), LONG)
        after = client.call(*loading("die"), LONG)
    assert step["error"]["message"] == (
        "the process that ran load_layer ended in mid-call: it reached its memory limit of 3 GB; nothing of this call "
        "was kept"
    )
    assert "memory" not in after["error"]["message"]  # what an earlier host has said is not taken for it


def test_the_job_states_the_memory_of_the_host(tmp_path, monkeypatch):
    """On paper: three quarters of the machine's memory, shared by the hosts that work at a time."""
    jobs = []
    monkeypatch.setattr(HostJob, "write", lambda job, path: jobs.append(job))
    monkeypatch.setattr(machine.os, "sysconf", {"SC_PHYS_PAGES": 4_000_000, "SC_PAGE_SIZE": 4096}.__getitem__)
    with client_of(tmp_path, "exits", LIMIT) as client, pytest.raises(HostUnavailable):
        client.start()
    assert jobs[0].memory_bytes == 12_288_000_000
    assert machine.memory_share(4) == 3_072_000_000
    assert machine.memory_share(1000) == 1 << 30


def test_a_time_limit_is_kept(tmp_path):
    with client_of(tmp_path) as client:
        client.start()
        begun = time.monotonic()
        step = client.call(*loading("sleep"), LIMIT)
        spent = time.monotonic() - begun
    assert LIMIT <= spent < LIMIT + 2
    assert LIMIT <= step["seconds"] <= spent


def test_what_a_call_has_started_ends_with_it(tmp_path):
    with client_of(tmp_path) as client:
        client.start()
        assert client.call(*loading("children"), LIMIT)["error"]["code"] == "TIMEOUT"
        child = int((client.workspace / "child.pid").read_text())
        assert is_gone(child)


def test_an_answer_that_was_not_asked_for_is_never_taken_for_the_next_call(tmp_path):
    with client_of(tmp_path) as client:
        assert client.call(*loading("twice"), LONG)["ok"]
        second = client.call("load_layer", {"file": "good.gpkg", "name": "roads"}, LONG)
    assert second["error"]["code"] == "ENGINE_FAILED"
    assert second["arguments"]["name"] == "roads"


def test_a_host_killed_in_mid_call_loses_that_call_alone_twenty_times(tmp_path):
    with client_of(tmp_path) as client:
        codes = []
        for number in range(20):
            client.start()
            pid = client.pid
            killer = threading.Timer(0.02 + 0.003 * number, os.kill, (pid, signal.SIGKILL))
            killer.start()
            codes.append(client.call(*loading("sleep"), LONG)["error"]["code"])
            killer.join()
        assert client.call(*loading("good"), LONG)["ok"]
    assert codes == ["ENGINE_FAILED"] * 20
    assert steps_counted(client) == 20


def test_lost_calls_are_counted_in_the_workspace(tmp_path):
    with client_of(tmp_path) as client:
        client.start()
        first = client.call(*loading("die"), LONG)
        second = client.call(*loading("die"), LONG)
    assert (first["step"], second["step"], steps_counted(client)) == (1, 2, 2)


def test_what_can_be_refused_without_a_host_starts_none(tmp_path):
    with client_of(tmp_path, "exits") as client:
        step = client.call("bufer", {"layer": "parks"}, LONG)
        other = client.call("clip", {"layer": "parks", "mask": "city", "output": "both"}, LONG)
    assert (step["error"]["code"], other["error"]["code"]) == ("UNKNOWN_TOOL", "UNKNOWN_LAYER")
    assert not (tmp_path / "host.log").exists()


@pytest.mark.parametrize(
    ("manner", "seconds", "words"),
    [
        ("exits", LONG, "ended with status 7"),
        ("silent", LIMIT, "did not answer within 0.5 s"),
        ("never_connects", LIMIT, "did not answer within 0.5 s"),
    ],
)
def test_a_host_that_cannot_be_started_is_said_and_leaves_nothing_running(tmp_path, manner, seconds, words):
    client = client_of(tmp_path, manner, seconds)
    with pytest.raises(HostUnavailable) as broken:
        client.call(*loading("good"), LONG)
    assert words in broken.value.message
    assert client.pid is None


def test_a_host_with_the_wrong_secret_is_hung_up_on(tmp_path):
    client = client_of(tmp_path, "wrong_secret", LONG)
    with pytest.raises(HostUnavailable) as broken:
        client.call(*loading("good"), LONG)
    assert "ended with status 0" in broken.value.message


def test_a_stranger_on_the_port_does_not_become_the_host():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        strangers = [socket.create_connection(address) for _ in range(3)]
        strangers[0].sendall(b'{"op": "hello", "secret": "guess", "versions": {}, "tools": []}\n')
        strangers[1].sendall(b"GET / HTTP/1.1\r\n\r\n")
        host = socket.create_connection(address)
        host.sendall(b'{"op": "hello", "secret": "right", "versions": {"qgis": "3"}, "tools": []}\n')
        hello = wait_for_hello(listener, "right", time.monotonic() + LONG, lambda: False)
        assert hello.versions == {"qgis": "3"}
        assert [stranger.recv(1) for stranger in strangers] == [b"", b"", b""]
        hello.connection.close()
        for one in (*strangers, host):
            one.close()


def test_nobody_is_waited_for_when_the_process_has_ended():
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(HostGone):
        wait_for_hello(listener, "right", time.monotonic() + LONG, lambda: True)


def test_the_job_is_readable_by_its_owner_alone_and_removed(tmp_path, monkeypatch):
    seen = []
    write = HostJob.write

    def watched(job, path):
        write(job, path)
        seen.append((path, path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777))

    monkeypatch.setattr(HostJob, "write", watched)
    with client_of(tmp_path) as client:
        client.start()
    ((path, mode, folder_mode),) = seen
    assert (mode, folder_mode) == (0o600, 0o700)
    assert not path.exists() and not path.parent.exists()


def test_close_gives_the_changed_inputs_of_the_host(tmp_path):
    with client_of(tmp_path, "changes") as client:
        client.start()
        pid = client.pid
        assert client.close() == ["told_by_the_host.gpkg"]
        assert is_gone(pid)


def test_close_finds_changed_inputs_itself_where_no_host_is_left(tmp_path):
    inputs = tmp_path / "workspace" / "inputs"
    inputs.mkdir(parents=True)
    (inputs / "parks.gpkg").write_text("as it was")
    client = client_of(tmp_path)
    (inputs / "parks.gpkg").write_text("changed")
    assert client.close() == ["parks.gpkg"]


PARENT = """
import sys
from pathlib import Path
sys.path.insert(0, {plugins!r})
from gisagentbench.headless.tool_host import ToolHost
client = ToolHost(Path({folder!r}) / "workspace", Path({folder!r}) / "log", command={command!r})
client.start()
print(client.pid, flush=True)
client.call("load_layer", {{"file": "sleep.gpkg", "name": "parks"}}, 1000)
"""


def test_a_host_dies_with_its_parent(tmp_path):
    package = Path(host_process.__file__).resolve().parents[1]
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    (plugins / "gisagentbench").symlink_to(package)
    program = PARENT.format(plugins=str(plugins), folder=str(tmp_path), command=fake_command())
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert not is_gone(pid, 0.1)
    parent.kill()
    parent.wait()
    assert is_gone(pid)


def test_an_interrupted_call_leaves_no_host(tmp_path, monkeypatch):
    with client_of(tmp_path) as client:
        client.start()
        pid = client.pid
        monkeypatch.setattr(client, "_ask", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            client.call(*loading("good"), LONG)
    assert is_gone(pid)


def cancelling(client, cancelled, when):
    """A thread that cancels a call as soon as something has come true."""

    def cancel():
        if eventually(when, LONG):
            client.cancel(cancelled)

    thread = threading.Thread(target=cancel)
    thread.start()
    return thread


def test_a_call_that_another_thread_cancels_is_recorded_and_the_next_has_a_new_host(tmp_path):
    starts = []
    with client_of(tmp_path, on_start=starts.append) as client:
        cancelled = threading.Event()
        runs = (client.workspace / "host.pid").exists
        thread = cancelling(client, cancelled, runs)
        stopped = client.call(*loading("sleep"), LONG, cancelled)
        thread.join()
        again = client.call(*loading("good"), LONG)
    assert (stopped["ok"], stopped["error"]["code"], stopped["step"]) == (False, "CANCELLED", 1)
    assert again["ok"]
    assert [start.reason for start in starts] == ["first", "cancelled"]


def test_a_call_is_cancelled_while_its_host_starts(tmp_path):
    with client_of(tmp_path, "never_connects") as client:
        cancelled = threading.Event()
        thread = cancelling(client, cancelled, lambda: client.pid is not None)
        stopped = client.call(*loading("good"), LONG, cancelled)
        thread.join()
    assert stopped["error"]["code"] == "CANCELLED"


def test_a_call_that_is_cancelled_before_it_begins_starts_no_host(tmp_path):
    with client_of(tmp_path, "exits") as client:
        cancelled = threading.Event()
        client.cancel(cancelled)
        assert client.call(*loading("good"), LONG, cancelled)["error"]["code"] == "CANCELLED"


def test_a_cancel_that_comes_too_late_costs_the_next_call_nothing(tmp_path):
    with client_of(tmp_path) as client:
        assert client.call(*loading("good"), LONG)["ok"]
        client.cancel(threading.Event())
        assert client.call(*loading("good"), LONG)["ok"]


def test_a_call_that_somebody_forbids_is_recorded_and_starts_no_host(tmp_path):
    starts = []
    with client_of(tmp_path, on_start=starts.append) as client:
        step = client.refuse(*loading("good"), ToolError("CANCELLED", "not that file", "another one"))
        odd = client.refuse("load_layer", "no arguments", ToolError("CANCELLED", "no"))
        unfit = client.refuse(5, {}, ToolError("CANCELLED", "no"))
    assert (step["ok"], step["step"], step["arguments"]) == (False, 1, {"file": "good.gpkg", "name": "parks"})
    assert step["error"] == {"code": "CANCELLED", "message": "not that file", "hint": "another one"}
    assert (odd["error"]["code"], unfit["error"]["code"]) == ("CANCELLED", "UNKNOWN_TOOL")
    assert (starts, steps_counted(client)) == ([], 3)


def test_a_forbidden_call_is_no_killed_one(tmp_path):
    with client_of(tmp_path) as client:
        client.was_killed = True
        client.refuse(*loading("good"), ToolError("CANCELLED", "no"))
        assert client.was_killed is False
