# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of a network within a cost of places on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..geometry.line_sections import Chains, section_sizes, sections_of

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run
    from .graph import Pieces

LEAST = 1e-12  # share of a piece below which a part of it is rounding


class Reach(NamedTuple):
    """Parts of edges that are within a cost, ordered by owner, then along the edges.

    Args:
        owner: The row of costs and limit each is of: number of the row x number of limits + number of the limit.
        edge, low, high: Where it lies.
    """

    owner: np.ndarray
    edge: np.ndarray
    low: np.ndarray
    high: np.ndarray


def pieces_at(pieces: Pieces, node: np.ndarray, cost: np.ndarray, node_count: int) -> tuple[Pieces, np.ndarray]:
    """Leaves out the pieces that end at none of some nodes; those that are kept take their nodes from among these.

    Args:
        node: The nodes.
        cost: A row for each place that is set out from, a column for each of these nodes.
        node_count: Number of all nodes.
    Returns: Pieces and costs; the last column, infinite, is that of every other node.
    """
    import numpy as np

    place = np.full(node_count, len(node))
    place[node] = np.arange(len(node))
    start, end = place[pieces.start], place[pieces.end]
    kept = np.flatnonzero(np.minimum(start, end) < len(node))
    few = type(pieces)(*(side[kept] for side in pieces))._replace(start=start[kept], end=end[kept])
    return few, np.pad(cost, ((0, 0), (0, 1)), constant_values=np.inf)


def reached_parts(pieces: Pieces, cost: np.ndarray, limits: np.ndarray, *, towards: bool) -> Reach:
    """Finds the parts of all pieces within limits, the last piece cut exactly at the limit.

    Args:
        cost: Of all nodes, a row for each place that is set out from, or with `towards` arrived at.
        limits: Costs, each included.
        towards: Whether the cost of a node is that from it to the place.
    """
    import numpy as np

    parts = [
        _parts(pieces, row, limit, row_number * len(limits) + number, towards)
        for row_number, row in enumerate(cost)
        for number, limit in enumerate(limits.tolist())
    ]
    owner, edge, low, high = (np.concatenate([part[side] for part in parts]) for side in range(4))
    return Reach(owner, edge, low, high)


def _parts(pieces: Pieces, cost: np.ndarray, limit: float, owner: int, towards: bool) -> Reach:
    import numpy as np

    with_edge, against_edge = (
        (pieces.backward, pieces.forward) if towards else (pieces.forward, pieces.backward)
    )  # towards a place, an edge that is open along it is reached from its end
    # at a node that is as far as the limit but for rounding, nothing is left, and what costs nothing is still reached
    left = np.where(cost <= limit * (1 + LEAST), np.maximum(limit - cost, 0), -1)
    near = np.flatnonzero((left[pieces.start] >= 0) & with_edge | (left[pieces.end] >= 0) & against_edge)
    share = [
        _share(left[node[near]], pieces.cost[near], is_open[near])
        for node, is_open in ((pieces.start, with_edge), (pieces.end, against_edge))
    ]
    low, high = pieces.low[near], pieces.high[near]
    whole = share[0] + share[1] >= 1 - LEAST
    from_start, from_end = ~whole & (share[0] > LEAST), ~whole & (share[1] > LEAST)
    length = high - low
    edge = pieces.edge[near]
    parts = (
        np.concatenate([edge[whole], edge[from_start], edge[from_end]]),
        np.concatenate([low[whole], low[from_start], (high - share[1] * length)[from_end]]),
        np.concatenate([high[whole], (low + share[0] * length)[from_start], high[from_end]]),
    )
    order = np.lexsort((parts[1], parts[0]))
    edge, low, high = (part[order] for part in parts)
    return _joined(Reach(np.full(len(edge), owner), edge, low, high))


def _share(left: np.ndarray, cost: np.ndarray, is_open: np.ndarray) -> np.ndarray:
    """Gives the share of each piece that is reached from one of its ends with what is left of the limit."""
    import numpy as np

    free = np.where(left >= 0, 1.0, 0.0)
    share = np.where(cost > 0, left / np.where(cost > 0, cost, 1), free)
    return np.where(is_open, np.clip(share, 0, 1), 0.0)


def _joined(reach: Reach) -> Reach:
    """Joins parts that go on where another one of the same edge ends: the edge was cut for a point there."""
    import numpy as np

    new = np.ones(len(reach.edge), bool)
    new[1:] = (reach.edge[1:] != reach.edge[:-1]) | (reach.low[1:] != reach.high[:-1])
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(new))[: len(first)] - 1
    return Reach(reach.owner[first], reach.edge[first], reach.low[first], reach.high[last])


def part_shapes(run: Run, chains: Chains, reach: Reach) -> tuple[np.ndarray, np.ndarray]:
    """Makes lines of parts: the lines, and the part of each; those without length are left out.

    Raises: ToolError LIMIT_EXCEEDED.
    """
    import numpy as np
    import shapely

    sizes = section_sizes(chains, reach.edge, reach.low, reach.high)
    run.require.size("vertices", float(sizes.sum()), "the service areas", "smaller limits, or fewer facilities")
    sections = sections_of(chains, reach.edge, reach.low, reach.high)
    if not len(sections.owner):
        return np.zeros(0, object), sections.owner
    lines = shapely.linestrings(sections.coordinates, indices=sections.owner)
    kept = np.flatnonzero(shapely.length(lines) > 0)
    return lines[kept], kept
