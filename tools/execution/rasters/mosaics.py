# SPDX-License-Identifier: GPL-2.0-or-later
"""Several rasters on one grid of cells, joined window by window by a rule for cells that more than one covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...declaration.grid_arithmetic import Block
from .raster_windows import BandCells, Window


class Piece(NamedTuple):
    """One raster of a mosaic.

    Args:
        bands: Open, in order.
        block: Its place in the mosaic.
    """

    bands: list[BandCells]
    block: Block


class Overlaps:
    """Counts cells with a value in more than one piece, and those of them whose values differ."""

    def __init__(self) -> None:
        self.cells = self.differing = 0

    def count(self, values: np.ndarray, valid: np.ndarray, first: np.ndarray, taken: np.ndarray) -> None:
        """Counts the cells of one piece against the values that came first."""
        both = valid & taken
        self.cells += int(np.count_nonzero(both))
        self.differing += int(np.count_nonzero(both & (values != first)))


def joined(
    pieces: Sequence[Piece], number: int, window: Window, rule: str, dtype: str, overlaps: Overlaps
) -> tuple[np.ndarray, np.ndarray]:
    """Joins one band of all pieces in a window.

    Args:
        number: Of the band, from 1.
        rule: first, last, mean, min or max, on stored values.
        dtype: Of the result, which holds the cells of all pieces.
    Returns: Stored cells, and which of them no piece has a value for.
    """
    shape = (window.height, window.width)
    result, first = np.zeros(shape, dtype), np.zeros(shape, dtype)
    total = np.zeros(shape) if rule == "mean" else None
    count = np.zeros(shape, np.int32)
    for piece in pieces:
        common = _common(window, piece.block)
        if common is None:
            continue
        inner, there = common
        values, missing = piece.bands[number - 1].read_stored(there, dtype)
        valid = np.ones(values.shape, bool) if missing is None else ~missing
        taken = count[inner] > 0
        overlaps.count(values, valid, first[inner], taken)
        np.copyto(first[inner], values, where=valid & ~taken)
        if total is not None:
            np.add(total[inner], values, out=total[inner], where=valid)
        else:
            np.copyto(result[inner], values, where=valid & (~taken | _wins(rule, values, result[inner])))
        count[inner] += valid
    if total is not None:
        result = (total / np.maximum(count, 1)).astype(dtype)
    return result, count == 0


def uncovered_share(blocks: Sequence[Block], width: int, height: int) -> float:
    """Gives the share of a mosaic's cells that no piece reaches, from the places of the pieces alone."""
    columns = np.unique([edge for block in blocks for edge in (block.column, block.column + block.width)])
    rows = np.unique([edge for block in blocks for edge in (block.row, block.row + block.height)])
    is_covered = np.zeros((len(rows) - 1, len(columns) - 1), bool)
    for block in blocks:
        left, right = np.searchsorted(columns, [block.column, block.column + block.width])
        top, bottom = np.searchsorted(rows, [block.row, block.row + block.height])
        is_covered[top:bottom, left:right] = True
    areas = np.outer(np.diff(rows), np.diff(columns))
    return 1 - float(areas[is_covered].sum()) / (width * height)


def _wins(rule: str, values: np.ndarray, present: np.ndarray) -> np.ndarray | bool:
    """Tells which new values take the place of those that are there."""
    if rule == "min":
        return values < present
    if rule == "max":
        return values > present
    return rule == "last"


def _common(window: Window, block: Block) -> tuple[tuple[slice, slice], Window] | None:
    """Gives the cells of a window that a piece covers: as slices of the window, and as a window of the piece."""
    left, top = max(window.column, block.column), max(window.row, block.row)
    right = min(window.column + window.width, block.column + block.width)
    bottom = min(window.row + window.height, block.row + block.height)
    if left >= right or top >= bottom:
        return None
    inner = (slice(top - window.row, bottom - window.row), slice(left - window.column, right - window.column))
    return inner, Window(left - block.column, top - block.row, right - left, bottom - top)
