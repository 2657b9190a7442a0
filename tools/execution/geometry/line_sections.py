# SPDX-License-Identifier: GPL-2.0-or-later
"""Places and sections of many lines, by distances from their starts.

Distances add up line by line, so that a place on one line is as exact as that line alone would have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

SAME_PLACE = 1e-12  # share of a line's length within which a place is a vertex
SHORT = 500  # vertices of lines that are added up side by side; longer ones are added up one by one


class Chains(NamedTuple):
    """The vertices of many lines in one row.

    Args:
        coordinates: x and y, and Z where it was asked for.
        distance: Of each vertex from the start of its line, planar.
        first, last: Number of the first and of the last vertex of each line.
        run_on: The distances, running on from line to line: ascending, to search in, and rounded.
    """

    coordinates: np.ndarray
    distance: np.ndarray
    first: np.ndarray
    last: np.ndarray
    run_on: np.ndarray

    @property
    def lengths(self) -> np.ndarray:
        """Gives the length of each line."""
        return self.distance[self.last]


class Sections(NamedTuple):
    """Vertices of sections, in the order of the sections and along them; `owner` is the section of each."""

    coordinates: np.ndarray
    owner: np.ndarray


def chains_of(lines: np.ndarray, *, with_z: bool = False) -> Chains:
    """Lists the vertices of plain lines, none of which is missing or empty."""
    import numpy as np
    import shapely

    coordinates, line = shapely.get_coordinates(lines, include_z=with_z, return_index=True)
    counts = np.bincount(line, minlength=len(lines))
    last = np.cumsum(counts) - 1
    first = last - counts + 1
    steps = np.zeros(len(coordinates))
    steps[1:] = np.hypot(*np.diff(coordinates[:, :2], axis=0).T)
    steps[first] = 0
    distance = _added_up(steps, first, counts)
    lengths = distance[last]
    run_on = np.maximum.accumulate((np.cumsum(lengths) - lengths)[line] + distance)
    return Chains(coordinates, distance, first, last, run_on)


def _added_up(steps: np.ndarray, first: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Adds up the steps of each line for itself."""
    import numpy as np

    along = steps.copy()
    for line in np.flatnonzero(counts > SHORT):
        part = slice(first[line], first[line] + counts[line])
        along[part] = np.cumsum(steps[part])
    short = np.flatnonzero(counts <= SHORT)
    short = short[np.argsort(-counts[short], kind="stable")]
    for place in range(1, int(counts[short[0]]) if len(short) else 0):
        short = short[: np.searchsorted(-counts[short], -place, side="left")]
        here = first[short] + place
        along[here] += along[here - 1]
    return along


def places_at(chains: Chains, line: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """Gives the coordinates of places on lines."""
    at = _on_vertex(chains, line, distance)
    return _interpolated(chains, at, _before(chains, line, at))


def directions_at(chains: Chains, line: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """Gives the step in x and y of the segment that begins at or holds each place; at the end of a line its last.

    Segments without length are passed over; of a line without length the step is 0.
    """
    before = _before(chains, line, _on_vertex(chains, line, distance))
    while (standing := (chains.distance[before + 1] == chains.distance[before]) & (before > chains.first[line])).any():
        before = before - standing
    return chains.coordinates[before + 1, :2] - chains.coordinates[before, :2]  # type: ignore[no-any-return]


def section_sizes(chains: Chains, line: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Counts the vertices of sections before they are made."""
    inner = _inner_vertices(chains, line, start, end)
    return inner.stop - inner.start + 2


def sections_of(chains: Chains, line: np.ndarray, start: np.ndarray, end: np.ndarray) -> Sections:
    """Cuts sections out of lines; where `start` lies behind `end` they run against their line.

    Args:
        line: Number of the line of each section.
        start, end: Distances from the start of the line; a section of length 0 has its place twice.
    """
    import numpy as np

    inner = _inner_vertices(chains, line, start, end)
    sizes = inner.stop - inner.start + 2
    offset = np.cumsum(sizes) - sizes
    owner = np.repeat(np.arange(len(line)), sizes)
    place = np.arange(len(owner)) - offset[owner]
    place = np.where((start > end)[owner], sizes[owner] - 1 - place, place)
    vertex = inner.start[owner] + place - 1
    is_end = place == sizes[owner] - 1
    is_inner = (place > 0) & ~is_end
    coordinates = np.empty((len(owner), chains.coordinates.shape[1]))
    coordinates[is_inner] = chains.coordinates[vertex[is_inner]]
    coordinates[place == 0] = places_at(chains, line, np.minimum(start, end))
    coordinates[is_end] = places_at(chains, line, np.maximum(start, end))
    return Sections(coordinates, owner)


class _Inner(NamedTuple):
    start: np.ndarray
    stop: np.ndarray


def _inner_vertices(chains: Chains, line: np.ndarray, start: np.ndarray, end: np.ndarray) -> _Inner:
    """Gives the range of vertices that lie between the ends of each section."""
    import numpy as np

    low = _on_vertex(chains, line, np.minimum(start, end))
    high = _on_vertex(chains, line, np.maximum(start, end))
    stop = _before(chains, line, high) + 1
    # a vertex at the end of the section, or several at one place, are that end
    while (at_end := (chains.distance[stop - 1] >= high) & (stop - 1 > chains.first[line])).any():
        stop = stop - at_end
    first = _before(chains, line, low) + 1
    return _Inner(first, np.maximum(stop, first))


def _on_vertex(chains: Chains, line: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """Moves places onto the vertex that they can only have missed by rounding."""
    import numpy as np

    lengths = chains.lengths[line]
    at = np.clip(distance, 0, lengths)
    before = _before(chains, line, at)
    below, above = chains.distance[before], chains.distance[before + 1]
    nearest = np.where(at - below <= above - at, below, above)
    return np.where(np.abs(nearest - at) <= SAME_PLACE * lengths, nearest, at)


def _before(chains: Chains, line: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Gives the last vertex at or before each place that is not the end of its line."""
    import numpy as np

    first, last = chains.first[line], chains.last[line] - 1
    before = np.clip(np.searchsorted(chains.run_on, chains.run_on[first] + at, side="right") - 1, first, last)
    # what was searched in is rounded: look again on the line itself
    while (too_far := (chains.distance[before] > at) & (before > first)).any():
        before = before - too_far
    while (too_near := (chains.distance[before + 1] <= at) & (before < last)).any():
        before = before + too_near
    return before


def _interpolated(chains: Chains, at: np.ndarray, before: np.ndarray) -> np.ndarray:
    import numpy as np

    start, end = chains.coordinates[before], chains.coordinates[before + 1]
    length = chains.distance[before + 1] - chains.distance[before]
    share = ((at - chains.distance[before]) / np.where(length > 0, length, 1))[:, None]
    return np.where(share >= 1, end, start + share * (end - start))
