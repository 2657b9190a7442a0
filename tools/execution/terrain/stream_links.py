# SPDX-License-Identifier: GPL-2.0-or-later
"""Streams of a D8 grid as links: between heads, confluences and ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from ...declaration.facts import Grid
from .flow_grids import Directions, kernels, steps_of


class Links(NamedTuple):
    """Links in the order of their first cells, row by row; link 1 is the first.

    Args:
        cells: Of all links, one after the other; each ends with the first cell of the link it flows into.
        owner: Place of the link of each of these cells.
        is_own: Whether a cell is one of the link's own.
        followers: Place of the link that each flows into; -1 for none.
        orders: Strahler order.
    """

    cells: np.ndarray
    owner: np.ndarray
    is_own: np.ndarray
    followers: np.ndarray
    orders: np.ndarray

    @property
    def last_cells(self) -> np.ndarray:
        """Gives the last of its own cells of each link."""
        own = np.flatnonzero(self.is_own)
        last = np.append(self.owner[own][1:] != self.owner[own][:-1], True) if len(own) else np.zeros(0, bool)
        return self.cells[own[last]]


def links_of(directions: Directions, is_stream: np.ndarray) -> Links:
    """Cuts streams into links."""
    cells, begins, next_cells, joining = kernels().trace_links(directions.codes, is_stream, *directions.shape)
    counts = np.diff(begins)
    owner = np.repeat(np.arange(len(counts)), counts)
    is_own = np.ones(len(cells), bool)
    is_own[begins[1:][next_cells >= 0] - 1] = False
    first_cells = cells[begins[:-1]]
    followers = np.where(next_cells >= 0, np.searchsorted(first_cells, next_cells), -1)
    return Links(cells, owner, is_own, followers, kernels().strahler(followers, joining.copy()))


def positions(grid: Grid, cells: np.ndarray) -> np.ndarray:
    """Gives the centres of cells as x and y."""
    a, b, c, d, e, f = grid.transform
    row, column = cells // grid.width + 0.5, cells % grid.width + 0.5
    return np.stack([a * column + b * row + c, d * column + e * row + f], axis=1)


def lines_of(links: Links, directions: Directions) -> tuple[np.ndarray, np.ndarray]:
    """Makes a line downstream through the centres of the cells of each link, and half a step out where water leaves.

    Returns: Lines, None for a link of a single pit; lengths in CRS units.
    """
    grid, last_cells = directions.band.grid, links.last_cells
    places, owner = positions(grid, links.cells), links.owner
    leaving = np.flatnonzero((links.followers < 0) & (directions.codes[last_cells] != 0))
    ways = np.log2(directions.codes[last_cells[leaving]]).astype(np.int64)
    ends = places[np.searchsorted(owner, leaving, side="right") - 1] + steps_of(grid)[ways] / 2
    after = np.searchsorted(owner, leaving, side="right")
    places, owner = np.insert(places, after, ends, axis=0), np.insert(owner, after, leaving)
    counts = np.bincount(owner, minlength=len(links.orders))
    lines = np.full(len(counts), None, object)
    long = np.flatnonzero(counts > 1)
    kept = counts[owner] > 1
    if len(long):
        lines[long] = shapely.linestrings(places[kept], indices=np.searchsorted(long, owner[kept]))
    return lines, np.nan_to_num(shapely.length(lines))
