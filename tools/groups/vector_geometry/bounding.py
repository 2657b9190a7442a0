# SPDX-License-Identifier: GPL-2.0-or-later
"""minimum_bounding_geometry"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import vector
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Polygons, Vector
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.layers.rows import RowSet
    from ...execution.layers.statistics import Groups
    from ...execution.run import Run

MEASURES = {
    "envelope": ("width", "height"),
    "oriented_rectangle": ("width", "height", "angle"),
    "circle": ("radius",),
    "convex_hull": (),
    "concave_hull": (),
}


class Bounded(NamedTuple):
    """Result of minimum_bounding_geometry."""

    output: Polygons
    no_area_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    kept, group = source.fields, call.arguments.get("group_field")
    if kept is not None and group:
        kept = (*(field for field in kept if field.name == group), Field("count", "integer"))
    fields = None if kept is None else (*kept, *(Field(name, "real") for name in MEASURES[call.arguments["shape"]]))
    return {"output": vector(source.crs, fields, "Polygon")}


@tool(
    group="Vector geometry",
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=(
        "envelope",
        "bounding box",
        "convex hull",
        "concave hull",
        "enclosing circle",
        "oriented rectangle",
        "extent",
    ),
)
def minimum_bounding_geometry(
    run: Run,
    layer: Vector,
    shape: Literal["envelope", "oriented_rectangle", "circle", "convex_hull", "concave_hull"],
    group_field: Annotated[str | None, FieldOf("layer")] = None,
    concavity: Annotated[float, Number(0, 1)] = 0.3,
    quarter_segments: Annotated[int, Number(1, 1000)] = 16,
) -> Bounded:
    """Makes the smallest shape of a kind around each feature, or around each group of features.

    Args:
        layer: Features of any kind; only their vertices count.
        shape: envelope, a rectangle along the axes, with `width` and `height`; oriented_rectangle, the rectangle of
            least area at any angle, with `width` (the longer side), `height`, and `angle` of the longer side, degrees
            clockwise from north, from 0 up to 180; circle, the smallest enclosing one, with `radius`; convex_hull; or
            concave_hull, one polygon without holes. Lengths are in units of the CRS.
        group_field: Field whose equal values make a group that gets one shape, with `count` of its features; left out,
            each feature has its own and keeps its fields.
        concavity: For concave_hull: longest edge allowed, as a share between the shortest and the longest edge of the
            triangulation; 0 is as tight as can be, 1 is the convex hull.
        quarter_segments: For circle: straight pieces of a quarter; their corners lie on the circle, so that the polygon
            is low in area by 0.16 % at 16 and cuts off a little of what touches the circle.
    Returns:
        output: Polygons without Z and M.
        no_area_count: Features or groups with fewer than three points that are not on one line; they have no shape. A
            circle needs two points, an envelope two that differ in both coordinates.
    CRS: circle and oriented_rectangle measure in the plane and refuse degrees; the others take any CRS.
    Edges: Rows without geometry have no shape. Groups stand in the order of their values, NULL last.
    Raises: CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE (a field of the same name is there), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS; circle by Welzl 1991, rectangle by rotating calipers, concave hull by edge length (Duckham 2008).
    """
    from ...execution.geometry.bounding_shapes import bounding_shapes, measure_columns
    from ...execution.geometry.group_shapes import vertex_clouds
    from ...execution.geometry.shapes import read_shapes, with_shapes
    from ...execution.layers.rows import write_rows

    run.require.crs_known(layer)
    if shape in ("circle", "oriented_rectangle"):
        run.require.measurable(layer)
    _require_names(run, layer, shape, group_field)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    with run.timed():
        rows, groups = _grouped(shaped.rows, group_field)
        bounds = bounding_shapes(vertex_clouds(shaped.shapes, groups), shape, concavity, quarter_segments)
        rows.columns.extend(measure_columns(bounds, MEASURES[shape]))
        result = with_shapes(rows, bounds.shapes)
    if bounds.flat_count:
        what = "group" if group_field else "feature"
        run.note(f"without an area and so without a shape: {counted(bounds.flat_count, what)}.")
    return Bounded(write_rows(run, result, crs=layer.facts.crs, geometry_type="Polygon"), bounds.flat_count)


def _require_names(run: Run, layer: Vector, shape: str, group_field: str | None) -> None:
    kept = [group_field] if group_field else layer.facts.field_names or []
    added = [*(["count"] if group_field else []), *MEASURES[shape]]
    run.require.names_free("shape", kept, added, "the field must be renamed or left out first")


def _grouped(rows: RowSet, group_field: str | None) -> tuple[RowSet, Groups]:
    import numpy as np

    from ...execution.layers.keys import group_rows
    from ...execution.layers.rows import Column, RowSet
    from ...execution.layers.statistics import Groups

    if group_field is None:
        return rows, Groups(np.arange(rows.count), rows.count)
    grouped = group_rows([rows.column(group_field)], rows.count)
    groups = grouped.groups
    count = Column(Field("count", "integer"), groups.sizes(), np.zeros(groups.count, bool))
    return RowSet([rows.column(group_field).take(grouped.first_rows), count], None, groups.count), groups
