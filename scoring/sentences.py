# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of check details: numbers, counts, lists, values."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from typing import Any

SHOWN_NAMES = 8
SHOWN_TEXT = 60
LONGEST_SENTENCE = 2000
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def printable(text: str, limit: int = LONGEST_SENTENCE) -> str:
    """Returns text of a stranger as one line that does nothing: what cannot be seen is escaped, what is long is cut.

    Terminals obey control characters, and marks of direction turn a sentence round.

    >>> printable("a" + chr(27) + "[2J" + chr(10)), printable("abcdef", 4)
    ('a\\\\x1b[2J\\\\n', 'a...')
    """
    seen = text[: limit + 1]
    if not (seen.isascii() and seen.isprintable()):
        seen = "".join(_escaped(char) if unicodedata.category(char) in UNSEEN else char for char in seen)
    return seen if len(seen) <= limit else seen[: limit - 3] + "..."


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def number_text(value: float) -> str:
    """Returns a number as people write it.

    >>> number_text(195.0), number_text(1234567.891), number_text(0.000012345)
    ('195', '1234567.891', '1.2345e-05')
    """
    if isinstance(value, float) and math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def value_text(value: Any) -> str:
    """Returns a value with NULL as a word and text in quotes, cut where it is long.

    >>> value_text(None), value_text("a"), value_text(2.0)
    ('NULL', '"a"', '2')
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    return f'"{printable(str(value), SHOWN_TEXT)}"'


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Returns a count with its noun.

    >>> counted(1, "row"), counted(3, "row")
    ('1 row', '3 rows')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(names: Iterable[str]) -> str:
    """Returns names in quotes, the first eight of them.

    >>> listed(["a", "b"])
    '"a", "b"'
    """
    quoted = [value_text(str(name)) for name in names]
    rest = len(quoted) - SHOWN_NAMES
    return ", ".join(quoted[:SHOWN_NAMES]) + (f" and {rest} more" if rest > 0 else "") if quoted else "none"
