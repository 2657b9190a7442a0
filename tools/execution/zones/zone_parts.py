# SPDX-License-Identifier: GPL-2.0-or-later
"""The cells of zones, part by part: of polygons, or of a raster whose cells hold the numbers of zones.

for part in parts_of_polygons(run, geometries, band, cell_rule, small_zones, by_order):
    for batch in part.batches:               # ordered by zone; numbers count within part.zones
        ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
import shapely

from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_position
from ..rasters.raster_windows import BandCells, windows_of
from ..run import Run
from .zone_cells import Runs, Shares, centre_runs, covered
from .zone_edges import Edges, edges_of
from .zone_values import ZoneValues, valid_cells, zone_values

CellRule = Literal["cell_center", "area_weighted"]
SmallZones = Literal["leave_null", "area_weighted", "any_touch"]
EDGES_PER_CHUNK = 2**20
CELLS_PER_CHUNK = 2**24
NO_CELLS = np.zeros(0, np.int64)
NO_SHARES = Shares(NO_CELLS, NO_CELLS, NO_CELLS, np.zeros(0))


class ZonePart(NamedTuple):
    """Some zones with all of their cells.

    Args:
        zones: Their numbers.
        batches: Cells, whose zone is a place in `zones`; to be walked through once.
        small_count: Zones that overlap the raster but hold no cell centre; 0 under area_weighted.
        beyond_count: Zones that reach beyond the raster.
    """

    zones: np.ndarray
    batches: Iterator[ZoneValues]
    small_count: int = 0
    beyond_count: int = 0


def parts_of_polygons(
    run: Run, geometries: np.ndarray, band: BandCells, cell_rule: CellRule, small_zones: SmallZones, by_order: bool
) -> Iterator[ZonePart]:
    """Gives the cells of polygons, which may overlap; zones are numbered as the geometries are.

    Args:
        geometries: Polygons and multi-polygons in the CRS of the raster; None and empty ones hold no cell.
        cell_rule: cell_center takes cells whose centre is inside, area_weighted every cell by its covered share.
        small_zones: What cell_center does with a zone that holds no centre: nothing, area weights for that zone, or
            every cell of which it covers a part, each as a whole cell.
        by_order: Whether all cells of a part are wanted in memory at once.
    """
    done = 0
    for zones in _chunks(geometries, band.grid, by_order):
        edges = edges_of(geometries[zones], band.grid)
        runs, shares, small = _cells_of(edges, band.grid, len(zones), cell_rule, small_zones)
        yield ZonePart(zones, zone_values(band, runs, shares), small, _count_beyond(edges, band.grid))
        done += len(zones)
        run.progress(done / len(geometries))


class NumberedZones(NamedTuple):
    """The zones of a raster.

    Args:
        band: Whose cells hold the numbers of zones.
        numbers: Each number once, ascending.
        cells: How many cells each zone has.
    """

    band: BandCells
    numbers: np.ndarray
    cells: np.ndarray


def numbered_zones(run: Run, band: BandCells) -> NumberedZones:
    """Finds the zones of a raster.

    Raises: ToolError BAD_VALUE where numbers are not whole, LIMIT_EXCEEDED.
    """
    found, cells = NO_CELLS, NO_CELLS
    for window in windows_of(run, [band]):
        numbers, counts = np.unique(_numbers_in(band, band.read(window)), return_counts=True)
        merged, place = np.unique(np.concatenate([found, numbers]), return_inverse=True)
        cells = np.bincount(place, np.concatenate([cells, counts]), minlength=len(merged)).astype(np.int64)
        found = merged
        run.require.size("rows", len(found), "the result", "fewer zones", "zones")
    return NumberedZones(band, found, cells)


def parts_of_raster(run: Run, zones: NumberedZones, band: BandCells, by_order: bool) -> Iterator[ZonePart]:
    """Gives the cells of the zones of a raster on the grid of the band."""
    group = np.cumsum(zones.cells) // CELLS_PER_CHUNK if by_order else np.zeros(len(zones.cells))
    for first, last in zip(*_ends(group), strict=True):
        yield ZonePart(np.arange(first, last), _batches(run, zones, band, first, last))


def _ends(group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    starts = np.flatnonzero(np.append(True, group[1:] != group[:-1])[: len(group)])
    return starts, np.append(starts[1:], len(group))[: len(starts)]


def _batches(run: Run, zones: NumberedZones, band: BandCells, first: int, last: int) -> Iterator[ZoneValues]:
    numbers = zones.numbers[first:last]
    for window in windows_of(run, [band, zones.band]):
        found = zones.band.read(window).ravel()
        place = np.searchsorted(numbers, found)  # NaN, which is no zone, comes last
        used = np.flatnonzero((place < last - first) & (numbers[np.minimum(place, last - first - 1)] == found))
        order = used[np.argsort(place[used], kind="stable")]
        yield valid_cells(band, place[order], band.read(window).ravel()[order], None)


def _numbers_in(band: BandCells, cells: np.ndarray) -> np.ndarray:
    numbers = cells[~np.isnan(cells)]
    if not band.is_whole:
        odd = numbers[~(np.abs(numbers) <= 2**53) | (numbers != np.floor(numbers))]
        if len(odd):
            raise ToolError("BAD_VALUE", f'cells of "{band.name}" are no whole numbers, such as {odd[0]:.15g}, so they '
                            "name no zones", "a raster of zones holds whole numbers", argument="zones")  # fmt: skip
    return numbers.astype(np.int64)


def _cells_of(
    edges: Edges, grid: Grid, count: int, cell_rule: CellRule, small_zones: SmallZones
) -> tuple[Runs, Shares, int]:
    if cell_rule == "area_weighted":
        return (*covered(edges, grid.width, grid.height, count), 0)
    runs = centre_runs(edges, grid.width, grid.height)
    has_centre = np.zeros(count, bool)
    has_centre[runs.zone] = True
    _, shares = covered(edges.of(~has_centre[edges.zone]), grid.width, grid.height, count)
    small = len(np.unique(shares.zone))
    if small_zones == "any_touch":
        touched = Runs(shares.zone, shares.row, shares.column, shares.column + 1)
        joined = Runs(*(np.concatenate(parts) for parts in zip(runs, touched, strict=True)))
        return joined.take(np.argsort(joined.zone, kind="stable")), NO_SHARES, small
    return runs, shares if small_zones == "area_weighted" else NO_SHARES, small


def _chunks(geometries: np.ndarray, grid: Grid, by_order: bool) -> Iterator[np.ndarray]:
    """Cuts the zones that have a geometry into groups that fit into memory, from the first rows downwards."""
    west, south, east, north = shapely.bounds(geometries).T
    zones = np.flatnonzero(np.isfinite(west))
    if not len(zones):
        return
    corners = [cell_position(grid, x[zones], y[zones]) for x in (west, east) for y in (south, north)]
    columns = np.clip(np.array([corner[0] for corner in corners]), 0, grid.width)
    rows = np.clip(np.array([corner[1] for corner in corners]), 0, grid.height)
    wide, high = np.ptp(columns, axis=0) + 1, np.ptp(rows, axis=0) + 1
    load = (shapely.get_num_coordinates(geometries[zones]) + 4 * (wide + high)) / EDGES_PER_CHUNK
    if by_order:
        load = load + wide * high / CELLS_PER_CHUNK
    order = np.argsort(rows.min(axis=0), kind="stable")
    group = np.floor(np.cumsum(load[order]))
    yield from np.split(zones[order], np.flatnonzero(np.diff(group)) + 1)


def _count_beyond(edges: Edges, grid: Grid) -> int:
    slack = 1e-6
    outside_x = (np.minimum(edges.x0, edges.x1) < -slack) | (np.maximum(edges.x0, edges.x1) > grid.width + slack)
    outside_y = (np.minimum(edges.y0, edges.y1) < -slack) | (np.maximum(edges.y0, edges.y1) > grid.height + slack)
    return len(np.unique(edges.zone[outside_x | outside_y]))
