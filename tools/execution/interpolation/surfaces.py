# SPDX-License-Identifier: GPL-2.0-or-later
"""Surfaces from points: inverse distances, nearest point, triangles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ..rasters.raster_windows import Window, split
from .valued_points import ValuedPoints

if TYPE_CHECKING:
    from ..run import Run

CELLS_PER_WINDOW = 2**16
TERMS_AT_ONCE = 2**21
TIES = 8  # looked at first beyond the asked number, where points are equally far
DIGITS = 9  # distances that agree in so many digits are equal


class Estimator(Protocol):
    """Estimates values at places."""

    def at(self, places: np.ndarray) -> np.ndarray:
        """Gives a value per row of x and y, NaN where there is none."""


class Neighbours(NamedTuple):
    """Points near places; of equally far ones those that come first.

    Args:
        number: Of the points, nearest first, as many columns as were asked for.
        distance: Infinite where there is none within the radius.
    """

    number: np.ndarray
    distance: np.ndarray


class Averaged(NamedTuple):
    """Points of which no two share a place.

    Args:
        places: x and y.
        values: The mean of the points at each place.
        merged_count: How many points shared a place with an earlier one.
    """

    places: np.ndarray
    values: np.ndarray
    merged_count: int


def averaged(points: ValuedPoints) -> Averaged:
    """Takes points at one place together, by their mean; places stand in the order of their first point."""
    every = np.stack([points.x, points.y], axis=1)
    _, first, inverse = np.unique(every, axis=0, return_index=True, return_inverse=True)
    inverse = inverse.ravel()
    means = np.bincount(inverse, points.values) / np.bincount(inverse)
    order = np.argsort(first)
    means = np.where(np.bincount(inverse) == 1, points.values[first], means)  # a single value stays exact
    return Averaged(every[first[order]], means[order], len(every) - len(first))


class Nearest:
    """Finds the nearest points."""

    def __init__(self, places: np.ndarray, count: int, radius: float) -> None:
        from scipy.spatial import cKDTree

        self.size = len(places)
        self.count = min(count, self.size)
        self.radius = radius
        self.origin = places[0]
        self.tree = cKDTree(places - self.origin)

    def of(self, places: np.ndarray) -> Neighbours:
        """Gives the neighbours of places."""
        found = self._asked(places, self.count + 1)
        if found.distance.shape[1] > self.count:
            _, last, next_one = _shown(found.distance[:, [0, self.count - 1, self.count]]).T
            tied = np.flatnonzero((last == next_one) & np.isfinite(last))
            found = Neighbours(*(part[:, : self.count] for part in found))
            if len(tied):
                for part, chosen in zip(found, self._first_of_tied(places[tied]), strict=True):
                    part[tied] = chosen
        return found

    def _asked(self, places: np.ndarray, count: int) -> Neighbours:
        # the tree leaves out what lies exactly at its bound
        distance, number = self.tree.query(places - self.origin, k=range(1, min(count, self.size) + 1))
        distance[distance > self.radius] = np.inf
        return Neighbours(number, distance)

    def _first_of_tied(self, places: np.ndarray) -> Neighbours:
        """Gives the neighbours of places whose last one is as far as one that was not asked for."""
        asked = self.count + TIES
        while True:
            found = self._asked(places, asked)
            shown = _shown(found.distance)
            if asked >= self.size or not np.any(shown[:, -1] == shown[:, self.count - 1]):
                break
            asked *= 2
        order = np.lexsort((found.number, shown), axis=1)[:, : self.count]
        return Neighbours(*(np.take_along_axis(part, order, axis=1) for part in found))


def _shown(distance: np.ndarray) -> np.ndarray:
    """Rounds distances to digits of the nearest one."""
    nearest = distance[:, :1]
    return np.round(distance / np.where((nearest > 0) & np.isfinite(nearest), nearest, 1.0), DIGITS)


class NearestPoint:
    """The value of the nearest point."""

    def __init__(self, points: Averaged, radius: float) -> None:
        self.values = points.values
        self.nearest = Nearest(points.places, 1, radius)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Gives a value per place."""
        found = self.nearest.of(places)
        return np.where(np.isinf(found.distance[:, 0]), np.nan, self.values[found.number[:, 0] % len(self.values)])


class InverseDistance:
    """Means weighted by the inverse of a power of the distance (Shepard 1968); the value itself at a point.

    Args:
        count: How many of the nearest points enter; None for all of them.
        radius: How far points may be, infinite for any distance.
    """

    def __init__(self, points: Averaged, power: float, count: int | None, radius: float) -> None:
        self.points = points
        self.power = power
        self.radius = radius
        self.nearest = None if count is None else Nearest(points.places, count, radius)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Gives a value per place."""
        found = np.empty(len(places))
        step = max(1, TERMS_AT_ONCE // (len(self.points.values) if self.nearest is None else self.nearest.count))
        for start in range(0, len(places), step):
            part = slice(start, start + step)
            found[part] = self._weighted(places[part])
        return found

    def _weighted(self, places: np.ndarray) -> np.ndarray:
        if self.nearest is None:
            # squares of differences, since products of large coordinates would lose digits
            square, north = (places[:, None, axis] - self.points.places[None, :, axis] for axis in (0, 1))
            square *= square
            north *= north
            square += north
            square[square > self.radius**2] = np.inf
            values = self.points.values[None, :]
        else:
            near = self.nearest.of(places)
            square, values = near.distance**2, self.points.values[near.number % len(self.points.values)]
        least = square.min(axis=1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            weight = np.where(least > 0, least / square, square == 0)
            weight[np.isinf(square)] = 0.0
            if self.power != 2:
                weight **= self.power / 2
            return np.asarray((weight * values).sum(axis=1) / weight.sum(axis=1))


class Triangles:
    """Planes over the triangles of Delaunay; none outside of the hull."""

    def __init__(self, points: Averaged) -> None:
        from scipy.interpolate import LinearNDInterpolator
        from scipy.spatial import Delaunay, QhullError

        self.origin = points.places[0]
        try:
            triangles = Delaunay(points.places - self.origin)
        except (QhullError, ValueError) as fault:
            raise ToolError("BAD_VALUE", "method tin needs three points that are not in one line",
                            "idw and nearest take any", argument="method") from fault  # fmt: skip
        self.surface = LinearNDInterpolator(triangles, points.values)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Gives a value per place."""
        return np.asarray(self.surface(places - self.origin))


def windows_with_centres(run: Run, grid: Grid) -> Iterator[tuple[Window, np.ndarray]]:
    """Walks over a north-up grid with the positions of the centres of its cells, row by row."""
    every = split(grid.width, grid.height, (grid.width, 1), CELLS_PER_WINDOW)
    size, _, west, _, rise, north = grid.transform
    for index, window in enumerate(every):
        run.progress(index / len(every))
        centres = np.empty((window.height, window.width, 2))
        centres[:, :, 0] = west + (window.column + np.arange(window.width) + 0.5) * size
        centres[:, :, 1] = (north + (window.row + np.arange(window.height) + 0.5) * rise)[:, None]
        yield window, centres.reshape(-1, 2)
    run.progress(1.0)
