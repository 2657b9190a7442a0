# SPDX-License-Identifier: GPL-2.0-or-later
"""The form of a call as it comes from an agent, before anything is made of it: plain JSON of some depth and length."""

from __future__ import annotations

from typing import Any

from .errors import ToolError

DEEPEST = 16
LARGEST_CHARACTERS = 4_000_000
MOST_BITS = 3322  # about 1,000 digits; Python refuses to write numbers of more than 4,300
_PLAIN = (str, bool, int, float, type(None))


def form_fault(api: Any, arguments: Any) -> ToolError | None:
    """Finds what makes a call unfit to be sent, written down or looked at any further; None where nothing does.

    Returns: UNKNOWN_TOOL for a name that is no text, LIMIT_EXCEEDED for depth and length, WRONG_TYPE for what is no
        JSON.
    """
    if not isinstance(api, str) or len(api) > 200:
        return ToolError("UNKNOWN_TOOL", "the name of a tool is a short text", "`tools` lists them")
    left: list[tuple[Any, int]] = [(arguments, 1)]
    length = 0
    while left:
        value, depth = left.pop()
        length += _length(value)
        if depth > DEEPEST or length > LARGEST_CHARACTERS:
            what = (
                f"deeper than {DEEPEST} levels" if depth > DEEPEST else f"longer than {LARGEST_CHARACTERS:,} characters"
            )
            return ToolError("LIMIT_EXCEEDED", f"the arguments of {api} are {what}; they were not looked at",
                             "files carry data: load_layer reads them")  # fmt: skip
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            return ToolError("LIMIT_EXCEEDED", f"the arguments of {api} hold a number of more than 1,000 digits")
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            left += [(part, depth + 1) for part in value.values()]
        elif isinstance(value, list):
            left += [(part, depth + 1) for part in value]
        elif not isinstance(value, _PLAIN):
            return ToolError("WRONG_TYPE", f"the arguments of {api} hold a {type(value).__name__}, which JSON does not")
    return None


def _length(value: Any) -> int:
    """Counts about as many characters as a value has in JSON, without what it holds."""
    if isinstance(value, str):
        return len(value) + 2
    return 2 + sum(len(key) + 3 for key in value if isinstance(key, str)) if isinstance(value, dict) else 4
