# SPDX-License-Identifier: GPL-2.0-or-later
"""Points tied to the edges they are nearest to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from ..geometry.line_sections import Chains

PLACES = 4.0  # times the rounding of coordinates within which two places are one
SEGMENTS = 1_000_000  # looked at together


class Ties(NamedTuple):
    """Where points meet edges, ordered by point, then by edge.

    A point has one tie, unless edges run through the place it is tied to several times.

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

    Of edges at equal distances from a point the first one counts, at the smallest measure, and with it all that run
    through the same place, an edge that meets itself there each time.

    Args:
        points: Single points; missing and empty ones have no tie.
        lines: The edges.
        limit: Largest distance, itself included, in units of the coordinates.
    """
    import numpy as np
    import shapely

    from ..geometry.line_sections import places_at
    from ..geometry.points_beside_lines import all_nearest_lines, rounding_of

    tree = shapely.STRtree(lines)
    found = all_nearest_lines(points, tree, limit)
    tied, first = np.unique(found.point, return_index=True)
    edge = found.line[first]
    measure = np.clip(shapely.line_locate_point(lines[edge], points[tied]), 0, chains.lengths[edge])
    places = shapely.points(places_at(chains, edge, measure))
    reach = PLACES * rounding_of(places)
    row, edge = tree.query(places, predicate="dwithin", distance=reach)
    order = np.lexsort((edge, row))
    row, edge = row[order], edge[order]
    pair, measure = _passes(lines, chains, edge, places[row], reach[row])
    return Ties(tied[row[pair]], edge[pair], measure, found.distance)


def _passes(
    lines: np.ndarray, chains: Chains, edge: np.ndarray, places: np.ndarray, reach: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Finds where edges run through places: the pair of edge and place, and the distance from the start of the edge.

    Args:
        reach: How near an edge runs through its place, at least once.
    """
    import numpy as np
    import shapely

    used, number = np.unique(edge, return_inverse=True)
    meets_itself = ~shapely.is_simple(lines[used])[number]
    once = np.flatnonzero(~meets_itself)
    measure = np.clip(shapely.line_locate_point(lines[edge[once]], places[once]), 0, chains.lengths[edge[once]])
    parts = [(once, measure)]
    several = np.flatnonzero(meets_itself)
    total = np.cumsum((chains.last - chains.first)[edge[several]])
    for some in np.split(several, np.searchsorted(total, np.arange(SEGMENTS, total.max(initial=0), SEGMENTS))):
        at, along = _places_on_segments(chains, edge[some], shapely.get_coordinates(places[some]), reach[some])
        parts.append((some[at], along))
    pair, measure = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.lexsort((measure, pair))
    return pair[order], measure[order]


def _places_on_segments(
    chains: Chains, edge: np.ndarray, place: np.ndarray, reach: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Finds all segments of edges that run through places: the number of the place, and the distance along the edge."""
    import numpy as np

    sizes = chains.last[edge] - chains.first[edge]
    number = np.repeat(np.arange(len(edge)), sizes)
    segment = np.arange(len(number)) - (np.cumsum(sizes) - sizes)[number] + chains.first[edge][number]
    step = chains.coordinates[segment + 1] - chains.coordinates[segment]
    share = ((place[number] - chains.coordinates[segment]) * step).sum(axis=1) / (step**2).sum(axis=1)
    share = np.clip(share, 0, 1)
    away = np.sqrt(((chains.coordinates[segment] + share[:, None] * step - place[number]) ** 2).sum(axis=1))
    length = chains.distance[segment + 1] - chains.distance[segment]
    through = away <= reach[number]
    return number[through], (chains.distance[segment] + share * length)[through]
