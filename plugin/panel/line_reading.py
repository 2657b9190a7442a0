# SPDX-License-Identifier: GPL-2.0-or-later
"""Cuts a stream of bytes into JSON lines."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

LARGEST_LINE = 64 << 20


class LineTooLong(ValueError):
    """A line without an end; whoever writes it is not who we think."""


class LineReader:
    """Keeps what has come and gives whole lines, in order."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._lines: deque[bytes] = deque()

    def take(self, data: bytes) -> None:
        """Takes the next bytes.

        Raises: LineTooLong.
        """
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._lines.append(b"".join([*self._parts, part]))
            self._parts, self._size = [], 0
        if rest:
            self._parts.append(rest)
            self._size += len(rest)
        if self._size > LARGEST_LINE:
            raise LineTooLong(f"a line of more than {LARGEST_LINE} bytes")

    def __bool__(self) -> bool:
        return bool(self._lines)

    def next_message(self) -> dict[str, Any] | None:
        """Returns the next line as an object; None where it is none, as with a stray word of a library."""
        try:
            message = json.loads(self._lines.popleft())
        except ValueError:
            return None
        return message if isinstance(message, dict) else None
