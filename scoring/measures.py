# SPDX-License-Identifier: GPL-2.0-or-later
"""Area, perimeter, length and position of shapes in a stated unit, planar or on the ellipsoid."""

from __future__ import annotations

import numpy as np

from ..tasks.crs_equality import parse_crs
from ..tasks.predicate import MeasureRule
from ..tasks.units import METRES, SQUARE_METRES
from .ground import Ground
from .row_table import ColumnValues


def measured(rule: MeasureRule, crs: str, ground: Ground, shapes: np.ndarray) -> ColumnValues:
    """Returns the measure of every shape, NULL where there is no shape.

    Args:
        crs: Of the shapes.
    Edges: x and y are those of points, of other shapes those of the centroid, in the unit of the CRS.
    """
    import shapely

    null = shapely.is_missing(shapes)
    if rule.measure in ("x", "y"):
        values = (shapely.get_x if rule.measure == "x" else shapely.get_y)(shapely.centroid(shapes))
    elif rule.method == "ellipsoidal":
        values = _on_the_ellipsoid(rule, crs, shapes) / _unit(rule)
    elif rule.measure == "area":
        values = shapely.area(shapes) * ground.metres**2 / _unit(rule)
    else:
        values = shapely.length(shapes) * ground.metres / _unit(rule)
    return ColumnValues("real", np.where(null, 0.0, values), null)


def _unit(rule: MeasureRule) -> float:
    return SQUARE_METRES[str(rule.unit)] if rule.measure == "area" else METRES[str(rule.unit)]


def _on_the_ellipsoid(rule: MeasureRule, crs: str, shapes: np.ndarray) -> np.ndarray:
    import pyproj
    import shapely

    from .entities import transformed

    definition = parse_crs(crs)
    geod = pyproj.Geod(a=definition.GetSemiMajor(), b=definition.GetSemiMinor())
    degrees = transformed(shapes, crs, definition.CloneGeogCS().ExportToWkt(["FORMAT=WKT2_2019"]))

    def one(shape: object) -> float:
        if shape is None:
            return 0.0
        if rule.measure == "area":
            return abs(geod.geometry_area_perimeter(shape)[0])
        return float(geod.geometry_length(shape))

    # pyproj adds the signed areas of rings, so shells and holes must run in opposite directions.
    return np.fromiter(map(one, shapely.normalize(degrees)), float, len(degrees))
