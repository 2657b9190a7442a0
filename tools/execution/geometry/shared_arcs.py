# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines and rings as chains of numbered places, and the arcs between the places where several of them meet or part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .shapes import multi_maker
from .shared_edges import cut_at_vertices

if TYPE_CHECKING:
    import numpy as np


class Chains(NamedTuple):
    """The lines of a layer, or the rings of its polygons, vertex by vertex; rings end where they start.

    Args:
        places: Coordinates of each place, once; with Z where the layer has it, that of the first vertex there.
        vertex: Number of the place of each vertex, chain after chain.
        chain: Number of the chain of each vertex.
        part: Part of each chain; the first chain of a polygon is its shell.
        row: Row of each part.
        is_area: Whether chains are rings.
    """

    places: np.ndarray
    vertex: np.ndarray
    chain: np.ndarray
    part: np.ndarray
    row: np.ndarray
    is_area: bool


class Arcs(NamedTuple):
    """Stretches of chains whose ends stay: each runs in the same direction wherever it is found again.

    Args:
        position: Place of each vertex of an arc in the chains.
        arc: Number of the arc of each of them.
        key: Number of each arc that is the same for the same stretch of several chains.
        chain: Chain of each arc.
    """

    position: np.ndarray
    arc: np.ndarray
    key: np.ndarray
    chain: np.ndarray


def chains_of(shapes: np.ndarray, *, share: bool) -> tuple[Chains, np.ndarray]:
    """Reads lines or polygons, all of one dimension, as chains.

    Args:
        share: Whether chains get the vertices of others that lie on their edges.
    Returns: The chains, and which places are nodes: with `share` those where chains meet or part, else the ends of
        lines. Rings start at a node, or else at their westernmost place.
    """
    import numpy as np
    import shapely

    parts, row = shapely.get_parts(shapes, return_index=True)
    full = ~shapely.is_empty(parts)
    parts, row = parts[full], row[full]
    is_area = bool((shapely.get_dimensions(parts) == 2).any())
    lines, part = shapely.get_rings(parts, return_index=True) if is_area else (parts, np.arange(len(parts)))
    positions, chain = shapely.get_coordinates(lines, include_z=bool(shapely.has_z(parts).any()), return_index=True)
    flat, first, vertex = np.unique(positions[:, :2], axis=0, return_index=True, return_inverse=True)
    vertex = vertex.reshape(-1)
    inner = np.flatnonzero((chain[1:] == chain[:-1]) & (vertex[1:] != vertex[:-1]))
    start, end, owner = vertex[inner], vertex[inner + 1], chain[inner]
    if share:
        start, end, owner = cut_at_vertices(flat, start, end, owner)
    is_node = _nodes(len(flat), start, end, owner, share=share, is_area=is_area)
    if is_area:
        order = _turned(start, owner, is_node)
        start, end = start[order], end[order]
    last = _last_of_each(owner)
    vertex, chain = np.insert(start, last + 1, end[last]), np.insert(owner, last + 1, owner[last])
    return Chains(positions[first], vertex, chain, part, row, is_area), is_node


def _last_of_each(owner: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.flatnonzero(np.append(owner[1:] != owner[:-1], True)) if len(owner) else np.zeros(0, np.int64)


def _nodes(
    count: int, start: np.ndarray, end: np.ndarray, owner: np.ndarray, *, share: bool, is_area: bool
) -> np.ndarray:
    """Finds the places that stay: ends of lines and, where chains share, places of other than two edges."""
    import numpy as np

    is_node = np.zeros(count, bool)
    if share:
        edges = np.unique(np.sort(np.stack([start, end], axis=1), axis=1), axis=0)
        is_node |= np.bincount(edges.ravel(), minlength=count) != 2
    if not is_area and len(owner):
        last = _last_of_each(owner)
        first = np.append(0, last[:-1] + 1)
        is_node[start[first]] = is_node[end[last]] = True
    return is_node


def _turned(start: np.ndarray, owner: np.ndarray, is_node: np.ndarray) -> np.ndarray:
    """Orders the edges of each ring so that it starts at a node, else at its lowest place."""
    import numpy as np

    if not len(owner):
        return np.zeros(0, np.int64)
    first = np.append(0, _last_of_each(owner)[:-1] + 1)
    ring = np.cumsum(np.append(False, owner[1:] != owner[:-1]))
    best = np.lexsort((start, ~is_node[start], ring))[first]
    size = np.bincount(ring)
    return first[ring] + (np.arange(len(owner)) - first[ring] + (best - first)[ring]) % size[ring]


def arcs_of(chains: Chains, is_node: np.ndarray, *, share: bool) -> Arcs:
    """Cuts chains at nodes."""
    import numpy as np

    vertex, chain = chains.vertex, chains.chain
    step = np.flatnonzero(chain[1:] == chain[:-1])  # from each of these to the next
    breaks = is_node[vertex[step]] | np.append(True, chain[step][1:] != chain[step][:-1])[: len(step)]
    number = np.cumsum(breaks) - 1
    last = _last_of_each(number)
    position, arc = np.insert(step, last + 1, step[last] + 1), np.insert(number, last + 1, number[last])
    end = _last_of_each(arc)
    begin = np.append(0, end[:-1] + 1)[: len(end)]
    ends = [vertex[position[at]] for at in (begin, begin + 1, end - 1, end)]
    is_turned = (ends[3] < ends[0]) | (ends[3] == ends[0]) & (ends[2] < ends[1])
    offset = np.arange(len(arc)) - begin[arc]
    position = position[np.where(is_turned[arc], end[arc] - offset, np.arange(len(arc)))]
    key = np.arange(len(end))
    if share and len(end):
        names = np.stack([vertex[position[at]] for at in (begin, begin + 1, end)], axis=1)
        key = np.unique(names, axis=0, return_inverse=True)[1].reshape(-1)
    return Arcs(position, arc, key, chain[position[begin]])


class Rebuilt(NamedTuple):
    """Shapes made of the vertices that were kept.

    Args:
        shapes: One per row, multi-part; None where nothing is left.
        parts: The parts they are made of, as numbered in the chains; None where one has collapsed.
        lost_parts: Parts and holes of the rows that are still there which have collapsed.
    """

    shapes: np.ndarray
    parts: np.ndarray
    lost_parts: int


def rebuilt(chains: Chains, kept: np.ndarray, places: np.ndarray, vertex: np.ndarray, count: int) -> Rebuilt:
    """Makes lines or polygons of the kept vertices of chains; rings of fewer than three places vanish with their holes.

    Args:
        kept: Which vertices of the chains stay.
        places, vertex: Coordinates, and the place of each vertex of the chains.
        count: Number of rows.
    """
    import numpy as np
    import shapely

    shapes, every_part = np.full(count, None, object), np.full(len(chains.row), None, object)
    number, chain = vertex[kept], chains.chain[kept]
    fresh = np.append(True, (number[1:] != number[:-1]) | (chain[1:] != chain[:-1]))[: len(number)]
    number, chain = number[fresh], chain[fresh]
    has_room = np.bincount(chain, minlength=len(chains.part)) >= (4 if chains.is_area else 2)
    shell = np.searchsorted(chains.part, np.arange(len(chains.row)))
    has_room &= has_room[shell][chains.part]
    stays = has_room[chain]
    number, chain = number[stays], chain[stays]
    if not len(number):
        return Rebuilt(shapes, every_part, 0)
    numbers, dense = np.unique(chain, return_inverse=True)
    make = shapely.linearrings if chains.is_area else shapely.linestrings
    made, part = make(places[number], indices=dense), chains.part[numbers]
    present, dense = np.unique(part, return_inverse=True)
    parts = shapely.polygons(made, indices=dense) if chains.is_area else made
    every_part[present] = parts
    row = chains.row[present]
    filled, dense = np.unique(row, return_inverse=True)
    shapes[filled] = multi_maker(2 if chains.is_area else 1)(parts, indices=dense)
    still_there = np.isin(chains.row[chains.part], filled)
    return Rebuilt(shapes, every_part, int((~has_room & still_there).sum()))
