# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the shapes of paired rows are equal within the tolerances of a contract."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tasks.column import DEFAULT_ABSOLUTE, DEFAULT_RELATIVE, Tolerance
from ..tasks.contract import GeometryRule
from .ground import Ground, pairs_in_metres
from .shape_pairs import DENSIFY, LINE, OTHER, POINT, POLYGON, overlaid, shape_kinds


class ShapeGaps(NamedTuple):
    """How far paired shapes are apart.

    Args:
        wrong: True where a pair is out of tolerance.
        excess: How many times the tolerance; infinite where shapes cannot be compared (NULL, other kind).
    """

    wrong: np.ndarray
    excess: np.ndarray


def shape_gaps(
    rule: GeometryRule, of_lengths: Tolerance, ground: Ground, reference: np.ndarray, output: np.ndarray
) -> ShapeGaps:
    """Compares paired shapes.

    Args:
        of_lengths: The contract's tolerance, for the length of lines.
        reference: One shape per pair, None where NULL or empty.
        output: The same.
    Edges: NULL equals NULL alone. Ring start, ring direction, collinear vertices, and a single part against a multi
        of one part do not count; line direction only where the rule says so.
    """
    import shapely

    excess = np.zeros(len(reference))
    missing = shapely.is_missing(reference), shapely.is_missing(output)
    excess[missing[0] != missing[1]] = np.inf
    open_pairs = np.flatnonzero(~missing[0] & ~missing[1] & ~shapely.equals_exact(reference, output, tolerance=0))
    if len(open_pairs):
        ours, theirs = single_parts(reference[open_pairs]), single_parts(output[open_pairs])
        excess[open_pairs] = _excess(rule, of_lengths, ground, ours, theirs)
    return ShapeGaps(excess > 1, excess)


def single_parts(shapes: np.ndarray) -> np.ndarray:
    """Returns the shapes with every multi of one part as that part."""
    import shapely

    lone = (shapely.get_type_id(shapes) >= 4) & (shapely.get_num_geometries(shapes) == 1)
    if not lone.any():
        return shapes
    plain = shapes.copy()
    plain[lone] = shapely.get_geometry(shapes[lone], 0)
    return plain


def _excess(
    rule: GeometryRule, of_lengths: Tolerance, ground: Ground, reference: np.ndarray, output: np.ndarray
) -> np.ndarray:
    ours, theirs = pairs_in_metres(ground, reference, output)
    kinds_ours, kinds_theirs = shape_kinds(ours), shape_kinds(theirs)
    excess = np.full(len(ours), np.inf)
    for kind in (POINT, LINE, POLYGON, OTHER):
        rows = np.flatnonzero((kinds_ours == kind) & (kinds_theirs == kind))
        if not len(rows):
            continue
        if kind == POINT:
            excess[rows] = _point_excess(rule, ours[rows], theirs[rows])
        elif kind == LINE:
            excess[rows] = _line_excess(rule, of_lengths, ours[rows], theirs[rows])
        elif kind == POLYGON:
            excess[rows] = _polygon_excess(rule, ours[rows], theirs[rows])
        else:
            excess[rows] = _collection_excess(rule, ours[rows], theirs[rows])
    return excess


def _ratio(gap: np.ndarray, limit: np.ndarray | float) -> np.ndarray:
    """Returns gap / limit where a gap of exactly the limit is 1, and any gap over a limit of 0 is infinite."""
    limit = np.broadcast_to(np.asarray(limit, float), gap.shape)
    ratio = np.divide(gap, limit, out=np.where(gap > 0, np.inf, 0.0), where=limit > 0)
    ratio[np.isnan(gap)] = np.inf
    return np.where(gap <= limit, np.minimum(ratio, 1.0), ratio)


def _point_excess(rule: GeometryRule, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    import shapely

    ratio = _ratio(shapely.hausdorff_distance(reference, output), rule.position_tolerance)
    ratio[shapely.get_num_geometries(reference) != shapely.get_num_geometries(output)] = np.inf
    return ratio


def _line_excess(rule: GeometryRule, of_lengths: Tolerance, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    import shapely

    lengths = of_lengths.over(DEFAULT_ABSOLUTE, DEFAULT_RELATIVE)
    expected = shapely.length(reference)
    apart = shapely.hausdorff_distance(reference, output, densify=DENSIFY)
    ratio = np.maximum(
        _ratio(apart, rule.position_tolerance),
        _ratio(np.abs(shapely.length(output) - expected), (lengths.absolute or 0) + (lengths.relative or 0) * expected),
    )
    if rule.direction == "match":
        ratio[reversed_lines(reference, output)] = np.inf
    return ratio


def reversed_lines(reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Tells for each pair of lines that lie on one another whether they run in opposite directions."""
    return np.fromiter(map(_is_reversed, reference, output), bool, len(reference))


def _is_reversed(reference: object, output: object) -> bool:
    import shapely

    ours, theirs = shapely.get_parts(reference), shapely.get_parts(output)
    for part in theirs:
        nearest = ours[int(np.argmin(shapely.hausdorff_distance(ours, part)))]
        if _runs_backwards(nearest, part):
            return True
    return False


def _runs_backwards(reference: object, output: object) -> bool:
    import shapely

    if shapely.is_closed(reference) and shapely.is_closed(output):
        rings = [shapely.linearrings(shapely.get_coordinates(line)) for line in (reference, output)]
        return bool(np.diff(shapely.is_ccw(rings))[0])
    ends = [shapely.get_point(line, place) for line in (reference, output) for place in (0, -1)]
    along = shapely.distance(ends[0], ends[2]) + shapely.distance(ends[1], ends[3])
    return bool(along > shapely.distance(ends[0], ends[3]) + shapely.distance(ends[1], ends[2]))


def _polygon_excess(rule: GeometryRule, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    import shapely

    perimeter = shapely.length(reference)
    excess = np.zeros(len(reference))
    # Vertices within half the tolerance of one another cannot enclose more than tolerance * perimeter.
    near = shapely.equals_exact(
        shapely.normalize(reference), shapely.normalize(output), tolerance=rule.position_tolerance / 2
    )
    rest = np.flatnonzero(~near | (shapely.length(output) > 3 * perimeter))
    if len(rest):
        ours, theirs = reference[rest], output[rest]
        limit = np.maximum(rule.area_tolerance * shapely.area(ours), rule.position_tolerance * perimeter[rest])
        apart = shapely.area(overlaid(shapely.symmetric_difference, ours, theirs))
        excess[rest] = _ratio(apart, limit)
        excess[rest[hole_counts(ours) != hole_counts(theirs)]] = np.inf
    return excess


def hole_counts(polygons: np.ndarray) -> np.ndarray:
    """Returns the number of holes of each polygon, over all its parts."""
    import shapely

    parts, owner = shapely.get_parts(polygons, return_index=True)
    return np.bincount(owner, weights=shapely.get_num_interior_rings(parts), minlength=len(polygons))


def _collection_excess(rule: GeometryRule, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    import shapely

    same = shapely.equals_exact(shapely.normalize(reference), shapely.normalize(output), rule.position_tolerance)
    return np.where(same, 0.0, np.inf)
