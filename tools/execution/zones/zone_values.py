# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the values of the cells in zones, window by window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..rasters.raster_windows import BandCells, Window
from .zone_cells import Runs, Shares, spread

CELLS_PER_STRIP = 2**21


class ZoneValues(NamedTuple):
    """Values of cells, ordered by zone.

    Args:
        zone: Number of the zone of each cell.
        values: Physical values; NoData is not among them.
        weights: Share of each cell; None for whole cells.
        missing_zone: Number of the zone of each cell that was left out as NoData.
        missing_weights: Share of each of those; None for whole cells.
    """

    zone: np.ndarray
    values: np.ndarray
    weights: np.ndarray | None
    missing_zone: np.ndarray
    missing_weights: np.ndarray | None

    @property
    def missing(self) -> float:
        """Gives the weight of the cells that were left out as NoData."""
        return float(len(self.missing_zone) if self.missing_weights is None else self.missing_weights.sum())


def zone_values(band: BandCells, runs: Runs, shares: Shares) -> Iterator[ZoneValues]:
    """Reads the cells of runs and shares, strip by strip of the raster, of a strip only the columns that are needed."""
    by_row, by_row_single = np.argsort(runs.row, kind="stable"), np.argsort(shares.row, kind="stable")
    rows, rows_single = runs.row[by_row], shares.row[by_row_single]
    for top, bottom in _strips(band, rows, rows_single):
        whole = runs.take(np.sort(by_row[slice(*np.searchsorted(rows, (top, bottom)))]))
        single = shares.take(np.sort(by_row_single[slice(*np.searchsorted(rows_single, (top, bottom)))]))
        if not len(whole.row) and not len(single.row):
            continue
        left = int(min(whole.first.min(initial=band.grid.width), single.column.min(initial=band.grid.width)))
        right = int(max(whole.last.max(initial=0), single.column.max(initial=-1) + 1))
        cells = band.read(Window(left, top, right - left, bottom - top)).ravel()
        if len(whole.row):
            start = (whole.row - top) * (right - left) - left
            owner, index = spread(start + whole.first, start + whole.last)
            yield valid_cells(band, whole.zone[owner], cells[index], None)
        if len(single.row):
            index = (single.row - top) * (right - left) + single.column - left
            yield valid_cells(band, single.zone, cells[index], single.share)


def _strips(band: BandCells, rows: np.ndarray, rows_single: np.ndarray) -> list[tuple[int, int]]:
    """Cuts the rows that hold cells of zones along the blocks of the file."""
    ends = [(part[0], part[-1]) for part in (rows, rows_single) if len(part)]
    if not ends:
        return []
    block = min(band.block[1], band.grid.height)
    if block * band.grid.width > 4 * CELLS_PER_STRIP:
        block = max(1, CELLS_PER_STRIP // band.grid.width)
    high = block * max(1, CELLS_PER_STRIP // (block * band.grid.width))
    first, last = min(end[0] for end in ends), max(end[1] for end in ends)
    top = int(first) // block * block
    return [(row, min(row + high, band.grid.height)) for row in range(top, int(last) + 1, high)]


def valid_cells(band: BandCells, zone: np.ndarray, values: np.ndarray, weights: np.ndarray | None) -> ZoneValues:
    """Leaves out the cells without a value; refuses infinite ones."""
    is_missing = np.isnan(values)
    if not band.is_whole:
        band.refuse_infinite(values)
    if not is_missing.any():
        return ZoneValues(zone, values, weights, zone[:0], None)
    kept = ~is_missing
    weight, missing_weight = (None, None) if weights is None else (weights[kept], weights[is_missing])
    return ZoneValues(zone[kept], values[kept], weight, zone[is_missing], missing_weight)
