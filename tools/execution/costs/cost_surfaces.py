# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster of costs as a surface that is crossed cell by cell, and searches over it from some of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....tasks.crs_equality import metres_per_unit
from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ...declaration.layers import Raster
from ..rasters.cell_sampling import places_in
from ..rasters.raster_windows import BandCells, open_band, windows_of
from ..run import Run
from ..terrain.flow_grids import demand_memory, keep_compiled_here

if TYPE_CHECKING:
    from types import ModuleType

BYTES_PER_CELL = 30  # cost 8, distance 8, lists 8, source cells 1, the frame, what comes and goes
CELLS_AT_ONCE = 500_000
WIDEST = 2.0**60  # from the least step to the longest way
SMALLEST = 1e-200
# straight steps before diagonal ones, each from the top, left to right
ROW_STEPS = np.array([-1, 0, 0, 1, -1, -1, 1, 1])
COLUMN_STEPS = np.array([0, -1, 1, 0, -1, 1, -1, 1])


class CostSurface(NamedTuple):
    """Costs with a frame of NaN, row by row in one line.

    Args:
        grid: Without the frame.
        cost: Per metre; NaN is a barrier.
        offsets: To the eight neighbours, in the line.
        lengths: Of these steps in metres.
        least, largest: Of the costs.
        valid_count: Cells that can be entered.
    """

    grid: Grid
    cost: np.ndarray
    offsets: np.ndarray
    lengths: np.ndarray
    least: float
    largest: float
    valid_count: int

    @property
    def per_step(self) -> float:
        """Gives the whole numbers per unit of cost by which the search orders cells: one for the least step."""
        return 1 / (self.least * float(self.lengths.min()))

    def places(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Gives the place of the cell that holds each position; -1 outside, and for NaN."""
        found = places_in(self.grid, x, y)
        places = np.full(len(x), -1, np.int64)
        places[found.number] = self.place(found.row, found.column)
        return places

    def place(self, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        """Gives the places of cells of the grid."""
        return (row + 1) * (self.grid.width + 2) + column + 1

    def unframed(self, line: np.ndarray) -> np.ndarray:
        """Gives the cells of a line as rows and columns, without the frame."""
        return line.reshape(self.grid.height + 2, self.grid.width + 2)[1:-1, 1:-1]

    def centres(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gives x and y of the centres of cells."""
        row, column = np.divmod(places, self.grid.width + 2)
        a, b, c, d, e, f = self.grid.transform
        return a * (column - 0.5) + b * (row - 0.5) + c, d * (column - 0.5) + e * (row - 0.5) + f


def kernels() -> ModuleType:
    """Imports the compiled kernels.

    Raises: ImportError where numba lacks.
    """
    keep_compiled_here()
    from . import cost_kernels

    return cost_kernels


def read_surface(run: Run, raster: Raster) -> CostSurface:
    """Reads a raster of one band after its guards.

    Raises: ToolError CRS_MISSING, CRS_UNSUITABLE, GRID_UNSUITABLE, BAD_VALUE, LIMIT_EXCEEDED.
    """
    run.require.measurable(raster)
    run.require.north_up(raster)
    run.require.one_band(raster, "cost_raster")
    run.require.no_classes(raster, 1, "a sum")
    band = open_band(run, raster)
    grid = band.grid
    kernels()
    demand_memory(run, grid, BYTES_PER_CELL)
    framed = np.full((grid.height + 2, grid.width + 2), np.nan)
    for window in windows_of(run, [band]):
        cells = band.read(window)
        band.refuse_infinite(cells)
        top, left = window.row + 1, window.column + 1
        framed[top : top + window.height, left : left + window.width] = cells
    return _measured(run, raster, band, framed.ravel())


def _measured(run: Run, raster: Raster, band: BandCells, cost: np.ndarray) -> CostSurface:
    """Adds what the search must know, and refuses costs that are none."""
    grid = band.grid
    valid_count = int(np.count_nonzero(~np.isnan(cost)))
    refused = int(np.count_nonzero(cost <= 0))
    if refused:
        raise ToolError("BAD_VALUE", f'{refused} cells of "{raster.name}" cost 0 or less; ways through them would be '
                        "free", "raster_calculator gives them a small cost, or makes them NoData, which is a barrier",
                        argument="cost_raster")  # fmt: skip
    least, largest = (float(np.nanmin(cost)), float(np.nanmax(cost))) if valid_count else (1.0, 1.0)
    metres = metres_per_unit(raster.facts.crs or "")
    lengths = np.hypot(ROW_STEPS * grid.cell_height, COLUMN_STEPS * grid.cell_width) * metres
    is_wide = largest / least * valid_count * float(lengths.max() / lengths.min()) > WIDEST
    if is_wide or least < SMALLEST or largest > 1 / SMALLEST:
        raise ToolError("BAD_VALUE", f'costs of "{raster.name}" go from {least:g} to {largest:g}; their sums would '
                        "lose the small ones or be beyond every number",
                        "NoData in place of very high costs is a barrier", argument="cost_raster")  # fmt: skip
    offsets = (ROW_STEPS * (grid.width + 2) + COLUMN_STEPS).astype(np.int64)
    return CostSurface(grid, cost, offsets, lengths, least, largest, valid_count)


class Search:
    """Searches over one surface, whose arrays they share.

    Args:
        surface: That is crossed.
    """

    def __init__(self, surface: CostSurface) -> None:
        self.surface = surface
        self.distance = np.empty(len(surface.cost))
        self._after = np.empty(len(surface.cost), np.int32)
        self._before = np.empty(len(surface.cost), np.int32)
        self._kernels: Any = kernels()

    def spread(
        self, run: Run, sources: np.ndarray, limit: float = np.inf, targets: np.ndarray | None = None,
        share: tuple[float, float] = (0.0, 1.0),
    ) -> np.ndarray:  # fmt: skip
        """Finds the least cost from any source to each cell.

        Args:
            sources: Places of cells without barrier; at cost 0.
            limit: Largest cost; dearer cells are not reached.
            targets: Places of cells after which the search may end; None for all.
            share: Part of the run's progress this search is.
        Returns: Cost of each place, inf where it is not reached; shared with the next search.
        """
        surface, kernel = self.surface, self._kernels
        self.distance.fill(np.inf)
        self._before.fill(kernel.NOT_WAITING)
        heads = np.full(kernel.LISTS, kernel.NOWHERE, np.int32)
        for source in np.unique(sources):
            self.distance[source] = 0.0
            kernel.put(source, 0, heads, self._after, self._before)
        last = taken = 0
        while last >= 0 and not self._is_done(targets, last):
            last = kernel.spread(surface.cost, self.distance, self._after, self._before, heads, surface.offsets,
                                 surface.lengths, surface.per_step, limit, last, CELLS_AT_ONCE)  # fmt: skip
            taken += CELLS_AT_ONCE
            run.progress(share[0] + (share[1] - share[0]) * min(1.0, taken / max(1, surface.valid_count)))
        return self.distance

    def _is_done(self, targets: np.ndarray | None, last: int) -> bool:
        return targets is not None and bool((self.distance[targets] * self.surface.per_step < last).all())

    def way_back(self, run: Run, place: int) -> np.ndarray:
        """Gives the places from a reached cell to the source of the last search.

        Raises: ToolError BAD_VALUE for costs that are too unequal, LIMIT_EXCEEDED.
        """
        surface = self.surface
        size = 4 * (surface.grid.width + surface.grid.height)
        while True:
            run.require.size("vertices", size, "a path", "a smaller extent")
            path = np.empty(size, np.int64)
            count = self._kernels.way_back(surface.cost, self.distance, place, surface.offsets, surface.lengths, path)
            if count < 0:
                raise ToolError("BAD_VALUE", f"costs go from {surface.least:g} to {surface.largest:g}; steps at the "
                                "small ones are lost beside the sum, so the way cannot be told",
                                "NoData in place of very high costs is a barrier",
                                argument="cost_raster")  # fmt: skip
            if count <= size:
                return path[:count]
            size *= 4
