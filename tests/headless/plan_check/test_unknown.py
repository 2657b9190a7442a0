# SPDX-License-Identifier: GPL-2.0-or-later
"""Nothing can be concluded from what is not known: whoever uses it is stopped."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import Any

import pytest

from gisagentbench.headless.plan_check import unknown
from gisagentbench.headless.plan_check.unknown import NoFile, NotKnown, guarded
from gisagentbench.tools.declaration.facts import Field, LayerFacts

USES: dict[str, Callable[[Any], Any]] = {
    "truth": bool, "text": str, "shown": repr, "in a sentence": lambda it: f"{it}", "with a form": lambda it: f"{it:g}",
    "number": float, "whole number": int, "length": len, "rows": list, "hash": hash, "path": os.fspath,
    "part": lambda it: it[0], "attribute": lambda it: it.width, "call": lambda it: it(), "holds": lambda it: 1 in it,
    "equal": lambda it: it == 1, "not equal": lambda it: it != 1, "less": lambda it: it < 1, "more": lambda it: it > 1,
    "or": lambda it: it or 1, "larger": lambda it: max(it, 1), "inside": lambda it: 0 <= it + 1 < 2,
    "among words": lambda it: it in ("Polygon", None), "block": lambda it: it.__enter__(),
}  # fmt: skip


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_every_use_stops(use: Callable[[Any], Any]) -> None:
    with pytest.raises(NotKnown):
        use(unknown.UNKNOWN)


COMPUTED: dict[str, Callable[[Any], Any]] = {
    "sum": lambda it: it + 1, "sum from the right": lambda it: 1 + it, "product": lambda it: 2 * it,
    "quotient": lambda it: 1 / it, "negative": operator.neg, "size": abs, "a long way": lambda it: (it - 1) ** 2 // 3,
}  # fmt: skip


@pytest.mark.parametrize("use", COMPUTED.values(), ids=COMPUTED)
def test_what_is_computed_from_it_is_not_known_either(use: Callable[[Any], Any]) -> None:
    assert use(unknown.UNKNOWN) is unknown.UNKNOWN


def test_it_may_be_handed_on_and_asked_whether_it_is_none() -> None:
    kept = {"crs": unknown.UNKNOWN}
    assert kept["crs"] is unknown.UNKNOWN and unknown.UNKNOWN is not None


def test_no_tool_takes_it_for_a_fault_of_its_own() -> None:
    assert not issubclass(NotKnown, Exception)


def test_facts_that_are_known_stay_and_the_others_stop() -> None:
    facts = guarded(LayerFacts("vector", "EPSG:2263", (Field("name", "text"),)))
    assert (facts.kind, facts.crs, facts.field_names, facts.field("nam")) == ("vector", "EPSG:2263", ["name"], None)
    for use in (lambda: facts.geometry_type == "Point", lambda: facts.is_multi or False, lambda: facts.bands or ()):
        with pytest.raises(NotKnown):
            use()


def test_names_of_fields_that_are_not_known_stop_where_they_are_used() -> None:
    facts = guarded(LayerFacts("vector"))
    for use in (lambda: facts.field_names or [], lambda: facts.field("name") is None or facts.field("name").type):
        with pytest.raises(NotKnown):
            use()


def test_rows_and_faults_that_are_not_counted_are_none_as_in_every_layer() -> None:
    facts = guarded(LayerFacts("vector"))
    assert (facts.count, facts.invalid_count) == (None, None)


def test_an_extent_that_is_not_known_is_one_of_unknown_corners() -> None:
    extent = guarded(LayerFacts("vector")).extent
    assert extent is not None and extent.xmin is unknown.UNKNOWN
    with pytest.raises(NotKnown):
        print(extent.xmin - 10 < extent.xmax)


def test_the_file_of_a_layer_is_one_with_itself_and_cannot_be_opened() -> None:
    assert NoFile("roads") == NoFile("roads") != NoFile("parks") and len({NoFile("roads"), NoFile("roads")}) == 1
    for use in (str, os.fspath, lambda it: it.endswith(".tif")):
        with pytest.raises(NotKnown):
            use(NoFile("roads"))
