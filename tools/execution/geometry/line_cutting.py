# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines cut at places, and points with bearings at places, for all lines at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .line_sections import SAME_PLACE, chains_of, directions_at, places_at, sections_of

if TYPE_CHECKING:
    import numpy as np


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


def cut_at(lines: np.ndarray, line: np.ndarray, distance: np.ndarray) -> Cut:
    """Cuts lines at distances from their starts.

    Args:
        lines: Plain lines, none missing or empty.
        line: Number of the line of each cut, ascending.
        distance: From the start of that line, planar; ascending within a line. Those at its ends cut nothing.
    """
    import numpy as np
    import shapely

    chains = chains_of(lines, with_z=bool(shapely.has_z(lines).any()))
    lengths = chains.lengths[line]
    inside = (distance > SAME_PLACE * lengths) & (distance < lengths * (1 - SAME_PLACE))
    line, distance = line[inside], distance[inside]
    every = np.arange(len(lines))
    # cuts stand in order already, after the start and before the end of their line
    from_start = np.argsort(np.concatenate([every, line]), kind="stable")
    to_end = np.argsort(np.concatenate([line, every]), kind="stable")
    owner = np.concatenate([every, line])[from_start]
    start = np.concatenate([np.zeros(len(lines)), distance])[from_start]
    end = np.concatenate([distance, chains.lengths])[to_end]
    sections = sections_of(chains, owner, start, end)
    return Cut(shapely.linestrings(sections.coordinates, indices=sections.owner), owner)


def inner_vertices(lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the line and the distance from its start of every vertex between the ends, each place once."""
    import numpy as np

    chains = chains_of(lines)
    line = np.repeat(np.arange(len(lines)), chains.last - chains.first + 1)
    moves = np.diff(chains.distance, prepend=0) > 0
    inner = moves & (chains.distance < chains.lengths[line])
    return line[inner], chains.distance[inner]


def places_on(lines: np.ndarray, line: np.ndarray, distance: np.ndarray) -> Places:
    """Finds the points at distances from the starts of lines.

    Args:
        lines: Plain lines, none missing or empty.
        line: Number of the line of each place.
        distance: From the start of that line, planar, within its length.
    """
    import numpy as np
    import shapely

    chains = chains_of(lines)
    step = directions_at(chains, line, distance)
    bearing = np.degrees(np.arctan2(step[:, 0], step[:, 1])) % 360
    return Places(shapely.points(places_at(chains, line, distance)), bearing)
