# SPDX-License-Identifier: GPL-2.0-or-later
"""simplify_geometry"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.layers import Vector
from ...declaration.markers import Distance
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.simplification import Simplified
    from ...execution.run import Run

GROUP = "Vector geometry"


class SimplifiedLayer(NamedTuple):
    """Result of simplify_geometry."""

    output: Vector
    vertex_count_before: int
    vertex_count_after: int
    collapsed_count: int


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=lambda call: {"output": like("layer")(call)["output"].with_(has_m=False)},
    title="Simplify geometries",
    tags=("generalize", "douglas-peucker", "visvalingam", "thin vertices", "weed", "v.generalize", "simplify coverage",
          "reduce vertices"),
)  # fmt: skip
def simplify_geometry(
    run: Run,
    layer: Vector,
    method: Literal["douglas_peucker", "visvalingam", "snap_to_grid"],
    tolerance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    shared_edges: Literal["keep_topology", "each_feature"] = "keep_topology",
) -> SimplifiedLayer:
    """Removes vertices of lines and polygons within a tolerance; neighbours keep their common edges.

    Areas and lengths change: measure after it, or from the layer before.

    Args:
        layer: Lines or polygons.
        method: douglas_peucker keeps the vertices that lie farther than the tolerance from the simpler line;
            visvalingam removes the vertex with the smallest triangle again and again, up to an area of the tolerance
            squared; snap_to_grid moves vertices to the nearest multiple of the tolerance and removes those that fall
            together.
        tolerance: Above 0, in `unit`.
        unit: Unit of `tolerance`.
        shared_edges: keep_topology simplifies a stretch that several features have once for all, with the places where
            they meet or part kept, and by a finer tolerance, at last not at all, what would become invalid or overlap
            or cross others anew, said; each_feature simplifies each for itself, which opens gaps and overlaps and may
            yield invalid polygons, said. Without effect for snap_to_grid.
    Returns:
        output: The rows of `layer`.
        vertex_count_before: Vertices of the layer; the closing vertex of a ring counts.
        vertex_count_after: Vertices of the result.
        collapsed_count: Features of which nothing is left; they are kept without geometry.
    CRS: Planar: degrees and a scale error above 1 % are refused.
    Edges: Ends of lines stay; a ring without such places keeps its westernmost vertex. keep_topology gives a feature
        the vertices of others that lie on its edges; borders that only nearly match are no common edges, and drift by
        up to the tolerance. Holes and parts within the tolerance vanish, said. Z is kept (of the first vertex at a
        place), M is not. Rows without geometry are kept.
    Raises: BAD_VALUE (a tolerance that is not above 0), WRONG_GEOMETRY_TYPE (points), CRS_MISSING, CRS_UNSUITABLE,
        INVALID_GEOMETRY, UNKNOWN_LAYER.
    Source: Douglas and Peucker 1973, by GEOS; Visvalingam and Whyatt 1993.
    """
    import shapely

    from ...execution.geometry.shapes import read_shapes, with_shapes
    from ...execution.geometry.simplification import simplified, snapped
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    if not tolerance > 0:
        raise ToolError("BAD_VALUE", f"tolerance takes a number above 0, not {tolerance:g}", argument="tolerance")
    if layer.facts.geometry_type not in ("LineString", "Polygon"):
        raise ToolError("WRONG_GEOMETRY_TYPE", f'simplify_geometry takes lines or polygons; "{layer.name}" holds '
                        "other geometries", argument="layer")  # fmt: skip
    run.require.measurable(layer)
    run.require.valid(layer)
    shaped = read_shapes(run, layer)
    run.count_before = shaped.rows.count
    step = tolerance * METRES[unit] / metres_per_unit(layer.facts.crs or "")
    with run.timed():
        share = shared_edges == "keep_topology"
        made = snapped(shaped.shapes, step) if method == "snap_to_grid" else (
            simplified(run, shaped.shapes, method, step, share=share)
        )  # fmt: skip
        shapes = shapely.get_geometry(made.shapes, 0) if layer.facts.is_multi is False else made.shapes
        collapsed = int((_is_there(shaped.shapes) & ~_is_there(shapes)).sum())
    _tell(run, made, shapes, collapsed)
    facts = layer.facts.with_(has_m=False)
    output = write_rows(
        run, with_shapes(shaped.rows, shapes), crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)
    )
    before, after = (int(shapely.get_num_coordinates(each).sum()) for each in (shaped.shapes, shapes))
    return SimplifiedLayer(output, before, after, collapsed)


def _is_there(shapes: np.ndarray) -> np.ndarray:
    import shapely

    return ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)  # type: ignore[no-any-return]


def _tell(run: Run, made: Simplified, shapes: np.ndarray, collapsed: int) -> None:
    import shapely

    invalid = int((~shapely.is_valid(shapes) & ~shapely.is_missing(shapes)).sum())
    run.counts |= {"invalid_count": invalid, "lost_part_count": made.lost_parts, "held_count": made.held_rows}
    if collapsed:
        run.note(f"smaller than the tolerance, so without geometry now: {counted(collapsed, 'feature')}.")
    if made.lost_parts:
        lost = counted(made.lost_parts, "part or hole", "parts and holes")
        run.note(f"smaller than the tolerance, so gone: {lost} of other features.")
    if made.held_rows:
        run.note("with edges that keep more vertices than the tolerance asks, since they would cross or overlap "
                 f"without: {counted(made.held_rows, 'feature')}.")  # fmt: skip
    if made.faults_before:
        run.note(
            f"overlapping or invalid before, so not held apart: {counted(made.faults_before, 'pair')} of polygons."
        )
    if invalid:
        run.warn("INVALID_GEOMETRY", f"{counted(invalid, 'simplified geometry is', 'simplified geometries are')} "
                 "invalid; fix_geometries repairs them")  # fmt: skip
