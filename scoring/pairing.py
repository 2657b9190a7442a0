# SPDX-License-Identifier: GPL-2.0-or-later
"""One-to-one pairs out of candidates: as many as possible, then the best ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MAX_ASSIGNED = 2000


class Candidates(NamedTuple):
    """Pairs that could be made: rows of the reference, rows of the output, quality in 0..1."""

    reference: np.ndarray
    output: np.ndarray
    quality: np.ndarray


def best_pairs(candidates: Candidates) -> tuple[np.ndarray, np.ndarray]:
    """Returns reference and output rows of a maximum one-to-one pairing, ties by quality, in reference order.

    Edges: Groups of more than 2,000 rows that all hang together get a maximum pairing without regard to quality.
    """
    left, right, quality = candidates
    lonely = (np.bincount(left)[left] == 1) & (np.bincount(right)[right] == 1) if len(left) else np.ones(0, bool)
    chosen_left, chosen_right = [left[lonely]], [right[lonely]]
    if not lonely.all():
        more = _assigned(left[~lonely], right[~lonely], quality[~lonely])
        chosen_left.append(more[0])
        chosen_right.append(more[1])
    pairs_left, pairs_right = np.concatenate(chosen_left), np.concatenate(chosen_right)
    order = np.argsort(pairs_left, kind="stable")
    return pairs_left[order], pairs_right[order]


def _assigned(left: np.ndarray, right: np.ndarray, quality: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows, row_of = np.unique(left, return_inverse=True)
    columns, column_of = np.unique(right, return_inverse=True)
    size = len(rows) + len(columns)
    edges = coo_array((np.ones(len(left)), (row_of, len(rows) + column_of)), shape=(size, size))
    _, part = connected_components(edges, directed=False)
    edge_part = part[row_of]
    order = np.argsort(edge_part, kind="stable")
    cuts = np.flatnonzero(np.diff(edge_part[order])) + 1
    pairs: list[tuple[np.ndarray, np.ndarray]] = []
    for group in np.split(order, cuts):
        pairs.append(_group_pairs(row_of[group], column_of[group], quality[group]))
    chosen = np.concatenate([pair[0] for pair in pairs]), np.concatenate([pair[1] for pair in pairs])
    return rows[chosen[0]], columns[chosen[1]]


def _group_pairs(left: np.ndarray, right: np.ndarray, quality: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rows, row_of = np.unique(left, return_inverse=True)
    columns, column_of = np.unique(right, return_inverse=True)
    if max(len(rows), len(columns)) > MAX_ASSIGNED:
        return _any_maximum(rows, columns, row_of, column_of)
    from scipy.optimize import linear_sum_assignment

    # One more pair is worth more than any gain in quality.
    worth = np.zeros((len(rows), len(columns)))
    worth[row_of, column_of] = len(rows) + 1 + quality
    first, second = linear_sum_assignment(worth, maximize=True)
    real = worth[first, second] > 0
    return rows[first[real]], columns[second[real]]


def _any_maximum(
    rows: np.ndarray, columns: np.ndarray, row_of: np.ndarray, column_of: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    graph = csr_array((np.ones(len(row_of)), (row_of, column_of)), shape=(len(rows), len(columns)))
    partner = maximum_bipartite_matching(graph, perm_type="column")
    found = partner >= 0
    return rows[found], columns[partner[found]]
