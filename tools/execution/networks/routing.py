# SPDX-License-Identifier: GPL-2.0-or-later
"""Routes from origins to destinations, from the call to the layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...declaration.layers import Lines, Points
from ...declaration.wording import counted
from ..geometry.shapes import with_shapes
from ..layers.rows import RowSet, write_rows
from .constraints import Constraints, stops_of
from .pairs import Sides, pair_columns, pairs_of
from .prepared import Distances, put_on, read_network
from .routes import route_shapes
from .shortest import costs_via, ways_via
from .travel import CostRule

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run


@dataclass(frozen=True)
class RouteRequest:
    """What a call asks for.

    Args:
        pairs: all, same_id or nearest.
        ids: Fields that name origins and destinations; None for their numbers.
    """

    network: Lines
    origins: Points
    destinations: Points
    pairs: str
    ids: tuple[str | None, str | None]
    rule: CostRule
    distances: Distances


def write_routes(run: Run, request: RouteRequest, constraints: Constraints) -> tuple[Any, int]:
    """Writes routes as the output: what the body puts into its result, and how many pairs have none.

    Raises: ToolError as `read_network`, `put_on`, `pairs_of` and Constraints.
    """
    import numpy as np

    order = constraints.order()
    points = [
        request.origins,
        request.destinations,
        *([constraints.must_pass] if constraints.must_pass is not None else []),
    ]
    network = read_network(run, request.network, points, request.rule, request.distances, constraints.closed)
    fields = [[name] if name else [] for name in request.ids]
    cut, (first, last, *stops) = put_on(run, network, list(zip(points, [*fields, []], strict=False)))
    via, limit, graph = stops_of(stops, order), constraints.limit, cut.graph
    names = (request.origins.name, request.destinations.name)
    sides = Sides(first, last, names, request.ids, request.origins.is_same_as(request.destinations))
    with run.timed():
        pairs = pairs_of(run, request.pairs, sides, lambda: costs_via(run, graph, first.leave, last.arrive, via, limit))
        ends = np.append(last.arrive, -1)[pairs.destination]
        ways = ways_via(run, graph, first.leave[pairs.origin], ends, via, limit)
        count = len(ways.cost)
        shapes = route_shapes(run, cut, network.chains, count, ways.pair, ways.arc)
        result = with_shapes(RowSet(pair_columns(sides, pairs, ways.cost), None, count), shapes)
    _tell(run, request.network, shapes, ways.cost)
    output = write_rows(run, result, crs=request.network.facts.crs, geometry_type="LineString")
    return output, int((~np.isfinite(ways.cost)).sum())


def _tell(run: Run, network: Lines, shapes: np.ndarray, cost: np.ndarray) -> None:
    import numpy as np
    import shapely

    if network.facts.has_z or network.facts.has_m:
        run.note("routes are flat: Z and M of the network are not in the result, and lengths do not follow Z.")
    reached = np.isfinite(cost)
    points = int((reached & shapely.is_missing(shapes)).sum())
    if points:
        run.note(f"without a shape, since they begin and end at one place: {counted(points, 'route')}.")
    if not reached.any():
        run.note("EMPTY: no pair has a route.")
