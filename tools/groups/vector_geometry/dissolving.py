# SPDX-License-Identifier: GPL-2.0-or-later
"""dissolve"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import statistic_fields, vector
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import FieldOf, MappingOf, StatisticWord
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run


class Dissolved(NamedTuple):
    """Result of dissolve."""

    output: Vector
    hole_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    fields = None
    if source.fields is not None:
        keys = [field for name in call.arguments.get("fields") or () if (field := source.field(name))]
        made = statistic_fields(source, call.arguments.get("statistics") or {})
        fields = (*keys, Field("count", "integer"), *made)
    is_multi = not call.arguments.get("separate_parts")
    return {"output": vector(source.crs, fields, source.geometry_type, is_multi=is_multi, has_z=source.has_z)}


@tool(
    group="Vector geometry",
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("merge", "unite", "aggregate", "union", "generalize", "collect", "line merge", "combine"),
)
def dissolve(
    run: Run,
    layer: Vector,
    fields: Annotated[list[str] | None, FieldOf("layer")] = None,
    statistics: Annotated[dict[str, list[str]] | None, MappingOf(FieldOf("layer"), StatisticWord())] = None,
    separate_parts: bool = False,
    mode: Literal["union", "collect"] = "union",
) -> Dissolved:
    """Merges features that share field values, or all features, into one each.

    The columns are the dissolve fields, `count` (features merged) and `<field>_<statistic>` in the order asked. Other
    fields are not in the result, since their value would be that of an arbitrary feature.

    Args:
        layer: Features of one kind.
        fields: Fields whose equal values make a group; left out, all features become one.
        statistics: Field to one or more statistics words over the features of a group, as in summarize_by_group; left
            out, there are none.
        separate_parts: Whether parts that do not touch become rows of their own, each with the values of its group;
            else they are one multi-part feature.
        mode: union removes the borders between polygons, cuts lines where they cross and joins them end to end, and
            keeps a point once; collect only puts the parts together as they are, borders, overlaps and repeats
            included.
    Returns:
        output: One row per group, in the order of the group values, NULL last.
        hole_count: Inner rings in the result. Gaps and slivers between the polygons of a group become such rings.
    CRS: Any; coordinates stay as they are.
    Edges: NULL is a group value of its own. Features without geometry count in `count` and in statistics; a group of
        none but those has no geometry. Polygons that touch at a corner alone stay separate parts.
    Raises: CRS_MISSING, INVALID_GEOMETRY, BAD_VALUE (a result column has the name of a dissolve field), WRONG_TYPE,
        LIMIT_EXCEEDED (integer sums beyond 64 bits), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS unary union (OverlayNG) and line merge.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.group_shapes import collected, united
    from ...execution.geometry.shapes import ShapedRows, apart, as_multi_parts, read_shapes, with_shapes
    from ...execution.layers.keys import group_rows
    from ...execution.layers.rows import Column, RowSet, ogr_geometry_name, write_rows
    from ...execution.layers.statistics import note_rates, summarize

    asked, keys = statistics or {}, fields or []
    run.require.crs_known(layer)
    if layer.facts.geometry_type in ("Polygon", None) and mode == "union":
        run.require.valid(layer)
    run.count_before = layer.facts.count
    note_rates(run, asked)
    shaped = read_shapes(run, layer)
    with run.timed():
        grouped = group_rows([shaped.rows.column(name) for name in keys], shaped.rows.count)
        groups = grouped.groups
        combine = united if mode == "union" else collected
        shapes = combine(run, shaped.shapes, groups)
        count = Column(Field("count", "integer"), groups.sizes(), np.zeros(groups.count, bool))
        made = [count, *summarize([shaped.rows.column(name) for name in asked], asked, groups)]
        run.require.names_free("fields", keys, [column.field.name for column in made], "the field needs another name")
        rows = RowSet([shaped.rows.column(name).take(grouped.first_rows) for name in keys] + made, None, groups.count)
        if separate_parts:
            rows, shapes = apart(ShapedRows(rows, shapes))[:2]
        else:
            shapes = as_multi_parts(shapes)
        holes = int(shapely.get_num_interior_rings(shapely.get_parts(shapes)).sum())
    facts = layer.facts.with_(is_multi=not separate_parts, has_m=False)
    output = write_rows(run, with_shapes(rows, shapes), crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Dissolved(output, holes)
