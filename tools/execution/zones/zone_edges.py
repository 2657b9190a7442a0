# SPDX-License-Identifier: GPL-2.0-or-later
"""The edges of zones in cell space: x counts columns, y counts rows, cell (0, 0) is the square from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_position
from ..guards import FARTHEST

ROUNDING = 1e-9


@dataclass(frozen=True)
class Edges:
    """Directed edges of all rings of some zones.

    Args:
        zone: Number of the zone each edge belongs to.
        x0, y0, x1, y1: Ends in cell space.
        turn: 1 or -1: what an edge running down adds to the cover of the cells right of it, so that shells add and
            holes take away whichever way their rings run.
    """

    zone: np.ndarray
    x0: np.ndarray
    y0: np.ndarray
    x1: np.ndarray
    y1: np.ndarray
    turn: np.ndarray

    def of(self, chosen: np.ndarray) -> Edges:
        """Gives some of the edges, by mask or index."""
        return Edges(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    def in_rows(self, top: int, bottom: int, *, cut: bool) -> Edges:
        """Gives the edges that reach into some rows, counted from the first of these.

        Args:
            cut: Whether they end with those rows. Edges that two zones share stay the same in both only uncut.
        """
        chosen = self.of((np.maximum(self.y0, self.y1) >= top) & (np.minimum(self.y0, self.y1) <= bottom))
        if not cut:
            return replace(chosen, y0=chosen.y0 - top, y1=chosen.y1 - top)
        start, end = np.clip(chosen.y0, top, bottom), np.clip(chosen.y1, top, bottom)
        fall = chosen.y1 - chosen.y0
        slope = np.divide(chosen.x1 - chosen.x0, fall, out=np.zeros(len(fall)), where=fall != 0)
        x0 = np.where(start == chosen.y0, chosen.x0, chosen.x0 + (start - chosen.y0) * slope)
        x1 = np.where(end == chosen.y1, chosen.x1, chosen.x1 + (end - chosen.y1) * slope)
        return replace(chosen, x0=x0, y0=start - top, x1=x1, y1=end - top)

    def areas(self, count: int) -> np.ndarray:
        """Gives the area of each zone in cells, holes taken away."""
        doubled = (self.x1 + self.x0) * (self.y1 - self.y0)
        return np.bincount(self.zone, -self.turn * doubled / 2, minlength=count)


def edges_of(geometries: np.ndarray, grid: Grid) -> Edges:
    """Takes polygons apart into edges.

    Args:
        geometries: Shapely polygons and multi-polygons; None and empty ones have no edges.
        grid: Of any orientation.
    Raises: OverflowError for coordinates whose products would be no numbers.
    """
    import shapely

    parts, zone_of_part = shapely.get_parts(geometries, return_index=True)
    rings, part_of_ring = shapely.get_rings(parts, return_index=True)
    points, ring_of_point = shapely.get_coordinates(rings, return_index=True)
    x, y = _positions(grid, points)
    inner = np.flatnonzero(ring_of_point[1:] == ring_of_point[:-1])
    ring = ring_of_point[inner]
    x0, y0, x1, y1 = x[inner], y[inner], x[inner + 1], y[inner + 1]
    doubled = np.bincount(ring, x0 * y1 - x1 * y0, minlength=len(rings))
    is_shell = np.append(True, part_of_ring[1:] != part_of_ring[:-1])[: len(rings)]
    turn = np.where(is_shell, -1.0, 1.0) * np.where(doubled < 0, -1.0, 1.0)
    return Edges(zone_of_part[part_of_ring[ring]], x0, y0, x1, y1, turn[ring])


def edges_of_lines(geometries: np.ndarray, grid: Grid) -> Edges:
    """Takes lines and multi-lines apart into edges; ends on lines between cells lie on them exactly.

    Raises: OverflowError for coordinates whose products would be no numbers.
    """
    import shapely

    parts, zone_of_part = shapely.get_parts(geometries, return_index=True)
    points, part_of_point = shapely.get_coordinates(parts, return_index=True)
    x, y = map(on_lines_between, _positions(grid, points))
    first = np.flatnonzero(part_of_point[1:] == part_of_point[:-1])
    zone = zone_of_part[part_of_point[first]]
    return Edges(zone, x[first], y[first], x[first + 1], y[first + 1], np.ones(len(first)))


def _positions(grid: Grid, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if (np.abs(points) > FARTHEST).any():
        raise OverflowError
    return cell_position(grid, points[:, 0], points[:, 1])


def on_lines_between(values: np.ndarray) -> np.ndarray:
    """Makes columns or rows whole where they are but for rounding: 0.3 / 0.1 is 3 cells."""
    near = np.round(values)
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(values - near) <= ROUNDING * np.maximum(1.0, np.abs(near)), near, values)
