# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions of a layer on the ellipsoid of its own CRS, and back: no datum is ever shifted here."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from ....tasks.crs_equality import is_geographic, metres_per_unit, parse_crs
from ...declaration.errors import ToolError
from .crs import demand_place_on_earth

if TYPE_CHECKING:
    import numpy as np


class Ellipsoid:
    """The ellipsoid of a CRS.

    Args:
        crs: Authority code or WKT.
    """

    def __init__(self, crs: str) -> None:
        import pyproj

        demand_place_on_earth(crs)
        horizontal = _horizontal(crs)
        base = horizontal.geodetic_crs
        self.crs = crs
        self.geod = base.get_geod()
        self.is_geographic = bool(horizontal.is_geographic)
        self._degrees_per_unit = math.degrees(base.axis_info[0].unit_conversion_factor)
        self._transformer = (
            None if self.is_geographic else pyproj.Transformer.from_crs(horizontal, base, always_xy=True)
        )

    @property
    def radius(self) -> float:
        """Gives the mean radius in metres."""
        return float((2 * self.geod.a + self.geod.b) / 3)

    def to_degrees(self, xy: np.ndarray) -> np.ndarray:
        """Takes positions of the layer to longitude and latitude.

        Raises:
            ToolError CRS_UNSUITABLE where a position has none.
        """
        import numpy as np

        if self._transformer is not None:
            xy = np.column_stack(self._transformer.transform(xy[:, 0], xy[:, 1]))
        degrees = xy * self._degrees_per_unit
        if not np.isfinite(degrees).all() or (np.abs(degrees[:, 1]) > 90 + 1e-9).any():
            raise ToolError("CRS_UNSUITABLE", "a position lies outside the area where the CRS of the layer is defined",
                            "the layer may declare a wrong CRS, or hold latitude before longitude")  # fmt: skip
        return degrees

    def from_degrees(self, degrees: np.ndarray) -> np.ndarray:
        """Takes longitude and latitude to positions in the CRS; where there is none they are infinite."""
        import numpy as np

        units = degrees / self._degrees_per_unit
        if self._transformer is None:
            return units
        return np.column_stack(self._transformer.transform(units[:, 0], units[:, 1], direction="INVERSE"))

    def distances(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Measures the geodesics between positions in degrees, in metres."""
        return self.geod.inv(start[:, 0], start[:, 1], end[:, 0], end[:, 1])[2]  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=16)
def ellipsoid_of(crs: str) -> Ellipsoid:
    """Gives the ellipsoid of a CRS, made once."""
    return Ellipsoid(crs)


def metres_of_heights(crs: str) -> float:
    """Gives the metres of one unit of Z: that of the vertical axis where the CRS has one, else that of x and y.

    Heights of a geographic CRS without a vertical axis are metres.
    """
    import pyproj

    axes = pyproj.CRS.from_user_input(crs).axis_info
    if len(axes) == 3:
        return float(axes[2].unit_conversion_factor)
    return 1.0 if is_geographic(crs) else metres_per_unit(crs)


def _horizontal(text: str) -> Any:
    """Gives a CRS without its heights."""
    import pyproj

    crs = pyproj.CRS.from_user_input(text)
    if crs.is_bound:
        crs = crs.source_crs
    if crs.is_compound:
        crs = crs.sub_crs_list[0]
    if len(crs.axis_info) < 3:
        return crs
    flat = parse_crs(crs.to_wkt()).Clone()  # pyproj drops an axis only from 3.6 on
    flat.DemoteTo2D(None)
    return pyproj.CRS.from_wkt(flat.ExportToWkt(["FORMAT=WKT2_2019"]))
