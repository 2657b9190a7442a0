# SPDX-License-Identifier: GPL-2.0-or-later
"""Whole grids for the flow of water, which no window sees: heights, D8 directions, and what is written back.

The kernels need numba; where it lacks, the import fails and the call is refused by its name.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ...declaration.layers import Raster
from ..rasters.raster_files import StoredRaster
from ..rasters.raster_windows import BandCells, open_band, split, windows_of
from ..run import Run

if TYPE_CHECKING:
    from types import ModuleType

D8_CODES = (0, 1, 2, 4, 8, 16, 32, 64, 128)
D8_MISSING = 247


class Directions(NamedTuple):
    """A D8 grid.

    Args:
        codes: uint8, one per cell, row by row; 247 where there is no value.
        band: Where they come from.
    """

    codes: np.ndarray
    band: BandCells

    @property
    def shape(self) -> tuple[int, int]:
        """Gives rows and columns."""
        return self.band.grid.height, self.band.grid.width


def keep_compiled_here() -> None:
    """Says where numba keeps what it compiles, where nothing says it: a folder of this QGIS, which goes with it.

    Numba's own choice could be the home of the person.
    """
    if "NUMBA_CACHE_DIR" not in os.environ:
        from qgis.core import QgsProcessingUtils

        os.environ["NUMBA_CACHE_DIR"] = os.path.join(QgsProcessingUtils.tempFolder(), "numba")


def kernels() -> ModuleType:
    """Imports the compiled kernels.

    Raises: ImportError where numba lacks.
    """
    keep_compiled_here()
    from . import flow_kernels

    return flow_kernels


def demand_memory(run: Run, grid: Grid, bytes_per_cell: int) -> None:
    """Refuses a grid whose arrays would be too large, before any is made.

    Raises: ToolError LIMIT_EXCEEDED.
    """
    run.require.size("bytes", bytes_per_cell * grid.width * grid.height, "the arrays in memory",
                     "larger cells or a smaller extent")  # fmt: skip


def read_whole(run: Run, band: BandCells) -> np.ndarray:
    """Reads all physical values of a band, row by row as one line of cells; NoData is NaN."""
    cells = np.empty((band.grid.height, band.grid.width))
    for window in windows_of(run, [band]):
        part = band.read(window)
        band.refuse_infinite(part)
        cells[window.row : window.row + window.height, window.column : window.column + window.width] = part
    return cells.ravel()


def read_directions(run: Run, raster: Raster, argument: str = "flow_direction") -> Directions:
    """Reads a D8 raster after its guards: a CRS, north up, one band of the nine codes.

    Raises: ToolError CRS_MISSING, GRID_UNSUITABLE, BAD_VALUE.
    """
    run.require.crs_known(raster)
    run.require.north_up(raster)
    run.require.one_band(raster, argument)
    band = open_band(run, raster)
    known = np.zeros(256, bool)
    known[list(D8_CODES)] = True
    codes = np.full((band.grid.height, band.grid.width), D8_MISSING, np.uint8)
    strange, example = 0, 0.0
    for window in windows_of(run, [band]):
        values = band.read(window)
        values[values == D8_MISSING] = np.nan
        has_value = ~np.isnan(values)
        whole = np.where(has_value & (values >= 0) & (values <= 255), values, 3).astype(np.uint8)
        fits = known[whole] & (whole == values)
        if (has_value & ~fits).any():
            strange += int(np.count_nonzero(has_value & ~fits))
            example = float(values[has_value & ~fits][0])
        part = codes[window.row : window.row + window.height, window.column : window.column + window.width]
        part[fits] = whole[fits]
    if strange:
        raise ToolError("BAD_VALUE", f'{strange} cells of "{raster.name}" hold no D8 code, such as {example:g}; the '
                        "codes are 1 east, 2 southeast, 4 south and so on to 128 northeast, 0 for a pit",
                        "flow_direction makes them; other programs number otherwise", argument=argument)  # fmt: skip
    return Directions(codes.ravel(), band)


def circles(raster: Raster, count: int) -> ToolError:
    """Makes the error for directions along which water never arrives."""
    where = f"{count} cells of" if count else "cells of"
    return ToolError("BAD_VALUE", f'{where} "{raster.name}" flow in circles', "flow_direction makes directions that do "
                     "not", argument="flow_direction")  # fmt: skip


def steps_of(grid: Grid) -> np.ndarray:
    """Gives the step in x and y of each D8 direction, in the order of the codes, in CRS units."""
    a, b, _, d, e, _ = grid.transform
    rows, columns = np.array([0, 1, 1, 1, 0, -1, -1, -1]), np.array([1, 1, 0, -1, -1, -1, 0, 1])
    return np.stack([a * columns + b * rows, d * columns + e * rows], axis=1)


def rim_of(heights: np.ndarray) -> np.ndarray:
    """Tells which cells of a grid have a value and lie at its edge or beside a cell without one."""
    from scipy import ndimage

    valid = ~np.isnan(heights)
    inside = ndimage.binary_erosion(valid, np.ones((3, 3), bool), border_value=0)
    return valid & ~inside  # type: ignore[no-any-return]


def write_whole(run: Run, output: StoredRaster, cells: np.ndarray, missing: Any) -> None:
    """Writes all cells of a grid, some rows at a time.

    Args:
        cells: As they are to be stored.
        missing: Which cells have no value.
    """
    grid = output.grid
    table, blank = (part.reshape(grid.height, grid.width) for part in (cells, missing))
    for window in split(grid.width, grid.height, (grid.width, 1)):
        rows = slice(window.row, window.row + window.height)
        columns = slice(window.column, window.column + window.width)
        output.write(window, table[rows, columns], blank[rows, columns])
        run.raise_if_cancelled()
