# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes as a set: how many of the reference are found, by kind, whatever their attributes."""

from __future__ import annotations

import numpy as np

from .record import EntityScore
from .row_state import RowState
from .shape_pairs import KIND_NAMES, POLYGON, paired_shapes, shape_kinds


def entity_scores(state: RowState) -> dict[str, EntityScore]:
    """Returns precision, recall and F1 of shapes by kind: points, lines, polygons.

    Edges: An output in another CRS is transformed to that of the contract first; one without a CRS is taken as it
        is. Kinds that neither side has are left out. Contracts whose geometry is not compared have no entities.
    """
    if not state.compares_shapes or state.reference.shapes is None or state.contract.kind != "vector":
        return {}
    reference, output = state.reference.shapes, output_shapes(state)
    kinds_ref, kinds_out = shape_kinds(reference), shape_kinds(output)
    known = _surely_paired(state) if output is state.output.shapes else None
    left, _ = paired_shapes(state.contract.geometry, state.ground, reference, output, known)
    scores = {}
    for kind, name in KIND_NAMES.items():
        expected, found = int((kinds_ref == kind).sum()), int((kinds_out == kind).sum())
        if expected or found:
            scores[name] = _score(int((kinds_ref[left] == kind).sum()), expected, found)
    return scores


def _surely_paired(state: RowState) -> tuple[np.ndarray, np.ndarray] | None:
    """Returns paired rows whose shapes are equal within tolerance, where that makes them the same entity.

    IoU = (a + b - s) / (a + b + s) for areas a, b and a symmetric difference s, which the tolerance bounds.
    """
    import shapely

    assert state.contract.kind == "vector"
    rule, (ours, theirs) = state.contract.geometry, state.shape_pair
    if not state.crs_is_right or state.ground.is_degrees or rule.position_tolerance > rule.epsilon or not len(ours):
        return None
    areas = shapely.area(ours) + shapely.area(theirs)
    slack = rule.position_tolerance / state.ground.metres * shapely.length(ours)
    limit = np.maximum(rule.area_tolerance * shapely.area(ours), slack)
    flat = shape_kinds(ours) == POLYGON
    sure = ~flat | (areas - limit >= rule.min_iou * (areas + limit))
    rows = np.flatnonzero(~state.shape_gaps.wrong & sure & ~shapely.is_missing(ours))
    return state.pairs.reference[state.free][rows], state.pairs.output[state.free][rows]


def _score(matched: int, expected: int, found: int) -> EntityScore:
    return EntityScore(
        precision=matched / found if found else 0.0,
        recall=matched / expected if expected else 0.0,
        f1=2 * matched / (expected + found),
        matched=matched,
        reference=expected,
        output=found,
    )


def output_shapes(state: RowState) -> np.ndarray:
    """Returns the shapes of the output in the CRS of the contract; one without a CRS is taken as it is."""
    if state.output.shapes is None:
        return np.empty(0, object)
    if state.crs_is_right or state.output.crs is None or state.contract.kind != "vector":
        return state.output.shapes
    return transformed(state.output.shapes, state.output.crs, state.contract.crs)


def transformed(shapes: np.ndarray, source: str, target: str) -> np.ndarray:
    """Returns shapes in another CRS; those that cannot be transformed come back as None."""
    import pyproj
    import shapely

    try:
        transformer = pyproj.Transformer.from_crs(source, target, always_xy=True)
    except pyproj.exceptions.ProjError:
        return np.full(len(shapes), None)
    flat = shapely.force_2d(shapes)

    def moved(xy: np.ndarray) -> np.ndarray:
        return np.column_stack(transformer.transform(xy[:, 0], xy[:, 1]))

    coordinates, owner = shapely.get_coordinates(flat, return_index=True)
    if not len(coordinates):
        return flat
    placed = moved(coordinates)
    lost = np.unique(owner[~np.isfinite(placed).all(axis=1)])
    result = shapely.set_coordinates(flat.copy(), np.where(np.isfinite(placed), placed, 0.0))
    result[lost] = None
    return result
