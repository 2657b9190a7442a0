# SPDX-License-Identifier: GPL-2.0-or-later
"""A forked scoring child says what a fresh one says, is limited and ended as one, and leaves nothing to the next."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from gisagentbench.scoring import forked_child, limited_child
from gisagentbench.scoring.limited_child import Cancelled, Job, Limits, children_at_hand, run_child, run_jobs

from .layer_files import contract_of

CONTRACT = contract_of(kind="table", file="t.csv", columns={"code": {"type": "text"}}, id_columns=["code"])
REQUEST = {"memory_bytes": 2**31, "seconds": 60.0, "folder": os.devnull, "jobs": []}

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="until all systems have pidfd_open")


@pytest.fixture
def outputs(tmp_path: Path) -> list[Path]:
    """A right output, a wrong one, one that is no table, one that is not there."""
    texts = {"right": b"code\n1\n2\n", "wrong": b"code\n1\n3\n", "binary": b"\x00\xff\x00", "absent": None}
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        if text is not None:
            (tmp_path / name / "t.csv").write_bytes(text)
    return [tmp_path / name / "t.csv" for name in texts]


def jobs(outputs: list[Path]) -> list[Job]:
    """Each against the right one, which stands beside it."""
    return [Job(CONTRACT, output.parents[1] / "right" / "t.csv", output) for output in outputs]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands of fresh children."""
    commands = []

    class Watched(limited_child.subprocess.Popen):
        def __init__(self, command, **options):
            commands.append(command)
            super().__init__(command, **options)

    monkeypatch.setattr(limited_child.subprocess, "Popen", Watched)
    return commands


def test_records_are_those_of_fresh_children(outputs: list[Path], started: list[list[str]]) -> None:
    fresh = run_jobs(jobs(outputs))
    assert len(started) == 1
    with children_at_hand():
        for output, record in zip(outputs, fresh, strict=True):
            assert run_jobs(jobs([output]))[0] == record
    assert [command[-1] for command in started] == ["scoring.child", forked_child.PARENT]
    assert [record.strict for record in fresh] == [True, False, False, False]


def test_a_child_beyond_its_time_is_killed_and_the_next_one_answers(outputs: list[Path]) -> None:
    slow = outputs[1]
    slow.write_bytes(b"code\n" + b"1\n" * 4_000_000)
    with children_at_hand():
        first, second = run_jobs(jobs([slow, outputs[0]]), Limits(seconds=2.0))
        assert first.checks[0].detail == '"t.csv" took longer than 2 s to read and compare.'
        assert second.strict


def test_a_cancelled_child_is_killed_and_the_next_one_answers(outputs: list[Path]) -> None:
    outputs[1].write_bytes(b"code\n" + b"1\n" * 4_000_000)
    with children_at_hand():
        with pytest.raises(Cancelled):
            run_jobs(jobs([outputs[1]]), is_cancelled=lambda: True)
        end = run_child("scoring.child", REQUEST, 60.0, lambda: False)
        assert (end.answers, end.status) == ([limited_child.STARTED], 0)


def test_without_the_parent_of_children_a_fresh_one_answers(outputs: list[Path], started: list[list[str]]) -> None:
    with children_at_hand():
        (parent,) = forked_child._kept
        os.kill(parent._process.pid, signal.SIGKILL)
        assert run_jobs(jobs(outputs[:1]))[0].strict
    assert [command[-1] for command in started] == [forked_child.PARENT, "scoring.child"]


def test_another_search_path_is_never_answered_by_it(
    outputs: list[Path], started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with children_at_hand():
        monkeypatch.setattr(limited_child.sys, "path", [*limited_child.sys.path, str(tmp_path)])
        assert run_jobs(jobs(outputs[:1]))[0].strict
    assert len(started) == 2


def test_nothing_is_left_behind_the_block() -> None:
    with children_at_hand():
        (parent,) = forked_child._kept
        pid = parent._process.pid
        os.kill(pid, 0)
    assert forked_child._kept == []
    with pytest.raises(ProcessLookupError):  # waited for, so its number is free
        os.kill(pid, 0)
