# SPDX-License-Identifier: GPL-2.0-or-later
"""How the polygons of one layer meet: along edges, at corners, by overlapping, or nearly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..geometry.shared_edges import Borders, borders_of
from ..layers.key_matching import equal_pairs
from .overlaps import noise_of, overlaps_of
from .spatial_pairs import near_pairs

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

NEAR = 1e-3  # share of the typical width of a polygon within which a gap is likely a fault
FEWER = "fewer polygons, such as those that extract_by_location keeps"


class Contacts(NamedTuple):
    """Pairs of polygons that meet, each in both orders, ordered by row.

    Args:
        first, second: Rows.
        length: Of the edge that one has on its left and the other on its right, in units of the coordinates.
        corners: Places where both have a corner, off that edge.
    """

    first: np.ndarray
    second: np.ndarray
    length: np.ndarray
    corners: np.ndarray


class Faults(NamedTuple):
    """Pairs, each once with the lower row first, that keep neighbours from meeting.

    Args:
        first, second: Rows of polygons that overlap.
        area: Of the overlap, in square units of the coordinates.
        near_count: Pairs that miss each other narrowly.
    """

    first: np.ndarray
    second: np.ndarray
    area: np.ndarray
    near_count: int


def contacts_of(run: Run, shapes: np.ndarray) -> Contacts:
    """Finds the pairs of polygons that share an edge or a corner; vertices of one may lie anywhere on the other's edge.

    Args:
        shapes: Valid polygons; missing ones meet nothing.
    Edges: Where polygons overlap, edges they both have on the same side are not between them, but corners are counted.
    """
    import numpy as np

    borders, rows = borders_of(shapes), len(shapes)
    one, other, length, ends = _edge_pairs(run, borders)
    both = np.concatenate([one * rows + other, other * rows + one])
    at_edges, code = np.unique(both, return_inverse=True)
    at_corners, corners = _corner_pairs(run, borders, rows, np.concatenate([both, both]), np.concatenate(ends))
    pairs = np.union1d(at_edges, at_corners)
    found = Contacts(*np.divmod(pairs, max(rows, 1)), np.zeros(len(pairs)), np.zeros(len(pairs), np.int64))
    found.length[np.searchsorted(pairs, at_edges)] = np.bincount(code, np.concatenate([length, length]))
    found.corners[np.searchsorted(pairs, at_corners)] = corners
    return found


def _edge_pairs(
    run: Run, borders: Borders
) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Pairs the borders that run against each other.

    Returns: Row on the one side, on the other, length, and the places at the ends: both starts, then both ends.
    """
    import numpy as np

    _, edge = borders.numbered()
    forward = np.flatnonzero(borders.start < borders.end)
    backward = np.flatnonzero(borders.start > borders.end)
    left, right = equal_pairs(run, edge[forward], edge[backward], "the neighbors", FEWER)
    left, right = forward[left], backward[right]
    apart = borders.row[left] != borders.row[right]
    left, right = left[apart], right[apart]
    start, end = borders.start[left], borders.end[left]
    length = np.hypot(*(borders.places[end] - borders.places[start]).T)
    return borders.row[left], borders.row[right], length, (start, start, end, end)


def _corner_pairs(
    run: Run, borders: Borders, rows: int, edge_pairs: np.ndarray, edge_places: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Counts the places that two polygons have in common, but for those at an edge between them.

    Args:
        rows: Number of polygons; a pair is the one row times this plus the other, so that a sort is of one number.
        edge_pairs, edge_places: A pair and a place at an edge between them.
    Returns: Pairs, and the number of their places.
    """
    import numpy as np

    place, row = np.divmod(np.unique(borders.start * rows + borders.row), max(rows, 1))
    one, other = equal_pairs(run, place, place, "the neighbors", FEWER)
    one, other = one[one != other], other[one != other]
    pairs, at = row[one] * rows + row[other], place[one]
    _, code = np.unique(np.concatenate([pairs, edge_pairs]), return_inverse=True)
    key = code * len(borders.places) + np.concatenate([at, edge_places])
    off_edges = ~np.isin(key[: len(pairs)], key[len(pairs) :])
    return np.unique(pairs[off_edges], return_counts=True)


def faults_of(run: Run, shapes: np.ndarray) -> Faults:
    """Finds the pairs of polygons that overlap by more than the noise of floats, and counts those nearly touching."""
    import numpy as np
    import shapely

    areas = shapely.area(shapes[~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)])
    width = float(np.sqrt(np.median(areas))) if len(areas) else 0.0
    near = near_pairs(run, shapes, shapes, NEAR * width)
    once = near.first < near.second
    shapely.prepare(shapes)
    is_apart = shapely.distance(shapes[near.first[once]], shapes[near.second[once]]) > noise_of(shapes)
    overlaps = overlaps_of(run, shapes)
    return Faults(*overlaps.pairs, shapely.area(overlaps.shapes), int(is_apart.sum()))
