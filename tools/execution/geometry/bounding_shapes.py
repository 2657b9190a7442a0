# SPDX-License-Identifier: GPL-2.0-or-later
"""The smallest shapes around clouds of points, with their measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Field
from ..layers.nan_columns import columns_of
from ..layers.rows import Column

if TYPE_CHECKING:
    import numpy as np


class Bounds(NamedTuple):
    """Bounding shapes.

    Args:
        shapes: Polygons; None where there is no area.
        measures: Name to a value for each shape; NaN where there is none.
        flat_count: Clouds that have points but no area.
    """

    shapes: np.ndarray
    measures: dict[str, np.ndarray]
    flat_count: int


def bounding_shapes(clouds: np.ndarray, shape: str, concavity: float, quarter_segments: int) -> Bounds:
    """Makes a bounding shape of each cloud.

    Args:
        clouds: Multi-points; None for none.
        shape: envelope, oriented_rectangle, circle, convex_hull or concave_hull.
    """
    import numpy as np
    import shapely

    measures: dict[str, np.ndarray] = {}
    if shape == "envelope":
        shapes = shapely.envelope(clouds)
        west, south, east, north = shapely.bounds(clouds).T
        measures = {"width": east - west, "height": north - south}
    elif shape == "oriented_rectangle":
        shapes = shapely.oriented_envelope(clouds)
        measures = _sides(shapes)
    elif shape == "circle":
        radius = shapely.minimum_bounding_radius(clouds)
        centres = shapely.centroid(shapely.minimum_bounding_circle(clouds))
        shapes = shapely.buffer(centres, radius, quad_segs=quarter_segments)
        measures = {"radius": radius}
    elif shape == "convex_hull":
        shapes = shapely.convex_hull(clouds)
    else:
        shapes = shapely.concave_hull(clouds, ratio=concavity)
    has_area = (shapely.get_type_id(shapes) == shapely.GeometryType.POLYGON) & (shapely.area(shapes) > 0)
    flat = int((~shapely.is_missing(clouds) & ~has_area).sum())
    filled = np.array(shapes, object)
    filled[~has_area] = None
    return Bounds(filled, {name: np.where(has_area, values, np.nan) for name, values in measures.items()}, flat)


def measure_columns(bounds: Bounds, names: Sequence[str]) -> list[Column]:
    """Makes columns of the named measures, NULL where there is no shape."""
    return columns_of([Field(name, "real") for name in names], [bounds.measures[name] for name in names])


def _sides(rectangles: np.ndarray) -> dict[str, np.ndarray]:
    """Measures rectangles: longer side, shorter side, and the bearing of the longer one from 0 up to 180 degrees."""
    import numpy as np
    import shapely

    width, height, angle = (np.full(len(rectangles), np.nan) for _ in range(3))
    places = np.flatnonzero(shapely.get_type_id(rectangles) == shapely.GeometryType.POLYGON)
    if len(places):
        corners = shapely.get_coordinates(rectangles[places]).reshape(-1, 5, 2)
        sides = np.diff(corners[:, :3], axis=1)
        lengths = np.hypot(sides[..., 0], sides[..., 1])
        longer = lengths.argmax(axis=1)
        along = sides[np.arange(len(places)), longer]
        width[places], height[places] = lengths.max(axis=1), lengths.min(axis=1)
        bearing = np.degrees(np.arctan2(along[:, 0], along[:, 1])) % 180
        angle[places] = np.where(np.isclose(bearing, 180, rtol=0, atol=1e-9), 0.0, bearing)
    return {"width": width, "height": height, "angle": angle}
