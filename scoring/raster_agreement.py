# SPDX-License-Identifier: GPL-2.0-or-later
"""How near the cells of a raster come, also where its grid is another one: cell against nearest cell."""

from __future__ import annotations

import numpy as np

from .cell_comparison import cell_excess
from .grid import Cells, Window
from .raster_checks import RasterState
from .record import Closeness


def raster_closeness(state: RasterState) -> Closeness:
    """Returns the closeness of a raster: the share of cells with a value on some side that agree.

    Edges: On another grid of the same CRS every reference cell is compared with the output cell its middle lies in;
        labels and turned grids are compared on the same grid alone. Bands that are missing count as disagreement.
    """
    if state.same_grid:
        share = state.cells.agreement
    elif state.contract.values == "label" or not _comparable(state):
        share = 0.0
    else:
        share = _nearest_agreement(state)
    return Closeness(raster=share, coverage=1.0, quantitative=share)


def _comparable(state: RasterState) -> bool:
    from .raster_checks import crs

    turned = [grid.transform[1] or grid.transform[3] for grid in (state.reference, state.output)]
    return bool(crs(state).passed) and not any(turned)


def _nearest_agreement(state: RasterState) -> float:
    some = agreed = 0
    for band in range(1, state.contract.bands + 1):
        for window in state.reference.windows():
            ours = state.reference.cells(band, window)
            theirs = _nearest_cells(state, band, window)
            both = ours.valid & theirs.valid
            some += int((ours.valid | theirs.valid).sum())
            agreed += int((cell_excess(state.contract, ours.values[both], theirs.values[both]) <= 1).sum())
    return agreed / some if some else 1.0


def _nearest_cells(state: RasterState, band: int, window: Window) -> Cells:
    width = state.reference.width
    nothing = Cells(np.zeros((window.rows, width)), np.zeros((window.rows, width), bool))
    if band > state.output.bands:
        return nothing
    rows, columns = np.arange(window.first, window.first + window.rows), np.arange(width)
    a, _, c, _, e, f = state.output.transform
    x = np.array([state.reference.center(0, int(column))[0] for column in columns[[0, -1]]])
    y = np.array([state.reference.center(int(row), 0)[1] for row in rows[[0, -1]]])
    found_columns = np.floor((np.linspace(x[0], x[1], width) - c) / a).astype(int)
    found_rows = np.floor((np.linspace(y[0], y[1], window.rows) - f) / e).astype(int)
    inside = (found_rows >= 0) & (found_rows < state.output.height)
    if not inside.any():
        return nothing
    low, high = int(found_rows[inside].min()), int(found_rows[inside].max())
    block = state.output.cells(band, Window(low, high - low + 1))
    within = inside[:, None] & ((found_columns >= 0) & (found_columns < state.output.width))[None, :]
    take = np.ix_(np.clip(found_rows - low, 0, high - low), np.clip(found_columns, 0, state.output.width - 1))
    return Cells(block.values[take], block.valid[take] & within)
