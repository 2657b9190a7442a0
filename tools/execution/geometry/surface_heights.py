# SPDX-License-Identifier: GPL-2.0-or-later
"""Heights at corners that a cut puts inside a polygon: an overlay of GEOS guesses them from all that is around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shared_edges import FLOAT_NOISE

if TYPE_CHECKING:
    import numpy as np


def with_own_heights(parts: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    """Gives the corners inside a polygon the height of the Delaunay triangles between its vertices.

    Corners on its border have the height of the edge already. Where a polygon lies in a plane, so do its parts.

    Args:
        parts: Cut out of the polygons, one of each; None for none.
        polygons: With Z.
    """
    import numpy as np
    import shapely
    from scipy.interpolate import LinearNDInterpolator

    places, owner = shapely.get_coordinates(parts, include_z=True, return_index=True)
    if not len(places):
        return parts
    borders = shapely.boundary(polygons)
    shapely.prepare(borders)
    noise = 2 * FLOAT_NOISE * float(np.abs(places[:, :2]).max())
    inside = np.flatnonzero(~shapely.dwithin(borders[owner], shapely.points(places[:, :2]), noise))
    for row in np.unique(owner[inside]).tolist():
        vertices = np.unique(shapely.get_coordinates(polygons[row], include_z=True), axis=0)
        middle = vertices[:, :2].mean(axis=0)
        surface = LinearNDInterpolator(vertices[:, :2] - middle, vertices[:, 2])
        corners = inside[owner[inside] == row]
        places[corners, 2] = surface(places[corners, :2] - middle)
    return shapely.set_coordinates(parts.copy(), places)
