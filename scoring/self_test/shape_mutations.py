# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the place, the parts and the holes of shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .edited_rows import EditedRows
from .mutation import Made, Mutation, NotApplicable
from .row_case import RowCase
from .shape_parts import polygons_and_rows, put_together, shapes_and_rows, shapes_must_match
from .shape_rules import LOOKED_AT, in_metres, is_out, moved, moved_check, polygon_limit, stands_for

DATUM_METRES = (-0.9, 0.8)


def shape_missing(case: RowCase) -> Made:
    """Leaves out the shape of one row."""
    _, rows = shapes_and_rows(case)
    if case.driver == "FlatGeobuf":
        raise NotApplicable("GDAL leaves out rows without a shape in FlatGeobuf")
    if case.compare != "match":
        raise NotApplicable("shapes are not compared with those of the reference")
    if len(rows) < 2:
        raise NotApplicable("there is one shape")
    check = "rows" if case.stage == "shapes" else "geometry"
    return Made(case.rows.with_shapes(rows[-1], None).writer(), check)


def shifted(case: RowCase, metres: float = 50.0) -> Made:
    """Moves all shapes to the east."""
    return _moved(case, metres, 0.0)


def shifted_by_a_datum(case: RowCase) -> Made:
    """Moves all shapes by about a metre, as from one datum to another."""
    return _moved(case, *DATUM_METRES)


def moved_by_twice_the_tolerance(case: RowCase) -> Made:
    """Moves one shape by twice what is allowed."""
    shapes_must_match(case)
    shapes, rows = shapes_and_rows(case)
    place = int(np.argmax(np.abs(_centres(shapes)).sum(axis=1)))
    metres = 2 * case.contract.geometry.position_tolerance or 0.001  # type: ignore[union-attr]
    for _ in range(60):
        after = moved(case, shapes[place : place + 1], metres, 0.0)
        if case.contract.geometry_type != "Polygon" or is_out_by_half(case, shapes[place], after[0]):  # type: ignore
            check = moved_check(case, rows[place : place + 1], after)
            return Made(case.rows.with_shapes(rows[place], after[0]).writer(), check)
        metres *= 1.25
    raise NotApplicable("no move is out of tolerance")


def is_out_by_half(case: RowCase, before: Any, after: Any) -> bool:
    """Tells whether a polygon is out of tolerance by half of it and more."""
    import shapely

    ours, theirs = in_metres(case, np.array([before, after], object), before)
    return bool(shapely.area(shapely.symmetric_difference(ours, theirs)) > 1.5 * polygon_limit(case, ours))


def moved_by_half_the_tolerance(case: RowCase) -> Made:
    """Moves all shapes by half of what is allowed."""
    shapes_must_match(case)
    _left_to_shapes(case)
    shapes, rows = shapes_and_rows(case)
    metres = case.contract.geometry.position_tolerance / 2  # type: ignore[union-attr]
    if not metres:
        raise NotApplicable("positions have no tolerance")
    return Made(case.rows.with_shapes(rows, moved(case, shapes, 0.0, metres)).writer(), None)


def vertex_moved_by_half_the_tolerance(case: RowCase) -> Made:
    """Moves the second vertex of polygons by half of what is allowed."""
    import shapely

    shapes_must_match(case)
    _left_to_shapes(case)
    shapes, rows = polygons_and_rows(case)
    step = case.contract.geometry.position_tolerance / 2 * case.units_per_metre  # type: ignore[union-attr]
    if not step:
        raise NotApplicable("positions have no tolerance")
    with_z = bool(shapely.has_z(shapes).any())
    coordinates, owner = shapely.get_coordinates(shapes, include_z=with_z, return_index=True)
    second = np.searchsorted(owner, np.arange(len(shapes))) + 1
    coordinates[second, 1] += step
    return Made(case.rows.with_shapes(rows, shapely.set_coordinates(shapes.copy(), coordinates)).writer(), None)


def shapes_swapped(case: RowCase) -> Made:
    """Exchanges the shapes of two rows."""
    shapes_must_match(case)
    shapes, rows = shapes_and_rows(case)
    if case.stage in ("values", "column"):
        raise NotApplicable("rows have no id")
    for place in range(1, min(len(rows), LOOKED_AT)):
        pair = rows[[0, place]]
        if is_out(case, shapes[0], shapes[place]) and (
            case.stage == "ids" or not stands_for(case, *shapes[[0, place]])
        ):
            check = "geometry" if case.stage == "ids" else _values_of_swapped(case, pair)
            return Made(case.rows.with_shapes(pair, shapes[[place, 0]]).writer(), check)
    raise NotApplicable("all shapes are alike")


def hole_dropped(case: RowCase) -> Made:
    """Fills the first hole of one polygon."""
    import shapely

    shapes_must_match(case)
    shapes, rows = polygons_and_rows(case, len(case.rows.shapes))  # type: ignore[arg-type]
    parts, owner = shapely.get_parts(shapes, return_index=True)
    pierced = np.flatnonzero(shapely.get_num_interior_rings(parts))
    if not len(pierced):
        raise NotApplicable("no polygon has a hole")
    place = int(owner[pierced[0]])
    changed = [
        shapely.Polygon(part.exterior, list(part.interiors)[1:]) if number == pierced[0] else part
        for number, part in zip(np.flatnonzero(owner == place), parts[owner == place], strict=True)
    ]
    after = put_together(case, changed, shapes[place])
    check = "geometry" if case.stage != "shapes" or stands_for(case, shapes[place], after) else "rows"
    return Made(case.rows.with_shapes(rows[place], after).writer(), check)


def part_dropped(case: RowCase) -> Made:
    """Drops the last part of one multi shape."""
    import shapely

    shapes_must_match(case)
    shapes, rows = shapes_and_rows(case)
    for place in np.flatnonzero(shapely.get_num_geometries(shapes) > 1)[:LOOKED_AT]:
        after = put_together(case, list(shapely.get_parts(shapes[place]))[:-1], shapes[place])
        check = moved_check(case, rows[place : place + 1], np.array([after], object))
        if check:
            return Made(case.rows.with_shapes(rows[place], after).writer(), check)
    raise NotApplicable("no shape has a part that counts")


def _left_to_shapes(case: RowCase) -> None:
    if case.predicates & {"within", "covers", "equals_measure"}:
        raise NotApplicable("predicates speak of shapes: the reference itself may lie at their end")


def _moved(case: RowCase, east: float, north: float) -> Made:
    shapes, rows = shapes_and_rows(case)
    if case.compare == "ignore":
        _left_to_shapes(case)
        return Made(case.rows.with_shapes(rows, moved(case, shapes, east, north)).writer(), None)
    after = moved(case, shapes, east, north)
    return Made(case.rows.with_shapes(rows, after).writer(), moved_check(case, rows, after))


def _centres(shapes: np.ndarray) -> np.ndarray:
    import shapely

    bounds = shapely.bounds(shapes)
    return (bounds[:, :2] + bounds[:, 2:]) / 2


def _values_of_swapped(case: RowCase, pair: np.ndarray) -> str:
    """Returns the check that sees that two rows, known by their shapes, have one another's values."""
    rows: EditedRows = case.rows
    for name in case.contract.compared_columns:
        column, values = case.contract.columns[name], rows.columns[name]
        if column.role == "label" or values.null[pair].any():
            continue
        first, second = values.values[pair]
        limit = max(case.tolerance(name)[pair]) if column.is_number else 0
        if (abs(first - second) > 1.5 * limit) if column.is_number and column.role != "angle" else first != second:
            return "values"
    raise NotApplicable("both rows have the same values")


SHAPE_MUTATIONS = tuple(
    Mutation(make)
    for make in (
        shape_missing, shifted, shifted_by_a_datum, moved_by_twice_the_tolerance, moved_by_half_the_tolerance,
        vertex_moved_by_half_the_tolerance, shapes_swapped, hole_dropped, part_dropped,
    )
)  # fmt: skip
