# SPDX-License-Identifier: GPL-2.0-or-later
"""service_area"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.units import LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Vector
from ...declaration.markers import Distance, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from .arguments import (
    GROUP,
    Cost,
    CostField,
    CostUnit,
    Network,
    OnewayField,
    OnewayValues,
    SnapTolerance,
    SpeedField,
    SpeedForNull,
    SpeedUnit,
)

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.run import Run


class Served(NamedTuple):
    """Result of service_area."""

    output: Vector
    unsnapped_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    given = call.arguments
    fields = call.facts("facilities").fields if given["overlap"] == "each_facility" else ()
    word: Literal["Polygon", "LineString"] = "Polygon" if given["result"] == "polygons" else "LineString"
    added = None if fields is None else (*fields, Field("limit", "real"))
    return {"output": vector(call.facts("network").crs, added, word, is_multi=True)}


@tool(
    group=GROUP,
    kind="network",
    engine="scipy.sparse.csgraph; shapely",
    effect=_effect,
    tags=(
        "isochrone",
        "catchment",
        "reachable",
        "drive time",
        "walking distance",
        "upstream trace",
        "downstream trace",
    ),
)
def service_area(
    run: Run,
    network: Network,
    facilities: Points,
    limits: Annotated[list[float], Number(above=0)],
    max_snap_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    limit_unit: CostUnit | None = None,
    cost: Cost = "length",
    cost_field: CostField = None,
    speed_field: SpeedField = None,
    speed_unit: SpeedUnit = None,
    speed_for_null: SpeedForNull = None,
    oneway_field: OnewayField = None,
    oneway_values: OnewayValues = None,
    direction: Literal["from_facility", "to_facility"] = "from_facility",
    result: Literal["lines", "polygons"] = "lines",
    hull_ratio: Annotated[float | None, Number(0, 1)] = None,
    overlap: Literal["each_facility", "merged"] = "each_facility",
    snap_tolerance: SnapTolerance = 0,
) -> Served:
    """Gives the part of a network within one or more distances or travel times of facilities, as lines or as polygons.

    With all lines one-way, as in a stream network, from_facility traces downstream and to_facility upstream.

    Args:
        facilities: Points; each is tied to the nearest open edge.
        limits: Costs in `limit_unit`, each included; the area of a limit holds those of the smaller ones.
        max_snap_distance: How far a facility may lie from the network, in `unit`; farther ones have no area.
        unit: Unit of the distances.
        limit_unit: Unit of the limits: of length (m, km, ft …) or of time (s, min, h); for field there is none to give.
        direction: Whether costs count from the facility outwards or towards it, which differs with one-way lines.
        result: lines are the reached parts, the last one cut exactly at the limit; polygons are hulls around them,
            which take in places off the network.
        hull_ratio: For polygons: from 1, the convex hull, to 0, the tightest one: how long an edge of the hull may be,
            between the shortest and the longest of the triangles over its points. These stand along the lines, at most
            a 200th of the extent of the area apart.
        overlap: each_facility has an area of each facility, which overlap; merged has one of all for each limit, in
            which no part counts twice.
    Returns:
        output: Multi-part lines or polygons without Z and M, by facility, then by limit ascending, with the fields of
            the facility (merged has none) and `limit`.
        unsnapped_count: Facilities that are not on the network; their rows have no shape.
    CRS: Both layers in one CRS; lengths are planar, so degrees and a scale error above 1 % are refused.
    Edges: The way from a facility to the network is not part of the cost. A part that is straight has no hull and so no
        polygon, said.
    Raises: MISSING_ARGUMENT, BAD_VALUE (costs and speeds out of range, one-way values that are not listed, a field
        `limit` already there, arguments that do not go together), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        INVALID_GEOMETRY (coordinates that are no numbers), WRONG_GEOMETRY_TYPE (several points in one feature, a cost
        field on lines of several parts), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Dijkstra 1959, as in SciPy; GEOS concave hull.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import write_rows
    from ...execution.networks.areas import Asked, hulls, line_areas
    from ...execution.networks.prepared import Distances, put_on, read_network
    from ...execution.networks.travel import CostRule

    _require_ratio(result, hull_ratio)
    if overlap == "each_facility":
        taken = facilities.facts.field_names or []
        run.require.names_free("facilities", taken, ["limit"], "the field must be renamed or left out first")
    rule = CostRule(cost, limit_unit, cost_field, speed_field, speed_unit, speed_for_null, oneway_field, oneway_values,
                    unit_argument="limit_unit")  # fmt: skip
    read = read_network(run, network, [facilities], rule, Distances(max_snap_distance, snap_tolerance, unit))
    cut, (placed,) = put_on(run, read, [(facilities, None)])
    merged = overlap == "merged"
    asked = Asked(np.sort(limits), direction == "to_facility", merged and result == "lines")
    with run.timed():
        shapes = line_areas(run, read, cut, placed, asked)
    if hull_ratio is not None:
        shapes = hulls(run, shapes, hull_ratio, len(limits) if merged else None)
    if shapely.is_missing(shapes).all():
        run.note("EMPTY: no facility reaches a part of the network.")
    made = with_shapes(_rows(placed.rows, asked.limits, merged=merged), shapes)
    word = "MultiLineString" if result == "lines" else "MultiPolygon"
    output = write_rows(run, made, crs=network.facts.crs, geometry_type=word)
    return Served(output, int((placed.leave < 0).sum()))


def _require_ratio(result: str, hull_ratio: float | None) -> None:
    if result == "polygons" and hull_ratio is None:
        raise ToolError("MISSING_ARGUMENT", 'result "polygons" needs hull_ratio', "1 gives convex hulls, 0.3 tight "
                        "ones; lines and buffer keep to the streets", argument="hull_ratio")  # fmt: skip
    if result == "lines" and hull_ratio is not None:
        raise ToolError(
            "BAD_VALUE", 'hull_ratio has no meaning for result "lines"', "leave it out", argument="hull_ratio"
        )


def _rows(facilities: RowSet, limits: np.ndarray, *, merged: bool) -> RowSet:
    """Makes a row for each facility and limit, or merged for each limit."""
    import numpy as np

    from ...execution.layers.rows import Column, RowSet

    row = np.zeros(len(limits), int) if merged else np.repeat(np.arange(facilities.count), len(limits))
    values = limits if merged else np.tile(limits, facilities.count)
    columns = [] if merged else [column.take(row) for column in facilities.columns]
    return RowSet([*columns, Column(Field("limit", "real"), values, np.zeros(len(values), bool))], None, len(values))
