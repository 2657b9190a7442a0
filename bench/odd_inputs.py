# SPDX-License-Identifier: GPL-2.0-or-later
"""Small odd layers for made calls: every geometry type, Z, NULL and EMPTY, no CRS, degrees, feet, tables, rasters."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

METRES, FEET, DEGREES = "EPSG:28992", "EPSG:2263", "EPSG:4326"
TYPES = {"id": "integer", "size": "real", "kind": "text", "is_open": "boolean", "day": "date", "seen": "datetime"}
KINDS = ("park", "é'\"", "", None, "park")
# Shapes in units of the CRS, about an origin; None is NULL.
SHAPES: dict[str, tuple[str | None, ...]] = {
    "points": ("POINT({0} {1})", "POINT({2} {3})", "POINT({0} {1})", None, "POINT EMPTY"),
    "lines": ("LINESTRING({0} {1},{2} {3})", "LINESTRING({0} {3},{2} {1})", None, "LINESTRING EMPTY"),
    "polygons": (
        "POLYGON(({0} {1},{2} {1},{2} {3},{0} {3},{0} {1}))",
        "POLYGON(({2} {1},{4} {1},{4} {3},{2} {3},{2} {1}))",
        "POLYGON(({0} {1},{4} {1},{4} {5},{0} {1}))",
    ),
    "multi_points": ("MULTIPOINT({0} {1},{2} {3})", "MULTIPOINT({4} {5})", None),
    "multi_lines": ("MULTILINESTRING(({0} {1},{2} {3}),({4} {1},{4} {5}))", "MULTILINESTRING(({0} {5},{4} {1}))"),
    "multi_polygons": (
        "MULTIPOLYGON((({0} {1},{2} {1},{2} {3},{0} {1})),(({4} {5},{6} {5},{6} {7},{4} {5})))",
        None,
    ),
    "points_z": ("POINT Z({0} {1} 5)", "POINT Z({2} {3} -7.5)"),
    "lines_z": ("LINESTRING Z({0} {1} 0,{2} {3} 9)",),
    "polygons_z": ("POLYGON Z(({0} {1} 1,{2} {1} 1,{2} {3} 1,{0} {1} 1))",),
    "bow_ties": ("POLYGON(({0} {1},{2} {3},{2} {1},{0} {3},{0} {1}))",),
    "holes": ("POLYGON(({0} {1},{6} {1},{6} {7},{0} {7},{0} {1}),({2} {3},{4} {3},{4} {5},{2} {5},{2} {3}))",),
    "rings": (
        "LINESTRING({0} {1},{2} {1},{2} {3},{0} {1})",
        "LINESTRING({0} {1},{0} {1})",
        "LINESTRING({2} {1},{0} {3})",
    ),
    "points_zm": ("POINT ZM({0} {1} 5 1)", "POINT ZM({2} {3} -7.5 2)", None),
    "nowhere": (None, "POINT EMPTY"),
    "far": ("POINT(1e300 1e300)", "POINT(-1e15 4)"),
    "mixed": ("POINT({0} {1})", "LINESTRING({0} {1},{2} {3})", "POLYGON(({0} {1},{2} {1},{2} {3},{0} {1}))"),
    "curves": ("CIRCULARSTRING({0} {1},{2} {3},{4} {1})", "COMPOUNDCURVE(({0} {1},{2} {1}),({2} {1},{4} {5}))"),
    "collections": ("GEOMETRYCOLLECTION(POINT({0} {1}),LINESTRING({0} {1},{2} {3}))", "GEOMETRYCOLLECTION EMPTY"),
}
UNTYPED = ("mixed", "curves", "collections")
# Names that are words of SQL, not ASCII, quoted, or such as results bear.
STRANGE = ("order", "größe", 'say "x"', "it's", "a b", "Fid2", "area", "count", "x", "id_sum")
GEOMETRY_WORDS = {"points": "Point", "lines": "LineString", "polygons": "Polygon"}
PLACES = {"": (METRES, 155_000, 463_000, 100), "_deg": (DEGREES, 5.0, 52.0, 0.01), "_ft": (FEET, 985_000, 200_000, 300),
          "_lost": (None, 0, 0, 10)}  # fmt: skip


def write_inputs(folder: Path) -> list[str]:
    """Writes the files of all layers.

    Returns: Their names, each with the handle it is meant for as its stem.
    """
    given = importlib.import_module(f"{__package__.partition('.')[0]}.tests.tools.given")
    for suffix, (crs, x, y, side) in PLACES.items():
        corners = [place + side * step for step in range(4) for place in (x, y)]
        for name in SHAPES if not suffix else ("points", "lines", "polygons"):
            given.write_vector(folder / f"{name}{suffix}.gpkg", name, _recipe(name, crs, corners))
        origin = [x, y + 3 * side]
        grid = {"crs": crs, "plane": {"rise_east": 2.0, "size": [12, 12]}, "cell": side / 4, "origin": origin}
        given.write_raster(folder / f"dem{suffix}.tif", grid)
    _write_flow(given, folder)
    for name, cells, dtype in (("no_cells", [[None, None]] * 2, "float32"), ("one_cell", [[7]], "int16")):
        place = {"crs": METRES, "cell": 100, "origin": [155_000, 463_300], "nodata": -1}
        given.write_raster(folder / f"{name}.tif", {**place, "cells": cells, "dtype": dtype})
    bands = [[[1, 2, None], [2, 2, 3]], [[5, 5, 5], [None, 0, 9]]]
    place = {"crs": METRES, "cell": 100, "origin": [155_000, 463_300]}
    given.write_raster(folder / "photo.tif", {**place, "bands": bands, "dtype": "uint8", "nodata": 255})
    given.write_vector(folder / "rows.gpkg", "rows", {"types": TYPES, "rows": [_row(number) for number in range(5)]})
    strange = {"types": dict.fromkeys(STRANGE, "text"), "rows": [dict.fromkeys(STRANGE, text) for text in ("1", "ü")]}
    given.write_vector(folder / "strange.gpkg", "strange", strange)
    for name in ("points", "lines", "polygons"):
        shape = SHAPES[name][0].format(155_000, 463_000, 155_100, 463_100)
        rows = [{**row, "wkt": shape} for row in strange["rows"]]
        given.write_vector(folder / f"strange_{name}.gpkg", "a", {**strange, "crs": METRES, "rows": rows})
        no_rows = {"crs": METRES, "types": TYPES, "geometry_type": GEOMETRY_WORDS[name], "rows": []}
        given.write_vector(folder / f"no_{name}.gpkg", "a", no_rows)
    given.write_vector(folder / "no_rows.gpkg", "no_rows", {"types": TYPES, "rows": []})
    for name in ("plots", "trees"):
        given.write_vector(folder / f"{name}.gpkg", name, _many(name == "plots"))
    return sorted(path.name for path in folder.iterdir())


def _many(is_area: bool) -> dict[str, Any]:
    """Squares of 50 m over the elevation raster, or their corners, with values that vary, for tools that need many."""
    rows = []
    for number in range(36):
        x, y = 155_000 + 50 * (number % 6), 463_000 + 50 * (number // 6)
        square = f"POLYGON(({x} {y},{x + 50} {y},{x + 50} {y + 50},{x} {y + 50},{x} {y}))"
        values = {"id": number, "size": float(number * 7 % 11 + number), "kind": ("wood", "crop")[number // 18]}
        rows.append({**values, "wkt": square if is_area else f"POINT({x + 10} {y + number})"})
    return {"crs": METRES, "types": TYPES, "rows": rows}


def _write_flow(given: Any, folder: Path) -> None:
    """Writes D8 directions and their accumulation on the grid of the elevation raster: east, then south."""
    place = {"crs": METRES, "cell": 25, "origin": [155_000, 463_300], "nodata": 247}
    codes = [[1] * 11 + [4]] * 12
    given.write_raster(folder / "flow_direction.tif", {**place, "cells": codes, "dtype": "uint8"})
    sums = [[*range(1, 12), 12 * row] for row in range(1, 13)]
    given.write_raster(folder / "flow_accumulation.tif", {**place, "cells": sums, "dtype": "float64"})


def _recipe(name: str, crs: str | None, corners: list[float]) -> dict[str, Any]:
    shapes = [wkt and wkt.format(*corners) for wkt in SHAPES[name]]
    untyped = {"geometry_type": "Unknown"} if name in UNTYPED else {}
    return {
        **untyped,
        "crs": crs,
        "types": TYPES,
        "rows": [{**_row(number), "wkt": wkt} for number, wkt in enumerate(shapes)],
    }


def _row(number: int) -> dict[str, Any]:
    if number == 3:
        return {}
    row = {"id": 2**53 + number, "size": 10.5 * number, "kind": KINDS[number], "is_open": number % 2}
    return {**row, "day": f"2024-02-2{number}", "seen": f"2024-02-2{number}T12:00:00"}
