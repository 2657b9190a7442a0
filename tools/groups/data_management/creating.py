# SPDX-License-Identifier: GPL-2.0-or-later
"""create_points_from_table, create_points"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import vector
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Table
from ...declaration.markers import CrsText, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.structured_types import Coordinate
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Data management"
NUMBERS_OR_TEXT = ("integer", "real", "text")


class PointsFromTable(NamedTuple):
    """Result of create_points_from_table."""

    output: Points
    skipped_count: int


class PointsCreated(NamedTuple):
    """Result of create_points."""

    output: Points


def _points(crs: str, fields: tuple[Field, ...] | None, has_z: bool) -> dict[str, LayerFacts]:
    return {"output": vector(crs, fields, "Point", has_z=has_z)}


def _with_points(call: Call) -> Mapping[str, LayerFacts]:
    return _points(call.arguments["crs"], call.facts("table").fields, call.arguments.get("z_field") is not None)


@tool(
    group=GROUP,
    kind="convert",
    engine="shapely",
    effect=_with_points,
    title="Create points layer from table",
    tags=("xy", "csv", "coordinates", "longitude", "latitude", "event layer", "gps", "import", "delimited text"),
)
def create_points_from_table(
    run: Run,
    table: Table,
    x_field: Annotated[str, FieldOf("table", NUMBERS_OR_TEXT)],
    y_field: Annotated[str, FieldOf("table", NUMBERS_OR_TEXT)],
    crs: Annotated[str, CrsText()],
    z_field: Annotated[str | None, FieldOf("table", NUMBERS_OR_TEXT)] = None,
) -> PointsFromTable:
    """Turns a table with columns of coordinates into a point layer.

    Args:
        table: Rows with coordinates; all fields are kept, those of the coordinates too.
        x_field: Field with easting or longitude, in the unit of `crs`; numbers, or text of decimal numbers.
        y_field: Field with northing or latitude.
        crs: CRS the coordinates are in. It says what the numbers are and transforms nothing: reproject_layer does.
        z_field: Field with heights; left out, the points have none.
    Returns:
        output: A point for each row with coordinates, in the order of the rows.
        skipped_count: Rows left out because a coordinate is NULL or blank.
    CRS: As given. Latitudes beyond 90 degrees are CRS_UNSUITABLE; points that all lie outside the area the CRS is made
        for are warned of, and so are fields whose names say that x and y are swapped.
    Edges: Decimal commas and degrees-minutes-seconds are refused with their row, never read as something else. 0 is a
        coordinate. Points at 0 0 beside others are told.
    Raises: BAD_VALUE (text that is no number, an unknown crs), CRS_UNSUITABLE, WRONG_TYPE, UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    """
    import numpy as np
    import shapely

    from ...execution.layers.rows import RowSet, read_rows, write_rows
    from ...execution.reference_systems.coordinates import demand_place, numbers_of, warn_of_swapped_names
    from ...execution.reference_systems.crs import known_crs

    known = known_crs("crs", crs)
    named = {"x_field": x_field, "y_field": y_field, **({"z_field": z_field} if z_field else {})}
    rows = read_rows(run, table)
    run.count_before = rows.count
    with run.timed():
        numbers = [numbers_of(rows.column(name), argument) for argument, name in named.items()]
        kept = np.flatnonzero(np.isfinite(np.sum(numbers, axis=0)))
        positions = np.column_stack([axis[kept] for axis in numbers])
        geometries = shapely.to_wkb(shapely.points(positions), output_dimension=len(numbers))
    warn_of_swapped_names(run, x_field, y_field)
    demand_place(run, positions[:, 0], positions[:, 1], known)
    skipped = rows.count - len(kept)
    if skipped:
        run.note(f"left out, without a coordinate: {counted(skipped, 'row')}.")
    made = RowSet([column.take(kept) for column in rows.columns], geometries, len(kept))
    output = write_rows(run, made, crs=known, geometry_type="Point Z" if z_field else "Point")
    return PointsFromTable(output, skipped)


@tool(
    group=GROUP,
    kind="convert",
    engine="shapely",
    effect=lambda call: _points(call.arguments["crs"], (Field("label", "text"),), False),
    title="Create points from coordinates",
    tags=("xy", "outlet", "pour point", "observer", "viewpoint", "start", "digitize", "geometry from text"),
)
def create_points(run: Run, coordinates: list[Coordinate], crs: Annotated[str, CrsText()]) -> PointsCreated:
    """Makes a point layer from coordinates written in the call, such as an outlet or an observer.

    Args:
        coordinates: One or more {"x": …, "y": …, "label": …}; x is easting or longitude, y northing or latitude, in the
            unit of `crs`, degrees in decimals; the label may be left out.
        crs: CRS the coordinates are in.
    Returns:
        output: Points in the order given, with the text field label.
    CRS: As given. Latitudes beyond 90 degrees are CRS_UNSUITABLE; points that all lie outside the area the CRS is made
        for are warned of.
    Edges: A position given twice makes two points. A point without a label has NULL there.
    Raises: BAD_VALUE (an unknown crs, no coordinates), WRONG_TYPE, CRS_UNSUITABLE.
    """
    import numpy as np
    import shapely

    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.reference_systems.coordinates import demand_place
    from ...execution.reference_systems.crs import known_crs

    known = known_crs("crs", crs)
    positions = np.array([(place.x, place.y) for place in coordinates], float)
    demand_place(run, positions[:, 0], positions[:, 1], known)
    labels: Any = np.array([*(place.label for place in coordinates), None], object)[:-1]
    column = Column(Field("label", "text"), labels, np.array([label is None for label in labels], bool))
    geometries = shapely.to_wkb(shapely.points(positions))
    return PointsCreated(
        write_rows(run, RowSet([column], geometries, len(coordinates)), crs=known, geometry_type="Point")
    )
