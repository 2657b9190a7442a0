# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes that only a predicate sees: of extra rows, of tied rows, of shapes that are not compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from .mutation import Arguments, Made, Mutation, NotApplicable
from .row_case import RowCase
from .row_mutations import fresh_value, with_tied_row
from .shape_rules import present

HALF = 0.5
INSIDE_THE_ENVELOPE = 0.9
NEAR_METRES = 10_000.0


def added_row_out_of_range(case: RowCase, column: str) -> Made:
    """Adds a row whose value lies outside a range."""
    return _added(case, column, _outside_of_range(case, column))


def tied_row_out_of_range(case: RowCase, column: str) -> Made:
    """Takes another row of a tie group, with a value that lies outside a range."""
    value = _outside_of_range(case, column)
    rows, row = with_tied_row(case)
    return Made(rows.with_values(column, row, value).writer(), "predicates")


def added_row_repeats(case: RowCase, column: str) -> Made:
    """Adds a row whose value another row has."""
    if column in case.contract.id_columns[-1:]:
        raise NotApplicable("the added row has an id of its own")
    return _added(case, column, case.rows.columns[column].values[-1])


def shape_shrunk(case: RowCase) -> Made:
    """Halves the largest shape about its middle."""
    import shapely
    from shapely import affinity

    place, shape = _largest(case)
    measures = {one.equals_measure.measure for one in case.contract.predicates if one.equals_measure}
    if not measures & {"area", "perimeter", "length"} and "covers" not in case.predicates:
        raise NotApplicable("no predicate speaks of its size")
    after = affinity.scale(shape, HALF, HALF, origin=shapely.centroid(shape))
    return Made(case.rows.with_shapes(place, after).writer(), "predicates")


def shape_moved_out(case: RowCase) -> Made:
    """Moves one shape out of the place where it belongs, inside the envelope."""
    import shapely

    place, shape = _largest(case)
    measures = {one.equals_measure.measure for one in case.contract.predicates if one.equals_measure}
    if "within" not in case.predicates and not measures & {"x", "y"}:
        raise NotApplicable("no predicate speaks of its place")
    bounds = shapely.total_bounds(case.rows.shapes)
    margin = max(bounds[2] - bounds[0], bounds[3] - bounds[1], NEAR_METRES * case.units_per_metre)
    step = INSIDE_THE_ENVELOPE * margin
    after = shapely.transform(shape, lambda xy: xy + [step, step], include_z=False)
    if not measures & {"x", "y"} and not _is_outside(case, after):
        raise NotApplicable("it stays inside the input wherever the envelope lets it")
    return Made(case.rows.with_shapes(place, after).writer(), "predicates")


def _outside_of_range(case: RowCase, column: str) -> float:
    rule = next((one.range for one in case.contract.predicates if one.range and one.range.column == column), None)
    if rule is None:
        raise NotApplicable("no range is asked of it")
    return rule.max + 1 if rule.max is not None else rule.min - 1  # type: ignore[operator]


def _largest(case: RowCase) -> tuple[int, Any]:
    if case.compare != "predicates":
        raise NotApplicable("shapes are compared, or do not count")
    import shapely

    rows = present(case)
    shapes = case.rows.shapes[rows]  # type: ignore[index]
    place = int(np.argmax(shapely.area(shapes) + shapely.length(shapes)))
    return int(rows[place]), shapes[place]


def _added(case: RowCase, column: str, value: Any) -> Made:
    """Adds a copy of the last row with one value changed, where more rows are allowed."""
    if case.contract.rows != "superset" or not case.contract.id_columns:
        raise NotApplicable("rows that are not expected are seen first")
    last = case.rows.count
    rows = case.rows.take(np.r_[np.arange(last), last - 1])
    name = case.contract.id_columns[-1]
    rows = rows.with_values(name, last, fresh_value(case, name))
    return Made(rows.with_values(column, last, value).writer(), "predicates")


def _is_outside(case: RowCase, shape: Any) -> bool:
    """Tells whether a shape lies outside all inputs that predicates want shapes to lie in."""
    import shapely
    from pyogrio import raw

    from ..entities import transformed

    names = [one.within.input for one in case.contract.predicates if one.within]
    for name in names:
        paths = sorted(case.inputs_dir.glob(f"{name}.*")) if case.inputs_dir else []
        path = next(path for path in paths if path.suffix in (".gpkg", ".geojson", ".shp", ".fgb"))
        meta, _, geometry, _ = raw.read(path, columns=[])
        shapes = transformed(shapely.from_wkb(geometry), meta["crs"], case.contract.crs)  # type: ignore[union-attr]
        if shapely.intersects(shapely.box(*shapely.total_bounds(shapes)), shape):
            return False
    return True


def _ranged(case: RowCase) -> list[Arguments]:
    return [{"column": one.range.column} for one in case.contract.predicates if one.range]


def _unique(case: RowCase) -> list[Arguments]:
    return [{"column": one.unique} for one in case.contract.predicates if one.unique]


PREDICATE_MUTATIONS = (
    Mutation(added_row_out_of_range, _ranged),
    Mutation(tied_row_out_of_range, _ranged),
    Mutation(added_row_repeats, _unique),
    Mutation(shape_shrunk),
    Mutation(shape_moved_out),
)
