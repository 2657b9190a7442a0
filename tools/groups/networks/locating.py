# SPDX-License-Identifier: GPL-2.0-or-later
"""locate_points_along_lines"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points
from ...declaration.markers import Distance, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP, LineIdField

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.measured_lines import MeasuredLines
    from ...execution.geometry.points_beside_lines import Nearby
    from ...execution.layers.rows import Column
    from ...execution.run import Run

PLACE_FIELDS = (Field("measure", "real"), Field("distance", "real"), Field("side", "text"))


class Located(NamedTuple):
    """Result of locate_points_along_lines."""

    output: Points
    unlocated_count: int


def _fields(call: Call) -> list[Field] | None:
    ident = call.facts("lines").field(call.arguments["line_id_field"])
    return None if ident is None else [Field("line_id", ident.type), *PLACE_FIELDS]


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return like("points", fields=adds_fields("points", _fields))(call)


@tool(
    group=GROUP,
    kind="network",
    engine="shapely",
    effect=_effect,
    tags=("linear referencing", "chainage", "mile post", "stationing", "route measure", "offset", "left or right"),
)
def locate_points_along_lines(
    run: Run,
    points: Points,
    lines: Lines,
    line_id_field: LineIdField,
    max_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    measure_unit: LengthUnit,
    same_id_field: Annotated[str | None, FieldOf("points")] = None,
    measure_from: Literal["start", "end"] = "start",
) -> Located:
    """Gives each point the id of its nearest line, the measure along it, the distance to it and the side it lies on.

    Args:
        points: Points to locate, one a feature.
        lines: Lines that are measured along, from their first vertex on: their direction counts. A row of several parts
            is one run where each part begins at the end of the one before; with gaps it is refused.
        max_distance: How far a point may lie from its line, in `unit`; farther ones are not located.
        unit: Unit of `max_distance` and of `distance` in the result.
        measure_unit: Unit of the measures.
        same_id_field: Field of the points with the id of the line that each belongs to; left out, it is the nearest
            one.
        measure_from: The end of the lines that measures count from; sides are seen along the line in any case.
    Returns:
        output: The points at their own places with their fields, `line_id`, `measure`, `distance` and `side`: left,
            right, or on, which is also straight before or behind an end. NULL where a point is not located.
        unlocated_count: Points with a geometry that are not located.
    CRS: Both layers in one CRS; lengths are planar, so degrees and a scale error above 1 % are refused.
    Edges: A point that is as near to several lines is located on the first of them, which is said with the number of
        such points; same_id_field decides. On a line that meets itself the smallest measure counts. Measures are flat
        lengths, not M values.
    Raises: BAD_VALUE (a negative distance, fields of these names already there), KEY_MISMATCH (ids that repeat, are
        NULL or of another type), WRONG_GEOMETRY_TYPE (parts with gaps, several points in one feature), CRS_MISSING,
        CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY (coordinates that are no numbers), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Plane geometry; GEOS linear referencing.
    """
    from ...execution.geometry.measured_lines import measured_lines
    from ...execution.geometry.points_beside_lines import nearest_lines
    from ...execution.geometry.shapes import shapes_of, single_points
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows

    if max_distance < 0:
        raise ToolError("BAD_VALUE", f"max_distance takes a distance from 0, not {max_distance:g}",
                        argument="max_distance")  # fmt: skip
    added = ["line_id", *(field.name for field in PLACE_FIELDS)]
    run.require.names_free("points", points.facts.field_names or [], added, "the field must be renamed or left out")
    run.require.crs_same(lines, points)
    run.require.measurable(lines)
    rows = read_rows(run, points)
    run.count_before = rows.count
    shapes = single_points(points, shapes_of(rows))
    measured = measured_lines(run, lines, line_id_field)
    metres = metres_per_unit(lines.facts.crs or "")
    with run.timed():
        if same_id_field is None:
            found = nearest_lines(shapes, measured.lines, max_distance * METRES[unit] / metres)
        else:
            line = _lines_named(run, points, lines, rows.column(same_id_field), measured)
            found = _on_own_line(shapes, measured, line, max_distance * METRES[unit] / metres)
        scales = metres / METRES[measure_unit], metres / METRES[unit]
        columns = _places(shapes, measured, found, scales, measure_from)
    missing = _tell(run, points, shapes, found)
    result = RowSet([*rows.columns, *columns], rows.geometries, rows.count)
    output = write_rows(run, result, crs=points.facts.crs, geometry_type=ogr_geometry_name(points.facts))
    return Located(output, missing)


def _lines_named(run: Run, points: Points, lines: Lines, ident: Column, measured: MeasuredLines) -> np.ndarray:
    """Gives the line whose id each point states; -1 for none."""
    import numpy as np

    from ...execution.layers.key_matching import Keys, find_matches

    found = find_matches(run, Keys(points.name, lines.name, [(ident, measured.ident)]), "exact", 100.0)
    line = np.full(len(ident.values), -1)
    line[found.left] = found.right
    unknown = int(((line < 0) & ~ident.is_null).sum())
    if unknown:
        run.note(f'with an id that no line with a shape has: {counted(unknown, "point")} of "{points.name}".')
    return line


def _on_own_line(shapes: np.ndarray, measured: MeasuredLines, line: np.ndarray, limit: float) -> Nearby:
    import numpy as np
    import shapely

    from ...execution.geometry.points_beside_lines import ROUNDING, Nearby, rounding_of

    known = np.flatnonzero((line >= 0) & ~shapely.is_missing(shapes))
    distance = np.full(len(line), np.nan)
    distance[known] = shapely.distance(shapes[known], measured.lines[line[known]])
    near = distance <= limit * (1 + ROUNDING) + rounding_of(shapes)
    return Nearby(np.where(near, line, -1), np.where(near, distance, np.nan), np.zeros(len(line), bool))


def _places(
    shapes: np.ndarray, measured: MeasuredLines, found: Nearby, scales: tuple[float, float], measure_from: str
) -> list[Column]:
    """Makes the new columns; `scales` are those of measures and distances, in units of the coordinates."""
    import numpy as np
    import shapely

    from ...execution.geometry.points_beside_lines import sides_of
    from ...execution.layers.rows import Column

    row = np.flatnonzero(found.line >= 0)
    line = found.line[row]
    lengths = measured.chains.lengths[line]
    at = np.clip(shapely.line_locate_point(measured.lines[line], shapes[row]), 0, lengths)
    side = sides_of(shapes[row], measured.chains, line, at)
    place = np.full(len(found.line), -1)
    place[row] = np.arange(len(row))
    given = np.zeros(len(row), bool)
    measure = at if measure_from == "start" else lengths - at
    words = np.array(["on", "left", "right"], object)[side]
    values = (measure * scales[0], found.distance[row] * scales[1], words)
    columns = [Column(field, each, given).take(place) for field, each in zip(PLACE_FIELDS, values, strict=True)]
    return [measured.ident.take(found.line).renamed("line_id"), *columns]


def _tell(run: Run, points: Points, shapes: np.ndarray, found: Nearby) -> int:
    """Says what decided, and counts the points that are not located."""
    import shapely

    tied = int(found.is_tied.sum())
    if tied:
        run.note(f'as near to another line, so that the first of them counts: {counted(tied, "point")} of '
                 f'"{points.name}".')  # fmt: skip
    missing = int(shapely.is_missing(shapes).sum())
    if missing:
        run.note(f'without geometry and so not located: {counted(missing, "point")} of "{points.name}".')
    if not (found.line >= 0).any():
        run.note("EMPTY: no point is located.")
    return int((found.line < 0).sum()) - missing
