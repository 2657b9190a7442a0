# SPDX-License-Identifier: GPL-2.0-or-later
"""Joins points into lines in a stated order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np


class Paths(NamedTuple):
    """Lines through points.

    Args:
        shapes: Lines.
        group: Group of each line.
        first, last: Row of the first and of the last point of each line.
        size: Points of each line, without the one that closes it.
        flat_count: Lines that were left out, since all their points are at one place.
    """

    shapes: np.ndarray
    group: np.ndarray
    first: np.ndarray
    last: np.ndarray
    size: np.ndarray
    flat_count: int


def joined(points: np.ndarray, codes: np.ndarray, groups: np.ndarray, *, close: bool, as_segments: bool) -> Paths:
    """Joins points group by group, by order, equal places in the order of their rows.

    Args:
        points: Single points, none missing.
        codes: Place of each point in the order.
        groups: Group of each point.
        close: Whether each line returns to its first point.
        as_segments: Whether each pair of points in turn is a line of its own.
    Edges: Groups of one point, or of points at one place, have no line.
    """
    import numpy as np
    import shapely

    order = np.lexsort((codes, groups))
    group = groups[order]
    starts = np.flatnonzero(np.append(True, group[1:] != group[:-1])) if len(group) else np.zeros(0, np.int64)
    sizes = np.diff(np.append(starts, len(group)))
    if close:
        closing = starts[sizes > 1]
        at = np.insert(np.arange(len(order)), (starts + sizes)[sizes > 1], closing)
    else:
        at = np.arange(len(order))
    rows, group_at = order[at], group[at]
    coordinates = shapely.get_coordinates(points, include_z=bool(shapely.has_z(points).any()))[rows]
    if as_segments:
        begins = np.flatnonzero(group_at[1:] == group_at[:-1])
        pairs = np.stack([coordinates[begins], coordinates[begins + 1]], axis=1)
        shapes = shapely.linestrings(pairs)
        return _with_length(shapes, group_at[begins], rows[begins], rows[begins + 1], np.full(len(begins), 2))
    kept = np.isin(group_at, group[starts[sizes > 1]])
    numbers, dense = np.unique(group_at[kept], return_inverse=True)
    shapes = shapely.linestrings(coordinates[kept], indices=dense) if len(numbers) else np.zeros(0, object)
    long = sizes > 1
    return _with_length(shapes, numbers, order[starts[long]], order[(starts + sizes - 1)[long]], sizes[long])


def _with_length(shapes: np.ndarray, group: np.ndarray, first: np.ndarray, last: np.ndarray, size: np.ndarray) -> Paths:
    import numpy as np
    import shapely

    long = shapely.length(shapes) > 0
    return Paths(shapes[long], group[long], first[long], last[long], size[long], int(np.count_nonzero(~long)))
