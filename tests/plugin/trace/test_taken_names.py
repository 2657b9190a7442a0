# SPDX-License-Identifier: GPL-2.0-or-later
"""A name is taken while what has it is there, or is still to come."""

from __future__ import annotations

from gisagentbench.plugin.trace.taken_names import TakenNames


def test_names_that_are_there_and_names_that_are_promised() -> None:
    there = ["parks"]
    names = TakenNames(lambda: there)
    assert names.promise("roads") == "roads"
    assert names.all() == {"parks", "roads"}
    there.append("roads")
    names.keep_no_longer(["roads"])
    assert names.all() == {"parks", "roads"}
    there.clear()
    assert names.all() == set()


def test_a_promise_that_is_forgotten_leaves_the_name_free() -> None:
    names = TakenNames(list)
    names.promise("roads")
    names.forget()
    assert names.all() == set()
