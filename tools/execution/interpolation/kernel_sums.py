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
from .valued_points import ValuedPoints

Kernel = Literal["quartic", "triangular", "uniform", "triweight", "epanechnikov"]
CELLS_PER_STRIP = 2**20
TERMS_AT_ONCE = 2**17
# By the square of the distance in radii; 1 in the centre, 0 beyond the radius.
SHAPES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "quartic": lambda square: np.maximum(1 - square, 0) ** 2,
    "triangular": lambda square: np.maximum(1 - np.sqrt(square), 0),
    "uniform": lambda square: (square <= 1).astype(float),
    "triweight": lambda square: (1 - square) ** 2 * np.maximum(1 - square, 0),
    "epanechnikov": lambda square: np.maximum(1 - square, 0),
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
            _add_line(cells[line], column[near], row[near] - centre, weight[near], reach, kernel)
        yield window, cells
    run.progress(1.0)


def _add_line(
    line: np.ndarray, column: np.ndarray, below: np.ndarray, weight: np.ndarray, reach: float, kernel: Kernel
) -> None:
    """Adds the points near a line of cells, each over a stretch of cells as wide as the kernel.

    Args:
        column, below: Of the points, in cells: from the left edge, and from the middle of the line downwards.
        reach: Radius in cells.
    """
    width = min(2 * math.ceil(reach) + 1, len(line))
    stretch = np.arange(width)
    first = np.clip(np.floor(column - reach), 0, len(line) - width).astype(np.int64)
    step = max(1, TERMS_AT_ONCE // width)
    for start in range(0, len(column), step):
        part = slice(start, start + step)
        cell = first[part, np.newaxis] + stretch
        square = cell - (column[part, np.newaxis] - 0.5)
        np.square(square, out=square)
        square += below[part, np.newaxis] ** 2
        square /= reach**2  # by no factor: what lies at the radius has 1
        terms = SHAPES[kernel](square)
        terms *= weight[part, np.newaxis]
        line += np.bincount(cell.ravel(), terms.ravel(), minlength=len(line))
