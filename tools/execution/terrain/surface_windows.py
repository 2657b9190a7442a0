# SPDX-License-Identifier: GPL-2.0-or-later
"""The surface of an elevation raster, window by window: heights with their neighbours, gradient, second derivatives.

Derivatives are taken along columns and rows and turned into those along x and y by the transform of the grid, so that
cells of unequal sides, south-up and rotated grids come out right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ...declaration.layers import Raster
from ...declaration.wording import counted
from ..rasters.raster_windows import CELLS_PER_WINDOW, BandCells, Window, open_band, windows_of
from ..run import Run

HIGHEST = 1e30  # in any unit; what is beyond is no height, and its differences and squares are no numbers
MOST_CELLS = 2**23  # of a window with its neighbours above and below


class Gradient(NamedTuple):
    """Rise of the heights per CRS unit towards east (x) and north (y)."""

    east: np.ndarray
    north: np.ndarray


class Bending(NamedTuple):
    """Second derivatives of the heights by CRS units: east-east, east-north, north-north."""

    xx: np.ndarray
    xy: np.ndarray
    yy: np.ndarray


class HeightCells(BandCells):
    """A band of heights."""

    def refuse_infinite(self, values: np.ndarray) -> None:
        """Refuses infinite and huge values, which are no heights.

        Raises: ToolError BAD_VALUE.
        """
        huge = np.abs(values) > HIGHEST
        count = int(np.count_nonzero(huge))
        if count:
            raise ToolError("BAD_VALUE", f'"{self.name}" holds {values[huge][0]:g} in {counted(count, "cell")}, '
                            "which is no height", "set_nodata, if that is a value for no value",
                            argument="dem")  # fmt: skip


def heights_of(run: Run, dem: Raster) -> HeightCells:
    """Opens an elevation raster of one band."""
    band = open_band(run, dem)
    return HeightCells(band.dataset, band.number, band.name)


def open_heights(run: Run, dem: Raster, what: str) -> HeightCells:
    """Opens an elevation raster after its guards: a projected CRS that is true, one band, no classes.

    Args:
        what: What is made of the heights, for sentences, such as "an aspect".
    """
    run.require.measurable(dem)
    run.require.one_band(dem, "dem")
    run.require.no_classes(dem, 1, what)
    return heights_of(run, dem)


def heights_with_margin(run: Run, heights: BandCells, margin: int) -> Iterator[tuple[Window, np.ndarray]]:
    """Walks over the windows of a band, each with the cells around it; beyond the raster they are NaN.

    Args:
        margin: Width of the frame of neighbours, cells.
    Returns: The window, and heights of window.height + 2 margin rows.
    """
    grid = heights.grid
    for window in _windows_for(run, heights, margin):
        west, north = max(0, window.column - margin), max(0, window.row - margin)
        east = min(grid.width, window.column + window.width + margin)
        south = min(grid.height, window.row + window.height + margin)
        cells = heights.read(Window(west, north, east - west, south - north))
        heights.refuse_infinite(cells)
        framed = np.full((window.height + 2 * margin, window.width + 2 * margin), np.nan)
        top, left = north - window.row + margin, west - window.column + margin
        framed[top : top + cells.shape[0], left : left + cells.shape[1]] = cells
        yield window, framed


def _windows_for(run: Run, heights: BandCells, margin: int) -> Iterator[Window]:
    """Gives windows at least twice as high as the margin, and of a very wide raster some columns at a time."""
    grid = heights.grid
    wide = min(grid.width, max(1, MOST_CELLS // (4 * max(1, margin))))
    for column in range(0, grid.width, wide):
        part = Window(column, 0, min(wide, grid.width - column), grid.height)
        yield from windows_of(run, [heights], max(CELLS_PER_WINDOW, 2 * margin * part.width), part)


def gradient(framed: np.ndarray, grid: Grid, method: str = "horn") -> Gradient:
    """Gives the gradient of every cell with a frame of one; NaN where any of the nine cells is.

    Args:
        method: horn weighs eight neighbours, zevenbergen_thorne uses four.
    """
    (nw, n, ne), (w, centre, e), (sw, s, se) = nine(framed)
    if method == "horn":
        across = ((ne - nw) + 2 * (e - w) + (se - sw)) / 8
        down = ((sw - nw) + 2 * (s - n) + (se - ne)) / 8
    else:
        across, down = (e - w) / 2, (s - n) / 2
    incomplete = np.isnan(centre + nw + ne + sw + se + n + s)
    across[incomplete] = np.nan
    (ca, cb), (ra, rb) = _cells_per_unit(grid)
    return Gradient(ca * across + ra * down, cb * across + rb * down)


def bending(framed: np.ndarray, grid: Grid) -> Bending:
    """Gives the second derivatives of every cell with a frame of one, by Zevenbergen and Thorne."""
    (nw, n, ne), (w, centre, e), (sw, s, se) = nine(framed)
    across, down = e - 2 * centre + w, s - 2 * centre + n
    mixed = ((se - sw) - (ne - nw)) / 4
    (ca, cb), (ra, rb) = _cells_per_unit(grid)
    return Bending(
        ca * ca * across + 2 * ca * ra * mixed + ra * ra * down,
        ca * cb * across + (ca * rb + cb * ra) * mixed + ra * rb * down,
        cb * cb * across + 2 * cb * rb * mixed + rb * rb * down,
    )


def nine(framed: np.ndarray) -> list[list[np.ndarray]]:
    """Gives the views of each cell's neighbours by row and column of the stored grid, the cells in the middle."""
    height, width = framed.shape
    return [[framed[row : height - 2 + row, column : width - 2 + column] for column in range(3)] for row in range(3)]


def _cells_per_unit(grid: Grid) -> tuple[tuple[float, float], tuple[float, float]]:
    """Gives columns per x and per y, and rows per x and per y."""
    a, b, _, d, e, _ = grid.transform
    size = a * e - b * d
    return (e / size, -b / size), (-d / size, a / size)
