# SPDX-License-Identifier: GPL-2.0-or-later
"""intersection"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import all_have_z, copied_fields, vector
from ...declaration.facts import GeometryType, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import FieldOf, FreeText, LeftOut
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Vector overlay"
TYPES: tuple[GeometryType, ...] = ("Point", "LineString", "Polygon")


class Intersected(NamedTuple):
    """Result of intersection."""

    output: Vector
    unmatched_count: int
    touching_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    first, second, given = call.facts("layer"), call.facts("other_layer"), call.arguments
    own = copied_fields(first, given.get("copy_fields"))
    others = copied_fields(second, given.get("other_fields"), given.get("other_prefix"))
    fields = None if own is None or others is None else (*own, *others)
    kinds = [TYPES.index(each.geometry_type) for each in (first, second) if each.geometry_type in TYPES]
    points = [each.is_multi for each in (first, second) if each.geometry_type == "Point"]
    geometry_type = TYPES[min(kinds)] if len(kinds) == 2 else None
    is_multi = None if None in points or len(kinds) < 2 else not points or any(points)
    return {"output": vector(first.crs, fields, geometry_type, is_multi=is_multi, has_z=all_have_z(first, second))}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_effect,
    tags=("overlay", "intersect", "and", "common area", "cut", "identity"),
)
def intersection(
    run: Run,
    layer: Vector,
    other_layer: Vector,
    copy_fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    other_fields: Annotated[list[str] | None, FieldOf("other_layer"), LeftOut("all")] = None,
    other_prefix: Annotated[str | None, FreeText()] = None,
) -> Intersected:
    """Cuts the features of two layers against each other and keeps the common parts with the attributes of both.

    There is one row per pair of features that share a part; a feature that meets several others is in several rows, and
    so is every value of it: totals must be shared out by area or length. Where features of one layer overlap, their
    pieces do.

    Args:
        layer: Points, lines or polygons.
        other_layer: Points, lines or polygons. The parts are of the lower kind of the two, such as lines for lines and
            polygons.
        copy_fields: Fields of `layer` in the result.
        other_fields: Fields of `other_layer` in the result.
        other_prefix: Put before the names of the fields of `other_layer`; needed where names are the same.
    Returns:
        output: Common parts, multi-part but for single points, ordered by row of `layer`, then of `other_layer`.
        unmatched_count: Features of `layer` that share no part with any feature of the other.
        touching_count: Pairs that only touch, in an edge or a point of lower kind than the parts; they are not in the
            result.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: A point on an edge is in the polygon; a line along an edge is in it too. Rows without geometry have no parts.
        Borders that nearly match give slivers. A line keeps every pass over its own way in a polygon; what lines share
        is there once. Z is kept where both layers have it.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (collections), BAD_VALUE (fields of one
        name), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS intersection (OverlayNG).
    """
    import numpy as np

    from ...execution.geometry.shapes import as_multi_parts, read_alike, with_shapes
    from ...execution.layers.rows import RowSet, ogr_geometry_name, write_rows
    from ...execution.relations.overlay import common_parts
    from ...execution.relations.spatial_pairs import related_pairs

    own = layer.facts.field_names or [] if copy_fields is None else copy_fields
    others = other_layer.facts.field_names or [] if other_fields is None else other_fields
    prefix = other_prefix or ""
    run.require.names_free("other_prefix", own, [f"{prefix}{name}" for name in others], "give a prefix for them")
    dimension = min(
        run.require.dimension(each, name) for each, name in ((layer, "layer"), (other_layer, "other_layer"))
    )
    run.require.crs_same(layer, other_layer)
    run.require.valid(layer, other_layer)
    run.count_before = layer.facts.count
    points = [each.facts.is_multi for each in (layer, other_layer) if each.facts.geometry_type == "Point"]
    is_multi = not points or any(points)
    first, second = read_alike(run, layer, other_layer)
    with run.timed():
        pairs = related_pairs(run, first.shapes, second.shapes, ["intersects"])
        common = common_parts(run, first.shapes, second.shapes, pairs, dimension)
        columns = first.rows.copied(common.pairs.first, own) + second.rows.copied(common.pairs.second, others, prefix)
        result = with_shapes(
            RowSet(columns, None, len(common.shapes)), as_multi_parts(common.shapes) if is_multi else common.shapes
        )
    alone = first.rows.count - len(np.unique(common.pairs.first))
    times = np.bincount(common.pairs.first, minlength=1)
    if (times > 1).any():
        run.note(f'in several rows each: {counted(int((times > 1).sum()), "feature")} of "{layer.name}"; '
                 "sums over the result count them again.")  # fmt: skip
    has_z = bool(layer.facts.has_z and other_layer.facts.has_z)
    facts = layer.facts.with_(geometry_type=TYPES[dimension], is_multi=is_multi, has_z=has_z, has_m=False)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Intersected(output, alone, common.touching_count)
