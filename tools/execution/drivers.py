# SPDX-License-Identifier: GPL-2.0-or-later
"""File formats that may be opened or written; nothing else reaches a provider."""

from __future__ import annotations

VECTOR_DRIVERS = (
    "GPKG", "GeoJSON", "ESRI Shapefile", "FlatGeobuf", "LIBKML", "KML", "GML", "GPX", "MapInfo File",
    "OpenFileGDB", "SQLite", "XLSX", "CSV",
)  # fmt: skip
RASTER_DRIVERS = (
    "GTiff",
    "COG",
    "AAIGrid",
    "HFA",
    "ENVI",
    "JP2OpenJPEG",
    "PNG",
    "JPEG",
    "SRTMHGT",
    "USGSDEM",
)
TABLE_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".dbf")
RASTER_SUFFIXES = (
    ".tif",
    ".tiff",
    ".asc",
    ".img",
    ".jp2",
    ".png",
    ".jpg",
    ".jpeg",
    ".hgt",
    ".dem",
    ".bil",
    ".bsq",
)
VECTOR_SUFFIXES = (
    ".gpkg", ".geojson", ".json", ".shp", ".fgb", ".kml", ".kmz", ".gml", ".gpx", ".tab", ".mif", ".sqlite", ".db",
)  # fmt: skip
SIDE_SUFFIXES = (
    ".shx", ".dbf", ".prj", ".cpg", ".qpj", ".qix", ".sbn", ".sbx", ".hdr", ".tfw", ".wld", ".jgw", ".pgw", ".ige",
    ".rrd", ".dat", ".map", ".id", ".mid", ".aux.xml", ".ovr", ".msk", ".xsd", ".gfs",
)  # fmt: skip


def kind_of_file(name: str) -> str:
    """Tells by its ending whether a file is vector, raster or table; "" for neither."""
    lowered = name.lower()
    for kind, suffixes in (
        ("table", TABLE_SUFFIXES),
        ("raster", RASTER_SUFFIXES),
        ("vector", VECTOR_SUFFIXES),
    ):
        if lowered.endswith(suffixes):
            return kind
    return ""
