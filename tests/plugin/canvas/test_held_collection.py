# SPDX-License-Identifier: GPL-2.0-or-later
"""Garbage is collected in the window's thread alone, whatever a task of ours makes in its own."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gisagentbench.plugin.canvas.held_collection import hold_collection, release_collection
from gisagentbench.tests.plugin.waiting import wait_for

MANY = 3 * gc.get_threshold()[0]


class Cycle:
    """Garbage that only the collector frees; tells in which thread it went."""

    def __init__(self, went: Callable[[int], None]) -> None:
        self.itself = self
        self.went = went

    def __del__(self) -> None:
        self.went(threading.get_ident())


def test_holds_may_overlap() -> None:
    hold_collection()
    hold_collection()
    release_collection()
    assert not gc.isenabled()
    release_collection()
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        hold_collection()
        release_collection()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.qgis
@pytest.mark.parametrize("ending", ["right", "refused", "broken"])
def test_no_garbage_goes_in_the_thread_of_a_task(qgis_application: Any, ending: str) -> None:
    """The task makes more objects than the collector waits for, also as the last thing that it does."""
    from gisagentbench.plugin.canvas.background_task import BackgroundTask, Refused, run_in_background

    went: list[int] = []
    workers: list[int] = []
    ends: list[tuple[Any, str]] = []

    def work(_task: Any) -> list[list[int]]:
        workers.append(threading.get_ident())
        Cycle(went.append)
        kept: list[list[int]] = [[number] for number in range(MANY)]
        if ending == "refused":
            raise Refused("no")
        return [] if ending == "broken" and 1 / 0 else kept

    gc.collect()
    Cycle(went.append)
    run_in_background(BackgroundTask("task", work, lambda made, fault: ends.append((made, fault))))
    wait_for(lambda: ends)
    assert gc.isenabled()
    gc.collect()
    assert workers != [threading.get_ident()]
    assert went == [threading.get_ident()] * 2
    made, fault = ends[0]
    assert (made is not None, fault) == {
        "right": (True, ""), "refused": (False, "no"), "broken": (False, "ZeroDivisionError: division by zero"),
    }[ending]  # fmt: skip


@pytest.mark.qgis
def test_a_cancelled_task_hands_over_nothing_and_ends_its_hold(qgis_application: Any) -> None:
    from gisagentbench.plugin.canvas.background_task import BackgroundTask, run_in_background

    ends: list[tuple[Any, str]] = []
    begun = threading.Event()
    go_on = threading.Event()

    def work(_task: Any) -> str:
        begun.set()
        go_on.wait(10)
        return "made"

    task = BackgroundTask("task", work, lambda made, fault: ends.append((made, fault)))
    run_in_background(task)
    assert begun.wait(10)
    task.cancel()
    go_on.set()
    wait_for(lambda: ends)
    assert ends == [(None, "")]
    assert gc.isenabled()
