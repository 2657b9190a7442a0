# SPDX-License-Identifier: GPL-2.0-or-later
"""Values for cells without one, out of the values around them.

GDAL's own filling (3.6) looks into four quadrants too, but not alike: in the middle of a plane it is off the plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Quadrant(NamedTuple):
    """A quarter of the plane around a cell with one of the four axes: each is the one before it turned by 90 degrees.

    Args:
        side: 1 for columns to the right, -1 to the left.
        first: Nearest column, 0 where the quadrant holds the axis along the column, else 1.
        is_above: Whether it looks upwards.
    """

    side: int
    first: int
    is_above: bool


QUADRANTS = (Quadrant(1, 0, True), Quadrant(1, 1, False), Quadrant(-1, 0, False), Quadrant(-1, 1, True))


def interpolated(framed: np.ndarray, reach: int) -> np.ndarray:
    """Gives each NaN the mean of the nearest value in each quadrant, weighted by inverse distance.

    Args:
        framed: Cells with a frame of `reach`.
        reach: How far a value may be away, in cells.
    Returns: The cells without the frame; NaN where no value is near.
    Edges: Of equally near values in a quadrant the one in the nearer column is taken.
    """
    cells = framed[reach:-reach, reach:-reach].copy()
    row, column = np.nonzero(np.isnan(cells))
    if not len(row) or np.isnan(framed).all():
        return cells
    total, weight = np.zeros(len(row)), np.zeros(len(row))
    for is_above in (True, False):
        nearest = _nearest_rows(framed, is_above)
        for quadrant in QUADRANTS:
            if quadrant.is_above == is_above:
                away, value = _nearest(framed, nearest, quadrant, row + reach, column + reach, reach)
                found = away <= reach
                total[found] += value[found] / away[found]
                weight[found] += 1 / away[found]
    filled = weight > 0
    cells[row[filled], column[filled]] = total[filled] / weight[filled]
    return cells


def _nearest_rows(framed: np.ndarray, is_above: bool) -> np.ndarray:
    """Gives, for each cell, the row of the nearest value in its column, itself included; far outside for none."""
    height = len(framed)
    rows = np.arange(height, dtype=np.int32)[:, None]
    if is_above:
        return np.maximum.accumulate(np.where(np.isnan(framed), -3 * height, rows), axis=0)
    return np.minimum.accumulate(np.where(np.isnan(framed), 3 * height, rows)[::-1], axis=0)[::-1]


def _nearest(
    framed: np.ndarray, nearest: np.ndarray, quadrant: Quadrant, row: np.ndarray, column: np.ndarray, reach: int
) -> tuple[np.ndarray, np.ndarray]:
    """Gives distance and value of the nearest value in a quadrant; inf for none within reach.

    Args:
        nearest: From _nearest_rows.
    """
    # the axis along the row belongs to the quadrants that leave the one along the column out
    start = row + (0 if quadrant.first else -1 if quadrant.is_above else 1)
    best, value = np.full(len(row), np.inf), np.zeros(len(row))
    looking = np.arange(len(row))
    for step in range(quadrant.first, reach + 1):
        looking = looking[step * step < best[looking]]
        if not len(looking):
            break
        beside = column[looking] + quadrant.side * step
        there = nearest[start[looking], beside]
        away = (there - row[looking]).astype(float) ** 2 + step * step
        better = (away < best[looking]) & (away <= reach * reach)
        chosen = looking[better]
        best[chosen] = away[better]
        value[chosen] = framed[there[better], beside[better]]
    return np.sqrt(best), value
