# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the layer a contract speaks of out of a vector or table file."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..tasks.contract import TableOutput, VectorOutput
from ..tasks.gdal_errors import GDAL_ERRORS, gdal_words
from ..tasks.output_format import ROW_FORMATS, extension
from .arrow_columns import ArrowColumn, read_columns, sound_stream
from .csv_reading import read_csv
from .feature_values import needs_single_features, read_feature_values
from .found_crs import wkt_of
from .geopackage_schema import refuse_views
from .measured_shapes import have_m, with_m_as_z
from .row_table import ColumnValues, RowTable, check_column_names, normal_text
from .source_file import Unreadable, gdal_settings, open_dataset
from .text_values import parsed_column
from .unreadable import engine_words

RowContract = VectorOutput | TableOutput
SHAPE_KINDS = {0: "Unknown", 1: "Point", 2: "LineString", 3: "Polygon", 4: "Point", 5: "LineString", 6: "Polygon"}
NO_SHAPES = 100
FAR_AWAY = 1e15


class LayerMissing(Exception):
    """The file has several layers, and none of the wanted name."""

    def __init__(self, wanted: str, found: list[str]):
        self.wanted, self.found = wanted, found
        super().__init__(wanted)


def read_contract_rows(path: Path, contract: RowContract) -> RowTable:
    """Reads the contract's columns and shapes out of a file.

    Raises: Unreadable, LayerMissing.
    """
    return read_rows(path, {name: column.type for name, column in contract.columns.items()}, contract.layer_name)


def read_rows(path: Path, wanted: Mapping[str, str], layer_name: str) -> RowTable:
    """Reads some columns and the shapes of a layer.

    Args:
        path: The file; its format is told by its extension.
        wanted: Type by name of the columns to read.
        layer_name: The layer to read where the file has several.
    Returns: Rows in the order of the file. Texts and names of columns are in NFC.
    Raises: Unreadable, LayerMissing.
    """
    row_format = ROW_FORMATS.get(extension(path.name))
    if row_format is None:
        raise Unreadable(f"has the extension {path.suffix or '(none)'}, which no output format has")
    if row_format.driver == "CSV":
        table = read_csv(path, wanted)
    else:
        with gdal_settings():
            table = _read_dataset(path, row_format.driver, wanted, layer_name)
    table.empty_text_is_null = row_format.empty_text_is_null
    table.columns = {name: normal_text(column, False) for name, column in table.columns.items()}
    return table


def _read_dataset(path: Path, driver: str, wanted: Mapping[str, str], layer_name: str) -> RowTable:
    dataset = open_dataset(path, driver)
    try:
        layer = _chosen_layer(dataset, layer_name)
        if driver == "GPKG":
            refuse_views(path, layer.GetName())
        return _read_layer(layer, driver, wanted)
    except GDAL_ERRORS as error:
        raise Unreadable(f"breaks off while its rows are read{engine_words(gdal_words(error), path)}") from None


def _read_layer(layer: Any, driver: str, wanted: Mapping[str, str]) -> RowTable:
    definition = layer.GetLayerDefn()
    names = [definition.GetFieldDefn(index).GetName() for index in range(definition.GetFieldCount())]
    check_column_names(names)
    spelled = {name: unicodedata.normalize("NFC", name) for name in names}
    check_column_names(list(spelled.values()))
    asked = [name for name in names if spelled[name] in wanted]
    single = [name for name in asked if needs_single_features(definition.GetFieldDefn(names.index(name)))]
    layer.SetIgnoredFields([name for name in names if name not in asked or name in single])
    with sound_stream(driver, only_shapes=len(asked) == len(single)):
        arrays = read_columns(layer)
    if single:
        layer.SetIgnoredFields([name for name in names if name not in single] + ["OGR_GEOMETRY", "OGR_STYLE"])
        arrays |= read_feature_values(layer, single)
    read = {spelled[name]: _typed(arrays[name], wanted[spelled[name]], driver) for name in asked}
    count = len(next(iter(arrays.values())).null) if arrays else layer.GetFeatureCount()
    table = RowTable(count, read, [spelled[name] for name in names if name.lower() != "fid"])
    if definition.GetGeomFieldCount() and layer.GetGeomType() != NO_SHAPES:
        _add_shapes(table, layer, arrays)
    return table


def _chosen_layer(dataset: Any, wanted: str) -> Any:
    names = [dataset.GetLayer(index).GetName() for index in range(dataset.GetLayerCount())]
    if len(names) == 1:
        return dataset.GetLayer(0)
    if wanted in names:
        return dataset.GetLayer(names.index(wanted))
    raise LayerMissing(wanted, names)


def _typed(column: ArrowColumn, wanted: str, driver: str) -> ColumnValues:
    if driver == "GeoJSON" and column.type == "text" and wanted in ("date", "datetime"):
        parsed = parsed_column(list(column.values), wanted)
        return ColumnValues("text", column.values, column.null) if parsed.unread is not None else parsed
    kind = "other" if column.type == "binary" else column.type
    return ColumnValues(kind, column.values, column.null)


def _add_shapes(table: RowTable, layer: Any, arrays: dict[str, ArrowColumn]) -> None:
    from osgeo import ogr

    table.crs = wkt_of(layer.GetSpatialRef())
    declared = layer.GetGeomType()
    table.shape_kind = SHAPE_KINDS.get(ogr.GT_Flatten(declared), ogr.GeometryTypeToName(ogr.GT_Flatten(declared)))
    name = layer.GetGeometryColumn() or "wkb_geometry"
    column = arrays.get(name) or next(array for array in arrays.values() if array.type == "binary")
    table.shapes, table.unread_shapes = _shapes(column)
    table.with_m = have_m(column.values)
    if table.with_m.any():
        table.shapes_by_m = _shapes(column._replace(values=with_m_as_z(column.values)))[0]


def _shapes(column: ArrowColumn) -> tuple[np.ndarray, np.ndarray]:
    import shapely

    try:
        shapes = shapely.from_wkb(column.values, on_invalid="ignore")
    except NotImplementedError:
        # GEOS reads curves, shapely 2.2 has no type for them and refuses the whole array.
        shapes = shapely.from_wkb(_without_curves(column.values), on_invalid="ignore")
    lost = shapely.is_missing(shapes) & ~column.null
    shapes[shapely.is_empty(shapes)] = None
    nowhere = ~shapely.is_missing(shapes) & ~_is_somewhere(shapes)
    unread = np.flatnonzero(lost | nowhere)
    shapes[nowhere] = None
    return shapes, unread


def _is_somewhere(shapes: np.ndarray) -> np.ndarray:
    """Tells which shapes have coordinates that are numbers and below 1e15, more than any CRS has."""
    import shapely

    bounds, length = shapely.bounds(shapes), shapely.length(shapes)
    return (np.abs(bounds) < FAR_AWAY).all(axis=1) & np.isfinite(length)


def _without_curves(texts: np.ndarray) -> np.ndarray:
    """Returns WKB with None for every shape that is or holds a curve."""
    import shapely

    kept = texts.copy()
    for place, text in enumerate(texts):
        try:
            shapely.from_wkb(text, on_invalid="ignore")
        except NotImplementedError:
            kept[place] = None
    return kept
