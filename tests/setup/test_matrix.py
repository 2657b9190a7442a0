# SPDX-License-Identifier: GPL-2.0-or-later
"""`test --matrix` names what it lacks, and one system that fails does not stop the others."""

import argparse
import os
import subprocess
from types import SimpleNamespace

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import test as word

SCRIPT = machine.ROOT / "setup" / "matrix.sh"


def script(tmp_path, *words, user="0", **variables):
    """Runs matrix.sh as if by this user, where debootstrap and unshare do nothing but fail."""
    for name, text in {"id": f"echo {user}", "debootstrap": "exit 1", "unshare": "exit 1"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "GISAGENTBENCH_ROOTS": str(tmp_path / "roots"),
        **variables,
    }
    return subprocess.run(["sh", SCRIPT, *words], env=environment, capture_output=True, text=True)


def test_without_a_qt6_build_its_variable_is_named(tmp_path):
    done = script(tmp_path, "qt6")
    assert done.returncode == 3
    assert "GISAGENTBENCH_QT6 is not set: it names the folder" in done.stderr


def test_without_root_the_command_is_named(tmp_path):
    done = script(tmp_path, "trixie", user="1000")
    assert done.returncode == 3
    assert "sudo ./gisagentbench test --matrix" in done.stderr


def test_a_debootstrap_that_fails_is_told_with_its_log(tmp_path):
    done = script(tmp_path, "bookworm")
    assert done.returncode == 3
    assert f"debootstrap failed; its story is in {tmp_path}/roots/bookworm/debootstrap.log." in done.stderr


def test_an_unknown_root_folder_shows_how_it_is_called(tmp_path):
    done = script(tmp_path, "potato")
    assert done.returncode == 2
    assert "matrix.sh ROOT [COMMAND [ARGUMENT ...]]" in done.stderr


@pytest.mark.parametrize(("statuses", "status"), [((0, 0, 0), 0), ((1, 0, 3), 1)])
def test_every_system_is_tried(monkeypatch, statuses, status):
    ended, answers = iter(statuses), []
    monkeypatch.setattr(word.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=next(ended)))
    monkeypatch.setattr(word.answer, "write", lambda record, text, as_json: answers.append((record, text)))
    assert word.run(argparse.Namespace(matrix=True, full=False, json=True)) == status
    ((record, text),) = answers
    assert [row["status"] for row in record["systems"]] == list(statuses)
    assert record["ok"] is (status == 0)
    assert text.startswith("every system" if status == 0 else "not every system")
