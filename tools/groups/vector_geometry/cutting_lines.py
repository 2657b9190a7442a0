# SPDX-License-Identifier: GPL-2.0-or-later
"""split_with_lines, planarize_lines, line_intersections"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import copied_fields, like, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points, Vector
from ...declaration.markers import Distance, FieldOf, FreeText, LeftOut
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.line_noding import Noded
    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Vector geometry"


class Split(NamedTuple):
    """Result of split_with_lines."""

    output: Vector
    split_count: int


class Planarized(NamedTuple):
    """Result of planarize_lines."""

    output: Lines
    node_count: int
    snapped_count: int


class Crossings(NamedTuple):
    """Result of line_intersections."""

    output: Points


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=lambda call: {"output": like("layer")(call)["output"].with_(is_multi=False, has_m=False)},
    tags=("cut", "divide", "break", "split polygons", "knife", "split features"),
)
def split_with_lines(run: Run, layer: Vector, split_layer: Lines) -> Split:
    """Cuts lines or polygons where the lines of another layer cross them.

    Attributes are copied to every piece: counts and totals must be shared out by area or length.

    Args:
        layer: Lines or polygons to cut.
        split_layer: Lines that cut.
    Returns:
        output: Single-part pieces in the order of the features.
        split_count: Features that were cut.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: A polygon is cut only where lines pass right through it; an undershoot cuts nothing. A line is also cut where
        another one touches it or ends on it, and where it begins or ceases to run along with one; each pass over the
        same way is cut. A layer cut by itself is also cut where a line crosses itself. Rows without geometry are kept
        without one. M values are lost, said.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (points, collections),
        UNKNOWN_LAYER.
    Source: GEOS: intersections of the edges of lines; noding and polygonizing of borders with the cutting lines.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.line_meetings import split_by
    from ...execution.geometry.shapes import apart, read_shapes, taken, with_shapes
    from ...execution.geometry.surface_heights import with_own_heights
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    dimension = run.require.dimension(layer, "layer")
    if not dimension:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{layer.name}" holds points, which cannot be cut', argument="layer")
    run.require.crs_same(layer, split_layer)
    run.require.valid(layer)
    run.count_before = layer.facts.count
    parts, cutters = apart(read_shapes(run, layer)), shapely.force_2d(read_shapes(run, split_layer).shapes)
    with run.timed():
        pieces, of_part = split_by(run, parts.shapes, cutters)
        if dimension == 2 and layer.facts.has_z:
            pieces = with_own_heights(pieces, parts.shapes[of_part])
        result = with_shapes(taken(parts.rows, of_part), pieces)
        cut = np.unique(parts.owner[np.bincount(of_part, minlength=len(parts.owner)) > 1])
    facts = layer.facts.with_(is_multi=False, has_m=False)
    return Split(write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)), len(cut))


def _planar_fields(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    ident = source.field(call.arguments["id_field"])
    fields = None if ident is None else (ident, Field("source_count", "integer"), Field("source_ids", "text"))
    return {"output": vector(source.crs, fields, "LineString")}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_planar_fields,
    tags=("node", "clean network", "split at intersections", "break at crossings", "topology", "v.clean"),
)
def planarize_lines(
    run: Run,
    layer: Lines,
    id_field: Annotated[str, FieldOf("layer")],
    snap_tolerance: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
) -> Planarized:
    """Cuts the lines of one layer at every crossing and touching point and keeps each piece once.

    Bridges and tunnels are cut too. Stretches where several lines run together become one piece.

    Args:
        layer: Lines to cut at their crossings.
        id_field: Field that names the lines.
        snap_tolerance: Distance in `unit` by which an end may miss another line and is moved onto it, first onto a
            vertex; 0 moves nothing.
        unit: Unit of `snap_tolerance`.
    Returns:
        output: Pieces without Z and M, with the `id_field` of the first line they are part of, `source_count` of lines,
            and `source_ids`, all of them with commas between.
        node_count: Places where pieces end.
        snapped_count: Ends that were moved.
    CRS: Any without a tolerance; with one, degrees and a scale error above 1 % are refused.
    Edges: Rows without geometry have no pieces, nor have lines without length, such as those whose ends were moved onto
        each other; they are counted. Lines that nearly run together are not joined.
    Raises: BAD_VALUE (a negative tolerance, an `id_field` of the name of a new field), CRS_MISSING, CRS_UNSUITABLE,
        UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS unary union.
    """
    import numpy as np

    from ...execution.geometry.line_noding import noded, snapped_ends
    from ...execution.geometry.shapes import apart, read_shapes, with_shapes
    from ...execution.layers.rows import write_rows

    if snap_tolerance < 0:
        raise ToolError("BAD_VALUE", f"snap_tolerance takes a distance from 0, not {snap_tolerance:g}",
                        argument="snap_tolerance")  # fmt: skip
    run.require.names_free("id_field", [id_field], ["source_count", "source_ids"], "the field needs another name")
    run.require.crs_known(layer)
    if snap_tolerance:
        run.require.measurable(layer)
    run.count_before = layer.facts.count
    if layer.facts.has_z:
        run.note(f'the Z values of "{layer.name}" are not in the result.')
    parts = apart(read_shapes(run, layer))
    with run.timed():
        full = np.flatnonzero(parts.number > 0)
        lines, snapped = parts.shapes[full], 0
        if snap_tolerance:
            distance = snap_tolerance * METRES[unit] / metres_per_unit(layer.facts.crs or "")
            lines, snapped = snapped_ends(run, lines, distance)
        found = noded(lines)
        result = with_shapes(_sources(parts.rows, full, found, id_field), found.pieces)
    lost = len(lines) - len(np.unique(found.line))
    if lost:
        run.note(f"without length, and so in no piece: {counted(lost, 'line')}.")
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type="LineString")
    return Planarized(output, found.node_count, snapped)


def _sources(rows: RowSet, full: np.ndarray, found: Noded, id_field: str) -> RowSet:
    """Makes the columns that say which lines a piece is part of."""
    import numpy as np

    from ...execution.layers.rows import Column, RowSet
    from ...execution.layers.statistics import as_texts

    ident = rows.column(id_field).take(full)
    count = len(found.pieces)
    texts = np.array(as_texts(ident.values), object)
    first = np.full(count, -1)
    listed: list[list[str]] = [[] for _ in range(count)]
    for piece, line in zip(found.piece.tolist(), found.line.tolist(), strict=True):
        first[piece] = line if first[piece] < 0 else first[piece]
        if not ident.is_null[line] and texts[line] not in listed[piece]:
            listed[piece].append(texts[line])
    given = np.zeros(count, bool)
    sources = np.array([",".join(each) for each in listed], object)
    columns = [
        ident.take(first),
        Column(Field("source_count", "integer"), np.bincount(found.piece, minlength=count), given),
        Column(Field("source_ids", "text"), sources, given),
    ]
    return RowSet(columns, None, count)


def _crossing_fields(call: Call) -> Mapping[str, LayerFacts]:
    first, second, given = call.facts("layer"), call.facts("other_layer"), call.arguments
    own = copied_fields(first, given.get("copy_fields"))
    others = copied_fields(second, given.get("other_fields"), given.get("other_prefix"))
    fields = None if own is None or others is None else (*own, *others)
    return {"output": vector(first.crs, fields, "Point")}


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=_crossing_fields,
    tags=("crossings", "intersect lines", "junctions", "intersection points", "bridges", "nodes"),
)
def line_intersections(
    run: Run,
    layer: Lines,
    other_layer: Lines,
    copy_fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    other_fields: Annotated[list[str] | None, FieldOf("other_layer"), LeftOut("all")] = None,
    other_prefix: Annotated[str | None, FreeText()] = None,
) -> Crossings:
    """Makes a point at every place where lines of two layers cross or touch, with the fields of both.

    Args:
        layer: Lines whose crossings are asked for.
        other_layer: Lines; the same layer twice gives the crossings within it, each pair of features once.
        copy_fields: Fields of `layer` in the result.
        other_fields: Fields of `other_layer` in the result.
        other_prefix: Put before the names of the fields of `other_layer`; needed where names are the same.
    Returns:
        output: One point per pair of features and place, without Z and M, ordered by row of `layer`, then of the other.
    CRS: Both layers in one CRS, which the output keeps.
    Edges: Ends that touch count. Where two lines run together, the ends of that stretch are points. A line is not
        crossed with itself. Rows without geometry have no points.
    Raises: CRS_MISSING, CRS_MISMATCH, BAD_VALUE (fields of one name), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS intersection (OverlayNG).
    """
    import shapely

    from ...execution.geometry.shapes import read_shapes, with_shapes
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.relations.spatial_pairs import related_pairs

    own = layer.facts.field_names or [] if copy_fields is None else copy_fields
    others = other_layer.facts.field_names or [] if other_fields is None else other_fields
    prefix = other_prefix or ""
    run.require.names_free("other_prefix", own, [f"{prefix}{name}" for name in others], "give a prefix for them")
    run.require.crs_same(layer, other_layer)
    run.count_before = layer.facts.count
    first, second = read_shapes(run, layer), read_shapes(run, other_layer)
    with run.timed():
        pairs = related_pairs(run, first.shapes, second.shapes, ["intersects"])
        kept = pairs.first < pairs.second if layer.is_same_as(other_layer) else pairs.first >= 0
        left, right = pairs.first[kept], pairs.second[kept]
        points, pair = _points_of(shapely.intersection(first.shapes[left], second.shapes[right]))
        columns = first.rows.copied(left[pair], own) + second.rows.copied(right[pair], others, prefix)
        result = with_shapes(RowSet(columns, None, len(points)), points)
    return Crossings(write_rows(run, result, crs=layer.facts.crs, geometry_type="Point"))


def _points_of(shared: Any) -> tuple[np.ndarray, np.ndarray]:
    """Gives the points of what lines share, and the ends of stretches, each place once; and which pair they are of."""
    import numpy as np
    import shapely

    parts, pair = shapely.get_parts(shared, return_index=True)
    inner, part = shapely.get_parts(parts, return_index=True)
    pair = pair[part]
    is_point = shapely.get_dimensions(inner) == 0
    stretched, dense = np.unique(pair[~is_point], return_inverse=True)
    stretches = shapely.multilinestrings(inner[~is_point], indices=dense) if len(dense) else inner[~is_point]
    merged, stretch = shapely.get_parts(shapely.line_merge(stretches), return_index=True)
    points = np.concatenate([inner[is_point], shapely.get_point(merged, 0), shapely.get_point(merged, -1)])
    owner = np.concatenate([pair[is_point], stretched[stretch], stretched[stretch]])
    places = np.column_stack([owner, shapely.get_coordinates(points)])
    places = np.unique(places, axis=0) if len(places) else places.reshape(0, 3)
    return shapely.points(places[:, 1:]), places[:, 0].astype(np.int64)
