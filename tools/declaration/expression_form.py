# SPDX-License-Identifier: GPL-2.0-or-later
"""The form of a QGIS expression, before QGIS reads it: its length, and how deep its brackets and functions nest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .errors import ToolError

LONGEST_EXPRESSION = 5000
DEEPEST_BRACKETS = 60
DEEPEST_FUNCTIONS = 12  # QGIS 3.40 reads a function twice for each function around it, so 20 levels take seconds
_PART = re.compile(
    r"""'(?:[^'\\]|''|\\.)*'? | "(?:[^"\\]|""|\\.)*"? | --[^\n]* | /\*.*?(?:\*/|\Z)
    | (?P<word>[\w$@]+) | (?P<mark>[()\[\]])""",
    re.VERBOSE | re.DOTALL,
)
_WORDS_BEFORE_BRACKETS = frozenset(
    {"and", "or", "not", "in", "like", "ilike", "between", "is", "case", "when", "then", "else"}
)


def check_form(argument: str, text: str) -> None:
    """Refuses an expression that would take QGIS long to read.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    if len(text) > LONGEST_EXPRESSION:
        raise _limit(argument, f"the expression has {len(text):,} characters, the limit is {LONGEST_EXPRESSION:,}",
                     "compute a part of it in a call before")  # fmt: skip
    brackets, functions = _depths(text)
    if brackets > DEEPEST_BRACKETS:
        raise _limit(argument, f"the expression is nested deeper than {DEEPEST_BRACKETS} brackets",
                     "compute a part of it in a call before")  # fmt: skip
    if functions > DEEPEST_FUNCTIONS:
        raise _limit(argument, f"the expression nests functions {functions} deep, the limit is {DEEPEST_FUNCTIONS}",
                     "CASE WHEN ... THEN ... takes the place of nested if(); a part can be computed in a call before"
                     )  # fmt: skip


def _depths(text: str) -> tuple[int, int]:
    """Gives the deepest nesting of brackets, and of brackets behind a function's name."""
    opened: list[bool] = []
    brackets = functions = 0
    for mark, is_call in _brackets(text):
        if mark in "([":
            opened.append(is_call)
            brackets, functions = max(brackets, len(opened)), max(functions, sum(opened))
        elif opened:
            opened.pop()
    return brackets, functions


def _brackets(text: str) -> Iterator[tuple[str, bool]]:
    """Gives every bracket outside quotes and comments, and whether a function's name stands before it."""
    word = ""
    for part in _PART.finditer(text):
        mark = part["mark"]
        if mark:
            yield mark, mark == "(" and word != "" and word.lower() not in _WORDS_BEFORE_BRACKETS
        word = part["word"] or ""


def _limit(argument: str, sentence: str, hint: str) -> ToolError:
    return ToolError("LIMIT_EXCEEDED", f"{argument}: {sentence}", hint, argument=argument)
