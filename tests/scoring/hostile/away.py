# SPDX-License-Identifier: GPL-2.0-or-later
"""A file and an address that no output may lead to, and whether something went there."""

from __future__ import annotations

import ctypes
import functools
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IN_ACCESS, IN_OPEN = 0x1, 0x20
EVENT_BYTES = 16


@functools.cache
def canary() -> Path:
    """Returns a file outside of every output folder."""
    folder = Path(tempfile.mkdtemp(prefix="canary-"))
    (folder / "file").write_text("secret\n")
    return folder / "file"


@functools.cache
def _beacon() -> socket.socket:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    return listener


def address() -> str:
    """Returns host and port of a server that answers nobody."""
    return f"127.0.0.1:{_beacon().getsockname()[1]}"


@contextmanager
def visits() -> Iterator[list[str]]:
    """Collects in a list what opened the canary or called the address while the block ran.

    Source: inotify of Linux.
    """
    library = ctypes.CDLL(None, use_errno=True)
    watch = library.inotify_init1(os.O_NONBLOCK)
    assert watch >= 0
    assert library.inotify_add_watch(watch, os.fsencode(canary()), IN_ACCESS | IN_OPEN) >= 0
    seen: list[str] = []
    try:
        yield seen
        seen += ["the canary was opened"] * bool(_events(watch))
        seen += ["the address was called"] * _was_called()
    finally:
        os.close(watch)


def _events(watch: int) -> bytes:
    try:
        return os.read(watch, EVENT_BYTES * 64)
    except BlockingIOError:
        return b""


def _was_called() -> bool:
    try:
        _beacon().accept()[0].close()
    except BlockingIOError:
        return False
    return True


def leads_away(folder: Path) -> bool:
    """Tells whether a file in a folder names the canary or the address."""
    for path in folder.iterdir():
        if path.is_symlink():
            return True
        data = path.read_bytes() if path.is_file() else b""
        if str(canary()).encode() in data or address().encode() in data:
            return True
    return False
