# SPDX-License-Identifier: GPL-2.0-or-later
"""What two dates of a raster make of each other, cell by cell, and how many cells changed how."""

from __future__ import annotations

import numpy as np

from ...declaration.errors import ToolError
from .raster_windows import BandCells, Window

CODES_BELOW = 1000
ROUNDING_STEPS = 4  # of the type of the cells: what subtraction and scaling may be off by


class ChangeCounts:
    """Counts cells by what they became.

    Args:
        size: Number of codes from 0 on.
        lowest: Of the values that are counted.
    """

    def __init__(self, size: int, lowest: int = 0) -> None:
        self._counts = np.zeros(size, np.int64)
        self._lowest = lowest
        self.missing = self.undefined = self.negative = 0

    def add(self, codes: np.ndarray) -> None:
        """Counts whole numbers, NaN left out."""
        size = len(self._counts)
        places = np.where(np.isnan(codes), size, codes - self._lowest).astype(np.int64)
        self._counts += np.bincount(places.ravel(), minlength=size + 1)[:size]

    def rows(self) -> list[tuple[int, int]]:
        """Gives the values that were met, ascending, with their counts."""
        met = np.flatnonzero(self._counts)
        return list(zip((met + self._lowest).tolist(), self._counts[met].tolist(), strict=True))


class Change:
    """Computes change in a window.

    Args:
        before, after: One band each, on one grid.
        method: difference, ratio or from_to.
        threshold: What has to be passed to count as a change; None for the difference or ratio itself.
    """

    def __init__(self, before: BandCells, after: BandCells, method: str, threshold: float | None) -> None:
        self.before, self.after = before, after
        self.method, self.threshold = method, threshold
        is_coded = method == "from_to"
        self.counts = ChangeCounts(CODES_BELOW**2 if is_coded else 3, 0 if is_coded else -1)

    def cells(self, window: Window) -> np.ndarray:
        """Gives the change, NaN where a date has no value or the ratio none.

        Raises: ToolError BAD_VALUE for class codes that are none, and infinite values.
        """
        before, after = self.before.read(window), self.after.read(window)
        missing = np.isnan(before) | np.isnan(after)
        self.counts.missing += int(np.count_nonzero(missing))
        if self.method == "from_to":
            result = self._codes(before, self.before) * CODES_BELOW + self._codes(after, self.after)
            self.counts.add(result)
            return result
        for band, cells in ((self.before, before), (self.after, after)):
            band.refuse_infinite(cells)
        result = after - before if self.method == "difference" else self._ratio(before, after, missing)
        if self.threshold is None:
            return result
        signs = self._signs(before, after, result)
        self.counts.add(signs)
        return signs

    def _ratio(self, before: np.ndarray, after: np.ndarray, missing: np.ndarray) -> np.ndarray:
        self.counts.negative += int(np.count_nonzero((before < 0) | (after < 0)))
        with np.errstate(all="ignore"):
            result = np.where(before == 0, np.nan, after / before)
        self.counts.undefined += int(np.count_nonzero((before == 0) & ~missing))
        return result

    def _signs(self, before: np.ndarray, after: np.ndarray, result: np.ndarray) -> np.ndarray:
        """Gives 1, -1 or 0; what is at the threshold but for the rounding of the cells is no change."""
        assert self.threshold is not None
        slack = ROUNDING_STEPS * max(self._precision(self.before), self._precision(self.after))
        if self.method == "difference":
            slack = slack * (np.abs(before) + np.abs(after))
            up, down = result - self.threshold > slack, -result - self.threshold > slack
        else:
            up = result > self.threshold * (1 + slack)
            down = result * self.threshold < 1 - slack
        return np.where(np.isnan(result), np.nan, up.astype(float) - down)

    def _precision(self, band: BandCells) -> float:
        is_short = band.facts.dtype == "float32"
        return float(np.finfo(np.float32 if is_short else np.float64).eps)

    def _codes(self, cells: np.ndarray, band: BandCells) -> np.ndarray:
        """Holds class codes against what a code of two dates can be.

        Raises: ToolError BAD_VALUE.
        """
        lowest, highest = np.fmin.reduce(cells, axis=None), np.fmax.reduce(cells, axis=None)
        if band.is_whole and not (lowest < 0 or highest >= CODES_BELOW):
            return cells
        valid = cells[~np.isnan(cells)]
        unfit = valid[(valid != np.rint(valid)) | (valid < 0) | (valid >= CODES_BELOW)]
        if unfit.size:
            codes = f"class code from 0 to {CODES_BELOW - 1}"
            raise ToolError("BAD_VALUE", f'"{band.name}" has cells that are no {codes}, such as {unfit[0]:.6g}',
                            "reclassify_raster gives such codes; measured values have a difference")  # fmt: skip
        return cells
