# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines cut by areas edge by edge: every pass over the same way is kept, no crossing of a line with itself is sought.

An overlay of a whole line holds each place once, however often the line is there, and nodes all crossings: a line of
4,000 random vertices has 1.6 million pieces in a quarter of its extent, and edge by edge 1,575.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .measures import Edges, edges_of

if TYPE_CHECKING:
    import numpy as np


class _Pieces(NamedTuple):
    """Parts of edges.

    Args:
        edge: Number of the edge of each.
        start, end: Shares of the edge at which it begins and ends.
        first, last: Its places, x and y.
    """

    edge: np.ndarray
    start: np.ndarray
    end: np.ndarray
    first: np.ndarray
    last: np.ndarray


def cut_by_areas(shapes: np.ndarray, areas: np.ndarray, *, is_inside: bool) -> np.ndarray:
    """Intersects each shape with its area, or takes the area away; lines that are not simple keep every pass.

    Args:
        shapes: Of any kind, with Z or without.
        areas: Of any kind too, without Z; one per shape.
        is_inside: Whether the parts inside are kept, or those outside.
    Returns: One per shape, EMPTY where nothing is left. A line has the Z of its own edges.
    """
    import numpy as np
    import shapely

    overlay = shapely.intersection if is_inside else shapely.difference
    are_lines = (shapely.get_dimensions(shapes) == 1) & (shapely.get_dimensions(areas) == 2)
    passing = np.flatnonzero(are_lines)
    passing = passing[~shapely.is_simple(shapes[passing])]
    others = np.setdiff1d(np.arange(len(shapes)), passing)
    made = np.full(len(shapes), shapely.from_wkt("MULTILINESTRING EMPTY"), object)
    made[others] = overlay(shapes[others], areas[others])
    if len(passing):
        made[passing] = _passes(shapes[passing], areas[passing], is_inside)
    return made


def _passes(lines: np.ndarray, areas: np.ndarray, is_inside: bool) -> np.ndarray:
    import numpy as np
    import shapely

    parts, row = shapely.get_parts(lines, return_index=True)
    edges = edges_of(parts, with_z=bool(shapely.has_z(lines).any()))
    kept = np.flatnonzero((edges.start[:, :2] != edges.end[:, :2]).any(axis=1))
    edges = Edges(*(each[kept] for each in edges))
    pieces = _pieces(edges, areas[row[edges.owner]], is_inside)
    # pieces that follow on each other are one line: on one edge, or over a vertex
    owner, step = edges.owner[pieces.edge], np.diff(pieces.edge)
    meets = np.where(step == 0, pieces.start[1:] == pieces.end[:-1], (pieces.end[:-1] == 1) & (pieces.start[1:] == 0))
    follows = (owner[1:] == owner[:-1]) & (step <= 1) & meets
    begins = np.append(True, ~follows)[: len(owner)]
    ends = np.cumsum(1 + begins) - 1
    places = np.empty((len(owner) + int(begins.sum()), edges.start.shape[1]))
    places[ends - begins] = _with_z(edges, pieces.edge, pieces.start, pieces.first)
    places[ends] = _with_z(edges, pieces.edge, pieces.end, pieces.last)
    chain = np.repeat(np.cumsum(begins) - 1, 1 + begins)
    made = np.full(len(lines), shapely.from_wkt("MULTILINESTRING EMPTY"), object)
    if len(owner):
        shapely.multilinestrings(shapely.linestrings(places, indices=chain), indices=row[owner[begins]], out=made)
    return np.where(shapely.has_z(lines), made, shapely.force_2d(made))


def _pieces(edges: Edges, areas: np.ndarray, is_inside: bool) -> _Pieces:
    """Gives the parts of edges inside their areas, or outside, in the order of the edges and along them."""
    import numpy as np
    import shapely

    start, end = edges.start[:, :2], edges.end[:, :2]
    lines = shapely.linestrings(np.stack([start, end], axis=1))
    shapely.prepare(areas)
    is_within, is_apart = shapely.covers(areas, lines), shapely.disjoint(areas, lines)
    whole = np.flatnonzero(is_within if is_inside else is_apart)
    cut = np.flatnonzero(~is_within & ~is_apart)
    overlay = shapely.intersection if is_inside else shapely.difference
    parts, place = shapely.get_parts(overlay(lines[cut], areas[cut]), return_index=True)
    edge = cut[place[shapely.get_dimensions(parts) == 1]]
    parts = parts[shapely.get_dimensions(parts) == 1]
    ends = [shapely.get_coordinates(shapely.get_point(parts, number)) for number in (0, -1)]
    along = end[edge] - start[edge]
    shares = [((at - start[edge]) * along).sum(axis=1) / (along**2).sum(axis=1) for at in ends]
    is_turned = shares[0] > shares[1]
    first, last = (np.where(is_turned[:, None], ends[1 - side], ends[side]) for side in (0, 1))
    found = _Pieces(
        np.append(whole, edge),
        np.append(np.zeros(len(whole)), np.minimum(*shares)),
        np.append(np.ones(len(whole)), np.maximum(*shares)),
        np.vstack([start[whole], first]),
        np.vstack([end[whole], last]),
    )
    order = np.lexsort((found.start, found.edge))
    return _Pieces(*(each[order] for each in found))


def _with_z(edges: Edges, edge: np.ndarray, share: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Gives places on edges the Z of the edge there, where edges have Z."""
    import numpy as np

    heights = edges.start[edge, 2:] + share[:, None] * (edges.end[edge, 2:] - edges.start[edge, 2:])
    return np.hstack([places, heights])
