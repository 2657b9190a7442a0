# SPDX-License-Identifier: GPL-2.0-or-later
"""Centers of places, and the ellipse or circle of their spread, for many groups at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

MOST_ROUNDS = 2000
SETTLED = 1e-11  # share of the spread of a group by which a median still moves
CHECKED_EVERY = 20
NEAR = 1e-6  # share of the spread within which a settled median is put on a place that is one
DISTANCES_AT_ONCE = 4_000_000
FLAT = 1e-9  # share of the long axis below which an ellipse is a line
EQUAL = 1e-12


@dataclass(frozen=True)
class GroupedPlaces:
    """Places in groups, ordered by group.

    Args:
        x_y: Coordinates, from an origin near all of them.
        weights: None below 0; of each group divided by a power of two, so that products neither overflow nor vanish.
        codes: Group of each, from 0.
        count: Number of groups, those without places among them.
        origin: What was taken off the coordinates.
        order: Which row each place had when it was given.
    """

    x_y: np.ndarray
    weights: np.ndarray
    codes: np.ndarray
    count: int
    origin: np.ndarray
    order: np.ndarray

    def totals(self, values: np.ndarray | None = None) -> np.ndarray:
        """Sums weights, times values where they are given, over each group."""
        import numpy as np

        return np.bincount(self.codes, self.weights if values is None else self.weights * values, minlength=self.count)


class Spread(NamedTuple):
    """Standard deviations of groups along and across the direction of their largest spread; NaN for none.

    Args:
        centers: Weighted means.
        major, minor: Of the covariance divided by the sum of the weights.
        angle: Of the larger, degrees clockwise from the y axis, from 0 to below 180.
        radius: Standard distance, the root of the sum of both squares.
    """

    centers: np.ndarray
    major: np.ndarray
    minor: np.ndarray
    angle: np.ndarray
    radius: np.ndarray


def grouped_places(x_y: np.ndarray, weights: np.ndarray, codes: np.ndarray, count: int) -> GroupedPlaces:
    """Orders places by group; places of one group keep their order."""
    import numpy as np

    origin = np.round(x_y.mean(axis=0)) if len(x_y) else np.zeros(2)
    order = np.argsort(codes, kind="stable")
    largest = np.zeros(count)
    np.maximum.at(largest, codes, weights)
    weights = np.ldexp(weights, -np.frexp(largest)[1][codes])
    return GroupedPlaces(x_y[order] - origin, weights[order], codes[order], count, origin, order)


def mean_centers(places: GroupedPlaces) -> np.ndarray:
    """Gives the weighted mean of each group; NaN for one without weight."""
    return _means(places) + places.origin


def _means(places: GroupedPlaces) -> np.ndarray:
    import numpy as np

    total = places.totals()
    sums = np.stack([places.totals(column) for column in places.x_y.T], axis=1)
    return np.where(total[:, None] > 0, sums / np.where(total > 0, total, 1)[:, None], np.nan)


def median_centers(places: GroupedPlaces) -> tuple[np.ndarray, int]:
    """Gives the place of each group from which the weighted sum of the distances is least; NaN for one without weight.

    By the steps of Weiszfeld as mended by Vardi and Zhang (2000), from the mean on. A place of the group that is the
    median is found as such. Where all places of a line between two are medians, one of them is given.
    Returns: Centers, and the number of groups that had not settled.
    """
    import numpy as np

    kept = places.weights > 0
    x_y, weights, codes = places.x_y[kept], places.weights[kept], places.codes[kept]
    centers = _means(places)
    reach = np.zeros(places.count)
    np.maximum.at(reach, codes, np.hypot(*(x_y - centers[codes]).T))
    moving = reach > 0
    for number in range(MOST_ROUNDS):
        part = moving[codes]
        if not part.any():
            break
        here = x_y[part], weights[part], codes[part]
        if number % CHECKED_EVERY == CHECKED_EVERY - 1:
            moving[_put_at_places(*here, centers, np.full(places.count, np.inf))] = False
            continue
        after = _next_centers(*here, centers)
        moving &= np.hypot(*np.nan_to_num(after - centers).T) > SETTLED * reach
        centers = after
    if len(x_y):
        _put_at_places(x_y, weights, codes, centers, NEAR * reach)
    return centers + places.origin, int(moving.sum())


def _next_centers(x_y: np.ndarray, weights: np.ndarray, codes: np.ndarray, centers: np.ndarray) -> np.ndarray:
    import numpy as np

    count = len(centers)
    offset = x_y - centers[codes]
    distance = np.hypot(*offset.T)
    apart = distance > 0
    pull = np.where(apart, weights / np.where(apart, distance, 1), 0.0)
    total = np.bincount(codes, pull, minlength=count)
    force = np.stack([np.bincount(codes, pull * column, minlength=count) for column in offset.T], axis=1)
    strength = np.hypot(*force.T)
    held = np.bincount(codes, np.where(apart, 0.0, weights), minlength=count)
    free = np.where(strength > held, 1 - held / np.where(strength > 0, strength, 1), 0.0)
    step = np.where((total > 0)[:, None], force / np.where(total > 0, total, 1)[:, None], 0.0)
    return centers + free[:, None] * step


def _put_at_places(
    x_y: np.ndarray, weights: np.ndarray, codes: np.ndarray, centers: np.ndarray, reach: np.ndarray
) -> np.ndarray:
    """Puts centers on the nearest place of their group where that is the median: no pull there exceeds its weight.

    Args:
        reach: How far a center may be put, per group.
    Returns: Groups whose center was put.
    """
    import numpy as np

    groups, starts = np.unique(codes, return_index=True)
    distance = np.hypot(*(x_y - centers[codes]).T)
    least = np.minimum.reduceat(distance, starts)
    first = np.flatnonzero(distance == np.repeat(least, np.diff(np.append(starts, len(codes)))))
    trial = np.zeros_like(centers)
    trial[groups] = x_y[first[np.unique(codes[first], return_index=True)[1]]]
    offset = x_y - trial[codes]
    length = np.hypot(*offset.T)
    apart = length > 0
    pull = np.where(apart, weights / np.where(apart, length, 1), 0.0)
    force = np.hypot(*(np.bincount(codes, pull * column, minlength=len(centers)) for column in offset.T))
    held = np.bincount(codes, np.where(apart, 0.0, weights), minlength=len(centers))
    put = groups[(force[groups] <= held[groups] * (1 + EQUAL)) & (least <= reach[groups])]
    centers[put] = trial[put]
    return put


def central_rows(places: GroupedPlaces, progress: Callable[[float], None] = lambda share: None) -> np.ndarray:
    """Finds the row of each group from which the weighted sum of the distances to all others is least.

    Returns: Rows as they were given, the first of equal ones; -1 for a group without weight.
    """
    import numpy as np
    from scipy.spatial.distance import cdist

    found = np.full(places.count, -1)
    groups, starts = np.unique(places.codes, return_index=True)
    for number, (group, start, end) in enumerate(
        zip(groups, starts, np.append(starts[1:], len(places.codes)), strict=True)
    ):
        x_y, weights = places.x_y[start:end], places.weights[start:end]
        if weights.max() <= 0:
            continue
        sums = np.empty(len(x_y))
        size = max(1, DISTANCES_AT_ONCE // len(x_y))
        for at in range(0, len(x_y), size):
            progress((number + at / len(x_y)) / len(groups))
            sums[at : at + size] = (cdist(x_y[at : at + size], x_y) * weights).sum(axis=1)
        found[group] = places.order[start + int(np.argmax(sums <= sums.min() * (1 + EQUAL)))]
    return found


def spreads(places: GroupedPlaces) -> Spread:
    """Computes the spread of each group that has three places with weight or more, not all at one place."""
    import numpy as np

    centers, total = _means(places), places.totals()
    x, y = (places.x_y - centers[places.codes]).T
    safe = np.where(total > 0, total, 1)
    xx, yy, xy = (places.totals(product) / safe for product in (x * x, y * y, x * y))
    sizes = np.bincount(places.codes[places.weights > 0], minlength=places.count)
    middle, half = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    is_spread = (sizes >= 3) & _has_several(places)
    turn = np.arctan2(2 * xy, xx - yy) / 2
    across = y * np.cos(turn)[places.codes] - x * np.sin(turn)[places.codes]
    # of the places themselves: differences of nearly equal sums of squares have no digits left along a line
    major, minor = np.sqrt(middle + half), np.sqrt(places.totals(across * across) / safe)
    angle = np.where(half <= EQUAL * middle, 0.0, (90 - np.degrees(turn)) % 180)
    measures = (np.where(is_spread, part, np.nan) for part in (major, minor, angle, np.sqrt(2 * middle)))
    return Spread(centers + places.origin, *measures)


def _has_several(places: GroupedPlaces) -> np.ndarray:
    """Tells of each group whether its places with weight are at more than one place."""
    import numpy as np

    kept = places.weights > 0
    codes, x_y = places.codes[kept], places.x_y[kept]
    least, most = np.full((places.count, 2), np.inf), np.full((places.count, 2), -np.inf)
    np.minimum.at(least, codes, x_y)
    np.maximum.at(most, codes, x_y)
    return (least < most).any(axis=1)  # type: ignore[no-any-return]


def ellipses(centers: np.ndarray, major: np.ndarray, minor: np.ndarray, angle: np.ndarray, quarter: int) -> np.ndarray:
    """Draws ellipses as polygons whose corners lie on them; None where an axis is not known or the ellipse is flat.

    Args:
        angle: Of the major axis, degrees clockwise from the y axis.
        quarter: Straight pieces of a quarter.
    """
    import numpy as np
    import shapely

    turn = np.arange(4 * quarter) * (np.pi / 2 / quarter)
    along, across = np.cos(turn) * major[:, None], np.sin(turn) * minor[:, None]
    direction = np.radians(90 - angle)[:, None]
    x = centers[:, :1] + along * np.cos(direction) - across * np.sin(direction)
    y = centers[:, 1:] + along * np.sin(direction) + across * np.cos(direction)
    shapes = np.full(len(centers), None, object)
    with np.errstate(invalid="ignore"):
        full = np.flatnonzero(minor > FLAT * major)
    if len(full):
        corners = np.stack([x[full], y[full]], axis=2)
        shapes[full] = shapely.polygons(np.concatenate([corners, corners[:, :1]], axis=1))
    return shapes
