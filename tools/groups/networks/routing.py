# SPDX-License-Identifier: GPL-2.0-or-later
"""shortest_path"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.units import LengthUnit
from ...declaration.effects import vector
from ...declaration.layers import Lines, Points
from ...declaration.markers import Distance, FieldOf
from ...declaration.registry import tool
from .arguments import (
    GROUP,
    Cost,
    CostUnit,
    NumberField,
    OnewayField,
    OnewayValues,
    Pairing,
    SpeedForNull,
    SpeedUnit,
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
    network: Lines,
    origins: Points,
    destinations: Points,
    max_snap_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    pairs: Pairing = "all",
    origin_id: Annotated[str | None, FieldOf("origins")] = None,
    destination_id: Annotated[str | None, FieldOf("destinations")] = None,
    cost: Cost = "length",
    cost_unit: CostUnit | None = None,
    cost_field: NumberField = None,
    speed_field: NumberField = None,
    speed_unit: SpeedUnit | None = None,
    speed_for_null: SpeedForNull = None,
    oneway_field: OnewayField = None,
    oneway_values: OnewayValues = None,
    snap_tolerance: Annotated[float, Distance("unit")] = 0,
) -> Routed:
    """Finds the cheapest route along a line network from origins to destinations by length, time or a cost field.

    Args:
        network: Lines that connect where their ends meet, and nowhere else: planarize_lines cuts them at crossings.
        origins: Points where routes begin; each is tied to the nearest open edge.
        destinations: Points where routes end, tied alike. The same layer twice leaves the route of each point to itself
            out.
        max_snap_distance: How far a point may lie from the network, in `unit`; farther ones have no route.
        unit: Unit of all distances, those in the result among them.
        pairs: all has a route from every origin to every destination; same_id to those with an equal id; nearest to
            the cheapest one alone.
        origin_id: Field that names the origins in the result; left out, their row number from 1.
        destination_id: Field that names the destinations in the result; left out, their row number from 1.
        cost: length; travel_time, length by the speed of each line; or field, a cost for each line from end to end.
        cost_unit: Unit of the cost: of length (m, km, ft …) or of time (s, min, h); for field there is none to give.
        cost_field: For cost field: field with the cost of each line, from 0; a part of a line costs its share by
            length.
        speed_field: For travel_time: field with the speed on each line, above 0.
        speed_unit: For travel_time: unit of the speeds.
        speed_for_null: For travel_time: speed of lines whose speed is NULL, in `speed_unit`; left out, they are
            refused.
        oneway_field: Field that says which way each line is open; left out, all are open both ways.
        oneway_values: What each value of oneway_field means: forward (the way the line is digitized), backward, both or
            closed. Values that are not listed are refused; NULL and empty text are both, unless "" is listed.
        snap_tolerance: Distance in `unit` within which ends of lines are one node; 0 joins equal ends alone. Gaps cost
            nothing and are bridged straight.
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
