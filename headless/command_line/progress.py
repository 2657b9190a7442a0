# SPDX-License-Identifier: GPL-2.0-or-later
"""One line on standard error: what is done, of how many, and what is running now."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from .answer import printable


class Progress:
    """The progress of one command; rewritten in place on a terminal, else a line per piece of work.

    Args:
        noun: What is counted, in the plural.
        total: How many there are.
        done: How many are done already.
        stream: Standard error where left out.
    """

    def __init__(self, noun: str, total: int, done: int = 0, stream: TextIO | None = None) -> None:
        self.noun, self.total, self.count = noun, total, done
        self.stream = stream or sys.stderr
        self.in_place = self.stream.isatty()
        self._now = ""
        self._begun = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.in_place:
            self._write("\r\x1b[K")

    def running(self, what: str) -> None:
        """Tells what runs now."""
        self._now = printable(what).replace("\n", " ")
        if self.in_place:
            self._rewrite()

    def done(self, what: str = "") -> None:
        """Counts one piece of work; `what` tells how it ended."""
        self.count += 1
        if self.in_place:
            self._rewrite()
        else:
            self._write(f"{self.count} of {self.total} {self.noun} done: {printable(what) or self._now}\n")

    def note(self, text: str) -> None:
        """Writes a line that stays."""
        self._write(("\r\x1b[K" if self.in_place else "") + printable(text) + "\n")

    def _rewrite(self) -> None:
        seconds = int(time.monotonic() - self._begun)
        line = f"{self.count} of {self.total} {self.noun} done, {seconds} s; now {self._now}"
        self._write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()
