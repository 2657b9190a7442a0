# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics over sets of cells that lie behind each other: the rasters over a cell, or the cells of its window."""

from __future__ import annotations

import numpy as np


def statistic_of(values: np.ndarray, word: str) -> np.ndarray:
    """Computes one statistic along the first axis.

    Args:
        values: Floats, NaN is no value.
        word: A word of CellStatistic.
    Returns: NaN where there is no value, and for samples of one; counts are 0 there.
    """
    if word in _BY_ORDER:
        return _BY_ORDER[word](np.sort(values, axis=0), _count(values))
    with np.errstate(invalid="ignore"):
        return _BY_SUMS[word](values, _count(values))


def _count(values: np.ndarray) -> np.ndarray:
    return len(values) - np.isnan(values).sum(axis=0)


def _sum(values: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.where(count > 0, np.nansum(values, axis=0), np.nan)


def _mean(values: np.ndarray, count: np.ndarray) -> np.ndarray:
    return _sum(values, count) / np.maximum(count, 1)


def _variance(values: np.ndarray, count: np.ndarray, taken: int) -> np.ndarray:
    """Gives the sum of squared differences from the mean over count - taken."""
    squares = np.nansum((values - _mean(values, count)) ** 2, axis=0)
    return np.where(count > taken, squares / np.maximum(count - taken, 1), np.nan)


def _range(values: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.fmax.reduce(values, axis=0) - np.fmin.reduce(values, axis=0)


def _median(ordered: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Gives the value in the middle, or the mean of the two there; NaN stands last."""
    below, above = np.maximum(count - 1, 0) // 2, count // 2
    above = np.minimum(above, len(ordered) - 1)
    low, high = (np.take_along_axis(ordered, place[None], axis=0)[0] for place in (below, above))
    return np.where(count > 0, low + (high - low) / 2, np.nan)


def _unique(ordered: np.ndarray, count: np.ndarray) -> np.ndarray:
    starts = (ordered[1:] != ordered[:-1]) & ~np.isnan(ordered[1:])
    return (starts.sum(axis=0) + (count > 0)).astype(float)


def _most_or_least(ordered: np.ndarray, count: np.ndarray, most: bool) -> np.ndarray:
    """Gives the most or least frequent value; of equals the smallest, which comes first."""
    best = np.full(ordered.shape[1:], np.nan)
    best_length = np.full(ordered.shape[1:], 0 if most else len(ordered) + 1)
    length = np.zeros(ordered.shape[1:], int)
    for place in range(len(ordered)):
        length += 1
        is_last = place + 1 == len(ordered)
        ends = np.ones(best.shape, bool) if is_last else ordered[place + 1] != ordered[place]
        better = ends & ((length > best_length) if most else (length < best_length)) & (place < count)
        best[better], best_length[better] = ordered[place][better], length[better]
        length[ends] = 0
    return best


_BY_ORDER = {
    "median": _median,
    "unique": _unique,
    "majority": lambda ordered, count: _most_or_least(ordered, count, True),
    "minority": lambda ordered, count: _most_or_least(ordered, count, False),
}
_BY_SUMS = {
    "count": lambda values, count: count.astype(float),
    "sum": _sum,
    "mean": _mean,
    "min": lambda values, count: np.fmin.reduce(values, axis=0),
    "max": lambda values, count: np.fmax.reduce(values, axis=0),
    "range": _range,
    "variance_pop": lambda values, count: _variance(values, count, 0),
    "variance_sample": lambda values, count: _variance(values, count, 1),
    "stdev_pop": lambda values, count: np.sqrt(_variance(values, count, 0)),
    "stdev_sample": lambda values, count: np.sqrt(_variance(values, count, 1)),
}
