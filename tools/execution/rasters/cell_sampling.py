# SPDX-License-Identifier: GPL-2.0-or-later
"""Values of a raster at places: of the cell a place lies in, or bilinear between the four centres around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_position
from ..zones.zone_edges import on_lines_between
from .raster_windows import BandCells, Window, split

if TYPE_CHECKING:
    from ..run import Run

SamplingMethod = Literal["nearest", "bilinear"]


class CellPlaces(NamedTuple):
    """Places in cell space; those beyond the raster are not among them.

    Args:
        number: Of each place, as it was given.
        x, y: Columns and rows, whole numbers on edges.
    """

    number: np.ndarray
    x: np.ndarray
    y: np.ndarray

    @property
    def column(self) -> np.ndarray:
        """Gives the column of the cell of each place."""
        return _whole(self.x)

    @property
    def row(self) -> np.ndarray:
        """Gives the row of the cell of each place."""
        return _whole(self.y)


def on_cells(grid: Grid, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives places in columns and rows, whole on lines between cells but for rounding; beyond the raster too."""
    with np.errstate(over="ignore", invalid="ignore"):  # a place beyond all numbers is beyond the raster
        columns, rows = (on_lines_between(values) for values in cell_position(grid, x, y))
    return columns, rows


def places_in(grid: Grid, x: np.ndarray, y: np.ndarray) -> CellPlaces:
    """Finds the places on a raster; the edges of its first column and row belong to it, those of its last do not.

    Args:
        x, y: In the CRS of the raster; NaN for no place.
    """
    columns, rows = on_cells(grid, x, y)
    inside = (columns >= 0) & (columns < grid.width) & (rows >= 0) & (rows < grid.height)
    index = np.flatnonzero(inside)
    return CellPlaces(index, columns[index], rows[index])


def sampled(run: Run, band: BandCells, places: CellPlaces, count: int, method: SamplingMethod) -> np.ndarray:
    """Reads values at places, window by window, and of windows without a place nothing.

    Args:
        count: How many places there were before those beyond the raster were left out.
    Returns: Physical values, NaN where there is none; bilinear also where one of the four cells has none.
    """
    values = np.full(count, np.nan)
    reach = 1 if method == "bilinear" else 0
    for window, inside in _windows(run, band, places):
        wide = _grown(window, band.grid, reach)
        cells = band.read(wide)
        x, y = places.x[inside] - wide.column, places.y[inside] - wide.row
        values[places.number[inside]] = _bilinear(cells, x, y) if reach else cells[_whole(y), _whole(x)]
    return values


def _whole(values: np.ndarray) -> np.ndarray:
    return np.floor(values).astype(np.int64)


def _windows(run: Run, band: BandCells, places: CellPlaces) -> Iterator[tuple[Window, np.ndarray]]:
    every = split(band.grid.width, band.grid.height, band.block)
    across = sum(window.row == 0 for window in every)
    number = _whole(places.y) // every[0].height * across + _whole(places.x) // every[0].width
    order = np.argsort(number, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(number[order]) != 0)[: len(order)])
    for start, inside in zip(starts, np.split(order, starts[1:]), strict=False):
        run.progress(start / len(order))
        yield every[number[inside[0]]], inside


def _grown(window: Window, grid: Grid, reach: int) -> Window:
    left, top = max(window.column - reach, 0), max(window.row - reach, 0)
    right = min(window.column + window.width + reach, grid.width)
    bottom = min(window.row + window.height + reach, grid.height)
    return Window(left, top, right - left, bottom - top)


def _bilinear(cells: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Interpolates between centres; a cell without weight need not have a value, nor be there."""
    height, width = cells.shape
    first_column, first_row = np.floor(x - 0.5), np.floor(y - 0.5)
    right, below = x - 0.5 - first_column, y - 0.5 - first_row
    total = np.zeros(len(x))
    for row_step, row_weight in ((0, 1 - below), (1, below)):
        for column_step, column_weight in ((0, 1 - right), (1, right)):
            row, column = first_row + row_step, first_column + column_step
            is_there = (row >= 0) & (row < height) & (column >= 0) & (column < width)
            value = np.full(len(x), np.nan)
            value[is_there] = cells[row[is_there].astype(np.int64), column[is_there].astype(np.int64)]
            weight = row_weight * column_weight
            total += np.where(weight > 0, weight * value, 0.0)
    return total
