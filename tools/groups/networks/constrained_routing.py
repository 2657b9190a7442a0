# SPDX-License-Identifier: GPL-2.0-or-later
"""constrained_shortest_path"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import vector
from ...declaration.layers import Lines, Points, Vector
from ...declaration.markers import Distance, ExpressionOn, Number
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


class Constrained(NamedTuple):
    """Result of constrained_shortest_path."""

    output: Lines
    unreached_count: int
    blocked_edge_count: int


@tool(
    group=GROUP,
    kind="network",
    engine="scipy.sparse.csgraph; shapely",
    effect=lambda call: {"output": vector(call.facts("network").crs, pair_fields(call), "LineString")},
    title="Shortest path with constraints",
    tags=("route with barriers", "via points", "waypoints", "avoid", "restricted roads", "truck route", "detour"),
)
def constrained_shortest_path(
    run: Run,
    network: Network,
    origins: Points,
    destinations: Points,
    max_snap_distance: Annotated[float, Distance("unit")],
    unit: UnitOfDistances,
    allowed_edges: Annotated[str | None, ExpressionOn("network")] = None,
    barriers: Vector | None = None,
    must_pass: Points | None = None,
    must_pass_order: Annotated[str | None, ExpressionOn("must_pass")] = None,
    max_cost: Annotated[float | None, Number(0)] = None,
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
) -> Constrained:
    """Finds the cheapest route over allowed edges that keeps clear of barriers, passes points and stays within a cost.

    Args:
        origins: Points where routes begin; each is tied to the nearest edge that is neither closed nor barred.
        destinations: Points where routes end, tied alike. The same layer twice leaves the route of each point to itself
            out.
        max_snap_distance: How far a point, a point barrier among them, may lie from the network, in `unit`.
        allowed_edges: Expression that is true for lines a route may use; where it is false or NULL the line is closed.
        barriers: A line or polygon closes every edge it touches, as a whole; a point the edge it is nearest to, or
            several where they are equally near.
        must_pass: Points that every route passes in their order; it may turn back at them.
        must_pass_order: Field or expression on must_pass whose value is their order, each once; needed where there are
            several.
        max_cost: Largest cost of a route in `cost_unit`, itself included; dearer ones count as unreached.
    Returns:
        output: A line per pair, in the order of the origins, then of the destinations, from one place on the network to
            the other, without Z and M; with `origin_id`, `destination_id`, `cost`, and `origin_distance` and
            `destination_distance` from the points to the network in `unit`, which are not part of the cost.
        unreached_count: Pairs without a route; they are kept with NULL as shape and cost. With nearest, origins that
            reach no destination.
        blocked_edge_count: Edges that allowed_edges or barriers close; parts of a multi-part line are edges of their
            own.
    CRS: All layers in one CRS; lengths are planar, so degrees and a scale error above 1 % are refused.
    Edges: No route is a result, not an error. Where a point of must_pass is not on the network, no pair has one. Of
        equally cheap routes the same one is taken on every run. A route without length has no shape.
    Raises: MISSING_ARGUMENT, BAD_VALUE (costs and speeds out of range, one-way values that are not listed, an order
        with equal or missing values, arguments that do not go together), EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED,
        KEY_MISMATCH, CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY (coordinates that are no numbers,
        barriers), WRONG_GEOMETRY_TYPE (several points in one feature, a cost field on lines of several parts),
        LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Dijkstra 1959, as in SciPy.
    """
    from ...execution.networks.constraints import Constraints
    from ...execution.networks.prepared import Distances
    from ...execution.networks.routing import RouteRequest, write_routes
    from ...execution.networks.travel import CostRule

    rule = CostRule(cost, cost_unit, cost_field, speed_field, speed_unit, speed_for_null, oneway_field, oneway_values)
    distances = Distances(max_snap_distance, snap_tolerance, unit)
    request = RouteRequest(network, origins, destinations, pairs, (origin_id, destination_id), rule, distances)
    constraints = Constraints(run, network, allowed_edges, barriers, must_pass, must_pass_order, max_cost)
    return Constrained(*write_routes(run, request, constraints), constraints.blocked_count)
