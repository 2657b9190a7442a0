# SPDX-License-Identifier: GPL-2.0-or-later
"""Sums of kernels around points, at the centres of the cells of a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np

from ...declaration.facts import Grid
from ..rasters.raster_windows import Window
from ..run import Run
from ..zones.zone_cells import spread
from .valued_points import ValuedPoints

Kernel = Literal["quartic", "triangular", "uniform", "triweight", "epanechnikov"]
CELLS_PER_STRIP = 2**20
TERMS_AT_ONCE = 2**21
# By the square of the distance in radii; 1 in the centre.
SHAPES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "quartic": lambda square: (1 - square) ** 2,
    "triangular": lambda square: 1 - np.sqrt(square),
    "uniform": lambda square: np.ones(len(square)),
    "triweight": lambda square: (1 - square) ** 3,
    "epanechnikov": lambda square: 1 - square,
}
# Integrals over the disc of radius 1.
VOLUMES = {"quartic": math.pi / 3, "triangular": math.pi / 3, "uniform": math.pi, "triweight": math.pi / 4,
           "epanechnikov": math.pi / 2}  # fmt: skip


def kernel_sums(
    run: Run, points: ValuedPoints, grid: Grid, radius: float, kernel: Kernel
) -> Iterator[tuple[Window, np.ndarray]]:
    """Sums weight times kernel of all points within the radius of each cell centre, strip by strip.

    Args:
        grid: North-up, of square cells.
        radius: In units of the CRS.
    """
    size, _, west, _, _, north = grid.transform
    order = np.argsort(-points.y, kind="stable")
    column, row, weight = (points.x[order] - west) / size, (north - points.y[order]) / size, points.values[order]
    reach = radius / size
    high = max(1, CELLS_PER_STRIP // grid.width)
    for top in range(0, grid.height, high):
        run.progress(top / grid.height)
        window = Window(0, top, grid.width, min(high, grid.height - top))
        cells = np.zeros((window.height, window.width))
        for line in range(window.height):
            run.raise_if_cancelled()
            centre = top + line + 0.5
            near = slice(np.searchsorted(row, centre - reach), np.searchsorted(row, centre + reach, side="right"))
            _add_line(cells[line], column[near], row[near] - centre, weight[near], reach, SHAPES[kernel])
        yield window, cells
    run.progress(1.0)


def _add_line(
    line: np.ndarray,
    column: np.ndarray,
    below: np.ndarray,
    weight: np.ndarray,
    reach: float,
    shape: Callable[[np.ndarray], np.ndarray],
) -> None:
    step = max(1, int(TERMS_AT_ONCE / (2 * min(reach, len(line)) + 1)))
    for start in range(0, len(column), step):
        part = slice(start, start + step)
        half = np.sqrt(np.maximum(reach**2 - below[part] ** 2, 0))
        first = np.clip(np.ceil(column[part] - half - 0.5), 0, len(line)).astype(np.int64)
        last = np.clip(np.floor(column[part] + half - 0.5) + 1, 0, len(line)).astype(np.int64)
        owner, cell = spread(first, last)
        square = ((cell + 0.5 - column[part][owner]) ** 2 + below[part][owner] ** 2) / reach**2
        line += np.bincount(cell, weight[part][owner] * shape(np.minimum(square, 1.0)), minlength=len(line))
