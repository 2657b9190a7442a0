# SPDX-License-Identifier: GPL-2.0-or-later
"""Which feature each cell of a grid gets: points, lines and polygons of one layer, the last of a cell's features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
import shapely

from ...declaration.facts import Grid
from ..run import Run
from ..zones.zone_cells import Runs, centre_runs, covered, crossed, spread
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
        met: Numbers of the features that have a cell here, hidden ones among them.
    """

    window: Window
    last: np.ndarray
    first: np.ndarray
    met: np.ndarray


class _Features(NamedTuple):
    """Features taken apart.

    Args:
        polygons: Edges of single polygons, each a zone of its own, for those of one collection may overlap.
        owner: Number of the feature of each polygon.
        lines: Edges; the zone is the number of the feature.
        point, x, y: Number of the feature of each point on the grid, and its place in cells.
    """

    polygons: Edges
    owner: np.ndarray
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
        last, first = np.full((2, window.height * window.width), -1, np.int64)
        is_met = np.zeros(len(shapes), bool)
        for zone, cell in _cells_of(features, window, rule):
            is_met[zone] = True
            last[cell] = zone  # of several the last assignment stays
            zone, cell = zone[::-1], cell[::-1]
            is_bare = first[cell] < 0
            first[cell[is_bare]] = zone[is_bare]
            run.raise_if_cancelled()
        last, first = (part.reshape(window.height, -1) for part in (last, first))
        yield Strip(window, last, first, np.flatnonzero(is_met))
    run.progress(1.0)


def _taken_apart(shapes: np.ndarray, grid: Grid) -> _Features:
    # twice, since collections may hold multi-part shapes
    parts, owner = shapely.get_parts(shapes, return_index=True)
    parts, inner = shapely.get_parts(parts, return_index=True)
    owner, kind = owner[inner], shapely.get_dimensions(parts)
    lines = edges_of_lines(parts[kind == 1], grid)
    places, number = shapely.get_coordinates(parts[kind == 0], return_index=True)
    found = places_in(grid, *places.T)
    return _Features(
        edges_of(parts[kind == 2], grid),
        owner[kind == 2],
        replace(lines, zone=owner[kind == 1][lines.zone]),
        owner[kind == 0][number[found.number]],
        found.x,
        found.y,
    )


def _cells_of(features: _Features, window: Window, rule: BurningRule) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Gives numbers of features, ascending, and a cell of each, some at a time; a pair may come several times."""
    found = _runs_of(features, window, rule)
    found = found.take(np.argsort(found.zone, kind="stable"))
    ends = np.cumsum(found.last - found.first)
    start = 0
    while start < len(ends):
        done = ends[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(ends, done + CELLS_PER_STRIP, "right")))
        part = found.take(np.arange(start, end))
        owner, column = spread(part.first, part.last)
        yield part.zone[owner], part.row[owner] * window.width + column
        start = end


def _runs_of(features: _Features, window: Window, rule: BurningRule) -> Runs:
    """Gives the cells of all features in some rows."""
    top, bottom = window.row, window.row + window.height
    width, height = window.width, window.height
    inside = (features.y >= top) & (features.y < bottom)
    row, column = (np.floor(values[inside]).astype(np.int64) for values in (features.y, features.x))
    found = [Runs(features.point[inside], row - top, column, column + 1)]
    edges = features.polygons.in_rows(top, bottom, cut=rule == "any_touch")
    if len(edges.zone):
        if rule == "cell_center":
            runs = centre_runs(edges, width, height)
        else:
            runs, shares = covered(edges, width, height, len(features.owner))
            found.append(Runs(features.owner[shares.zone], shares.row, shares.column, shares.column + 1))
        found.append(runs._replace(zone=features.owner[runs.zone]))
    lines = features.lines.in_rows(top, bottom, cut=True)
    if len(lines.zone):
        zone, row, column = crossed(lines, width, height)
        found.append(Runs(zone, row, column, column + 1))
    return Runs(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
