# SPDX-License-Identifier: GPL-2.0-or-later
"""Garbage is collected again when the last of several blocks ends, and never inside one."""

from __future__ import annotations

import gc
import threading

from gisagentbench.plugin.canvas.held_collection import held_collection


def test_blocks_may_overlap() -> None:
    assert gc.isenabled()
    first_ends, inside = threading.Event(), []

    def other() -> None:
        with held_collection():
            first_ends.wait(5)
            inside.append(gc.isenabled())

    with held_collection():
        thread = threading.Thread(target=other)
        thread.start()
        inside.append(gc.isenabled())
    first_ends.set()
    thread.join()
    assert inside == [False, False]
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        with held_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
