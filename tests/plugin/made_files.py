# SPDX-License-Identifier: GPL-2.0-or-later
"""Small files to open, drawn on paper: squares in a row, a raster of nine cells."""

from __future__ import annotations

from pathlib import Path


def squares(path: Path, corner: tuple[float, float] = (0.0, 0.0), column: str = "n", count: int = 3) -> Path:
    """Writes squares of 10 by 10 in a row from a corner on, each with its number from 1 in a column."""
    from osgeo import ogr, osr

    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32633)
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = dataset.CreateLayer("squares", crs, ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn(column, ogr.OFTInteger))
    for number in range(count):
        x, y = corner[0] + 10 * number, corner[1]
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetField(column, number + 1)
        ring = f"{x} {y}, {x + 10} {y}, {x + 10} {y + 10}, {x} {y + 10}, {x} {y}"
        feature.SetGeometry(ogr.CreateGeometryFromWkt(f"POLYGON (({ring}))"))
        layer.CreateFeature(feature)
    del layer, dataset
    return path


def cells(path: Path) -> Path:
    """Writes a raster of 1 to 9, cells of 10, its upper left corner at 0, 30."""
    import numpy as np
    from osgeo import gdal, osr

    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32633)
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 3, 3, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((0, 10, 0, 30, 0, -10))
    dataset.SetProjection(crs.ExportToWkt())
    dataset.GetRasterBand(1).WriteArray(np.arange(1, 10, dtype="float32").reshape(3, 3))
    del dataset
    return path


def told(path: Path, step: int, handle: str, kind: str = "vector") -> dict[str, object]:
    """Returns what the service tells of a layer."""
    sublayer = "" if kind == "raster" else "squares"
    return {"step": step, "handle": handle, "path": str(path), "sublayer": sublayer, "kind": kind, "crs": "EPSG:32633"}
