# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the one answer of a command: text for a person, or one JSON object for a program.

Engines print where they like. A `--json` command therefore keeps a private copy of standard output for its
answer and points descriptor 1 at standard error before anything else is imported.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from typing import Any

STANDARD_OUTPUT = 1
STANDARD_ERROR = 2
CLOSED = -1
_kept: list[int] = []


def keep_descriptor() -> None:
    """Keeps a private copy of standard output and points descriptor 1 at standard error. To be called once, first."""
    if _kept:
        return
    try:
        _kept.append(os.dup(STANDARD_OUTPUT))
    except OSError:  # it is closed; the answer will find that it cannot be written
        _kept.append(CLOSED)
    with contextlib.suppress(OSError):
        os.dup2(STANDARD_ERROR, STANDARD_OUTPUT)


def write(record: Any, text: str, as_json: bool) -> None:
    """Writes the answer.

    Args:
        record: What a program gets: JSON data.
        text: What a person gets: the same, in words.
        as_json: Which of them.
    """
    if as_json:
        line = json.dumps(plain(record), allow_nan=False)
        _write_all(_kept[0] if _kept else STANDARD_OUTPUT, line + "\n")
    else:
        _write_all(STANDARD_OUTPUT, printable(text) + "\n")


def printable(text: str) -> str:
    """Escapes what could steer a terminal in text that came from an agent or a file.

    >>> printable("a" + chr(27) + "[2J")
    'a\\\\x1b[2J'
    """
    kept = (one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text)
    return "".join(kept)


def plain(value: Any) -> Any:
    """Gives JSON data in which numbers that JSON does not have are null."""
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _write_all(descriptor: int, text: str) -> None:
    data = text.encode("utf-8", errors="backslashreplace")
    while data:
        data = data[os.write(descriptor, data) :]
