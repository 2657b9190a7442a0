# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of a column within groups of rows: the closed list of words, each with one meaning in every tool.

NULL values (and NaN) are left out of every statistic. A group without values has count 0 and unique 0, all else NULL.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.statistics import PERCENTILE, looks_like_rate, result_column, result_type
from ...declaration.wording import counted
from .rows import Column

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

LARGE_GROUPS = 50  # mean size above which a sort per group pays
HALF = 32  # bits: integer sums are carried as two halves, so that nothing wraps


@dataclass(frozen=True)
class Groups:
    """Which group each row belongs to.

    Args:
        codes: 0 to count - 1 per row; -1 for a row of no group.
        count: Number of groups, those without rows among them.
    """

    codes: np.ndarray
    count: int

    def sizes(self) -> np.ndarray:
        """Counts the rows of each group."""
        import numpy as np

        return np.bincount(self.codes[self.codes >= 0], minlength=self.count)


def summarize(
    columns: Sequence[Column], statistics: Mapping[str, Sequence[str]], groups: Groups, prefix: str = ""
) -> list[Column]:
    """Computes the statistics asked of each field, in the order they are asked, one value per group.

    Args:
        columns: All fields that `statistics` names.
        statistics: Field to words of the closed list.
        prefix: Put before the name of every result.
    Raises:
        ToolError LIMIT_EXCEEDED where a sum or range of integers is beyond 64 bits.
    """
    by_name = {column.field.name: column for column in columns}
    results = []
    for field, words in statistics.items():
        values = GroupedValues(by_name[field], groups)
        results += [values.statistic(word).renamed(result_column(field, word, prefix)) for word in words]
    return results


def weighted_mean(column: Column, weights: Column, groups: Groups) -> Column:
    """Gives the mean weighted by another column; rows where either is NULL are left out.

    Edges: A group whose weights sum to 0 gives NULL.
    """
    import numpy as np

    is_null = _without_value(column) | _without_value(weights)
    weight = GroupedValues(Column(weights.field, weights.values.astype(float), is_null), groups)
    product = GroupedValues(Column(column.field, column.values.astype(float) * weights.values, is_null), groups)
    total, weighted = weight.sums(), product.sums()
    empty = total == 0
    return Column(Field(column.field.name, "real"), weighted / np.where(empty, 1.0, total), empty)


def note_rates(run: Run, statistics: Mapping[str, Sequence[str]], *, is_weighted: bool = False) -> None:
    """Says which fields look like rates, whose sum has no meaning and whose mean needs weights."""
    for name, words in statistics.items():
        if looks_like_rate(name) and "sum" in words:
            run.note(f'"{name}" reads like a rate, share or mean; sums of such values have no meaning.')
        if looks_like_rate(name) and "mean" in words and not is_weighted:
            run.note(f'"{name}" reads like a rate, share or mean; without weights its mean counts every row alike.')


class GroupedValues:
    """The values of one column that are not NULL, ordered by group and within a group as the rows are."""

    def __init__(self, column: Column, groups: Groups) -> None:
        import numpy as np

        kept = np.flatnonzero(~_without_value(column) & (groups.codes >= 0))
        order = kept[np.argsort(groups.codes[kept], kind="stable")]
        values = column.values[order]
        self.field = column.field
        self.is_utc = column.is_utc
        self.values = values.astype(float) if values.dtype.kind == "f" else values
        self.codes = groups.codes[order]
        self.sizes = np.bincount(self.codes, minlength=groups.count)
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.filled = np.flatnonzero(self.sizes)

    def statistic(self, word: str) -> Column:
        """Computes one statistic of every group; the column keeps the field's own name."""
        percentile = PERCENTILE.match(word)
        if percentile:
            values = self._percentiles(int(percentile[1]))
        elif word in ("stdev_pop", "stdev_sample"):
            return self._root(self.statistic(word.replace("stdev", "variance")))
        else:
            values = getattr(self, f"_{word}")()
        is_null = self.sizes == 0
        if word in ("count", "unique"):
            is_null = is_null & False
        elif word == "variance_sample":
            is_null = self.sizes < 2
        return self._column(word, values, is_null)

    def sums(self) -> np.ndarray:
        """Sums each group in floating point, pairwise; 0 for a group without values."""
        return self._each_group(self.values.astype(float), "add")

    def _column(self, word: str, values: np.ndarray, is_null: np.ndarray) -> Column:
        kind = result_type(word, self.field.type)
        return Column(Field(self.field.name, kind), values, is_null, self.is_utc and kind == "datetime")  # type: ignore[arg-type]

    def _each_group(self, values: np.ndarray, reduction: str) -> np.ndarray:
        import numpy as np

        result = np.zeros(len(self.sizes), values.dtype)
        if len(self.filled):
            result[self.filled] = getattr(np, reduction).reduceat(values, self.starts[self.filled])
        return result

    def _spread_out(self, picked: np.ndarray) -> np.ndarray:
        """Puts one value per group that has any at the place of its group."""
        import numpy as np

        result = np.zeros(len(self.sizes), picked.dtype)
        result[self.filled] = picked
        return result

    @functools.cached_property
    def ranks(self) -> np.ndarray:
        """Gives numbers that stand in the order of the values, texts by code point."""
        import numpy as np

        if self.values.dtype != object:
            return self.values
        import pandas

        codes, distinct = pandas.factorize(self.values)
        rank = np.empty(len(distinct), np.int64)
        rank[np.argsort(distinct, kind="stable")] = np.arange(len(distinct))
        return rank[codes]

    @functools.cached_property
    def sorted(self) -> np.ndarray:
        """Gives the values sorted within each group."""
        import numpy as np

        if self.values.dtype.kind in "fi" and len(self.values) > LARGE_GROUPS * len(self.filled):
            values = self.values.copy()
            sort_within(values, self.starts[self.filled], self.sizes[self.filled])
            return values
        return self.values[np.lexsort((self.ranks, self.codes))]

    @functools.cached_property
    def runs(self) -> tuple[np.ndarray, np.ndarray]:
        """Finds the runs of equal values within groups: where each starts in `sorted`, and its length."""
        import numpy as np

        values, codes = self.sorted, self.codes
        is_start = np.ones(len(values), bool)
        is_start[1:] = (values[1:] != values[:-1]) | (codes[1:] != codes[:-1])
        starts = np.flatnonzero(is_start)
        return starts, np.diff(np.append(starts, len(values)))

    def _count(self) -> np.ndarray:
        return self.sizes

    def _unique(self) -> np.ndarray:
        import numpy as np

        return np.bincount(self.codes[self.runs[0]], minlength=len(self.sizes))

    def _min(self) -> np.ndarray:
        return self._spread_out(self.sorted[self.starts[self.filled]])

    def _max(self) -> np.ndarray:
        return self._spread_out(self.sorted[(self.starts + self.sizes - 1)[self.filled]])

    def _first(self) -> np.ndarray:
        return self._spread_out(self.values[self.starts[self.filled]])

    def _last(self) -> np.ndarray:
        return self._spread_out(self.values[(self.starts + self.sizes - 1)[self.filled]])

    def _majority(self) -> np.ndarray:
        return self._by_frequency("maximum")

    def _minority(self) -> np.ndarray:
        return self._by_frequency("minimum")

    def _by_frequency(self, reduction: str) -> np.ndarray:
        """Picks the value of the most or least frequent run; runs stand by value, so the first of a tie is smallest."""
        import numpy as np

        starts, lengths = self.runs
        if not len(starts):
            return self._spread_out(self.sorted)
        codes = self.codes[starts]
        firsts = np.flatnonzero(np.append(True, codes[1:] != codes[:-1]))
        wanted = np.repeat(getattr(np, reduction).reduceat(lengths, firsts), np.diff(np.append(firsts, len(codes))))
        candidates = np.flatnonzero(lengths == wanted)
        _, first_of_group = np.unique(codes[candidates], return_index=True)
        return self._spread_out(self.sorted[starts[candidates[first_of_group]]])

    def _sum(self) -> np.ndarray:
        if self.values.dtype.kind != "i":
            return self.sums()
        high, low = self._halves(self.values)
        self._refuse_beyond_64_bits("sum", (high < -(1 << 31)) | (high >= 1 << 31))
        return (high << HALF) + low

    def _range(self) -> np.ndarray:
        import numpy as np

        low, high = self._min(), self._max()
        if low.dtype.kind == "i":
            wide = high.astype(np.uint64) - low.astype(np.uint64)  # modulo 2^64 this is the true difference
            self._refuse_beyond_64_bits("range", wide > np.iinfo(np.int64).max)
        return high - low

    def _halves(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sums integers exactly: the result is high * 2^32 + low with low from 0 to 2^32 - 1."""
        mask = (1 << HALF) - 1
        low = self._each_group(values & mask, "add")
        return self._each_group(values >> HALF, "add") + (low >> HALF), low & mask

    def _refuse_beyond_64_bits(self, word: str, beyond: np.ndarray) -> None:
        if beyond.any():
            where = counted(int(beyond.sum()), "group")
            raise ToolError("LIMIT_EXCEEDED", f'the {word} of "{self.field.name}" is beyond 64-bit integers in {where}',
                            "identifiers have no sum; a field of amounts is meant")  # fmt: skip

    def _mean(self) -> np.ndarray:
        return self._means(self.values)

    def _means(self, values: np.ndarray) -> np.ndarray:
        sizes = self.sizes.clip(1)
        if values.dtype.kind != "i":
            return self._each_group(values, "add") / sizes
        high, low = self._halves(values)
        return (high * 2.0**HALF + low) / sizes

    def _variance_pop(self) -> np.ndarray:
        return self._squares() / self.sizes.clip(1)

    def _variance_sample(self) -> np.ndarray:
        return self._squares() / (self.sizes - 1).clip(1)

    def _squares(self) -> np.ndarray:
        """Sums the squared deviations from the mean in two passes, with the correction of the mean's own rounding."""
        values = self.values
        if values.dtype.kind == "i":
            lowest = self._min()
            is_safe = (abs(self._max().astype(float)) < 2.0**61).all() and (abs(lowest.astype(float)) < 2.0**61).all()
            values = values - lowest[self.codes] if is_safe else values.astype(float)
        deviations = values - self._means(values)[self.codes]
        correction = self._each_group(deviations, "add") ** 2 / self.sizes.clip(1)
        return (self._each_group(deviations**2, "add") - correction).clip(0)

    def _root(self, variance: Column) -> Column:
        import numpy as np

        return Column(variance.field, np.sqrt(variance.values), variance.is_null)

    def _median(self) -> np.ndarray:
        return self._percentiles(50)

    def _percentiles(self, percent: int) -> np.ndarray:
        """Interpolates linearly at (n - 1) * percent / 100 of the sorted values, counted from 0."""
        import numpy as np

        sizes, starts = self.sizes[self.filled], self.starts[self.filled]
        below = (sizes - 1) * percent // 100
        share = (sizes - 1) * percent % 100 / 100
        low = self.sorted[starts + below]
        high = self.sorted[starts + (below + 1).clip(max=sizes - 1)]
        gap = high.astype(np.uint64) - low.astype(np.uint64) if low.dtype.kind == "i" else high - low
        return self._spread_out(low + gap.astype(float) * share)

    def _concatenate(self) -> np.ndarray:
        import numpy as np

        texts = as_texts(self.values)
        ends = self.starts + self.sizes
        joined = [",".join(texts[start:end]) for start, end in zip(self.starts, ends, strict=True)]
        return np.array([*joined, ""], object)[:-1]


def sort_within(values: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> None:
    """Sorts each group of an array in place; one sort by two keys would compare values of all groups."""
    for start, end in zip(starts.tolist(), (starts + sizes).tolist(), strict=True):
        values[start:end].sort()


def as_texts(values: np.ndarray) -> list[str]:
    """Writes values as text: numbers in their shortest exact form, without ".0"; times by ISO 8601, "" for none."""
    kind = values.dtype.kind
    if kind == "b":
        return ["true" if value else "false" for value in values.tolist()]
    if kind == "f":
        return [repr(value).removesuffix(".0") for value in values.tolist()]
    if kind == "M":
        return [value.isoformat() if value is not None else "" for value in values.tolist()]
    return [str(value) for value in values.tolist()]


def _without_value(column: Column) -> Any:
    import numpy as np

    return column.is_null | np.isnan(column.values) if column.values.dtype.kind == "f" else column.is_null
