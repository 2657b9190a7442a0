# SPDX-License-Identifier: GPL-2.0-or-later
"""Where on Earth the rows of a layer lie, followed through steps that change coordinates and no rows.

The exact extent of a layer that was reprojected is known when it is there; that planar measures in its new CRS are far
from true is known before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...tasks.crs_equality import UnknownCrs, is_geographic, parse_crs, quiet_osr
from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import Extent, LayerFacts
from ...tools.declaration.spec import Call

SHARES = (0.0, 0.5, 1.0)
SURELY = 0.012  # of a length or area; tools refuse 0.01, at some place of the extent
ASSIGN = "assign_crs"  # changes where the coordinates mean
FOLLOWED = ("layer", "polygons", "points")  # arguments whose rows a tool keeps


def place_of(facts: LayerFacts) -> Extent | None:
    """Gives the extent of a layer in degrees; None where it has none, or no place on Earth."""
    if facts.extent is None or not facts.crs:
        return None
    from osgeo import osr

    from ...tools.execution.reference_systems.crs import degrees_of

    try:
        crs = parse_crs(facts.crs)
        if not _has_plain_degrees(crs):
            return None
        if is_geographic(facts.crs):
            points = [(x, y) for x in facts.extent[::2] for y in facts.extent[1::2]]
        else:
            with quiet_osr():
                turn = osr.CoordinateTransformation(crs, degrees_of(crs))
                points = [turn.TransformPoint(x, y)[:2] for x, y in _samples(facts.extent)]
    except (UnknownCrs, RuntimeError):
        return None
    xs, ys = zip(*points, strict=True)
    is_place = all(map(math.isfinite, (*xs, *ys))) and max(map(abs, ys)) < 90 and max(map(abs, xs)) <= 180
    return Extent(min(xs), min(ys), max(xs), max(ys)) if is_place else None


def carried_place(api: str, call: Call, made: LayerFacts, places: Mapping[str, Extent | None]) -> Extent | None:
    """Gives the place of what a step makes: by its own extent, or that of the layer whose rows it keeps."""
    if made.extent is not None:
        return place_of(made)
    argument = next((name for name in FOLLOWED if name in call.layers), "")
    count = call.facts(argument).count
    is_kept = api != ASSIGN and made.kind == "vector" and bool(count) and made.count == count
    return places.get(str(call.arguments.get(argument))) if is_kept else None


def is_surely_untrue(crs: str, place: Extent, what: str) -> bool:
    """Tells whether planar lengths (linear) or areas (areal) are off by more than tools allow, all over a place."""
    from osgeo import osr

    from ...tools.execution.reference_systems.crs import degrees_of, scale_error

    if is_geographic(crs):
        return False
    try:
        target = parse_crs(crs)
        if not _has_plain_degrees(target):
            return False
        with quiet_osr():
            turn = osr.CoordinateTransformation(degrees_of(target), target)
            points = [turn.TransformPoint(x, y)[:2] for x, y in _samples(place)]
        errors = [scale_error(crs, Extent(x - 1, y - 1, x + 1, y + 1)) for x, y in points]
    except (UnknownCrs, RuntimeError, ToolError):
        return False
    return all((error.areal if what == "areal" else error.linear) > SURELY for error in errors)


def _has_plain_degrees(crs: Any) -> bool:
    """Tells whether the longitudes below a CRS are degrees from Greenwich."""
    degrees = crs.CloneGeogCS()
    is_degree = degrees is not None and abs(degrees.GetAngularUnits() - math.radians(1)) < 1e-9
    return is_degree and not float(degrees.GetAttrValue("PRIMEM", 1) or 0)


def _samples(extent: Extent) -> list[tuple[float, float]]:
    return [
        (extent.xmin + east * (extent.xmax - extent.xmin), extent.ymin + north * (extent.ymax - extent.ymin))
        for east in SHARES
        for north in SHARES
    ]
