# SPDX-License-Identifier: GPL-2.0-or-later
"""centroids, interior_points, extract_vertices"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Vector
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.geometry.shapes import Parts, ShapedRows
    from ...execution.run import Run

GROUP = "Vector geometry"
VERTEX_FIELDS = [Field("vertex_part", "integer"), Field("vertex_ring", "integer"), Field("vertex_index", "integer"),
                 Field("distance", "real")]  # fmt: skip


class Centred(NamedTuple):
    """Result of centroids."""

    output: Points
    outside_count: int


class Interior(NamedTuple):
    """Result of interior_points."""

    output: Points


class Vertices(NamedTuple):
    """Result of extract_vertices."""

    output: Points


def _flat_points(call: Call) -> Mapping[str, LayerFacts]:
    facts = like("layer", geometry_type="Point")(call)["output"]
    return {"output": facts.with_(is_multi=False, has_z=False, has_m=False)}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_flat_points,
    tags=("center", "middle", "barycentre", "center of mass", "feature to point", "polygon to point"),
)
def centroids(run: Run, layer: Vector, each_part: bool = False) -> Centred:
    """Makes the centroid of each feature.

    A centroid is the mean position of what has the highest dimension: of the area of polygons, of the length of lines,
    of the points of multi-points. It may lie outside its feature; interior_points never does.

    Args:
        layer: Features of any kind.
        each_part: Whether each part of a multi-part feature gets its own point; else all parts have one together.
    Returns:
        output: Points without Z and M, with the fields of `layer`.
        outside_count: Polygons whose centroid lies outside of them.
    CRS: Any; the centroid is that of the coordinates as they are, so that it depends on the CRS. In degrees it is said.
    Edges: Rows without geometry are kept without one. Holes have no mass; overlapping parts are refused as invalid.
    Raises: CRS_MISSING, INVALID_GEOMETRY, UNKNOWN_LAYER.
    Source: GEOS centroid.
    """
    import shapely

    shaped = _read(run, layer)
    with run.timed():
        features = _features(shaped, each_part)
        points = shapely.centroid(features.shapes)
        is_area = shapely.get_dimensions(features.shapes) == 2
        outside = int((is_area & ~shapely.intersects(features.shapes, points)).sum())
    if outside:
        run.note(f'outside of their polygon: {counted(outside, "centroid")} of "{layer.name}"; interior_points makes '
                 "points that are inside")  # fmt: skip
    return Centred(_written(run, layer, features, points), outside)


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_flat_points,
    title="Interior points (point on surface)",
    tags=("point on surface", "representative point", "label point", "inside point", "feature to point inside"),
)
def interior_points(run: Run, layer: Vector, each_part: bool = False) -> Interior:
    """Makes a point that is certain to lie inside each polygon, or on each line.

    Which point it is, is not part of its definition: another engine or another digitizing order may give another one.

    Args:
        layer: Features of any kind; a point is its own interior point.
        each_part: Whether each part of a multi-part feature gets its own point; else one of the parts has it.
    Returns:
        output: Points without Z and M, with the fields of `layer`.
    CRS: Any; the place differs with the CRS. In degrees it is said.
    Edges: Rows without geometry are kept without one. A line's point is one of its vertices, an inner one where it has
        any.
    Raises: CRS_MISSING, INVALID_GEOMETRY, UNKNOWN_LAYER.
    Source: GEOS point on surface: the middle of the widest stretch inside, half way up the polygon.
    """
    import shapely

    shaped = _read(run, layer)
    with run.timed():
        features = _features(shaped, each_part)
        points = shapely.point_on_surface(features.shapes)
    return Interior(_written(run, layer, features, points))


def _vertex_points(call: Call) -> Mapping[str, LayerFacts]:
    facts = like("layer", geometry_type="Point", fields=adds_fields("layer", lambda _: VERTEX_FIELDS))(call)["output"]
    return {"output": facts.with_(is_multi=False, has_m=False)}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_vertex_points,
    tags=("nodes", "feature vertices to points", "end points", "start point", "vertices", "dangles"),
)
def extract_vertices(run: Run, layer: Vector, which: Literal["all", "start", "end", "both_ends"] = "all") -> Vertices:
    """Makes a point for every vertex, or for the ends of lines.

    Args:
        layer: Features of any kind.
        which: all vertices; or of each part of a line its start, its end, or both_ends, start first. The direction is
            that of digitizing; the start and the end of a ring are its closing vertex.
    Returns:
        output: Points with Z where the layer has it, the fields of `layer`, and vertex_part, vertex_ring (0 outer, then
            holes) and vertex_index within the ring or line, each from 0; distance from the start of that ring or line
            along it, in units of the CRS.
    CRS: Any; distances are planar and in its unit.
    Edges: The closing vertex of a ring repeats the first, as it is stored. Rows without geometry have no vertices and
        are dropped, said. Z plays no part in the distance.
    Raises: CRS_MISSING, BAD_VALUE (a field of these names is already there), WRONG_GEOMETRY_TYPE (the ends of points),
        UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    from ...execution.geometry.shapes import read_shapes, taken, with_shapes
    from ...execution.geometry.vertices import vertex_columns, vertices_of
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    run.require.crs_known(layer)
    if which != "all":
        _require_ends(layer, which)
    added = [field.name for field in VERTEX_FIELDS]
    run.require.names_free("layer", layer.facts.field_names or [], added, "it must be renamed or left out first")
    run.count_before = layer.facts.count
    shaped = read_shapes(run, layer)
    with run.timed():
        vertices = vertices_of(shaped.shapes, which)
        rows = taken(shaped.rows, vertices.owner)
        rows.columns.extend(vertex_columns(vertices))
        bare = shaped.rows.count - len(set(vertices.owner.tolist()))
        result = with_shapes(rows, vertices.points)
    if bare:
        run.note(f"{counted(bare, 'row')} without geometry have no vertices and are not in the result.")
    run.counts["without_geometry_count"] = bare
    facts = layer.facts.with_(geometry_type="Point", is_multi=False, has_m=False)
    return Vertices(write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)))


def _require_ends(layer: Vector, which: str) -> None:
    if layer.facts.geometry_type == "Point":
        raise ToolError("WRONG_GEOMETRY_TYPE", f'which "{which}" is for lines and rings; "{layer.name}" holds points',
                        'which "all" gives every point', argument="which")  # fmt: skip


def _read(run: Run, layer: Vector) -> ShapedRows:
    """Reads features whose position is measured."""
    from ...execution.geometry.shapes import read_shapes

    run.require.crs_known(layer)
    if layer.facts.geometry_type in ("Polygon", None):
        run.require.valid(layer)
    run.count_before = layer.facts.count
    if is_geographic(layer.facts.crs or "") and layer.facts.geometry_type != "Point":
        run.warn("CRS_UNSUITABLE", f'positions within the shapes of "{layer.name}" are computed in degrees, '
                 "where east-west counts as much as north-south; reproject first where that matters")  # fmt: skip
    return read_shapes(run, layer)


def _features(shaped: ShapedRows, each_part: bool) -> Parts | ShapedRows:
    from ...execution.geometry.shapes import apart

    return apart(shaped) if each_part else shaped


def _written(run: Run, layer: Vector, features: Parts | ShapedRows, points: object) -> Points:
    import shapely

    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import write_rows

    flat = shapely.force_2d(points)
    return write_rows(run, with_shapes(features.rows, flat), crs=layer.facts.crs, geometry_type="Point")  # type: ignore[no-any-return]
