# SPDX-License-Identifier: GPL-2.0-or-later
"""Turns the small layers of a test row into odd ones: empty, mixed, without CRS, with Z, M, curves, strange names.

A recipe is that of given.py. A variant returns the altered recipe, or None where it does not apply to that kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from osgeo import ogr

Recipe = dict[str, Any]
STRANGE_NAMES = ("order", "select", "größe", "日本", 'say "x"', "it's", "a b", "geom2", "Fid2", "x" * 80)
ODD_SHAPES = ("POINT(1 2)", "LINESTRING(0 0,3 4)", "POLYGON((0 0,2 0,2 2,0 0))")
CURVES = {
    "Point": "POINT(1 2)",
    "LineString": "CIRCULARSTRING(0 0,1 1,2 0)",
    "Polygon": "CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))",
}


def is_raster(recipe: Recipe) -> bool:
    """Tells whether a recipe makes a raster."""
    return bool({"cells", "plane", "bands"} & set(recipe))


def has_shapes(recipe: Recipe) -> bool:
    """Tells whether a recipe makes a vector layer with geometry."""
    return not is_raster(recipe) and ("geometry_type" in recipe or any(row.get("wkt") for row in recipe["rows"]))


def plain_type(recipe: Recipe) -> str:
    """Names the single, flat geometry type of a recipe."""
    named = str(recipe.get("geometry_type", ""))
    wkt = next((row["wkt"] for row in recipe["rows"] if row.get("wkt")), None)
    if wkt is None:
        return named.removeprefix("Multi").removesuffix("25D") or "Point"
    flat = ogr.GT_Flatten(ogr.CreateGeometryFromWkt(wkt).GetGeometryType())
    return {1: "Point", 2: "LineString", 3: "Polygon", 4: "Point", 5: "LineString", 6: "Polygon"}.get(flat, "Point")


def stored_type(recipe: Recipe) -> str:
    """Names the geometry type that given.py would store, so that it stays when the rows go."""
    if recipe.get("geometry_type"):
        return str(recipe["geometry_type"])
    wkt = next(row["wkt"] for row in recipe["rows"] if row.get("wkt"))
    is_multi = wkt.strip().upper().startswith("MULTI")
    return ("Multi" if is_multi else "") + plain_type(recipe)


def column_types(recipe: Recipe) -> dict[str, str]:
    """Gives the columns that given.py would make, so that they stay when the rows go."""
    from given import _guessed_types

    return dict(recipe.get("types") or _guessed_types(recipe["rows"]))


def empty(recipe: Recipe) -> Recipe | None:
    """No rows."""
    if is_raster(recipe):
        return None
    shape = {"geometry_type": stored_type(recipe)} if has_shapes(recipe) else {}
    return {**recipe, **shape, "types": column_types(recipe), "rows": []}


def one_row(recipe: Recipe) -> Recipe | None:
    """The first row alone."""
    return None if is_raster(recipe) else {**recipe, "types": column_types(recipe), "rows": recipe["rows"][:1]}


def null_geometry(recipe: Recipe) -> Recipe | None:
    """One more row with neither geometry nor values."""
    if not has_shapes(recipe):
        return None
    return {**recipe, "types": column_types(recipe), "rows": [*recipe["rows"], {"wkt": None}]}


def empty_geometry(recipe: Recipe) -> Recipe | None:
    """One more row whose geometry is EMPTY."""
    if not has_shapes(recipe):
        return None
    word = stored_type(recipe).removesuffix("25D").upper()
    return {**recipe, "types": column_types(recipe), "rows": [*recipe["rows"], {"wkt": f"{word} EMPTY"}]}


def mixed_geometry(recipe: Recipe) -> Recipe | None:
    """Points, lines and polygons in one layer of unknown type."""
    if not has_shapes(recipe):
        return None
    more = [{"wkt": wkt} for wkt in ODD_SHAPES]
    return {**recipe, "geometry_type": "Unknown", "types": column_types(recipe), "rows": [*recipe["rows"], *more]}


def no_crs(recipe: Recipe) -> Recipe:
    """No CRS."""
    return {**recipe, "crs": None}


def _lifted(recipe: Recipe, has_m: bool) -> Recipe | None:
    if not has_shapes(recipe) or recipe.get("geometry_type"):
        return None
    rows = []
    for row in recipe["rows"]:
        wkt = row.get("wkt")
        if wkt:
            shape = ogr.CreateGeometryFromWkt(wkt)
            shape.Set3D(True)
            shape.SetMeasured(has_m)
            wkt = shape.ExportToIsoWkt()
        rows.append({**row, "wkt": wkt} if "wkt" in row else row)
    return {**recipe, "types": column_types(recipe), "rows": rows}


def with_z(recipe: Recipe) -> Recipe | None:
    """Heights of 0."""
    return _lifted(recipe, has_m=False)


def with_z_and_m(recipe: Recipe) -> Recipe | None:
    """Heights and measures of 0."""
    return _lifted(recipe, has_m=True)


def curves(recipe: Recipe) -> Recipe | None:
    """One more row that is a curve, where the type has any."""
    if not has_shapes(recipe) or plain_type(recipe) == "Point":
        return None
    more = {"wkt": CURVES[plain_type(recipe)]}
    return {**recipe, "geometry_type": "Unknown", "types": column_types(recipe), "rows": [*recipe["rows"], more]}


def strange_names(recipe: Recipe) -> Recipe | None:
    """More columns, with names that are words of SQL, not ASCII, quoted or long."""
    if is_raster(recipe):
        return None
    types = {**column_types(recipe), **dict.fromkeys(STRANGE_NAMES, "text")}
    rows = [{**row, **dict.fromkeys(STRANGE_NAMES, "ü")} for row in recipe["rows"]]
    return {**recipe, "types": types, "rows": rows}


def all_nodata(recipe: Recipe) -> Recipe | None:
    """A raster without a valid cell."""
    if "cells" not in recipe:
        return None
    return {**recipe, "nodata": recipe.get("nodata", 0), "cells": [[None for _ in row] for row in recipe["cells"]]}


def one_cell(recipe: Recipe) -> Recipe | None:
    """A raster of one cell."""
    return {**recipe, "cells": [recipe["cells"][0][:1]]} if "cells" in recipe else None


VARIANTS: dict[str, Callable[[Recipe], Recipe | None]] = {
    function.__name__: function
    for function in (
        empty, one_row, null_geometry, empty_geometry, mixed_geometry, no_crs, with_z, with_z_and_m, curves,
        strange_names, all_nodata, one_cell,
    )
}  # fmt: skip
