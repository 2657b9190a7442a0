# SPDX-License-Identifier: GPL-2.0-or-later
"""A network read, checked and made ready, with the layers of points on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES
from ...declaration.errors import ToolError
from ...declaration.layers import Lines, Points
from ...declaration.wording import counted
from ..geometry.line_sections import Chains, chains_of
from ..geometry.shapes import demand_finite, shapes_of, single_points
from ..layers.rows import RowSet, read_rows
from .edges import Nodes, nodes_of
from .graph import Cut, cut_at_points
from .missed_nodes import tell_missed_nodes
from .ties import tie_points
from .travel import CostRule, Travel, costs_of, demand_rule, open_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from ..run import Run


@dataclass(frozen=True)
class Distances:
    """The distances of a call: `unit` for both, in which they are also given in results."""

    max_snap: float
    snap_tolerance: float
    unit: str

    def demand(self) -> None:
        """Refuses negative distances.

        Raises:
            ToolError BAD_VALUE.
        """
        for name, value in (("max_snap_distance", self.max_snap), ("snap_tolerance", self.snap_tolerance)):
            if value < 0:
                raise ToolError("BAD_VALUE", f"{name} takes a distance from 0, not {value:g}", argument=name)


@dataclass
class Network:
    """The open edges of a network.

    Args:
        lines: Their shapes, each a plain line.
        chains: Their vertices.
        nodes: Where they end.
        travel: What they cost and which way they are open.
        scale: Units of the coordinates in one unit of the call's distances.
        max_snap: In units of the coordinates.
        closed: The edges that are closed, to tell of points beside them.
    """

    lines: np.ndarray
    chains: Chains
    nodes: Nodes
    travel: Travel
    scale: float
    max_snap: float
    closed: np.ndarray


@dataclass
class Placed:
    """A layer of points on the network.

    Args:
        rows: Their attributes.
        leave, arrive: Nodes of each point; -1 without.
        distance: From each point to the network, in the unit of the call; NaN without.
    """

    rows: RowSet
    leave: np.ndarray
    arrive: np.ndarray
    distance: np.ndarray


def read_network(
    run: Run,
    network: Lines,
    points: list[Points],
    rule: CostRule,
    distances: Distances,
    is_closed: Callable[[np.ndarray, np.ndarray, float], np.ndarray] | None = None,
) -> Network:
    """Checks the layers of a call and reads the network.

    Args:
        points: The layers that are put on it, to be in its CRS.
        is_closed: Tells of the rows and shapes of all edges, and of how far points may lie from theirs, which edges are
            closed whatever the rule says.
    Raises:
        ToolError MISSING_ARGUMENT, BAD_VALUE, CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY.
    """
    import numpy as np

    demand_rule(rule)
    distances.demand()
    run.require.crs_known(network)
    for layer in points:
        run.require.crs_same(network, layer)
    run.require.measurable(network)
    rows = read_rows(run, network, rule.fields)
    metres = metres_per_unit(network.facts.crs or "")
    scale = METRES[distances.unit] / metres
    with run.timed():
        lines, row, nodes = _edges(run, network, shapes_of(rows), distances.snap_tolerance * scale)
        ways = open_ways(run, rule, rows, row)
    tell_missed_nodes(run, lines, nodes, network.name)
    closed = ~(ways.forward | ways.backward)
    if is_closed is not None:
        closed |= is_closed(row, lines, distances.max_snap * scale)
    with run.timed():
        kept = np.flatnonzero(~closed)
        chains = chains_of(lines[kept])
        cost = costs_of(rule, rows, row[kept], chains.lengths * metres)
        travel = Travel(cost, ways.forward[kept], ways.backward[kept])
    if not len(kept):
        run.note(f'EMPTY: no edge of "{network.name}" is open.')
    return Network(lines[kept], chains, nodes.take(kept), travel, scale, distances.max_snap * scale, lines[closed])


def _edges(run: Run, network: Lines, shapes: np.ndarray, tolerance: float) -> tuple[np.ndarray, np.ndarray, Nodes]:
    """Gives the parts of lines that have a length, the row of each, and their nodes."""
    import numpy as np
    import shapely

    demand_finite(network, shapes)
    parts, row = shapely.get_parts(shapes, return_index=True)
    full = ~shapely.is_empty(parts)
    parts, row = _plain(parts[full]), row[full]
    nodes = nodes_of(run, parts, tolerance)
    long = np.flatnonzero(shapely.length(parts) > 0)
    if len(long) < len(parts):
        without = counted(len(parts) - len(long), "line")
        run.note(f'without length and so no edges: {without} of "{network.name}".')
    return parts[long], row[long], nodes.take(long)


def _plain(lines: np.ndarray) -> np.ndarray:
    """Takes heights and repeated vertices out; copying lines that have neither would take longer than all else."""
    import numpy as np
    import shapely

    plain = lines.copy()
    high = shapely.has_z(plain)
    plain[high] = shapely.force_2d(plain[high])
    vertices, owner = shapely.get_coordinates(plain, return_index=True)
    is_again = (vertices[1:] == vertices[:-1]).all(axis=1) & (owner[1:] == owner[:-1])
    repeating = np.unique(owner[1:][is_again])
    plain[repeating] = shapely.remove_repeated_points(plain[repeating])
    return plain


def put_on(run: Run, network: Network, layers: Sequence[tuple[Points, list[str] | None]]) -> tuple[Cut, list[Placed]]:
    """Reads layers of points, ties them to the network and cuts it there.

    Args:
        layers: With the fields that are needed of each; None for all.
    Raises:
        ToolError WRONG_GEOMETRY_TYPE for several points in one feature.
    """
    import numpy as np

    read = [read_rows(run, layer, fields) for layer, fields in layers]
    run.count_before = read[0].count
    points = [single_points(layer, shapes_of(rows)) for (layer, _), rows in zip(layers, read, strict=True)]
    with run.timed():
        ties = tie_points(np.concatenate(points), network.lines, network.chains, network.max_snap)
        cut = cut_at_points(network.nodes, network.chains.lengths, network.travel, ties)
    placed, first = [], 0
    for (layer, _), rows, shapes in zip(layers, read, points, strict=True):
        own = slice(first, first + len(shapes))
        _tell(run, network, layer, shapes, ties.distance[own])
        placed.append(Placed(rows, cut.leave[own], cut.arrive[own], ties.distance[own] / network.scale))
        first = own.stop
    return cut, placed


def _tell(run: Run, network: Network, layer: Points, points: np.ndarray, distance: np.ndarray) -> None:
    import numpy as np
    import shapely

    missing = int(shapely.is_missing(points).sum())
    if missing:
        run.note(f'without geometry and so not on the network: {counted(missing, "point")} of "{layer.name}".')
    far = int(np.isnan(distance).sum()) - missing
    if far:
        run.note(f'farther from the network than max_snap_distance: {counted(far, "point")} of "{layer.name}".')
    tied = np.flatnonzero(~np.isnan(distance))
    if len(network.closed) and len(tied):
        nearest = shapely.STRtree(network.closed).query_nearest(points[tied], return_distance=True, all_matches=False)
        beside = np.zeros(len(tied), bool)
        beside[nearest[0][0]] = nearest[1] < distance[tied[nearest[0][0]]]
        if beside.any():
            count = counted(int(beside.sum()), "point")
            run.note(f'nearest to a closed edge and tied to the nearest open one: {count} of "{layer.name}".')
