# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of points, lines and polygons: single and multi, with holes, heights, M values, in metres, feet, degrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..edited_rows import EditedRows
from .columns import MadeReference, days, integers, names, reals, texts

ROWS = 12
LAYER_COLUMNS = {"name": {"type": "text"}, "visits": {"type": "integer", "role": "count"}, "size": {"type": "real"}}
UTM, FEET, DEGREES = "EPSG:32633", "EPSG:2263", "EPSG:4326"
CORNERS = {UTM: (500_000.0, 5_300_000.0), FEET: (980_000.0, 190_000.0), DEGREES: (24.0, 59.0)}


def layer(kind: str, file: str, shapes: Any, crs: str = UTM, **keys: Any) -> MadeReference:
    """Makes a layer with a name, a count and a measure."""
    rows = np.arange(len(shapes))
    values = {
        "name": texts(names(len(shapes))),
        "visits": integers(20_000 - 7 * rows),
        "size": reals(100.0 + rows**2 / 3, rows == 3),
    }
    contract = {"kind": "vector", "file": file, "crs": crs, "geometry_type": kind, "columns": LAYER_COLUMNS} | keys
    measured = keys.get("dimension") == "m"
    return MadeReference(contract, EditedRows(values, shapes, crs, file.rsplit(".", 1)[0], kind, measured))


def points(crs: str = UTM, step: float = 250.0, height: float | None = None) -> Any:
    """Returns points in a row that climbs to the north-east."""
    import shapely

    rows = np.arange(ROWS)
    x, y = CORNERS[crs]
    places = np.column_stack([x + step * rows, y + step * rows / 2])
    return shapely.points(places if height is None else np.column_stack([places, height + rows]))


def lines(crs: str = UTM, step: float = 250.0) -> Any:
    """Returns lines of three vertices, one of them closed."""
    import shapely

    x, y = CORNERS[crs]
    bent = [
        shapely.LineString([(x + step * row, y), (x + step * (row + 0.3), y + step), (x + step * row, y + 3 * step)])
        for row in range(ROWS - 1)
    ]
    ring = [(x - step, y - step), (x - step / 2, y - step), (x - step, y - step / 2), (x - step, y - step)]
    return np.array([*bent, shapely.LineString(ring)], object)


def polygons(crs: str = UTM, side: float = 200.0) -> Any:
    """Returns squares in a row: every third has a hole, the last one consists of two parts."""
    import shapely

    x, y = CORNERS[crs]

    def square(west: float, south: float, width: float) -> list[tuple[float, float]]:
        return [(west, south), (west + width, south), (west + width, south + width), (west, south + width)]

    made = []
    for row in range(ROWS):
        west = x + 1.5 * side * row
        holes = [square(west + side / 4, y + side / 4, side / 4)] if row % 3 == 0 else []
        made.append(shapely.Polygon(square(west, y, side), holes))
    lone = shapely.Polygon(square(x, y + 3 * side, side / 2))
    return np.array([*made[:-1], shapely.MultiPolygon([made[-1], lone])], object)


def as_multis(shapes: Any, make: Callable[[list[Any]], Any]) -> Any:
    """Returns every shape as a multi."""
    import shapely

    changed = np.empty(len(shapes), object)
    changed[:] = [make(list(shapely.get_parts(shape))) for shape in shapes]
    return changed


def made_layers() -> dict[str, MadeReference]:
    """Makes all layers, by name."""
    import shapely

    ids: dict[str, Any] = {"id_columns": ["name"]}
    single = polygons()[:-1]
    short = {"name": {"type": "text"}, "visits": {"type": "integer"}, "size": {"type": "real"}}
    swept = {"compare": "match", "direction": "match"}
    layers = {
        "points known by their place": layer("Point", "points.gpkg", points()),
        "points with heights": layer("Point", "z.gpkg", points(height=80.0), dimension="z", multi="forbid", **ids),
        "points with M values": layer("Point", "m.gpkg", points(height=1000.0), dimension="m", **ids),
        "lines with M values": layer("LineString", "n.gpkg", shapely.force_3d(lines(), 5.0), dimension="m", **ids),
        "points in degrees": layer("Point", "p.geojson", points(DEGREES, 0.01), DEGREES, **ids),
        "points of KML": layer("Point", "p.kml", points(DEGREES, 0.01, 0.0), DEGREES,
                               columns={"label": {"type": "text"}, "size": {"type": "real"}}, id_columns=["label"]),
        "multipoints": layer("Point", "m.fgb", as_multis(points(), shapely.MultiPoint), multi="require", **ids),
        "lines with a direction": layer("LineString", "streams.gpkg", lines(), geometry=swept, **ids),
        "lines known by their place": layer("LineString", "streams.fgb", lines()),
        "lines in feet": layer("LineString", "l.shp", lines(FEET, 900.0), FEET, columns=short, **ids),
        "lines in degrees": layer("LineString", "l.gpkg", lines(DEGREES, 0.01), DEGREES, geometry=swept, **ids),
        "polygons with holes": layer("Polygon", "holes.gpkg", polygons(), **ids),
        "polygons known by their place": layer("Polygon", "holes.fgb", polygons()),
        "polygons in feet": layer("Polygon", "f.gpkg", polygons(FEET, 700.0), FEET, dimension="2d", **ids),
        "polygons in degrees": layer("Polygon", "d.geojson", polygons(DEGREES, 0.02), DEGREES, multi="any", **ids),
        "polygons of a shapefile": layer("Polygon", "s.shp", polygons(), columns=short, **ids),
        "multipolygons": layer("Polygon", "m.gpkg", as_multis(polygons(), shapely.MultiPolygon), multi="require",
                               **ids),
        "single polygons": layer("Polygon", "s.gpkg", single, multi="forbid", columns_exact=True, **ids),
        "shapes that do not count": layer("Point", "i.gpkg", points(), geometry={"compare": "ignore"}, **ids),
    }  # fmt: skip
    layers["points of KML"] = _with_label(layers["points of KML"])
    layers["rows without shapes"] = _without_shapes()
    layers["dates of a shapefile"] = _with_dates()
    return layers


def _with_label(made: MadeReference) -> MadeReference:
    values = made.content.columns
    rows = EditedRows({"label": values["name"], "size": values["size"]}, made.content.shapes, DEGREES, "p", "Point")
    return made._replace(content=rows)


def _without_shapes() -> MadeReference:
    columns = {"name": {"type": "text"}, "visits": {"type": "integer"}}
    contract = {"kind": "vector", "file": "n.gpkg", "crs": UTM, "geometry_type": "None", "columns": columns}
    return MadeReference(contract, EditedRows({"name": texts(names(ROWS)), "visits": integers(range(ROWS))}, layer="n"))


def _with_dates() -> MadeReference:
    columns = {"code": {"type": "text"}, "opened": {"type": "date"}}
    made = layer("Point", "d.shp", points(), columns=columns, id_columns=["code"])
    values = {
        "code": texts([f"{row:04}" for row in range(ROWS)]),
        "opened": days("1968-02-28", 700 * np.arange(ROWS), np.arange(ROWS) == 5),
    }
    return made._replace(content=EditedRows(values, points(), UTM, "d", "Point"))
