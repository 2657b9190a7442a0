# SPDX-License-Identifier: GPL-2.0-or-later
"""shortest_path"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import vector
from ...declaration.layers import Lines, Points
from ...declaration.markers import Distance
from ...declaration.registry import tool
from .arguments import (
    GROUP,
    Cost,
    CostField,
    DestinationId,
    Network,
    OnewayField,
    OnewayValues,
    OriginId,
    Pairing,
    SnapTolerance,
    SpeedField,
    SpeedForNull,
    SpeedUnit,
    UnitOfCost,
    UnitOfDistances,
    pair_fields,
)

if TYPE_CHECKING:
    from ...execution.run import Run


class Routed(NamedTuple):
    """Result of shortest_path."""

    output: Lines
    unreached_count: int


@tool(
    group=GROUP,
    kind="network",
    engine="scipy.sparse.csgraph; shapely",
    effect=lambda call: {"output": vector(call.facts("network").crs, pair_fields(call), "LineString")},
    tags=("route", "routing", "fastest route", "dijkstra", "directions", "closest facility", "network analysis"),
)
def shortest_path(
    run: Run,
    network: Network,
    origins: Points,
    destinations: Points,
    max_snap_distance: Annotated[float, Distance("unit")],
    unit: UnitOfDistances,
    pairs: Pairing = "all",
    origin_id: OriginId = None,
    destination_id: DestinationId = None,
    cost: Cost = "length",
    cost_unit: UnitOfCost = None,
    cost_field: CostField = None,
    speed_field: SpeedField = None,
    speed_unit: SpeedUnit = None,
    speed_for_null: SpeedForNull = None,
    oneway_field: OnewayField = None,
    oneway_values: OnewayValues = None,
    snap_tolerance: SnapTolerance = 0,
) -> Routed:
    """Finds the cheapest route along a line network from origins to destinations by length, time or a cost field.

    Args:
        origins: Points where routes begin; each is tied to the nearest open edge.
        destinations: Points where routes end, tied alike. The same layer twice leaves the route of each point to itself
            out.
        max_snap_distance: How far a point may lie from the network, in `unit`; farther ones have no route.
    Returns:
        output: A line per pair, in the order of the origins, then of the destinations, from one place on the network to
            the other, without Z and M; with `origin_id`, `destination_id`, `cost`, and `origin_distance` and
            `destination_distance` from the points to the network in `unit`, which are not part of the cost.
        unreached_count: Pairs without a route; they are kept with NULL as shape and cost. With nearest, origins that
            reach no destination.
    CRS: All layers in one CRS; lengths are planar, so degrees and a scale error above 1 % are refused.
    Edges: Of equally cheap routes the same one is taken on every run, of equally near destinations the first, said. A
        route without length has cost 0 and no shape. A point at equal distances from two lines is tied to the first.
        Parts of a multi-part line are lines of their own, which a cost field cannot tell apart.
    Raises: MISSING_ARGUMENT, BAD_VALUE (costs and speeds out of range, one-way values that are not listed, arguments
        that do not go together), KEY_MISMATCH, CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY (coordinates
        that are no numbers), WRONG_GEOMETRY_TYPE (several points in one feature, a cost field on lines of several
        parts), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Dijkstra 1959, as in SciPy.
    """
    from ...execution.networks.constraints import Constraints
    from ...execution.networks.prepared import Distances
    from ...execution.networks.routing import RouteRequest, write_routes
    from ...execution.networks.travel import CostRule

    rule = CostRule(cost, cost_unit, cost_field, speed_field, speed_unit, speed_for_null, oneway_field, oneway_values)
    distances = Distances(max_snap_distance, snap_tolerance, unit)
    request = RouteRequest(network, origins, destinations, pairs, (origin_id, destination_id), rule, distances)
    return Routed(*write_routes(run, request, Constraints(run, network)))
