# SPDX-License-Identifier: GPL-2.0-or-later
"""buffer"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Extent, Field, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import Distance, FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.buffers import BufferStyle
    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Vector geometry"
ROWS_AT_ONCE = 20_000


class Buffered(NamedTuple):
    """Result of buffer."""

    output: Vector
    empty_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    fields = () if call.arguments.get("dissolve") else source.fields
    if fields is not None and call.arguments.get("ring_distances") is not None:
        fields = (*fields, Field("distance", "real"))
    return {"output": vector(source.crs, fields, "Polygon", is_multi=True)}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely; pyproj.Geod",
    effect=_effect,
    tags=("distance", "proximity", "dilate", "offset", "rings", "inset", "grow", "shrink", "geodesic"),
)
def buffer(
    run: Run,
    layer: Vector,
    unit: LengthUnit,
    method: Literal["planar", "ellipsoidal"],
    distance: Annotated[float | None, Distance("unit")] = None,
    distance_field: Annotated[str | None, FieldOf("layer", ("integer", "real"))] = None,
    ring_distances: Annotated[list[float] | None, Distance("unit")] = None,
    side: Literal["both", "left", "right"] = "both",
    cap: Literal["round", "flat", "square"] = "round",
    join: Literal["round", "mitre", "bevel"] = "round",
    mitre_limit: Annotated[float, Number(1)] = 2,
    quarter_segments: Annotated[int, Number(1, 1000)] = 16,
    dissolve: bool = False,
) -> Buffered:
    """Builds polygons at a distance around features, or inside polygons where it is negative.

    Exactly one of `distance`, `distance_field` and `ring_distances` is given. Buffers of different features overlap
    unless they are dissolved.

    Args:
        layer: Features to buffer.
        unit: Unit of all distances, those in `distance_field` and `ring_distances` among them.
        method: planar measures in the layer's CRS; ellipsoidal in metres on the ground, by geodesics, for layers in
            degrees and in any projected CRS.
        distance: One distance in `unit` for all features; negative ones shrink polygons.
        distance_field: Field with the distance in `unit` of each feature.
        ring_distances: Outer distances of rings in `unit`, ascending; the first ring reaches from the feature itself,
            inside included, to the first distance, the others from one distance to the next, so that the rings of a
            feature do not overlap. The field `distance` has the outer distance.
        side: left or right of lines in their direction, with flat ends; both is around features.
        cap: Ends of lines; square also makes squares of points. Without meaning for polygons.
        join: Corners: round, mitre (pointed) or bevel (cut off).
        mitre_limit: For mitre: longest point of a corner, in distances; longer ones are cut off.
        quarter_segments: Straight pieces of a quarter circle. Their corners lie on the circle, so that its area is low
            by 0.64 % at 8, 0.16 % at 16 and 0.04 % at 32.
        dissolve: Whether all buffers are united into one row (one for each ring) without the fields of `layer`.
    Returns:
        output: Multipolygons without Z and M; the rows of `layer`, one after another for each ring.
        empty_count: Features with a geometry whose buffer vanished, or whose distance is NULL; they are kept without a
            shape.
    CRS: planar refuses degrees and, out to the distance, a scale error above 1 %; it converts by the CRS's own unit
        (US survey foot too). ellipsoidal carries features that reach 490 km from their centre, distance included;
        larger ones, and those over the antimeridian or a pole in degrees, are CRS_UNSUITABLE.
    Edges: Rows without geometry are kept. Negative distances are for polygons alone, where holes grow; 0 keeps polygons
        as they are. Edges of the layer are straight in its CRS.
    Raises: MISSING_ARGUMENT (no distance), BAD_VALUE (two distances, distances of the wrong sign or order, a cap
        without meaning, a field `distance` already there), WRONG_GEOMETRY_TYPE (one side of other than lines),
        CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS buffer; geodesics by Karney 2013, as in PROJ.
    """
    from ...execution.geometry.buffers import BufferStyle, buffer_rows
    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import write_rows

    style = BufferStyle(side, cap, join, mitre_limit, quarter_segments)
    _require_one_distance(distance, distance_field, ring_distances)
    _require_style(layer, style)
    _require_distances(layer, distance, ring_distances)
    if ring_distances is not None:
        taken = [] if dissolve else layer.facts.field_names or []
        run.require.names_free("ring_distances", taken, ["distance"], "the field must be left out or renamed first")
    run.require.crs_known(layer)
    if layer.facts.geometry_type in ("Polygon", None):
        run.require.valid(layer)
    run.count_before = layer.facts.count
    _require_few_corners(run, layer, style, len(ring_distances or [0]))
    if layer.facts.has_z or layer.facts.has_m:
        run.note("buffers are flat: Z and M of the layer are not in the result.")
    scale = METRES[unit] / (metres_per_unit(layer.facts.crs or "") if method == "planar" else 1.0)
    if method == "planar":
        reach = max([0.0, *(ring_distances or [distance or 0.0])])
        run.require.measurable(layer, "linear", _reached(layer, reach * scale))
    rows, distances = _distances(run, layer, distance, distance_field, ring_distances)
    if method == "planar" and distance_field is not None:
        run.require.measurable(layer, "linear", _reached(layer, max([0.0, *distances[0][distances[0] > 0]]) * scale))
    with run.timed():
        shapes = shapes_of(rows)
        discs = [_drawn(run, layer, shapes, each * scale, style, method) for each in distances]
        result, empty = buffer_rows(rows, shapes, discs, ring_distances, dissolve)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type="MultiPolygon")
    return Buffered(output, empty)


def _require_few_corners(run: Run, layer: Vector, style: BufferStyle, rings: int) -> None:
    if "round" in (style.cap, style.join):
        corners = 4 * style.quarter_segments * (layer.facts.count or 0) * rings
        run.require.size("vertices", corners, "the buffers", "fewer quarter_segments", "quarter_segments")


def _require_one_distance(*given: object) -> None:
    count = sum(value is not None for value in given)
    names = "distance, distance_field and ring_distances"
    if count == 0:
        raise ToolError("MISSING_ARGUMENT", f"buffer needs one of {names}", argument="distance")
    if count > 1:
        raise ToolError("BAD_VALUE", f"buffer takes only one of {names}, {count} are given", argument="distance")


def _require_style(layer: Vector, style: BufferStyle) -> None:
    found = layer.facts.geometry_type
    if style.side != "both" and found != "LineString":
        raise ToolError("WRONG_GEOMETRY_TYPE", f'side "{style.side}" is for lines; "{layer.name}" is not a line layer',
                        'side "both" buffers all around', argument="side")  # fmt: skip
    if style.side != "both" and style.cap == "square":
        raise ToolError("BAD_VALUE", "a buffer on one side has flat ends; cap square has no meaning for it",
                        "leave cap out", argument="cap")  # fmt: skip
    if style.cap == "flat" and found == "Point":
        raise ToolError("BAD_VALUE", f'cap "flat" leaves nothing of points, and "{layer.name}" is a point layer',
                        "round makes circles, square makes squares", argument="cap")  # fmt: skip


def _require_distances(layer: Vector, distance: float | None, ring_distances: list[float] | None) -> None:
    is_area = layer.facts.geometry_type == "Polygon"
    if distance is not None and distance <= 0 and not is_area:
        raise ToolError("BAD_VALUE",
                        f'distance {distance:g} leaves nothing of "{layer.name}", which is no polygon layer',
                        "only polygons can shrink", argument="distance")  # fmt: skip
    rings = ring_distances or []
    if rings and (rings[0] <= 0 or any(b <= a for a, b in zip(rings, rings[1:], strict=False))):
        raise ToolError("BAD_VALUE", f"ring_distances takes distances above 0 in ascending order, not {rings}",
                        argument="ring_distances")  # fmt: skip


def _reached(layer: Vector, distance: float) -> Extent | None:
    """Gives the extent that the buffers of a layer fill."""
    extent = layer.facts.extent
    if extent is None or distance == 0:
        return extent
    return Extent(extent.xmin - distance, extent.ymin - distance, extent.xmax + distance, extent.ymax + distance)


def _distances(
    run: Run, layer: Vector, distance: float | None, distance_field: str | None, ring_distances: list[float] | None
) -> tuple[RowSet, list[np.ndarray]]:
    """Reads the rows and gives the distance of each, once or for every ring; NaN for NULL."""
    import numpy as np

    from ...execution.layers.rows import read_rows

    rows = read_rows(run, layer)
    if distance_field is None:
        each = [distance] if ring_distances is None else ring_distances
        return rows, [np.full(rows.count, value, float) for value in each]
    column = rows.column(distance_field)
    values = np.where(column.is_null, np.nan, column.values.astype(float))
    negative = int((values < 0).sum())
    if negative and layer.facts.geometry_type != "Polygon":
        raise ToolError("BAD_VALUE", f'distance_field "{distance_field}" is negative in {counted(negative, "row")}; '
                        "only polygons can shrink", argument="distance_field")  # fmt: skip
    missing = int(np.isnan(values).sum())
    if missing:
        run.note(f'without a buffer, since "{distance_field}" is NULL: {counted(missing, "row")}.')
    return rows, [values]


def _drawn(
    run: Run, layer: Vector, shapes: np.ndarray, distances: np.ndarray, style: BufferStyle, method: str
) -> np.ndarray:
    import numpy as np

    from ...execution.geometry.buffers import planar_buffers
    from ...execution.geometry.geodesic_buffers import geodesic_buffers

    run.raise_if_cancelled()
    if method == "planar":
        drawn = np.empty(len(shapes), object)
        for start in range(0, len(shapes), ROWS_AT_ONCE):
            run.progress(start / len(shapes))
            part = slice(start, start + ROWS_AT_ONCE)
            drawn[part] = planar_buffers(shapes[part], distances[part], style)
        return drawn
    return geodesic_buffers(run, layer.name, shapes, distances, style, layer.facts.crs or "")
