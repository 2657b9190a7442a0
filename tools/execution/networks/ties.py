# SPDX-License-Identifier: GPL-2.0-or-later
"""Points tied to the edges they are nearest to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from ..geometry.line_sections import Chains

PLACES = 4.0  # times the rounding of coordinates within which two places are one


class Ties(NamedTuple):
    """Where points meet edges, ordered by point, then by edge.

    A point has one tie, unless several edges run through the place it is tied to.

    Args:
        point, edge: Their numbers.
        measure: Distance of the place from the start of the edge.
        distance: From each point to its place, in units of the coordinates; NaN for points without a tie.
    """

    point: np.ndarray
    edge: np.ndarray
    measure: np.ndarray
    distance: np.ndarray


def tie_points(points: np.ndarray, lines: np.ndarray, chains: Chains, limit: float) -> Ties:
    """Ties each point to the nearest edge.

    Of edges at equal distances from a point the first one counts, and with it those that run through the same place.

    Args:
        points: Single points; missing and empty ones have no tie.
        lines: The edges.
        limit: Largest distance, itself included, in units of the coordinates.
    """
    import numpy as np
    import shapely

    from ..geometry.line_sections import places_at
    from ..geometry.points_beside_lines import all_nearest_lines, rounding_of

    point, edge, distance = all_nearest_lines(points, lines, limit)
    measure = np.clip(shapely.line_locate_point(lines[edge], points[point]), 0, chains.lengths[edge])
    places = places_at(chains, edge, measure)
    away = np.sqrt(((places - places[np.searchsorted(point, point)]) ** 2).sum(axis=1))
    same = away <= PLACES * rounding_of(points[point])
    return Ties(point[same], edge[same], measure[same], distance)
