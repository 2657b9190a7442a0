# SPDX-License-Identifier: GPL-2.0-or-later
"""Which cells of a grid lie in any of some polygons, window by window."""

from __future__ import annotations

import numpy as np

from ...declaration.facts import Grid
from ..zones.zone_cells import centre_runs, covered
from ..zones.zone_edges import edges_of
from .raster_windows import Window


class PolygonMask:
    """Cells in polygons, kept as runs along rows.

    Args:
        polygons: Valid shapely polygons and multi-polygons; None and empty ones hold no cell.
        grid: Of any orientation.
        cell_rule: cell_center takes the cells whose centre lies in a polygon, any_touch all of which one covers a part.
    """

    def __init__(self, polygons: np.ndarray, grid: Grid, cell_rule: str) -> None:
        edges = edges_of(polygons, grid)
        if cell_rule == "cell_center":
            runs = centre_runs(edges, grid.width, grid.height)
            row, first, last = runs.row, runs.first, runs.last
        else:
            runs, shares = covered(edges, grid.width, grid.height, len(polygons))
            row = np.concatenate([runs.row, shares.row])
            first = np.concatenate([runs.first, shares.column])
            last = np.concatenate([runs.last, shares.column + 1])
        order = np.argsort(row, kind="stable")
        self._row, self._first, self._last = row[order], first[order], last[order]

    def inside(self, window: Window) -> np.ndarray:
        """Tells which cells of a window lie in a polygon."""
        start, end = np.searchsorted(self._row, [window.row, window.row + window.height])
        row = self._row[start:end] - window.row
        first = np.clip(self._first[start:end] - window.column, 0, window.width)
        last = np.clip(self._last[start:end] - window.column, 0, window.width)
        steps = np.zeros((window.height, window.width + 1), np.int32)
        np.add.at(steps, (row, first), 1)
        np.add.at(steps, (row, last), -1)
        return np.cumsum(steps, axis=1)[:, :-1] > 0
