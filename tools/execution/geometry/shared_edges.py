# SPDX-License-Identifier: GPL-2.0-or-later
"""The edges of polygons, each once, with the polygons on its left and right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

FLOAT_NOISE = 2.0**-49  # share of the largest coordinate within which a vertex lies on an edge: about 1e-8 m at 5e6 m


class Edges(NamedTuple):
    """Straight edges that are cut at every vertex lying on them.

    Args:
        start, end: Coordinates, one row per edge.
        left, right: Row of the polygon on that side, as seen from start to end; the lowest where several overlap. An
            edge runs so that the lower row is on the left; right is -1 where there is nothing.
    """

    start: np.ndarray
    end: np.ndarray
    left: np.ndarray
    right: np.ndarray

    @property
    def length(self) -> np.ndarray:
        """Gives the planar length of each edge."""
        import numpy as np

        return np.hypot(*(self.end - self.start).T)  # type: ignore[no-any-return]


class Borders(NamedTuple):
    """Every border of every polygon, cut at every vertex lying on it; the polygon is on its left.

    Args:
        places: Coordinates, each place once.
        start, end: Place of the ends of each border.
        row: Row of its polygon.
    """

    places: np.ndarray
    start: np.ndarray
    end: np.ndarray
    row: np.ndarray

    def numbered(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers the edges the borders lie on, whatever their direction: (ends of each edge, edge of each border)."""
        import numpy as np

        low, high = np.minimum(self.start, self.end), np.maximum(self.start, self.end)
        ends, edge = np.unique(np.stack([low, high], axis=1), axis=0, return_inverse=True)
        return ends, edge.reshape(-1)


def borders_of(shapes: np.ndarray) -> Borders:
    """Lists the borders of polygons.

    Args:
        shapes: Valid polygons, single or multi-part; missing ones have no borders.
    Edges: Borders that miss each other by more than the noise of floats have no edge in common.
    """
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    is_hole = np.append(False, part[1:] == part[:-1])[: len(part)]
    is_turned = shapely.is_ccw(rings) == is_hole  # shapely.orient_polygons loops over polygons
    coordinates, ring = shapely.get_coordinates(rings, return_index=True)
    places, vertex = np.unique(coordinates, axis=0, return_inverse=True)
    vertex = vertex.reshape(-1)
    inner = np.flatnonzero((ring[1:] == ring[:-1]) & (vertex[1:] != vertex[:-1]))
    start, end, row = vertex[inner], vertex[inner + 1], owner[part[ring[inner]]]
    turned = is_turned[ring[inner]]
    start, end = np.where(turned, end, start), np.where(turned, start, end)
    return Borders(places, *cut_at_vertices(places, start, end, row))


def edges_of(shapes: np.ndarray) -> Edges:
    """Lists the edges of polygons.

    Args:
        shapes: As in borders_of.
    Edges: Borders that miss each other by more than the noise of floats are edges of their own, with nothing beyond.
    """
    import numpy as np

    borders = borders_of(shapes)
    ends, edge = borders.numbered()
    row, forward = borders.row, borders.start < borders.end
    sides = [np.full(len(ends), -1), np.full(len(ends), -1)]
    for side, on_side in zip(sides, (forward, ~forward), strict=True):
        order = np.argsort(-row[on_side], kind="stable")  # the lowest row is written last
        side[edge[on_side][order]] = row[on_side][order]
    left, right = sides
    turned = (left < 0) | (right >= 0) & (right < left)
    from_, to = np.where(turned, ends[:, 1], ends[:, 0]), np.where(turned, ends[:, 0], ends[:, 1])
    places = borders.places
    return Edges(places[from_], places[to], np.where(turned, right, left), np.where(turned, left, right))


def cut_at_vertices(
    places: np.ndarray, start: np.ndarray, end: np.ndarray, row: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cuts edges at the vertices of others that lie on them; each keeps its place and its row."""
    import numpy as np
    import shapely

    if not len(start):
        return start, end, row
    tolerance = FLOAT_NOISE * float(np.abs(places).max())
    lines = shapely.linestrings(np.stack([places[start], places[end]], axis=1))
    edge, vertex = shapely.STRtree(shapely.points(places)).query(lines, predicate="dwithin", distance=tolerance)
    between = (vertex != start[edge]) & (vertex != end[edge])
    edge, vertex = edge[between], vertex[between]
    if not len(edge):
        return start, end, row
    along = places[end[edge]] - places[start[edge]]
    share = ((places[vertex] - places[start[edge]]) * along).sum(axis=1) / (along**2).sum(axis=1)
    inside = (share > 0) & (share < 1)
    edge, vertex, share = edge[inside], vertex[inside], share[inside]
    all_edges = np.concatenate([np.arange(len(start)), edge, np.arange(len(start))])
    all_places = np.concatenate([start, vertex, end])
    order = np.lexsort((np.concatenate([np.zeros(len(start)), share, np.ones(len(start))]), all_edges))
    chain, of_edge = all_places[order], all_edges[order]
    steps = np.flatnonzero((of_edge[1:] == of_edge[:-1]) & (chain[1:] != chain[:-1]))
    return chain[steps], chain[steps + 1], row[of_edge[steps]]


def merged_lines(edges: Edges, group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Joins the edges of each group end to end, in their direction.

    Args:
        group: Number of the group of each edge, from 0.
    Returns: Lines, and the group of each.
    """
    import numpy as np
    import shapely

    if not len(group):
        return np.zeros(0, object), np.zeros(0, np.int64)
    order = np.argsort(group, kind="stable")
    segments = shapely.linestrings(np.stack([edges.start[order], edges.end[order]], axis=1))
    numbers, dense = np.unique(group[order], return_inverse=True)
    merged = shapely.line_merge(shapely.multilinestrings(segments, indices=dense), directed=True)
    lines, of_group = shapely.get_parts(merged, return_index=True)
    return lines, numbers[of_group]
