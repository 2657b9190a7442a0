# SPDX-License-Identifier: GPL-2.0-or-later
"""Which shapes are the same entity: polygons by intersection over union, points and lines by distance."""

from __future__ import annotations

from collections import Counter
from itertools import count, repeat

import numpy as np

from ..tasks.contract import GeometryRule
from .ground import METRES_PER_DEGREE, Ground, pairs_in_metres, total_bounds
from .keys import other_rows
from .pairing import Candidates, best_pairs

POINT, LINE, POLYGON, OTHER = 0, 1, 2, 3
KIND_NAMES = {POINT: "points", LINE: "lines", POLYGON: "polygons"}
KIND_OF_TYPE = np.array([OTHER, POINT, LINE, LINE, POLYGON, POINT, LINE, POLYGON, OTHER])
DENSIFY = 0.25
POLAR_COSINE = 0.01


def shape_kinds(shapes: np.ndarray) -> np.ndarray:
    """Returns 0 for points, 1 for lines, 2 for polygons, 3 for collections and missing shapes; multi or single."""
    import shapely

    return KIND_OF_TYPE[shapely.get_type_id(shapes) + 1]


def paired_shapes(
    rule: GeometryRule,
    ground: Ground,
    reference: np.ndarray,
    output: np.ndarray,
    known: tuple[np.ndarray, np.ndarray] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns indices of reference and output shapes that are the same entity, one-to-one.

    Args:
        known: Pairs that are known to be the same entity.
    Edges: Missing shapes are never paired. Known pairs, else shapes that are equal to the last bit, come first, as
        long as that does not cost a pair.
    """
    first_ref, first_out = _identical(reference, output) if known is None else known
    rest_ref, rest_out = other_rows(len(reference), first_ref), other_rows(len(output), first_out)
    found = candidate_pairs(rule, ground, reference[rest_ref], output[rest_out])
    more_ref, more_out = best_pairs(found)
    pairs_ref = np.concatenate([first_ref, rest_ref[more_ref]])
    pairs_out = np.concatenate([first_out, rest_out[more_out]])
    if _more_could_be_paired(rule, ground, reference, output, pairs_ref, pairs_out):
        return best_pairs(candidate_pairs(rule, ground, reference, output))
    order = np.argsort(pairs_ref, kind="stable")
    return pairs_ref[order], pairs_out[order]


def _more_could_be_paired(
    rule: GeometryRule,
    ground: Ground,
    reference: np.ndarray,
    output: np.ndarray,
    pairs_ref: np.ndarray,
    pairs_out: np.ndarray,
) -> bool:
    """Tells whether pairs made first may stand in the way of more: both sides have shapes left with candidates."""
    open_ref, open_out = other_rows(len(reference), pairs_ref), other_rows(len(output), pairs_out)
    return bool(
        len(candidate_pairs(rule, ground, reference[open_ref], output).reference)
        and len(candidate_pairs(rule, ground, reference, output[open_out]).reference)
    )


def pairs_with_itself(rule: GeometryRule, ground: Ground, shapes: np.ndarray) -> bool:
    """Tells whether two of the shapes would count as the same entity, or one is missing: no key then."""
    import shapely

    if shapely.is_missing(shapes).any():
        return True
    kinds = shape_kinds(shapes)
    for kind in (POINT, LINE, POLYGON):
        alike = shapes[kinds == kind]
        left, right = _neighbours(rule, ground, kind, alike, alike)
        other = left < right
        if len(_judged(rule, ground, kind, alike, alike, left[other], right[other]).reference):
            return True
    return False


def _identical(reference: np.ndarray, output: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    import shapely

    ours, theirs = shapely.to_wkb(reference).tolist(), shapely.to_wkb(output).tolist()
    places: dict[bytes | None, int] = dict(zip(ours, count(), strict=False))
    if len(places) < len(ours):
        for key, times in Counter(ours).items():
            if times > 1:
                del places[key]
    places.pop(None, None)
    partner = np.fromiter(map(places.get, theirs, repeat(-1)), np.intp, len(theirs))
    right = np.flatnonzero(partner >= 0)
    left, first = np.unique(partner[right], return_index=True)
    return left, right[first]


def candidate_pairs(rule: GeometryRule, ground: Ground, reference: np.ndarray, output: np.ndarray) -> Candidates:
    """Returns all pairs that are near enough to be the same entity, with their quality."""
    kinds_ref, kinds_out = shape_kinds(reference), shape_kinds(output)
    found = []
    for kind in (POINT, LINE, POLYGON):
        rows_ref, rows_out = np.flatnonzero(kinds_ref == kind), np.flatnonzero(kinds_out == kind)
        if len(rows_ref) and len(rows_out):
            ours, theirs = reference[rows_ref], output[rows_out]
            near = _judged(rule, ground, kind, ours, theirs, *_neighbours(rule, ground, kind, ours, theirs))
            found.append(Candidates(rows_ref[near.reference], rows_out[near.output], near.quality))
    if not found:
        return Candidates(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0))
    return Candidates(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _neighbours(
    rule: GeometryRule, ground: Ground, kind: int, reference: np.ndarray, output: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Returns pairs that lie near enough to be looked at."""
    import shapely

    tree = shapely.STRtree(output)
    if kind == POLYGON:
        return tuple(tree.query(reference))
    return tuple(tree.query(reference, predicate="dwithin", distance=_reach(rule.epsilon, ground, reference)))


def _judged(
    rule: GeometryRule,
    ground: Ground,
    kind: int,
    reference: np.ndarray,
    output: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
) -> Candidates:
    """Keeps the pairs of neighbours that are the same entity."""
    if kind == POLYGON:
        able = _best_possible_iou(reference[left], output[right]) >= rule.min_iou
        left, right = left[able], right[able]
        quality = intersection_over_union(reference[left], output[right])
        near = quality >= rule.min_iou
        return Candidates(left[near], right[near], quality[near])
    distance = _distances(ground, kind, reference[left], output[right])
    near = distance <= rule.epsilon
    return Candidates(left[near], right[near], 1 - distance[near] / rule.epsilon)


def _distances(ground: Ground, kind: int, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    import shapely

    ours, theirs = pairs_in_metres(ground, reference, output)
    if kind == POINT and (shapely.get_type_id(ours) == 0).all() and (shapely.get_type_id(theirs) == 0).all():
        return shapely.distance(ours, theirs)
    return shapely.hausdorff_distance(ours, theirs, densify=DENSIFY if kind == LINE else None)


def _best_possible_iou(reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Returns a bound above the intersection over union, from areas and envelopes alone.

    Neighbours that only share an edge drop out here; their overlay would cost most of the time.
    """
    import shapely

    ours, theirs = shapely.bounds(reference), shapely.bounds(output)
    sides = np.minimum(ours[:, 2:], theirs[:, 2:]) - np.maximum(ours[:, :2], theirs[:, :2])
    areas = shapely.area(reference), shapely.area(output)
    shared = np.minimum(np.minimum(*areas), np.clip(sides, 0, None).prod(axis=1) * (1 + 1e-12))
    together = areas[0] + areas[1] - shared
    return np.divide(shared, together, out=np.ones(len(shared)), where=together > 0)


def _reach(epsilon: float, ground: Ground, shapes: np.ndarray) -> float:
    """Returns a search distance in units that is surely not below epsilon metres."""
    if not ground.is_degrees:
        return ground.units(epsilon) * 1.000001
    bounds = total_bounds(shapes)
    cosine = max(np.cos(np.radians(min(90.0, max(abs(bounds[1]), abs(bounds[3]))))), POLAR_COSINE)
    return epsilon / (METRES_PER_DEGREE * 0.99 * float(cosine))


def intersection_over_union(reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Returns the intersection over union of pairs of polygons, or a bound of 0.99 and more below it."""
    import shapely

    near = _sure_iou(reference, output)
    rest = np.flatnonzero(near == 0)
    ours, theirs = reference[rest], output[rest]
    shared = shapely.area(overlaid(shapely.intersection, ours, theirs))
    together = shapely.area(ours) + shapely.area(theirs) - shared
    near[rest] = np.divide(shared, together, out=np.zeros(len(shared)), where=together > 0)
    return near


def _sure_iou(reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Returns a bound below the intersection over union where vertices lie close together, else 0.

    Edges that move by d sweep at most d * length, and IoU = (a + b - s) / (a + b + s) for areas a, b and a
    symmetric difference s. Only bounds above 0.99 are used; an overlay costs twenty times as much.
    """
    import shapely

    both = shapely.area(reference) + shapely.area(output)
    lengths = shapely.length(reference) + shapely.length(output)
    reach = np.divide(both, lengths, out=np.zeros(len(both)), where=lengths > 0) * 0.004
    alike = shapely.equals_exact(shapely.normalize(reference), shapely.normalize(output), tolerance=reach)
    swept = np.where(alike, reach * lengths, 0.0)
    return np.where(alike & (both > 0), (both - swept) / np.where(both > 0, both + swept, 1.0), 0.0)


def overlaid(operation: object, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Runs an overlay on pairs of shapes; invalid shapes are made valid first, since GEOS refuses them."""
    import shapely

    try:
        return operation(reference, output)  # type: ignore[operator]
    except shapely.GEOSException:
        return operation(valid_shapes(reference), valid_shapes(output))  # type: ignore[operator]


def valid_shapes(shapes: np.ndarray) -> np.ndarray:
    """Returns the shapes with the invalid ones repaired."""
    import shapely

    bad = ~shapely.is_valid(shapes) & ~shapely.is_missing(shapes)
    if not bad.any():
        return shapes
    repaired = shapes.copy()
    repaired[bad] = shapely.make_valid(shapes[bad])
    return repaired
