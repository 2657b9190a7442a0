# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of two grids of one size, compared by window: NoData masks, values within tolerance, the worst cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..tasks.column import DEFAULT_ABSOLUTE, DEFAULT_RELATIVE
from ..tasks.contract import RasterOutput
from .grid import Cells, Grid, Window
from .relabelling import kept_by_renaming

WORST_SHOWN = 10


class WorstCell(NamedTuple):
    """A cell out of tolerance, counted from 0; excess as in value gaps."""

    excess: float
    band: int
    row: int
    column: int
    expected: float | int | None
    found: float | int | None


@dataclass
class CellComparison:
    """What was counted over all windows and bands.

    Args:
        compared: Cells that were looked at, rim left out.
        filled: Cells that are NoData in the reference alone.
        emptied: Cells that are NoData in the output alone.
        both: Cells with a value on both sides.
        wrong: Those of them out of tolerance.
        nodata_as_zero: Cells that are NoData in the reference and 0 in the output.
        worst: The worst cells, at most ten.
        unlike_masks: The first cells that are NoData on one side alone, at most ten.
    """

    compared: int = 0
    filled: int = 0
    emptied: int = 0
    both: int = 0
    wrong: int = 0
    nodata_as_zero: int = 0
    worst: list[WorstCell] = field(default_factory=list)
    unlike_masks: list[WorstCell] = field(default_factory=list)
    label_pairs: dict[tuple[float, float], int] = field(default_factory=dict)
    wrong_labels: dict[tuple[float, float], int] = field(default_factory=dict)

    @property
    def mask_apart(self) -> int:
        """Cells that are NoData on one side alone."""
        return self.filled + self.emptied

    @property
    def agreement(self) -> float:
        """Share of the cells with a value on some side that have the same one on both."""
        some = self.both + self.mask_apart
        return (self.both - self.wrong) / some if some else 1.0

    @property
    def mask_share(self) -> float:
        """Share of cells whose NoData agrees."""
        return (self.compared - self.mask_apart) / self.compared if self.compared else 1.0

    @property
    def value_share(self) -> float:
        """Share of the cells with values on both sides that are within tolerance."""
        return (self.both - self.wrong) / self.both if self.both else float(self.mask_apart == 0)


def compare_cells(contract: RasterOutput, reference: Grid, output: Grid) -> CellComparison:
    """Compares all cells of two grids of the same size.

    Raises: Unreadable.
    """
    found = CellComparison()
    for band in range(1, contract.bands + 1):
        for window in reference.windows():
            pair = reference.cells(band, window), output.cells(band, window)
            _add_window(contract, found, band, window, *pair)
    if contract.values == "label":
        found.wrong_labels = _wrong_labels(found.label_pairs)
        found.wrong = sum(found.wrong_labels.values())
    found.worst.sort(key=lambda cell: (-cell.excess, cell.band, cell.row, cell.column))
    del found.worst[WORST_SHOWN:]
    return found


def _add_window(
    contract: RasterOutput, found: CellComparison, band: int, window: Window, ours: Cells, theirs: Cells
) -> None:
    inner = _inner(contract, window, ours.valid.shape)
    apart = (ours.valid != theirs.valid) & inner
    both = ours.valid & theirs.valid & inner
    found.compared += int(inner.sum())
    found.filled += int((apart & theirs.valid).sum())
    found.emptied += int((apart & ours.valid).sum())
    found.both += int(both.sum())
    found.nodata_as_zero += int((apart & theirs.valid & (theirs.values == 0)).sum())
    for place in np.flatnonzero(apart)[: WORST_SHOWN - len(found.unlike_masks)].tolist():
        row, column = divmod(place, apart.shape[1])
        sides = (side.values[row, column].item() if side.valid[row, column] else None for side in (ours, theirs))
        found.unlike_masks.append(WorstCell(np.inf, band, window.first + row, column, *sides))
    # Cells that are the same need no tolerance; in a right raster these are most.
    places = np.flatnonzero(both if contract.values == "label" else both & (ours.values != theirs.values))
    expected, got = ours.values.ravel()[places], theirs.values.ravel()[places]
    if contract.values == "label":
        _count_labels(found, expected, got)
        return
    excess = cell_excess(contract, expected, got)
    wrong = np.flatnonzero(excess > 1)
    found.wrong += len(wrong)
    top = wrong[np.argsort(-excess[wrong], kind="stable")[:WORST_SHOWN]]
    for index in top.tolist():
        row, column = divmod(int(places[index]), ours.valid.shape[1])
        cell = (window.first + row, column, expected[index].item(), got[index].item())
        found.worst.append(WorstCell(float(excess[index]), band, *cell))


def _inner(contract: RasterOutput, window: Window, shape: tuple[int, ...]) -> np.ndarray:
    rim, rows = contract.ignore_rim_cells, np.arange(window.first, window.first + window.rows)
    inner = np.ones(shape, bool)
    if rim:
        inner[(rows < rim) | (rows >= contract.height - rim)] = False
        inner[:, :rim] = inner[:, contract.width - rim :] = False
    return inner


def cell_excess(contract: RasterOutput, expected: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Returns how many times the tolerance each pair of cells is apart; above 1 is out of tolerance."""
    if contract.values == "categorical":
        return np.where(expected == found, 0.0, np.inf)
    ours, theirs = expected.astype(float), found.astype(float)
    with np.errstate(invalid="ignore"):
        gap = np.abs(ours - theirs)
    absolute = DEFAULT_ABSOLUTE if contract.tolerance.absolute is None else contract.tolerance.absolute
    relative = DEFAULT_RELATIVE if contract.tolerance.relative is None else contract.tolerance.relative
    if contract.values == "angle":
        gap, relative = gap % contract.period, 0.0
        gap = np.minimum(gap, contract.period - gap)
    gap = np.where(ours == theirs, 0.0, gap)
    limit = np.where(np.isfinite(ours), absolute + relative * np.abs(ours), absolute)
    ratio = np.divide(gap, limit, out=np.where(gap > 0, np.inf, 0.0), where=limit > 0)
    return np.where(gap <= limit, np.minimum(ratio, 1.0), np.where(np.isnan(ratio), np.inf, ratio))


def _count_labels(found: CellComparison, expected: np.ndarray, got: np.ndarray) -> None:
    ours, ours_of = np.unique(expected, return_inverse=True)
    theirs, theirs_of = np.unique(got, return_inverse=True)
    if not len(ours):
        return
    pairs, counts = np.unique(ours_of * np.int64(len(theirs)) + theirs_of, return_counts=True)
    for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
        key = ours[pair // len(theirs)].item(), theirs[pair % len(theirs)].item()
        found.label_pairs[key] = found.label_pairs.get(key, 0) + count


def _wrong_labels(pairs: dict[tuple[float, float], int]) -> dict[tuple[float, float], int]:
    """Returns the pairs of labels, with their cells, that break the best one-to-one renaming."""
    if not pairs:
        return {}
    ours, theirs = (np.unique([pair[side] for pair in pairs], return_inverse=True)[1] for side in (0, 1))
    kept = kept_by_renaming(ours, theirs, np.array(list(pairs.values())))
    return {pair: count for (pair, count), stays in zip(pairs.items(), kept, strict=True) if not stays}
