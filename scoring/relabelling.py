# SPDX-License-Identifier: GPL-2.0-or-later
"""Labels that only tell groups apart: two columns or grids are right where renaming makes them equal."""

from __future__ import annotations

import numpy as np

MAX_LABELS = 2000


def kept_by_renaming(left: np.ndarray, right: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Tells which pairs of labels the best one-to-one renaming keeps.

    Args:
        left: Label of the reference per different pair, as small numbers.
        right: Label of the output, the same.
        counts: How often the pair occurs.
    Returns: True for the pairs of the renaming that keeps most occurrences.
    Edges: More than 2,000 labels that hang together are renamed from the most frequent pair on, which is as good
        wherever a renaming makes all equal.
    """
    kept = (np.bincount(left)[left] == 1) & (np.bincount(right)[right] == 1) if len(left) else np.zeros(0, bool)
    rest = np.flatnonzero(~kept)
    if not len(rest):
        return kept
    rows, row_of = np.unique(left[rest], return_inverse=True)
    columns, column_of = np.unique(right[rest], return_inverse=True)
    if max(len(rows), len(columns)) > MAX_LABELS:
        kept[rest[_greedy(row_of, column_of, counts[rest])]] = True
        return kept
    from scipy.optimize import linear_sum_assignment

    worth = np.zeros((len(rows), len(columns)))
    worth[row_of, column_of] = counts[rest]
    partner = np.full(len(rows), -1)
    first, second = linear_sum_assignment(worth, maximize=True)
    partner[first] = second
    kept[rest] = partner[row_of] == column_of
    return kept


def _greedy(left: np.ndarray, right: np.ndarray, counts: np.ndarray) -> list[int]:
    taken: tuple[set[int], set[int]] = set(), set()
    chosen = []
    for index in np.lexsort((right, left, -counts)).tolist():
        if left[index] not in taken[0] and right[index] not in taken[1]:
            taken[0].add(left[index])
            taken[1].add(right[index])
            chosen.append(index)
    return chosen
