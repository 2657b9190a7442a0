# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers in sentences."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str = "") -> str:
    """Writes a number with its noun.

    >>> counted(1, "row"), counted(1200, "row"), counted(2, "geometry", "geometries")
    ('1 row', '1,200 rows', '2 geometries')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
