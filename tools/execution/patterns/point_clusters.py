# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusters of points that lie densely together (DBSCAN)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ..relations.components import connected
from ..relations.spatial_pairs import ROUNDING

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

SMALLER = "a shorter distance, or fewer points"


def density_clusters(run: Run, places: np.ndarray, distance: float, min_points: int) -> np.ndarray:
    """Numbers the clusters of points from 0, in the order of their first dense point; -1 is noise.

    A point is dense with min_points within the distance, itself among them; dense points within the distance of each
    other are of one cluster, and so is any other point near them. One near several clusters is of the first.
    Two dense points near each other take about 50 bytes.

    Args:
        places: x and y of each point.
        distance: In units of the coordinates, itself included.
    """
    import numpy as np
    from scipy.spatial import cKDTree

    labels = np.full(len(places), -1)
    if not len(places):
        return labels
    reach = distance * (1 + ROUNDING)
    sizes = cKDTree(places).query_ball_point(places, reach, return_length=True)
    dense = np.flatnonzero(sizes >= min_points)
    run.require.size("pairs", float(sizes[dense].sum()), "dense points near each other", SMALLER, "max_distance")
    run.progress(0.3)
    if not len(dense):
        return labels
    tree = cKDTree(places[dense])
    one, other = tree.query_pairs(reach, output_type="ndarray").T
    run.progress(0.6)
    labels[dense] = connected(len(dense), one, other)
    rest = np.flatnonzero(sizes < min_points)
    near = tree.query_ball_point(places[rest], reach)
    counts = np.fromiter(map(len, near), np.int64, len(rest))
    found = np.fromiter(itertools.chain.from_iterable(near), np.int64, int(counts.sum()))
    edge = counts > 0
    if edge.any():
        starts = np.cumsum(counts) - counts
        labels[rest[edge]] = np.minimum.reduceat(labels[dense[found]], starts[edge])
    return labels
