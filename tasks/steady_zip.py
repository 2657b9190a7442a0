# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a zip file that depends on nothing but what is put in: one date, one mode, the order it is given in."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, NamedTuple

# The first date that a zip file can hold.
DATE = (1980, 1, 1, 0, 0, 0)
MODE = 0o100644 << 16
BY_UNIX = 3
LEVEL = 9
CHUNK = 1 << 20


class ZipEntry(NamedTuple):
    """A file of a zip.

    Args:
        name: Its path in the zip, with slashes.
        size: In bytes.
        open: Opens it for reading.
    """

    name: str
    size: int
    open: Callable[[], IO[bytes]]


def write_steady_zip(file: Path, entries: Iterable[ZipEntry]) -> None:
    """Writes the zip; an older file is replaced by rename, and nothing stays of one that could not be finished."""
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.absolute().parent)
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream, zipfile.ZipFile(stream, "w") as archive:
            for entry in entries:
                _add(archive, entry)
        unfinished.chmod(0o644)  # mkstemp lets nobody else read
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _add(archive: zipfile.ZipFile, entry: ZipEntry) -> None:
    info = zipfile.ZipInfo(entry.name, DATE)
    info.external_attr, info.create_system = MODE, BY_UNIX
    info.compress_type = zipfile.ZIP_DEFLATED
    info._compresslevel = LEVEL  # type: ignore[attr-defined]  # open() takes no level
    info.file_size = entry.size
    with entry.open() as source, archive.open(info, "w") as target:
        while chunk := source.read(CHUNK):
            target.write(chunk)
