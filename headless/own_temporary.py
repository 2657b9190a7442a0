# SPDX-License-Identifier: GPL-2.0-or-later
"""A temporary folder of one command or service and all it starts: nothing is left where one of them is killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "gisagentbench-own-"
VARIABLE = "TMPDIR"  # read by Python, Qt and GDAL
_roots: list[Path] = []


@contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """Has this process and those it starts put temporary files into a folder of its own inside the block.

    The folder goes with the block. One whose process was killed goes when the next process makes its own.
    """
    root = Path(tempfile.gettempdir())
    remove_left(root)
    folder, lock = _made(root)
    _roots.append(root)
    before, before_here = os.environ.get(VARIABLE), tempfile.tempdir
    os.environ[VARIABLE] = tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        _roots.pop()
        tempfile.tempdir = before_here
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
        # a child that is ending may still write; then the next process removes the rest
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def lasting_temporary_folder() -> Path:
    """Returns the temporary folder for a child that outlives this process, and so its own folder."""
    return _roots[0] if _roots else Path(tempfile.gettempdir())


def remove_left(root: Path) -> None:
    """Removes folders whose processes have ended without doing so."""
    for folder in root.glob(f"{PREFIX}*"):
        lock = _locked(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _made(root: Path) -> tuple[Path, int]:
    """Makes a folder and holds its lock, which ends with this process at the latest."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=root))
        lock = _locked(folder)
        if lock is not None and folder.exists():
            return folder, lock
        if lock is not None:  # another process took it for one that was left
            os.close(lock)


def _locked(folder: Path) -> int | None:
    """Takes the lock of a folder; None where a process holds it, or the folder is gone or somebody else's."""
    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        return None
    return number
