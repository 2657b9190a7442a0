# SPDX-License-Identifier: GPL-2.0-or-later
"""Which feature each cell of a grid gets: points, lines and polygons of one layer, the last of a cell's features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
import shapely

from ...declaration.facts import Grid
from ..run import Run
from ..zones.zone_cells import centre_runs, covered, crossed, spread
from ..zones.zone_edges import Edges, edges_of, edges_of_lines
from .cell_sampling import places_in
from .raster_windows import Window

BurningRule = Literal["cell_center", "any_touch"]
CELLS_PER_STRIP = 2**21


class Strip(NamedTuple):
    """Rows of a grid.

    Args:
        window: The rows.
        last, first: Number of the last and the first feature of each cell, -1 for none.
    """

    window: Window
    last: np.ndarray
    first: np.ndarray


class _Features(NamedTuple):
    polygons: Edges
    lines: Edges
    point: np.ndarray
    x: np.ndarray
    y: np.ndarray


class Seen:
    """Values of strips, and what was seen on the way.

    Args:
        values: Of the features, NaN for none.
    """

    def __init__(self, values: np.ndarray) -> None:
        self.values = values
        self.burned_count = self.met_count = 0
        self._has_cell = np.zeros(len(values), bool)

    def values_of(self, strip: Strip) -> np.ndarray:
        """Gives the values of the cells of a strip, NaN for none."""
        burned = strip.last >= 0
        cells = np.full(burned.shape, np.nan)
        cells[burned] = self.values[strip.last[burned]]
        self.burned_count += int(np.count_nonzero(burned))
        self.met_count += int(np.count_nonzero(cells[burned] != self.values[strip.first[burned]]))
        self._has_cell[strip.last[burned]] = True
        return cells

    def missed(self, shapes: np.ndarray) -> int:
        """Counts the shapes that no cell has in the end."""
        there = ~(shapely.is_missing(shapes) | shapely.is_empty(shapes))
        return int(np.count_nonzero(there & ~self._has_cell))


def burnt(run: Run, shapes: np.ndarray, grid: Grid, rule: BurningRule) -> Iterator[Strip]:
    """Gives the features of all cells, strip by strip.

    Args:
        shapes: Of any type; None and empty ones hold no cell.
        rule: cell_center gives a polygon the cells whose centre it holds, any_touch those of which it covers a part.
            Lines have every cell they run through, points the one they lie in.
    """
    features = _taken_apart(shapes, grid)
    rows = max(1, CELLS_PER_STRIP // grid.width)
    for top in range(0, grid.height, rows):
        run.progress(top / grid.height)
        window = Window(0, top, grid.width, min(rows, grid.height - top))
        zone, cell = _cells_of(features, window, rule, len(shapes))
        order = np.argsort(zone, kind="stable")
        zone, cell = zone[order], cell[order]
        last, first = np.full((2, window.height * window.width), -1, np.int64)
        last[cell] = zone  # of several the last assignment stays
        first[cell[::-1]] = zone[::-1]
        yield Strip(window, last.reshape(window.height, -1), first.reshape(window.height, -1))
    run.progress(1.0)


def _taken_apart(shapes: np.ndarray, grid: Grid) -> _Features:
    # twice, since collections may hold multi-part shapes
    parts, owner = shapely.get_parts(shapes, return_index=True)
    parts, inner = shapely.get_parts(parts, return_index=True)
    owner, kind = owner[inner], shapely.get_dimensions(parts)
    polygons, lines = edges_of(parts[kind == 2], grid), edges_of_lines(parts[kind == 1], grid)
    places, number = shapely.get_coordinates(parts[kind == 0], return_index=True)
    found = places_in(grid, *places.T)
    return _Features(
        _owned(polygons, owner[kind == 2]),
        _owned(lines, owner[kind == 1]),
        owner[kind == 0][number[found.number]],
        found.x,
        found.y,
    )


def _owned(edges: Edges, owner: np.ndarray) -> Edges:
    return Edges(owner[edges.zone], edges.x0, edges.y0, edges.x1, edges.y1, edges.turn)


def _cells_of(features: _Features, window: Window, rule: BurningRule, count: int) -> tuple[np.ndarray, np.ndarray]:
    top, bottom = window.row, window.row + window.height
    width, height = window.width, window.height
    found = []
    edges = features.polygons.in_rows(top, bottom, cut=rule == "any_touch")
    if len(edges.zone) and rule == "cell_center":
        runs, shares = centre_runs(edges, width, height), None
    elif len(edges.zone):
        runs, shares = covered(edges, width, height, count)
    if len(edges.zone):
        owner, column = spread(runs.first, runs.last)
        found.append((runs.zone[owner], runs.row[owner], column))
        found += [] if shares is None else [(shares.zone, shares.row, shares.column)]
    lines = features.lines.in_rows(top, bottom, cut=True)
    if len(lines.zone):
        found.append(crossed(lines, width, height))
    inside = (features.y >= top) & (features.y < bottom)
    row, column = (np.floor(values[inside]).astype(np.int64) for values in (features.y, features.x))
    found.append((features.point[inside], row - top, column))
    zone, row, column = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return zone, row * width + column
