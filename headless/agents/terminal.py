# SPDX-License-Identifier: GPL-2.0-or-later
"""The terminal of the person who is an agent: text goes to standard error, lines come from standard input."""

from __future__ import annotations

import contextlib
import sys
from typing import Protocol

from ..command_line.answer import printable

MARK = "> "
CLEARED = "\r\x1b[K"  # the line of the progress
LONGEST_LINE = 1_000_000


class Terminal(Protocol):
    """Where a person is asked."""

    def say(self, text: str) -> None:
        """Shows a text."""
        ...

    def ask(self) -> str | None:
        """Asks for a line; None where there is none any more."""
        ...


class StandardTerminal:
    """The terminal of this process, or what stands in for it, such as a pipe or a file."""

    def __init__(self) -> None:
        self._is_typed = sys.stdin is not None and sys.stdin.isatty()
        if self._is_typed:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (input() then has history and editing)

    def say(self, text: str) -> None:
        """Shows a text; what could steer the terminal is escaped."""
        cleared = CLEARED if sys.stderr.isatty() else ""
        sys.stderr.write(f"{cleared}{printable(text)}\n")
        sys.stderr.flush()

    def ask(self) -> str | None:
        """Asks for a line.

        Returns: The line, without its end; bytes that are no UTF-8 are replaced, which is seen in the answer to it.
            None at the end of input.
        """
        if self._is_typed:
            return self._typed()
        if sys.stdin is None:
            return None
        line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = sys.stdin.buffer.readline(LONGEST_LINE)
            self.say(f"The line is longer than {LONGEST_LINE:,} bytes; it was not looked at.")
            return ""
        return line.decode("utf-8", "replace").rstrip("\r\n") if line else None

    def _typed(self) -> str | None:
        is_edited = sys.stdout.isatty()  # else input() would write its mark into a file or pipe
        sys.stderr.write((CLEARED if sys.stderr.isatty() else "") + ("" if is_edited else MARK))
        sys.stderr.flush()
        try:
            return input(MARK if is_edited else "")
        except UnicodeDecodeError:
            return "\ufffd"
        except EOFError:
            return None
