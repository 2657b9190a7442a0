# SPDX-License-Identifier: GPL-2.0-or-later
"""The nearest features of another layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..run import Run
from .spatial_pairs import Pairs, near_pairs

if TYPE_CHECKING:
    import numpy as np

SAME_DISTANCE = 1e-9  # share within which two features are equally near


class Nearest(NamedTuple):
    """Neighbours, ordered by row, then by nearness, then by row of the other layer.

    Args:
        pairs: A row and one of its neighbours.
        distance: Between them, in units of the coordinates.
        rank: 1 for the nearest; equally near ones share it.
    """

    pairs: Pairs
    distance: np.ndarray
    rank: np.ndarray


def nearest(
    run: Run, first: np.ndarray, second: np.ndarray, neighbours: int, limit: float | None, *, same: bool
) -> Nearest:
    """Finds the k nearest neighbours of each shape, and all that are as near as the last of them.

    Args:
        neighbours: k.
        limit: Largest distance, itself included; None for none.
        same: Whether both are one layer, in which no row is its own neighbour.
    """
    import numpy as np
    import shapely

    pending = np.flatnonzero(~shapely.is_missing(first) & ~shapely.is_empty(first))
    available = int((~shapely.is_missing(second) & ~shapely.is_empty(second)).sum()) - same
    wanted = min(neighbours, available)
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    if wanted > 0 and len(pending):
        reach = _first_reach(first[pending], second, limit)
        while len(pending):
            pairs = near_pairs(run, first[pending], second, reach)
            apart = (pending[pairs.first] != pairs.second) | (not same)
            row, other = pairs.first[apart], pairs.second[apart]
            enough = np.bincount(row, minlength=len(pending)) >= wanted
            final = enough | (reach >= limit if limit is not None else False)
            kept = final[row]
            rows = pending[row[kept]]
            parts.append((rows, other[kept], shapely.distance(first[rows], second[other[kept]])))
            pending, reach = pending[~final], reach[~final] * 2
            if limit is not None:
                reach = np.minimum(reach, limit)
    return ranked_by_nearness(parts, neighbours)


def _first_reach(first: np.ndarray, second: np.ndarray, limit: float | None) -> np.ndarray:
    """Gives a distance within which each shape surely has its nearest one, and likely some more."""
    import numpy as np
    import shapely

    tree = shapely.STRtree(second)
    (row, _), distance = tree.query_nearest(first, return_distance=True, all_matches=False)
    box = shapely.total_bounds(np.concatenate([first, second]))
    least = np.hypot(box[2] - box[0], box[3] - box[1]) / (1 + np.sqrt(len(second))) / 4 or 1.0
    reach = np.full(len(first), least)
    reach[row] = np.maximum(distance * 2, least)
    return reach if limit is None else np.minimum(reach, limit)


def ranked_by_nearness(parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]], neighbours: int) -> Nearest:
    """Ranks the neighbours of each row and keeps the k nearest, and all that are as near as the last of them.

    Args:
        parts: Rows, their neighbours and the distance between them, in any order.
        neighbours: k.
    """
    import numpy as np

    row, other, distance = (
        np.concatenate([np.zeros(0, np.int64 if side < 2 else float), *(part[side] for part in parts)])
        for side in range(3)
    )
    order = np.lexsort((other, distance, row))
    row, other, distance = row[order], other[order], distance[order]
    starts = np.searchsorted(row, row)
    place = np.arange(len(row)) - starts
    # equally near ones take the place of the first of them
    new = np.ones(len(row), bool)
    new[1:] = (row[1:] != row[:-1]) | (distance[1:] > distance[:-1] * (1 + SAME_DISTANCE))
    leader = np.maximum.accumulate(np.where(new, np.arange(len(row)), 0))
    rank = place[leader] + 1
    kept = rank <= neighbours
    # within equally near ones the order is that of the rows
    row, other, distance, rank = row[kept], other[kept], distance[kept], rank[kept]
    order = np.lexsort((other, rank, row))
    return Nearest(Pairs(row[order], other[order]), distance[order], rank[order])
