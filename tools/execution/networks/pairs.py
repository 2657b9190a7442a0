# SPDX-License-Identifier: GPL-2.0-or-later
"""Which origins and destinations go together, and the columns that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.wording import counted
from ..layers.key_matching import Keys, Matches, find_matches
from ..layers.rows import Column
from ..relations.nearest import SAME_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from ..run import Run
    from .prepared import Placed

FEWER = "fewer origins or destinations, or pairs nearest"


class RoutePairs(NamedTuple):
    """Rows of origins and of destinations, in their order; -1 for an origin without a destination."""

    origin: np.ndarray
    destination: np.ndarray


class Sides(NamedTuple):
    """Both layers of points on the network, and what they are called.

    Args:
        names: Of the layers, for sentences.
        ids: Field that names the rows of each; None for their numbers.
        is_same: Whether both are one layer, in which no row goes to itself.
    """

    origins: Placed
    destinations: Placed
    names: tuple[str, str]
    ids: tuple[str | None, str | None]
    is_same: bool


def pairs_of(run: Run, how: str, sides: Sides, costs: Callable[[], np.ndarray]) -> RoutePairs:
    """Pairs origins with destinations.

    Args:
        how: all, same_id or nearest.
        costs: Gives the costs from every origin to every destination.
    Raises:
        ToolError MISSING_ARGUMENT, KEY_MISMATCH, LIMIT_EXCEEDED.
    """
    import numpy as np

    if how == "same_id":
        return _equal(run, sides)
    if how == "nearest":
        return _nearest(run, sides, costs())
    counts = len(sides.origins.leave), len(sides.destinations.arrive)
    run.require.size("rows", counts[0] * counts[1], "the result", FEWER, "pairs")
    origin, destination = (side.ravel() for side in np.indices(counts))
    apart = (origin != destination) | (not sides.is_same)
    return RoutePairs(origin[apart], destination[apart])


def _equal(run: Run, sides: Sides) -> RoutePairs:
    import numpy as np

    own, other = sides.ids
    if own is None or other is None:
        missing = "origin_id" if own is None else "destination_id"
        raise ToolError("MISSING_ARGUMENT", f'pairs "same_id" needs {missing}', argument=missing)
    columns = sides.origins.rows.column(own), sides.destinations.rows.column(other)
    found: Matches = find_matches(run, Keys(*sides.names, [columns]), "exact", 100.0)
    apart = (found.left != found.right) | (not sides.is_same)
    left, right = found.left[apart].astype(np.int64), found.right[apart].astype(np.int64)
    counts = np.bincount(left, minlength=len(sides.origins.leave))
    alone, several = int((counts == 0).sum()), int((counts > 1).sum())
    if alone:
        run.note(f'without a destination of their id and so without a route: {counted(alone, "point")} of '
                 f'"{sides.names[0]}".')  # fmt: skip
    if several:
        run.note(f'with several destinations of their id, a route to each: {counted(several, "point")} of '
                 f'"{sides.names[0]}".')  # fmt: skip
    return RoutePairs(left, right)


def _nearest(run: Run, sides: Sides, cost: np.ndarray) -> RoutePairs:
    """Gives each origin its cheapest destination, of equally cheap ones the first."""
    import numpy as np

    origin = np.arange(len(cost))
    if not cost.shape[1]:
        return RoutePairs(origin, np.full(len(cost), -1))
    if sides.is_same:
        np.fill_diagonal(cost, np.inf)
    least = cost.min(axis=1)
    equal = np.isfinite(cost) & (cost <= least[:, None] * (1 + SAME_DISTANCE))
    tied = int((equal.sum(axis=1) > 1).sum())
    if tied:
        run.note(f'with several equally near destinations, of which the first counts: {counted(tied, "point")} of '
                 f'"{sides.names[0]}".')  # fmt: skip
    return RoutePairs(origin, np.where(equal.any(axis=1), equal.argmax(axis=1), -1))


def pair_columns(sides: Sides, pairs: RoutePairs, cost: np.ndarray) -> list[Column]:
    """Makes origin_id, destination_id, cost, origin_distance and destination_distance; costs without end are NULL."""
    import numpy as np

    columns = []
    for placed, name, end, row in zip(sides[:2], sides.ids, ("origin", "destination"), pairs, strict=True):
        ident = placed.rows.column(name) if name else _numbers(len(placed.leave))
        columns.append(ident.take(row).renamed(f"{end}_id"))
    columns.append(Column(Field("cost", "real"), np.where(np.isfinite(cost), cost, np.nan), ~np.isfinite(cost)))
    for placed, end, row in zip(sides[:2], ("origin", "destination"), pairs, strict=True):
        is_null = np.isnan(placed.distance)
        columns.append(Column(Field(f"{end}_distance", "real"), placed.distance, is_null).take(row))
    return columns


def _numbers(count: int) -> Column:
    import numpy as np

    return Column(Field("number", "integer"), np.arange(1, count + 1), np.zeros(count, bool))
