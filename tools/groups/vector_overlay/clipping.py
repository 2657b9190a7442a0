# SPDX-License-Identifier: GPL-2.0-or-later
"""clip, difference"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Polygons, Vector
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Vector overlay"
NOUNS = ("points", "lines", "areas")


class Erased(NamedTuple):
    """Result of difference."""

    output: Vector
    removed_count: int
    changed_count: int


class Clipped(NamedTuple):
    """Result of clip."""

    output: Vector


def _left_over(call: Call) -> Mapping[str, LayerFacts]:
    kind = call.facts("layer").geometry_type
    return {
        "output": like("layer", is_multi=None if kind is None else kind != "Point")(call)["output"].with_(has_m=False)
    }


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_left_over,
    tags=("cut", "cookie cutter", "crop", "mask", "extract"),
)
def clip(run: Run, layer: Vector, mask: Polygons) -> Clipped:
    """Keeps the parts of features that lie inside the polygons of a mask.

    Attributes are those of `layer` alone and are copied: lengths, areas and counts are not recalculated.

    Args:
        layer: Features to cut.
        mask: Polygons that say what is kept; several act as their union.
    Returns:
        output: The parts inside, one row per feature that has any, lines and polygons as multi-parts.
    CRS: Both layers in one CRS, which the output keeps. To keep the CRS of `layer`, reproject the mask.
    Edges: A point or a line on the border of the mask is kept. A polygon that only touches the mask is dropped. A line
        keeps every pass over its own way. Z of a cut is that of the cut edge; at corners of the mask inside a polygon
        it is that of the Delaunay triangles between the polygon's vertices.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (collections), UNKNOWN_LAYER.
    Source: GEOS intersection with the union of the mask (OverlayNG).
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, read_shapes, taken, with_shapes
    from ...execution.geometry.surface_heights import with_own_heights
    from ...execution.layers.rows import ogr_geometry_name, write_rows
    from ...execution.relations.overlay import insides
    from ...execution.relations.spatial_pairs import related_pairs

    dimension = run.require.dimension(layer, "layer")
    run.require.crs_same(layer, mask)
    run.require.valid(layer, mask)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    masks = shapely.force_2d(read_shapes(run, mask).shapes)  # heights are those of the layer alone
    with run.timed():
        pairs = related_pairs(run, shaped.shapes, masks, ["intersects"])
        inside = insides(run, shaped.shapes, masks, pairs, dimension)
        if dimension == 2 and layer.facts.has_z:
            inside = with_own_heights(inside, shaped.shapes)
        kept = np.flatnonzero(~shapely.is_missing(inside))
        is_multi = dimension > 0 or bool(layer.facts.is_multi)
        result = with_shapes(taken(shaped.rows, kept), as_multi_parts(inside[kept]) if is_multi else inside[kept])
    facts = layer.facts.with_(is_multi=is_multi, has_m=False)
    return Clipped(write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)))


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_left_over,
    tags=("erase", "subtract", "cut out", "hole", "minus", "not", "exclude"),
)
def difference(run: Run, layer: Vector, other_layer: Vector) -> Erased:
    """Removes from features whatever lies in another layer.

    Attributes are those of `layer` alone and are copied: lengths, areas and counts are not recalculated.

    Args:
        layer: Features to cut.
        other_layer: What is removed; several features act as their union. Polygons for polygons; polygons or lines for
            lines, where lines remove the stretches they run along; any kind for points.
    Returns:
        output: What is left, one multi-part row per feature that has any, in the order of `layer`.
        removed_count: Features of which nothing is left.
        changed_count: Features that lost a part and are still there.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: What only touches removes nothing of an area or a line; a point on the edge of a polygon is removed. Rows
        without geometry are kept without one. Borders that nearly match leave slivers. A line keeps every pass over its
        own way. Z of a cut is that of the cut edge; at corners of `other_layer` inside a polygon it is that of the
        Delaunay triangles between the polygon's vertices.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (lines or points taken from areas,
        collections), UNKNOWN_LAYER.
    Source: GEOS difference (OverlayNG).
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import as_multi_parts, read_shapes, taken, with_shapes
    from ...execution.geometry.surface_heights import with_own_heights
    from ...execution.layers.rows import ogr_geometry_name, write_rows
    from ...execution.relations.overlay import remainders
    from ...execution.relations.spatial_pairs import related_pairs

    dimension = run.require.dimension(layer, "layer")
    if run.require.dimension(other_layer, "other_layer") < dimension:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{other_layer.name}" has no extent that could be removed from the '
                        f'{NOUNS[dimension]} of "{layer.name}"', "buffer gives lines and points a width",
                        argument="other_layer")  # fmt: skip
    run.require.crs_same(layer, other_layer)
    run.require.valid(layer, other_layer)
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    others = shapely.force_2d(read_shapes(run, other_layer).shapes)  # heights are those of the layer alone
    with run.timed():
        pairs = related_pairs(run, shaped.shapes, others, ["intersects"])
        left = remainders(run, shaped.shapes, others, pairs)
        if dimension == 2 and layer.facts.has_z:
            left = with_own_heights(left, shaped.shapes)
        bare = shapely.is_missing(shaped.shapes) | shapely.is_empty(shaped.shapes)
        kept = np.flatnonzero(~shapely.is_missing(left) | bare)
        touched = np.intersect1d(pairs.first, kept)
        changed = int((~shapely.equals(left[touched], shaped.shapes[touched])).sum())
        is_multi = dimension > 0 or bool(layer.facts.is_multi)
        result = with_shapes(taken(shaped.rows, kept), as_multi_parts(left[kept]) if is_multi else left[kept])
    facts = layer.facts.with_(is_multi=is_multi, has_m=False)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts))
    return Erased(output, shaped.rows.count - len(kept), changed)
