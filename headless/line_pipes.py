# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines over descriptors: cut with a bound on their length, and written by a thread that nobody waits for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import NamedTuple

LONGEST_LINE_BYTES = 16 * 1024 * 1024
CHUNK_BYTES = 1 << 16


class LineTooLong(NamedTuple):
    """Stands for a line of which nothing is kept; `longest` is the bound."""

    longest: int


class LineWriter(threading.Thread):
    """Writes in a thread that nobody waits for: a reader that reads no more would keep the process from its end.

    Args:
        sink: Descriptor to write to.
    """

    def __init__(self, sink: int) -> None:
        super().__init__(daemon=True)
        self.sink = sink
        self._left: SimpleQueue[tuple[bytes, Future[None]]] = SimpleQueue()

    def write(self, data: bytes) -> Future[None]:
        """Puts bytes in line. Returns: What tells when they are written, or OSError."""
        written: Future[None] = Future()
        self._left.put((data, written))
        return written

    def run(self) -> None:
        """Writes what is put in line, for ever."""
        while True:
            data, written = self._left.get()
            if not written.set_running_or_notify_cancel():
                continue
            try:
                _write_all(self.sink, data)
            except OSError as error:
                written.set_exception(error)
            else:
                written.set_result(None)


def split_lines(chunks: Iterator[bytes], longest: int = LONGEST_LINE_BYTES) -> Iterator[bytes | LineTooLong]:
    """Cuts bytes into lines; blank ones are left out, of longer ones nothing is kept but that they were there."""
    kept, dropped = bytearray(), False
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            kept += part
            if dropped or len(kept) > longest:
                yield LineTooLong(longest)
            elif kept.strip():
                yield bytes(kept)
            kept.clear()
            dropped = False
        kept += rest
        if len(kept) > longest:
            kept.clear()
            dropped = True


def lines_of(source: int) -> Iterator[bytes | LineTooLong]:
    """Reads lines from a descriptor until it ends; a last line without its end is left out. Raises: OSError."""
    return split_lines(iter(lambda: os.read(source, CHUNK_BYTES), b""))


def take_descriptors() -> tuple[int, int]:
    """Keeps standard input and output for lines; whatever else reads finds an end, what prints prints aside.

    Returns: Descriptors to read from and to write to.
    """
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def _write_all(sink: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(sink, left) :]
