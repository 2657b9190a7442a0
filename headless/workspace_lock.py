# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps one workspace to one process at a time: two of them would lose each other's layers."""

from __future__ import annotations

import fcntl
import os
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..tools.declaration.errors import ToolError
from .refusal import CommandRefused

WAIT_SECONDS = 60.0
LOOK_SECONDS = 0.05


class WorkspaceLock:
    """A lock on the folder of a workspace, that ends with the process at the latest.

    Args:
        folder: Made where it is missing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._held: weakref.finalize | None = None

    def acquire(self, seconds: float = WAIT_SECONDS) -> None:
        """Takes the lock, or waits until another process gives it up; nothing where it is held already.

        Raises:
            ToolError LIMIT_EXCEEDED after `seconds`; CommandRefused OUTPUT_EXISTS where the folder is a file, or lies
                in one.
        """
        if self._held is not None and self._held.alive:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            message = f'"{self.folder}" is a file or lies in one; a workspace is a folder.'
            raise CommandRefused("OUTPUT_EXISTS", message, "Name a new folder.") from None
        number = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        deadline = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(number)
                    raise ToolError("LIMIT_EXCEEDED", "another process works in this workspace",
                                    "wait until it has ended, or take another folder") from None  # fmt: skip
                time.sleep(LOOK_SECONDS)
        self._held = weakref.finalize(self, os.close, number)

    def release(self) -> None:
        """Gives the lock up; nothing where it is not held."""
        if self._held is not None:
            self._held()
            self._held = None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Holds the lock of a workspace inside the block.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    lock = WorkspaceLock(folder)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()
