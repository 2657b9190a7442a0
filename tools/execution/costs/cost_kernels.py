# SPDX-License-Identifier: GPL-2.0-or-later
"""Least accumulated costs over a grid, compiled by numba; imported where a call needs it, since numba is optional.

Cells are places in one line of cells that goes row by row and has a frame of NaN, so that no neighbour needs a look at
the rim. Cells to be taken wait in the lists of a radix heap: whole numbers of the least possible step stand for costs,
and a cell waits in the list of the highest bit by which its number differs from that of the last one taken. Each list
is linked both ways, so that a cell that got cheaper moves. Sums of floats never decrease along a way, so the result is
the same whatever the order in which cells of one number are taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

LISTS = 64
NOWHERE = -1
NOT_WAITING = -2


@njit(cache=True)  # type: ignore[misc]
def list_of(number: int, last: int) -> int:
    """Gives the list in which a number waits: the place of the highest bit that differs from the last one, from 1."""
    rest, place = number ^ last, 0
    while rest >= 65536:
        rest >>= 16
        place += 16
    while rest > 0:
        rest >>= 1
        place += 1
    return place


@njit(cache=True)  # type: ignore[misc]
def put(cell: int, place: int, heads: Any, after: Any, before: Any) -> None:
    """Puts a cell in front of a list."""
    first = heads[place]
    after[cell], before[cell] = first, NOWHERE
    if first >= 0:
        before[first] = cell
    heads[place] = cell


@njit(cache=True)  # type: ignore[misc]
def remove(cell: int, place: int, heads: Any, after: Any, before: Any) -> None:
    """Takes a waiting cell out of its list."""
    ahead, behind = before[cell], after[cell]
    if ahead >= 0:
        after[ahead] = behind
    else:
        heads[place] = behind
    if behind >= 0:
        before[behind] = ahead
    before[cell] = NOT_WAITING


@njit(cache=True)  # type: ignore[misc]
def next_number(distance: Any, per_step: float, heads: Any, after: Any, before: Any, last: int) -> int:
    """Moves the cells of the lowest number that waits into the first list. Returns: That number, -1 for none."""
    place = 0
    while place < LISTS and heads[place] < 0:
        place += 1
    if place == 0:
        return last
    if place == LISTS:
        return -1
    cell = heads[place]
    lowest = np.int64(distance[cell] * per_step)
    while cell >= 0:
        lowest = min(lowest, np.int64(distance[cell] * per_step))
        cell = after[cell]
    cell = heads[place]
    heads[place] = NOWHERE
    while cell >= 0:
        behind = after[cell]
        put(cell, list_of(np.int64(distance[cell] * per_step), lowest), heads, after, before)
        cell = behind
    return lowest  # type: ignore[return-value]


@njit(cache=True)  # type: ignore[misc]
def spread(
    cost: Any, distance: Any, after: Any, before: Any, heads: Any, offsets: Any, lengths: Any, per_step: float,
    limit: float, last: int, most: int,
) -> int:  # fmt: skip
    """Takes up to `most` cells and tells their neighbours what they cost from there.

    Args:
        cost: Of each cell per unit of length; NaN is a barrier.
        distance: Least cost found so far, changed in place.
        after, before, heads: The lists, changed in place.
        offsets, lengths: Of the steps to the eight neighbours.
        per_step: Numbers per unit of cost.
        limit: Largest cost.
        last: Number taken last, 0 at the start.
    Returns: The number taken last, below which all costs are final; -1 where no cell waits any more.
    """
    for _ in range(most):
        last = next_number(distance, per_step, heads, after, before, last)
        if last < 0:
            return -1
        cell = heads[0]
        remove(cell, 0, heads, after, before)
        own, here = distance[cell], cost[cell]
        for way in range(8):
            other = cell + offsets[way]
            reached = own + (here + cost[other]) * 0.5 * lengths[way]
            known = distance[other]
            if reached < known and reached <= limit:
                if before[other] != NOT_WAITING:
                    remove(other, list_of(np.int64(known * per_step), last), heads, after, before)
                distance[other] = reached
                put(other, list_of(np.int64(reached * per_step), last), heads, after, before)
    return last


@njit(cache=True)  # type: ignore[misc]
def way_back(cost: Any, distance: Any, cell: int, offsets: Any, lengths: Any, path: Any) -> int:
    """Follows least costs from a cell to the source they were counted from.

    Args:
        path: Takes the cells, the first one included.
    Returns: How many there are; -1 where costs are so unequal that a step is lost beside their sum; len(path) + 1
        where `path` is too short.
    Edges: Of equal ways the step that comes first in `offsets` is taken.
    """
    count = 0
    while True:
        if count == len(path):
            return len(path) + 1
        path[count] = cell
        count += 1
        if distance[cell] == 0:
            return count
        found = -1
        for way in range(8):
            other = cell + offsets[way]
            reached = distance[other] + (cost[other] + cost[cell]) * 0.5 * lengths[way]
            if reached == distance[cell] and distance[other] < distance[cell]:
                found = other
                break
        if found < 0:
            return -1
        cell = found
