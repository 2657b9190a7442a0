# SPDX-License-Identifier: GPL-2.0-or-later
"""One line on standard error: what is done, of how many, at what rate, how long the rest takes, and what runs now."""

from __future__ import annotations

import shutil
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import TextIO

from .answer import printable

REWRITE_SECONDS = 0.2
RECENT = 20


class Progress:
    """The progress of one command; rewritten in place on a terminal, else a line per piece of work.

    Args:
        noun: What is counted, in the plural.
        total: How many there are.
        done: How many are done already.
        stream: Standard error where left out.
        keeps_lines: Whether a line per piece of work stays on a terminal, too.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        noun: str,
        total: int,
        done: int = 0,
        stream: TextIO | None = None,
        keeps_lines: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.noun, self.total, self.count = noun, total, done
        self.stream = stream or sys.stderr
        self.in_place = self.stream.isatty()
        self.keeps_lines = keeps_lines
        self.clock = clock
        self._now = ""
        self._begun = clock()
        self._written = self._begun - REWRITE_SECONDS
        self._ends = deque([self._begun], maxlen=RECENT + 1)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.in_place:
            self._write("\r\x1b[K")

    def running(self, what: str) -> None:
        """Tells what runs now; may be called as often as one likes."""
        self._now = printable(what).replace("\n", " ")
        if self.in_place and self.clock() - self._written >= REWRITE_SECONDS:
            self._rewrite()

    def done(self, what: str = "") -> None:
        """Counts one piece of work; `what` tells how it ended."""
        self._ends.append(self.clock())
        self.count += 1
        told = printable(what) or self._now
        if not self.in_place:
            pace = f" ({self.pace()})" if self.pace() else ""
            self._write(f"{self.count} of {self.total} {self.noun} done: {told}{pace}\n")
            return
        if self.keeps_lines:
            self.note(told)
        self._rewrite()

    def note(self, text: str) -> None:
        """Writes a line that stays."""
        self._write(("\r\x1b[K" if self.in_place else "") + printable(text) + "\n")

    def pace(self) -> str:
        """Returns rate and time left, by the last pieces of work; "" before the first."""
        seconds = self._ends[-1] - self._ends[0]
        if seconds <= 0:
            return ""
        per_second = (len(self._ends) - 1) / seconds
        rate = f"{per_second:.1f} a second" if per_second >= 1 else f"{60 * per_second:.1f} a minute"
        left = self.total - self.count
        return rate + (f", {duration(left / per_second)} left" if left > 0 else "")

    def _rewrite(self) -> None:
        self._written = self.clock()
        spent = duration(self._written - self._begun)
        told = ", ".join(part for part in (spent, self.pace()) if part)
        line = f"{self.count} of {self.total} {self.noun} done, {told}; now {self._now}"
        self._write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()


def duration(seconds: float) -> str:
    """Returns a time for people, the two largest units of it.

    >>> duration(59.6), duration(3_700)
    ('1 min', '1 h 2 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
