# SPDX-License-Identifier: GPL-2.0-or-later
"""od_cost_matrix"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import table, unknown_table
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Table
from ...declaration.markers import Distance, FieldOf, LeftOut, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import (
    GROUP,
    Cost,
    CostField,
    Network,
    OnewayField,
    OnewayValues,
    SnapTolerance,
    SpeedField,
    SpeedForNull,
    SpeedUnit,
    UnitOfCost,
    UnitOfDistances,
    pair_fields,
)

if TYPE_CHECKING:
    import numpy as np

    from ...execution.networks.pairs import Sides
    from ...execution.run import Run


class Costs(NamedTuple):
    """Result of od_cost_matrix."""

    output: Table
    unreached_pairs: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    fields = pair_fields(call)
    if fields is None:
        return {"output": unknown_table()}
    rank = [Field("rank", "integer")] if call.arguments.get("nearest") else []
    return {"output": table(*fields, *rank)}


@tool(
    group=GROUP,
    kind="network",
    engine="scipy.sparse.csgraph; shapely",
    effect=_effect,
    title="Origin-destination cost matrix",
    tags=(
        "distance matrix",
        "travel time matrix",
        "closest facility",
        "network distance",
        "accessibility",
        "k nearest",
    ),
)
def od_cost_matrix(
    run: Run,
    network: Network,
    origins: Points,
    origin_id: Annotated[str, FieldOf("origins")],
    destinations: Points,
    destination_id: Annotated[str, FieldOf("destinations")],
    max_snap_distance: Annotated[float, Distance("unit")],
    unit: UnitOfDistances,
    cost: Cost = "length",
    cost_unit: UnitOfCost = None,
    cost_field: CostField = None,
    speed_field: SpeedField = None,
    speed_unit: SpeedUnit = None,
    speed_for_null: SpeedForNull = None,
    oneway_field: OnewayField = None,
    oneway_values: OnewayValues = None,
    nearest: Annotated[int | None, Number(1, 10_000), LeftOut("all")] = None,
    max_cost: Annotated[float | None, Number(0)] = None,
    snap_tolerance: SnapTolerance = 0,
) -> Costs:
    """Makes a table of network costs from every origin to every destination, or to the k nearest ones.

    Args:
        origins: Points that costs count from; each is tied to the nearest open edge.
        origin_id: Field that names each of them; its values must be unique.
        destinations: Points that costs count to, tied alike. The same layer twice leaves each point's cost to itself
            out.
        destination_id: Field that names each of those; its values must be unique.
        max_snap_distance: How far a point may lie from the network, in `unit`; farther ones reach nothing.
        nearest: How many destinations of least cost each origin keeps, and all that cost the same as the last of them,
            said; then only pairs that are reached are in the table.
        max_cost: Largest cost in `cost_unit`, itself included; dearer pairs count as unreached.
    Returns:
        output: A row per pair, in the order of the origins, then of the destinations (of their cost with nearest), with
            `origin_id`, `destination_id`, `cost`, NULL for unreached pairs, `origin_distance` and
            `destination_distance` from the points to the network in `unit`, which are not part of the cost, and with
            nearest `rank` from 1.
        unreached_pairs: Pairs of all origins and destinations without a route, or with one dearer than max_cost.
    CRS: All layers in one CRS; lengths are planar, so degrees and a scale error above 1 % are refused.
    Edges: A point at equal distances from two lines is tied to the first. Parts of a multi-part line are lines of their
        own, which a cost field cannot tell apart.
    Raises: MISSING_ARGUMENT, BAD_VALUE (costs and speeds out of range, one-way values that are not listed, arguments
        that do not go together), KEY_MISMATCH (ids that repeat or are NULL), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        INVALID_GEOMETRY (coordinates that are no numbers), WRONG_GEOMETRY_TYPE (several points in one feature, a cost
        field on lines of several parts), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Dijkstra 1959, as in SciPy.
    """
    import numpy as np

    from ...execution.layers.keys import demand_unique
    from ...execution.networks.pairs import Sides
    from ...execution.networks.prepared import Distances, put_on, read_network
    from ...execution.networks.shortest import costs_between
    from ...execution.networks.travel import CostRule

    rule = CostRule(cost, cost_unit, cost_field, speed_field, speed_unit, speed_for_null, oneway_field, oneway_values)
    read = read_network(run, network, [origins, destinations], rule, Distances(max_snap_distance, snap_tolerance, unit))
    cut, (first, last) = put_on(run, read, [(origins, [origin_id]), (destinations, [destination_id])])
    demand_unique(first.rows.column(origin_id), origins.name, "origin_id")
    demand_unique(last.rows.column(destination_id), destinations.name, "destination_id")
    names, ids = (origins.name, destinations.name), (origin_id, destination_id)
    sides = Sides(first, last, names, ids, origins.is_same_as(destinations))
    limit = np.inf if max_cost is None else max_cost
    with run.timed():
        found = costs_between(run, cut.graph, first.leave, last.arrive, limit)
    return Costs(*_written(run, sides, found, nearest))


def _written(run: Run, sides: Sides, cost: np.ndarray, nearest: int | None) -> tuple[Table, int]:
    """Writes the pairs of a matrix of costs, and counts those without one."""
    import numpy as np

    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.networks.pairs import FEWER, RoutePairs, pair_columns, pairs_of
    from ...execution.relations.nearest import ranked_by_nearness

    apart = ~np.eye(len(cost), dtype=bool) if sides.is_same else np.ones(cost.shape, bool)
    reached = np.isfinite(cost) & apart
    rank = []
    if nearest is None:
        chosen = pairs_of(run, "all", sides, lambda: cost)
    else:
        row, other = np.nonzero(reached)
        found = ranked_by_nearness([(row, other, cost[row, other])], nearest)
        chosen = RoutePairs(*found.pairs)
        run.require.size("rows", len(chosen.origin), "the table", FEWER)
        rank = [Column(Field("rank", "integer"), found.rank, np.zeros(len(found.rank), bool))]
        tied = int((np.bincount(chosen.origin, minlength=1) > nearest).sum())
        if tied:
            run.note(f'with more than {nearest:,} because several are equally near: {counted(tied, "point")} of '
                     f'"{sides.names[0]}".')  # fmt: skip
    columns = pair_columns(sides, chosen, cost[chosen.origin, chosen.destination])
    if not reached.any():
        run.note("EMPTY: no pair is reached.")
    output = write_rows(run, RowSet([*columns, *rank], None, len(chosen.origin)))
    return output, int((apart & ~reached).sum())
