# SPDX-License-Identifier: GPL-2.0-or-later
"""What is seen from a cell of a grid of heights, compiled by numba; imported where a call needs it, for it is optional.

The line to a cell runs from the eye to some height above its ground. Where it crosses a line that joins centres of
neighbouring cells, the ground there lies on the straight between the two. All lines of sight are followed together, in
four sectors and in each from one ring of cells to the next: what counts is the horizon, the steepest rise of the ground
so far in each direction. With directions as steps aside per step ahead, and rises per step ahead, every straight
between two centres is a straight again; so the horizon is a sequence of straights, and a ring is merged into it in one
pass over both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

GRAZING_M = 1e-6  # ground this far above a line does not break it, for a line along a plane has no room to spare
BESIDE = 1e-12  # half the width of a centre without neighbours: less than lies between the directions of two cells
AHEAD = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])  # of the sectors, as rows and columns
ASIDE = np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
NOTHING = -np.inf


@njit(cache=True)
def open_horizon() -> Any:
    """Gives a horizon below everything.

    Returns: A row for each straight: the direction where it begins, from -1 to 1, ordered; a direction, the rise there,
        and what it rises per direction. A straight ends where the next begins.
    """
    return np.array([[-1.0, 0.0, NOTHING, 0.0]])


@njit(cache=True)
def look(
    ground: Any, within: Any, seen: Any, row: int, column: int, eye: float, rise: float, sector: int, horizon: Any,
    first: int, last: int,
) -> Any:  # fmt: skip
    """Marks the cells that are seen on some rings of a sector, and gives the horizon behind them.

    Args:
        ground: Heights in m as they appear from the cell, the curvature of the Earth taken off; NaN hides nothing.
        within: Which cells are looked at.
        seen: Takes the cells that are seen.
        row, column: Where the eye is.
        eye: Its height.
        rise: How far above its ground a cell is looked at.
        sector: Number of it.
        horizon: Before these rings.
        first, last: Rings from, and up to, which is looked; the eye is ring 0.
    """
    before = np.full(2 * first + 1, np.nan)
    ring_of(ground, row, column, sector, first - 1, before)
    for ring in range(first, last):
        here = np.full(2 * ring + 3, np.nan)
        ring_of(ground, row, column, sector, ring, here)
        horizon = raised(horizon, lines_ahead(before, here, ring, eye + GRAZING_M))
        mark(horizon, here, within, seen, row, column, eye - rise, sector, ring)
        horizon = raised(horizon, lines_aside(here, ring, eye + GRAZING_M))
        before = here
    return horizon


@njit(cache=True)
def ring_of(ground: Any, row: int, column: int, sector: int, ring: int, heights: Any) -> None:
    """Reads the heights of a ring, from ring steps to one side to as many to the other, beginning at place 1."""
    for aside in range(-ring, ring + 1):
        at_row = row + ring * AHEAD[sector, 0] + aside * ASIDE[sector, 0]
        at_column = column + ring * AHEAD[sector, 1] + aside * ASIDE[sector, 1]
        if 0 <= at_row < ground.shape[0] and 0 <= at_column < ground.shape[1]:
            heights[aside + ring + 1] = ground[at_row, at_column]


@njit(cache=True)
def lines_aside(heights: Any, ring: int, eye: float) -> Any:
    """Gives the straights between the centres of a ring, and centres without neighbours, as a horizon."""
    lines = np.empty((4 * ring + 4, 4))
    count = put(lines, 0, -1.0, 0.0, NOTHING, 0.0)
    for aside in range(-ring, ring + 1):
        place = aside + ring + 1
        direction, height = aside / ring, (heights[place] - eye) / ring
        is_last = aside == ring
        if np.isnan(height):
            count = put(lines, count, direction, 0.0, NOTHING, 0.0)
        elif not is_last and not np.isnan(heights[place + 1]):
            count = put(lines, count, direction, direction, height, heights[place + 1] - heights[place])
        else:
            is_alone = aside == -ring or np.isnan(heights[place - 1])
            if is_alone:
                count = put(lines, count, max(-1.0, direction - BESIDE), direction, height, 0.0)
            count = put(lines, count, direction + BESIDE if is_alone else direction, 0.0, NOTHING, 0.0)
    return lines[:count]


@njit(cache=True)
def lines_ahead(before: Any, here: Any, ring: int, eye: float) -> Any:
    """Gives the straights from the centres of the ring before to those of a ring straight ahead, as a horizon."""
    lines = np.empty((4 * ring, 4))
    count = put(lines, 0, -1.0, 0.0, NOTHING, 0.0)
    for aside in range(1 - ring, ring):
        if aside == 0:  # runs along the line of sight
            continue
        near = aside / (ring - 1), (before[aside + ring] - eye) / (ring - 1)
        far = aside / ring, (here[aside + ring + 1] - eye) / ring
        begin, end = (near, far) if aside < 0 else (far, near)
        if not np.isnan(near[1] + far[1]):
            steepness = (end[1] - begin[1]) / (end[0] - begin[0])
            count = put(lines, count, begin[0], begin[0], begin[1], steepness)
            count = put(lines, count, end[0], 0.0, NOTHING, 0.0)
    return lines[:count]


@njit(cache=True)
def put(lines: Any, count: int, begin: float, direction: float, height: float, steepness: float) -> int:
    """Puts a straight behind the others, unless it goes on with the last one. Returns: How many there are."""
    if count and lines[count - 1, 0] >= begin:  # nothing is left of the last one
        count -= 1
    last = count - 1
    if count and lines[last, 1] == direction and lines[last, 2] == height and lines[last, 3] == steepness:
        return count
    lines[count, 0], lines[count, 1], lines[count, 2], lines[count, 3] = begin, direction, height, steepness
    return count + 1


@njit(cache=True)
def rise_of(line: Any, direction: float) -> float:
    """Gives the rise of a straight in a direction."""
    return line[2] + line[3] * (direction - line[1])  # type: ignore[no-any-return]


@njit(cache=True)
def raised(horizon: Any, lines: Any) -> Any:
    """Merges straights into a horizon where they are higher."""
    merged = np.empty((2 * (len(horizon) + len(lines)) + 2, 4))
    count = old = new = 0
    left = -1.0
    while left < 1.0:
        old_end = horizon[old + 1, 0] if old + 1 < len(horizon) else 1.0
        new_end = lines[new + 1, 0] if new + 1 < len(lines) else 1.0
        right = min(old_end, new_end, 1.0)
        known, line = horizon[old], lines[new]
        at_left, at_right = -1.0, -1.0
        if line[2] > NOTHING:
            at_left = rise_of(line, left) - rise_of(known, left)
            at_right = rise_of(line, right) - rise_of(known, right)
        first, then = (line, known) if at_left > 0 else (known, line)
        count = put(merged, count, left, first[1], first[2], first[3])
        if (at_left > 0) != (at_right > 0):
            between = left + (right - left) * (at_left / (at_left - at_right))
            count = put(merged, count, min(between, right), then[1], then[2], then[3])
        old += old_end <= right
        new += new_end <= right
        left = right
    return merged[:count].copy()


@njit(cache=True)
def mark(
    horizon: Any, heights: Any, within: Any, seen: Any, row: int, column: int, eye: float, sector: int, ring: int
) -> None:
    """Marks the cells of a ring that are not below the horizon.

    Args:
        eye: Less what is added to the ground of cells.
    """
    place = 0
    for aside in range(-ring, ring + 1):
        at_row = row + ring * AHEAD[sector, 0] + aside * ASIDE[sector, 0]
        at_column = column + ring * AHEAD[sector, 1] + aside * ASIDE[sector, 1]
        height = heights[aside + ring + 1]
        if np.isnan(height) or not within[at_row, at_column]:
            continue
        direction, top = aside / ring, (height - eye) / ring
        while place + 1 < len(horizon) and horizon[place + 1, 0] <= direction:
            place += 1
        is_free = rise_of(horizon[place], direction) <= top
        if place and horizon[place, 0] == direction:
            is_free &= rise_of(horizon[place - 1], direction) <= top
        seen[at_row, at_column] = is_free
