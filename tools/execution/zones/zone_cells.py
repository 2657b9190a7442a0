# SPDX-License-Identifier: GPL-2.0-or-later
"""Which cells lie in which zones: by the centre of a cell, or by the exact share of the cell that a zone covers.

Both work on all edges at once. A zone's cells are runs of whole cells along rows, and single cells with a weight.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .zone_edges import Edges

LEAST_SHARE = 1e-9


class Runs(NamedTuple):
    """Whole cells, side by side in a row: columns from `first` to before `last`; ordered by zone, row and column."""

    zone: np.ndarray
    row: np.ndarray
    first: np.ndarray
    last: np.ndarray

    def take(self, index: np.ndarray) -> Runs:
        """Gives some of the runs."""
        return Runs(*(part[index] for part in self))


class Shares(NamedTuple):
    """Single cells with the share of their area that lies in the zone; ordered by zone, row and column."""

    zone: np.ndarray
    row: np.ndarray
    column: np.ndarray
    share: np.ndarray

    def take(self, index: np.ndarray) -> Shares:
        """Gives some of the cells."""
        return Shares(*(part[index] for part in self))


def centre_runs(edges: Edges, width: int, height: int) -> Runs:
    """Finds the cells whose centre lies in each zone, by the even-odd rule along the middle of each row.

    Edges: A centre exactly on an edge belongs to the zone on the side of higher columns and, on a level edge, of higher
        rows: east and south on a north-up grid. So zones that share an edge never share or lose a cell.
    """
    # both ends ordered alike, so that two zones compute the same crossing for an edge they share
    swap = (edges.y0 > edges.y1) | ((edges.y0 == edges.y1) & (edges.x0 > edges.x1))
    xa, ya = np.where(swap, edges.x1, edges.x0), np.where(swap, edges.y1, edges.y0)
    xb, yb = np.where(swap, edges.x0, edges.x1), np.where(swap, edges.y0, edges.y1)
    first = np.clip(np.ceil(ya - 0.5), 0, height).astype(np.int64)
    last = np.clip(np.ceil(yb - 0.5), 0, height).astype(np.int64)
    edge, row = spread(first, last)
    crossing = xa[edge] + (row + 0.5 - ya[edge]) * ((xb[edge] - xa[edge]) / (yb[edge] - ya[edge]))
    column = np.clip(np.ceil(crossing - 0.5), 0, width).astype(np.int64)
    key = (edges.zone[edge] * height + row) * (width + 1) + column
    key.sort()
    enter, leave = key[0::2], key[1::2]
    kept = leave > enter
    enter, leave = enter[kept], leave[kept]
    line, start = np.divmod(enter, width + 1)
    zone, row = np.divmod(line, height)
    return Runs(zone, row, start, start + (leave - enter))


def covered(edges: Edges, width: int, height: int, zone_count: int) -> tuple[Runs, Shares]:
    """Finds the exact share of every cell that each zone covers.

    Each edge is cut at the lines between cells. A piece that goes down by h in a cell covers h of every cell to the
    right, and of its own cell the part right of it (a trapezoid); the sum over the pieces of a closed ring is the area.

    Returns: Cells covered whole and not touched by an edge as runs, all others as shares. Shares below 1e-9 of a cell,
        or of a zone smaller than a cell, are left out as rounding.
    """
    key, cover, own = _pieces(edges, width, height)
    order = np.argsort(key, kind="stable")
    key, cover, own = key[order], cover[order], own[order]
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1])[: len(key)])
    if len(starts):
        key, cover, own = key[starts], np.add.reduceat(cover, starts), np.add.reduceat(own, starts)
    line, place = np.divmod(key, width + 1)  # place 0 stands for everything left of the raster
    is_first = np.append(True, line[1:] != line[:-1])[: len(line)]
    total = np.cumsum(cover)
    head = np.flatnonzero(is_first)
    before_line = np.repeat((total - cover)[head], np.diff(np.append(head, len(line))))
    after = total - before_line
    zone, row = np.divmod(line, height)
    share = np.clip(after - cover + own, 0.0, 1.0)
    least = LEAST_SHARE * np.minimum(1.0, np.abs(edges.areas(zone_count)))
    kept = (share > least[zone]) & (place > 0)
    until = np.append(np.where(is_first[1:], width + 1, place[1:]), width + 1)[: len(place)]
    filled = (after > 0.5) & (until > place + 1)
    runs = Runs(zone[filled], row[filled], place[filled], until[filled] - 1)
    return runs, Shares(zone[kept], row[kept], place[kept] - 1, share[kept])


def crossed(edges: Edges, width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Finds the cells that the edges run through, as zone, row and column; a cell may come several times.

    Edges: An edge that runs between two cells is in the one of higher columns or rows.
    """
    key, _, _ = _pieces(edges, width, height)
    line, place = np.divmod(key, width + 1)
    kept = place > 0
    zone, row = np.divmod(line[kept], height)
    return zone, row, place[kept] - 1


def _pieces(edges: Edges, width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cuts edges at the lines between cells: cell key, cover of the cells to the right, cover of the own cell."""
    count = len(edges.zone)
    sloped = np.arange(count)
    across, y_line = spread(*_lines_between(edges.y0, edges.y1, height))
    along, x_line = spread(*_lines_between(edges.x0, edges.x1, width))
    dx, dy = edges.x1 - edges.x0, edges.y1 - edges.y0
    t_across = (y_line - edges.y0[across]) / dy[across]
    t_along = (x_line - edges.x0[along]) / dx[along]
    edge = np.concatenate([sloped, across, along, sloped])
    t = np.concatenate([np.zeros(count), t_across, t_along, np.ones(count)])
    x = np.concatenate([edges.x0, edges.x0[across] + t_across * dx[across], x_line, edges.x1])
    y = np.concatenate([edges.y0, y_line, edges.y0[along] + t_along * dy[along], edges.y1])
    order = np.lexsort((t, edge))
    edge, x, y = edge[order], x[order], y[order]
    piece = np.flatnonzero(edge[1:] == edge[:-1])
    down = y[piece + 1] - y[piece]
    middle_x, middle_y = (x[piece] + x[piece + 1]) / 2, (y[piece] + y[piece + 1]) / 2
    # level pieces add nothing, but tell that their cell is not covered whole
    kept = (middle_y >= 0) & (middle_y < height) & (middle_x < width)
    edge, down, middle_x = edge[piece[kept]], down[kept], middle_x[kept]
    row = np.floor(middle_y[kept]).astype(np.int64)
    column = np.maximum(np.floor(middle_x), -1).astype(np.int64)
    cover = edges.turn[edge] * down
    own = np.where(column < 0, 0.0, cover * (1 - (middle_x - column)))
    return (edges.zone[edge] * height + row) * (width + 1) + column + 1, cover, own


def _lines_between(start: np.ndarray, end: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Gives the whole numbers from 0 to `most` strictly between two positions, as first and one after the last."""
    low, high = np.minimum(start, end), np.maximum(start, end)
    first = np.clip(np.floor(low) + 1, 0, most + 1).astype(np.int64)
    return first, np.maximum(first, np.clip(np.ceil(high), 0, most + 1).astype(np.int64))


def spread(first: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Writes ranges out: which range each number belongs to, and the number.

    >>> spread(np.array([3, 7, 7]), np.array([5, 7, 8]))
    (array([0, 0, 2]), array([3, 4, 7]))
    """
    length = np.maximum(last - first, 0)
    owner = np.repeat(np.arange(len(length)), length)
    offset = np.cumsum(length) - length
    return owner, np.arange(len(owner)) - offset[owner] + first[owner]
