# SPDX-License-Identifier: GPL-2.0-or-later
"""Three stops with a value of every type, and how they are exported and read back."""

from __future__ import annotations

ROWS = [
    {"wkt": "POINT(155000.1 463000.7)", "name": 'a "b", c', "lot": 9007199254740993, "x1": 0.1, "ok": True,
     "day": "2024-02-29", "at": "2024-01-02T03:04:05Z"},
    {"wkt": "POINT(155001 463001)", "name": "", "lot": None, "x1": None, "ok": None, "day": None, "at": None},
    {"wkt": "POINT(155002 463002)", "name": None, "lot": -5, "x1": 1e-9, "ok": False, "day": "1999-12-31",
     "at": "2024-06-30T23:59:59Z"},
]  # fmt: skip
TYPES = {"name": "text", "lot": "integer", "x1": "real", "ok": "boolean", "day": "date", "at": "datetime"}
STOPS = {"crs": "EPSG:28992", "rows": ROWS, "types": TYPES}
FORMATS = {
    "gpkg": "r.gpkg", "geojson": "r.geojson", "shapefile": "r.shp", "flatgeobuf": "r.fgb", "kml": "r.kml",
    "csv": "r.csv", "xlsx": "r.xlsx",
}  # fmt: skip


def written(harness, name, sublayer=""):
    from harness import read_rows

    return read_rows(str(harness.workspace.output / name), sublayer)


def give_stops(harness, name="stops", **changes):
    harness.give(name, {**STOPS, **changes})


def export(harness, file_format, layer="stops", file=None, **more):
    return harness.done("export_layer", layer=layer, file=file or FORMATS[file_format], format=file_format, **more)
