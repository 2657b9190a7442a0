# SPDX-License-Identifier: GPL-2.0-or-later
"""Buffers in metres on the ellipsoid, for layers in degrees or in any projected CRS, without a loop over features.

Each geometry is moved into its own azimuthal equidistant projection (distance and azimuth from its centre, by
geodesics), buffered there, and moved back. Points need no buffer: their circle is drawn in that projection.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ....tasks.crs_equality import metres_per_unit
from ...declaration.errors import ToolError
from ...declaration.wording import counted
from ..reference_systems.ellipsoid import Ellipsoid, ellipsoid_of
from .buffers import BufferStyle, planar_buffers
from .measures import refuse_edges_around_the_world

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

LARGEST_SCALE_ERROR = 1e-3  # of the local projection, reached 490 km from its centre
CHORD_TOLERANCE = 1e-3  # how far, in distances, an edge straight in the CRS may bend in the local projection
MOST_PIECES = 10_000
LONGEST_JUMP = 100  # an edge so many times longer on the map than on the ground runs around the map
CHUNK = 20_000


def geodesic_buffers(
    run: Run, name: str, geometries: np.ndarray, distances: np.ndarray, style: BufferStyle, crs: str
) -> np.ndarray:
    """Buffers each geometry by its distance in metres; missing where the distance is NaN.

    Args:
        name: Of the layer, for sentences.
        crs: Of the geometries and of the buffers.
    Raises:
        ToolError CRS_UNSUITABLE where a geometry with its distance is too large, or crosses the antimeridian or a pole.
    """
    import numpy as np
    import shapely

    ellipsoid = ellipsoid_of(crs)
    flat = shapely.force_2d(geometries)
    is_known = ~shapely.is_missing(flat) & np.isfinite(distances)
    result = np.full(len(flat), None, object)
    result[is_known] = shapely.MultiPolygon()
    is_drawn = is_known & ~shapely.is_empty(flat)
    is_circle = is_drawn & (shapely.get_dimensions(flat) == 0) & (distances > 0) & (style.cap == "round")
    local_rows = np.flatnonzero(is_drawn & ~is_circle)
    circle_rows = np.flatnonzero(is_circle)
    for draw, rows in ((_circles, circle_rows), (_local_buffers, local_rows)):
        for start in range(0, len(rows), CHUNK):
            run.progress(start / len(rows))
            chunk = rows[start : start + CHUNK]
            result[chunk] = draw(name, flat[chunk], distances[chunk], style, ellipsoid)
    return result


def _circles(
    name: str, points: np.ndarray, distances: np.ndarray, style: BufferStyle, ellipsoid: Ellipsoid
) -> np.ndarray:
    """Draws a circle around each point, those of one multipoint united."""
    import numpy as np
    import shapely

    _refuse_too_large(name, distances, ellipsoid)
    positions, owner = shapely.get_coordinates(points, return_index=True)
    centres = ellipsoid.to_degrees(positions)
    corners = 4 * style.quarter_segments
    angles = np.arange(corners + 1) % corners * (2 * math.pi / corners)
    template = np.column_stack([np.cos(angles), np.sin(angles)])
    local = (distances[owner, None, None] * template).reshape(-1, 2)
    every = np.repeat(np.arange(len(positions)), corners + 1)
    placed = _placed(name, local, centres[every], every, ellipsoid)
    circles = shapely.polygons(placed.reshape(len(positions), corners + 1, 2))
    if len(circles) == len(points):
        return circles  # type: ignore[no-any-return]
    ends = np.searchsorted(owner, np.arange(len(points) + 1))
    return np.array([shapely.union_all(circles[a:b]) for a, b in zip(ends, ends[1:], strict=False)], object)


def _local_buffers(
    name: str, geometries: np.ndarray, distances: np.ndarray, style: BufferStyle, ellipsoid: Ellipsoid
) -> np.ndarray:
    """Buffers each geometry in the azimuthal equidistant projection around the middle of its box."""
    import numpy as np
    import shapely

    bounds = shapely.bounds(geometries)
    centres = ellipsoid.to_degrees((bounds[:, :2] + bounds[:, 2:]) / 2)
    dense = _densified(geometries, distances, centres, ellipsoid)
    positions, owner = shapely.get_coordinates(dense, return_index=True)
    local = _local_positions(positions, centres[owner], ellipsoid)
    farthest = np.zeros(len(geometries))
    np.maximum.at(farthest, owner, np.hypot(*local.T))
    _refuse_too_large(name, farthest + abs(distances), ellipsoid)
    buffered = planar_buffers(shapely.set_coordinates(dense, local), distances, style)
    edges, row = shapely.get_coordinates(buffered, return_index=True)
    ring = shapely.get_coordinates(shapely.get_rings(shapely.get_parts(buffered)), return_index=True)[1]
    return shapely.set_coordinates(buffered, _placed(name, edges, centres[row], ring, ellipsoid))  # type: ignore[no-any-return]


def _local_positions(positions: np.ndarray, centres: np.ndarray, ellipsoid: Ellipsoid) -> np.ndarray:
    """Projects positions of the layer around a centre each: metres east and north."""
    import numpy as np

    degrees = ellipsoid.to_degrees(positions)
    azimuth, _, metres = ellipsoid.geod.inv(centres[:, 0], centres[:, 1], degrees[:, 0], degrees[:, 1])
    radians = np.radians(azimuth)
    return np.column_stack([metres * np.sin(radians), metres * np.cos(radians)])


def _densified(geometries: np.ndarray, distances: np.ndarray, centres: np.ndarray, ellipsoid: Ellipsoid) -> np.ndarray:
    """Adds vertices where an edge, straight in the CRS, is bent in the local projection."""
    import numpy as np
    import shapely

    from .measures import edges_of

    edges = edges_of(geometries)
    if not len(edges.owner):
        return geometries.copy()
    if ellipsoid.is_geographic:
        refuse_edges_around_the_world(ellipsoid, *(ellipsoid.to_degrees(p) for p in (edges.start, edges.end)))
    start, middle, end = (
        _local_positions(positions, centres[edges.owner], ellipsoid)
        for positions in (edges.start, (edges.start + edges.end) / 2, edges.end)
    )
    bend = np.hypot(*(middle - (start + end) / 2).T)
    allowed = np.maximum(CHORD_TOLERANCE * abs(distances), CHORD_TOLERANCE)[edges.owner]
    pieces = np.ceil(np.sqrt(bend / allowed)).clip(1, MOST_PIECES)
    length = np.hypot(*(edges.end - edges.start).T)
    longest = np.full(len(geometries), np.inf)
    is_bent = (pieces > 1) & (length > 0)
    np.minimum.at(longest, edges.owner[is_bent], (length / pieces)[is_bent])
    rows = np.flatnonzero(np.isfinite(longest))
    dense = geometries.copy()
    dense[rows] = shapely.segmentize(geometries[rows], longest[rows] * (1 + 1e-9))
    return dense


def _placed(name: str, local: np.ndarray, centres: np.ndarray, ring: np.ndarray, ellipsoid: Ellipsoid) -> np.ndarray:
    """Moves positions around their centres back into the CRS of the layer.

    Args:
        ring: Which ring each position belongs to, for telling where one runs around the map.
    """
    import numpy as np

    azimuth = np.degrees(np.arctan2(local[:, 0], local[:, 1]))
    longitude, latitude, _ = ellipsoid.geod.fwd(centres[:, 0], centres[:, 1], azimuth, np.hypot(*local.T))
    if ellipsoid.is_geographic:
        longitude = centres[:, 0] + (longitude - centres[:, 0] + 180) % 360 - 180
    placed = ellipsoid.from_degrees(np.column_stack([longitude, latitude]))
    joined = np.flatnonzero(ring[1:] == ring[:-1])
    on_map = np.hypot(*(placed[joined + 1] - placed[joined]).T)
    if ellipsoid.is_geographic:
        east = 360 if (centres[:, 0] > 180).any() else 180
        is_torn = (longitude > east) | (longitude < east - 360)
        is_around = on_map > 180
    else:
        is_torn = ~np.isfinite(placed).all(axis=1)
        ground = np.hypot(*(local[joined + 1] - local[joined]).T)
        is_around = on_map * metres_per_unit(ellipsoid.crs) > LONGEST_JUMP * ground + 1
    if is_torn.any() or is_around.any():
        raise ToolError("CRS_UNSUITABLE",
                        f'a buffer of "{name}" crosses the antimeridian or a pole, where its CRS is torn',
                        "reproject_layer to a projected CRS made for the area keeps it together")  # fmt: skip
    return placed


def _refuse_too_large(name: str, reach: np.ndarray, ellipsoid: Ellipsoid) -> None:
    import numpy as np

    angle = np.minimum(reach / ellipsoid.radius, 3.0)
    error = np.divide(angle, np.sin(angle), out=np.ones_like(angle), where=angle > 0) - 1
    large = error > LARGEST_SCALE_ERROR
    if large.any():
        found = counted(int(large.sum()), "feature")
        raise ToolError("CRS_UNSUITABLE",
                        f'too far from the centre of each feature, or over the antimeridian: {found} of "{name}"; with '
                        f"the distance up to {reach.max() / 1000:,.0f} km, and 490 km are carried",
                        "reproject_layer to a projected CRS made for the area, then method planar")  # fmt: skip
