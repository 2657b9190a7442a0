# SPDX-License-Identifier: GPL-2.0-or-later
"""Places along lines, and lines cut at places, for all lines at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

SAME_PLACE = 1e-12  # share of a line's length within which a place is a vertex


class Cut(NamedTuple):
    """Pieces of lines, in the order of the lines and along them.

    Args:
        pieces: Lines, with Z where the lines have it.
        owner: Number of the line each piece belongs to.
    """

    pieces: np.ndarray
    owner: np.ndarray


class Places(NamedTuple):
    """Points on lines.

    Args:
        points: Shapes without Z.
        bearing: Degrees clockwise from north of the segment that begins there; at the end of a line, of its last one.
    """

    points: np.ndarray
    bearing: np.ndarray


class _Chain(NamedTuple):
    """All vertices of all lines in one row; distances run on from line to line."""

    coordinates: np.ndarray
    line: np.ndarray
    distance: np.ndarray
    start: np.ndarray


def cut_at(lines: np.ndarray, line: np.ndarray, distance: np.ndarray) -> Cut:
    """Cuts lines at distances from their starts.

    Args:
        lines: Plain lines, none missing or empty.
        line: Number of the line of each cut, ascending.
        distance: From the start of that line, planar; ascending within a line. Those at its ends cut nothing.
    """
    import numpy as np
    import shapely

    chain = _chain(lines)
    lengths = shapely.length(lines)
    tolerance = SAME_PLACE * lengths[line]
    inside = (distance > tolerance) & (distance < lengths[line] - tolerance)
    line, distance, tolerance = line[inside], distance[inside], tolerance[inside]
    at = chain.start[line] + distance
    near = _nearest_vertex(chain, line, at)
    is_vertex = np.abs(chain.distance[near] - at) <= tolerance
    new = ~is_vertex
    fresh = _interpolated(chain, line[new], at[new])
    # every vertex once, every cut between vertices twice: as the end of a piece and as the start of the next
    coordinates = np.concatenate([chain.coordinates, chain.coordinates[near[is_vertex]], fresh, fresh])
    owner = np.concatenate([chain.line, line[is_vertex], line[new], line[new]])
    place = np.concatenate([np.arange(len(chain.line)), near[is_vertex], *2 * [_before(chain, line[new], at[new])]])
    along = np.concatenate([chain.distance, chain.distance[near[is_vertex]], at[new], at[new]])
    counts = (len(chain.line), int(is_vertex.sum()), int(new.sum()), int(new.sum()))
    begins = np.concatenate([np.zeros(counts[0], bool), np.ones(counts[1], bool), np.zeros(counts[2], bool),
                             np.ones(counts[3], bool)])  # fmt: skip
    begins[np.unique(np.searchsorted(chain.line, np.arange(len(lines))))] = True
    order = np.lexsort((begins & (np.arange(len(begins)) >= counts[0]), along, place, owner))
    piece = np.cumsum(begins[order]) - 1
    pieces = shapely.linestrings(coordinates[order], indices=piece)
    return Cut(pieces, owner[order][np.flatnonzero(begins[order])])


def inner_vertices(lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the line and the distance from its start of every vertex between the ends, each place once."""
    import numpy as np

    if not len(lines):
        return np.zeros(0, np.int64), np.zeros(0)
    chain = _chain(lines)
    ends = np.append(chain.line[1:] != chain.line[:-1], True)
    first = np.append(True, ends[:-1])
    along = chain.distance - chain.start[chain.line]
    repeated = np.append(False, along[1:] == along[:-1]) & ~first
    kept = ~(first | ends | repeated)
    return chain.line[kept], along[kept]


def places_on(lines: np.ndarray, line: np.ndarray, distance: np.ndarray) -> Places:
    """Finds the points at distances from the starts of lines.

    Args:
        lines: Plain lines, none missing or empty.
        line: Number of the line of each place.
        distance: From the start of that line, planar, within its length.
    """
    import numpy as np
    import shapely

    points = shapely.line_interpolate_point(lines[line], distance)
    chain = _chain(shapely.remove_repeated_points(lines))  # between equal vertices there is no direction
    along = distance + SAME_PLACE * shapely.length(lines)[line]
    before = _before(chain, line, chain.start[line] + along)
    step = chain.coordinates[before + 1, :2] - chain.coordinates[before, :2]
    bearing = np.degrees(np.arctan2(step[:, 0], step[:, 1])) % 360
    return Places(shapely.force_2d(points), bearing)


def _chain(lines: np.ndarray) -> _Chain:
    import numpy as np
    import shapely

    has_z = bool(shapely.has_z(lines).any())
    coordinates, line = shapely.get_coordinates(lines, include_z=has_z, return_index=True)
    steps = np.zeros(len(line))
    if len(line):
        moved = np.hypot(*np.diff(coordinates[:, :2], axis=0).T)
        steps[1:] = np.where(line[1:] == line[:-1], moved, 0.0)
    distance = np.cumsum(steps)
    return _Chain(coordinates, line, distance, distance[np.searchsorted(line, np.arange(len(lines)))])


def _before(chain: _Chain, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Gives the last vertex at or before each place that is not the end of its line."""
    import numpy as np

    first = np.searchsorted(chain.line, line)
    last = np.searchsorted(chain.line, line, side="right") - 2
    return np.clip(np.searchsorted(chain.distance, at, side="right") - 1, first, last)


def _nearest_vertex(chain: _Chain, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    import numpy as np

    before = _before(chain, line, at)
    return np.where(at - chain.distance[before] <= chain.distance[before + 1] - at, before, before + 1)


def _interpolated(chain: _Chain, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    before = _before(chain, line, at)
    length = chain.distance[before + 1] - chain.distance[before]
    share = ((at - chain.distance[before]) / length)[:, None]
    return chain.coordinates[before] + share * (chain.coordinates[before + 1] - chain.coordinates[before])  # type: ignore[no-any-return]
