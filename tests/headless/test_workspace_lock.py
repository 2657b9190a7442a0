# SPDX-License-Identifier: GPL-2.0-or-later
"""One workspace is kept to one process at a time, and nobody is kept out by a process that is gone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.workspace_lock import WorkspaceLock
from gisagentbench.tests.headless.made_hosts import client_of, eventually, loading
from gisagentbench.tools.declaration.errors import ToolError

HOLDER = """
import fcntl, os, sys, time
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print("x", flush=True)
time.sleep(60)
"""


def refused(folder: Path) -> bool:
    lock = WorkspaceLock(folder)
    try:
        lock.acquire(0)
    except ToolError as fault:
        assert fault.code == "LIMIT_EXCEEDED"
        return True
    lock.release()
    return False


def test_a_second_client_is_kept_out_until_the_first_has_ended(tmp_path: Path) -> None:
    with client_of(tmp_path) as host:
        assert host.call(*loading("good"), 10)["ok"]
        assert refused(host.workspace)
    assert not refused(tmp_path / "workspace")


def test_a_client_that_closes_or_is_forgotten_keeps_nobody_out(tmp_path: Path) -> None:
    host = client_of(tmp_path)
    assert refused(host.workspace)
    host.close()
    assert not refused(host.workspace)
    host.start()
    assert refused(host.workspace)
    host.kill()
    folder = host.workspace
    del host
    assert not refused(folder)


def test_a_killed_process_keeps_nobody_out(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None and holder.stdout.read(1) == b"x"
    assert refused(tmp_path)
    with pytest.raises(ToolError, match="another process"):
        client = tmp_path / "workspace"
        client.symlink_to(tmp_path)
        lock = WorkspaceLock(client)
        lock.acquire(0.1)
    holder.kill()
    holder.wait()
    assert eventually(lambda: not refused(tmp_path), 5)


@pytest.mark.parametrize("place", ["notes.txt", "notes.txt/below"])
def test_a_file_in_place_of_the_folder_is_the_command_lines_fault(place: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(CommandRefused) as stopped:
        WorkspaceLock(tmp_path / place).acquire()
    assert (stopped.value.code, stopped.value.status) == ("OUTPUT_EXISTS", 2)
    assert (tmp_path / "notes.txt").read_text() == "mine"
