# SPDX-License-Identifier: GPL-2.0-or-later
"""How many observers see each cell of an elevation raster."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...declaration.facts import Grid
from ..rasters.raster_windows import BandCells, Window
from ..run import Run
from .flow_grids import keep_compiled_here

if TYPE_CHECKING:
    from types import ModuleType

EARTH_RADIUS_M = 6_371_009.0
RINGS_AT_ONCE = 64
BYTES_IN_REACH = 40  # a cell, for the observer at work
BYTES_IN_ALL = 5  # a cell, for what all have seen


class Scene(NamedTuple):
    """What is looked at, in metres.

    Args:
        band: Heights.
        unit_m: Of one CRS unit.
        height_unit_m: Of one unit of the heights.
        reach_m: How far is looked.
        rise_m: How far above its ground a cell is looked at.
        refraction: Share of the curvature that the bending of light takes off.
    """

    band: BandCells
    unit_m: float
    height_unit_m: float
    reach_m: float
    rise_m: float
    refraction: float


class Sight(NamedTuple):
    """What all observers see.

    Args:
        counts: int32 per cell of the grid: how many observers see it, -1 beyond the reach of all, and without a height.
        blind_count: Observers that stand on no height.
        has_gaps: Whether cells without a height lie within reach.
    """

    counts: np.ndarray
    blind_count: int
    has_gaps: bool


def kernels() -> ModuleType:
    """Imports the compiled kernels.

    Raises: ImportError where numba lacks.
    """
    keep_compiled_here()
    from . import sight_kernels

    return sight_kernels


def sight_of(run: Run, scene: Scene, cells: np.ndarray, heights_m: np.ndarray) -> Sight:
    """Looks around from each observer.

    Args:
        cells: Row and column of each.
        heights_m: Of the eyes above the ground.
    Raises: ToolError LIMIT_EXCEEDED, CANCELLED.
    """
    grid = scene.band.grid
    places: list[tuple[int, int]] = [(row, column) for row, column in cells.tolist()]
    windows = [_reach_of(grid, scene.reach_m / scene.unit_m, *place) for place in places]
    sizes = [window.width * window.height for window in windows]
    run.require.size("pairs", sum(sizes), "observers and the cells in their reach", "a smaller max_distance, fewer "
                     "observers, or larger cells", "max_distance")  # fmt: skip
    run.require.size("bytes", BYTES_IN_REACH * max(sizes, default=0) + BYTES_IN_ALL * grid.width * grid.height,
                     "the arrays in memory", "a smaller max_distance or larger cells")  # fmt: skip
    counts = np.full((grid.height, grid.width), -1, np.int32)
    blind, has_gaps = 0, False
    for number, (window, (row, column)) in enumerate(zip(windows, places, strict=True)):
        ground = scene.band.read(window) * scene.height_unit_m
        scene.band.refuse_infinite(ground)
        own = row - window.row, column - window.column
        if np.isnan(ground[own]):
            blind += 1
            continue
        far = _distances(grid, window, row, column) * scene.unit_m
        in_reach = far <= scene.reach_m * (1 + 1e-12)
        within = in_reach & ~np.isnan(ground)
        has_gaps |= bool((in_reach & ~within).any())
        eye = float(ground[own]) + float(heights_m[number])
        ground -= far * far * ((1 - scene.refraction) / (2 * EARTH_RADIUS_M))
        part = counts[window.row : window.row + window.height, window.column : window.column + window.width]
        part[within] = np.maximum(part[within], 0)
        share = number / len(windows), (number + 1) / len(windows)
        part += _seen_from(run, scene, ground, within, own, eye, share)
    return Sight(counts, blind, has_gaps)


def _seen_from(
    run: Run, scene: Scene, ground: np.ndarray, within: np.ndarray, own: tuple[int, int], eye: float,
    share: tuple[float, float],
) -> np.ndarray:  # fmt: skip
    """Tells which cells one observer sees.

    Args:
        share: Part of the run's progress this is.
    """
    (row, column), (height, width) = own, ground.shape
    seen = np.zeros(ground.shape, bool)
    seen[own] = True
    rings = width - 1 - column, column, height - 1 - row, row  # of the sectors
    done = 0
    for sector, count in enumerate(rings):
        horizon = kernels().open_horizon()
        for first in range(1, count + 1, RINGS_AT_ONCE):
            last = min(first + RINGS_AT_ONCE, count + 1)
            horizon = kernels().look(ground, within, seen, *own, eye, scene.rise_m, sector, horizon, first, last)
            done += last - first
            run.progress(share[0] + (share[1] - share[0]) * done / sum(rings))
    return seen


def _reach_of(grid: Grid, reach: float, row: int, column: int) -> Window:
    """Gives the cells around a cell that may lie within reach, in CRS units."""
    a, b, _, d, e, _ = grid.transform
    size = abs(a * e - b * d)
    wide = math.ceil(min(reach * math.hypot(b, e) / size, grid.width))
    high = math.ceil(min(reach * math.hypot(a, d) / size, grid.height))
    west, north = max(0, column - wide), max(0, row - high)
    return Window(west, north, min(grid.width, column + wide + 1) - west, min(grid.height, row + high + 1) - north)


def _distances(grid: Grid, window: Window, row: int, column: int) -> np.ndarray:
    a, b, _, d, e, _ = grid.transform
    across = np.arange(window.column, window.column + window.width) - column
    down = (np.arange(window.row, window.row + window.height) - row)[:, None]
    return np.hypot(a * across + b * down, d * across + e * down)  # type: ignore[no-any-return]
