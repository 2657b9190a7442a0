# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of sight over a grid of heights, compiled by numba; imported where a call needs it, since numba is optional."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

GRAZING_M = 1e-6  # ground this far above a line does not break it, for a line along a plane has no room to spare


@njit(cache=True)
def seen_cells(ground: Any, within: Any, row: int, column: int, eye: float, rise: float, first: int, last: int) -> Any:
    """Tells which cells of some rows are seen from one.

    The line to a cell runs from the eye to `rise` above its ground. Where it crosses a line that joins centres of
    neighbouring cells, the ground there lies on the straight between the two; where one of them is NaN it hides
    nothing.

    Args:
        ground: Heights in m as they appear from the cell, the curvature of the Earth taken off.
        within: Which cells are looked at.
        row, column: Where the eye is.
        eye: Its height.
        first, last: Rows from, and up to, which cells are looked at.
    """
    seen = np.zeros((last - first, ground.shape[1]), np.bool_)
    for to_row in range(first, last):
        for to_column in range(ground.shape[1]):
            if within[to_row, to_column]:
                top = ground[to_row, to_column] + rise
                seen[to_row - first, to_column] = is_free(ground, row, column, to_row, to_column, eye, top) and is_free(
                    ground.T, column, row, to_column, to_row, eye, top
                )
    return seen


@njit(cache=True)
def is_free(ground: Any, row: int, column: int, to_row: int, to_column: int, eye: float, top: float) -> bool:
    """Tells whether a line stays above the ground wherever it crosses a column of centres."""
    count = abs(to_column - column)
    down = abs(to_row - row)
    east, south = (1 if to_column > column else -1), (1 if to_row > row else -1)
    for step in range(1, count):
        whole = step * down // count
        rest = step * down - whole * count
        place, beside = row + south * whole, column + east * step
        height = ground[place, beside]
        if rest:
            height += (ground[place + south, beside] - height) * rest / count
        if height > eye + (top - eye) * step / count + GRAZING_M:
            return False
    return True
