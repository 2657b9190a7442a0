# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads single files out of wheels, source archives, Debian packages and npm archives; nothing else is unpacked."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

from .source_failure import SourceFailure

GIB = 1 << 30
MOST_OF_A_FILE = GIB
MOST_OF_AN_ARCHIVE = 4 * GIB
CHUNK = 1 << 20
DAMAGED = (
    tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, zlib.error, EOFError, OSError, ValueError, KeyError,
    NotImplementedError, RuntimeError,
)  # fmt: skip
AR_MAGIC = b"!<arch>\n"
AR_HEADER = 60
UNPACKERS: dict[str, Any] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open, ".tar": lambda file: file}


def read_members(archive: Path, members: dict[str, Path], largest: int = MOST_OF_A_FILE) -> None:
    """Writes files of an archive to files of their own.

    Args:
        archive: .whl, .zip, .tar.gz, .tgz, .tar.bz2, .tar.xz or .deb.
        members: Path in the archive to the file to write. The one folder that source archives and npm archives hold
            everything in may be left out.
        largest: Bytes that a file may have.
    Raises: SourceFailure where one is not there, is no regular file or too large, or the archive is damaged.
    """
    left = dict(members)
    try:
        with _opened(archive) as files:
            for name, stream in files:
                wanted = next((path for path in (name, _below_top(name)) if path in left), None)
                if wanted is not None:
                    _copy(stream, left.pop(wanted), name, largest)
                if not left:
                    break
    except SourceFailure:
        raise
    except DAMAGED as error:
        if isinstance(error, OSError) and error.filename is not None:  # the disk, and not the archive
            raise
        reason = f"{archive.name} is damaged or no such archive ({type(error).__name__})"
        raise SourceFailure(reason, "it is downloaded again the next time.", "BAD_FORMAT") from None
    if left:
        hint = "look for the path in the archive; the register names it without a leading slash."
        raise SourceFailure(f"{archive.name} holds no file {next(iter(left))}", hint)


def _below_top(name: str) -> str:
    """Returns a path without its first folder."""
    return name.partition("/")[2]


@contextmanager
def _opened(archive: Path) -> Iterator[Iterator[tuple[str, IO[bytes] | None]]]:
    """Opens an archive. Yields: Names with what reads them; None for what is no regular file."""
    name = archive.name.lower()
    with archive.open("rb") as file:
        if name.endswith((".whl", ".zip")):
            with zipfile.ZipFile(file) as zipped:
                yield _zip_files(zipped)
            return
        stream: Any = _debian_data(file) if name.endswith(".deb") else _unpacked(file, name)
        with tarfile.open(fileobj=Bounded(stream, MOST_OF_AN_ARCHIVE), mode="r|") as tarred:  # type: ignore[call-overload]
            yield _tar_files(tarred)


def _zip_files(archive: zipfile.ZipFile) -> Iterator[tuple[str, IO[bytes] | None]]:
    for entry in archive.infolist():
        if not entry.is_dir():
            kind = entry.external_attr >> 16 & 0o170000
            yield entry.filename, LazyMember(archive, entry) if kind in (0, 0o100000) else None  # type: ignore[misc]


def _tar_files(archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes] | None]]:
    for entry in archive:
        if not entry.isdir():
            yield str(PurePosixPath(entry.name)), archive.extractfile(entry) if entry.isreg() else None


def _copy(stream: IO[bytes] | None, target: Path, name: str, largest: int) -> None:
    if stream is None:
        raise SourceFailure(f"{name} is a link or no regular file", "name the file that it leads to.", "BAD_FORMAT")
    written = 0
    with target.open("xb") as file:
        while chunk := stream.read(CHUNK):
            written += len(chunk)
            if written > largest:
                reason = f"{name} is larger than {largest:,} bytes"
                raise SourceFailure(reason, "mirror the data.", "LIMIT_EXCEEDED")
            file.write(chunk)


def _unpacked(file: IO[bytes], name: str) -> Any:
    ending = ".gz" if name.endswith(".tgz") else PurePosixPath(name).suffix
    if ending not in UNPACKERS:
        reason = f"{name} is packed in a way that is not read ({ending or 'no ending'})"
        raise SourceFailure(reason, "mirror the data.", "BAD_FORMAT")
    return UNPACKERS[ending](file)


def _debian_data(file: IO[bytes]) -> Any:
    """Finds the tar archive with the files of a Debian package, an `ar` archive of 60-byte headers."""
    if file.read(len(AR_MAGIC)) != AR_MAGIC:
        raise tarfile.ReadError("no ar archive")
    while len(header := file.read(AR_HEADER)) == AR_HEADER:
        name, size = header[:16].decode("ascii").strip().rstrip("/"), int(header[48:58])
        if size < 0:
            raise tarfile.ReadError("a negative size")
        if name.startswith("data.tar"):
            return _unpacked(Part(file, size), name)  # type: ignore[arg-type]
        file.seek(size + size % 2, io.SEEK_CUR)
    raise tarfile.ReadError("no data.tar")


class LazyMember:
    """A file of a zip archive that is opened when it is read."""

    def __init__(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        self._archive, self._entry = archive, entry
        self._stream: IO[bytes] | None = None

    def read(self, size: int) -> bytes:
        """Reads up to `size` bytes."""
        if self._stream is None:
            self._stream = self._archive.open(self._entry)
        return self._stream.read(size)


class Part:
    """The next bytes of a file, as a file."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int = -1) -> bytes:
        """Reads up to `size` bytes, all that are left where negative."""
        chunk = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(chunk)
        return chunk


class Bounded:
    """A stream that refuses to give more bytes than it may: what unpacks to more is a bomb."""

    def __init__(self, stream: Any, most: int) -> None:
        self._stream, self._left = stream, most

    def read(self, size: int) -> bytes:
        """Reads up to `size` bytes. Raises: SourceFailure."""
        chunk: bytes = self._stream.read(size)
        self._left -= len(chunk)
        if self._left < 0:
            raise SourceFailure(
                f"the archive unpacks to more than {MOST_OF_AN_ARCHIVE // GIB} GiB",
                "mirror the data.",
                "LIMIT_EXCEEDED",
            )
        return chunk
