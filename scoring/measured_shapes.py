# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes M values out of stored shapes and puts them in, which GEOS before 3.12 leaves out.

Source: ISO 13249-3 well-known binary, where a type of 2000 and more has M, and one of 1000 and more has Z.
"""

from __future__ import annotations

import struct

import numpy as np

FROM_M_TO_Z = 1000
BYTES_OF_VERTEX = 24
POINT, LINE, POLYGON = 1, 2, 3


def have_m(texts: np.ndarray) -> np.ndarray:
    """Tells which WKB has M values; layers of any shape do not declare them."""
    return np.fromiter((bool(text) and _kind(text) // 1000 in (2, 3) for text in texts), bool, len(texts))


def _kind(text: bytes) -> int:
    return int.from_bytes(text[1:5], "little" if text[0] == 1 else "big")


def with_m_as_z(texts: np.ndarray) -> np.ndarray:
    """Returns WKB in which shapes with M values have them as Z values; what is of another kind stays as it is."""
    return _renamed(texts, -FROM_M_TO_Z)


def with_z_as_m(texts: np.ndarray) -> np.ndarray:
    """Returns WKB in which shapes with Z values have them as M values; what is of another kind stays as it is."""
    return _renamed(texts, FROM_M_TO_Z)


def _renamed(texts: np.ndarray, step: int) -> np.ndarray:
    changed = texts.copy()
    for place, text in enumerate(texts):
        if text:
            data = bytearray(text)
            try:
                _rename(data, 0, step)
            except (struct.error, IndexError):
                continue
            changed[place] = bytes(data)
    return changed


def _rename(data: bytearray, at: int, step: int) -> int:
    """Renames the shape that begins at a place and those within it. Returns: where it ends."""
    order = "<" if data[at] == 1 else ">"
    (kind,) = struct.unpack_from(f"{order}I", data, at + 1)
    if kind // 1000 != (2 if step < 0 else 1):
        raise IndexError("no shape with the one value alone")
    struct.pack_into(f"{order}I", data, at + 1, kind + step)
    at += 5
    if kind % 1000 == POINT:
        return at + BYTES_OF_VERTEX
    (count,) = struct.unpack_from(f"{order}I", data, at)
    at += 4
    if kind % 1000 == LINE:
        return at + BYTES_OF_VERTEX * count
    for _ in range(count):
        if kind % 1000 == POLYGON:
            at += 4 + BYTES_OF_VERTEX * struct.unpack_from(f"{order}I", data, at)[0]
        else:
            at = _rename(data, at, step)
    return at
