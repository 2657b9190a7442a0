# SPDX-License-Identifier: GPL-2.0-or-later
"""points_to_path, voronoi_polygons"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.crs_equality import is_geographic
from ...declaration.effects import like, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points, Polygons
from ...declaration.markers import ExpressionOn, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.paths_of_points import Paths
    from ...execution.geometry.shapes import Parts
    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Vector geometry"


class Joined(NamedTuple):
    """Result of points_to_path."""

    output: Lines
    skipped_groups: int


class Tessellated(NamedTuple):
    """Result of voronoi_polygons."""

    output: Polygons
    duplicate_points: int


def _path_effect(call: Call) -> Mapping[str, LayerFacts]:
    source, given = call.facts("layer"), call.arguments
    group = source.field(given["group_field"]) if given.get("group_field") else None
    ident = source.field(given["id_field"]) if given.get("id_field") else None
    fields: tuple[Field, ...] = (group,) if group else ()
    if not given.get("as_segments"):
        fields = (*fields, Field("count", "integer"))
    elif ident is not None:
        fields = (*fields, *(Field(f"{end}_{ident.name}", ident.type) for end in ("from", "to")))
    known = None if source.fields is None else fields
    return {"output": vector(source.crs, known, "LineString", has_z=source.has_z)}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_path_effect,
    tags=("track", "gps", "connect points", "points to line", "trajectory", "route", "sequence"),
)
def points_to_path(
    run: Run,
    layer: Points,
    order_by: Annotated[str, ExpressionOn("layer")],
    group_field: Annotated[str | None, FieldOf("layer")] = None,
    close: bool = False,
    as_segments: bool = False,
    id_field: Annotated[str | None, FieldOf("layer")] = None,
) -> Joined:
    """Joins points into one line per group in a stated order, or into one line for each pair of points in turn.

    Args:
        layer: Points; parts of a multi-point follow each other.
        order_by: Field or expression whose value decides: numbers, dates, or text by code point, where 10 comes before
            2. Equal values keep the order of the rows, which is said.
        group_field: Field whose values make a line each; left out, all points are on one line.
        close: Whether a line returns to its first point.
        as_segments: Whether each pair of points in turn is a line of its own.
        id_field: With as_segments: field whose values name the ends of each line, in `from_<id_field>` and
            `to_<id_field>`; left out, there are none.
    Returns:
        output: Lines in the order of the group values, NULL last, with the group field and, but for segments, `count`
            of points; Z where the points have it.
        skipped_groups: Groups of a single point, or of points at one place, which have no line.
    CRS: Any; coordinates stay as they are. In degrees, steps over the 180th meridian are said.
    Edges: Points without geometry, and those whose order is NULL, are left out, which is said; so are lines without
        length.
    Raises: BAD_VALUE (values without an order, id_field without as_segments, a taken name), EXPRESSION_INVALID,
        EXPRESSION_NOT_ALLOWED, CRS_UNSUITABLE (planar measures), CRS_MISSING, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import numpy as np

    from ...execution.geometry.paths_of_points import joined
    from ...execution.geometry.shapes import apart, read_shapes, with_shapes
    from ...execution.layers.keys import group_rows
    from ...execution.layers.row_order import order_codes
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    if id_field and not as_segments:
        raise ToolError("BAD_VALUE", "id_field names the ends of segments; as_segments is false",
                        "set as_segments, or leave id_field out", argument="id_field")  # fmt: skip
    run.require.crs_known(layer)
    if group_field and not as_segments:
        run.require.names_free("group_field", [group_field], ["count"], "the field needs another name")
    run.count_before = layer.facts.count
    codes = order_codes(run, layer, order_by, "order_by")
    parts = apart(read_shapes(run, layer))
    with run.timed():
        placed = codes[parts.owner]
        kept = np.flatnonzero((parts.number > 0) & (placed >= 0))
        grouped = group_rows([parts.rows.column(group_field)] if group_field else [], parts.rows.count)
        group = grouped.groups.codes[kept]
        paths = joined(parts.shapes[kept], placed[kept], group, close=close, as_segments=as_segments)
        rows = _path_rows(parts, kept, paths, group_field, id_field, as_segments)
    _tell_points(run, layer, parts, kept, placed[kept], group)
    if paths.flat_count:
        what = "step" if as_segments else "group"
        run.note(f"between points at one place, so without a line: {counted(paths.flat_count, what)}.")
    _tell_meridian(run, layer, paths)
    facts = layer.facts.with_(geometry_type="LineString", is_multi=False, has_m=False)
    output = write_rows(
        run, with_shapes(rows, paths.shapes), crs=layer.facts.crs, geometry_type=ogr_geometry_name(facts)
    )
    return Joined(output, len(np.unique(group)) - len(np.unique(paths.group)))


def _path_rows(
    parts: Parts, kept: np.ndarray, paths: Paths, group_field: str | None, id_field: str | None, as_segments: bool
) -> RowSet:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet

    columns = [parts.rows.column(group_field).take(kept[paths.first])] if group_field else []
    if not as_segments:
        columns.append(Column(Field("count", "integer"), paths.size, np.zeros(len(paths.size), bool)))
    elif id_field:
        ident = parts.rows.column(id_field)
        for end, rows in (("from", paths.first), ("to", paths.last)):
            columns.append(ident.take(kept[rows]).renamed(f"{end}_{id_field}"))
    return RowSet(columns, None, len(paths.shapes))


def _tell_points(run: Run, layer: Points, parts: Parts, kept: np.ndarray, codes: np.ndarray, group: np.ndarray) -> None:
    import numpy as np

    left_out = len(parts.owner) - len(kept)
    if left_out:
        run.note(
            f'left out, without geometry or with NULL in order_by: {counted(left_out, "point")} of "{layer.name}".'
        )
    pairs = np.stack([group, codes], axis=1)
    tied = len(pairs) - len(np.unique(pairs, axis=0)) if len(pairs) else 0
    if tied:
        run.note(f"with the place of another point in the order, so that rows decide: {counted(tied, 'point')}.")


def _tell_meridian(run: Run, layer: Points, paths: Paths) -> None:
    import numpy as np
    import shapely

    if not is_geographic(layer.facts.crs or ""):
        return
    coordinates, line = shapely.get_coordinates(paths.shapes, return_index=True)
    steps = np.abs(np.diff(coordinates[:, 0]))[line[1:] == line[:-1]]
    jumps = int((steps > 180).sum())
    if jumps:
        run.warn("CRS_UNSUITABLE", f"{counted(jumps, 'step')} of the lines cross the 180th meridian and run around the "
                 "Earth the long way")  # fmt: skip


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely",
    effect=lambda call: {
        "output": like("layer", geometry_type="Polygon", is_multi=True)(call)["output"].with_(has_z=False, has_m=False)
    },
    tags=("thiessen", "nearest area", "catchment", "service area", "tessellation", "proximity polygons"),
)
def voronoi_polygons(run: Run, layer: Points, boundary: Polygons | None = None) -> Tessellated:
    """Divides space into the area nearest to each point (Thiessen polygons).

    Args:
        layer: Points; each part of a multi-point has its own cell.
        boundary: Polygons whose union is divided, all of it; left out, the box around the points grown on each side by
            its longer side, which is arbitrary: outer cells then say little.
    Returns:
        output: One multi-part cell per place, with the fields of its point, in the order of the points.
        duplicate_points: Points at the place of another one; they have no cell, the first one at a place has it.
    CRS: Nearness is planar: degrees and a scale error above 1 % over the points are refused. Both layers in one CRS.
    Edges: Points without geometry have no cell. A cell that lies outside `boundary` altogether is left out, said.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY (of the boundary), BAD_VALUE (a single place
        without boundary, a boundary without area), UNKNOWN_LAYER.
    Source: GEOS Voronoi diagram.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.nearest_cells import nearest_cells
    from ...execution.geometry.shapes import apart, as_multi_parts, read_shapes, taken, with_shapes
    from ...execution.layers.rows import write_rows

    run.require.measurable(layer)
    limits = None
    if boundary is not None:
        run.require.crs_same(layer, boundary)
        run.require.valid(boundary)
        limits = shapely.force_2d(shapely.union_all(read_shapes(run, boundary).shapes))
        if not limits.area > 0:
            raise ToolError("BAD_VALUE", f'"{boundary.name}" has no area that could be divided',
                            "left out, the box around the points is", argument="boundary")  # fmt: skip
    run.count_before = layer.facts.count
    parts = apart(read_shapes(run, layer))
    with run.timed():
        full = np.flatnonzero(parts.number > 0)
        if limits is None and len(np.unique(shapely.get_coordinates(parts.shapes[full]), axis=0)) == 1:
            raise ToolError("BAD_VALUE", f'all points of "{layer.name}" are at one place, whose cell has no end',
                            "a boundary ends it", argument="boundary")  # fmt: skip
        cells = nearest_cells(parts.shapes[full], limits)
        rows = full[cells.owner]
        result = with_shapes(taken(parts.rows, rows), as_multi_parts(cells.shapes))
    if cells.outside_count:
        run.note(f"without a cell inside the boundary: {counted(cells.outside_count, 'place')}.")
    if cells.duplicate_count:
        run.note(f"at the place of another point, so without a cell: {counted(cells.duplicate_count, 'point')}.")
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type="MultiPolygon")
    return Tessellated(output, cells.duplicate_count)
