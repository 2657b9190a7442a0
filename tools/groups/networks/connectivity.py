# SPDX-License-Identifier: GPL-2.0-or-later
"""network_connectivity"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points
from ...declaration.markers import Distance
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.networks.edges import Nodes
    from ...execution.run import Run

EDGE_FIELDS = [Field("component", "integer"), Field("from_node", "integer"), Field("to_node", "integer")]
NODE_FIELDS = (Field("node", "integer"), Field("degree", "integer"), Field("component", "integer"))


class Connected(NamedTuple):
    """Result of network_connectivity."""

    output: Lines
    nodes: Points | None
    component_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    edges = like("network", fields=adds_fields("network", lambda _: EDGE_FIELDS))(call)["output"]
    nodes = vector(call.facts("network").crs, NODE_FIELDS, "Point")
    return {"output": edges.with_(is_multi=False, has_m=False), "nodes": nodes}


@tool(
    group=GROUP,
    kind="network",
    engine="scipy.sparse.csgraph",
    effect=_effect,
    tags=("connected components", "islands", "dangling ends", "disconnected", "graph", "node degree", "topology check"),
)
def network_connectivity(
    run: Run,
    network: Lines,
    snap_tolerance: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
) -> Connected:
    """Labels each edge of a network with its connected component and the nodes it joins.

    Args:
        network: Lines that connect where their ends meet, and nowhere else: planarize_lines cuts them at crossings.
            Their direction does not matter.
        snap_tolerance: Distance in `unit` within which ends are one node, chains of such ends too; 0 joins equal ends
            alone.
        unit: Unit of `snap_tolerance`.
    Returns:
        output: Single-part lines in the order of the network, with `component`, `from_node` and `to_node`. Components
            are numbered from 1, the one with the most edges; of equally large ones the first in the layer.
        nodes: Points without Z and M where edges end, with `node`, numbered from 1 in the order in which the edges come
            to them, `degree`, the number of ends that meet there (1 is a dead end, a closed line has two), and
            `component`. Ends within the tolerance stand at the first of them.
        component_count: Connected components.
    CRS: Any without a tolerance; with one, degrees and a scale error above 1 % are refused.
    Edges: Parts of a multi-part line are edges of their own. Rows without geometry are kept, in no component. Lines
        that cross without a common end do not connect; where a vertex or a dead end lies on the way of another line it
        is said.
    Raises: BAD_VALUE (a negative tolerance, fields of these names already there), CRS_MISSING, CRS_UNSUITABLE,
        INVALID_GEOMETRY (coordinates that are no numbers), LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Connected components of an undirected graph, as in SciPy.
    """
    import numpy as np

    from ...execution.geometry.shapes import apart, demand_finite, read_shapes, with_shapes
    from ...execution.layers.rows import ogr_geometry_name, write_rows
    from ...execution.networks.edges import nodes_of
    from ...execution.networks.missed_nodes import tell_missed_nodes
    from ...execution.relations.components import connected

    if snap_tolerance < 0:
        raise ToolError("BAD_VALUE", f"snap_tolerance takes a distance from 0, not {snap_tolerance:g}",
                        argument="snap_tolerance")  # fmt: skip
    added = [field.name for field in EDGE_FIELDS]
    run.require.names_free("network", network.facts.field_names or [], added, "the field must be renamed or left out")
    run.require.crs_known(network)
    if snap_tolerance:
        run.require.measurable(network)
    run.count_before = network.facts.count
    parts = apart(read_shapes(run, network))
    with run.timed():
        full = np.flatnonzero(parts.number > 0)
        lines = parts.shapes[full]
        demand_finite(network, lines)
        found = nodes_of(run, lines, snap_tolerance * METRES[unit] / metres_per_unit(network.facts.crs or ""))
        component = _by_size(connected(len(found.places), found.start, found.end), found)
        rows = _labelled(parts.rows, full, found, component)
    tell_missed_nodes(run, lines, found, network.name)
    many = int((np.bincount(parts.owner, minlength=1) > 1).sum())
    if many:
        run.note(f'of several parts, which are edges of their own: {counted(many, "line")} of "{network.name}".')
    facts = network.facts.with_(is_multi=False, has_m=False)
    output = write_rows(run, with_shapes(rows, parts.shapes), crs=facts.crs, geometry_type=ogr_geometry_name(facts))
    nodes = _nodes(run, network, found, component) if run.wants("nodes") else None
    return Connected(output, nodes, int(component.max(initial=0)))


def _by_size(component: np.ndarray, found: Nodes) -> np.ndarray:
    """Numbers the components of nodes from 1 by their edges, most first; equal ones stay in their order."""
    import numpy as np

    edges = np.bincount(component[found.start], minlength=component.max(initial=-1) + 1)
    rank = np.empty(len(edges), np.int64)
    rank[np.argsort(-edges, kind="stable")] = np.arange(1, len(edges) + 1)
    return rank[component]


def _labelled(rows: RowSet, full: np.ndarray, found: Nodes, component: np.ndarray) -> RowSet:
    """Adds the columns of edges; rows without a shape have NULL."""
    import numpy as np

    from ...execution.layers.rows import Column, RowSet

    place = np.full(rows.count, -1)
    place[full] = np.arange(len(full))
    given = np.zeros(len(full), bool)
    values = (component[found.start], found.start + 1, found.end + 1)
    columns = [Column(field, each, given).take(place) for field, each in zip(EDGE_FIELDS, values, strict=True)]
    return RowSet([*rows.columns, *columns], None, rows.count)


def _nodes(run: Run, network: Lines, found: Nodes, component: np.ndarray) -> Points:
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import Column, RowSet, write_rows

    count = len(found.places)
    degree = np.bincount(np.concatenate([found.start, found.end]), minlength=count)
    values = (np.arange(1, count + 1), degree, component)
    given = np.zeros(count, bool)
    columns = [Column(field, each, given) for field, each in zip(NODE_FIELDS, values, strict=True)]
    rows = with_shapes(RowSet(columns, None, count), shapely.points(found.places))
    made: Points = write_rows(run, rows, crs=network.facts.crs, geometry_type="Point", output="nodes")
    return made
