# SPDX-License-Identifier: GPL-2.0-or-later
"""The vertices of shapes, with their place in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Field
from ..layers.rows import Column

if TYPE_CHECKING:
    import numpy as np


class Vertices(NamedTuple):
    """Vertices in the order of rows, parts, rings and digitizing; arrays of one length.

    Args:
        points: Shapes, with Z where there is one.
        owner: Row each vertex belongs to, from 0.
        part: Part within the row, from 0.
        ring: Ring within the part, 0 outer; 0 for lines and points.
        place: Place within the ring or line, from 0.
        distance: Along the ring or line from its start, planar, in units of the coordinates.
    """

    points: np.ndarray
    owner: np.ndarray
    part: np.ndarray
    ring: np.ndarray
    place: np.ndarray
    distance: np.ndarray


def vertices_of(shapes: np.ndarray, which: str) -> Vertices:
    """Lists the vertices of shapes.

    Args:
        shapes: Shapely shapes; missing and empty ones have no vertices.
        which: all; or of each line and ring the start, the end, or both_ends.
    """
    import numpy as np
    import shapely

    parts, row_of_part = shapely.get_parts(shapes, return_index=True)
    paths, part_of_path = _paths(parts)
    coordinates, path = shapely.get_coordinates(paths, include_z=True, return_index=True)
    index = np.arange(len(path)) - np.searchsorted(path, path)
    steps = np.hypot(*np.diff(coordinates[:, :2], axis=0, prepend=coordinates[:1, :2]).T)
    along = np.cumsum(np.where(index == 0, 0.0, steps))
    along -= along[np.searchsorted(path, path)] if len(path) else 0
    ends = np.append(path[1:] != path[:-1], True) if len(path) else np.zeros(0, bool)
    kept = {"all": slice(None), "start": index == 0, "end": ends, "both_ends": (index == 0) | ends}[which]
    flat = not bool(shapely.has_z(shapes).any())
    part = part_of_path[path]
    return Vertices(
        points=shapely.points(coordinates[kept][:, :2] if flat else coordinates[kept]),
        owner=row_of_part[part][kept],
        part=(part - np.searchsorted(row_of_part, row_of_part)[part])[kept],
        ring=(path - np.searchsorted(part_of_path, part_of_path)[path])[kept],
        place=index[kept],
        distance=along[kept],
    )


def _paths(parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the rings of polygons, and lines and points themselves, with the part each belongs to."""
    import numpy as np
    import shapely

    is_area = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    areas = np.flatnonzero(is_area)
    rings, area_of_ring = shapely.get_rings(parts[areas], return_index=True)
    paths = np.concatenate([rings, parts[~is_area]])
    part = np.concatenate([areas[area_of_ring], np.flatnonzero(~is_area)])
    order = np.argsort(part, kind="stable")
    return paths[order], part[order]


def vertex_columns(vertices: Vertices) -> list[Column]:
    """Makes the columns vertex_part, vertex_ring, vertex_index and distance."""
    import numpy as np

    numbers = {"vertex_part": vertices.part, "vertex_ring": vertices.ring, "vertex_index": vertices.place}
    given = np.zeros(len(vertices.place), bool)
    columns = [Column(Field(name, "integer"), values.astype(np.int64), given) for name, values in numbers.items()]
    return [*columns, Column(Field("distance", "real"), vertices.distance, given)]
