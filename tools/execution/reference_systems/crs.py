# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts of coordinate reference systems: text, unit, and the scale error over an extent."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

from osgeo import osr

from ....tasks.crs_equality import UnknownCrs, crs_name, parse_crs, quiet_osr
from ...declaration.errors import ToolError
from ...declaration.facts import Extent


class ScaleError(NamedTuple):
    """Largest departure of map measure from ground measure over an extent: 0.01 is one per cent."""

    linear: float
    areal: float


def crs_text(srs: Any) -> str:
    """Writes a CRS as its authority code where it has one, else as WKT; "" for none.

    Edges: What GeoPackage stores for a layer without CRS ("Undefined geographic SRS") is none, and neither is what
        GeoTIFF stores for cells that stand for points ("unnamed", of an unknown unit).
    """
    if srs is None or (srs.GetName() or "").startswith("Undefined "):
        return ""
    if srs.IsLocal() and (srs.GetName() or "unnamed", srs.GetLinearUnitsName()) == ("unnamed", "unknown"):
        return ""
    name, code = srs.GetAuthorityName(None), srs.GetAuthorityCode(None)
    return f"{name}:{code}" if name and code else str(srs.ExportToWkt(["FORMAT=WKT2_2019"]))


def known_crs(argument: str, text: str) -> str:
    """Checks that a CRS an agent gave exists, and gives it as code or WKT.

    Raises:
        ToolError BAD_VALUE.
    """
    try:
        return crs_text(parse_crs(text))
    except UnknownCrs as unknown:
        raise ToolError("BAD_VALUE", f"{argument}: {unknown}", "use a code such as EPSG:28992", argument=argument,
                        found=text[:60]) from unknown  # fmt: skip


def demand_place_on_earth(crs: str) -> None:
    """Refuses a CRS whose coordinates are neither degrees nor those of a map: of a site's own, geocentric, or heights.

    Raises:
        ToolError CRS_UNSUITABLE.
    """
    srs = parse_crs(crs)
    if srs.IsGeographic() or srs.IsProjected():
        return
    kind = "geocentric" if srs.IsGeocentric() else "vertical" if srs.IsVertical() else "local, without a place on Earth"
    raise ToolError("CRS_UNSUITABLE", f'the CRS "{crs_name(crs)}" is {kind}; a geographic or projected CRS is needed',
                    "a code such as EPSG:28992 names one")  # fmt: skip


def unit_name(crs: str) -> str:
    """Names the unit of the coordinates: degree, metre, US survey foot …"""
    srs = parse_crs(crs)
    return str(srs.GetAngularUnitsName() if srs.IsGeographic() else srs.GetLinearUnitsName())


@functools.lru_cache(maxsize=256)
def scale_error(crs: str, extent: Extent) -> ScaleError:
    """Finds the largest scale error of a projected CRS at 25 points of an extent.

    Uses the factors of the projection on the ellipsoid, by short steps north and east of each point.
    Raises: ToolError CRS_UNSUITABLE where the extent cannot be transformed to degrees, or the CRS has none.
    """
    demand_place_on_earth(crs)
    srs = parse_crs(crs)
    to_degrees = osr.CoordinateTransformation(srs, degrees_of(srs))
    to_map = osr.CoordinateTransformation(degrees_of(srs), srs)
    metres = srs.GetLinearUnits()
    shares = [0.02, 0.26, 0.5, 0.74, 0.98]
    linear = areal = 0.0
    for share_x in shares:
        for share_y in shares:
            x = extent.xmin + share_x * (extent.xmax - extent.xmin)
            y = extent.ymin + share_y * (extent.ymax - extent.ymin)
            with quiet_osr():
                factors = _factors(srs, to_degrees, to_map, metres, x, y)
            linear = max(linear, *(abs(factor - 1) for factor in factors[:2]))
            areal = max(areal, abs(factors[2] - 1))
    return ScaleError(linear, areal)


def _factors(srs: Any, to_degrees: Any, to_map: Any, metres: float, x: float, y: float) -> tuple[float, float, float]:
    try:
        longitude, latitude, _ = to_degrees.TransformPoint(x, y)
        step = 1e-4
        points = [
            to_map.TransformPoint(longitude + east * step, latitude + north * step)
            for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ]
    except RuntimeError as failure:
        raise ToolError("CRS_UNSUITABLE", "the extent lies outside the area where its CRS is defined",
                        "check that the CRS declared is the CRS of the data") from failure  # fmt: skip
    if not math.isfinite(longitude + latitude + sum(p[0] + p[1] for p in points)) or abs(latitude) >= 90:
        raise ToolError("CRS_UNSUITABLE", "the extent lies outside the area where its CRS is defined",
                        "check that the CRS declared is the CRS of the data")  # fmt: skip
    a, inverse_flattening = srs.GetSemiMajor(), srs.GetInvFlattening()
    e2 = 0.0 if not inverse_flattening else (2 - 1 / inverse_flattening) / inverse_flattening
    w = 1 - e2 * math.sin(math.radians(latitude)) ** 2
    east_ground = a / math.sqrt(w) * math.cos(math.radians(latitude)) * math.radians(2 * step)
    north_ground = a * (1 - e2) / w**1.5 * math.radians(2 * step)
    ex, ey = (metres * (points[0][k] - points[1][k]) / east_ground for k in (0, 1))
    nx, ny = (metres * (points[2][k] - points[3][k]) / north_ground for k in (0, 1))
    return math.hypot(ex, ey), math.hypot(nx, ny), abs(ex * ny - ey * nx)


def degrees_of(srs: Any) -> Any:
    """Gives the geographic CRS below a projected one, x before y."""
    degrees = srs.CloneGeogCS()
    degrees.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return degrees
