# SPDX-License-Identifier: GPL-2.0-or-later
"""count_points_in_polygons, sum_line_lengths"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like
from ...declaration.facts import Field
from ...declaration.layers import Lines, Points, Polygons
from ...declaration.markers import NEW_FIELD, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.statistics import result_type
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.relations.spatial_pairs import Pairs
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"


class Counted(NamedTuple):
    """Result of count_points_in_polygons."""

    output: Polygons
    uncounted_points: int


class LineLengths(NamedTuple):
    """Result of sum_line_lengths."""

    output: Polygons


def _count_fields(call: Call) -> list[Field] | None:
    given, points = call.arguments, call.facts("points")
    fields = [Field(given["count_field"], "integer")]
    if given.get("weight_field"):
        weight = points.field(given["weight_field"])
        if weight is None:
            return None
        fields.append(Field(f"{given['weight_field']}_sum", result_type("sum", weight.type)))  # type: ignore[arg-type]
    if given.get("class_field"):
        fields.append(Field(f"{given['class_field']}_unique", "integer"))
    return fields


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely STRtree",
    effect=like("polygons", fields=adds_fields("polygons", _count_fields), keeps_rows=True),
    tags=("point in polygon", "count", "density", "tally", "aggregate points", "sum of points"),
)
def count_points_in_polygons(
    run: Run,
    polygons: Polygons,
    points: Points,
    boundary: Literal["none", "each", "exactly_one"],
    weight_field: Annotated[str | None, FieldOf("points", ("integer", "real"))] = None,
    class_field: Annotated[str | None, FieldOf("points")] = None,
    count_field: Annotated[str, NEW_FIELD] = "count",
) -> Counted:
    """Counts the points in each polygon, and sums a weight or counts distinct values of a class where asked.

    Args:
        polygons: Polygons that get the counts; their fields and order are kept.
        points: Points that are counted; a multi-point counts once.
        boundary: Which polygon a point on an edge is counted in: none of them; each one whose edge it is on; or
            exactly_one, the first of them in the layer, where a point also counts once if polygons overlap.
        weight_field: Field whose values are summed into `<weight_field>_sum`; NULL is left out, said.
        class_field: Field whose distinct values are counted into `<class_field>_unique`.
        count_field: Name of the field with the number of points.
    Returns:
        output: The polygons with the new fields; 0 where there are no points.
        uncounted_points: Points that are counted in no polygon.
    CRS: Both layers in one CRS.
    Edges: With none and each, a point in overlapping polygons counts in all of them, which is said. A multi-point
        counts where any of its points does, in several polygons in each. NULL is no class.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (a taken name), LIMIT_EXCEEDED, UNKNOWN_FIELD,
        WRONG_TYPE, UNKNOWN_LAYER.
    Source: GEOS predicates (DE-9IM).
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import Column, RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.statistics import Groups, summarize
    from ...execution.relations.spatial_pairs import first_of_each

    asked = {weight_field: ["sum"]} if weight_field else {}
    if class_field:
        asked[class_field] = [*asked.get(class_field, []), "unique"]
    run.require.crs_same(polygons, points)
    run.require.valid(polygons)
    names = [count_field, *(f"{name}_{word}" for name, words in asked.items() for word in words)]
    run.require.names_free("count_field", polygons.facts.field_names or [], names, "another name is needed")
    rows, others = read_rows(run, polygons), read_rows(run, points, list(asked))
    run.count_before = rows.count
    with run.timed():
        pairs = _pairs(run, shapes_of(rows), shapes_of(others), boundary)
        if boundary == "exactly_one":
            pairs = first_of_each(pairs)
        groups = Groups(pairs.first, rows.count)
        counts = Column(Field(count_field, "integer"), groups.sizes(), np.zeros(rows.count, bool))
        made = summarize([column.take(pairs.second) for column in others.columns], asked, groups)
        for column in made:
            column.is_null[:] = False  # a sum over no points is 0
    times = np.bincount(pairs.second, minlength=others.count)
    _tell(run, points, times, weight_field, others.columns)
    result = RowSet([*rows.columns, counts, *made], rows.geometries, rows.count)
    output = write_rows(run, result, crs=polygons.facts.crs, geometry_type=ogr_geometry_name(polygons.facts))
    return Counted(output, int((times == 0).sum()))


def _pairs(run: Run, polygons: np.ndarray, points: np.ndarray, boundary: str) -> Pairs:
    """Finds the points that are in each polygon, multi-points with any of theirs."""
    import numpy as np
    import shapely

    from ...execution.relations.spatial_pairs import Pairs, related_pairs

    if boundary != "none":
        return related_pairs(run, polygons, points, ["intersects"])
    parts, owner = shapely.get_parts(points, return_index=True)
    inside = related_pairs(run, polygons, parts, ["contains"])
    if len(parts) == len(np.unique(owner)):
        return Pairs(inside.first, owner[inside.second])
    both = np.unique(np.stack([inside.first, owner[inside.second]], axis=1), axis=0)
    return Pairs(both[:, 0], both[:, 1])


def _tell(run: Run, points: Points, times: np.ndarray, weight_field: str | None, columns: list) -> None:  # type: ignore[type-arg]
    several = int((times > 1).sum())
    if several:
        run.note(f'counted in more than one polygon: {counted(several, "point")} of "{points.name}"; totals over all '
                 "polygons count them again.")  # fmt: skip
    nowhere = int((times == 0).sum())
    if nowhere:
        run.note(f'counted in no polygon: {counted(nowhere, "point")} of "{points.name}".')
    missing = next(
        (int((column.is_null & (times > 0)).sum()) for column in columns if column.field.name == weight_field), 0
    )
    if missing:
        run.note(f'without a weight in "{weight_field}": {counted(missing, "point")}, counted but not summed.')


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely; pyproj.Geod",
    effect=like("polygons", fields=adds_fields("polygons", lambda call: [
        Field(call.arguments["length_field"], "real"), Field(call.arguments["count_field"], "integer")]),
        keeps_rows=True),
    tags=("road density", "length in polygon", "total length", "lines in polygons", "network density"),
)  # fmt: skip
def sum_line_lengths(
    run: Run,
    polygons: Polygons,
    lines: Lines,
    length_unit: LengthUnit,
    method: Literal["planar", "ellipsoidal"],
    length_field: Annotated[str, NEW_FIELD] = "length",
    count_field: Annotated[str, NEW_FIELD] = "count",
) -> LineLengths:
    """Adds to each polygon the total length of the line parts inside it and the number of lines that have a part there.

    Args:
        polygons: Polygons that get the lengths; their fields and order are kept.
        lines: Lines that are measured; lines that lie on one another count each, and so does each pass of a
            line that runs over its own way.
        length_unit: Unit of the lengths.
        method: planar measures in the CRS of the layers; ellipsoidal along geodesics on the ellipsoid of the CRS.
        length_field: Name of the field with the length.
        count_field: Name of the field with the number of lines.
    Returns:
        output: The polygons with the new fields; 0 where there are no lines.
    CRS: Both layers in one CRS. planar refuses degrees and a scale error above 1 %; lines are cut at straight edges in
        the CRS by either method.
    Edges: A line along an edge is inside, and inside both polygons of a common edge. A line that only touches in a
        point has no part inside and is not counted.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (a taken name), LIMIT_EXCEEDED,
        UNKNOWN_LAYER.
    Source: GEOS intersection; geodesics by Karney 2013, as in PROJ.
    """
    import numpy as np

    from ...execution.geometry.measures import measure_on_ellipsoid, measure_planar
    from ...execution.geometry.shapes import read_shapes, shapes_of
    from ...execution.layers.rows import Column, RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.relations.overlay import common_parts
    from ...execution.relations.spatial_pairs import related_pairs

    run.require.crs_same(polygons, lines)
    run.require.valid(polygons)
    if method == "planar":
        run.require.measurable(polygons)
    taken = polygons.facts.field_names or []
    run.require.names_free("length_field", taken, [length_field, count_field], "another name is needed")
    rows = read_rows(run, polygons)
    run.count_before = rows.count
    with run.timed():
        areas, roads = shapes_of(rows), read_shapes(run, lines).shapes
        pairs = related_pairs(run, areas, roads, ["intersects"])
        common = common_parts(run, areas, roads, pairs, 1)
        measure = measure_planar if method == "planar" else measure_on_ellipsoid
        metres = measure("length", common.shapes, polygons.facts.crs or "")
        sums = np.bincount(common.pairs.first, metres / METRES[length_unit], minlength=rows.count)
        lengths = sums.astype(float)  # of no pairs numpy counts in integers, weights or not
        counts = np.bincount(common.pairs.first, minlength=rows.count)
        given = np.zeros(rows.count, bool)
        made = [
            Column(Field(length_field, "real"), lengths, given),
            Column(Field(count_field, "integer"), counts, given),
        ]
    result = RowSet([*rows.columns, *made], rows.geometries, rows.count)
    return LineLengths(write_rows(run, result, crs=polygons.facts.crs, geometry_type=ogr_geometry_name(polygons.facts)))
