# SPDX-License-Identifier: GPL-2.0-or-later
"""By how much shapes may move before a contract sees it, told by the words of the contract alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .mutation import NotApplicable

if TYPE_CHECKING:
    from .row_case import RowCase

METRES_PER_DEGREE = 111_319.49
CLEARLY = 1.1
LOOKED_AT = 200


def in_metres(case: RowCase, shapes: Any, about: Any) -> Any:
    """Returns shapes with coordinates in metres about the middle of a shape."""
    import shapely

    if not case.is_degrees:
        return shapely.transform(shapes, lambda xy: xy / case.units_per_metre)
    west, south, east, north = shapely.bounds(about)
    middle = np.array([(west + east) / 2, (south + north) / 2])
    scale = METRES_PER_DEGREE * np.array([np.cos(np.radians(middle[1])), 1.0])
    return shapely.transform(shapes, lambda xy: (xy - middle) * scale)


def moved(case: RowCase, shapes: np.ndarray, east: float, north: float) -> np.ndarray:
    """Returns shapes moved by metres on the ground, heights kept."""
    import shapely

    coordinates, owner = shapely.get_coordinates(shapes, include_z=bool(shapely.has_z(shapes).any()), return_index=True)
    step = np.array([east, north]) * case.units_per_metre
    steps = np.tile(step, (len(coordinates), 1))
    if case.is_degrees:
        bounds = shapely.bounds(shapes)
        steps[:, 0] /= np.cos(np.radians((bounds[:, 1] + bounds[:, 3]) / 2))[owner]
    coordinates[:, :2] += steps
    return shapely.set_coordinates(shapes.copy(), coordinates)


def present(case: RowCase) -> np.ndarray:
    """Returns the rows that have a shape.

    Raises: NotApplicable where there are none.
    """
    import shapely

    if case.rows.shapes is None:
        raise NotApplicable("there are no shapes")
    rows = np.flatnonzero(~shapely.is_missing(case.rows.shapes))
    if not len(rows):
        raise NotApplicable("there are no shapes")
    return rows


def polygon_limit(case: RowCase, shape: Any) -> float:
    """Returns by how many square metres a polygon in metres may differ."""
    import shapely

    rule = case.contract.geometry  # type: ignore[union-attr]
    return max(rule.area_tolerance * shapely.area(shape), rule.position_tolerance * shapely.length(shape))


def is_out(case: RowCase, before: Any, after: Any) -> bool:
    """Tells whether a shape is clearly out of tolerance.

    Raises: NotApplicable where it is too near to the limit to tell.
    """
    import shapely

    rule = case.contract.geometry  # type: ignore[union-attr]
    ours, theirs = in_metres(case, np.array([before, after], object), before)
    if case.contract.geometry_type == "Polygon":  # type: ignore[union-attr]
        gap = shapely.area(shapely.symmetric_difference(ours, theirs)) / max(polygon_limit(case, ours), 1e-300)
    else:
        gap = shapely.hausdorff_distance(ours, theirs) / max(rule.position_tolerance, 1e-300)
    if 1 / CLEARLY < gap < CLEARLY:
        raise NotApplicable("the change is as large as the tolerance")
    return gap > 1


def shapes_are_a_key(case: RowCase) -> bool:
    """Tells whether every row has a shape and no two shapes stand for one another."""
    import shapely

    shapes = case.rows.shapes
    if shapes is None or not len(shapes) or shapely.is_missing(shapes).any():
        return False
    left, right = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=_reach(case, shapes))
    other = left < right
    left, right = left[other], right[other]
    if case.contract.geometry_type == "Polygon":  # type: ignore[union-attr]
        able = _largest_possible_overlap(shapes[left], shapes[right]) >= case.contract.geometry.min_iou  # type: ignore
        left, right = left[able], right[able]
    return not any(stands_for(case, shapes[a], shapes[b]) for a, b in zip(left, right, strict=True))


def _largest_possible_overlap(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Returns a bound above intersection over union, from envelopes: neighbours that touch drop out by it."""
    import shapely

    ours, theirs = shapely.bounds(first), shapely.bounds(second)
    sides = np.minimum(ours[:, 2:], theirs[:, 2:]) - np.maximum(ours[:, :2], theirs[:, :2])
    larger = np.maximum(shapely.area(first), shapely.area(second))
    shared = np.minimum(sides.clip(0).prod(axis=1) * CLEARLY, larger)
    return np.divide(shared, larger, out=np.zeros(len(larger)), where=larger > 0)


def _reach(case: RowCase, shapes: np.ndarray) -> float:
    import shapely

    rule = case.contract.geometry  # type: ignore[union-attr]
    reach = 0.0 if case.contract.geometry_type == "Polygon" else rule.epsilon * case.units_per_metre  # type: ignore
    if not case.is_degrees:
        return reach
    bounds = shapely.total_bounds(shapes)
    return reach / max(0.01, float(np.cos(np.radians(max(abs(bounds[1]), abs(bounds[3]))))))


def stands_for(case: RowCase, first: Any, second: Any) -> bool:
    """Tells whether two shapes count as the same entity: polygons by overlap, points and lines by distance."""
    import shapely

    rule = case.contract.geometry  # type: ignore[union-attr]
    ours, theirs = in_metres(case, np.array([first, second], object), first)
    if case.contract.geometry_type != "Polygon":  # type: ignore[union-attr]
        return bool(shapely.hausdorff_distance(ours, theirs) <= rule.epsilon)
    # GEOS raises the floating-point flag of an invalid operation where it takes edges with rounding errors
    with np.errstate(invalid="ignore"):
        shared = shapely.area(shapely.intersection(ours, theirs))
    together = shapely.area(ours) + shapely.area(theirs) - shared
    return bool(together > 0 and shared / together >= rule.min_iou)


def moved_check(case: RowCase, rows: np.ndarray, after: np.ndarray) -> str | None:
    """Returns the check that sees moved shapes; None where all stay within tolerance.

    Args:
        rows: Their row numbers.
        after: What became of them.
    Raises: NotApplicable.
    """
    if case.compare != "match":
        raise NotApplicable("shapes are not compared with those of the reference")
    before = case.rows.shapes[rows]  # type: ignore[index]
    looked = _smallest(before)
    out = [is_out(case, before[place], after[place]) for place in looked]
    if not any(out):
        if len(looked) < len(rows):
            raise NotApplicable("the change is within the tolerance of the shapes that were looked at")
        return None
    if case.stage != "shapes":
        return "geometry"
    lost = [place for place in looked if not stands_for(case, before[place], after[place])]
    if not lost:
        return "geometry"
    if any(not _stands_for_any(case, after[place]) for place in lost):
        return "rows"
    raise NotApplicable("moved shapes come to lie on those of other rows")


def _smallest(shapes: np.ndarray) -> list[int]:
    """Returns the places of the smallest shapes, which lose their overlap first."""
    import shapely

    return np.argsort(shapely.area(shapes), kind="stable")[:LOOKED_AT].tolist()


def _stands_for_any(case: RowCase, shape: Any) -> bool:
    import shapely

    shapes = case.rows.shapes
    assert shapes is not None
    near = shapely.STRtree(shapes).query(shape, predicate="dwithin", distance=_reach(case, shapes))
    return any(stands_for(case, shapes[place], shape) for place in near.tolist())
