# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of the cells of one band in each of many zones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..run import Run
from .zone_parts import ZonePart
from .zone_statistics import Moments, is_of_order, order_statistics
from .zone_values import ZoneValues


@dataclass
class ZoneSummary:
    """What was found in the zones.

    Args:
        values: Statistics word to one value per zone.
        nulls: Statistics word to where the value is NULL.
        weight: Cells used per zone, shares counted as such.
        missing: Cells of the zones that are NoData, shares counted as such.
        small_count: Zones that overlap the raster but hold no cell centre; 0 under area_weighted.
        beyond_count: Zones that reach beyond the raster.
    """

    values: dict[str, np.ndarray]
    nulls: dict[str, np.ndarray]
    weight: np.ndarray
    missing: float = 0.0
    small_count: int = 0
    beyond_count: int = 0
    words: list[str] = field(default_factory=list)

    @property
    def empty_count(self) -> int:
        """Gives the number of zones without a cell that has a value."""
        return int(np.count_nonzero(self.weight == 0))

    @property
    def nodata_share(self) -> float:
        """Gives the share of the zones' cells that are NoData; 0 where they have no cells."""
        every = float(self.weight.sum()) + self.missing
        return self.missing / every if every else 0.0


def needs_all_cells(words: Sequence[str]) -> bool:
    """Tells whether statistics need all values of a zone at once."""
    return any(is_of_order(word) for word in words)


def summarize_zones(
    run: Run, parts: Iterable[ZonePart], words: Sequence[str], zone_count: int, whole: bool
) -> ZoneSummary:
    """Computes statistics of the cells in each zone; zones may overlap, and are summarized each on its own.

    Args:
        parts: The zones with their cells; zones that are in none have no cell.
        words: Of the closed list, without first, last and concatenate.
        whole: Whether cells are whole numbers and none counts in part; then sums are exact.
    Raises: ToolError LIMIT_EXCEEDED, CANCELLED, and those of reading.
    """
    summary = ZoneSummary(
        {word: np.zeros(zone_count) for word in words},
        {word: np.ones(zone_count, bool) for word in words},
        np.zeros(zone_count),
    )
    summary.words = list(words)
    for word in set(words) & {"count", "unique"}:
        summary.nulls[word][:] = False
    for part in parts:
        summary.small_count += part.small_count
        summary.beyond_count += part.beyond_count
        _summarize_part(run, summary, part, whole)
    return summary


def _summarize_part(run: Run, summary: ZoneSummary, part: ZonePart, whole: bool) -> None:
    moments = Moments(len(part.zones), whole)
    of_order = [word for word in summary.words if is_of_order(word)]
    kept: list[ZoneValues] = []
    for batch in part.batches:
        run.raise_if_cancelled()
        moments.add(batch)
        summary.missing += batch.missing
        if of_order:
            kept.append(batch)
    found = order_statistics(of_order, kept, len(part.zones), whole) if of_order else {}
    summary.weight[part.zones] = moments.weight
    for word in summary.words:
        values, is_null = found[word] if word in found else moments.statistic(word)
        if values.dtype.kind == "i" and summary.values[word].dtype.kind == "f":
            summary.values[word] = summary.values[word].astype(np.int64)
        summary.values[word][part.zones], summary.nulls[word][part.zones] = values, is_null
