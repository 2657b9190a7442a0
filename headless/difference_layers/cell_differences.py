# SPDX-License-Identifier: GPL-2.0-or-later
"""How the cells of an output raster differ from those of its reference, window by window. No QGIS.

Grids are read and cells are judged by the scorer, so a map never says another number than a check.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...scoring.cell_comparison import cell_excess, compare_cells
from ...scoring.grid import CELLS_PER_WINDOW, Cells, Window
from ...scoring.raster_checks import RasterState
from ...tasks.contract import RasterOutput
from .written_layers import CELL_KINDS

WITH_GAPS = ("continuous", "angle")


class CellWindow(NamedTuple):
    """Whole rows of blocks of cells.

    Args:
        first: The first row of blocks.
        kinds: Index into CELL_KINDS of each block: its most telling cell, over all bands.
        counts: Cells by kind, over all bands.
        gaps: Output minus reference, an array of cells per band, NaN where a side has no value; none where cells are
            classes.
    """

    first: int
    kinds: np.ndarray
    counts: np.ndarray
    gaps: list[np.ndarray]


def cell_windows(state: RasterState, block: int = 1) -> Iterator[CellWindow]:
    """Compares two rasters of one grid cell by cell under their contract.

    Args:
        block: Cells along each side of a block.
    Edges: Rim cells that the contract ignores count as same.
    Raises: Unreadable.
    """
    contract, names = state.contract, label_names(state)
    for window in _windows(contract, block):
        shown = np.zeros((window.rows, contract.width), np.uint8)
        counts, gaps = np.zeros(len(CELL_KINDS), np.int64), []
        for band in range(1, contract.bands + 1):
            ours, theirs = state.reference.cells(band, window), state.output.cells(band, window)
            if names:
                theirs = renamed(theirs, names)
            found = cell_kinds(contract, ours, theirs)
            _spare_rim(found, contract, window)
            counts += np.bincount(found.ravel(), minlength=len(CELL_KINDS))
            shown = np.maximum(shown, found)
            if contract.values in WITH_GAPS:
                gaps.append(cell_gaps(contract, ours, theirs))
        yield CellWindow(window.first // block, most_telling(shown, block), counts, gaps)


def cell_kinds(contract: RasterOutput, ours: Cells, theirs: Cells) -> np.ndarray:
    """Returns the index into CELL_KINDS of every cell of a window of reference and output."""
    found = np.full(ours.valid.shape, CELL_KINDS.index("none"), np.uint8)
    found[ours.valid & ~theirs.valid] = CELL_KINDS.index("missing")
    found[~ours.valid & theirs.valid] = CELL_KINDS.index("extra")
    both = ours.valid & theirs.valid
    judged = np.where(
        cell_excess(contract, ours.values[both], theirs.values[both]) > 1,
        CELL_KINDS.index("wrong"),
        CELL_KINDS.index("same"),
    )
    if contract.values in WITH_GAPS:
        gap = cell_gaps(contract, ours, theirs)[both]
        wrong = judged == CELL_KINDS.index("wrong")
        judged[wrong] = np.where(gap[wrong] < 0, CELL_KINDS.index("too_low"), CELL_KINDS.index("too_high"))
    found[both] = judged
    return found


def cell_gaps(contract: RasterOutput, ours: Cells, theirs: Cells) -> np.ndarray:
    """Returns output minus reference, angles by the shorter way round; NaN where a side has no value."""
    gaps = np.full(ours.valid.shape, np.nan)
    both = ours.valid & theirs.valid
    with np.errstate(invalid="ignore", over="ignore"):
        gaps[both] = theirs.values[both].astype(float) - ours.values[both].astype(float)
        if contract.values == "angle":
            gaps = (gaps + contract.period / 2) % contract.period - contract.period / 2
    return gaps


def label_names(state: RasterState) -> dict[float, float]:
    """Returns what the labels of the output are called in the reference, by the pairs that share most cells."""
    names: dict[float, float] = {}
    if state.contract.values != "label":
        return names
    shared = compare_cells(state.contract, state.reference, state.output).label_pairs
    for (ours, theirs), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if theirs not in names and ours not in names.values():
            names[theirs] = ours
    return names


def renamed(cells: Cells, names: dict[float, float]) -> Cells:
    """Returns cells under the labels of the reference; labels that stand for nothing there become NaN."""
    values = np.full(cells.values.shape, np.nan)
    for theirs, ours in names.items():
        values[cells.values == theirs] = ours
    return Cells(values, cells.valid)


def most_telling(kinds: np.ndarray, block: int) -> np.ndarray:
    """Returns the highest kind of every block of cells; blocks at the right and lower edge may be cut."""
    if block == 1:
        return kinds
    height, width = kinds.shape
    padded = np.zeros((-(-height // block) * block, -(-width // block) * block), kinds.dtype)
    padded[:height, :width] = kinds
    return padded.reshape(padded.shape[0] // block, block, -1, block).max(axis=(1, 3))


def _windows(contract: RasterOutput, block: int) -> list[Window]:
    """Cuts the grid into whole rows of blocks."""
    rows = max(1, CELLS_PER_WINDOW // (contract.width * block)) * block
    firsts = range(0, contract.height, rows)
    return [Window(first, min(rows, contract.height - first)) for first in firsts]


def _spare_rim(kinds: np.ndarray, contract: RasterOutput, window: Window) -> None:
    rim = contract.ignore_rim_cells
    if not rim:
        return
    rows = np.arange(window.first, window.first + window.rows)
    outer = np.zeros(kinds.shape, bool)
    outer[(rows < rim) | (rows >= contract.height - rim)] = True
    outer[:, :rim] = outer[:, contract.width - rim :] = True
    kinds[outer & (kinds != CELL_KINDS.index("none"))] = CELL_KINDS.index("same")
