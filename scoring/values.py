# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether paired values are equal by the role of their column."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import NamedTuple

import numpy as np

from ..tasks.column import Column, Tolerance
from .ground import Ground
from .relabelling import kept_by_renaming
from .row_table import ColumnValues

KINDS = {"integer": "number", "real": "number"}
INT64_LIMIT = 2.0**63


class ValueGaps(NamedTuple):
    """How far the values of a column are apart.

    Args:
        wrong: True where a pair is not equal within tolerance.
        excess: |a-b| over the tolerance, for sorting; infinite where there is no distance (text, NULL).
    """

    wrong: np.ndarray
    excess: np.ndarray


def value_kind(column: ColumnValues) -> str:
    """Returns number, text, boolean, date, datetime or other: values of different kinds are never equal."""
    return KINDS.get(column.type, column.type)


def value_gaps(
    column: Column, of_contract: Tolerance, ground: Ground, reference: ColumnValues, output: ColumnValues
) -> ValueGaps:
    """Compares paired values.

    Args:
        of_contract: The contract's default tolerance.
        ground: Of the layer's CRS; a coordinate's default tolerance is in metres.
    Edges: NULL equals NULL alone. Numbers compare by value, integers exactly to 64 bits.
    """
    if column.role == "label":
        wrong = relabelled_wrongly(reference, output)
        return ValueGaps(wrong, np.where(wrong, np.inf, 0.0))
    if value_kind(reference) != value_kind(output):
        wrong = ~(reference.null & output.null)
        return ValueGaps(wrong, np.where(wrong, np.inf, 0.0))
    excess = np.zeros(len(reference.null))
    excess[reference.null != output.null] = np.inf
    both = np.flatnonzero(~reference.null & ~output.null)
    pairs = reference.take(both), output.take(both)
    if value_kind(reference) == "number":
        excess[both] = _number_excess(column, column_limits(column, of_contract, ground), *pairs)
    else:
        excess[both] = np.where(pairs[0].values == pairs[1].values, 0.0, np.inf)
    return ValueGaps(excess > 1, excess)


def column_limits(column: Column, of_contract: Tolerance, ground: Ground) -> Tolerance:
    """Returns the tolerance of a column in the unit of its values."""
    limits = column.effective_tolerance(of_contract)
    if column.role == "coordinate" and column.tolerance.absolute is None:
        return limits.model_copy(update={"absolute": ground.units(limits.absolute or 0.0)})
    return limits


def _number_excess(column: Column, limits: Tolerance, reference: ColumnValues, output: ColumnValues) -> np.ndarray:
    equal = equal_numbers(reference, output)
    ours, theirs = reference.values.astype(float), output.values.astype(float)
    with np.errstate(invalid="ignore"):
        gap = np.abs(ours - theirs)
        if column.role == "angle":
            gap = gap % column.period
            gap = np.minimum(gap, column.period - gap)
            equal |= gap == 0
        limit = (limits.absolute or 0.0) + (limits.relative or 0.0) * np.abs(ours)
        inside = gap <= limit
    # Integers beyond 2**53 lose their last digits as reals, so without a tolerance only `equal` decides.
    # Infinity is no measure that a share of it could be allowed for.
    inside &= (limit > 0) & np.isfinite(gap)
    ratio = np.divide(gap, limit, out=np.full(len(gap), np.inf), where=(limit > 0) & np.isfinite(gap))
    return np.where(equal, 0.0, np.where(inside, np.minimum(ratio, 1.0), np.maximum(ratio, np.nextafter(1.0, 2.0))))


def equal_numbers(reference: ColumnValues, output: ColumnValues) -> np.ndarray:
    """Tells which pairs are the same number, exactly: 5 equals 5.0, 2**53 + 1 does not equal 2**53."""
    if reference.values.dtype == output.values.dtype:
        return reference.values == output.values
    integers, reals = reference.values, output.values
    if reference.type == "real":
        integers, reals = output.values, reference.values
    return as_integers(reals)[1] & (as_integers(reals)[0] == integers)


def as_integers(reals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns reals as int64, and which of them are whole numbers that fit."""
    whole = np.isfinite(reals) & (np.floor(reals) == reals) & (reals >= -INT64_LIMIT) & (reals < INT64_LIMIT)
    return np.where(whole, reals, 0.0).astype(np.int64), whole


class Codes(NamedTuple):
    """Values as small numbers: equal values have equal codes, in both columns; NULL has a code of its own."""

    reference: np.ndarray
    output: np.ndarray
    size: int


def value_codes(reference: ColumnValues, output: ColumnValues) -> Codes:
    """Numbers the different values of two columns; values of different kinds never share a code."""
    split = len(reference.null)
    null = np.concatenate([reference.null, output.null])
    if value_kind(reference) != value_kind(output):
        first, second = _unique_codes(reference.values), _unique_codes(output.values)
        codes = np.concatenate([first, second + (first.max(initial=-1) + 1)])
    else:
        codes = _joint_codes(reference, output)
    codes = np.where(null, 0, codes + 1)
    return Codes(codes[:split], codes[split:], int(codes.max(initial=-1)) + 1)


def _joint_codes(reference: ColumnValues, output: ColumnValues) -> np.ndarray:
    if reference.values.dtype == output.values.dtype:
        return _unique_codes(np.concatenate([reference.values, output.values]))
    # An integer column against a real one: whole reals are compared as integers, the others only with themselves.
    parts = [as_integers(side.values) if side.type == "real" else (side.values, None) for side in (reference, output)]
    codes = _unique_codes(np.concatenate([part[0] for part in parts]))
    fraction = np.concatenate([np.zeros(len(values), bool) if whole is None else ~whole for values, whole in parts])
    reals = np.concatenate([side.values.astype(float) for side in (reference, output)])
    return np.where(fraction, codes.max(initial=0) + 1 + _unique_codes(reals), codes)


def _unique_codes(values: np.ndarray) -> np.ndarray:
    if values.dtype != object:
        return np.unique(values, return_inverse=True)[1]
    places: defaultdict[object, int] = defaultdict(count().__next__)
    return np.fromiter(map(places.__getitem__, values.tolist()), np.intp, len(values))


def relabelled_wrongly(reference: ColumnValues, output: ColumnValues) -> np.ndarray:
    """Tells which paired labels break the best one-to-one renaming between two partitions.

    Edges: NULL is no label: it equals NULL and is never renamed.
    """
    wrong = reference.null != output.null
    both = np.flatnonzero(~reference.null & ~output.null)
    codes = value_codes(reference.take(both), output.take(both))
    pairs, pair_of, share = np.unique(
        codes.reference * np.int64(codes.size) + codes.output, return_inverse=True, return_counts=True
    )
    if len(pairs):
        kept = kept_by_renaming(pairs // codes.size, pairs % codes.size, share)
        wrong[both] = ~kept[pair_of]
    return wrong
