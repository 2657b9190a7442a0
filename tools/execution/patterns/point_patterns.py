# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether points gather or keep apart, as against points at random: by nearest neighbours and by Ripley's K."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.layers import Vector
from ..geometry.random_places import BoxedShape, Triangles
from ..geometry.shapes import single_points
from ..relations.spatial_pairs import ROUNDING

if TYPE_CHECKING:
    import numpy as np


class Places(NamedTuple):
    """Where points are.

    Args:
        x_y: Coordinates of the points that have any.
        rows: Their rows.
    """

    x_y: np.ndarray
    rows: np.ndarray


class NearestNeighbors(NamedTuple):
    """The distances to the nearest neighbour against those of random points; lengths in units of the coordinates.

    Args:
        observed, expected: Mean distance, found and of as many random points in an area without edges.
        ratio: The first by the second: below 1 for clusters, above it for points that keep apart.
        z, p: Distance from random in standard errors, two-sided probability of it by the normal distribution.
        coincident: Points that share their place with another.
    """

    observed: float
    expected: float
    ratio: float
    z: float
    p: float
    coincident: int


class PairCounts(NamedTuple):
    """Pairs of points within distances, each in both orders.

    Args:
        found: Of the points.
        low, high: Least and most of simulations of as many random points.
    """

    found: np.ndarray
    low: np.ndarray
    high: np.ndarray


def single_places(layer: Vector, shapes: np.ndarray) -> Places:
    """Gives the places of a point layer; missing and empty points have none.

    Raises:
        ToolError WRONG_GEOMETRY_TYPE for several points in one feature, and for what is no point.
    """
    import numpy as np
    import shapely

    single = single_points(layer, shapes)
    full = np.flatnonzero(~shapely.is_missing(single))
    return Places(shapely.get_coordinates(single[full]), full)


def nearest_neighbors(places: np.ndarray, area: float) -> NearestNeighbors:
    """Compares the mean distance to the nearest neighbour with that of random points (Clark and Evans 1954).

    Args:
        places: Two or more.
        area: In square units of the coordinates.
    """
    from scipy.spatial import cKDTree

    count = len(places)
    distance = cKDTree(places).query(places, k=2)[0][:, 1]
    observed, expected = float(distance.mean()), 0.5 / math.sqrt(count / area)
    error = math.sqrt((4 - math.pi) * area / (4 * math.pi)) / count
    z = (observed - expected) / error
    coincident = int((distance == 0).sum())
    return NearestNeighbors(observed, expected, observed / expected, z, math.erfc(abs(z) / math.sqrt(2)), coincident)


def pairs_within(places: np.ndarray, distances: np.ndarray) -> np.ndarray:
    """Counts the pairs of points, in both orders, that are at most each distance apart."""
    from scipy.spatial import cKDTree

    tree = cKDTree(places)
    return tree.count_neighbors(tree, distances * (1 + ROUNDING)) - len(places)  # type: ignore[no-any-return]


def pair_counts(
    places: np.ndarray,
    area: Triangles | BoxedShape,
    distances: np.ndarray,
    simulations: int,
    seed: int,
    progress: Callable[[float], None] = lambda share: None,
) -> PairCounts:
    """Counts pairs, and those of as many points at random in the area.

    Args:
        area: Where the points lie and random ones are put.
        seed: Of numpy's RandomState (MT19937), whose numbers are the same in every version.
    """
    import numpy as np

    random = np.random.RandomState(seed)
    made = np.empty((simulations, len(distances)), np.int64)
    for number in range(simulations):
        progress(number / simulations)
        made[number] = pairs_within(area.random_places(len(places), random), distances)
    return PairCounts(pairs_within(places, distances), made.min(axis=0), made.max(axis=0))
