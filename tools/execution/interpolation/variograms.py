# SPDX-License-Identifier: GPL-2.0-or-later
"""Variograms: the measured one, and models fitted to it.

With r the distance over the range, a model is nugget + partial sill times

    spherical    1.5 r - 0.5 r^3, 1 from r = 1 on        exponential  1 - exp(-3 r)
    linear       r, without end                          gaussian     1 - exp(-3 r^2)

and 0 at the distance 0. The range of exponential and gaussian is where 95 % of the partial sill are reached.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ..run import Run

VariogramWord = Literal["spherical", "exponential", "gaussian", "linear"]
BINS = 15
LEAST = 1e-75  # difference of values: the fit squares semivariances, which are squares
RANGES = 400
PAIRS_AT_ONCE = 2**22


class Variogram(NamedTuple):
    """One model."""

    word: VariogramWord
    nugget: float
    partial_sill: float
    range: float

    def at(self, distance: np.ndarray) -> np.ndarray:
        """Gives semivariances."""
        rise = self.partial_sill * shape_of(self.word, distance / self.range)
        return np.where(distance > 0, self.nugget + rise, 0.0)


class Measured(NamedTuple):
    """Semivariances of pairs of points by their distance.

    Args:
        lag: Mean distance of the pairs of each class.
        semivariance: Half the mean square of their differences.
        pair_count: How many pairs there are in each class.
    """

    lag: np.ndarray
    semivariance: np.ndarray
    pair_count: np.ndarray


def shape_of(word: VariogramWord, ratio: np.ndarray) -> np.ndarray:
    """Gives a model of nugget 0 and partial sill 1 at distances in ranges."""
    if word == "spherical":
        inside = np.minimum(ratio, 1.0)
        return np.asarray(inside * (1.5 - 0.5 * inside * inside))
    if word == "linear":
        return np.asarray(ratio, float)
    return np.asarray(-np.expm1(-3.0 * (ratio if word == "exponential" else ratio**2)))


def measured(run: Run, places: np.ndarray, values: np.ndarray) -> Measured:
    """Measures semivariances in 15 classes of distance, up to half the diagonal of the box around the points.

    Raises: ToolError LIMIT_EXCEEDED, CANCELLED; BAD_VALUE for values that differ by too much or too little.
    """
    count = len(values)
    with np.errstate(over="ignore"):
        width = float(np.ptp(values))
    if width and not LEAST < width < 1 / LEAST:
        raise ToolError("BAD_VALUE", f"values differ by up to {width:.3g}; a variogram is fitted to {LEAST:g} to "
                        f"{1 / LEAST:g}", "another unit of the values, or method idw",
                        argument="value_field")  # fmt: skip
    run.require.size("pairs", count * (count - 1) / 2, "the variogram", "fewer points, or nugget, partial_sill and "
                     "variogram_range given", "points")  # fmt: skip
    reach = float(np.hypot(*np.ptp(places, axis=0))) / 2
    sums = np.zeros((3, BINS))
    step = max(1, PAIRS_AT_ONCE // count)
    for start in range(0, count, step):
        run.raise_if_cancelled()
        first = np.arange(start, min(start + step, count))
        distance = np.hypot(*(places[first, None, axis] - places[None, :, axis] for axis in (0, 1)))
        row, column = np.nonzero((distance <= reach) & (np.arange(count) > first[:, None]))
        near = distance[row, column]
        place = np.minimum((near / reach * BINS).astype(np.int64), BINS - 1)
        square = (values[first[row]] - values[column]) ** 2 / 2
        for total, part in zip(sums, (None, near, square), strict=True):
            total += np.bincount(place, part, minlength=BINS)
    filled = sums[0] > 0
    number, distance_sum, square_sum = sums[:, filled]
    return Measured(distance_sum / number, square_sum / number, number)


def fitted(word: VariogramWord, found: Measured) -> Variogram:
    """Fits a model by least squares weighted by the number of pairs: nugget and partial sill from 0, 400 ranges tried.

    Raises: ToolError BAD_VALUE where too little was measured.
    """
    if len(found.lag) < 3 or not found.semivariance.max() > 0:
        why = "values do not differ" if len(found.lag) >= 3 else "too few points lie within half of their extent"
        raise ToolError("BAD_VALUE", f"no variogram can be fitted: {why}",
                        "give nugget, partial_sill and variogram_range, or method idw",
                        argument="variogram")  # fmt: skip
    longest = float(found.lag[-1])
    ranges = [longest] if word == "linear" else np.geomspace(longest / 30, 3 * longest, RANGES).tolist()
    best, least = None, np.inf
    for tried in ranges:
        nugget, sill = _line_from_zero(shape_of(word, found.lag / tried), found)
        rest = nugget + sill * shape_of(word, found.lag / tried) - found.semivariance
        error = float((found.pair_count * rest**2).sum())
        if error < least * (1 - 1e-12) and sill > 0:
            best, least = Variogram(word, nugget, sill, float(tried)), error
    if best is None:  # no rise with distance: pure nugget
        mean = float(np.average(found.semivariance, weights=found.pair_count))
        best = Variogram(word, mean, 0.0, longest)
    return best


def _line_from_zero(shape: np.ndarray, found: Measured) -> tuple[float, float]:
    """Fits nugget + sill * shape with neither below 0."""
    weight, wanted = found.pair_count, found.semivariance
    mean_shape, mean = np.average(shape, weights=weight), np.average(wanted, weights=weight)
    spread = (weight * (shape - mean_shape) ** 2).sum()
    sill = float((weight * (shape - mean_shape) * (wanted - mean)).sum() / spread) if spread > 0 else 0.0
    nugget = float(mean - sill * mean_shape)
    if nugget < 0:
        return 0.0, float((weight * shape * wanted).sum() / (weight * shape**2).sum())
    return (float(mean), 0.0) if sill < 0 else (nugget, sill)
