# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of the cells in a moving window.

What can be joined (sums, extremes, moments) is doubled along rows: of cells to pairs, to fours …, so that a stretch of
k cells costs log k steps, each cell is computed in the same order wherever a window of the raster begins, and nothing
is taken off a running sum again. What needs the values in order looks at each of them, or at each of few classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from .cell_sets import statistic_of

VALUES_AT_ONCE = 2**21
MOST_CLASSES = 64
State = tuple[np.ndarray, ...]
Join = Callable[[State, State], State]


class Stretch(NamedTuple):
    """Neighbouring cells of a row, counted from the upper left of the box around the window."""

    row: int
    column: int
    length: int


class CellWindow(NamedTuple):
    """The cells around a cell.

    Args:
        reach: Cells from the centre to the edge of the box around the window.
        stretches: Row by row.
        is_rectangle: Whether they fill the box.
    """

    reach: int
    stretches: tuple[Stretch, ...]
    is_rectangle: bool

    @property
    def size(self) -> int:
        """Gives the number of cells."""
        return sum(stretch.length for stretch in self.stretches)


def rectangle(width: int) -> CellWindow:
    """Makes the window of an odd number of rows and columns."""
    return CellWindow(width // 2, tuple(Stretch(row, 0, width) for row in range(width)), True)


def ring(outer: int, inner: int) -> CellWindow:
    """Makes the window of the cells whose centres are at most `outer` cells away, and more than `inner`.

    Args:
        inner: -1 for a whole circle.
    """
    stretches = []
    for row in range(2 * outer + 1):
        inside = [inner < 0 or (row - outer) ** 2 + (column - outer) ** 2 > inner**2 for column in range(2 * outer + 1)]
        near = [(row - outer) ** 2 + (column - outer) ** 2 <= outer**2 for column in range(2 * outer + 1)]
        taken = np.array([False, *(a and b for a, b in zip(inside, near, strict=True)), False])
        starts, ends = np.flatnonzero(taken[1:] & ~taken[:-1]), np.flatnonzero(taken[:-1] & ~taken[1:])
        stretches += [Stretch(row, int(start), int(end - start)) for start, end in zip(starts, ends, strict=True)]
    return CellWindow(outer, tuple(stretches), False)


def focal(framed: np.ndarray, window: CellWindow, word: str, only_whole: bool) -> np.ndarray:
    """Computes one statistic of the window around each cell.

    Args:
        framed: Cells with a frame of window.reach; NaN is no value.
        word: A word of CellStatistic.
        only_whole: Whether windows in which a cell has no value give none.
    Returns: The cells without the frame, NaN where there is no value; counts are 0 there.
    """
    result = _statistic(framed, window, word)
    if only_whole:
        result[_count(framed, window) < window.size] = np.nan
    return result


def _statistic(framed: np.ndarray, window: CellWindow, word: str) -> np.ndarray:
    if word == "median":
        return _by_order(framed, window, word)
    if word in ("majority", "minority", "unique"):
        classes = np.unique(framed[~np.isnan(framed)])
        is_classed = len(classes) <= MOST_CLASSES
        return _by_classes(framed, window, word, classes) if is_classed else _by_order(framed, window, word)
    if word in ("min", "max", "range"):
        low = -_highest(-framed, window) if word != "max" else 0.0
        return low if word == "min" else _highest(framed, window) - low  # type: ignore[return-value]
    if word in ("count", "sum", "mean"):
        count = _count(framed, window)
        if word == "count":
            return count.astype(float)
        (total,) = _joined((np.nan_to_num(framed, nan=0.0),), window, _added)
        total[count == 0] = np.nan
        return total if word == "sum" else total / np.maximum(count, 1)
    return _spread(framed, window, word)


def _count(framed: np.ndarray, window: CellWindow) -> np.ndarray:
    return _joined(((~np.isnan(framed)).astype(np.int32),), window, _added)[0]


def _highest(framed: np.ndarray, window: CellWindow) -> np.ndarray:
    return _joined((framed,), window, lambda one, other: (np.fmax(one[0], other[0]),), may_overlap=True)[0]


def _spread(framed: np.ndarray, window: CellWindow, word: str) -> np.ndarray:
    valid = ~np.isnan(framed)
    start = (valid.astype(float), np.where(valid, framed, 0.0), np.zeros(framed.shape))
    count, _, squares = _joined(start, window, _moments)
    taken = 1 if word.endswith("sample") else 0
    variance = np.where(count > taken, squares / np.maximum(count - taken, 1), np.nan)
    return np.sqrt(variance) if word.startswith("stdev") else variance


def _added(one: State, other: State) -> State:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _moments(one: State, other: State) -> State:
    """Joins count, mean and sum of squared differences of two sets, by Chan, Golub and LeVeque."""
    count = one[0] + other[0]
    share = other[0] / np.maximum(count, 1)
    apart = other[1] - one[1]
    return count, one[1] + apart * share, one[2] + other[2] + apart * apart * one[0] * share


def _joined(state: State, window: CellWindow, join: Join, may_overlap: bool = False) -> State:
    """Joins the cells of the window around each cell.

    Args:
        may_overlap: Whether a cell may be taken twice.
    """
    if not window.is_rectangle:
        height, width = (side - 2 * window.reach for side in state[0].shape)
        return _along_rows(state, window.stretches, (height, width), join, may_overlap)
    for _ in range(2):
        height, width = state[0].shape
        line = (Stretch(0, 0, 2 * window.reach + 1),)
        state = _along_rows(state, line, (height, width - 2 * window.reach), join, may_overlap)
        state = tuple(np.ascontiguousarray(part.T) for part in state)
    return state


def _along_rows(
    state: State, stretches: tuple[Stretch, ...], shape: tuple[int, int], join: Join, may_overlap: bool
) -> State:
    """Joins stretches out of pieces of 1, 2, 4 … cells."""
    height, width = shape
    result: State | None = None
    longest = max(stretch.length for stretch in stretches)
    length = 1
    while True:
        for stretch in stretches:
            for start in _pieces(stretch, length, may_overlap):
                part = tuple(each[stretch.row : stretch.row + height, start : start + width] for each in state)
                result = part if result is None else join(result, part)
        if 2 * length > longest:
            break
        state = join(tuple(each[:, :-length] for each in state), tuple(each[:, length:] for each in state))
        length *= 2
    assert result is not None
    return tuple(np.array(part) for part in result)


def _pieces(stretch: Stretch, length: int, may_overlap: bool) -> set[int]:
    """Tells at which columns pieces of a length stand in a stretch."""
    if may_overlap:
        fits_best = length <= stretch.length < 2 * length
        return {stretch.column, stretch.column + stretch.length - length} if fits_best else set()
    return {stretch.column + (stretch.length & (length - 1))} if stretch.length & length else set()


def _by_classes(framed: np.ndarray, window: CellWindow, word: str, classes: np.ndarray) -> np.ndarray:
    """Counts the cells of each class, from the smallest on."""
    shape = tuple(side - 2 * window.reach for side in framed.shape)
    best = np.zeros(shape) if word == "unique" else np.full(shape, np.nan)
    best_count = np.full(shape, window.size + 1 if word == "minority" else 0, np.int32)
    for value in classes:
        (count,) = _joined(((framed == value).astype(np.int32),), window, _added)
        if word == "unique":
            best += count > 0
            continue
        better = (count > best_count) if word == "majority" else (count > 0) & (count < best_count)
        best[better], best_count[better] = value, count[better]
    return best


def _by_order(framed: np.ndarray, window: CellWindow, word: str) -> np.ndarray:
    """Takes all values of the windows of some cells at a time."""
    height, width = (side - 2 * window.reach for side in framed.shape)
    result = np.empty((height, width))
    at_once = max(1, VALUES_AT_ONCE // window.size)
    wide = min(width, at_once)
    high = max(1, at_once // wide)
    for top in range(0, height, high):
        for left in range(0, width, wide):
            rows, columns = min(high, height - top), min(wide, width - left)
            parts = [framed[top + row :, left + column :][:rows, :columns] for row, column in _places(window)]
            result[top : top + rows, left : left + columns] = statistic_of(np.stack(parts), word)
    return result


def _places(window: CellWindow) -> Iterator[tuple[int, int]]:
    for stretch in window.stretches:
        yield from ((stretch.row, stretch.column + step) for step in range(stretch.length))
