# SPDX-License-Identifier: GPL-2.0-or-later
"""Metres on the ground for coordinates of any CRS."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tasks.crs_equality import is_geographic, metres_per_unit, parse_crs

METRES_PER_DEGREE = 111_319.490793273572  # a degree of the equator of WGS 84: 2 * pi * 6378137 / 360


class Ground(NamedTuple):
    """How coordinates of a CRS become metres.

    Args:
        is_degrees: Whether the coordinates are longitude and latitude.
        metres: Metres in one unit of a projected CRS; 1 where the coordinates are degrees or the CRS is unknown.
        semi_major: Half the equatorial axis of the ellipsoid, in metres.
        eccentricity_squared: Of the ellipsoid.
    """

    is_degrees: bool
    metres: float
    semi_major: float = 6378137.0
    eccentricity_squared: float = 0.0066943799901413165

    def units(self, metres: float) -> float:
        """Returns a ground distance in the unit of the coordinates; degrees are those of the equator."""
        return metres / (METRES_PER_DEGREE if self.is_degrees else self.metres)

    def metres_per_degree(self, latitude: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns metres in a degree of longitude and of latitude at some latitudes (degrees).

        Source: radii of curvature of the ellipsoid in the prime vertical and in the meridian.
        """
        phi = np.radians(latitude)
        flat = 1 - self.eccentricity_squared * np.sin(phi) ** 2
        prime_vertical = self.semi_major / np.sqrt(flat)
        meridian = self.semi_major * (1 - self.eccentricity_squared) / flat**1.5
        return np.radians(prime_vertical * np.cos(phi)), np.radians(meridian)


def ground_of(crs: str | None) -> Ground:
    """Returns the ground of a CRS."""
    if crs is None:
        return Ground(False, 1.0)
    if not is_geographic(crs):
        return Ground(False, metres_per_unit(crs))
    definition = parse_crs(crs)
    major, minor = definition.GetSemiMajor(), definition.GetSemiMinor()
    return Ground(True, 1.0, major, 1 - (minor / major) ** 2)


def total_bounds(shapes: np.ndarray | None) -> np.ndarray:
    """Returns xmin, ymin, xmax, ymax of all shapes together; NaN where there is none."""
    import shapely

    if shapes is None or not len(shapes):
        return np.full(4, np.nan)
    return shapely.total_bounds(shapes)


def pairs_in_metres(ground: Ground, reference: np.ndarray, output: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns pairs of shapes with coordinates in metres.

    Degrees are stretched about the middle of the reference shape of each pair, so that straight edges stay straight
    and a collinear vertex stays collinear; a longitude beyond 180 degrees from that middle is turned once round.
    """
    import shapely

    if not ground.is_degrees:
        if ground.metres == 1.0:
            return reference, output
        return tuple(shapely.transform(shapes, lambda xy: xy * ground.metres) for shapes in (reference, output))
    bounds = shapely.bounds(reference)
    middle = np.column_stack([(bounds[:, 0] + bounds[:, 2]) / 2, (bounds[:, 1] + bounds[:, 3]) / 2])
    east, north = ground.metres_per_degree(middle[:, 1])
    scale = np.column_stack([east, north])
    return _stretched(reference, middle, scale), _stretched(output, middle, scale)


def _stretched(shapes: np.ndarray, middle: np.ndarray, scale: np.ndarray) -> np.ndarray:
    import shapely

    coordinates, owner = shapely.get_coordinates(shapes, return_index=True)
    offset = coordinates - middle[owner]
    offset[:, 0] = (offset[:, 0] + 180) % 360 - 180
    return shapely.set_coordinates(shapes.copy(), offset * scale[owner])
