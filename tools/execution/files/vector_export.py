# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows as GeoPackage, GeoJSON, shapefile, FlatGeobuf or KML, through GDAL."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal, ogr

from ....tasks.crs_equality import same_crs
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Rows, Vector
from ...declaration.observation import crs_label
from ...declaration.wording import counted
from ..layers.layer_facts import open_vector
from ..layers.rows import Column, read_rows
from ..reference_systems.operations import told_operation
from ..run import Run
from .complaints import ROW_BY_ROW, listening, telling
from .shapefile_names import short_names

DEGREES = "EPSG:4326"
DRIVERS = {
    "gpkg": "GPKG",
    "geojson": "GeoJSON",
    "shapefile": "ESRI Shapefile",
    "flatgeobuf": "FlatGeobuf",
    "kml": "KML",
}
LAYER_OPTIONS = {
    "gpkg": ["FID=fid"],
    "geojson": ["RFC7946=NO", "WRITE_NAME=YES"],
    "shapefile": ["ENCODING=UTF-8", "2GB_LIMIT=YES", "DBF_DATE_LAST_UPDATE=1970-01-01"],
    "flatgeobuf": ["SPATIAL_INDEX=NO"],
    "kml": [],
}
LONGEST_TEXT_BYTES = 254
LARGEST_INTEGER = 10**18
LONGEST_KML_INTEGER = 10**15
SMALLEST_REAL = 5e-7
LARGEST_REAL = 1e23
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
NO_KML_NAME = re.compile('[<>&"\x00-\x1f\ufffe\uffff]')
KML_OWN_NAMES = ("name", "description")


def export_vector(
    run: Run, layer: Rows, target: Path, file_format: str, sublayer: str, fields: Sequence[str] | None
) -> int:
    """Writes rows to a file that is to be renamed into place.

    Args:
        target: Path to write; a GeoPackage that stands there is added to.
        fields: Names to write; None for all.
    Returns: Number of rows written.
    Raises:
        ToolError BAD_VALUE, WRONG_GEOMETRY_TYPE, CRS_MISSING, ENGINE_FAILED.
    """
    names = list(fields) if fields is not None else layer.facts.field_names or []
    renamed = {name: name for name in names}
    if file_format == "shapefile":
        _check_shapefile(run, layer, names)
        renamed = short_names(names)
        changed = [f'"{name}" is "{short}"' for name, short in renamed.items() if short != name]
        if changed:
            run.note(f"names of more than ten bytes are cut in a shapefile: {', '.join(changed)}")
    if file_format in ("geojson", "kml"):
        reals = [name for name in names if _type(layer.facts, name) == "real"]
        refuse_infinite(read_rows(run, layer, reals, geometry=False).columns if reals else [], file_format)
    if file_format == "geojson":
        _say_geojson(run, layer, names)
    path, table = run.file_of(layer)
    if file_format == "flatgeobuf":
        _refuse_rows_without_geometry(path, table)
        _refuse_empty(path, table, file_format)
    as_text: set[str] = set()
    if file_format == "kml":
        _refuse_empty(path, table, file_format, {ogr.wkbPoint})
        _check_kml(run, layer, names)
        as_text = _long_integers(run, layer, names)
        path, table = _in_degrees(run, layer)
    content = _content(path, table, renamed, as_text, is_chosen=fields is not None)
    expected = layer.facts.count
    written = _translated(run, path, content, target, file_format, sublayer, is_empty=expected == 0)
    if expected is not None and written != expected:
        raise ToolError("ENGINE_FAILED", f"{written} of {expected} rows were written; the file was dropped")
    return written


def _content(path: str, table: str, renamed: dict[str, str], as_text: set[str], *, is_chosen: bool) -> dict[str, Any]:
    """Says what is written: a layer as it is, or columns chosen, renamed and turned into text."""
    source = open_vector(path)
    table = table or source.GetLayer(0).GetName()
    if is_chosen or as_text or any(name != new for name, new in renamed.items()):
        return {"SQLStatement": statement(table, renamed, as_text), "SQLDialect": "OGRSQL"}
    return {"layers": [table]}


def _translated(
    run: Run, path: str, content: dict[str, Any], target: Path, file_format: str, sublayer: str, *, is_empty: bool
) -> int:
    source = open_vector(path)
    options = list(LAYER_OPTIONS[file_format])
    if file_format == "flatgeobuf" and is_empty:
        options.remove("SPATIAL_INDEX=NO")  # GDAL 3.6 writes an empty layer without index as an empty file
    if file_format == "geojson" and "AUTODETECT_JSON_STRINGS" in _layer_options("GeoJSON"):
        options.append("AUTODETECT_JSON_STRINGS=NO")
    arguments = gdal.VectorTranslateOptions(
        format=DRIVERS[file_format],
        accessMode="overwrite" if target.exists() else None,
        layerName=sublayer,
        layerCreationOptions=options,
        options=["-unsetFid"],
        callback=telling(run),
        **content,
    )
    with run.timed(), listening(**ROW_BY_ROW) as complaints:
        gdal.VectorTranslate(str(target), source, options=arguments)
    run.raise_if_cancelled()
    if complaints.failures or not target.exists():
        raise ToolError("ENGINE_FAILED", f"the rows could not be written as {file_format}")
    return _count(target, DRIVERS[file_format], sublayer)


def statement(table: str, renamed: dict[str, str], as_text: Collection[str] = ()) -> str:
    """Selects columns of a table under new names, some as text, in the SQL of OGR."""
    parts = [
        f"CAST({quoted(name)} AS CHARACTER(20)) AS {quoted(new)}"
        if name in as_text
        else f"{quoted(name)} AS {quoted(new)}"
        for name, new in renamed.items()
    ]
    columns = ", ".join(parts) or "FID"
    return f"SELECT {columns} FROM {quoted(table)}"  # nosec B608  # quoted


def quoted(name: str) -> str:
    """Quotes a name for the SQL of OGR."""
    return '"' + name.replace('"', '\\"') + '"'


def copy_for_replacing(existing: Path, target: Path) -> None:
    """Copies a GeoPackage so that one of its layers can be replaced in the copy.

    Raises:
        ToolError BAD_FORMAT where the file is none.
    """
    open_vector(str(existing), drivers=("GPKG",))
    shutil.copyfile(existing, target)


def sublayers_of(path: Path) -> list[str]:
    """Names the layers of a GeoPackage.

    Raises:
        ToolError BAD_FORMAT where the file is none.
    """
    dataset = open_vector(str(path), drivers=("GPKG",))
    return [dataset.GetLayer(index).GetName() for index in range(dataset.GetLayerCount())]


def _count(target: Path, driver: str, sublayer: str) -> int:
    dataset = open_vector(str(target), drivers=(driver,))
    layer = dataset.GetLayerByName(sublayer) if driver == "GPKG" else dataset.GetLayer(0)
    return int(layer.GetFeatureCount()) if layer is not None else 0


def _layer_options(driver: str) -> str:
    return gdal.GetDriverByName(driver).GetMetadataItem("DS_LAYER_CREATIONOPTIONLIST") or ""


def _in_degrees(run: Run, layer: Rows) -> tuple[str, str]:
    """Transforms a layer to EPSG:4326, as KML demands, and says how."""
    assert isinstance(layer, Vector)
    run.require.crs_known(layer)
    crs = layer.facts.crs or ""
    if same_crs(crs, DEGREES):
        return run.file_of(layer)
    operation = told_operation(run, crs, DEGREES, layer.facts.extent)
    run.note(f"KML is always in EPSG:4326; the coordinates were transformed from {crs_label(crs)}: {operation.text}")
    between = run.native("native:reprojectlayer", output="", INPUT=layer, TARGET_CRS=operation.target,
                         OPERATION=operation.proj)  # fmt: skip
    return str(between).partition("|")[0], ""


def refuse_infinite(columns: Sequence[Column], file_format: str) -> None:
    """Refuses numbers that a format cannot state; some writers would leave them out.

    Raises:
        ToolError BAD_VALUE.
    """
    for column in columns:
        if column.field.type == "real":
            count = int(np.isinf(column.values[~column.is_null]).sum())
            if count:
                raise ToolError("BAD_VALUE", f'"{column.field.name}" is infinite in {counted(count, "row")}, which '
                                f"{file_format} cannot hold", "leave it out by fields, or write gpkg",
                                argument="format")  # fmt: skip


def _check_kml(run: Run, layer: Rows, names: list[str]) -> None:
    """Refuses what makes a KML file unreadable, and says which columns KML knows by another name.

    Raises:
        ToolError BAD_VALUE.
    """
    unfit = [f'"{name}"' for name in names if NO_KML_NAME.search(name)]
    if unfit:
        raise ToolError("BAD_VALUE", f"KML cannot hold columns with <, >, & or \" in their names: {', '.join(unfit)}",
                        "leave them out by fields, or write gpkg", argument="format")  # fmt: skip
    taken = [f'"{name}"' for name in names if name.lower() in KML_OWN_NAMES]
    if taken:
        run.note(f"KML makes name and description of each placemark of {', '.join(taken)}")
    texts = [name for name in names if _type(layer.facts, name) == "text"]
    for column in read_rows(run, layer, texts, geometry=False).columns if texts else []:
        count = sum(bool(NO_XML.search(text)) for text in column.values[~column.is_null].tolist())
        if count:
            raise ToolError("BAD_VALUE", f'"{column.field.name}" holds control characters in {counted(count, "row")}, '
                            "which KML cannot hold", "leave it out by fields, or write gpkg",
                            argument="format")  # fmt: skip


def _long_integers(run: Run, layer: Rows, names: list[str]) -> set[str]:
    """Finds the integer columns that KML, which has no 64-bit integers, would round."""
    integers = [name for name in names if _type(layer.facts, name) == "integer"]
    long = set()
    for column in read_rows(run, layer, integers, geometry=False).columns if integers else []:
        known = column.values[~column.is_null]
        if len(known) and np.abs(known).max() >= LONGEST_KML_INTEGER:
            long.add(column.field.name)
            run.note(f'"{column.field.name}" holds integers of more than 15 digits; in KML they are written as text')
    return long


def _say_geojson(run: Run, layer: Rows, names: list[str]) -> None:
    if not isinstance(layer, Vector):
        run.note("the rows have no geometry; in GeoJSON their geometry is null")
        return
    crs = layer.facts.crs
    if not crs:
        run.warn("CRS_MISSING", "the layer declares no CRS, and readers take GeoJSON as longitude/latitude")
    elif not same_crs(crs, DEGREES):
        run.warn("CRS_UNSUITABLE", f"the file is in {crs_label(crs)}, as its crs member states; many readers take it "
                 "as longitude/latitude; reproject_layer to EPSG:4326 suits all")  # fmt: skip
    if "AUTODETECT_JSON_STRINGS" not in _layer_options("GeoJSON"):
        texts = [name for name in names if _type(layer.facts, name) == "text"]
        for column in read_rows(run, layer, texts, geometry=False).columns if texts else []:
            known = column.values[~column.is_null].tolist()
            if any(text[:1] + text[-1:] in ("{}", "[]") for text in known):
                run.note(f'"{column.field.name}" holds texts that look like JSON; they are written as objects')


def _check_shapefile(run: Run, layer: Rows, names: list[str]) -> None:
    """Refuses what a shapefile cannot hold and says what it changes.

    Raises:
        ToolError BAD_VALUE.
    """
    times = [f'"{name}"' for name in names if _type(layer.facts, name) == "datetime"]
    if times:
        raise ToolError("BAD_VALUE", f"a shapefile cannot hold date-times: {', '.join(times)}",
                        "leave them out by fields, or write gpkg", argument="format")  # fmt: skip
    columns = read_rows(run, layer, names, geometry=False).columns if names else []
    refuse_infinite(columns, "a shapefile")
    for column in columns:
        name, known = column.field.name, column.values[~column.is_null]
        if column.field.type == "text":
            texts = known.tolist()
            longest = max((len(text.encode()) for text in texts), default=0)
            if longest > LONGEST_TEXT_BYTES:
                raise ToolError("BAD_VALUE", f'"{name}" holds a text of {longest} bytes; a shapefile holds '
                                f"{LONGEST_TEXT_BYTES}", "leave it out by fields, or write gpkg",
                                argument="format")  # fmt: skip
            if any(text != text.strip(" ") for text in texts):
                run.note(f'blanks at the ends of texts in "{name}" are lost in a shapefile')
            if "" in texts:
                run.note(f'empty texts in "{name}" become NULL in a shapefile')
        elif column.field.type == "integer" and len(known) and np.abs(known).max() >= LARGEST_INTEGER:
            raise ToolError("BAD_VALUE", f'"{name}" holds integers of 19 digits; a shapefile holds 18',
                            "leave it out by fields, or write gpkg", argument="format")  # fmt: skip
        elif column.field.type == "real" and len(known) and np.abs(known).max() >= LARGEST_REAL:
            raise ToolError("BAD_VALUE", f'"{name}" holds numbers of 24 digits and more; a shapefile holds 23',
                            "leave it out by fields, or write gpkg", argument="format")  # fmt: skip
        elif column.field.type == "real" and (np.abs(known[known != 0]) < SMALLEST_REAL).any():
            run.note(f'numbers in "{name}" are cut to 15 decimals in a shapefile; its smallest lose digits')
        elif column.field.type == "boolean":
            run.note(f'"{name}" is boolean; a shapefile holds it as 0 and 1')


def _refuse_rows_without_geometry(path: str, table: str) -> None:
    """Refuses what GDAL would leave out of a FlatGeobuf without a word.

    Raises:
        ToolError BAD_VALUE.
    """
    source = open_vector(path)
    layer = source.GetLayerByName(table) if table else source.GetLayer(0)
    missing = layer.GetGeometryTypes().get(ogr.wkbNone, 0)
    if missing:
        noun = "row has" if missing == 1 else "rows have"
        raise ToolError("BAD_VALUE", f"{missing} {noun} no geometry, which flatgeobuf cannot hold", "gpkg holds them",
                        argument="format")  # fmt: skip


def _refuse_empty(path: str, table: str, file_format: str, kinds: Collection[int] = ()) -> None:
    """Refuses EMPTY geometries, which GDAL would leave out of a FlatGeobuf, and points of KML put at 0, 0.

    Args:
        kinds: Flat types of geometry that are refused; all where none is given.
    Raises:
        ToolError BAD_VALUE.
    """
    source = open_vector(path)
    layer = source.GetLayerByName(table) if table else source.GetLayer(0)
    shapes = (feature.GetGeometryRef() for feature in layer)
    empty = [ogr.GT_Flatten(shape.GetGeometryType()) for shape in shapes if shape is not None and shape.IsEmpty()]
    count = sum(not kinds or kind in kinds for kind in empty)
    if count:
        noun = "row has" if count == 1 else "rows have"
        raise ToolError("BAD_VALUE", f"{count} {noun} an EMPTY geometry, which {file_format} cannot hold",
                        "gpkg holds them", argument="format")  # fmt: skip


def _type(facts: LayerFacts, name: str) -> str:
    field = facts.field(name)
    return field.type if field is not None else "text"
