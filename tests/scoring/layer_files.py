# SPDX-License-Identifier: GPL-2.0-or-later
"""Small layers to score, written by GDAL feature by feature, and a contract for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from osgeo import gdal, ogr, osr
from pydantic import TypeAdapter

from gisagentbench.tasks.contract import OutputContract

Row = dict[str, Any]
FIELD_TYPES = {
    "integer": (ogr.OFTInteger64, ogr.OFSTNone),
    "real": (ogr.OFTReal, ogr.OFSTNone),
    "text": (ogr.OFTString, ogr.OFSTNone),
    "boolean": (ogr.OFTInteger, ogr.OFSTBoolean),
    "date": (ogr.OFTDate, ogr.OFSTNone),
    "datetime": (ogr.OFTDateTime, ogr.OFSTNone),
}
DRIVERS = {".gpkg": "GPKG", ".geojson": "GeoJSON", ".shp": "ESRI Shapefile", ".fgb": "FlatGeobuf", ".xlsx": "XLSX"}


def contract_of(**keys: Any) -> Any:
    """Returns a contract out of its keys."""
    return _adapter().validate_python({"rationale": "a test"} | keys)


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(OutputContract)


def write_layer(
    path: Path,
    fields: dict[str, str],
    rows: list[Row],
    crs: str | None = "EPSG:28992",
    shape_type: int = ogr.wkbUnknown,
    layer: str | None = None,
    add: bool = False,
) -> Path:
    """Writes rows feature by feature; `shape` of a row is WKT or None."""
    gdal.UseExceptions()
    driver = ogr.GetDriverByName(DRIVERS[path.suffix])
    dataset = gdal.OpenEx(str(path), gdal.OF_UPDATE) if add else driver.CreateDataSource(str(path))
    reference = None
    if crs:
        reference = osr.SpatialReference()
        reference.SetFromUserInput(crs)
    # GDAL 3.10 refuses rows without geometry in an indexed FlatGeobuf, GDAL 3.6 drops them.
    options = ["SPATIAL_INDEX=NO"] if path.suffix == ".fgb" else []
    target = dataset.CreateLayer(layer or path.stem, reference, shape_type, options)
    for name, word in fields.items():
        field = ogr.FieldDefn(name, FIELD_TYPES[word][0])
        field.SetSubType(FIELD_TYPES[word][1])
        target.CreateField(field)
    if path.suffix == ".gpkg":
        dataset.StartTransaction()
    for row in rows:
        feature = ogr.Feature(target.GetLayerDefn())
        for name in fields:
            value = row.get(name)
            if value is None:
                feature.SetFieldNull(name)
            else:
                feature.SetField(name, value)
        if row.get("shape") is not None:
            feature.SetGeometry(ogr.CreateGeometryFromWkt(row["shape"]))
        target.CreateFeature(feature)
    if path.suffix == ".gpkg":
        dataset.CommitTransaction()
    target = dataset = None
    return path


def square(east: float, north: float = 0.0, side: float = 10.0) -> str:
    """Returns a square as WKT; the corner is counted from 155000, 463000."""
    x, y = 155000 + east, 463000 + north
    return f"POLYGON(({x} {y},{x + side} {y},{x + side} {y + side},{x} {y + side},{x} {y}))"


PARKS = [
    {"nta": "BK01", "parks": 3, "area": 100.0, "shape": square(0)},
    {"nta": "BK02", "parks": 0, "area": 100.0, "shape": square(20)},
    {"nta": "BK03", "parks": 7, "area": 250.5, "shape": square(40)},
]
PARK_FIELDS = {"nta": "text", "parks": "integer", "area": "real"}
PARK_CONTRACT = {
    "kind": "vector",
    "file": "result.gpkg",
    "crs": "EPSG:28992",
    "geometry_type": "Polygon",
    "columns": {
        "nta": {"type": "text"},
        "parks": {"type": "integer", "role": "count"},
        "area": {"type": "real"},
    },
    "id_columns": ["nta"],
}
