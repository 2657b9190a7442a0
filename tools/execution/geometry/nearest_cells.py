# SPDX-License-Identifier: GPL-2.0-or-later
"""The area nearest to each of many points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np


class NearestCells(NamedTuple):
    """Cells, in the order of their points.

    Args:
        shapes: Polygons.
        owner: Number of the point of each cell.
        duplicate_count: Points at the place of an earlier one.
        outside_count: Places whose cell has nothing in the boundary.
    """

    shapes: np.ndarray
    owner: np.ndarray
    duplicate_count: int
    outside_count: int


def nearest_cells(points: np.ndarray, boundary: Any | None) -> NearestCells:
    """Divides a boundary among points.

    Args:
        points: Single points, none missing.
        boundary: A polygon; None for the box around the points grown by its longer side.
    """
    import numpy as np
    import shapely

    if not len(points):
        return NearestCells(np.zeros(0, object), np.zeros(0, np.int64), 0, 0)
    places, first = np.unique(shapely.get_coordinates(points), axis=0, return_index=True)
    first = np.sort(first)
    places = shapely.get_coordinates(points)[first]
    limits = _grown_box(points) if boundary is None else boundary
    # cells reach beyond what they are extended to, so that cutting them to it loses nothing of it
    reach = shapely.union_all([shapely.box(*shapely.bounds(limits)), _grown_box(points)])
    cloud = shapely.multipoints(shapely.points(places))
    cells = shapely.get_parts(shapely.voronoi_polygons(cloud, extend_to=shapely.box(*shapely.bounds(reach))))
    if len(places) == 1:
        cells = np.array([reach], object)
    tree = shapely.STRtree(cells)
    place, cell = tree.query(shapely.points(places), predicate="intersects")
    shapes = np.full(len(places), None, object)
    shapes[place] = cells[cell]
    shapely.prepare(limits)
    whole = shapely.covers(limits, shapes)
    shapes[~whole] = _cut(shapes[~whole], shapely.get_parts(limits))
    kept = shapely.area(shapes) > 0
    return NearestCells(_areas(shapes[kept]), first[kept], len(points) - len(first), int((~kept).sum()))


def _cut(cells: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Cuts cells to the parts of a boundary, each to those it meets; what is left of a cell may be nothing."""
    import numpy as np
    import shapely

    cell, part = shapely.STRtree(parts).query(cells, predicate="intersects")
    polygons, piece = shapely.get_parts(_areas(shapely.intersection(cells[cell], parts[part])), return_index=True)
    owner = cell[piece]
    order = np.argsort(owner, kind="stable")
    found, number = np.unique(owner[order], return_inverse=True)
    cut = np.full(len(cells), shapely.Polygon(), object)
    if len(found):
        cut[found] = shapely.multipolygons(polygons[order], indices=number.reshape(-1))
    return cut


def _areas(shapes: np.ndarray) -> np.ndarray:
    from ..relations.overlay import of_dimension

    return of_dimension(shapes, 2)


def _grown_box(points: np.ndarray) -> Any:
    import shapely

    west, south, east, north = shapely.total_bounds(points)
    longer = max(east - west, north - south)
    return shapely.box(west - longer, south - longer, east + longer, north + longer)
