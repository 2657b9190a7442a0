# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of weighted cells within zones: the closed list of words, with the formulas of their weighted meaning.

With cell values x and weights w (1 for whole cells, else the share of the cell), W = sum of w, m = mean:

    count            W                             unique          number of different x
    sum              sum of w x                    mean            sum of w x / W
    variance_pop     sum of w (x - m)^2 / W        variance_sample sum of w (x - m)^2 / (W - 1), NULL where W <= 1
    min, max, range  of the x with w > 0           stdev_...       root of the variance
    majority         the x with the largest sum of w, minority the smallest; of a tie the smallest x
    percentile_p     x sorted, S_k = (k - 1) w_k + (n - 1) (w_1 + ... + w_(k-1)) for k from 1 to n; x interpolated
                     linearly where S is p / 100 of S_n; median is percentile_50

For weights of 1 these are the meanings of the words over rows: S_k is then n (k - 1), the common linear interpolation.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.facts import Field, FieldType
from ...declaration.statistics import PERCENTILE
from ..layers.rows import Column
from ..layers.statistics import GroupedValues, Groups, sort_within
from .zone_values import ZoneValues

ORDER_WORDS = frozenset({"unique", "median", "majority", "minority"})
MOST_VALUES = 2**27
TIE = 1e-9


def is_of_order(word: str) -> bool:
    """Tells whether a statistic needs all values of a zone at once."""
    return word in ORDER_WORDS or PERCENTILE.match(word) is not None


class Moments:
    """Statistics that grow cell by cell: counts, sums, extremes and spreads.

    Args:
        zone_count: Number of zones.
        whole: Whether values are whole numbers; then sums of whole cells are exact.
    """

    def __init__(self, zone_count: int, whole: bool) -> None:
        self.weight = np.zeros(zone_count)
        self.total = np.zeros(zone_count)
        self.exact = np.zeros(zone_count, np.int64) if whole else None
        self.mean = np.zeros(zone_count)
        self.squares = np.zeros(zone_count)
        self.lowest = np.full(zone_count, np.inf)
        self.highest = np.full(zone_count, -np.inf)

    def add(self, cells: ZoneValues) -> None:
        """Takes more cells in; each batch ordered by zone."""
        if not len(cells.zone):
            return
        starts = np.flatnonzero(np.append(True, cells.zone[1:] != cells.zone[:-1]))
        zone, sizes = cells.zone[starts], np.diff(np.append(starts, len(cells.zone)))
        weights = cells.weights
        weight = sizes.astype(float) if weights is None else np.add.reduceat(weights, starts)
        total = np.add.reduceat(cells.values if weights is None else weights * cells.values, starts)
        mean = total / weight
        deviation = cells.values - np.repeat(mean, sizes)
        deviation *= deviation
        squares = np.add.reduceat(deviation if weights is None else weights * deviation, starts)
        self._merge(zone, weight, mean, squares)
        self.total[zone] += total
        if self.exact is not None and weights is None:
            self.exact[zone] += np.add.reduceat(cells.values.astype(np.int64), starts)
        self.lowest[zone] = np.minimum(self.lowest[zone], np.minimum.reduceat(cells.values, starts))
        self.highest[zone] = np.maximum(self.highest[zone], np.maximum.reduceat(cells.values, starts))

    def _merge(self, zone: np.ndarray, weight: np.ndarray, mean: np.ndarray, squares: np.ndarray) -> None:
        """Adds means and squared deviations of two parts (Chan, Golub and LeVeque 1983)."""
        before = self.weight[zone]
        after = before + weight
        shift = mean - self.mean[zone]
        self.mean[zone] += shift * weight / after
        self.squares[zone] += squares + shift**2 * before * weight / after
        self.weight[zone] = after

    def statistic(self, word: str) -> tuple[np.ndarray, np.ndarray]:
        """Gives values and where they are NULL."""
        empty = self.weight == 0
        if word == "count":
            return self.weight, np.zeros(len(empty), bool)
        if word == "sum":
            return (self._exact_sums() if self.exact is not None else self.total), empty
        if word.startswith("stdev"):
            variance, is_null = self.statistic(word.replace("stdev", "variance"))
            return np.sqrt(variance), is_null
        if word.startswith("variance"):
            is_sample = word == "variance_sample"
            is_null = self.weight <= 1 if is_sample else empty
            divisor = np.where(is_null, 1.0, self.weight - is_sample)
            return self.squares / divisor, is_null
        low, high = np.where(empty, 0, self.lowest), np.where(empty, 0, self.highest)
        total = self.total if self.exact is None else self._exact_sums()
        mean = total / np.where(empty, 1.0, self.weight)
        return {"mean": mean, "min": low, "max": high, "range": high - low}[word], empty

    def _exact_sums(self) -> np.ndarray:
        beyond = int(np.count_nonzero(np.abs(self.total) > 2.0**62))
        if beyond:
            raise ToolError("LIMIT_EXCEEDED", f"the sum is beyond 64-bit integers in {beyond} zones")
        assert self.exact is not None
        return self.exact


def order_statistics(
    words: Iterable[str], batches: list[ZoneValues], zone_count: int, whole: bool
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Computes the statistics that need all values of a zone at once.

    Returns: Word to values and where they are NULL.
    Raises: ToolError LIMIT_EXCEEDED.
    """
    count = sum(len(batch.zone) for batch in batches)
    if count > MOST_VALUES:
        raise ToolError("LIMIT_EXCEEDED", f"one zone holds {count} cells; percentiles, majority, minority and unique "
                        f"take up to {MOST_VALUES}", "mean, min and max take any number")  # fmt: skip
    zone = np.concatenate([batch.zone for batch in batches] or [np.zeros(0, np.int64)])
    values = np.concatenate([batch.values for batch in batches] or [np.zeros(0)])
    if all(batch.weights is None for batch in batches):
        kind: FieldType = "integer" if whole else "real"
        column = Column(Field("cells", kind), values.astype(np.int64) if whole else values, np.zeros(count, bool))
        grouped = GroupedValues(column, Groups(zone, zone_count))
        found = {word: grouped.statistic(word) for word in words}
        return {word: (column.values, column.is_null) for word, column in found.items()}
    parts = [np.ones(len(batch.zone)) if batch.weights is None else batch.weights for batch in batches]
    weighted = WeightedOrder(zone, values, np.concatenate(parts), zone_count)
    return {word: weighted.statistic(word) for word in words}


class WeightedOrder:
    """Order statistics of weighted values, sorted by zone, value and weight."""

    def __init__(self, zone: np.ndarray, values: np.ndarray, weights: np.ndarray, zone_count: int) -> None:
        order = np.argsort(zone, kind="stable")
        self.zone = zone[order]
        self.sizes = np.bincount(self.zone, minlength=zone_count)
        self.filled = np.flatnonzero(self.sizes)
        self.starts = (np.cumsum(self.sizes) - self.sizes)[self.filled]
        pairs = (values + 1j * weights)[order]  # complex numbers sort by real part, then by the other
        sort_within(pairs, self.starts, self.sizes[self.filled])
        self.values, self.weights = np.ascontiguousarray(pairs.real), np.ascontiguousarray(pairs.imag)

    def statistic(self, word: str) -> tuple[np.ndarray, np.ndarray]:
        """Gives values and where they are NULL."""
        percentile = PERCENTILE.match(word)
        empty = self.sizes == 0
        if percentile or word == "median":
            return self._percentiles(int(percentile[1]) if percentile else 50), empty
        if not len(self.values):
            return np.zeros(len(empty)), empty & (word != "unique")
        is_start = np.append(True, (self.values[1:] != self.values[:-1]) | (self.zone[1:] != self.zone[:-1]))
        runs = np.flatnonzero(is_start)
        if word == "unique":
            return np.bincount(self.zone[runs], minlength=len(empty)), empty & False
        return self._by_weight(runs, largest=word == "majority"), empty

    def _by_weight(self, runs: np.ndarray, largest: bool) -> np.ndarray:
        weight = np.round(np.add.reduceat(self.weights, runs) / TIE)  # sums of shares that differ by rounding are a tie
        order = np.lexsort((self.values[runs], -weight if largest else weight, self.zone[runs]))
        zone = self.zone[runs][order]
        firsts = np.flatnonzero(np.append(True, zone[1:] != zone[:-1]))
        return self._by_zone(self.values[runs][order][firsts])

    def _percentiles(self, percent: int) -> np.ndarray:
        if not len(self.values):
            return np.zeros(len(self.sizes))
        size = self.sizes[self.filled]
        running = np.cumsum(self.weights)
        before_zone = np.repeat((running - self.weights)[self.starts], size)
        rank = np.arange(len(self.values)) - np.repeat(self.starts, size)
        many = np.repeat(size, size) - 1
        places = rank * self.weights + many * (running - self.weights - before_zone)
        ends = self.starts + size - 1
        wanted = places[ends] * percent / 100
        below = np.add.reduceat((places <= np.repeat(wanted, size)).astype(np.int64), self.starts) - 1
        low = self.starts + np.clip(below, 0, np.maximum(size - 2, 0))
        high = np.minimum(low + 1, ends)
        step = places[high] - places[low]
        share = np.where(step > 0, (wanted - places[low]) / np.where(step > 0, step, 1.0), 0.0)
        return self._by_zone(self.values[low] + (self.values[high] - self.values[low]) * np.clip(share, 0.0, 1.0))

    def _by_zone(self, picked: np.ndarray) -> np.ndarray:
        result = np.zeros(len(self.sizes))
        result[self.filled] = picked
        return result
