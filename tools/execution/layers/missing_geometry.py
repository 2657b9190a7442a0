# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows without geometry in what QGIS has written: its writer makes NULL an empty geometry, here it is NULL again."""

from __future__ import annotations

from typing import Any

from osgeo import gdal, ogr

from ....tasks.crs_equality import quiet_osr


def empty_as_null(path: str, sublayer: str = "") -> tuple[float, ...]:
    """Sets empty geometries of a layer of a GeoPackage, left out the first, to NULL.

    The spatial index tells whether there are any: it has one entry per geometry that is not empty. A layer without
    index is left as it is.
    Returns: The four corners of its extent; none for a layer without any.
    """
    with quiet_osr():
        dataset = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_READONLY, ["GPKG"])
        layer = None
        if dataset is not None:
            layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
        if layer is None or layer.GetGeomType() == ogr.wkbNone or not layer.TestCapability("FastSpatialFilter"):
            return ()
        corners = tuple(layer.GetExtent(can_return_null=True) or ())
        table, column = layer.GetName(), layer.GetGeometryColumn()
        index = _quoted(f"rtree_{table}_{column}_rowid")
        if _number(dataset, f"SELECT count(*) FROM {index}") == layer.GetFeatureCount():  # nosec B608  # quoted
            return corners
        layer = dataset = None
        name = _quoted(column)
        writable = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_UPDATE, ["GPKG"])
        writable.ExecuteSQL(
            f"UPDATE {_quoted(table)} SET {name} = NULL WHERE {name} IS NOT NULL AND ST_IsEmpty({name})"  # nosec B608  # quoted
        )
    return corners


def _number(dataset: Any, statement: str) -> int:
    found = dataset.ExecuteSQL(statement)
    number = int(found.GetNextFeature().GetField(0))
    dataset.ReleaseResultSet(found)
    return number


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
