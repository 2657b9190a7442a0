# SPDX-License-Identifier: GPL-2.0-or-later
"""Exact statistics of the cells of a band, by window: nothing is sampled, and memory does not grow with the raster."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...declaration.cell_types import FLOAT32_DTYPES
from ..files.column_types import found_sentinel
from ..rasters.raster_windows import BandCells, windows_of
from ..run import Run

DIGIT_BITS = 16


@dataclass
class CellMoments:
    """Moments of the cells with a value; physical values.

    Args:
        count, missing: Cells with and without a value.
        total: Sum of the values.
        mean, squares: Mean, and sum of the squared deviations from it.
        lowest: The two lowest values found, for what may stand for no value.
    """

    count: int = 0
    missing: int = 0
    total: float = 0.0
    mean: float = 0.0
    squares: float = 0.0
    min: float = math.inf
    max: float = -math.inf
    lowest: list[float] = field(default_factory=list)

    def add(self, values: np.ndarray) -> None:
        """Takes the values of one more window into account (Chan, Golub and LeVeque 1983)."""
        if not values.size:
            return
        mean = float(values.mean())
        squares = float(np.square(values - mean).sum())
        shift, count = mean - self.mean, self.count + values.size
        self.squares += squares + shift * shift * self.count * values.size / count
        self.mean += shift * values.size / count
        self.total = math.fsum((self.total, float(values.sum())))
        self.count = count
        self.min, self.max = min(self.min, float(values.min())), max(self.max, float(values.max()))
        above = values[values > values.min()]
        self.lowest = sorted({*self.lowest, float(values.min()), *([float(above.min())] if above.size else [])})[:2]

    @property
    def sentinel(self) -> float | None:
        """Gives the lowest value where it looks like a code for no value."""
        return found_sentinel(np.array(self.lowest))


def moments_of(run: Run, band: BandCells) -> CellMoments:
    """Computes the statistics of a band.

    Raises:
        ToolError BAD_VALUE for infinite cells.
    """
    found = CellMoments()
    for values, size in _values(run, band, "float64"):
        band.refuse_infinite(values)
        found.add(values)
        found.missing += size - values.size
    return found


def percentiles(run: Run, band: BandCells, shares: Sequence[float], count: int) -> list[float]:
    """Gives percentiles of the cells with a value, interpolated linearly at (n - 1) * percent / 100.

    Args:
        count: Number of cells with a value, at least one.
    """
    places = [(count - 1) * share / 100 for share in shares]
    ranks = sorted({rank for place in places for rank in (math.floor(place), math.ceil(place))})
    ordered = dict(zip(ranks, order_statistics(run, band, ranks), strict=True))
    results = []
    for place in places:
        low, high = ordered[math.floor(place)], ordered[math.ceil(place)]
        results.append(low + (high - low) * (place - math.floor(place)))
    return results


def order_statistics(run: Run, band: BandCells, ranks: Sequence[int]) -> list[float]:
    """Finds the values that stand at ranks (from 0) in the order of all values, by radix selection.

    Each pass over the raster counts 16 bits of the numbers that begin as those sought, so that only counts are held.
    """
    dtype = "float32" if band.facts.dtype in FLOAT32_DTYPES and not band.is_scaled else "float64"
    bits = 32 if dtype == "float32" else 64
    sought = [(0, rank) for rank in ranks]  # leading bits, rank among the values that begin with them
    for shift in range(bits - DIGIT_BITS, -1, -DIGIT_BITS):
        counts = {leading: np.zeros(1 << DIGIT_BITS, np.int64) for leading, _ in sought}
        for values, _ in _values(run, band, dtype):
            _count_digits(counts, _sortable(values), shift, bits)
        sought = [_next_digit(counts[leading], leading, rank) for leading, rank in sought]
    return [_value(leading, bits) for leading, _ in sought]


def _values(run: Run, band: BandCells, dtype: str) -> Iterator[tuple[np.ndarray, int]]:
    for window in windows_of(run, [band]):
        cells = band.read(window, dtype)
        yield cells[~np.isnan(cells)], cells.size


def _sortable(values: np.ndarray) -> np.ndarray:
    """Gives unsigned integers in the order of the floats: their bits, all turned where the sign is set."""
    kind, sign = (np.uint32, np.uint32(1 << 31)) if values.dtype == np.float32 else (np.uint64, np.uint64(1 << 63))
    numbers = (values + values.dtype.type(0)).view(kind)  # plus 0, for -0.0 is no other value than 0
    return np.where(numbers & sign != 0, ~numbers, numbers | sign)


def _value(number: int, bits: int) -> float:
    sign, full = 1 << (bits - 1), (1 << bits) - 1
    plain = number ^ sign if number & sign else number ^ full
    kinds = (np.uint32, np.float32) if bits == 32 else (np.uint64, np.float64)
    return float(np.array([plain], kinds[0]).view(kinds[1])[0])


def _count_digits(counts: dict[int, np.ndarray], numbers: np.ndarray, shift: int, bits: int) -> None:
    kind = numbers.dtype.type
    digits = (numbers >> kind(shift)) & kind((1 << DIGIT_BITS) - 1)
    for leading, found in counts.items():
        is_first = shift + DIGIT_BITS == bits
        chosen = digits if is_first else digits[numbers >> kind(shift + DIGIT_BITS) == kind(leading)]
        found += np.bincount(chosen.astype(np.int64), minlength=len(found))


def _next_digit(counts: np.ndarray, leading: int, rank: int) -> tuple[int, int]:
    ends = np.cumsum(counts)
    digit = int(np.searchsorted(ends, rank, side="right"))
    return leading << DIGIT_BITS | digit, rank - int(ends[digit - 1] if digit else 0)
