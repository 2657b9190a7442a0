# SPDX-License-Identifier: GPL-2.0-or-later
"""The cheapest assignment of rows whose labels are equal up to renaming.

A right pairing takes each class of labels to one other class. So every class is assigned to every other, and of these
blocks the best one-to-one choice is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .row_table import ColumnValues
from .values import value_codes

MAX_BLOCKS = 10_000


class Classes(NamedTuple):
    """Rows by label.

    Args:
        members: Row numbers of each class.
        nulls: Which label columns are NULL in each class.
    """

    members: list[np.ndarray]
    nulls: np.ndarray


class RowsByLabel(NamedTuple):
    """The classes of both sides; several label columns are taken together."""

    reference: Classes
    output: Classes


def rows_by_label(reference: list[ColumnValues], output: list[ColumnValues]) -> RowsByLabel:
    """Returns the rows of each class, by the label columns of both sides."""
    return RowsByLabel(_classes(reference), _classes(output))


def _classes(columns: list[ColumnValues]) -> Classes:
    codes = [part for column in columns for part in (value_codes(column, column).reference, column.null)]
    unique, class_of = np.unique(np.column_stack(codes), axis=0, return_inverse=True)
    class_of = class_of.ravel()
    order = np.argsort(class_of, kind="stable")
    ends = np.cumsum(np.bincount(class_of, minlength=len(unique)))[:-1]
    return Classes(np.split(order, ends) if len(unique) else [], unique[:, 1::2])


def pairs_by_label(cost: np.ndarray, rows: RowsByLabel) -> tuple[np.ndarray, np.ndarray] | None:
    """Returns the cheapest pairing that keeps classes together.

    Returns: Reference rows in order, and their output rows; None where some row of the smaller side finds no
        partner so, or there are too many classes to try.
    """
    from scipy.optimize import linear_sum_assignment

    ours, theirs = rows
    if not ours.members or not theirs.members or len(ours.members) * len(theirs.members) > MAX_BLOCKS:
        return None
    # A pair more is worth more than any difference.
    worth_of_pair = (cost.max() + 1) * (min(cost.shape) + 1)
    worth = np.zeros((len(ours.members), len(theirs.members)))
    blocks = {}
    for left, mine in enumerate(ours.members):
        for right, other in enumerate(theirs.members):
            if (ours.nulls[left] == theirs.nulls[right]).all():
                part = cost[np.ix_(mine, other)]
                first, second = linear_sum_assignment(part)
                worth[left, right] = len(first) * worth_of_pair - part[first, second].sum()
                blocks[left, right] = mine[first], other[second]
    chosen = zip(*(side.tolist() for side in linear_sum_assignment(worth, maximize=True)), strict=True)
    pairs = [blocks[pair] for pair in chosen if pair in blocks]
    if not pairs:
        return None
    found_ref, found_out = (np.concatenate([[], *side]).astype(np.intp) for side in zip(*pairs, strict=True))
    if len(found_ref) < min(cost.shape):
        return None
    order = np.argsort(found_ref, kind="stable")
    return found_ref[order], found_out[order]
