# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts of a layer from its file, by GDAL alone."""

from __future__ import annotations

import math
from typing import Any

from osgeo import gdal, ogr

from ....tasks.gdal_errors import GDAL_ERRORS
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Extent, Field, FieldType, GeometryType, Grid, LayerFacts
from ...declaration.grid_arithmetic import LARGEST_CELL, SMALLEST_CELL, has_cells_of_use
from ..drivers import RASTER_DRIVERS, VECTOR_DRIVERS
from ..rasters.nodata_values import declared_nodata
from ..reference_systems.crs import crs_text

_FIELD_TYPES: dict[int, FieldType] = {
    ogr.OFTInteger: "integer",
    ogr.OFTInteger64: "integer",
    ogr.OFTReal: "real",
    ogr.OFTDate: "date",
    ogr.OFTDateTime: "datetime",
}
_GEOMETRY_TYPES: dict[int, GeometryType] = {
    ogr.wkbPoint: "Point",
    ogr.wkbLineString: "LineString",
    ogr.wkbPolygon: "Polygon",
    ogr.wkbMultiPoint: "Point",
    ogr.wkbMultiLineString: "LineString",
    ogr.wkbMultiPolygon: "Polygon",
    ogr.wkbNone: "None",
}


def open_vector(path: str, *, drivers: tuple[str, ...] = VECTOR_DRIVERS, options: tuple[str, ...] = ()) -> Any:
    """Opens a vector file read-only by the list of drivers.

    Raises:
        ToolError BAD_FORMAT.
    """
    return _open(path, gdal.OF_VECTOR, drivers, options)


def open_raster(path: str, *, drivers: tuple[str, ...] = RASTER_DRIVERS) -> Any:
    """Opens a raster file read-only by the list of drivers.

    Raises:
        ToolError BAD_FORMAT.
    """
    return _open(path, gdal.OF_RASTER, drivers, ())


def vector_facts(path: str, sublayer: str) -> LayerFacts:
    """Reads the facts of a vector layer or table; validity is left open.

    Edges: The extent of a layer without places is left open.
    """
    dataset = open_vector(path)
    layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
    if layer is None:
        raise ToolError("NO_OUTPUT_WRITTEN", f'the file holds no layer "{sublayer}"')
    return facts_of_ogr_layer(layer)


def facts_of_ogr_layer(layer: Any) -> LayerFacts:
    """Gives the facts of an open OGR layer."""
    code = layer.GetGeomType()
    flat = ogr.GT_Flatten(code)
    count = layer.GetFeatureCount()
    has_geometry = flat != ogr.wkbNone
    extent = None
    if has_geometry and count and (found := layer.GetExtent(can_return_null=True)):
        west, east, south, north = found
        extent = Extent(west, south, east, north)
    return LayerFacts(
        kind="vector" if has_geometry else "table",
        crs=crs_text(layer.GetSpatialRef()) if has_geometry else "",
        fields=fields_of(layer.GetLayerDefn()),
        geometry_type=_GEOMETRY_TYPES.get(ogr.GT_GetLinear(flat)),
        is_multi=bool(ogr.GT_IsSubClassOf(flat, ogr.wkbGeometryCollection)) if has_geometry else None,
        has_z=bool(ogr.GT_HasZ(code)) if has_geometry else None,
        has_m=bool(ogr.GT_HasM(code)) if has_geometry else None,
        count=count,
        extent=extent,
        invalid_count=0 if flat in (ogr.wkbPoint, ogr.wkbMultiPoint, ogr.wkbNone) else None,
    )


def fields_of(definition: Any) -> tuple[Field, ...]:
    """Gives the attributes of an OGR layer definition; the feature id is none of them."""
    fields = (definition.GetFieldDefn(index) for index in range(definition.GetFieldCount()))
    return tuple(Field(field.GetName(), field_type(field.GetType(), field.GetSubType())) for field in fields)


def field_type(code: int, subtype: int) -> FieldType:
    """Names the type of an OGR field; lists, times and binary count as text."""
    if code == ogr.OFTInteger and subtype == ogr.OFSTBoolean:
        return "boolean"
    return _FIELD_TYPES.get(code, "text")


def raster_facts(path: str) -> LayerFacts:
    """Reads the facts of a raster."""
    return facts_of_gdal_dataset(open_raster(path))


def facts_of_gdal_dataset(dataset: Any) -> LayerFacts:
    """Gives the facts of an open GDAL raster.

    Raises: ToolError GRID_UNSUITABLE for cells without a size of use.
    """
    c, a, b, f, d, e = dataset.GetGeoTransform()
    grid = Grid(dataset.RasterXSize, dataset.RasterYSize, (a, b, c, d, e, f))
    if not has_cells_of_use(grid):
        sides = f"{math.hypot(a, d):g} by {math.hypot(b, e):g}"
        raise ToolError("GRID_UNSUITABLE", f"cells of a raster are {sides} units of its CRS large, or without an area",
                        f"cells are from {SMALLEST_CELL:g} to {LARGEST_CELL:g} units wide, and wide enough for their "
                        "coordinates to tell them apart")  # fmt: skip
    bands = tuple(band_facts(dataset.GetRasterBand(number + 1)) for number in range(dataset.RasterCount))
    return LayerFacts(kind="raster", crs=crs_text(dataset.GetSpatialRef()), grid=grid, bands=bands, extent=grid.extent)


def band_facts(band: Any) -> Band:
    """Gives cell type, NoData that it can hold, scale, offset and palette of a GDAL band."""
    scale, offset = band.GetScale(), band.GetOffset()
    dtype = gdal.GetDataTypeName(band.DataType).lower()
    is_signed = dtype == "byte" and band.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE") == "SIGNEDBYTE"
    dtype = "int8" if is_signed else {"byte": "uint8"}.get(dtype, dtype)
    return Band(
        dtype,
        nodata=declared_nodata(band, dtype),
        scale=1.0 if scale in (None, 0.0) else scale,
        offset=offset or 0.0,
        is_palette=band.GetColorInterpretation() == gdal.GCI_PaletteIndex,
    )


def _open(path: str, kind: int, drivers: tuple[str, ...], options: tuple[str, ...]) -> Any:
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    try:
        dataset = gdal.OpenEx(path, kind | gdal.OF_READONLY, allowed_drivers=list(drivers), open_options=list(options))
    except GDAL_ERRORS:
        dataset = None
    finally:
        gdal.PopErrorHandler()
    if dataset is None:
        noun = "vector file or table" if kind == gdal.OF_VECTOR else "raster"
        raise ToolError("BAD_FORMAT", f'"{path.rsplit("/", 1)[-1]}" cannot be read as a {noun}',
                        f"formats: {', '.join(drivers)}")  # fmt: skip
    return dataset
