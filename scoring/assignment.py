# SPDX-License-Identifier: GPL-2.0-or-later
"""The last way to pair rows: the assignment with the least differences over all values. It is optimistic.

A value within its tolerance costs next to nothing and one outside at least 1; all shapes together cost less than 1,
and nothing where they are equal within tolerance. So where any pairing is strictly right, the cheapest one is; else
values count before shapes. Labels are paired class by class, see `label_classes`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .geometry import shape_gaps
from .ground import Ground
from .heights import height_excess, height_limit
from .keys import key_codes
from .label_classes import pairs_by_label, rows_by_label
from .row_table import ColumnValues, RowTable
from .shape_pairs import candidate_pairs
from .values import value_codes, value_gaps, value_kind
from .vector_reading import RowContract

MAX_ROWS = 2000
HARDLY = 1e-12  # what decides among pairs that are right


class AssignedRows(NamedTuple):
    """Pairs in the order of the reference, and what was left out."""

    reference: np.ndarray
    output: np.ndarray
    note: str


def assigned_rows(contract: RowContract, ground: Ground, reference: RowTable, output: RowTable) -> AssignedRows:
    """Pairs as many rows as there are on the smaller side, with the least differences.

    Edges: Above 2,000 rows a side, only rows with equal texts, booleans, dates and ids are compared with one
        another; groups that are still larger stay unmatched, and the note says how many rows.
    """
    names = [name for name in contract.columns if name in reference.columns and name in output.columns]
    rows_ref, rows_out = np.arange(reference.count), np.arange(output.count)
    if max(reference.count, output.count) <= MAX_ROWS:
        left, right = _assigned_block(contract, ground, reference, output, names, rows_ref, rows_out)
        return AssignedRows(left, right, "")
    lefts, rights, left_out = [np.empty(0, np.intp)], [np.empty(0, np.intp)], 0
    for rows_ref, rows_out in _blocks(contract, reference, output, names):
        if max(len(rows_ref), len(rows_out)) > MAX_ROWS:
            left_out += len(rows_ref)
            continue
        block = _assigned_block(contract, ground, reference, output, names, rows_ref, rows_out)
        lefts.append(block[0])
        rights.append(block[1])
    left, right = np.concatenate(lefts), np.concatenate(rights)
    order = np.argsort(left, kind="stable")
    note = f"{left_out} reference rows stand in groups of more than {MAX_ROWS} alike rows and were not paired"
    return AssignedRows(left[order], right[order], note if left_out else "")


def _blocks(
    contract: RowContract, reference: RowTable, output: RowTable, names: list[str]
) -> list[tuple[np.ndarray, np.ndarray]]:
    exact = [
        name
        for name in names
        if value_kind(reference.columns[name]) in ("text", "boolean", "date", "datetime")
        or contract.columns[name].role == "id"
    ]
    if not exact:
        return [(np.arange(reference.count), np.arange(output.count))]
    codes = key_codes(exact, reference, output)
    shared = np.intersect1d(codes.reference, codes.output)
    order_ref, order_out = (np.argsort(side, kind="stable") for side in (codes.reference, codes.output))
    starts_ref, ends_ref = (np.searchsorted(codes.reference[order_ref], shared, side) for side in ("left", "right"))
    starts_out, ends_out = (np.searchsorted(codes.output[order_out], shared, side) for side in ("left", "right"))
    return [
        (np.sort(order_ref[a:b]), np.sort(order_out[c:d]))
        for a, b, c, d in zip(starts_ref, ends_ref, starts_out, ends_out, strict=True)
    ]


def _assigned_block(
    contract: RowContract,
    ground: Ground,
    reference: RowTable,
    output: RowTable,
    names: list[str],
    rows_ref: np.ndarray,
    rows_out: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    from scipy.optimize import linear_sum_assignment

    taken = {name: (reference.columns[name].take(rows_ref), output.columns[name].take(rows_out)) for name in names}
    cost = np.zeros((len(rows_ref), len(rows_out)))
    for name, pair in taken.items():
        cost += _column_cost(contract, ground, name, *pair)
    if reference.shapes is not None and output.shapes is not None:
        shapes = reference.shapes[rows_ref], output.shapes[rows_out]
        cost += _shape_cost(contract, ground, *shapes) / (min(cost.shape) + 1)
    left, right = linear_sum_assignment(cost)
    labels = [pair for name, pair in taken.items() if contract.columns[name].role == "label"]
    if labels:
        together = pairs_by_label(cost, rows_by_label(*map(list, zip(*labels, strict=True))))
        if together is not None and cost[together].sum() < 1:
            left, right = together
    return rows_ref[left], rows_out[right]


def _column_cost(
    contract: RowContract, ground: Ground, name: str, reference: ColumnValues, output: ColumnValues
) -> np.ndarray:
    column = contract.columns[name]
    if column.role == "label":
        return np.zeros((len(reference.null), len(output.null)))
    if value_kind(reference) != "number" or value_kind(output) != "number":
        codes = value_codes(reference, output)
        return 2.0 * (codes.reference[:, None] != codes.output[None, :])
    size = len(reference.null), len(output.null)
    left, right = np.repeat(np.arange(size[0]), size[1]), np.tile(np.arange(size[1]), size[0])
    gaps = value_gaps(column, contract.tolerance, ground, reference.take(left), output.take(right))
    return np.where(gaps.wrong, 1 + _share(reference, output), HARDLY * gaps.excess).reshape(size)


def _share(reference: ColumnValues, output: ColumnValues) -> np.ndarray:
    """Returns |a-b| / (|a|+|b|) of every pair, 1 where one is NULL."""
    ours = np.where(reference.null, np.nan, reference.values.astype(float))[:, None]
    theirs = np.where(output.null, np.nan, output.values.astype(float))[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.abs(ours - theirs) / (np.abs(ours) + np.abs(theirs))
    return np.nan_to_num(share, nan=1.0).ravel()


def _shape_cost(contract: RowContract, ground: Ground, reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Returns 0 for shapes that are equal within tolerance, else a half to 1, more for centroids farther apart."""
    if contract.kind != "vector" or contract.geometry.compare != "match":
        return _place_cost(reference, output)
    import shapely

    (ours, row_of), (theirs, column_of) = _different(reference), _different(output)
    cost = 0.5 + _place_cost(ours, theirs)
    rule = contract.geometry
    near_rule = rule.model_copy(update={"epsilon": max(rule.epsilon, rule.position_tolerance), "min_iou": 1e-9})
    near = candidate_pairs(near_rule, ground, ours, theirs)
    pairs = ours[near.reference], theirs[near.output]
    right = ~shape_gaps(rule, contract.tolerance, ground, *pairs).wrong
    if contract.dimension == "z":
        right &= height_excess(*pairs, height_limit(contract, ground)) <= 1
    cost[near.reference[right], near.output[right]] = 0
    cost[np.ix_(shapely.is_missing(ours), shapely.is_missing(theirs))] = 0
    return cost[np.ix_(row_of, column_of)]


def _different(shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the different shapes, and which of them each shape is."""
    import shapely

    places: dict[bytes | None, int] = {}
    codes = [places.setdefault(text, len(places)) for text in shapely.to_wkb(shapes).tolist()]
    first = np.unique(codes, return_index=True)[1] if codes else np.empty(0, np.intp)
    return shapes[first], np.array(codes, np.intp)


def _place_cost(reference: np.ndarray, output: np.ndarray) -> np.ndarray:
    """Returns a cost of at most a half that grows with the distance of centroids."""
    import shapely

    ours = np.column_stack([shapely.get_x(shapely.centroid(reference)), shapely.get_y(shapely.centroid(reference))])
    theirs = np.column_stack([shapely.get_x(shapely.centroid(output)), shapely.get_y(shapely.centroid(output))])
    distance = np.hypot(ours[:, None, 0] - theirs[None, :, 0], ours[:, None, 1] - theirs[None, :, 1])
    extent = max(float(np.nanmax(distance)) if np.isfinite(distance).any() else 0.0, 1e-300)
    return np.where(np.isfinite(distance), distance / extent * 0.5, 0.5)
