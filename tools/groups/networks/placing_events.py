# SPDX-License-Identifier: GPL-2.0-or-later
"""place_events_along_lines"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Lines, Rows, Vector
from ...declaration.markers import Distance, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP, LineIdField

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geometry.measured_lines import MeasuredLines
    from ...execution.layers.rows import Column
    from ...execution.run import Run


class PlacedEvents(NamedTuple):
    """Result of place_events_along_lines."""

    output: Vector
    unplaced_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    given, fields = call.arguments, call.facts("events").fields
    word: Literal["LineString", "Point"] = "LineString" if given.get("to_field") else "Point"
    return {"output": vector(call.facts("lines").crs, fields, word)}


@tool(
    group=GROUP,
    kind="network",
    engine="shapely",
    effect=_effect,
    tags=("linear referencing", "route events", "dynamic segmentation", "mile post", "chainage", "line substring"),
)
def place_events_along_lines(
    run: Run,
    events: Rows,
    event_line_field: Annotated[str, FieldOf("events")],
    from_field: Annotated[str, FieldOf("events", ("integer", "real"))],
    lines: Lines,
    line_id_field: LineIdField,
    measure_source: Literal["length", "m_value"],
    to_field: Annotated[str | None, FieldOf("events", ("integer", "real"))] = None,
    measure_unit: LengthUnit | None = None,
    side_offset: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
) -> PlacedEvents:
    """Turns a table of line ids and measures into points, or with to_field into sections of lines.

    Args:
        events: Rows to place; a geometry they have is not used.
        event_line_field: Field of the events with the id of their line.
        from_field: Field with the measure of a point, or of the beginning of a section.
        lines: Lines that are measured along from their first vertex on. A row of several parts is one run where each
            part begins at the end of the one before; with gaps it is refused.
        measure_source: length measures the flat length from the start of the line; m_value goes by the M values of the
            vertices, in which mile posts and calibrated measures stand: these differ from the length.
        to_field: Field with the measure of the end of a section.
        measure_unit: For length: unit of the measures. M values are taken as they are.
        side_offset: Distance in `unit` by which results are moved to the left of their line, negative to the right.
            Sections have mitred corners on the outer side of bends, those sharper than five offsets cut off square.
        unit: Unit of `side_offset`.
    Returns:
        output: The events in their order with their fields and a point or section without Z and M; NULL where an event
            is not placed.
        unplaced_count: Events that are not placed: of a line that is not there, with a measure that is NULL or beyond
            the line, since nothing is moved onto its end, or without room for the offset, said.
    CRS: That of the lines. length and offsets are planar, so degrees and a scale error above 1 % are refused.
    Edges: A section runs from its from to its to, against the line too, which is said with the number of such. One
        without length is not placed. A measure beyond the end by a part in 10^9 is at the end. At a vertex points are
        moved across the segment after it. Inside a bend that is tighter than the offset, the edges that shrink to
        nothing are left out; where that is one at the end of a section, or all of a ring, there is no room. A line that
        crosses itself or comes near itself has offsets that do.
    Raises: MISSING_ARGUMENT, BAD_VALUE (a unit for M values, lines without M, M values that neither rise nor fall),
        KEY_MISMATCH (ids that repeat, are NULL or of another type), WRONG_GEOMETRY_TYPE (parts with gaps), CRS_MISSING,
        CRS_UNSUITABLE, INVALID_GEOMETRY (coordinates that are no numbers), LIMIT_EXCEEDED, UNKNOWN_FIELD, WRONG_TYPE,
        UNKNOWN_LAYER.
    Source: Plane geometry.
    """
    import numpy as np

    from ...execution.geometry.measured_lines import measured_lines
    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import RowSet, read_rows, write_rows

    _require_source(lines, measure_source, measure_unit)
    run.require.crs_known(lines)
    if measure_source == "length" or side_offset:
        run.require.measurable(lines)
    rows = read_rows(run, events, geometry=False)
    run.count_before = rows.count
    measured = measured_lines(run, lines, line_id_field, with_m=measure_source == "m_value")
    line = _own_lines(run, events, lines, rows.column(event_line_field), measured)
    metres = metres_per_unit(lines.facts.crs or "")
    scale = METRES[measure_unit] / metres if measure_unit else None
    fields = [from_field, *([to_field] if to_field else [])]
    with run.timed():
        at = [_distances(run, events, lines, rows.column(name), measured, line, scale) for name in fields]
        placed = np.flatnonzero(~np.isnan(np.sum(at, axis=0)))
        ends = [each[placed] for each in at]
        shapes = np.full(rows.count, None, object)
        shapes[placed] = _shapes(run, measured, line[placed], ends, side_offset * METRES[unit] / metres)
    missing = _tell(run, events, shapes, ends, is_moved=bool(side_offset))
    kind = "Point" if to_field is None else "LineString"
    made = with_shapes(RowSet(rows.columns, None, rows.count), shapes)
    return PlacedEvents(write_rows(run, made, crs=lines.facts.crs, geometry_type=kind), missing)


def _require_source(lines: Lines, source: str, measure_unit: str | None) -> None:
    if source == "length" and measure_unit is None:
        raise ToolError("MISSING_ARGUMENT", 'measure_source "length" needs measure_unit', argument="measure_unit")
    if source == "m_value" and measure_unit is not None:
        raise ToolError("BAD_VALUE", 'measure_unit has no meaning for measure_source "m_value"',
                        "measures are compared with the M values as they are", argument="measure_unit")  # fmt: skip
    if source == "m_value" and not lines.facts.has_m:
        raise ToolError("BAD_VALUE", f'lines of "{lines.name}" have no M values', "measure_source length goes by the "
                        "length", argument="measure_source")  # fmt: skip


def _own_lines(run: Run, events: Rows, lines: Lines, ident: Column, measured: MeasuredLines) -> np.ndarray:
    """Gives the line of each event; -1 for none."""
    import numpy as np

    from ...execution.layers.key_matching import Keys, find_matches

    found = find_matches(run, Keys(events.name, lines.name, [(ident, measured.ident)]), "exact", 100.0)
    line = np.full(len(ident.values), -1)
    line[found.left] = found.right
    unknown = int((line < 0).sum())
    if unknown:
        run.note(f'of a line that "{lines.name}" does not have, or has without a shape: {counted(unknown, "row")} of '
                 f'"{events.name}".')  # fmt: skip
    return line


def _distances(
    run: Run, events: Rows, lines: Lines, column: Column, measured: MeasuredLines, line: np.ndarray, scale: float | None
) -> np.ndarray:
    """Gives the distance of each measure from the start of its line, NaN where it has no place there.

    Args:
        scale: Units of the coordinates in a unit of the measures; None for M values.
    """
    import numpy as np

    from ...execution.geometry.measured_lines import ROUNDING, distances_at_m

    known = np.flatnonzero((line >= 0) & ~column.is_null)
    value = column.values[known].astype(float)
    if scale is None:
        found = distances_at_m(measured, line[known], value, lines.name)
    else:
        lengths = measured.chains.lengths[line[known]]
        slack = ROUNDING * lengths
        inside = (value * scale >= -slack) & (value * scale <= lengths + slack)
        found = np.where(inside, np.clip(value * scale, 0, lengths), np.nan)
    beyond = int(np.isnan(found).sum())
    empty = int((column.is_null & (line >= 0)).sum())
    for count, words in ((beyond, "beyond its line"), (empty, "that is NULL")):
        if count:
            run.note(f'with a measure in "{column.field.name}" {words}: {counted(count, "row")} of "{events.name}".')
    distance = np.full(len(line), np.nan)
    distance[known] = found
    return distance


def _shapes(run: Run, measured: MeasuredLines, line: np.ndarray, at: list[np.ndarray], offset: float) -> np.ndarray:
    """Makes points at one distance, or sections between two.

    Returns: None for sections without length, and where there is no room for the offset.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.line_sections import section_sizes, sections_of
    from ...execution.geometry.side_offsets import moved_lines

    chains = measured.chains
    if len(at) == 1:
        return _points(measured, line, at[0], offset)
    low, high = np.minimum(*at), np.maximum(*at)
    run.require.size("vertices", float(section_sizes(chains, line, low, high).sum()), "the sections", "fewer events")
    shapes = np.full(len(line), None, object)
    long = np.flatnonzero(high > low)
    if not len(long):
        return shapes
    sections = sections_of(chains, line[long], low[long], high[long])
    made = shapely.linestrings(sections.coordinates, indices=sections.owner)
    if offset:
        made = moved_lines(made, offset)
    else:
        made[shapely.length(made) == 0] = None
    shapes[long] = np.where((at[0] > at[1])[long], shapely.reverse(made), made)
    return shapes


def _points(measured: MeasuredLines, line: np.ndarray, at: np.ndarray, offset: float) -> np.ndarray:
    import numpy as np
    import shapely

    from ...execution.geometry.line_sections import directions_at, places_at

    places = places_at(measured.chains, line, at)
    if not offset:
        return shapely.points(places)  # type: ignore[no-any-return]
    step = directions_at(measured.chains, line, at)
    length = np.hypot(*step.T)
    across = np.stack([-step[:, 1], step[:, 0]], axis=1) / np.where(length > 0, length, 1)[:, None]
    points = shapely.points(places + offset * across)
    points[length == 0] = None
    return points  # type: ignore[no-any-return]


def _tell(run: Run, events: Rows, shapes: np.ndarray, at: list[np.ndarray], *, is_moved: bool) -> int:
    """Says what was turned, has no length or no room, and counts the events without a shape.

    Args:
        at: Distances of the events that have a place.
    """
    import shapely

    missing = int(shapely.is_missing(shapes).sum())
    lost = missing - (len(shapes) - len(at[0]))
    empty = 0
    if len(at) == 2:
        turned, empty = int((at[0] > at[1]).sum()), int((at[0] == at[1]).sum()) if is_moved else lost
        run.counts["reversed_count"] = turned
        if turned:
            run.note(f"running against their line, from the later measure to the earlier one: "
                     f'{counted(turned, "section")} of "{events.name}".')  # fmt: skip
        if empty:
            run.note(f'without length and so not placed: {counted(empty, "section")} of "{events.name}".')
    if lost > empty:
        run.note("not placed, since bends of their line, or its lack of length, leave no room for side_offset: "
                 f'{counted(lost - empty, "row")} of "{events.name}".')  # fmt: skip
    if missing == len(shapes):
        run.note("EMPTY: no event is placed.")
    return missing
