# SPDX-License-Identifier: GPL-2.0-or-later
"""What water does on a grid, cell by cell, compiled by numba; imported where a call needs it, since numba is optional.

Cells are flat indices. A direction is a D8 code: 1 east, 2 southeast, 4 south … 128 northeast, by steps over the stored
grid; 0 is a pit, 247 no value. A cell beyond the grid, or without a value, is outside.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np
from numba import njit

MISSING = 247
UNDECIDED = 255
# of the codes 1, 2, 4 … 128, in this order
ROWS = np.array([0, 1, 1, 1, 0, -1, -1, -1])
COLUMNS = np.array([1, 1, 0, -1, -1, -1, 0, 1])
STRAIGHT_FIRST = np.array([0, 2, 4, 6, 1, 3, 5, 7])


@njit(cache=True)
def neighbour(cell: int, way: int, height: int, width: int) -> int:
    """Gives the cell next to another by the place of a code in ROWS; -1 beyond the grid."""
    row, column = cell // width + ROWS[way], cell % width + COLUMNS[way]
    if row < 0 or row >= height or column < 0 or column >= width:
        return -1
    return row * width + column  # type: ignore[no-any-return]


@njit(cache=True)
def way_of(code: int) -> int:
    """Gives the place of a code in ROWS."""
    way = 0
    while code > 1:
        code >>= 1
        way += 1
    return way


@njit(cache=True)
def downstream(codes: Any, cell: int, height: int, width: int) -> int:
    """Gives the cell that a cell flows to; -1 for pits and where water leaves the grid."""
    code = codes[cell]
    if code == 0 or code == MISSING:
        return -1
    other = neighbour(cell, way_of(code), height, width)
    return other if other >= 0 and codes[other] != MISSING else -1  # type: ignore[no-any-return]


@njit(cache=True)
def flood(levels: Any, closed: Any, outlets: Any, height: int, width: int) -> None:
    """Raises every open cell to the least height over which its water reaches an outlet, from the outlets upwards.

    Args:
        levels: Heights, changed in place.
        closed: Whether a cell has no value; changed in place.
        outlets: Cells that keep their height.
    """
    heap = [(levels[cell], cell) for cell in outlets]
    heapq.heapify(heap)
    closed[outlets] = True
    hollow = [outlets[0] for _ in range(0)]  # cells at the level of the water that rises; they need no heap
    while heap or hollow:
        if hollow:
            cell = hollow.pop()
        else:
            _, cell = heapq.heappop(heap)
        for way in range(8):
            other = neighbour(cell, way, height, width)
            if other < 0 or closed[other]:
                continue
            closed[other] = True
            if levels[other] <= levels[cell]:
                levels[other] = levels[cell]
                hollow.append(other)
            else:
                heapq.heappush(heap, (levels[other], other))


@njit(cache=True)
def steepest(heights: Any, distances: Any, height: int, width: int) -> Any:
    """Gives the code of the steepest way down; UNDECIDED where none is down; of equal ones the smallest code."""
    codes = np.full(heights.size, MISSING, np.uint8)
    for cell in range(heights.size):
        if np.isnan(heights[cell]):
            continue
        best, chosen = 0.0, -1
        for way in range(8):
            other = neighbour(cell, way, height, width)
            if other < 0 or np.isnan(heights[other]):
                continue
            fall = (heights[cell] - heights[other]) / distances[way]
            if fall > best:
                best, chosen = fall, way
        codes[cell] = UNDECIDED if chosen < 0 else 1 << chosen
    return codes


@njit(cache=True)
def lead_flats_down(heights: Any, codes: Any, height: int, width: int) -> int:
    """Leads level ground to lower ground, else over the rim, else to a pit; by the fewest cells. Returns: Pits."""
    queue = [0 for _ in range(0)]
    for cell in range(codes.size):
        if codes[cell] != MISSING and codes[cell] != UNDECIDED:
            for way in range(8):
                other = neighbour(cell, way, height, width)
                if other >= 0 and codes[other] == UNDECIDED and heights[other] == heights[cell]:
                    queue.append(cell)
                    break
    _spread(queue, heights, codes, height, width)
    queue.clear()
    for cell in range(codes.size):
        if codes[cell] == UNDECIDED:
            for way in STRAIGHT_FIRST:
                other = neighbour(cell, way, height, width)
                if other < 0 or codes[other] == MISSING:
                    codes[cell] = 1 << way
                    queue.append(cell)
                    break
    _spread(queue, heights, codes, height, width)
    pits = 0
    for cell in range(codes.size):
        if codes[cell] == UNDECIDED:
            codes[cell] = 0
            pits += 1
            queue.clear()
            queue.append(cell)
            _spread(queue, heights, codes, height, width)
    return pits


@njit(cache=True)
def _spread(queue: Any, heights: Any, codes: Any, height: int, width: int) -> None:
    place = 0
    while place < len(queue):
        cell = queue[place]
        place += 1
        for way in STRAIGHT_FIRST:
            other = neighbour(cell, way, height, width)
            if other >= 0 and codes[other] == UNDECIDED and heights[other] == heights[cell]:
                codes[other] = 1 << ((way + 4) % 8)
                queue.append(other)


@njit(cache=True)
def entrances(codes: Any, height: int, width: int) -> Any:
    """Tells which cells lie at the rim and flow inwards, so that ground beyond may drain through them."""
    found = np.zeros(codes.size, np.bool_)
    for cell in range(codes.size):
        if downstream(codes, cell, height, width) >= 0:
            for way in range(8):
                beside = neighbour(cell, way, height, width)
                if beside < 0 or codes[beside] == MISSING:
                    found[cell] = True
                    break
    return found


@njit(cache=True)
def accumulate(codes: Any, totals: Any, height: int, width: int) -> tuple[Any, int]:
    """Adds the total of every cell to all cells downstream of it.

    Args:
        totals: What each cell gives, changed in place into what it gives with all that is upstream.
    Returns: Whether ground beyond the rim may drain into the cell, and the number of cells that flow in circles.
    """
    waiting = np.zeros(codes.size, np.uint8)
    is_open = entrances(codes, height, width)
    for cell in range(codes.size):
        other = downstream(codes, cell, height, width)
        if other >= 0:
            waiting[other] += 1
    starts = waiting == 0
    done = 0
    for start in range(codes.size):
        cell = start if starts[start] and codes[start] != MISSING else -1
        while cell >= 0:
            done += 1
            other = downstream(codes, cell, height, width)
            if other >= 0:
                totals[other] += totals[cell]
                is_open[other] |= is_open[cell]
                waiting[other] -= 1
                if waiting[other] > 0:
                    other = -1
            cell = other
    return is_open, np.count_nonzero(codes != MISSING) - done


@njit(cache=True)
def spread_upstream(codes: Any, labels: Any, height: int, width: int) -> bool:
    """Gives every cell the label of the first labelled cell downstream of it, in place; 0 is no label.

    Returns: Whether all went well; False where cells flow in circles.
    """
    for start in range(codes.size):
        if codes[start] == MISSING:
            continue
        cell, steps = start, 0
        while cell >= 0 and labels[cell] == 0:
            cell = downstream(codes, cell, height, width)
            steps += 1
            if steps > codes.size:
                return False
        label = labels[cell] if cell >= 0 else -1
        cell = start
        while cell >= 0 and labels[cell] == 0:
            labels[cell] = label
            cell = downstream(codes, cell, height, width)
    for cell in range(labels.size):
        if labels[cell] < 0:
            labels[cell] = 0
    return True


@njit(cache=True)
def next_cells(codes: Any, cells: Any, height: int, width: int) -> Any:
    """Gives the cell that each of some cells flows to; -1 for none."""
    found = np.empty(cells.size, np.int64)
    for place in range(cells.size):
        found[place] = downstream(codes, cells[place], height, width)
    return found


@njit(cache=True)
def outlets_of(codes: Any, height: int, width: int) -> Any:
    """Tells which cells flow to no other."""
    found = np.zeros(codes.size, np.bool_)
    for cell in range(codes.size):
        found[cell] = codes[cell] != MISSING and downstream(codes, cell, height, width) < 0
    return found


@njit(cache=True)
def wettest_near(places: Any, codes: Any, accumulation: Any, reach: float, sides: Any, height: int, width: int) -> Any:
    """Gives the cell with the most accumulation around each place, of equal ones the nearest, then the first.

    Args:
        places: Column and row of each, with fractions, from the corner of the first cell.
        reach: Of cell centres; the cell that holds the place is always within it.
        sides: Width and height of a cell, in the unit of the reach.
    Returns: Cells; -1 where none has a direction.
    """
    found = np.full(len(places), -1, np.int64)
    for place in range(len(places)):
        x, y = places[place]
        own_column, own_row = int(np.floor(x)), int(np.floor(y))
        wide, high = int(reach / sides[0]) + 1, int(reach / sides[1]) + 1
        most, nearest = -np.inf, np.inf
        for row in range(max(0, own_row - high), min(height, own_row + high + 1)):
            for column in range(max(0, own_column - wide), min(width, own_column + wide + 1)):
                cell = row * width + column
                away = np.hypot((column + 0.5 - x) * sides[0], (row + 0.5 - y) * sides[1])
                is_own = column == own_column and row == own_row
                if codes[cell] == MISSING or np.isnan(accumulation[cell]) or (away > reach and not is_own):
                    continue
                if accumulation[cell] > most or (accumulation[cell] == most and away < nearest):
                    most, nearest, found[place] = accumulation[cell], away, cell
    return found


@njit(cache=True)
def trace_links(codes: Any, is_stream: Any, height: int, width: int) -> tuple[Any, Any, Any, Any]:
    """Cuts streams into links between heads, confluences and ends.

    Returns: The cells of all links one after the other, each with the first cell of the next link where there is one;
        where each link begins among them and an end; the first cell of its next link, -1 for none; the number of links
        that flow into its first cell.
    """
    inflows = np.zeros(codes.size, np.uint8)
    for cell in range(codes.size):
        if is_stream[cell]:
            other = downstream(codes, cell, height, width)
            if other >= 0:
                inflows[other] += 1
    cells = [0 for _ in range(0)]
    begins, followers, joining = [0 for _ in range(0)], [0 for _ in range(0)], [np.int64(0) for _ in range(0)]
    for start in range(codes.size):
        if not is_stream[start] or inflows[start] == 1:
            continue
        begins.append(len(cells))
        joining.append(np.int64(inflows[start]))
        cells.append(start)
        other = downstream(codes, start, height, width)
        while other >= 0 and is_stream[other]:
            cells.append(other)
            if inflows[other] > 1:
                break
            other = downstream(codes, other, height, width)
        is_joined = other >= 0 and is_stream[other]
        followers.append(other if is_joined else -1)
    begins.append(len(cells))
    return np.array(cells), np.array(begins), np.array(followers), np.array(joining)


@njit(cache=True)
def strahler(followers: Any, joining: Any) -> Any:
    """Gives the Strahler order of links.

    Args:
        followers: The link that each flows into, -1 for none.
        joining: How many links flow into each, changed in place.
    """
    count = followers.size
    orders, highest, times = np.ones(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    heads = joining == 0
    for head in range(count):
        link = head if heads[head] else -1
        while link >= 0:
            if highest[link] > 0:
                orders[link] = highest[link] + (1 if times[link] > 1 else 0)
            other = followers[link]
            if other >= 0:
                if orders[link] > highest[other]:
                    highest[other], times[other] = orders[link], 0
                if orders[link] == highest[other]:
                    times[other] += 1
                joining[other] -= 1
                if joining[other] > 0:
                    other = -1
            link = other
    return orders
