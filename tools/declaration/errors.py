# SPDX-License-Identifier: GPL-2.0-or-later
"""The closed list of error codes and the one error a tool raises."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal, get_args

ErrorCode = Literal[
    "UNKNOWN_TOOL", "UNKNOWN_ARGUMENT", "MISSING_ARGUMENT", "WRONG_TYPE", "BAD_VALUE", "UNKNOWN_LAYER",
    "UNKNOWN_FIELD", "UNKNOWN_BAND", "FILE_NOT_FOUND", "BAD_FORMAT", "AMBIGUOUS_LAYER", "CRS_MISSING",
    "CRS_MISMATCH", "CRS_UNSUITABLE", "GRID_MISMATCH", "GRID_UNSUITABLE", "INVALID_GEOMETRY",
    "WRONG_GEOMETRY_TYPE", "KEY_MISMATCH", "EXPRESSION_INVALID", "EXPRESSION_NOT_ALLOWED", "LIMIT_EXCEEDED",
    "TIMEOUT", "CANCELLED", "PATH_OUTSIDE_WORKSPACE", "OUTPUT_EXISTS", "STORAGE_FULL", "INVALID_DOCUMENT",
    "DEPENDENCY_MISSING", "NO_OUTPUT_WRITTEN", "ENGINE_FAILED",
]  # fmt: skip
LONGEST_TEXT = 1200
ERROR_CODES: tuple[str, ...] = get_args(ErrorCode)


class ToolError(Exception):
    """One fault of one call.

    Args:
        code: A code of the closed list.
        sentence: What is the case, with the names and numbers of this call; stands alone.
        hint: The call or change that helps; may be empty.
        argument: The argument at fault, where there is one.
        expected: What the argument should have been.
        found: What it was.
    """

    def __init__(
        self,
        code: ErrorCode,
        sentence: str,
        hint: str = "",
        *,
        argument: str = "",
        expected: str = "",
        found: str = "",
    ) -> None:
        if code not in ERROR_CODES:
            raise ValueError(f"{code} is not of the closed list of error codes")
        self.code = code
        self.sentence = _cut(sentence)
        self.hint = _cut(hint)
        self.argument = argument
        self.expected = expected
        self.found = found
        super().__init__(self.text)

    @property
    def text(self) -> str:
        """Gives the whole error as one line: `CODE: sentence. Hint: what helps.`"""
        sentence = self.sentence.rstrip(".") + "."
        hint = f" Hint: {self.hint.rstrip('.')}." if self.hint else ""
        return f"{self.code}: {sentence}{hint}"

    def record(self) -> dict[str, str]:
        """Gives the error as it stands in a step record: code, message, hint."""
        return {"code": self.code, "message": self.sentence, "hint": self.hint}


def wrong_type(argument: str, wanted: str, value: object) -> ToolError:
    """Makes the error for a value of another JSON type than the argument takes."""
    kind = {
        str: "text",
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
    }
    found = "null" if value is None else f"{_shown(value)} ({kind.get(type(value), type(value).__name__)})"
    return ToolError(
        "WRONG_TYPE",
        f"{argument} takes {wanted}, not {found}",
        argument=argument,
        expected=wanted,
        found=found,
    )


def bad_value(argument: str, wanted: str, value: object, hint: str = "") -> ToolError:
    """Makes the error for a value of the right type that the argument does not allow."""
    found = _shown(value)
    return ToolError(
        "BAD_VALUE",
        f"{argument} takes {wanted}, not {found}",
        hint,
        argument=argument,
        expected=wanted,
        found=found,
    )


def nearest(name: str, names: Iterable[str], shown: int = 3) -> list[str]:
    """Finds the names most like `name`, best first; those much less like it than the best are left out."""
    pool = {candidate.lower(): candidate for candidate in names}
    close = difflib.get_close_matches(name.lower(), pool, n=shown, cutoff=0.5)
    likeness = {key: difflib.SequenceMatcher(None, key, name.lower()).ratio() for key in close}
    return [pool[key] for key in close if likeness[key] > likeness[close[0]] - 0.2]


def did_you_mean(name: str, names: Iterable[str], noun: str, listing_tool: str = "") -> str:
    """Writes a hint that offers the nearest names, or a few of all where none is near."""
    pool = list(names)
    close = nearest(name, pool)
    if close:
        words = " or ".join(f'"{word}"' for word in close)
        return f"nearest of its {len(pool)} {noun} {'is' if len(close) == 1 else 'are'} {words}"
    if not pool:
        return f"there are no {noun}"
    listed = ", ".join(f'"{word}"' for word in pool[:12])
    more = f" and {len(pool) - 12} more" if len(pool) > 12 else ""
    return f"{noun}: {listed}{more}" + (f"; {listing_tool} lists all" if listing_tool and more else "")


def _cut(text: str) -> str:
    """Takes the middle out of a text that would crowd out everything else; both ends tell what it is about."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 300]} … {text[-290:]}"


def _shown(value: object) -> str:
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
