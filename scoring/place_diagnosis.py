# SPDX-License-Identifier: GPL-2.0-or-later
"""Causes of shapes in the wrong place: labels, axes, units, shifts, holes, Web Mercator measures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from .entities import transformed
from .found_crs import found_name, label_words
from .gap_words import shift_words
from .geometry import hole_counts, reversed_lines, shape_gaps
from .ground import METRES_PER_DEGREE, ground_of, total_bounds
from .known_ratios import FOOT, US_FOOT
from .record import Diagnosis
from .row_state import RowState
from .row_table import ColumnValues
from .sentences import counted
from .shape_pairs import LINE, POLYGON, paired_shapes, shape_kinds

CANDIDATE_CRS = ("EPSG:4326", "EPSG:3857")
NEAR_SHARE = 0.02
MERCATOR_NEAR = 0.005
MERCATOR_LEAST = 1.05


def place_causes(state: RowState, failed: set[str]) -> list[Diagnosis]:
    """Returns the certain causes of failed crs, envelope, geometry and rows checks."""
    if state.contract.kind != "vector" or state.reference.shapes is None or state.output.shapes is None:
        return []
    found = None
    if "crs" in failed:
        found = _wrong_label(state) or _never_reprojected(state)
    elif "envelope" in failed:
        found = _axes_swapped(state) or _never_transformed(state) or _other_unit(state)
    elif _no_shape_is_right(state):
        found = _axes_swapped(state) or _other_unit(state)
    if found is None and "geometry" in failed and state.flat_gaps.wrong.any():
        found = _shifted(state) or _reversed(state) or _holes_lost(state)
    return [found] if found else []


def mercator_causes(state: RowState, name: str, ours: ColumnValues, theirs: ColumnValues) -> list[Diagnosis]:
    """Tells whether a column was measured in Web Mercator: lengths are 1/cos too large, areas 1/cos squared."""
    import shapely

    shapes = state.shape_pair[0]
    if state.contract.kind != "vector" or not len(shapes) or shapely.is_missing(shapes).any():
        return []
    telling = ~ours.null & (ours.values != 0)
    if (ours.null != theirs.null).any() or theirs.values[~ours.null & ~telling].any():
        return []
    with np.errstate(over="ignore"):
        ratios = theirs.values[telling].astype(float) / ours.values[telling].astype(float)
    if len(np.unique(ours.values[telling])) < 2 or ratios.min() < MERCATOR_LEAST:
        return []
    for power, what in ((1, "length"), (2, "area")):
        if (np.abs(ratios / _mercator_scale(state, shapes[telling], power) - 1) <= MERCATOR_NEAR).all():
            times = f"{float(np.median(ratios)):.4g}"
            message = f'"{name}" is about {times} times the reference, as {what}s in Web Mercator are at this latitude.'
            return [Diagnosis(code="web_mercator", message=message, column=name)]
    return []


def _mercator_scale(state: RowState, shapes: np.ndarray, power: int) -> np.ndarray:
    """Returns how much larger Web Mercator draws areas (power 2) or lengths (power 1) where shapes lie.

    It draws the ellipsoid as a sphere, so the scale differs with the azimuth by up to 0.7 percent; a length gets the
    mean of both axes.
    """
    import shapely

    centers = transformed(shapely.centroid(shapes), state.contract.crs, "EPSG:4326")  # type: ignore[union-attr]
    east, north = ground_of("EPSG:4326").metres_per_degree(shapely.get_y(centers))
    # Metres of Web Mercator in a degree: the same east and, stretched by 1/cos, north.
    stretched = METRES_PER_DEGREE / np.cos(np.radians(shapely.get_y(centers)))
    area = METRES_PER_DEGREE * stretched / (east * north)
    return area if power == 2 else np.sqrt(area)


def _no_shape_is_right(state: RowState) -> bool:
    """Tells whether shapes are compared and none is where it should be."""
    if not state.compares_shapes or not state.crs_is_right:
        return False
    if not len(state.pairs.reference):
        return state.pairs.stage == "geometry" and bool(state.output.count)
    return bool(state.shape_gaps.wrong.all())


def same_place(wanted: np.ndarray, found: np.ndarray) -> bool:
    """Tells whether two envelopes are nearly one."""
    if not np.isfinite(wanted).all() or not np.isfinite(found).all():
        return False
    size = max(wanted[2] - wanted[0], wanted[3] - wanted[1])
    return bool(size > 0 and np.abs(wanted - found).max() <= NEAR_SHARE * size)


def _explains(state: RowState, moved: np.ndarray, exactly: bool = False) -> bool:
    """Tells whether the shapes of the output, moved, are all entities of the reference.

    Args:
        exactly: Within the tolerances of the contract too.
    Edges: Where shapes need not match, their common envelope decides.
    """
    import shapely

    reference = state.reference.shapes
    assert reference is not None and state.contract.kind == "vector"
    if not state.compares_shapes:
        return same_place(total_bounds(reference), total_bounds(moved))
    rule, there = state.contract.geometry, ~shapely.is_missing(moved)
    left, right = paired_shapes(rule, state.ground, reference, moved)
    if not len(left) or len(left) < min(int(there.sum()), int((~shapely.is_missing(reference)).sum())):
        return False
    pairs = reference[left], moved[right]
    return not exactly or not shape_gaps(rule, state.contract.tolerance, state.ground, *pairs).wrong.any()


def _wrong_label(state: RowState) -> Diagnosis | None:
    assert state.contract.kind == "vector" and state.output.shapes is not None
    if not _explains(state, state.output.shapes, exactly=True):
        return None
    message = f"The coordinates are those of {state.contract.crs}; {label_words(state.output.crs)}."
    return Diagnosis(code="wrong_crs_label", message=message)


def _never_reprojected(state: RowState) -> Diagnosis | None:
    if state.output.crs is None or not _lands(state, state.output.crs):
        return None
    wanted = state.contract.crs  # type: ignore[union-attr]
    message = f"The places are right, but the layer is in {found_name(state.output.crs)}: not reprojected to {wanted}."
    return Diagnosis(code="not_reprojected", message=message)


def _never_transformed(state: RowState) -> Diagnosis | None:
    wanted = state.contract.crs  # type: ignore[union-attr]
    for crs in CANDIDATE_CRS:
        if _lands(state, crs):
            message = f"The coordinates are those of {crs}: {wanted} was assigned, but never transformed to."
            return Diagnosis(code="assigned_never_transformed", message=message)
    return None


def _lands(state: RowState, crs: str) -> bool:
    moved = transformed(state.output.shapes, crs, state.contract.crs)  # type: ignore[arg-type,union-attr]
    near = same_place(total_bounds(state.reference.shapes), total_bounds(moved))
    return near and _explains(state, moved)


def _axes_swapped(state: RowState) -> Diagnosis | None:
    if not _explains(state, _recomputed(state, lambda xy: xy[:, ::-1])):
        return None
    return Diagnosis(code="axes_swapped", message="x and y are exchanged in every coordinate.")


def _other_unit(state: RowState) -> Diagnosis | None:
    """Tells whether coordinates are in another unit, by the factor that brings the envelope back."""
    wanted, found = total_bounds(state.reference.shapes), total_bounds(state.output.shapes)
    with np.errstate(divide="ignore", invalid="ignore"):
        seen = float(np.median(found / wanted))
    factors = [(FOOT, "feet"), (US_FOOT, "US survey feet")]
    ways = [(1 / factor, unit, "metres") for factor, unit in factors]
    ways += [(factor, "metres", unit) for factor, unit in factors]
    for ratio, unit, other in sorted(ways, key=lambda way: abs(way[0] - seen)):
        back = _recomputed(state, partial(np.multiply, 1 / ratio))
        if same_place(wanted, total_bounds(back)) and _explains(state, back):
            return Diagnosis(code="unit_of_coordinates", message=f"Coordinates are in {unit}, not in {other}.")
    return None


def _recomputed(state: RowState, change: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    import shapely

    return shapely.transform(shapely.force_2d(state.output.shapes), change)


def _shifted(state: RowState) -> Diagnosis | None:
    import shapely

    gaps, (ours, theirs) = state.shape_gaps, state.shape_pair
    wrong = np.flatnonzero(gaps.wrong & ~shapely.is_missing(ours) & ~shapely.is_missing(theirs))
    if len(wrong) < int(gaps.wrong.sum()) or not len(wrong) or state.ground.is_degrees:
        return None
    centers = [shapely.get_coordinates(shapely.centroid(side[wrong])) for side in (ours, theirs)]
    if len(centers[0]) != len(centers[1]) or len(centers[0]) != len(wrong):
        return None
    offset = np.median(centers[1] - centers[0], axis=0)
    back = shapely.transform(theirs[wrong], lambda xy: xy - offset)
    rule = state.contract.geometry  # type: ignore[union-attr]
    if shape_gaps(rule, state.contract.tolerance, state.ground, ours[wrong], back).wrong.any():
        return None
    east, north = (offset * state.ground.metres).tolist()
    way = shift_words(east, north, "m", ("east", "west", "north", "south"))
    message = f"{len(wrong)} of {counted(len(gaps.wrong), 'shape')} lie {way} of their place."
    return Diagnosis(code="shifted", message=message)


def _reversed(state: RowState) -> Diagnosis | None:
    gaps, (ours, theirs) = state.shape_gaps, state.shape_pair
    wrong = np.flatnonzero(gaps.wrong)
    lines = (shape_kinds(ours[wrong]) == LINE) & (shape_kinds(theirs[wrong]) == LINE)
    rule = state.contract.geometry  # type: ignore[union-attr]
    if rule.direction != "match" or not lines.all():
        return None
    either_way = rule.model_copy(update={"direction": "ignore"})
    pair = ours[wrong], theirs[wrong]
    if shape_gaps(either_way, state.contract.tolerance, state.ground, *pair).wrong.any():
        return None
    if not reversed_lines(*pair).all():
        return None
    return Diagnosis(code="reversed", message=f"{len(wrong)} of {counted(len(gaps.wrong), 'line')} run backwards.")


def _holes_lost(state: RowState) -> Diagnosis | None:
    import shapely

    gaps, (ours, theirs) = state.shape_gaps, state.shape_pair
    wrong = np.flatnonzero(gaps.wrong)
    both = (shape_kinds(ours[wrong]) == POLYGON) & (shape_kinds(theirs[wrong]) == POLYGON)
    if not both.all() or (hole_counts(ours[wrong]) == 0).any() or hole_counts(theirs[wrong]).any():
        return None
    parts, owner = shapely.get_parts(ours[wrong], return_index=True)
    filled = shapely.multipolygons(shapely.polygons(shapely.get_exterior_ring(parts)), indices=owner)
    rule = state.contract.geometry  # type: ignore[union-attr]
    if shape_gaps(rule, state.contract.tolerance, state.ground, filled, theirs[wrong]).wrong.any():
        return None
    count = f"{len(wrong)} of {counted(len(gaps.wrong), 'polygon')}"
    return Diagnosis(code="holes_lost", message=f"{count} lost all holes.")
