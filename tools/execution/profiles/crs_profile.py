# SPDX-License-Identifier: GPL-2.0-or-later
"""A CRS in words, how true it measures over an extent, and which projected CRSs measure truer there."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from osgeo import osr

from ....tasks.crs_equality import is_geographic, parse_crs, quiet_osr
from ...declaration.errors import ToolError
from ...declaration.facts import Extent
from ...declaration.observation import rounded
from ..guards import LARGEST_SCALE_ERROR
from ..reference_systems.area_of_use import DEGREES, in_degrees
from ..reference_systems.crs import degrees_of, scale_error
from .row_profile import crs_words

MOST_TRIED, MOST_SHOWN = 12, 6
LONGEST_AREA = 160
EDGE_POINTS = 21


class Projected(NamedTuple):
    """A projected CRS of the registry: code, name, datum, area it is made for, and that in square degrees."""

    code: str
    name: str
    datum: str
    area: Extent
    size: float


def profile_of_crs(crs: str) -> dict[str, Any]:
    """Describes a CRS: names, datum, unit, order of axes, area of use."""
    srs = parse_crs(crs)
    report: dict[str, Any] = {"crs": crs_words(crs), "datum": str(srs.GetAttrValue("DATUM") or "none")}
    if srs.GetAttrValue("SPHEROID"):
        axis = rounded(srs.GetSemiMajor())
        report["ellipsoid"] = f"{srs.GetAttrValue('SPHEROID')}, semi-major axis {axis:.12g} m"
    if float(srs.GetAttrValue("PRIMEM", 1) or 0):
        report["prime_meridian"] = f"{srs.GetAttrValue('PRIMEM')}, {srs.GetAttrValue('PRIMEM', 1)} degrees east"
    if srs.IsProjected():
        report["projection"] = str(srs.GetAttrValue("PROJECTION"))
        report["unit"] = f"{srs.GetLinearUnitsName()}, {srs.GetLinearUnits():.12g} m"
    elif srs.IsGeographic():
        report["unit"] = f"{srs.GetAngularUnitsName()}, no measure of length"
    report["axes"] = _axes_words(srs)
    report["area_of_use"] = _area_words(srs.GetAreaOfUse())
    return report


def _axes_words(srs: Any) -> str:
    names = [str(srs.GetAxisName(None, number)).lower() for number in range(min(srs.GetAxesCount(), 2))]
    shown = f"{', '.join(names)} by its authority"
    is_map = srs.IsGeographic() or srs.IsProjected()
    return f"{shown}; layers and calls always give x (east) before y (north)" if is_map else shown


def measuring_words(crs: str | None, extent: Extent | None) -> str:
    """Says whether lengths and areas may be measured in a CRS over an extent."""
    if not crs:
        return "unknown, since no CRS is declared"
    if is_geographic(crs):
        return "coordinates are in degrees: unfit for slope, area and distance"
    if extent is None:
        return "unknown, since there is no extent"
    try:
        error = scale_error(crs, extent)
    except ToolError as fault:
        return f"unfit: {fault.sentence}"
    fit = "unfit" if max(error) > LARGEST_SCALE_ERROR else "fit"
    return f"{fit}: lengths are off by up to {100 * error.linear:.2g} %, areas by up to {100 * error.areal:.2g} %"


def measured_elsewhere(crs: str, extent: Extent, extent_crs: str) -> str:
    """Says whether lengths and areas may be measured in a CRS where an extent of another one lies."""
    place = in_degrees(extent, extent_crs)
    moved = _in_crs(crs, place) if place is not None else None
    return measuring_words(crs, moved) if moved is not None else "unfit: the layer has no place in it"


def fit_for_measuring(crs: str, extent: Extent) -> list[dict[str, Any]]:
    """Lists projected CRSs made for the place of an extent in which lengths and areas are true to 1 %.

    Those of the datum of `crs` come first, for they need no datum shift; then by the error of lengths.
    """
    place = in_degrees(extent, crs)
    if place is None:
        return []
    near = [each for each in _projected() if _contains(each.area, place)]
    near = sorted(near, key=lambda each: (each.size, each.code))
    datum = _base_name(crs)
    same = [each for each in near if each.datum == datum]
    tried = dict.fromkeys([*same[:MOST_TRIED], *near[:MOST_TRIED]])
    found = []
    for each in tried:
        error = _error(each.code, place)
        if error is not None and max(error) <= LARGEST_SCALE_ERROR:
            order = (each.datum != datum, float(f"{error[0]:.2g}"), each.size, each.code)
            found.append((order, each, error))
    return [
        {
            "crs": each.code, "name": each.name, "unit": str(parse_crs(each.code).GetLinearUnitsName()),
            "lengths_off_percent": float(f"{100 * error[0]:.2g}"), "areas_off_percent": float(f"{100 * error[1]:.2g}"),
        }
        for _, each, error in sorted(found)[:MOST_SHOWN]
    ]  # fmt: skip


@functools.cache
def _projected() -> tuple[Projected, ...]:
    with quiet_osr():
        every = osr.GetCRSInfoListFromDatabase("EPSG")
    found = []
    for each in every:
        if each.type == osr.OSR_CRS_TYPE_PROJECTED and not each.deprecated and each.bbox_valid:
            west, south = each.west_lon_degree, each.south_lat_degree
            area = Extent(west, south, each.east_lon_degree, each.north_lat_degree)
            size = (area.xmax - west) % 360 * (area.ymax - south)
            found.append(Projected(f"EPSG:{each.code}", each.name, each.name.partition(" / ")[0], area, size))
    return tuple(found)


def _contains(area: Extent, place: Extent) -> bool:
    if area.xmin > area.xmax:  # over the line of 180 degrees
        holds = place.xmin >= area.xmin or place.xmax <= area.xmax
    else:
        holds = area.xmin <= place.xmin and place.xmax <= area.xmax
    return holds and area.ymin <= place.ymin and place.ymax <= area.ymax


def _base_name(crs: str) -> str:
    """Names the geographic CRS below, with which the registry begins the names of its projected ones."""
    with quiet_osr():
        return str(parse_crs(crs).CloneGeogCS().GetName())


def _in_crs(crs: str, place: Extent) -> Extent | None:
    """Gives the extent of a place in a CRS; its datum is not shifted, for that takes long and changes little."""
    srs = parse_crs(crs)
    is_plain = not float(srs.GetAttrValue("PRIMEM", 1) or 0) and srs.GetAttrValue("GEOGCS|UNIT") == "degree"
    try:
        with quiet_osr():
            to_map = osr.CoordinateTransformation(degrees_of(srs) if is_plain else parse_crs(DEGREES), srs)
            return Extent(*to_map.TransformBounds(*place, EDGE_POINTS))
    except RuntimeError:
        return None


def _error(code: str, place: Extent) -> tuple[float, float] | None:
    extent = _in_crs(code, place)
    try:
        return scale_error(code, extent) if extent is not None else None
    except ToolError:
        return None


def _area_words(area: Any) -> str:
    if area is None or area.west_lon_degree <= -1000:
        return "not stated"
    corners = (area.west_lon_degree, area.east_lon_degree, area.south_lat_degree, area.north_lat_degree)
    west, east, south, north = (f"{corner:.6g}" for corner in corners)
    name = area.name if len(area.name) <= LONGEST_AREA else area.name[: LONGEST_AREA - 1] + "…"
    return f"{name.rstrip('.')}: {west} to {east} degrees east, {south} to {north} north"
