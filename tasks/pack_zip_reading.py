# SPDX-License-Identifier: GPL-2.0-or-later
"""Unpacks a pack that a stranger has zipped.

Everything is judged by the directory of the archive before a byte is written, and what is written is counted, since a
directory may lie.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from .pack import LEFT_OUT, PACK_FILE
from .pack_refusal import PackRefused
from .portable_paths import clash, path_problem

MIB = 1 << 20
CHUNK = 1 << 16
# The end record of a zip file: its mark, its length, where the length of the directory stands, its longest comment.
END_OF_DIRECTORY, END_BYTES, DIRECTORY_LENGTH_AT, LONGEST_END = b"PK\5\6", 22, 12, 22 + 0xFFFF
LOCATOR_OF_64_BITS, LOCATOR_BYTES = b"PK\6\7", 20
MOST_OF_AN_ENTRY = 1024
ENCRYPTED, UTF8 = 0x1, 0x800
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError, NotImplementedError, RuntimeError, ValueError)
ZIP_AGAIN = "zip the pack again, or ask whoever made it."


class ZipLimits(NamedTuple):
    """What a zipped pack may hold.

    Args:
        files: Entries, folders included.
        file_size: Bytes of one file, unpacked.
        size: Bytes of all, unpacked.
        ratio: Unpacked to packed bytes of one file that is larger than `small`.
        small: Bytes up to which no ratio is asked for.
    """

    files: int = 20_000
    file_size: int = 1024 * MIB
    size: int = 4096 * MIB
    ratio: int = 200
    small: int = 4 * MIB


def unpack_pack(file: Path, target: Path, limits: ZipLimits | None = None) -> None:
    """Unpacks a zipped pack into an empty folder, so that pack.yaml lies at its top.

    Args:
        file: The zip file; the pack lies at its top, or in its one folder.
        target: There and empty. Where this fails something may have been written to it.
    Raises: PackRefused: no zip file, damaged, encrypted, too large, too many files, packed beyond all measure; a path
        that leads out, is absolute, is no UTF-8, is there twice, or differs from another in case alone; a link.
    """
    limits = limits or ZipLimits()
    if not file.is_file():
        raise PackRefused("FILE_NOT_FOUND", f'There is no file "{file}".', "give a pack's folder or zip file.")
    if file.stat().st_size > limits.size:
        raise _too_much(file, f"is larger than {limits.size // MIB:,} MiB")
    _check_directory(file, limits)
    try:
        with zipfile.ZipFile(file) as archive:
            entries = _checked_entries(file, archive, limits)
            top = _top_of(file, entries)
            _write_all(file, archive, entries, top, target, limits)
    except DAMAGED as error:
        reason = "is not a zip file" if not zipfile.is_zipfile(file) else f"is damaged ({type(error).__name__})"
        raise PackRefused("BAD_FORMAT", f'"{file.name}" {reason}.', ZIP_AGAIN) from None


def _check_directory(file: Path, limits: ZipLimits) -> None:
    """Looks how long the directory is before it is read, since reading takes memory for every entry.

    Edges: A file without a directory is left to the reader, which refuses it.
    """
    with file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - LONGEST_END))
        end = stream.read()
    at = end.rfind(END_OF_DIRECTORY)
    if at < 0 or len(end) < at + END_BYTES:
        return
    if end[max(0, at - LOCATOR_BYTES) : at].startswith(LOCATOR_OF_64_BITS):
        raise PackRefused("INVALID_DOCUMENT", f'"{file.name}" is a zip file of 64 bits.', ZIP_AGAIN)
    (length,) = struct.unpack_from("<L", end, at + DIRECTORY_LENGTH_AT)
    if length > limits.files * MOST_OF_AN_ENTRY:
        raise _too_much(file, f"has a directory of {length:,} bytes, too long for {limits.files:,} files")


def _checked_entries(file: Path, archive: zipfile.ZipFile, limits: ZipLimits) -> list[zipfile.ZipInfo]:
    """Judges every entry by what the directory says of it. Returns: The files that are kept."""
    entries = archive.infolist()
    if len(entries) > limits.files:
        raise _too_much(file, f"holds {len(entries):,} files, more than {limits.files:,}")
    for entry in entries:
        problem = _entry_problem(entry)
        if problem is not None:
            shown = ascii(entry.orig_filename)[1:-1]
            raise PackRefused("INVALID_DOCUMENT", f'"{file.name}": "{shown[:200]}" {problem}.', ZIP_AGAIN)
    _check_sizes(file, entries, limits)
    files = [entry for entry in entries if not entry.is_dir()]
    twins = clash([entry.filename for entry in files])
    if twins is not None:
        same = "is there twice" if twins[0] == twins[1] else f'and "{twins[0]}" are one file where case does not count'
        raise PackRefused("INVALID_DOCUMENT", f'"{file.name}": "{twins[1]}" {same}.', ZIP_AGAIN)
    return [entry for entry in files if not set(PurePosixPath(entry.filename).parts) & set(LEFT_OUT)]


def _entry_problem(entry: zipfile.ZipInfo) -> str | None:
    mode = entry.external_attr >> 16
    if not entry.orig_filename.isascii() and not entry.flag_bits & UTF8:
        return "is not marked as UTF-8"
    if entry.orig_filename != entry.filename:
        return "has a character that some systems do not take"
    if entry.flag_bits & ENCRYPTED:
        return "is encrypted"
    if stat.S_ISLNK(mode):
        return "is a link"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR) or stat.S_ISDIR(mode) > entry.is_dir():
        return "is neither a file nor a folder"
    if entry.compress_type not in METHODS:
        return f"is packed by a method that is not read ({entry.compress_type})"
    return path_problem(entry.filename)


def _check_sizes(file: Path, entries: list[zipfile.ZipInfo], limits: ZipLimits) -> None:
    total = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if packed > file.stat().st_size:
        # entries that share their bytes unpack to more than any ratio of one of them tells
        raise PackRefused("INVALID_DOCUMENT", f'"{file.name}" has entries that overlap.', ZIP_AGAIN)
    largest = max(entries, key=lambda entry: entry.file_size, default=None)
    if largest is not None and largest.file_size > limits.file_size:
        raise _too_much(file, f'"{largest.filename}" is larger than {limits.file_size // MIB:,} MiB')
    if total > limits.size:
        raise _too_much(file, f"unpacks to more than {limits.size // MIB:,} MiB")
    for name, size, of in [(entry.filename, entry.file_size, entry.compress_size) for entry in entries]:
        if size > limits.small and size > limits.ratio * of:
            raise _too_much(file, f'"{name}" unpacks to more than {limits.ratio} times its size')


def _top_of(file: Path, entries: list[zipfile.ZipInfo]) -> str:
    """Returns what all paths of the pack begin with: nothing, or its one folder."""
    names = [entry.filename for entry in entries]
    if PACK_FILE in names:
        return ""
    tops = {name.partition("/")[0] for name in names}
    if len(tops) == 1 and f"{(top := tops.pop())}/{PACK_FILE}" in names:
        return f"{top}/"
    message = f'"{file.name}" is no pack: it holds no {PACK_FILE}, neither at its top nor in one folder.'
    raise PackRefused("INVALID_DOCUMENT", message, "zip the folder that holds pack.yaml.")


def _write_all(
    file: Path, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], top: str, target: Path, limits: ZipLimits
) -> None:
    left = limits.size
    for entry in entries:
        place = target / entry.filename.removeprefix(top)
        place.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with archive.open(entry) as source, place.open("xb") as copy:
            while chunk := source.read(CHUNK):
                written += len(chunk)
                if written > min(entry.file_size, left):
                    raise _too_much(file, f'"{entry.filename}" unpacks to more than it says')
                copy.write(chunk)
        if written != entry.file_size:
            raise zipfile.BadZipFile(entry.filename)
        left -= written


def _too_much(file: Path, what: str) -> PackRefused:
    return PackRefused("LIMIT_EXCEEDED", f'"{file.name}" {what}.', "add the unpacked folder if you trust it.")
