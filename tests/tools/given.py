# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes small layers that anyone can draw, and binds them in a workspace.

{crs: EPSG:28992, rows: [{wkt: "POINT(1 2)", name: a}], types: {name: text}}     a vector layer, or a table without wkt
{crs: EPSG:28992, cells: [[1, 2], [3, null]], cell: 10, origin: [0, 20], dtype: float32, nodata: -9999}   a raster
{crs: EPSG:28992, cells: [[1, 2]], dtype: uint8, palette: true}                       a raster of classes
{crs: EPSG:2263, plane: {rise_east: 1.0, size: [5, 5]}, cell: 3.28}                  a raster that is a tilted plane
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal, ogr, osr

OGR_TYPES = {
    "integer": (ogr.OFTInteger64, ogr.OFSTNone),
    "real": (ogr.OFTReal, ogr.OFSTNone),
    "text": (ogr.OFTString, ogr.OFSTNone),
    "boolean": (ogr.OFTInteger, ogr.OFSTBoolean),
    "date": (ogr.OFTDate, ogr.OFSTNone),
    "datetime": (ogr.OFTDateTime, ogr.OFSTNone),
}
GDAL_TYPES = {
    "uint8": gdal.GDT_Byte, "int16": gdal.GDT_Int16, "uint16": gdal.GDT_UInt16, "int32": gdal.GDT_Int32,
    "uint32": gdal.GDT_UInt32, "int64": gdal.GDT_Int64, "uint64": gdal.GDT_UInt64, "float32": gdal.GDT_Float32,
    "float64": gdal.GDT_Float64, **({"int8": gdal.GDT_Int8} if hasattr(gdal, "GDT_Int8") else {}),
}  # fmt: skip
LARGE_INTEGERS = {"int64": np.int64, "uint64": np.uint64}


def srs_of(crs: str | None) -> Any:
    """Gives the spatial reference of an authority code, x before y."""
    if not crs:
        return None
    srs = osr.SpatialReference()
    assert srs.SetFromUserInput(crs) == 0
    srs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return srs


def write_vector(path: Path, layer_name: str, recipe: dict[str, Any], driver: str = "GPKG") -> None:
    """Writes rows to a file; the geometry type is that of the first row unless `geometry_type` says otherwise."""
    rows = recipe["rows"]
    has_geometry = any("wkt" in row for row in rows) or "geometry_type" in recipe
    geometry_type = ogr.wkbNone
    if has_geometry:
        first = next((row["wkt"] for row in rows if row.get("wkt")), None)
        named = recipe.get("geometry_type")
        geometry_type = getattr(ogr, f"wkb{named}") if named else ogr.CreateGeometryFromWkt(first).GetGeometryType()
    dataset = ogr.GetDriverByName(driver).CreateDataSource(str(path))
    layer = dataset.CreateLayer(layer_name, srs_of(recipe.get("crs")), geometry_type)
    types = recipe.get("types") or _guessed_types(rows)
    for name, word in types.items():
        code, subtype = OGR_TYPES[word]
        definition = ogr.FieldDefn(name, code)
        definition.SetSubType(subtype)
        layer.CreateField(definition)
    layer.StartTransaction()
    for row in rows:
        feature = ogr.Feature(layer.GetLayerDefn())
        for name in types:
            if row.get(name) is not None:
                feature[name] = row[name]
        if row.get("wkt"):
            feature.SetGeometry(ogr.CreateGeometryFromWkt(row["wkt"]))
        assert layer.CreateFeature(feature) == 0
    layer.CommitTransaction()


def write_raster(path: Path, recipe: dict[str, Any]) -> None:
    """Writes cells to a GeoTIFF; null is NoData."""
    bands = recipe.get("bands") or [_cells(recipe)]
    nodata = recipe.get("nodata")
    height, width = len(bands[0]), len(bands[0][0])
    cell = recipe.get("cell", 1.0)
    cell_x, cell_y = cell if isinstance(cell, list) else (cell, cell)
    west, north = recipe.get("origin", [0.0, cell_y * height])
    code = GDAL_TYPES[recipe.get("dtype", "float32")]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, len(bands), code)
    dataset.SetGeoTransform((west, cell_x, 0, north, 0, -cell_y))
    if recipe.get("crs"):
        dataset.SetSpatialRef(srs_of(recipe["crs"]))
    number_type = LARGE_INTEGERS.get(recipe.get("dtype", ""), float)
    for number, cells in enumerate(bands, start=1):
        band = dataset.GetRasterBand(number)
        if nodata is not None:
            band.SetNoDataValue(float(nodata) if number_type is float else int(nodata))
        if recipe.get("palette"):
            colours = gdal.ColorTable()
            colours.SetColorEntry(1, (0, 128, 0, 255))
            band.SetColorTable(colours)
        if "scale" in recipe:
            band.SetScale(recipe["scale"])
            band.SetOffset(recipe.get("offset", 0.0))
        if "unit" in recipe:
            band.SetUnitType(recipe["unit"])
        fill = nodata if nodata is not None else 0
        band.WriteArray(
            np.array([[fill if cell is None else cell for cell in row] for row in cells], dtype=number_type)
        )
    dataset.FlushCache()


def _cells(recipe: dict[str, Any]) -> list[list[float]]:
    if "cells" in recipe:
        return recipe["cells"]
    plane = recipe["plane"]
    width, height = plane["size"]
    east, north = plane.get("rise_east", 0.0), plane.get("rise_north", 0.0)
    return [[plane.get("base", 0.0) + east * x + north * (height - y) for x in range(width)] for y in range(height)]


def _guessed_types(rows: list[dict[str, Any]]) -> dict[str, str]:
    words = {bool: "boolean", int: "integer", float: "real", str: "text"}
    types: dict[str, str] = {}
    for row in rows:
        for name, value in row.items():
            if name != "wkt" and value is not None:
                word = words[type(value)]
                types[name] = "real" if {types.get(name, word), word} == {"integer", "real"} else word
    return types
