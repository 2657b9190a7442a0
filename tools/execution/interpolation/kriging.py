# SPDX-License-Identifier: GPL-2.0-or-later
"""Ordinary kriging: the best linear estimate of an unknown constant mean under a variogram, and its variance.

With G the semivariances between the points, g those to a place: the weights w and the multiplier m solve
[G 1; 1 0] [w; m] = [g; 1]; the estimate is w z, the variance w g + m (Cressie 1993).
"""

from __future__ import annotations

import numpy as np

from ...declaration.errors import ToolError
from ..run import Run
from .surfaces import TERMS_AT_ONCE, Averaged, Nearest
from .variograms import Variogram


class Kriging:
    """Estimates with variances.

    Args:
        count: How many of the nearest points enter; None for all.
        radius: How far points may be; only with `count`.
        with_variance: Whether variances are wanted; all points at once make them costly.
    """

    def __init__(
        self, run: Run, points: Averaged, model: Variogram, count: int | None, radius: float, *, with_variance: bool
    ) -> None:
        self.points = points
        self.model = model
        self.scale = model.nugget + model.partial_sill
        self.nearest = None if count is None else Nearest(points.places, count, radius)
        self.with_variance = with_variance
        self.solution = np.zeros((0, 0))
        if self.nearest is None:
            size = len(points.values)
            run.require.size("pairs", size**2, "the system of kriging", "neighbours, such as 24", "neighbours")
            system = self._systems(points.places[None])[0]
            wanted = np.eye(size + 1) if with_variance else np.append(points.values, 0.0)[:, None]
            self.solution = self._solved(system, wanted)

    def at(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gives estimates and variances, NaN where no point is within the radius."""
        size = len(self.points.values) if self.nearest is None else (self.nearest.count + 1) ** 2
        step = max(1, TERMS_AT_ONCE // size)
        estimates, variances = np.empty(len(places)), np.empty(len(places))
        for start in range(0, len(places), step):
            part = slice(start, start + step)
            estimates[part], variances[part] = (
                self._global(places[part]) if self.nearest is None else self._local(places[part], self.nearest)
            )
        return estimates, variances

    def _global(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        known = self._semivariances(places[:, None], self.points.places[None])
        sides = np.concatenate([known, np.ones((len(places), 1))], axis=1)
        if not self.with_variance:  # the weights of the dual system are those of all places
            return (sides @ self.solution)[:, 0], np.full(len(places), np.nan)
        weights = sides @ self.solution
        return weights[:, :-1] @ self.points.values, self.scale * (weights * sides).sum(axis=1)

    def _local(self, places: np.ndarray, nearest: Nearest) -> tuple[np.ndarray, np.ndarray]:
        near = nearest.of(places)
        there = np.isfinite(near.distance)
        number = np.where(there, near.number, 0)
        systems = self._systems(self.points.places[number])
        sides = np.ones((len(places), number.shape[1] + 1))
        sides[:, :-1] = self._semivariances(places[:, None], self.points.places[number])
        # a point that is too far keeps a row that says its weight is 0
        row, column = np.nonzero(~there)
        systems[row, column, :] = systems[row, :, column] = 0.0
        systems[row, column, column] = 1.0
        sides[row, column] = 0.0
        bare = ~there.any(axis=1)
        systems[bare, -1, -1] = 1.0
        weights = self._solved(systems, sides[..., None])[..., 0]
        estimates = (weights[:, :-1] * self.points.values[number]).sum(axis=1)
        variances = self.scale * (weights * sides).sum(axis=1)
        return np.where(bare, np.nan, estimates), np.where(bare, np.nan, variances)

    def _systems(self, places: np.ndarray) -> np.ndarray:
        count = places.shape[1]
        systems = np.ones((len(places), count + 1, count + 1))
        systems[:, :-1, :-1] = self._semivariances(places[:, :, None], places[:, None])
        systems[:, -1, -1] = 0.0
        return systems

    def _semivariances(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Gives semivariances in units of the sill, which keeps the systems well conditioned."""
        distance, north = (one[..., axis] - other[..., axis] for axis in (0, 1))
        distance *= distance
        north *= north
        distance += north
        return self.model.at(np.sqrt(distance, out=distance)) / self.scale

    def _solved(self, systems: np.ndarray, sides: np.ndarray) -> np.ndarray:
        try:
            found = np.linalg.solve(systems, sides)
        except np.linalg.LinAlgError:
            found = np.full(1, np.nan)
        if not np.isfinite(found).all():
            raise ToolError("BAD_VALUE", "the equations of kriging have no solution with this variogram",
                            "a nugget above 0, or another variogram than gaussian", argument="variogram")  # fmt: skip
        return found
