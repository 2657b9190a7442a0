# SPDX-License-Identifier: GPL-2.0-or-later
"""geocode_street_ranges"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Lines, Points, Table
from ...declaration.markers import Distance, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.geocoding.address_ranges import Candidates
    from ...execution.geocoding.addresses import HouseNumbers
    from ...execution.layers.rows import Column, RowSet
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"
NUMBERS = ("integer", "real", "text")
MADE = (Field("geocode_status", "text"), Field("geocode_side", "text"), Field("geocode_candidates", "integer"))


class Placed(NamedTuple):
    """Result of geocode_street_ranges."""

    output: Points
    matched_count: int
    unmatched_count: int
    ambiguous_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    fields = call.facts("table").fields
    return {"output": vector(call.facts("streets").crs, None if fields is None else (*fields, *MADE), "Point")}


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_effect,
    title="Geocode addresses along street ranges",
    tags=("address interpolation", "dual ranges", "geocoder", "house numbers", "tiger", "address range", "centerline"),
)
def geocode_street_ranges(
    run: Run,
    table: Table,
    number_field: Annotated[str, FieldOf("table", NUMBERS)],
    street_field: Annotated[str, FieldOf("table")],
    streets: Lines,
    street_name_field: Annotated[str, FieldOf("streets")],
    left_from: Annotated[str, FieldOf("streets", NUMBERS)],
    left_to: Annotated[str, FieldOf("streets", NUMBERS)],
    right_from: Annotated[str, FieldOf("streets", NUMBERS)],
    right_to: Annotated[str, FieldOf("streets", NUMBERS)],
    zone_field: Annotated[str | None, FieldOf("table")] = None,
    street_zone_field: Annotated[str | None, FieldOf("streets")] = None,
    side_offset: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
) -> Placed:
    """Places house numbers along street segments by the ranges of numbers on their left and right side.

    Nothing is asked online. Street names are compared as in geocode_addresses; nothing is fuzzy. A number n on a side
    from a to b lies at the share (n - a) / (b - a) of the length of the segment, at its middle where a is b: the place
    is interpolated, not measured.

    Args:
        table: Rows with addresses.
        number_field: House number: a whole number, or one with a letter behind, which is left out of the reckoning.
        street_field: Name of the street, without the number.
        streets: Segments of streets; left and right are those of the digitized direction.
        street_name_field: Name of the street of each segment.
        left_from: Number on the left at the start of the line.
        left_to: Number on the left at the end of the line; it may be lower than left_from.
        right_from: Number on the right at the start of the line.
        right_to: Number on the right at the end of the line; it may be lower than right_from.
        zone_field: Field that must be equal too, such as a postal code or town; goes with street_zone_field.
        street_zone_field: The same of the segments.
        side_offset: Distance in `unit` of the point from the line, square to it, to the side of its number; 0 is on the
            line.
        unit: Unit of side_offset.
    Returns:
        output: All rows of `table`, with a point where they match, and `geocode_status` (matched, ambiguous, no_number,
            no_street or no_range), `geocode_side` (left or right) and `geocode_candidates`, the sides that hold the
            number.
        matched_count: Rows with a point.
        unmatched_count: Rows without one, ambiguous ones among them.
        ambiguous_count: Rows whose number several ranges hold; they stay without a point.
    CRS: That of `streets`; side_offset above 0 refuses degrees and a scale error above 1 %.
    Edges: Both ends of a range belong to it. Where they are both odd or both even, the side holds such numbers alone;
        where they differ, every number between. NULL or blank at an end, or 0 at both, is no range. Segments of several
        pieces that do not join are left out, said.
    Raises: CRS_MISSING, CRS_UNSUITABLE, BAD_VALUE (a negative side_offset, one zone field alone, a taken name),
        LIMIT_EXCEEDED, WRONG_TYPE, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Linear interpolation of address ranges, as for the ranges of TIGER/Line.
    """
    import numpy as np
    import shapely

    from ...execution.geocoding.address_ranges import candidates_among, plain_lines, points_beside, range_of
    from ...execution.geocoding.addresses import house_numbers
    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import RowSet, read_rows, write_rows

    zones = _demand_values(side_offset, zone_field, street_zone_field)
    _demand_layers(run, table, streets, side_offset)
    ends = (left_from, left_to, right_from, right_to)
    rows = read_rows(run, table)
    others = read_rows(run, streets, [street_name_field, *ends, *zones.values()])
    run.count_before = rows.count
    with run.timed():
        lines = plain_lines(shapes_of(others))
        numbers = house_numbers(rows.column(number_field))
        row, segment = _on_one_street(
            run, rows, others, {street_field: street_name_field, **zones}, numbers.is_given, ~shapely.is_missing(lines)
        )
        bounds = [house_numbers(others.column(name)) for name in ends]
        found = candidates_among(row, segment, numbers.values, (range_of(*bounds[:2]), range_of(*bounds[2:])))
        count = np.bincount(found.row, minlength=rows.count)
        found = type(found)(*(each[count[found.row] == 1] for each in found))
        geometries = np.full(rows.count, None, object)
        offset = side_offset * METRES[unit] / _unit_of(streets, side_offset)
        geometries[found.row] = shapely.to_wkb(points_beside(lines, found, offset))
        columns = _columns(found, count, numbers, np.bincount(row, minlength=rows.count) > 0)
    _tell(run, table, numbers, count)
    matched = len(found.row)
    _tell_streets(run, streets, int(shapely.is_missing(lines).sum()), rows.count, matched)
    result = RowSet([*rows.columns, *columns], geometries, rows.count)
    output = write_rows(run, result, crs=streets.facts.crs, geometry_type="Point")
    return Placed(output, matched, rows.count - matched, int((count > 1).sum()))


def _demand_layers(run: Run, table: Table, streets: Lines, side_offset: float) -> None:
    run.require.crs_known(streets)
    if side_offset > 0:
        run.require.measurable(streets)
    run.require.names_free("table", table.facts.field_names or [], [field.name for field in MADE],
                           "refactor_fields renames the column that is there")  # fmt: skip


def _demand_values(side_offset: float, zone_field: str | None, street_zone_field: str | None) -> dict[str, str]:
    """Gives the pair of zone fields, where there is one."""
    if side_offset < 0:
        raise ToolError("BAD_VALUE", f"side_offset takes a number from 0, not {side_offset:g}",
                        argument="side_offset")  # fmt: skip
    if (zone_field is None) != (street_zone_field is None):
        lacking = "zone_field" if zone_field is None else "street_zone_field"
        raise ToolError("BAD_VALUE", "zone_field and street_zone_field go together, and one is left out",
                        f"give {lacking}, or neither", argument=lacking)  # fmt: skip
    return {} if zone_field is None or street_zone_field is None else {zone_field: street_zone_field}


def _unit_of(streets: Lines, side_offset: float) -> float:
    return metres_per_unit(streets.facts.crs or "") if side_offset > 0 else 1.0


def _on_one_street(
    run: Run, rows: RowSet, others: RowSet, fields: dict[str, str], has_number: np.ndarray, has_line: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs the rows that have a number with the segments of their street that have a line."""
    import numpy as np

    from ...execution.geocoding.addresses import plain_addresses
    from ...execution.layers.key_matching import equal_pairs
    from ...execution.layers.keys import common_codes

    names = ((rows.column(one), others.column(other)) for one, other in fields.items())
    left, right = common_codes([(plain_addresses(one), plain_addresses(other)) for one, other in names])
    return equal_pairs(run, np.where(has_number, left, -1), np.where(has_line, right, -1), "the match",
                       "zone_field and street_zone_field", "zone_field")  # fmt: skip


def _columns(found: Candidates, count: np.ndarray, numbers: HouseNumbers, known: np.ndarray) -> list[Column]:
    import numpy as np

    from ...execution.geocoding.address_ranges import SIDES
    from ...execution.layers.rows import Column

    status = np.select(
        [count == 1, count > 1, ~numbers.is_given, ~known],
        ["matched", "ambiguous", "no_number", "no_street"],
        "no_range",
    ).astype(object)
    side = np.full(len(count), None, object)
    side[found.row] = np.array(SIDES, object)[found.side]
    given = np.zeros(len(count), bool)
    values = ((status, given), (side, count != 1), (count.astype(np.int64), given))
    return [Column(field, *each) for field, each in zip(MADE, values, strict=True)]


def _tell(run: Run, table: Table, numbers: HouseNumbers, count: np.ndarray) -> None:
    lettered = int(numbers.has_letter.sum())
    if lettered:
        run.note(f'placed by the number without its letter: {counted(lettered, "row")} of "{table.name}".')
    missing = int((~numbers.is_given).sum())
    if missing:
        run.note(f'without a house number that is one: {counted(missing, "row")} of "{table.name}".')
    ambiguous = int((count > 1).sum())
    if ambiguous:
        run.note(f'held by several ranges and left without a point: {counted(ambiguous, "row")} of "{table.name}".')


def _tell_streets(run: Run, streets: Lines, left_out: int, count: int, matched: int) -> None:
    if left_out:
        run.note(f'without a line of one piece and so left out: {counted(left_out, "segment")} of "{streets.name}".')
    if count and not matched:
        run.note("NOTHING MATCHED: no row has a point; geocode_status tells why.")
