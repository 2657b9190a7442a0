# SPDX-License-Identifier: GPL-2.0-or-later
"""Cheapest ways through a graph, by Dijkstra's algorithm in SciPy.

Searches begin on the side with fewer nodes. Of equally cheap ways always the same is taken, whatever else is asked:
going back from the end, the arc on the earlier edge. That can be told only from the start, so where a search from the
ends meets several cheapest ways, they are searched for from their start after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_matrix

    from ..run import Run
    from .graph import Graph

ROUNDING = 1e-12  # share within which two costs are equal
CELLS = 10_000_000  # costs of nodes held at a time
SOURCES = 50  # nodes searched from between two looks at cancel
SEVERAL = -2


class Ways(NamedTuple):
    """Cheapest ways between pairs of nodes.

    Args:
        cost: Of each pair; infinite where there is no way.
        pair, arc: The arcs of the ways, in the order of the pairs and along them.
    """

    cost: np.ndarray
    pair: np.ndarray
    arc: np.ndarray


class Stops(NamedTuple):
    """Places that ways pass in order: the node to arrive at and the node to leave from, -1 for none."""

    arrive: np.ndarray
    leave: np.ndarray


class Near(NamedTuple):
    """Costs from some starts to the nodes that any of them reaches.

    Args:
        start: Numbers of the starts.
        node: The nodes, ascending.
        cost: A row for each of these starts, a column for each of these nodes; infinite where it is not reached.
    """

    start: np.ndarray
    node: np.ndarray
    cost: np.ndarray


class _Search(NamedTuple):
    """What was found from some sources: rows of `sources`, costs of all nodes, and the nodes before them."""

    first: int
    sources: np.ndarray
    cost: np.ndarray
    before: np.ndarray | None


def costs_between(
    run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, limit: float = float("inf")
) -> np.ndarray:
    """Gives the costs from every start to every end, a row for each start; infinite where there is no way.

    Args:
        start, end: Nodes; -1 is none, and has no way.
        limit: Largest cost of a way, itself included.
    """
    import numpy as np

    run.require.size("pairs", len(start) * len(end), "the search", "fewer origins or destinations")
    is_turned = _count(end) < _count(start)
    near, far = (end, start) if is_turned else (start, end)
    sources, row = np.unique(near, return_inverse=True)
    found = np.full((len(sources), len(far)), np.inf)
    for search in _searches(run, graph, sources, limit, backward=is_turned):
        found[search.first : search.first + len(search.sources)] = search.cost[:, far]
    found[sources < 0] = np.inf
    found[:, far < 0] = np.inf
    found = found[row]
    return found.T if is_turned else found


def ways_between(run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, limit: float = float("inf")) -> Ways:
    """Finds the cheapest way from each start to the end of the same number.

    Args:
        start, end: Nodes; -1 is none, and has no way.
        limit: Largest cost of a way, itself included.
    """
    import numpy as np

    if _count(end) >= _count(start):
        return _ways_from_starts(run, graph, start, end, limit)
    lone, has_several = _lone_ways(run, graph, start, end, limit)
    rest = np.flatnonzero(has_several)
    if not len(rest):
        return lone
    found = _ways_from_starts(run, graph, start[rest], end[rest], limit)
    lone.cost[rest] = found.cost
    pair = np.concatenate([lone.pair, rest[found.pair]])
    order = np.argsort(pair, kind="stable")
    return Ways(lone.cost, pair[order], np.concatenate([lone.arc, found.arc])[order])


def _lone_ways(run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, limit: float) -> tuple[Ways, np.ndarray]:
    """Searches from the ends: the ways of pairs that have but one cheapest way, and which pairs have several."""
    import numpy as np

    cost = np.full(len(start), np.inf)
    has_several = np.zeros(len(start), bool)
    targets, row = np.unique(end, return_inverse=True)
    parts: list[tuple[np.ndarray, np.ndarray]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
    arc_count = 0
    for search in _searches(run, graph, targets, limit, backward=True):
        pair = np.flatnonzero((row >= search.first) & (row < search.first + len(search.sources)))
        pair = pair[(start[pair] >= 0) & (end[pair] >= 0)]
        own = row[pair] - search.first
        pair = pair[np.isfinite(search.cost[own, start[pair]])]
        cost[pair] = 0
        own, node = row[pair] - search.first, start[pair]
        following = _lone_arcs(graph, search.cost)
        while len(pair):
            going = node != end[pair]
            arc = following[own[going], node[going]]
            pair, own = pair[going], own[going]
            has_several[pair[arc == SEVERAL]] = True
            pair, own, arc = pair[arc >= 0], own[arc >= 0], arc[arc >= 0]
            cost[pair] += graph.cost[arc]
            parts.append((pair, arc))
            node = graph.head[arc]
            arc_count += len(arc)
            run.require.size("vertices", arc_count, "the routes", "fewer pairs")
    pair, arc = (np.concatenate(side) for side in zip(*parts, strict=True))
    kept = ~has_several[pair]
    order = np.argsort(pair[kept], kind="stable")
    return Ways(cost, pair[kept][order], arc[kept][order]), has_several


def _lone_arcs(graph: Graph, cost: np.ndarray) -> np.ndarray:
    """Gives for every node the arc by which its cheapest way goes on; -1 where none does, SEVERAL where several may.

    Args:
        cost: Rows of costs from every node to an end.
    """
    import numpy as np

    following = np.full(cost.shape, -1)
    for number, left in enumerate(cost):
        slack = 2 * ROUNDING * left.max(where=np.isfinite(left), initial=0)
        before, after = left[graph.tail], left[graph.head]
        fits = np.flatnonzero(np.isfinite(after) & (graph.cost + after <= before + slack))
        following[number, graph.tail[fits]] = fits
        following[number, np.bincount(graph.tail[fits], minlength=graph.node_count) > 1] = SEVERAL
    return following


def _ways_from_starts(run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, limit: float) -> Ways:
    import numpy as np

    cost = np.full(len(start), np.inf)
    sources, row = np.unique(start, return_inverse=True)
    order = np.argsort(row, kind="stable")
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    arc_count = 0
    for search in _searches(run, graph, sources, limit, with_ways=True):
        bounds = np.searchsorted(row[order], [search.first, search.first + len(search.sources)])
        pairs = order[slice(*bounds)]
        pairs = pairs[(start[pairs] >= 0) & (end[pairs] >= 0)]
        own = row[pairs] - search.first
        cost[pairs] = search.cost[own, end[pairs]]
        reached = np.isfinite(cost[pairs])
        found.append(_traced(graph, search, pairs[reached], own[reached], end[pairs[reached]]))
        arc_count += len(found[-1][0])
        run.require.size("vertices", arc_count, "the routes", "fewer pairs")
    pair, step, arc = (np.concatenate([np.zeros(0, np.int64), *(part[side] for part in found)]) for side in range(3))
    order = np.lexsort((-step, pair))
    return Ways(cost, pair[order], arc[order])


def costs_via(
    run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, via: Stops, limit: float = float("inf")
) -> np.ndarray:
    """Gives costs as `costs_between`, of ways that pass stops in their order."""
    import numpy as np

    if not len(via.arrive):
        return costs_between(run, graph, start, end, limit)
    run.require.size("pairs", len(start) * len(end), "the search", "fewer origins or destinations")
    first = costs_between(run, graph, start, via.arrive[:1], limit)
    last = costs_between(run, graph, via.leave[-1:], end, limit)
    between = ways_between(run, graph, via.leave[:-1], via.arrive[1:], limit).cost.sum()
    return _within(first + between + last, limit, np.inf)


def ways_via(
    run: Run, graph: Graph, start: np.ndarray, end: np.ndarray, via: Stops, limit: float = float("inf")
) -> Ways:
    """Finds ways as `ways_between`, that pass stops in their order."""
    import numpy as np

    if not len(via.arrive):
        return ways_between(run, graph, start, end, limit)
    (starts, own_start), (ends, own_end) = (np.unique(nodes, return_inverse=True) for nodes in (start, end))
    first = ways_between(run, graph, starts, np.repeat(via.arrive[:1], len(starts)), limit)
    last = ways_between(run, graph, np.repeat(via.leave[-1:], len(ends)), ends, limit)
    between = ways_between(run, graph, via.leave[:-1], via.arrive[1:], limit)
    cost = _within(first.cost[own_start] + between.cost.sum() + last.cost[own_end], limit, np.inf)
    pair = np.flatnonzero(np.isfinite(cost))
    whole = Ways(between.cost[:1], np.zeros(len(between.arc), np.int64), between.arc)
    legs = [(first, own_start[pair]), (whole, np.zeros(len(pair), np.int64)), (last, own_end[pair])]
    hops = sum(np.bincount(ways.pair, minlength=own.max(initial=0) + 1)[own].sum() for ways, own in legs)
    run.require.size("vertices", float(hops), "the routes", "fewer pairs")
    parts = [_repeated(ways, own) for ways, own in legs]
    row, arc = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    order = np.argsort(row, kind="stable")
    return Ways(cost, pair[row[order]], arc[order])


def _within(cost: np.ndarray, limit: float, beyond: float) -> np.ndarray:
    import numpy as np

    return np.where(cost <= limit * (1 + ROUNDING), cost, beyond)


def _repeated(ways: Ways, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lists the arcs of the wanted ways one after another: which of the wanted, and the arc."""
    import numpy as np

    first = np.searchsorted(ways.pair, wanted, side="left")
    sizes = np.searchsorted(ways.pair, wanted, side="right") - first
    row = np.repeat(np.arange(len(wanted)), sizes)
    return row, ways.arc[np.arange(len(row)) - (np.cumsum(sizes) - sizes)[row] + first[row]]


def costs_from_any(graph: Graph, start: np.ndarray, limit: float) -> np.ndarray:
    """Gives the cost of every node from the nearest of all starts; -1 is no start."""
    import numpy as np

    sources = start[start >= 0]
    if not len(sources):
        return np.full(graph.node_count, np.inf)
    return _costs_from_any(_matrix(graph), sources, limit)


def costs_from_each(run: Run, graph: Graph, start: np.ndarray, limit: float) -> Iterator[Near]:
    """Searches from each start, some at a time; -1 is no start.

    SciPy readies every node of a graph for every start, so starts are searched from in the part that they reach.
    """
    import numpy as np
    from scipy.sparse.csgraph import dijkstra

    number = np.flatnonzero(start >= 0)
    if not len(number):
        return
    number = number[np.argsort(start[number], kind="stable")]  # those on one edge reach much the same
    matrix = _matrix(graph)
    for some in _batches(run, graph, number):
        node = np.flatnonzero(np.isfinite(_costs_from_any(matrix, start[some], limit)))
        sources = np.searchsorted(node, start[some])
        cost = dijkstra(matrix[node][:, node], indices=sources, limit=limit * (1 + ROUNDING))
        yield Near(some, node, cost)


def _costs_from_any(matrix: csr_matrix, sources: np.ndarray, limit: float) -> np.ndarray:
    import numpy as np
    from scipy.sparse.csgraph import dijkstra

    return dijkstra(matrix, indices=np.unique(sources), min_only=True, limit=limit * (1 + ROUNDING))  # type: ignore[no-any-return]


def _batches(run: Run, graph: Graph, sources: np.ndarray) -> Iterator[np.ndarray]:
    """Gives some sources at a time, as many as costs of all nodes are held for."""
    size = max(1, min(SOURCES, CELLS // max(graph.node_count, 1)))
    for first in range(0, len(sources), size):
        run.progress(first / len(sources))
        yield sources[first : first + size]


def _count(nodes: np.ndarray) -> int:
    import numpy as np

    return len(np.unique(nodes))


def _matrix(graph: Graph) -> csr_matrix:
    import numpy as np
    from scipy.sparse import csr_matrix

    starts = np.searchsorted(graph.tail, np.arange(graph.node_count + 1))
    return csr_matrix((graph.cost, graph.head, starts), shape=(graph.node_count, graph.node_count))


def _searches(
    run: Run, graph: Graph, sources: np.ndarray, limit: float, *, with_ways: bool = False, backward: bool = False
) -> Iterator[_Search]:
    """Searches from some sources at a time, against the arcs where `backward`; -1 finds nothing of use."""
    from scipy.sparse.csgraph import dijkstra

    if not graph.node_count:
        return
    matrix, first = _matrix(graph), 0
    matrix = matrix.T.tocsr() if backward else matrix
    for some in _batches(run, graph, sources):
        found = dijkstra(matrix, indices=some.clip(0), return_predecessors=with_ways, limit=limit * (1 + ROUNDING))
        cost, before = found if with_ways else (found, None)
        yield _Search(first, some, cost, before)
        first += len(some)


def _traced(
    graph: Graph, search: _Search, pairs: np.ndarray, own: np.ndarray, far: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Goes back from far nodes to the sources: pair, step from 0 at the far node, and arc of every step."""
    import numpy as np

    wanted = np.unique(own)
    best = np.full((len(search.sources), graph.node_count), -1)
    by_piece = np.argsort(-graph.piece, kind="stable")
    for source in wanted.tolist():
        assert search.before is not None
        best[source] = _last_arcs(graph, search.cost[source], search.before[source], by_piece)
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    node, step = far, 0
    while len(node):
        arc = best[own, node]
        going = arc >= 0
        pairs, own, arc = pairs[going], own[going], arc[going]
        parts.append((pairs, np.full(len(pairs), step), arc))
        node, step = graph.tail[arc], step + 1
    return tuple(np.concatenate([np.zeros(0, np.int64), *(part[side] for part in parts)]) for side in range(3))  # type: ignore[return-value]


def _last_arcs(graph: Graph, cost: np.ndarray, before: np.ndarray, by_piece: np.ndarray) -> np.ndarray:
    """Gives for every node the arc by which its cheapest way comes; -1 where none does.

    An arc counts if it comes from a cheaper node, or is of the tree that was found, so that ways of cost 0 do not turn
    in a circle.
    """
    import numpy as np

    last = np.full(graph.node_count, -1)
    reached = np.flatnonzero(before >= 0)
    last[reached] = _arc_between(graph, before[reached], reached)
    from_, to = cost[graph.tail], cost[graph.head]
    fits = (from_ < to) & np.isfinite(to)
    fits[fits] = from_[fits] + graph.cost[fits] <= to[fits] * (1 + ROUNDING)
    arcs = by_piece[fits[by_piece]]
    last[graph.head[arcs]] = arcs  # of several, the one written last stays: that of the first piece
    return last


def _arc_between(graph: Graph, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    import numpy as np

    keys = graph.tail * graph.node_count + graph.head
    return np.searchsorted(keys, tail * graph.node_count + head)
