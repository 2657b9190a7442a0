# SPDX-License-Identifier: GPL-2.0-or-later
"""The shapes of ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..geometry.line_sections import Chains, section_sizes, sections_of

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run
    from .graph import Cut


def route_shapes(run: Run, cut: Cut, chains: Chains, count: int, route: np.ndarray, arc: np.ndarray) -> np.ndarray:
    """Makes a line of each route, cut where its points are tied to the network.

    Args:
        chains: Of the edges.
        count: Number of routes.
        route, arc: The arcs of the routes, in the order of the routes and along them.
    Returns: Lines; None for a route without any length.
    Raises: ToolError LIMIT_EXCEEDED.
    """
    import numpy as np
    import shapely

    piece, forward = cut.graph.piece[arc], cut.graph.forward[arc]
    on_edge = piece >= 0
    route, piece, forward = route[on_edge], piece[on_edge], forward[on_edge]
    edge, low, high = cut.pieces.edge[piece], cut.pieces.low[piece], cut.pieces.high[piece]
    start, end = np.where(forward, low, high), np.where(forward, high, low)
    # an edge that was cut for other points is one section of this route
    begins = np.ones(len(route), bool)
    begins[1:] = (route[1:] != route[:-1]) | (edge[1:] != edge[:-1]) | (start[1:] != end[:-1])
    begins[1:] |= forward[1:] != forward[:-1]
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(route))[: len(first)] - 1
    sizes = section_sizes(chains, edge[first], start[first], end[last])
    run.require.size("vertices", float(sizes.sum()), "the routes", "fewer origins or destinations")
    sections = sections_of(chains, edge[first], start[first], end[last])
    owner = route[first][sections.owner]
    new = np.ones(len(owner), bool)
    new[1:] = (owner[1:] != owner[:-1]) | (sections.coordinates[1:] != sections.coordinates[:-1]).any(axis=1)
    coordinates, owner = sections.coordinates[new], owner[new]
    long = np.bincount(owner, minlength=count) > 1
    kept = long[owner]
    shapes = np.full(count, None, object)
    number = np.cumsum(long) - 1
    if kept.any():
        shapes[long] = shapely.linestrings(coordinates[kept], indices=number[owner[kept]])
    return shapes
