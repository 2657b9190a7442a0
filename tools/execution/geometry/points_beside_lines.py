# SPDX-License-Identifier: GPL-2.0-or-later
"""Where points lie beside lines: along which, how far along, how far away, on which side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .line_sections import Chains, directions_at, places_at

if TYPE_CHECKING:
    import numpy as np
    import shapely

ROUNDING = 1e-12  # share of the coordinates within which distances are equal


class NearLines(NamedTuple):
    """Points and the lines that are nearest to them.

    Args:
        point, line: Pairs, ordered by point, then by line; a point has several where lines are equally near.
        distance: From each point to its nearest line; NaN for those without one.
    """

    point: np.ndarray
    line: np.ndarray
    distance: np.ndarray


class Nearby(NamedTuple):
    """Of each point: its line, -1 for none; the distance to it; and whether another line is as near."""

    line: np.ndarray
    distance: np.ndarray
    is_tied: np.ndarray


def rounding_of(points: np.ndarray) -> np.ndarray:
    """Gives the distance that is nothing but rounding at the coordinates of each point."""
    import numpy as np
    import shapely

    return ROUNDING * np.maximum(1.0, np.maximum(np.abs(shapely.get_x(points)), np.abs(shapely.get_y(points))))


def all_nearest_lines(points: np.ndarray, tree: shapely.STRtree, limit: float) -> NearLines:
    """Finds the nearest line of each point, and all others that are as near.

    Args:
        points: Single points; missing ones have no line.
        tree: Of the lines.
        limit: Largest distance, itself and what rounding adds to it included, in units of the coordinates.
    """
    import numpy as np

    (row, _), nearest = tree.query_nearest(points, return_distance=True, all_matches=False)
    kept = nearest <= limit * (1 + ROUNDING) + rounding_of(points[row])
    row, nearest = row[kept], nearest[kept]
    reach = nearest * (1 + ROUNDING) + rounding_of(points[row])
    at, line = tree.query(points[row], predicate="dwithin", distance=reach)
    order = np.lexsort((line, at))
    distance = np.full(len(points), np.nan)
    distance[row] = nearest
    return NearLines(row[at[order]], line[order], distance)


def nearest_lines(points: np.ndarray, lines: np.ndarray, limit: float) -> Nearby:
    """Finds the nearest line of each point, of equally near ones the first.

    Args:
        limit: Largest distance, itself included, in units of the coordinates.
    """
    import numpy as np
    import shapely

    found = all_nearest_lines(points, shapely.STRtree(lines), limit)
    row, first, counts = np.unique(found.point, return_index=True, return_counts=True)
    line, is_tied = np.full(len(points), -1), np.zeros(len(points), bool)
    line[row], is_tied[row] = found.line[first], counts > 1
    return Nearby(line, found.distance, is_tied)


def sides_of(points: np.ndarray, chains: Chains, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Tells on which side of its line each point lies, seen along it: 1 left, -1 right, 0 on it or straight before it.

    At a bend it is the side of the line that halves it; at the start of a closed line as well.

    Args:
        line: Line of each point.
        at: Distance of its place from the start of the line.
    """
    import numpy as np
    import shapely

    x_y = shapely.get_coordinates(points)
    away = x_y - places_at(chains, line, at)
    ahead = _unit(directions_at(chains, line, at))
    behind = -_unit(_steps_back(chains, line, at))
    along = ahead + behind
    along = np.where((np.abs(along) > ROUNDING).any(axis=1)[:, None], along, ahead)
    across = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
    slack = rounding_of(points) * np.sqrt((along**2).sum(axis=1))
    return np.where(np.abs(across) <= slack, 0, np.sign(across)).astype(np.int64)


def _steps_back(chains: Chains, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Gives the step from each place back to the vertex before it, at the start of an open line that of its first."""
    import numpy as np

    lengths = chains.lengths[line]
    first, last = chains.coordinates[chains.first[line]], chains.coordinates[chains.last[line]]
    is_ring = (first == last).all(axis=1)
    from_ = np.where((at <= 0) & is_ring, lengths, at)
    # the vertex that ends strictly before: look from a little less, or at the first segment
    less = np.maximum(from_ - 1e-9 * lengths, 0)
    return -directions_at(chains, line, less)


def _unit(steps: np.ndarray) -> np.ndarray:
    import numpy as np

    length = np.sqrt((steps**2).sum(axis=1))[:, None]
    return steps / np.where(length > 0, length, 1)
