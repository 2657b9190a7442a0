# SPDX-License-Identifier: GPL-2.0-or-later
"""Shares values of polygons out to the polygons that lie over them, by area."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Field
from ..geometry.group_shapes import united
from ..layers.rows import Column
from ..layers.statistics import Groups, weighted_mean
from ..run import Run
from .overlaps import overlaps_of
from .overlay import common_parts, is_more, remainders
from .spatial_pairs import Pairs, related_pairs

if TYPE_CHECKING:
    import numpy as np


class Shares(NamedTuple):
    """How the area of source polygons is shared among targets.

    Args:
        pairs: Target row and source row of each common part.
        areas: Of the parts.
        share: Of its source's area that each part has.
        outside: Share of each source's area that lies in no target, 1 for a source without an area.
        target_count: Number of target rows.
        target_overlaps, source_overlaps: Pairs of polygons within a layer that overlap each other.
    """

    pairs: Pairs
    areas: np.ndarray
    share: np.ndarray
    outside: np.ndarray
    target_count: int
    target_overlaps: int
    source_overlaps: int


def shares_of(
    run: Run, targets: np.ndarray, sources: np.ndarray, measure: Callable[[np.ndarray], np.ndarray], adds_up: bool
) -> Shares:
    """Cuts sources by targets and measures the parts.

    A share is taken of what the parts and the rest of its source measure together, so that the shares of one source
    add up to 1 also on the ellipsoid, where a line that is cut is not the geodesic between its ends.

    Args:
        adds_up: Whether parts measure together what the whole measures, as in the plane; then no rest is cut out.
    """
    import numpy as np

    pairs = related_pairs(run, sources, targets, ["intersects"])
    common = common_parts(run, sources, targets, pairs, 2)
    areas = measure(common.shapes)
    owner = common.pairs.first
    covered = np.bincount(owner, areas, minlength=len(sources))
    target_overlaps = len(overlaps_of(run, targets).shapes)
    if target_overlaps:
        together = np.nan_to_num(measure(united(run, common.shapes, Groups(owner, len(sources)))))
        covered = np.where(is_more(covered, together), together, covered)
    if adds_up:
        own = np.nan_to_num(measure(sources))
        rest = np.where(is_more(own, covered), own - covered, 0.0)
    else:
        rest = np.nan_to_num(measure(remainders(run, sources, targets, pairs)))
    whole = covered + rest
    whole_or_one = np.where(whole > 0, whole, 1.0)
    outside = np.where(whole > 0, rest / whole_or_one, 1.0)
    order = np.lexsort((owner, common.pairs.second))
    swapped = Pairs(common.pairs.second[order], owner[order])
    return Shares(
        swapped,
        areas[order],
        (areas / whole_or_one[owner])[order],
        outside,
        len(targets),
        target_overlaps,
        len(overlaps_of(run, sources).shapes),
    )


def sums(shares: Shares, column: Column) -> Column:
    """Gives each target the sum of the shares of the values; NULL where no polygon with a value covers any of it."""
    import numpy as np

    kept = ~column.is_null[shares.pairs.second]
    target = shares.pairs.first[kept]
    values = column.values[shares.pairs.second[kept]].astype(float) * shares.share[kept]
    totals = np.bincount(target, values, minlength=shares.target_count).astype(float)  # of no rows it makes integers
    is_bare = np.bincount(target, minlength=shares.target_count) == 0
    return Column(Field(column.field.name, "real"), totals, is_bare)


def means(shares: Shares, column: Column) -> Column:
    """Gives each target the mean of the values weighted by their area in it; NULL where there is none."""
    import numpy as np

    weights = Column(Field("area", "real"), shares.areas, np.zeros(len(shares.areas), bool))
    return weighted_mean(column.take(shares.pairs.second), weights, Groups(shares.pairs.first, shares.target_count))


def unassigned_of(shares: Shares, column: Column) -> float:
    """Sums what lies outside all targets."""
    return float((_zero_for_null(column) * shares.outside).sum())


def total_of(column: Column) -> float:
    """Sums a column, NULL left out."""
    return float(_zero_for_null(column).sum())


def _zero_for_null(column: Column) -> np.ndarray:
    import numpy as np

    values = np.where(column.is_null, 0, column.values)
    return values.astype(float)
