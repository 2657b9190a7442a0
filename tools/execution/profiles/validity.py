# SPDX-License-Identifier: GPL-2.0-or-later
"""Which geometries are invalid by the rules of GEOS, why and where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

PLACE = re.compile(r"^(.*?)\s*\[(\S+) (\S+?)\]$")
UNREADABLE = "Too few points, or rings that are not closed"


class Invalid(NamedTuple):
    """One invalid geometry: its row from 1, the reason, and the place where GEOS met it."""

    row: int
    reason: str
    x: float | None
    y: float | None


class Validity(NamedTuple):
    """What was found.

    Args:
        valid, missing: Geometries that are valid, rows without one (NULL or empty).
        unreadable: Geometries that GEOS cannot even read.
        faults: The invalid ones, unreadable ones among them, by row.
    """

    valid: int
    missing: int
    unreadable: int
    faults: list[Invalid]


def validity_of(geometries: np.ndarray) -> Validity:
    """Tests the WKB of every row; what follows the first fault of a geometry is not looked for."""
    import numpy as np
    import shapely

    shapes = shapely.from_wkb(geometries, on_invalid="ignore")
    is_null = np.array([value is None for value in geometries], bool)
    is_unread = shapely.is_missing(shapes) & ~is_null
    is_missing = is_null | shapely.is_empty(shapes)
    is_invalid = ~is_missing & ~is_unread & ~shapely.is_valid(shapes)
    rows = np.flatnonzero(is_invalid | is_unread)
    reasons = shapely.is_valid_reason(shapes[rows])
    faults = [_fault(int(row) + 1, reason) for row, reason in zip(rows, reasons, strict=True)]
    return Validity(
        len(shapes) - len(rows) - int(is_missing.sum()), int(is_missing.sum()), int(is_unread.sum()), faults
    )


def _fault(row: int, reason: str | None) -> Invalid:
    if reason is None:
        return Invalid(row, UNREADABLE, None, None)
    match = PLACE.match(reason)
    return Invalid(row, match[1], float(match[2]), float(match[3])) if match else Invalid(row, reason, None, None)
