# SPDX-License-Identifier: GPL-2.0-or-later
"""Ranges of numbers that are replaced by new ones: which belongs to which, held against overlaps and gaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.structured_types import RangeRule


class ClosedRange(NamedTuple):
    """A rule whose ends both belong to it: an end that did not is the next number inside.

    Args:
        low, high: Ends; infinite where open.
        value: New value, NaN for NoData.
        words: The rule as it was asked for.
        number: Place in the list of rules.
    """

    low: float
    high: float
    value: float
    words: str
    number: int


class ValueRanges:
    """Ranges without overlaps, ready to be looked up.

    Args:
        ranges: In any order.
    """

    def __init__(self, ranges: Sequence[ClosedRange]) -> None:
        self.ranges = sorted(ranges)
        self._lows = np.array([one.low for one in self.ranges])
        self._highs = np.array([one.high for one in self.ranges])
        self._values = np.array([one.value for one in self.ranges])
        self.counts = np.zeros(len(ranges), np.int64)
        self.unlisted_count = 0
        self.lowest, self.highest = math.inf, -math.inf

    def replace(self, cells: np.ndarray, keeps_unlisted: bool) -> np.ndarray:
        """Gives the new value of each cell, NaN for NoData, and counts which rule took how many.

        Args:
            cells: Floats, NaN for NoData.
            keeps_unlisted: Whether a cell that no rule takes keeps its value; else it becomes NoData.
        """
        index = self.index(cells)
        self.count(index, cells)
        return self.chosen(index, cells, keeps_unlisted)

    def index(self, cells: np.ndarray) -> np.ndarray:
        """Finds the range of each cell; -1 for none and for NaN."""
        index = np.searchsorted(self._lows, cells, side="right") - 1
        return np.where(cells <= self._highs[index], index, -1)

    def chosen(self, index: np.ndarray, cells: np.ndarray, keeps_unlisted: bool) -> np.ndarray:
        """Gives the new values of cells whose ranges are known."""
        return np.where(index >= 0, self._values[index], cells if keeps_unlisted else np.nan)

    def count(self, index: np.ndarray, cells: np.ndarray, times: np.ndarray | None = None) -> None:
        """Counts what was taken and what was not.

        Args:
            times: How often each of the cells is there; once where left out.
        """
        is_listed = index >= 0
        weights = None if times is None else times[is_listed]
        self.counts += np.bincount(index[is_listed], weights, minlength=len(self.ranges)).astype(np.int64)
        is_unlisted = ~is_listed & ~np.isnan(cells)
        if times is not None:
            is_unlisted &= times > 0
        unlisted = cells[is_unlisted]
        if unlisted.size:
            self.unlisted_count += int(unlisted.size if times is None else times[is_unlisted].sum())
            self.lowest = min(self.lowest, float(unlisted.min()))
            self.highest = max(self.highest, float(unlisted.max()))


class RangeTable:
    """Ranges looked up once for every number that cells of 8 or 16 bits can hold, in place of once for every cell.

    Args:
        physical: Gives the values of stored cells.
        dtype: numpy name of the stored type.
    """

    def __init__(
        self, ranges: ValueRanges, physical: Callable[[np.ndarray], np.ndarray], dtype: str, keeps_unlisted: bool
    ) -> None:
        self._ranges = ranges
        self._unsigned = np.dtype(dtype.removeprefix("u").replace("int", "uint"))
        every = np.arange(2 ** (8 * self._unsigned.itemsize)).astype(self._unsigned)
        self._cells = physical(every.view(dtype))
        self._index = ranges.index(self._cells)
        self._new = ranges.chosen(self._index, self._cells, keeps_unlisted)
        self._times = np.zeros(len(every), np.int64)

    def replace(self, stored: np.ndarray, missing: np.ndarray | None) -> np.ndarray:
        """Gives the new value of each stored cell, NaN for NoData."""
        keys = stored.view(self._unsigned)
        new = self._new[keys]
        if missing is not None:
            new[missing] = np.nan
        self._times += np.bincount(keys.ravel() if missing is None else keys[~missing], minlength=len(self._times))
        return new

    def count(self) -> None:
        """Counts at the end what was taken and what was not."""
        self._ranges.count(self._index, self._cells, self._times)


def closed_ranges(
    rules: Sequence[RangeRule], boundaries: str, close_end: bool | None, held: Callable[[float], float]
) -> list[ClosedRange]:
    """Turns rules into ranges that hold both of their ends.

    Args:
        boundaries: include_lower, include_upper or include_both.
        close_end: Whether the last end that `boundaries` leaves out belongs to its range; None where not said.
        held: Gives a number as the cells hold it.
    Raises: ToolError BAD_VALUE, MISSING_ARGUMENT.
    """
    spans = [_span(number, rule, held) for number, rule in enumerate(rules)]
    low_end = min(low for low, high in spans if low < high) if any(low < high for low, high in spans) else math.inf
    high_end = max(high for low, high in spans if low < high) if low_end < math.inf else -math.inf
    open_end = {"include_lower": high_end, "include_upper": low_end}.get(boundaries, math.inf)
    if close_end is None and math.isfinite(open_end):
        raise ToolError("MISSING_ARGUMENT", f"{boundaries} leaves out the last end, {open_end:.15g}; close_end says "
                        "whether it belongs to its range all the same", "true takes it in, false leaves it to no rule",
                        argument="close_end")  # fmt: skip
    ranges = []
    for number, (rule, (low, high)) in enumerate(zip(rules, spans, strict=True)):
        first, last = low, high
        if low < high and boundaries == "include_lower" and not (close_end and high == open_end):
            last = math.nextafter(high, -math.inf)
        if low < high and boundaries == "include_upper" and not (close_end and low == open_end):
            first = math.nextafter(low, math.inf)
        value = math.nan if rule.value is None else rule.value
        ranges.append(ClosedRange(first if low > -math.inf else low, last if high < math.inf else high, value,
                                  words_of(rule), number))  # fmt: skip
    _refuse_overlaps(sorted(ranges))
    return ranges


def words_of(rule: RangeRule) -> str:
    """Says a rule's range in words.

    >>> words_of(RangeRule(0, 10, 1)), words_of(RangeRule(30, 30, None)), words_of(RangeRule(None, 0, 1))
    ('0 to 10', '30', 'up to 0')
    """
    if rule.min is None or rule.max is None:
        return (
            "all values" if rule.min == rule.max else f"up to {rule.max:.15g}" if rule.min is None else
            f"from {rule.min:.15g}"
        )  # fmt: skip
    return f"{rule.min:.15g}" if rule.min == rule.max else f"{rule.min:.15g} to {rule.max:.15g}"


def _span(number: int, rule: RangeRule, held: Callable[[float], float]) -> tuple[float, float]:
    if rule.min is not None and rule.max is not None and rule.min > rule.max:
        raise ToolError("BAD_VALUE", f"rules[{number}]: min {rule.min:.15g} is above max {rule.max:.15g}",
                        "the lower end comes first", argument="rules")  # fmt: skip
    return (
        -math.inf if rule.min is None else held(rule.min),
        math.inf if rule.max is None else held(rule.max),
    )


def _refuse_overlaps(ranges: Sequence[ClosedRange]) -> None:
    for one, other in zip(ranges, ranges[1:], strict=False):
        if other.low <= one.high:
            where = f"{other.low:.15g}" if other.low == one.high else f"values from {other.low:.15g} on"
            raise ToolError("BAD_VALUE", f"rules: {one.words} and {other.words} both take {where}",
                            "boundaries says which end of a range belongs to it; each value may have one rule",
                            argument="rules")  # fmt: skip


def gaps(ranges: Sequence[ClosedRange], is_whole: bool) -> list[str]:
    """Says which values between the rules no rule takes.

    Args:
        is_whole: Whether cells are whole numbers; then 0 to 4 and 5 to 9 leave none out.
    """
    ordered = sorted(ranges)
    found = []
    for one, other in zip(ordered, ordered[1:], strict=False):
        next_value = math.floor(one.high) + 1 if is_whole else math.nextafter(one.high, math.inf)
        if next_value < other.low and not (is_whole and math.ceil(other.low) <= next_value):
            found.append(f"between {one.words} and {other.words}")
    return found
