# SPDX-License-Identifier: GPL-2.0-or-later
"""Test modules that name a word of a tool, and whether they fail when another word takes its place in every call."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from words import Word, swapped

from gisagentbench.tools.declaration.registry import find

GROUPS = Path(__file__).parent / "groups"
QUIET = ("-x", "-q", "-o", "timeout=0", "-p", "no:cacheprovider")


@functools.cache
def named(path: Path) -> frozenset[Any]:
    """Gives the texts, numbers and names of arguments in a module, each with its type."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {(type(node.value), node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return frozenset(constants | {(str, node.arg) for node in ast.walk(tree) if isinstance(node, ast.keyword)})


def modules_with(word: Word) -> list[Path]:
    """Gives the test modules that name the tool, the argument and the word; a default goes without the last two."""
    wanted = {(str, word.tool)}
    if not is_default(word):
        wanted |= {(str, word.argument), (type(word.word), word.word)}
    return sorted(path for path in GROUPS.rglob("test_*.py") if wanted <= named(path))


def is_default(word: Word) -> bool:
    """Tells whether a word is taken where none is given."""
    argument: Any = find(word.tool).argument(word.argument)
    return not argument.required and bool(argument.default == word.word)


def some_test_fails(word: Word, other: Any) -> bool:
    """Tells whether a test that names a word fails when another takes its place in every call."""
    from qgis.core import QgsApplication

    with other_words(word, other), pytest.MonkeyPatch.context() as patch:
        patch.setattr(QgsApplication, "exitQgis", lambda _: None)  # the tests within end, and QGIS goes on
        ended = pytest.main([*QUIET, *map(str, modules_with(word))])
    return ended == pytest.ExitCode.TESTS_FAILED


@contextmanager
def other_words(word: Word, other: Any) -> Iterator[None]:
    """Lets another word take the place of one in every call.

    A call that does not give the word, but has it by default, is made as it is where the other word is refused: this
    says of a GeoPackage that it has no rows of a heading, and nothing of the word.
    """
    from gisagentbench.tools.execution.executor import Executor

    def call(self: Any, api: str, arguments: dict[str, Any]) -> Any:
        row = swapped({"call": arguments}, word, other) if api == word.tool else None
        if row is None:
            return made(self, api, arguments)
        step = made(self, api, row["call"])
        return step if step.ok or word.argument in arguments else made(self, api, arguments)

    made = Executor.call
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Executor, "call", call)
        yield
