# SPDX-License-Identifier: GPL-2.0-or-later
"""Which features are neighbours: polygons that meet, the k nearest places, or all places within a distance."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from ..relations.polygon_contacts import contacts_of
from ..relations.spatial_pairs import ROUNDING

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

SAME_DISTANCE = 1e-9  # share within which two places are equally near
SMALLER = "a smaller k or distance, or fewer features"


class Weights(NamedTuple):
    """Pairs of a feature and its neighbour, ordered by both; no feature is its own neighbour.

    Args:
        first, second: Row of the feature, row of the neighbour.
        feature_count: Number of features, those without neighbours among them.
        tied_count: Features of which some neighbour was taken by its row, others being as near.
    """

    first: np.ndarray
    second: np.ndarray
    feature_count: int
    tied_count: int = 0

    @property
    def sizes(self) -> np.ndarray:
        """Counts the neighbours of each feature."""
        import numpy as np

        return np.bincount(self.first, minlength=self.feature_count)

    def sums(self, values: np.ndarray) -> np.ndarray:
        """Sums the values of the neighbours of each feature; 0 for none."""
        import numpy as np

        return np.bincount(self.first, values[self.second], minlength=self.feature_count).astype(float)

    def row_standardized(self) -> Any:
        """Gives the sparse matrix whose rows share 1 out among the neighbours; rows without any are 0."""
        import numpy as np
        from scipy.sparse import csr_matrix

        sizes = self.sizes
        ends = np.concatenate([[0], np.cumsum(sizes)])
        return csr_matrix((1.0 / sizes[self.first], self.second, ends), shape=(self.feature_count, self.feature_count))


def contiguity(run: Run, shapes: np.ndarray, *, corners: bool) -> Weights:
    """Finds polygons that share an edge, with `corners` also those that share a point (rook and queen).

    Args:
        shapes: Valid polygons; a vertex of one may lie anywhere on the edge of another.
    """
    met = contacts_of(run, shapes)
    kept = corners | (met.length > 0)
    return Weights(met.first[kept], met.second[kept], len(shapes))


def distance_band(run: Run, places: np.ndarray, distance: float) -> Weights:
    """Finds the places within a distance, itself included.

    Args:
        places: x and y of each feature.
        distance: In units of the coordinates; a part in 10^12 more still counts, since it was converted.
    """
    import numpy as np
    from scipy.spatial import cKDTree

    tree, reach = cKDTree(places), distance * (1 + ROUNDING)
    run.require.size("pairs", float(tree.count_neighbors(tree, reach)), "the weights", SMALLER, "distance")
    pairs = tree.query_pairs(reach, output_type="ndarray").astype(np.int64)
    first, second = np.concatenate([pairs, pairs[:, ::-1]]).T
    order = np.lexsort((second, first))
    return Weights(first[order], second[order], len(places))


def k_nearest(run: Run, places: np.ndarray, k: int) -> Weights:
    """Finds the k nearest other places; of those equally near at the end the first by row are taken.

    Args:
        places: x and y of each feature, more than k of them.
    """
    import numpy as np
    from scipy.spatial import cKDTree

    count = len(places)
    run.require.size("pairs", float(count) * (k + 2), "the weights", SMALLER, "k")
    tree = cKDTree(places)
    # the place itself, k others, and one more by which a tie is seen
    distance, other = tree.query(places, k=k + 2)
    reach = distance[:, k] * (1 + SAME_DISTANCE)
    tied = np.flatnonzero(distance[:, k + 1] <= reach)
    plain = np.setdiff1d(np.arange(count), tied)
    first, second = np.repeat(plain, k + 1), other[plain, : k + 1].ravel()
    if len(tied):
        found = _nearest_of_tied(run, tree, places, tied, distance[tied, k], k)
        first, second = np.concatenate([first, found[0]]), np.concatenate([second, found[1]])
    apart = first != second
    first, second = first[apart], second[apart]
    order = np.lexsort((second, first))
    return Weights(first[order], second[order], count, len(tied))


def _nearest_of_tied(
    run: Run, tree: Any, places: np.ndarray, rows: np.ndarray, reach: np.ndarray, k: int
) -> tuple[np.ndarray, np.ndarray]:
    """Takes all that are nearer than the k-th, then of those as near the first by row."""
    import numpy as np

    limit = reach * (1 + SAME_DISTANCE)
    sizes = tree.query_ball_point(places[rows], limit, return_length=True)
    run.require.size("pairs", float(sizes.sum()), "the weights", "fewer features at one place", "k")
    lists = tree.query_ball_point(places[rows], limit)
    other = np.fromiter(itertools.chain.from_iterable(lists), np.int64, int(sizes.sum()))
    owner = np.repeat(np.arange(len(rows)), sizes)
    apart = rows[owner] != other
    owner, other = owner[apart], other[apart]
    distance = np.hypot(*(places[rows[owner]] - places[other]).T)
    is_last = distance >= reach[owner] * (1 - SAME_DISTANCE)
    order = np.lexsort((other, is_last, owner))
    owner, other = owner[order], other[order]
    kept = np.arange(len(owner)) - np.searchsorted(owner, owner) < k
    return rows[owner[kept]], other[kept]
