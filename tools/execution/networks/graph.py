# SPDX-License-Identifier: GPL-2.0-or-later
"""Edges cut at the points on them, as arcs between nodes.

Of parallel arcs the cheapest is kept, since sparse matrices add them up; arcs of cost 0 are kept too. A point where
several edges run through one place without a node has nodes of its own to leave from and to arrive at, so that no route
changes edges there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from .edges import Nodes
    from .ties import Ties
    from .travel import Travel

SAME_PLACE = 1e-11  # share of an edge within which two cuts are one, wider than that of line_sections


class Pieces(NamedTuple):
    """Parts of edges between nodes and places of points, in the order of the edges and along them.

    Args:
        edge: The edge each is part of.
        low, high: Distances from the start of the edge.
        start, end: Nodes.
        cost: From end to end.
        forward, backward: Whether it is open along and against its edge.
    """

    edge: np.ndarray
    low: np.ndarray
    high: np.ndarray
    start: np.ndarray
    end: np.ndarray
    cost: np.ndarray
    forward: np.ndarray
    backward: np.ndarray


class Graph(NamedTuple):
    """Arcs between nodes, ordered by tail, then by head; at most one from a node to another.

    Args:
        node_count: Number of nodes.
        tail, head: Nodes an arc leads from and to.
        cost: Of each arc.
        piece: The piece it runs on; -1 where it only joins a point to a node.
        forward: Whether it runs along the edge.
    """

    node_count: int
    tail: np.ndarray
    head: np.ndarray
    cost: np.ndarray
    piece: np.ndarray
    forward: np.ndarray

    def turned(self) -> Graph:
        """Gives the graph with every arc turned round; pieces and directions stay those of the arcs as they were."""
        return _ordered(self.node_count, self.head, self.tail, self.cost, self.piece, self.forward)


class Cut(NamedTuple):
    """A network with points on it.

    Args:
        leave, arrive: Of each point, the node to set out from and to arrive at; -1 for points without a tie.
    """

    pieces: Pieces
    graph: Graph
    leave: np.ndarray
    arrive: np.ndarray


def cut_at_points(nodes: Nodes, lengths: np.ndarray, travel: Travel, ties: Ties) -> Cut:
    """Cuts edges where points are tied to them and makes the graph.

    Args:
        lengths: Of the edges, in units of the coordinates.
    """
    import numpy as np

    count = len(nodes.places)
    tied, cut_edge, cut_at, cut_node = _tied_nodes(nodes, lengths, ties, count)
    count += len(cut_edge)
    pieces = _pieces(nodes, lengths, travel, cut_edge, cut_at, cut_node)
    point, node = np.unique(np.stack([ties.point, tied], axis=1), axis=0).T if len(tied) else (tied, tied)
    several = np.bincount(point, minlength=len(ties.distance)) > 1
    leave = np.full(len(several), -1)
    leave[point] = node
    arrive = leave.copy()
    leave[several] = count + 2 * np.arange(several.sum())
    arrive[several] = leave[several] + 1
    joint = several[point]
    out = (leave[point[joint]], node[joint])
    back = (node[joint], arrive[point[joint]])
    graph = _graph(count + 2 * int(several.sum()), pieces, out, back)
    return Cut(pieces, graph, leave, arrive)


def _tied_nodes(
    nodes: Nodes, lengths: np.ndarray, ties: Ties, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Gives the node of each tie, and edge, measure and node of each cut, in order along the edges."""
    import numpy as np

    slack = SAME_PLACE * lengths[ties.edge]
    at_start = ties.measure <= slack
    at_end = ties.measure >= lengths[ties.edge] - slack
    tied = np.where(at_start, nodes.start[ties.edge], nodes.end[ties.edge])
    inner = np.flatnonzero(~at_start & ~at_end)
    inner = inner[np.lexsort((ties.measure[inner], ties.edge[inner]))]
    edge, measure = ties.edge[inner], ties.measure[inner]
    new = np.ones(len(inner), bool)
    new[1:] = (edge[1:] != edge[:-1]) | (np.diff(measure) > slack[inner][1:])
    tied[inner] = count + np.cumsum(new) - 1
    return tied, edge[new], measure[new], tied[inner][new]


def _pieces(
    nodes: Nodes, lengths: np.ndarray, travel: Travel, cut_edge: np.ndarray, cut_at: np.ndarray, cut_node: np.ndarray
) -> Pieces:
    import numpy as np

    every = np.arange(len(lengths))
    # cuts stand in order already, after the start and before the end of their edge
    first = np.argsort(np.concatenate([every, cut_edge]), kind="stable")
    last = np.argsort(np.concatenate([cut_edge, every]), kind="stable")
    edge = np.concatenate([every, cut_edge])[first]
    low = np.concatenate([np.zeros(len(every)), cut_at])[first]
    high = np.concatenate([cut_at, lengths])[last]
    whole = lengths[edge]
    share = np.where(whole > 0, (high - low) / np.where(whole > 0, whole, 1), 1.0)
    return Pieces(
        edge,
        low,
        high,
        np.concatenate([nodes.start, cut_node])[first],
        np.concatenate([cut_node, nodes.end])[last],
        travel.cost[edge] * share,
        travel.forward[edge],
        travel.backward[edge],
    )


def _graph(count: int, pieces: Pieces, *joints: tuple[np.ndarray, np.ndarray]) -> Graph:
    """Makes arcs of pieces, and arcs of cost 0 from the first to the second nodes of `joints`."""
    import numpy as np

    along, against = np.flatnonzero(pieces.forward), np.flatnonzero(pieces.backward)
    free = sum(len(joint[0]) for joint in joints)
    tail = np.concatenate([pieces.start[along], pieces.end[against], *(joint[0] for joint in joints)])
    head = np.concatenate([pieces.end[along], pieces.start[against], *(joint[1] for joint in joints)])
    piece = np.concatenate([along, against, np.full(free, -1)])
    cost = np.where(piece < 0, 0.0, pieces.cost[piece]) if len(pieces.cost) else np.zeros(free)
    forward = np.arange(len(tail)) < len(along)
    return _ordered(count, tail, head, cost, piece, forward)


def _ordered(
    count: int, tail: np.ndarray, head: np.ndarray, cost: np.ndarray, piece: np.ndarray, forward: np.ndarray
) -> Graph:
    """Orders arcs and keeps of those between the same nodes the cheapest, of equal ones that of the first piece."""
    import numpy as np

    order = np.lexsort((piece, cost, head, tail))
    order = order[tail[order] != head[order]]
    first = np.ones(len(order), bool)
    first[1:] = (tail[order][1:] != tail[order][:-1]) | (head[order][1:] != head[order][:-1])
    kept = order[first]
    return Graph(count, tail[kept], head[kept], cost[kept], piece[kept], forward[kept])
