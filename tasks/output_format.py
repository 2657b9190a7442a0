# SPDX-License-Identifier: GPL-2.0-or-later
"""What the formats of output files can hold, so that no contract asks for what a format loses."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .contract import RasterOutput, TableOutput, VectorOutput

DBF_NAME_BYTES = 10
SHEET_NAME = 31


class RowFormat(NamedTuple):
    """A vector or table format.

    Args:
        name: As people call it.
        driver: The GDAL drivers that may open it.
        kinds: Contract kinds it can hold.
        lost_types: Column types it cannot hold, with what becomes of them.
        empty_text_is_null: Whether "" and NULL are one for it.
        typed: Whether the file itself says what type a column has.
        layers: Whether a file can hold several layers.
    """

    name: str
    driver: str
    kinds: tuple[str, ...]
    lost_types: dict[str, str] = {}
    empty_text_is_null: bool = False
    typed: bool = True
    layers: bool = False


class RasterFormat(NamedTuple):
    """A raster format with the data types it can hold; None means all."""

    name: str
    driver: str
    data_types: tuple[str, ...] | None = None
    max_bands: int | None = None
    square_cells: bool = False


DBF_LOSES = {"datetime": "a text", "boolean": "a number"}
KML_LOSES = {"integer": "a text", "boolean": "a number", "date": "a text", "datetime": "a text"}
KML_NAMES = ("name", "description", "timestamp", "begin", "end", "icon")
XLSX_LOSES = {"boolean": "a number"}
# The file has no type of its own: GDAL takes whole numbers for int32 and all others for float32.
ASCII_GRID_TYPES = ("int32", "float32", "any_float", "any_integer")

ROW_FORMATS: dict[str, RowFormat] = {
    ".gpkg": RowFormat("GeoPackage", "GPKG", ("vector", "table"), layers=True),
    ".geojson": RowFormat("GeoJSON", "GeoJSON", ("vector",)),
    ".json": RowFormat("GeoJSON", "GeoJSON", ("vector",)),
    ".fgb": RowFormat("FlatGeobuf", "FlatGeobuf", ("vector",), {"date": "a datetime"}),
    ".shp": RowFormat("shapefile", "ESRI Shapefile", ("vector",), DBF_LOSES, empty_text_is_null=True),
    ".kml": RowFormat("KML", "LIBKML", ("vector",), KML_LOSES, empty_text_is_null=True, layers=True),
    ".csv": RowFormat("CSV", "CSV", ("table",), typed=False),
    ".xlsx": RowFormat("Excel workbook", "XLSX", ("table",), XLSX_LOSES, empty_text_is_null=True, layers=True),
}
RASTER_FORMATS: dict[str, RasterFormat] = {
    ".tif": RasterFormat("GeoTIFF", "GTiff"),
    ".tiff": RasterFormat("GeoTIFF", "GTiff"),
    ".asc": RasterFormat("ASCII grid", "AAIGrid", ASCII_GRID_TYPES, 1, square_cells=True),
}


def extension(file: str) -> str:
    """Returns the extension of a file name in small letters, with its dot."""
    return PurePath(file).suffix.lower()


def format_problem(contract: VectorOutput | TableOutput | RasterOutput) -> str | None:
    """Says in a sentence what of a contract its file format cannot hold; None where it holds all."""
    if contract.kind == "raster":
        return _raster_problem(contract)
    row_format = ROW_FORMATS.get(extension(contract.file))
    if row_format is None or contract.kind not in row_format.kinds:
        able = [ending for ending, form in ROW_FORMATS.items() if contract.kind in form.kinds]
        return f'"{contract.file}" cannot hold a {contract.kind}; use one of {", ".join(able)}'
    if contract.layer and row_format.name == "Excel workbook" and len(contract.layer) > SHEET_NAME:
        return f'"{contract.file}": the name of a sheet has at most {SHEET_NAME} characters'
    for name, column in contract.columns.items():
        if column.type in row_format.lost_types:
            becomes = row_format.lost_types[column.type]
            loss = f'the {column.type} "{name}" becomes {becomes}'
            return f'"{contract.file}": a {row_format.name} cannot hold it all, {loss}'
    return _vector_problem(contract, row_format) if contract.kind == "vector" else None


def holds_layers(file: str) -> bool:
    """Tells whether a file of that name can hold several layers."""
    row_format = ROW_FORMATS.get(extension(file))
    return row_format is not None and row_format.layers


def _vector_problem(contract: VectorOutput, row_format: RowFormat) -> str | None:
    from .crs_equality import same_crs

    if row_format.name == "shapefile":
        return _shapefile_problem(contract)
    if row_format.name in ("GeoJSON", "KML"):
        if not same_crs(contract.crs, "EPSG:4326"):
            return f'"{contract.file}": {row_format.name} is always in EPSG:4326, not in {contract.crs}'
        if contract.dimension == "m":
            return f'"{contract.file}": {row_format.name} holds no M values'
    return _placemark_problem(contract) if row_format.name == "KML" else None


def _shapefile_problem(contract: VectorOutput) -> str | None:
    if not contract.has_geometry:
        return f'"{contract.file}": a shapefile without shapes is a DBF table; use another format'
    for name in contract.columns:
        if len(name.encode()) > DBF_NAME_BYTES:
            return f'"{contract.file}": a shapefile cuts the name "{name}" to {DBF_NAME_BYTES} characters'
    if contract.multi != "any" and contract.geometry_type != "Point":
        return f'"{contract.file}": a shapefile does not tell single from multi {contract.geometry_type}'
    return None


def _placemark_problem(contract: VectorOutput) -> str | None:
    for name in contract.columns:
        if name.lower() in KML_NAMES:
            return f'"{contract.file}": KML has a meaning of its own for "{name}" and renames it'
    if contract.dimension == "2d":
        return f'"{contract.file}": KML always holds heights'
    return None


def _raster_problem(contract: RasterOutput) -> str | None:
    raster_format = RASTER_FORMATS.get(extension(contract.file))
    if raster_format is None:
        return f'"{contract.file}" cannot hold a raster; use one of {", ".join(RASTER_FORMATS)}'
    if raster_format.data_types and contract.dtype not in raster_format.data_types:
        able = ", ".join(raster_format.data_types)
        return f'"{contract.file}": an {raster_format.name} holds {able}, not {contract.dtype}'
    if raster_format.max_bands and contract.bands > raster_format.max_bands:
        return f'"{contract.file}": an {raster_format.name} has one band, not {contract.bands}'
    a, b, _, d, e, _ = contract.transform
    if raster_format.square_cells and (b or d or a != -e):
        return f'"{contract.file}": an {raster_format.name} has square cells, north up'
    return None
