# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes that lie about themselves, as stored in a GeoPackage."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from .cases import ANY, FREE, PASSES, Case
from .databases import sql

SQUARE = ((155040, 463000), (155050, 463000), (155050, 463010), (155040, 463010), (155040, 463000))
POINT, LINE, POLYGON, MULTIPOINT, MULTIPOLYGON, COLLECTION = 1, 2, 3, 4, 6, 7
CIRCULAR, COMPOUND, CURVE_POLYGON, SURFACE, TIN, TRIANGLE = 8, 9, 10, 15, 16, 17


def head(kind: int, *counts: int, order: int = 1) -> bytes:
    """Returns the begin of a WKB shape."""
    return struct.pack("<BI" if order else ">BI", order, kind) + struct.pack(f"<{len(counts)}I", *counts)


def ring(points: tuple[tuple[float, ...], ...], count: int | None = None) -> bytes:
    """Returns a ring, with its true number of points or another."""
    flat = [value for point in points for value in point]
    return struct.pack("<I", len(points) if count is None else count) + struct.pack(f"<{len(flat)}d", *flat)


def polygon(points: tuple[tuple[float, ...], ...] = SQUARE) -> bytes:
    """Returns a polygon of one ring."""
    return head(POLYGON, 1) + ring(points)


def blob(wkb: bytes, flags: int = 1, srs_id: int = 28992, envelope: bytes = b"", magic: bytes = b"GP") -> bytes:
    """Returns the encoding of a GeoPackage."""
    return magic + struct.pack("<BBi", 0, flags, srs_id) + envelope + wkb


def stored(value: bytes | str) -> Callable[[Path], None]:
    """Returns a maker that puts a value for the third shape."""
    text = f"x'{value.hex()}'" if isinstance(value, bytes) else value
    return sql(f"UPDATE result SET geom = {text} WHERE nta = 'BK03'")


def cases() -> Iterator[Case]:
    """Yields the cases."""
    for name, value, check, reason in (*_headers(), *_broken(), *_places(), *_kinds()):
        yield Case(f"shape: {name}", "result.gpkg", stored(value), reason, check)


def _headers() -> Iterator[tuple[str, bytes | str, str, str]]:
    yield "another srs_id in its header", blob(polygon(), srs_id=4326), PASSES, ""
    not_a_number = struct.pack("<4d", *[math.nan] * 4)
    yield "an envelope of NaN", blob(polygon(), 3, envelope=not_a_number), PASSES, ""
    yield (
        "an envelope of the whole plane",
        blob(polygon(), 3, envelope=struct.pack("<4d", -1e308, 1e308, -1e308, 1e308)),
        PASSES,
        "",
    )
    yield "an envelope of a kind that does not exist", blob(polygon(), 0b1111), ANY, ""
    yield "an envelope that is longer than the value", b"GP\x00\x09\x40\x71\x00\x00", ANY, ""
    yield "a flag that it is empty", blob(polygon(), 0b10001), FREE, ""
    yield "an encoding of another standard", blob(polygon(), 0b100001), FREE, ""
    yield "another magic", blob(polygon(), magic=b"XX"), ANY, ""
    yield "nothing but a header", blob(b""), ANY, ""
    yield "no byte", b"", ANY, ""
    yield "a text", "'POLYGON EMPTY'", ANY, ""
    yield "a number", "7", ANY, ""
    yield "bare WKB", polygon(), ANY, ""


def _broken() -> Iterator[tuple[str, bytes | str, str, str]]:
    yield "cut in the middle", blob(polygon()[:40]), ANY, ""
    yield "a type of 9999", blob(head(9999, 1)), ANY, ""
    yield "a byte order of 7", blob(b"\x07" + polygon()[1:]), FREE, ""
    for count in (2**31, 2**32 - 1, 10**8):
        yield f"{count} points declared", blob(head(POLYGON, 1) + ring(SQUARE, count)), ANY, ""
        yield f"{count} rings declared", blob(head(POLYGON, count) + ring(SQUARE)), ANY, ""
        yield f"{count} parts declared", blob(head(MULTIPOLYGON, count) + polygon()), ANY, ""
    for depth in (40, 2_000):
        yield f"{depth} collections one in another", blob(head(COLLECTION, 1) * depth + polygon()), ANY, ""
    yield "a multipolygon of points", blob(head(MULTIPOLYGON, 1) + head(POINT) + struct.pack("<2d", 1, 1)), ANY, ""
    yield "a ring that does not close", blob(polygon(SQUARE[:4])), ANY, ""
    yield "a ring of one point", blob(polygon(SQUARE[:1])), ANY, ""
    yield "a ring of no point", blob(polygon(())), ANY, ""
    yield "a polygon of no ring", blob(head(POLYGON, 0)), ANY, ""
    yield "10,000 holes of one point", blob(head(POLYGON, 10_001) + ring(SQUARE) + ring(SQUARE[:1]) * 10_000), ANY, ""


def _places() -> Iterator[tuple[str, bytes | str, str, str]]:
    for name, value in (("NaN", math.nan), ("infinite", math.inf), ("1e308", 1e308), ("5e-324", 5e-324)):
        yield f"a corner at {name}", blob(polygon(SQUARE[:2] + ((value, value),) + SQUARE[3:])), ANY, ""
        yield f"all corners at {name}", blob(polygon(((value, value),) * 5)), ANY, ""
    crossed = (SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0])
    yield "a bow tie", blob(polygon(crossed)), "geometry", ""
    spike = (*SQUARE[:2], (155050, 9e14), *SQUARE[2:])
    yield "a spike to the stars", blob(polygon(spike)), FREE, ""
    yield "the same corner 100,000 times", blob(polygon(SQUARE[:1] * 100_000 + SQUARE)), PASSES, ""


def _kinds() -> Iterator[tuple[str, bytes | str, str, str]]:
    yield "a point", blob(head(POINT) + struct.pack("<2d", *SQUARE[0])), "geometry_type", ""
    yield "a collection of the right square", blob(head(COLLECTION, 1) + polygon()), ANY, ""
    arc = head(CIRCULAR) + ring(SQUARE)
    yield "a curve polygon", blob(head(CURVE_POLYGON, 1) + arc), ANY, "curve"
    yield "a circular string", blob(arc), ANY, ""
    yield "a compound curve of itself", blob(head(COMPOUND, 1) + head(COMPOUND, 1) + arc), ANY, ""
    yield "a polyhedral surface", blob(head(SURFACE, 1) + polygon()), ANY, ""
    yield "a TIN", blob(head(TIN, 1) + head(TRIANGLE, 1) + ring((*SQUARE[:3], SQUARE[0]))), ANY, ""
    yield "a triangle", blob(head(TRIANGLE, 1) + ring((*SQUARE[:3], SQUARE[0]))), ANY, ""
    yield (
        "PostGIS flags in its type",
        blob(struct.pack("<BII", 1, POLYGON | 0x20000000, 4326) + polygon()[5:]),
        FREE,
        "",
    )
    high = tuple((*point, 5.0) for point in SQUARE)
    yield "a height nobody asked for", blob(head(POLYGON + 1000, 1) + ring(high)), PASSES, ""
    yield (
        "a measure that is NaN",
        blob(head(POLYGON + 2000, 1) + ring(tuple((*p, math.nan) for p in SQUARE))),
        PASSES,
        "",
    )
