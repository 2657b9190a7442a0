# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the kind and the dimension of shapes, and other ways of writing the same shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...tasks.column import DEFAULT_ABSOLUTE, DEFAULT_RELATIVE
from .mutation import Made, Mutation, NotApplicable
from .row_case import RowCase
from .shape_parts import SOME, multi_of, polygons_and_rows, put_together, shapes_and_rows, shapes_must_match


def wrong_geometry_type(case: RowCase) -> Made:
    """Writes outlines for polygons, first points for lines, small circles for points."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    kind = case.contract.geometry_type  # type: ignore[union-attr]
    if kind == "Polygon":
        changed = shapely.boundary(shapes)
    elif kind == "LineString":
        changed = np.array([shapely.Point(shapely.get_coordinates(shape)[0]) for shape in shapes], object)
    else:
        changed = shapely.buffer(shapes, case.units_per_metre, quad_segs=2)
    if case.driver == "ESRI Shapefile" and kind == "LineString":
        changed = shapely.buffer(shapes, case.units_per_metre, quad_segs=2)
    return Made(case.rows.with_shapes(rows, changed).writer(), "geometry_type")


def shapes_added(case: RowCase) -> Made:
    """Adds points where no shapes are asked for."""
    import shapely

    if case.contract.kind != "vector" or case.contract.has_geometry:
        raise NotApplicable("shapes are asked for, or a table is")
    if not case.rows.count:
        raise NotApplicable("the reference has no rows")
    points = shapely.points(np.zeros((case.rows.count, 2)))
    return Made(replace(case.rows, shapes=points, crs=case.contract.crs).writer(), "geometry_type")


def parts_alone(case: RowCase) -> Made:
    """Writes the first part of every multi shape as a single one."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    changed = shapely.get_geometry(shapes, 0)
    if case.contract.multi != "require":  # type: ignore[union-attr]
        whole = (shapely.get_num_geometries(shapes) == 1) & (shapely.get_type_id(shapes) >= 4)
        if not whole.any() or case.contract.multi == "forbid":  # type: ignore[union-attr]
            raise NotApplicable("no shape is a multi of one part")
        return Made(case.rows.with_shapes(rows[whole], changed[whole]).writer(), None)
    return Made(case.rows.with_shapes(rows, changed).writer(), "multi")


def multi_of_one(case: RowCase) -> Made:
    """Writes single shapes as multis of one part."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    single = np.flatnonzero(shapely.get_type_id(shapes) < 4)[:SOME]
    if not len(single):
        raise NotApplicable("no shape is single")
    if case.driver == "ESRI Shapefile":
        raise NotApplicable("a shapefile does not tell single from multi")
    make = multi_of(case)
    changed = np.empty(len(single), object)
    changed[:] = [make([shapes[place]]) for place in single]
    check = "multi" if case.contract.multi == "forbid" else None  # type: ignore[union-attr]
    return Made(case.rows.with_shapes(rows[single], changed).writer(), check)


def heights_added(case: RowCase) -> Made:
    """Gives all shapes the height 0."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    wanted = case.contract.dimension  # type: ignore[union-attr]
    if wanted == "z" or case.driver == "LIBKML" or shapely.has_z(shapes).any():
        raise NotApplicable("shapes have heights, or M values in their place")
    check = "dimension" if wanted == "2d" else None
    return Made(case.rows.with_shapes(rows, shapely.force_3d(shapes)).writer(), check)


def heights_off(case: RowCase, metres: float = 1.0) -> Made:
    """Raises all shapes, or adds to all M values."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    if not shapely.has_z(shapes).any():
        raise NotApplicable("shapes have neither heights nor M values")
    raised = shapely.transform(shapes, lambda xyz: xyz + [0, 0, metres], include_z=True)
    check = _heights_check(case, shapes, metres)
    return Made(case.rows.with_shapes(rows, raised).writer(), check)


def _heights_check(case: RowCase, shapes: np.ndarray, step: float) -> str | None:
    """Returns the check that sees raised shapes; heights count where the contract asks for them alone."""
    import shapely

    rule, wanted = case.contract.geometry, case.contract.dimension  # type: ignore[union-attr]
    if case.compare != "match" or wanted not in ("z", "m"):
        return None
    limit = rule.position_tolerance
    if wanted == "m":
        values = shapely.get_coordinates(shapes, include_z=True)[:, 2]
        limits = case.contract.tolerance.over(DEFAULT_ABSOLUTE, DEFAULT_RELATIVE)
        limit = (limits.absolute or 0.0) + (limits.relative or 0.0) * float(np.nanmin(np.abs(values)))
    if step < 1.5 * limit:
        raise NotApplicable("the step is within the tolerance")
    return "geometry"


def third_value_lost(case: RowCase) -> Made:
    """Writes shapes without their heights or M values."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    wanted = case.contract.dimension  # type: ignore[union-attr]
    if wanted not in ("z", "m"):
        raise NotApplicable("neither heights nor M values are asked for")
    if case.driver == "LIBKML":
        raise NotApplicable("KML always holds heights")
    flat = replace(case.rows.with_shapes(rows, shapely.force_2d(shapes)), measured=False)
    return Made(flat.writer(), "dimension")


def measures_added(case: RowCase) -> Made:
    """Gives all shapes the M value 0."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    if case.contract.dimension != "2d":  # type: ignore[union-attr]
        raise NotApplicable("M values are allowed")
    if case.driver in ("GeoJSON", "LIBKML", "FlatGeobuf"):
        raise NotApplicable("the format does not say whether shapes have M values")
    flat = case.rows.with_shapes(rows, shapely.force_2d(shapes))
    return Made(replace(flat, measured=True).writer(), "dimension")


def parts_in_other_order(case: RowCase) -> Made:
    """Writes the parts of multi shapes from the last to the first."""
    import shapely

    def turned(shape: Any) -> Any:
        return put_together(case, list(shapely.get_parts(shape))[::-1], shape)

    shapes, rows = shapes_and_rows(case)
    several = np.flatnonzero(shapely.get_num_geometries(shapes) > 1)[:SOME]
    if not len(several):
        raise NotApplicable("no shape has several parts")
    return _rewritten(case, shapes[several], rows[several], turned)


def direction_reversed(case: RowCase) -> Made:
    """Writes lines from their end to their beginning."""
    import shapely

    shapes, rows = shapes_and_rows(case)
    if case.contract.geometry_type != "LineString":  # type: ignore[union-attr]
        raise NotApplicable("shapes are no lines")
    counts = case.compare == "match" and case.contract.geometry.direction == "match"  # type: ignore[union-attr]
    return Made(case.rows.with_shapes(rows, shapely.reverse(shapes)).writer(), "geometry" if counts else None)


def rings_turned(case: RowCase) -> Made:
    """Writes the rings of polygons in the other direction."""
    import shapely

    shapes, rows = polygons_and_rows(case)
    return Made(case.rows.with_shapes(rows, shapely.reverse(shapes)).writer(), None)


def rings_begin_elsewhere(case: RowCase) -> Made:
    """Begins the rings of polygons at their second vertex."""
    shapes, rows = polygons_and_rows(case)
    return _redrawn(case, shapes, rows, lambda points: np.concatenate([points[1:], points[1:2]]))


def collinear_vertices_added(case: RowCase) -> Made:
    """Adds a vertex in the middle of every edge of lines and polygons."""
    shapes_must_match(case)
    shapes, rows = shapes_and_rows(case)
    if case.contract.geometry_type == "Point":  # type: ignore[union-attr]
        raise NotApplicable("points have no edges")
    return _redrawn(case, shapes[:SOME], rows[:SOME], _with_middles)


def _with_middles(points: np.ndarray) -> np.ndarray:
    middles = (points[:-1] + points[1:]) / 2
    return np.concatenate([np.stack([points[:-1], middles], axis=1).reshape(-1, points.shape[1]), points[-1:]])


def _redrawn(case: RowCase, shapes: np.ndarray, rows: np.ndarray, draw: Callable[[np.ndarray], np.ndarray]) -> Made:
    """Draws every line and ring of shapes anew."""
    import shapely

    def line(one: Any) -> np.ndarray:
        return draw(shapely.get_coordinates(one, include_z=bool(shapely.has_z(one))))

    def part(one: Any) -> Any:
        if one.geom_type == "LineString":
            return shapely.LineString(line(one))
        return shapely.Polygon(line(one.exterior), [line(hole) for hole in one.interiors])

    return _rewritten(
        case, shapes, rows, lambda shape: put_together(case, list(map(part, shapely.get_parts(shape))), shape)
    )


def _rewritten(case: RowCase, shapes: np.ndarray, rows: np.ndarray, change: Callable[[Any], Any]) -> Made:
    changed = np.empty(len(shapes), object)
    changed[:] = [change(shape) for shape in shapes]
    return Made(case.rows.with_shapes(rows, changed).writer(), None)


FORM_MUTATIONS = tuple(
    Mutation(make)
    for make in (
        wrong_geometry_type, shapes_added, parts_alone, multi_of_one, heights_added, heights_off, third_value_lost,
        measures_added, parts_in_other_order, direction_reversed, rings_turned, rings_begin_elsewhere,
        collinear_vertices_added,
    )
)  # fmt: skip
