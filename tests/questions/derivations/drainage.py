# SPDX-License-Identifier: GPL-2.0-or-later
"""Filled ground, flow, streams and what drains to them: loops in plain Python over a priority queue and levels."""

from __future__ import annotations

import heapq
import math
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from answers import Cells, Files, Rows
from source_files import raster

from .surfaces import gradient

Place = tuple[int, int]
# Row and column of the neighbours, from east clockwise: the order of the codes 1, 2, 4 … 128
AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
SIDES_FIRST = AROUND[::2] + AROUND[1::2]
US_FOOT = 1200 / 3937


class Link(NamedTuple):
    """A stream between heads and confluences: its cells downstream, and its number from 1."""

    number: int
    cells: list[Place]


@dataclass(frozen=True)
class Drainage:
    """Where each cell drains to (a place off the grid for what leaves it), and how many cells drain to it."""

    target: dict[Place, Place]
    upstream: dict[Place, int]
    order: list[Place]
    width: float
    height: float

    def step(self, start: Place, end: Place) -> float:
        """Returns the distance between the centres of two neighbours."""
        return math.hypot((end[0] - start[0]) * self.height, (end[1] - start[1]) * self.width)


def q068(files: Files) -> Rows:
    """Links of at least one square kilometre, numbered by their first cells, with their orders by Strahler."""
    dem = raster(files["dem"]).window(slice(100, 340), slice(60, 300))
    drainage = drained(dem)
    cell = drainage.width * drainage.height
    links = linked(drainage, {place for place, count in drainage.upstream.items() if count * cell >= 1e6})
    orders = strahler(drainage, links)
    numbers = {link.cells[0]: link.number for link in links}
    answer: Rows = {}
    for link in links:
        end = drainage.target[link.cells[-1]]
        answer[str(link.number),] = {
            "next_link_id": numbers.get(end),
            "strahler": orders[link.number],
            "upstream_area": drainage.upstream[link.cells[-1]] * cell,
            "length": length(drainage, link),
        }
    return answer


def q069(files: Files) -> Rows:
    """Each cell to the first link that its water comes to."""
    drainage = drained(raster(files["dem"]))
    square_metres = drainage.width * drainage.height * US_FOOT**2
    channel = {place for place, count in drainage.upstream.items() if count * square_metres >= 5e4}
    links = linked(drainage, channel)
    orders = strahler(drainage, links)
    link_of = {place: link.number for link in links for place in link.cells}
    for place in reversed(drainage.order):
        if place not in link_of and drainage.target[place] in link_of:
            link_of[place] = link_of[drainage.target[place]]
    counts = np.bincount(list(link_of.values()))
    return {
        (str(link.number),): {
            "area": counts[link.number] * square_metres,
            "strahler": orders[link.number],
            "length": length(drainage, link) * US_FOOT,
        }
        for link in links
    }


def q078(files: Files) -> Cells:
    """Cells upstream times their width, over the slope."""
    dem = raster(files["dem"]).window(slice(100, 340), slice(60, 300))
    upstream = np.full(dem.values.shape, np.nan)
    for place, count in drained(dem).upstream.items():
        upstream[place] = count
    area = upstream * dem.transform[1] * -dem.transform[5]
    slope = np.hypot(*gradient(dem))
    return Cells(np.log(area / 23.7 / np.where(slope < 0.001, 0.001, slope)), dem.transform)


def drained(dem: Cells) -> Drainage:
    """Fills the ground, directs each cell and counts what is upstream of it."""
    heights = filled(dem.values)
    width, height = dem.transform[1], -dem.transform[5]
    target = directed(heights, width, height)
    waiting = dict.fromkeys(target, 0)
    for end in target.values():
        if end in waiting:
            waiting[end] += 1
    upstream = dict.fromkeys(target, 1)
    order: list[Place] = []
    ready = deque(place for place, count in waiting.items() if count == 0)
    while ready:
        place = ready.popleft()
        order.append(place)
        end = target[place]
        if end in waiting:
            upstream[end] += upstream[place]
            waiting[end] -= 1
            if waiting[end] == 0:
                ready.append(end)
    return Drainage(target, upstream, order, width, height)


def filled(heights: np.ndarray) -> np.ndarray:
    """Raises each cell to the least height over which its water can come to the rim, by a priority flood."""
    result, done = heights.copy(), np.isnan(heights)
    start = np.argwhere(rim_of(heights) & ~done).tolist()
    queue = [(heights[row, column], row, column) for row, column in start]
    heapq.heapify(queue)
    done |= rim_of(heights)
    while queue:
        level, row, column = heapq.heappop(queue)
        for down, right in AROUND:
            near = row + down, column + right
            if _is_inside(heights, near) and not done[near]:
                done[near] = True
                result[near] = max(level, heights[near])
                heapq.heappush(queue, (result[near], *near))
    return result


def rim_of(heights: np.ndarray) -> np.ndarray:
    """Tells which cells lie at the edge of the grid or beside NoData."""
    return np.isnan(around(heights)).any(axis=0)


def around(heights: np.ndarray) -> np.ndarray:
    """Returns the heights of the neighbours in the order of the codes, NaN off the grid."""
    rows, columns = heights.shape
    padded = np.pad(heights, 1, constant_values=np.nan)
    return np.stack([padded[1 + r : 1 + r + rows, 1 + c : 1 + c + columns] for r, c in AROUND])


def _is_inside(heights: np.ndarray, place: Place) -> bool:
    return 0 <= place[0] < heights.shape[0] and 0 <= place[1] < heights.shape[1]


def directed(heights: np.ndarray, width: float, height: float) -> dict[Place, Place]:
    """Sends each cell down its steepest way, the first of equal ones, and level ground the shortest way off it."""
    metres = np.array([math.hypot(down * height, right * width) for down, right in AROUND])
    falls = np.nan_to_num((heights - around(heights)) / metres[:, None, None], nan=-1.0)
    steepest, goes_down = falls.argmax(axis=0), falls.max(axis=0) > 0
    target = {
        (row, column): (row + AROUND[way][0], column + AROUND[way][1])
        for (row, column), way in zip(np.argwhere(goes_down).tolist(), steepest[goes_down].tolist(), strict=True)
    }
    level = [(row, column) for row, column in np.argwhere(~np.isnan(heights) & ~goes_down).tolist()]
    _send_level_ground(heights, level, target)
    return target


def _send_level_ground(heights: np.ndarray, level: list[Place], target: dict[Place, Place]) -> None:
    """Directs cells without lower neighbours: by the fewest cells to one that has some, else off the grid."""
    open_cells, rim = set(level), rim_of(heights)
    beside = {(row + down, column + right) for row, column in level for down, right in AROUND} & target.keys()
    ways_out = [
        (row, column)
        for row, column in sorted(beside)
        if any(
            (row + down, column + right) in open_cells and heights[row + down, column + right] == heights[row, column]
            for down, right in AROUND
        )
    ]
    _flood_back(heights, ways_out, open_cells, target)
    rest = [cell for cell in level if cell in open_cells and rim[cell]]
    for row, column in rest:
        places = [(row + down, column + right) for down, right in SIDES_FIRST]
        target[row, column] = next(
            place for place in places if not _is_inside(heights, place) or np.isnan(heights[place])
        )
    open_cells.difference_update(rest)
    _flood_back(heights, rest, open_cells, target)


def _flood_back(heights: np.ndarray, ways_out: list[Place], open_cells: set[Place], target: dict[Place, Place]) -> None:
    """Leads open cells of one level to the ways out, breadth first, sides before corners."""
    queue = deque(ways_out)
    while queue:
        place = queue.popleft()
        for down, right in SIDES_FIRST:
            near = place[0] + down, place[1] + right
            if near in open_cells and heights[near] == heights[place]:
                open_cells.remove(near)
                target[near] = place
                queue.append(near)


def linked(drainage: Drainage, channel: set[Place]) -> list[Link]:
    """Cuts channels at their heads and confluences, numbered in the order of the first cells."""
    sources: dict[Place, int] = dict.fromkeys(channel, 0)
    for place in channel:
        if drainage.target[place] in sources:
            sources[drainage.target[place]] += 1
    links = []
    for number, first in enumerate(sorted(place for place, count in sources.items() if count != 1), start=1):
        cells = [first]
        while sources.get(drainage.target[cells[-1]]) == 1:
            cells.append(drainage.target[cells[-1]])
        links.append(Link(number, cells))
    return links


def strahler(drainage: Drainage, links: list[Link]) -> dict[int, int]:
    """Raises the order where two links of the same highest order meet."""
    by_first = {link.cells[0]: link for link in links}
    above: dict[int, list[int]] = {link.number: [] for link in links}
    orders: dict[int, int] = {}
    for link in sorted(links, key=lambda link: drainage.upstream[link.cells[-1]]):
        sources = sorted(above[link.number], reverse=True)
        orders[link.number] = max([1, *sources[:1]]) + (len(sources) > 1 and sources[0] == sources[1])
        following = by_first.get(drainage.target[link.cells[-1]])
        if following:
            above[following.number].append(orders[link.number])
    return orders


def length(drainage: Drainage, link: Link) -> float:
    """Returns the way through the cells and on to the next link, or to the border of the grid."""
    steps = [drainage.step(start, drainage.target[start]) for start in link.cells]
    leaves = drainage.target[link.cells[-1]] not in drainage.target
    return sum(steps) - (steps[-1] / 2 if leaves else 0)
