# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapefiles whose parts disagree or lie."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from .away import address, canary
from .cases import ANY, FREE, PASSES, Case, changed, honest

HUGE = b"\x7f\xff\xff\xff"
HUGE_LITTLE = b"\xff\xff\xff\x7f"


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, make, check, reason in (*_parts(), *_beside()):
        yield Case(f"shapefile: {name}", "result.shp", make, reason, check)


def _at(place: int, value: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data[:place] + value + data[place + len(value) :]


def _parts() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    for name, place, value in (
        ("a length of 2^31", 24, HUGE),
        ("a length of 0", 24, bytes(4)),
        ("a version of 0", 28, bytes(4)),
        ("points declared", 32, b"\1\0\0\0"),
        ("patches declared", 32, b"\x1f\0\0\0"),
        ("a kind of 99", 32, b"\x63\0\0\0"),
        ("a box of NaN", 36, b"\xff" * 32),
        ("a record of 2^31", 104, HUGE),
        ("a record of length 0", 104, bytes(4)),
        ("2^31 parts", 144, HUGE_LITTLE),
        ("2^31 points", 148, HUGE_LITTLE),
        ("-1 points", 148, b"\xff" * 4),
        ("a part that begins at -1", 152, b"\xff" * 4),
        ("a part that begins at 2^31", 152, HUGE_LITTLE),
        ("a corner at NaN", 156, b"\xff" * 8),
    ):
        yield name, changed(_at(place, value)), FREE, ""
    for name, change in (
        ("an index of other places", _at(100, HUGE)),
        ("an index of negative places", _at(100, b"\x80\0\0\0")),
        ("an index that is too short", lambda data: data[:108]),
        ("an index that is its header", lambda data: data[:100]),
        ("an index of zeros", lambda data: data[:100] + bytes(len(data) - 100)),
        ("an index that is 4 MB longer", lambda data: data + bytes(4_000_000)),
        ("no index but one byte", lambda data: b"\0"),
    ):
        yield name, changed(change, ".shx"), FREE, ""
    for name, change in (
        ("a table of 2^31 rows", _at(4, HUGE_LITTLE)),
        ("a table of no rows", _at(4, bytes(4))),
        ("a table whose head is 65535 long", _at(8, b"\xff\xff")),
        ("a table whose head is 0 long", _at(8, bytes(2))),
        ("rows of length 0", _at(10, bytes(2))),
        ("rows of length 65535", _at(10, b"\xff\xff")),
        ("a field of width 255", _at(48, b"\xff")),
        ("a field of width 0", _at(48, b"\0")),
        ("a field of type ?", _at(43, b"?")),
        ("a field of binary type", _at(43, b"B")),
        ("a memo field", _at(43, b"M")),
        ("a field without a name", _at(32, bytes(11))),
        ("a field of control characters", _at(32, b"\x1b[2J\x07\r\n\x1b]0;")),
        ("an encoding of 255", _at(29, b"\xff")),
        ("all rows deleted", lambda data: data.replace(b" BK", b"*BK")),
        ("an empty table", lambda data: b"\x03"),
        ("a table cut short", lambda data: data[:-40]),
        ("stars for numbers", lambda data: data.replace(b"250.5", b"*****")),
    ):
        yield name, changed(change, ".dbf"), FREE, ""


def _beside() -> Iterator[tuple[str, Callable[[Path], None], str, str]]:
    for name, ending, text, check in (
        ("an encoding nobody knows", ".cpg", "KLINGON-8", FREE),
        ("an encoding of 1 MB", ".cpg", "x" * 10**6, FREE),
        ("a CRS that is a file", ".prj", str(canary()), "crs"),
        ("a CRS that is an address", ".prj", f"http://{address()}/", "crs"),
        ("a CRS of 10,000 brackets", ".prj", "PROJCS[" * 10_000, ANY),
        ("a CRS of 5 MB", ".prj", "PROJCS[" + "x" * 5_000_000, ANY),
        ("an empty CRS", ".prj", "", "crs"),
        ("a spatial index of noise", ".qix", "noise" * 100, PASSES),
        ("another spatial index of noise", ".sbn", "noise" * 100, PASSES),
        ("an attribute index", ".idm", "noise", PASSES),
        ("a VRT beside", ".vrt", "<OGRVRTDataSource/>", PASSES),
        ("metadata beside", ".shp.xml", "<!ENTITY", PASSES),
    ):
        yield name, _written_beside(ending, text), check, ""
    yield "a pipe for a spatial index", _piped(".qix"), PASSES, ""
    yield "a pipe for a QGIS CRS", _piped(".qpj"), PASSES, ""
    yield "a pipe for an attribute index", _piped(".ind"), PASSES, ""
    yield "no CRS", lambda path: honest(path).with_suffix(".prj").unlink(), "crs", "found none"


def _written_beside(ending: str, text: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        honest(path).with_suffix(ending).write_text(text)

    return make


def _piped(ending: str) -> Callable[[Path], None]:
    return lambda path: os.mkfifo(honest(path).with_suffix(ending))
