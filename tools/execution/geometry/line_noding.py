# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines cut at their crossings, and ends moved onto lines that they miss."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ..run import Run
from .shared_edges import FLOAT_NOISE

if TYPE_CHECKING:
    import numpy as np


class Noded(NamedTuple):
    """Pieces between nodes, each once.

    Args:
        pieces: Lines.
        piece, line: Pairs of a piece and a line it is part of, ordered by piece, then line.
        node_count: Places where pieces end.
    """

    pieces: np.ndarray
    piece: np.ndarray
    line: np.ndarray
    node_count: int


def noded(lines: np.ndarray) -> Noded:
    """Cuts lines at every place where they cross, touch or begin to run together; one without length has no piece.

    Args:
        lines: Plain lines, none missing or empty.
    """
    import numpy as np
    import shapely

    # without a grid, lines that run together are cut at places a float apart, and their stretch is there twice
    tolerance = _power_of_two(4 * FLOAT_NOISE * float(np.abs(shapely.get_coordinates(lines)).max(initial=0)))
    pieces = shapely.get_parts(shapely.union_all(shapely.force_2d(lines), grid_size=tolerance))
    pieces = pieces[shapely.length(pieces) > 0]
    if not len(pieces):
        return Noded(np.zeros(0, object), np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
    pieces = _with_vertices_of(pieces, lines, tolerance)
    middle = shapely.line_interpolate_point(_longest_segments(pieces), 0.5, normalized=True)
    piece, line = shapely.STRtree(lines).query(middle, predicate="dwithin", distance=2 * tolerance)
    order = np.lexsort((line, piece))
    ends = shapely.get_coordinates([shapely.get_point(pieces, 0), shapely.get_point(pieces, -1)])
    return Noded(pieces, piece[order], line[order], len(np.unique(ends, axis=0)))


def _power_of_two(value: float) -> float:
    return 2.0 ** math.ceil(math.log2(value)) if value > 0 else 2.0**-40


def _with_vertices_of(pieces: np.ndarray, lines: np.ndarray, tolerance: float) -> np.ndarray:
    """Puts vertices that a grid has rounded back to where they were."""
    import numpy as np
    import shapely

    coordinates = shapely.get_coordinates(pieces)
    places = np.unique(shapely.get_coordinates(lines), axis=0)
    tree = shapely.STRtree(shapely.points(places))
    vertex, nearest = tree.query_nearest(shapely.points(coordinates), max_distance=tolerance, all_matches=False)
    coordinates[vertex] = places[nearest]
    return shapely.set_coordinates(pieces.copy(), coordinates)


def _longest_segments(lines: np.ndarray) -> np.ndarray:
    import numpy as np
    import shapely

    coordinates, line = shapely.get_coordinates(lines, return_index=True)
    steps = np.flatnonzero(line[1:] == line[:-1])
    length = np.hypot(*(coordinates[steps + 1] - coordinates[steps]).T)
    order = np.lexsort((-length, line[steps]))
    first = order[np.searchsorted(line[steps][order], np.arange(len(lines)))]
    return shapely.linestrings(np.stack([coordinates[steps[first]], coordinates[steps[first] + 1]], axis=1))


def snapped_ends(run: Run, lines: np.ndarray, tolerance: float) -> tuple[np.ndarray, int]:
    """Moves ends of lines that miss another line by at most a tolerance onto it.

    An end goes to the nearest vertex of another line within the tolerance, else to the nearest place on it, where that
    line gets a vertex. Ends are taken in the order of the lines, start first; what has moved stays.

    Args:
        lines: Plain lines, none missing or empty.
        tolerance: In units of the coordinates.
    Returns: The lines, and how many ends have moved.
    """
    import numpy as np
    import shapely

    result = np.array(lines, object)
    ends = np.stack([shapely.get_point(lines, 0), shapely.get_point(lines, -1)], axis=1)
    end, other = shapely.STRtree(lines).query(ends.reshape(-1), predicate="dwithin", distance=2 * tolerance)
    near = end // 2 != other
    end, other = end[near], other[near]
    moved = 0
    for number in np.unique(end).tolist():
        run.raise_if_cancelled()
        row, is_last = divmod(number, 2)
        place = shapely.get_point(result[row], -1 if is_last else 0)
        others = other[end == number]
        distance = shapely.distance(result[others], place)
        if distance.min() == 0 or distance.min() > tolerance:
            continue
        target, line = _target(result, others, place, tolerance)
        result[row] = _with_end(result[row], target, bool(is_last))
        if line >= 0:
            result[line] = _with_vertex(result[line], target)
        moved += 1
    return result, moved


def _target(lines: np.ndarray, others: np.ndarray, place: object, tolerance: float) -> tuple[np.ndarray, int]:
    """Gives the place an end goes to, and the line that needs a vertex there, -1 for none."""
    import numpy as np
    import shapely

    at = shapely.get_coordinates(place)[0]
    vertices = shapely.get_coordinates(lines[others])
    away = np.hypot(*(vertices - at).T)
    if away.min() <= tolerance:
        return vertices[away.argmin()], -1
    line = int(others[shapely.distance(lines[others], place).argmin()])
    along = shapely.line_locate_point(lines[line], place)
    return shapely.get_coordinates(shapely.line_interpolate_point(lines[line], along))[0], line


def _with_end(line: object, place: np.ndarray, is_last: bool) -> object:
    import shapely

    coordinates = shapely.get_coordinates(line)
    coordinates[-1 if is_last else 0] = place
    return shapely.linestrings(coordinates)


def _with_vertex(line: object, place: np.ndarray) -> object:
    import numpy as np
    import shapely

    coordinates = shapely.get_coordinates(line)
    along = shapely.line_locate_point(line, shapely.points(place))
    distance = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(coordinates, axis=0).T))])
    return shapely.linestrings(np.insert(coordinates, np.searchsorted(distance, along), place, axis=0))
