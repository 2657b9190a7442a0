# SPDX-License-Identifier: GPL-2.0-or-later
"""Every word of every enumeration is tested, and by a row that another word would not pass.

The words are those of the registry. A word stands in a row, or, for tools that read and write files, in a test module
that names tool, argument and word. Rows and modules with a word are then run with each other word in its place: one of
its rows, or of its tests, must fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import words
import words_in_tests
from tool_rows import check_result, check_words

from gisagentbench.tools.declaration.registry import find

pytestmark = pytest.mark.qgis
WORDS = list(words.words())
ROWS = {word: words.rows_with(word) for word in WORDS}
IN_PYTHON = [word for word in WORDS if not ROWS[word]]


def test_every_word_is_in_a_row_or_a_test() -> None:
    assert [word for word in IN_PYTHON if not words_in_tests.modules_with(word)] == []


def test_a_word_that_is_nowhere_is_found() -> None:
    assert not words_in_tests.modules_with(words.Word("export_layer", "format", "word" + "perfect", ()))
    assert words_in_tests.modules_with(words.Word("export_layer", "format", "flatgeobuf", ()))


def test_words_that_may_be_alike_are_words() -> None:
    assert {pair[:2] for pair in words.ALIKE} <= {(word.tool, word.argument) for word in WORDS}
    assert words.alike_of("hillshade", "z_unit", "ft") == {"us_ft"}
    assert words.alike_of("hillshade", "z_unit", "m") == words.alike_of("slope", "z_unit", "ft") == set()


def test_the_other_word_takes_the_place_of_one() -> None:
    word = words.Word("buffer", "cap", "flat", ("round",))
    row = {"call": {"layer": "a", "cap": "flat"}}
    assert words.swapped(row, word, "round") == {"call": {"layer": "a", "cap": "round"}}
    assert words.swapped({"call": {"layer": "a"}}, word, "round") is None
    many = words.Word("find_topology_errors", "checks", "gaps", ("overlaps",))
    listed = {"call": {"checks": ["gaps", "overlaps"]}}
    assert words.swapped(listed, many, "overlaps") == {"call": {"checks": ["overlaps"]}}


def test_a_row_in_another_unit_speaks_of_the_same_ground() -> None:
    """Published: a mile is 1,609.344 m."""
    tool = "summarize_within_distance"
    call = {"distance": 1609.344, "unit": "m"}
    row = {"rule": "r", "tool": tool, "call": call, "expect": {"rows": [{"count": 1}]}}
    miles = words.converted(row, words.Word(tool, "unit", "mi", ()), 1 / 1609.344)
    assert miles["call"] == {"distance": 1.0, "unit": "mi"} and miles["expect"] == row["expect"]


def test_cells_with_a_measure_are_said_in_the_other_unit() -> None:
    """Published: a nautical mile is 1,852 m."""
    row = {"rule": "r", "tool": "proximity_raster", "call": {"unit": "nmi"}, "expect": {"cells": [[0, 2], [None, 1]]}}
    metres = words.converted(row, words.Word("proximity_raster", "unit", "m", ()), 1852)
    assert metres["expect"]["cells"] == [[0, 3704], [None, 1852]]


@pytest.fixture(scope="module")
def runner(qgis_application: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[words.Row], bool]:
    """Tells whether a row passes; the layers of a row are made once."""
    from harness import Harness

    known: dict[tuple[int, str], Any] = {}

    def passes(row: words.Row) -> bool:
        guard, given = row.get("guard", "refuse"), row.get("given", {})
        harness = known.get((id(given), guard))
        if harness is None:
            harness = known[id(given), guard] = Harness(tmp_path_factory.mktemp("words"), guard)
            for name, recipe in given.items():
                harness.give(name, recipe)
        spec = find(row["tool"])
        makes_layer = spec.main_output is not None and spec.argument("output") is not None
        output = {"output": f"result_{len(harness.workspace.handles)}"} if makes_layer else {}
        step = harness.call(row["tool"], **row["call"], **output)
        if "error" in row["expect"]:
            return not step.ok and step.error["code"] == row["expect"]["error"]
        try:
            check_words(step, row["expect"])
            check_result(harness, step, row["expect"])
        except (AssertionError, KeyError, TypeError):
            return False
        return bool(step.ok)

    return passes


CASES = sorted({(word.tool, word.argument) for word in WORDS if ROWS[word]})


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "argument"), CASES, ids=lambda text: str(text))
def test_another_word_gives_another_result(tool: str, argument: str, runner: Any) -> None:
    """Law: for each word there is a row that no other word would pass."""
    alike = [
        f"{word.word} could be {other}"
        for word in WORDS
        if (word.tool, word.argument) == (tool, argument)
        for other in word.others
        if all(runner(words.swapped(row, word, other)) for row in ROWS[word])
    ]
    assert alike == []


@pytest.mark.slow
@pytest.mark.parametrize("word", IN_PYTHON, ids=lambda word: f"{word.tool}-{word.argument}-{word.word}")
def test_another_word_lets_a_test_fail(word: words.Word, qgis_application: Any) -> None:
    """Law: for each word there is a test that no other word would pass."""
    assert [other for other in word.others if not words_in_tests.some_test_fails(word, other)] == []


CONVERTED = [
    pytest.param(row, id=f"{row['tool']}: {row['rule']}")
    for word in WORDS
    for row in ROWS[word]
    if row["rule"].endswith(f", in {word.word}")
]


@pytest.mark.slow
@pytest.mark.parametrize("row", CONVERTED)
def test_the_same_ground_in_another_unit_gives_the_same_answer(row: words.Row, runner: Any) -> None:
    """Law: a distance is as long in any unit."""
    assert runner(row)
