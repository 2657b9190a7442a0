# SPDX-License-Identifier: GPL-2.0-or-later
"""A copy of an output in a folder of the reader's own, taken through descriptors that follow no link.

What is checked is then what is read, whoever swaps the file meanwhile; and nothing that a driver looks for beside a
file (masks, overviews, world files, styles, journals) is there unless its format consists of it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from .source_file import NOT_WAITING, Unreadable, check_regular_file, file_parts

CHUNK_BYTES = 64 * 1024**2
MIB = 1024**2
NOT_BETWEEN_THESE = (errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM)


def copy_output(path: Path, folder: Path, most_bytes: int) -> Path:
    """Copies a file and the parts of its format into a folder; a GeoPackage's log is worked into the copy.

    Args:
        most_bytes: What all of it may be long.
    Returns: The copy.
    Raises: Unreadable; OSError where there is no room.
    """
    check_regular_file(path)
    left = most_bytes
    for part in file_parts(path):
        left -= _copy(part, folder / part.name, left, most_bytes)
    copy = folder / path.name
    if path.suffix.lower() == ".gpkg" and (log := copy.with_name(copy.name + "-wal")).exists():
        _work_in(copy)
        log.unlink(missing_ok=True)
    return copy


def _copy(source: Path, target: Path, left: int, most_bytes: int) -> int:
    descriptor = _opened(source)
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise Unreadable("is not a regular file")
        if before.st_size > left:
            raise Unreadable(f"is larger than {most_bytes // MIB} MiB")
        with target.open("xb") as file:
            copied = _pour(descriptor, file.fileno(), before.st_size)
        after = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if copied != before.st_size or (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise Unreadable("was changed while it was read")
    return copied


def _opened(source: Path) -> int:
    try:
        return os.open(source, os.O_RDONLY | NOT_WAITING)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unreadable(f"is a symbolic link ({source.name}); links are not followed") from None
        raise Unreadable(f"cannot be opened ({os.strerror(error.errno or 0)})") from None


def _pour(source: int, target: int, size: int) -> int:
    """Copies up to `size` bytes; on file systems that can share blocks none is moved."""
    copied = 0
    while copied < size:
        try:
            step = os.copy_file_range(source, target, min(CHUNK_BYTES, size - copied))
        except (AttributeError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in NOT_BETWEEN_THESE:
                raise
            step = os.write(target, os.read(source, min(CHUNK_BYTES, size - copied)))
        if not step:
            break
        copied += step
    return copied


def _work_in(copy: Path) -> None:
    """Moves what a write-ahead log holds into its database."""
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            mode = database.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        raise Unreadable(f"is a damaged GeoPackage ({error})") from None
    if mode != ("delete",):
        raise Unreadable("is a GeoPackage whose write-ahead log cannot be read")
