# SPDX-License-Identifier: GPL-2.0-or-later
"""What a file holds: its kind, its sublayers, the geometry kinds in each."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from osgeo import gdal, ogr

from ...declaration.errors import ToolError, did_you_mean
from ..drivers import RASTER_DRIVERS, VECTOR_DRIVERS
from .complaints import listening
from .side_files import refuse_side_files_that_lead_elsewhere

INDEX_MODULES = frozenset({
    "rtree", "rtree_i32", "fts3", "fts4", "fts5", "virtualspatialindex", "virtualelementary", "virtualknn",
    "virtualknn2",
})  # fmt: skip
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|--[^\n]*", re.DOTALL)
_IS_VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL\b", re.IGNORECASE)
_PLAIN_VIRTUAL = re.compile(
    r"""\s*CREATE\s+VIRTUAL\s+TABLE\s+(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|\w+)\s+USING\s+"?(\w+)""", re.IGNORECASE
)
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
DATABASE_DRIVERS = tuple(name for name in VECTOR_DRIVERS if name != "CSV")
HOUSEKEEPING_LAYERS = frozenset({"layer_styles", "qgis_projects"})
OPEN_OPTIONS = {
    "GML": ["WRITE_GFS=NO", "DOWNLOAD_SCHEMA=NO"],
    "GeoJSON": ["ARRAY_AS_STRING=YES"],
}
FAMILIES: dict[str, tuple[int, ...]] = {
    "Point": (ogr.wkbPoint, ogr.wkbMultiPoint),
    "LineString": (
        ogr.wkbLineString, ogr.wkbMultiLineString, ogr.wkbCircularString, ogr.wkbCompoundCurve, ogr.wkbMultiCurve,
        ogr.wkbCurve,
    ),
    "Polygon": (
        ogr.wkbPolygon, ogr.wkbMultiPolygon, ogr.wkbCurvePolygon, ogr.wkbMultiSurface, ogr.wkbSurface,
        ogr.wkbTriangle, ogr.wkbPolyhedralSurface, ogr.wkbTIN,
    ),
    "GeometryCollection": (ogr.wkbGeometryCollection,),
    "None": (ogr.wkbNone,),
}  # fmt: skip
_MAGIC = (
    (b"PK\x03\x04", "a ZIP archive; unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"<VRTDataset", "a virtual raster, which points to other files"),
    (b"<OGRVRTDataSource", "a virtual layer, which points to other files"),
    (b"<!DOCTYPE html", "a web page"),
    (b"<html", "a web page"),
    (b"version https://git-lfs", "a pointer to a file that was not fetched"),
)


class Opened(NamedTuple):
    """An open file.

    Args:
        kind: vector, raster or text (a text table, which GDAL does not read here).
        has_names: False for a workbook whose sheets have no row of names.
    """

    kind: str
    driver: str
    dataset: Any
    has_names: bool = True


class Choice(NamedTuple):
    """What is to be read: an OGR layer, and its features of one family ("" for all)."""

    layer: str
    family: str


def open_file(path: str, *, header_row: bool = True, options: tuple[str, ...] = ()) -> Opened:
    """Opens a file by its content, through the explicit lists of drivers.

    Args:
        header_row: Whether the first row of a worksheet holds names.
        options: Further open options.
    Raises:
        ToolError BAD_FORMAT.
    """
    start = _first_bytes(path)
    if path.lower().endswith(TEXT_SUFFIXES) and not start.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b'{"type'):
        return Opened("text", "", None)
    refuse_truncated_database(path, start)
    refuse_tables_of_other_files(path, start)
    headers = "FORCE" if header_row else "DISABLE"
    for kind, flag, drivers in (
        ("vector", gdal.OF_VECTOR, DATABASE_DRIVERS),
        ("raster", gdal.OF_RASTER, RASTER_DRIVERS),
    ):
        with listening(OGR_XLSX_HEADERS=headers):
            driver = gdal.IdentifyDriverEx(path, flag, list(drivers))
            if driver is None:
                continue
            if kind == "raster":
                refuse_side_files_that_lead_elsewhere(path)
            chosen = [*OPEN_OPTIONS.get(driver.ShortName, []), *options]
            dataset = gdal.OpenEx(path, flag | gdal.OF_READONLY, [driver.ShortName], chosen)
            if dataset is not None:
                if (
                    driver.ShortName == "XLSX"
                ):  # a sheet is read, and its header chosen, when it is first asked for rows
                    for layer in layers_of(dataset):
                        layer.GetFeatureCount()
                return Opened(kind, driver.ShortName, dataset, header_row or driver.ShortName != "XLSX")
    raise ToolError("BAD_FORMAT", f'"{Path(path).name}" {_what_is_wrong(path, start)}',
                    f"formats: {', '.join([*VECTOR_DRIVERS, *RASTER_DRIVERS])}", argument="file")  # fmt: skip


def layers_of(dataset: Any, driver: str = "") -> list[Any]:
    """Gives the OGR layers that hold data; tables of styles and the empty standard layers of GPX are none."""
    layers = [dataset.GetLayer(index) for index in range(dataset.GetLayerCount())]
    kept = [layer for layer in layers if layer.GetName() not in HOUSEKEEPING_LAYERS]
    if driver == "GPX":
        return [layer for layer in kept if layer.GetFeatureCount()] or kept[:1]
    return kept


def choose(opened: Opened, file_name: str, sublayer: str | None) -> Choice:
    """Finds the layer that is meant.

    Raises:
        ToolError AMBIGUOUS_LAYER where several could be; UNKNOWN_LAYER where none has the name; BAD_FORMAT for none.
    """
    chosen: Choice | None = None
    with listening() as complaints:
        chosen = _chosen(opened, file_name, sublayer)
    complaints.refuse_damaged(file_name)
    assert chosen is not None
    return chosen


def _chosen(opened: Opened, file_name: str, sublayer: str | None) -> Choice:
    layers = {layer.GetName(): layer for layer in layers_of(opened.dataset, opened.driver)}
    if not layers:
        raise ToolError("BAD_FORMAT", f'"{file_name}" holds no vector layer and no table', argument="file")
    if sublayer is None:
        if len(layers) > 1:
            listed = ", ".join(sublayer_words(layer) for layer in list(layers.values())[:20])
            raise ToolError("AMBIGUOUS_LAYER", f'"{file_name}" holds {len(layers)} layers: {listed}',
                            "name one as sublayer", argument="sublayer")  # fmt: skip
        return _one_family(next(iter(layers.values())), file_name)
    if sublayer in layers:
        return _one_family(layers[sublayer], file_name)
    name, _, family = sublayer.rpartition(":")
    if name in layers and family in FAMILIES:
        if family not in families_of(layers[name]):
            raise ToolError("UNKNOWN_LAYER", f'sublayer: "{name}" in "{file_name}" holds no {family} features',
                            argument="sublayer", found=sublayer)  # fmt: skip
        return Choice(name, family)
    raise ToolError("UNKNOWN_LAYER", f'sublayer: "{file_name}" holds no layer "{sublayer}"',
                    did_you_mean(sublayer, layers, "layers"), argument="sublayer", found=sublayer)  # fmt: skip


def _one_family(layer: Any, file_name: str) -> Choice:
    families = families_of(layer)
    kinds = [family for family in families if family != "None"]
    if len(kinds) > 1:
        listed = ", ".join(f'"{layer.GetName()}:{family}" ({count})' for family, count in families.items())
        raise ToolError("AMBIGUOUS_LAYER", f'"{layer.GetName()}" in "{file_name}" mixes geometry kinds: {listed}',
                        "name one as sublayer; each becomes a layer of its own", argument="sublayer")  # fmt: skip
    return Choice(layer.GetName(), "")


def families_of(layer: Any) -> dict[str, int]:
    """Counts the features of each geometry family; "None" are those without geometry."""
    counts: dict[str, int] = {}
    for code, count in geometry_types(layer).items():
        family = family_of(code)
        counts[family] = counts.get(family, 0) + count
    return dict(sorted(counts.items(), key=lambda item: list(FAMILIES).index(item[0])))


def geometry_types(layer: Any) -> dict[int, int]:
    """Counts the features of each OGR geometry type; wkbNone are those without geometry."""
    if layer.GetGeomType() == ogr.wkbNone:
        return {}
    return dict(layer.GetGeometryTypes())


def family_of(code: int) -> str:
    """Names the family of an OGR geometry type; what is of no family counts as a collection."""
    flat = ogr.GT_Flatten(code)
    return next((family for family, codes in FAMILIES.items() if flat in codes), "GeometryCollection")


def sublayer_words(layer: Any) -> str:
    """Describes a layer in a few words: its name, geometry and count."""
    flat = ogr.GT_Flatten(layer.GetGeomType())
    noun = {ogr.wkbNone: "table", ogr.wkbUnknown: "any geometry"}.get(flat, ogr.GeometryTypeToName(flat))
    return f'"{layer.GetName()}" ({noun}, {layer.GetFeatureCount()} rows)'


def refuse_truncated_database(path: str, start: bytes) -> None:
    """Refuses a SQLite file (GeoPackage) that is shorter than its header says.

    Raises:
        ToolError BAD_FORMAT.
    """
    if not start.startswith(b"SQLite format 3\0") or len(start) < 100:
        return
    page = int.from_bytes(start[16:18], "big")
    pages = int.from_bytes(start[28:32], "big")
    is_counted = start[24:28] == start[92:96]
    size = Path(path).stat().st_size
    wanted = (65536 if page == 1 else page) * pages
    if is_counted and size < wanted:
        raise ToolError("BAD_FORMAT", f'"{Path(path).name}" is cut short: {size} of {wanted} bytes are there',
                        "fetch the file again", argument="file")  # fmt: skip


def refuse_tables_of_other_files(path: str, start: bytes) -> None:
    """Refuses a SQLite file (GeoPackage) with a virtual table that is no index of its own: SpatiaLite reads any file.

    Raises:
        ToolError BAD_FORMAT.
    """
    if not start.startswith(b"SQLite format 3\0"):
        return
    with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(_opened_by_sqlite(path)) as database:
        for name, definition in database.execute("SELECT name, sql FROM sqlite_master"):
            index = _PLAIN_VIRTUAL.match(definition or "")
            is_virtual = _IS_VIRTUAL.match(_COMMENT.sub(" ", definition or ""))
            if is_virtual and (index is None or index[1].lower() not in INDEX_MODULES):
                raise ToolError("BAD_FORMAT", f'"{Path(path).name}" holds the virtual table "{name}" '
                                "that is no index; it could read other files",
                                "copy its other layers into a new file", argument="file")  # fmt: skip


def _opened_by_sqlite(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def uses_write_ahead_log(path: str) -> bool:
    """Tells whether a SQLite file would write side files when it is opened."""
    start = _first_bytes(path)
    return start.startswith(b"SQLite format 3\0") and 2 in start[18:20]


def _first_bytes(path: str) -> bytes:
    if Path(path).is_dir():
        return b""
    with Path(path).open("rb") as stream:
        return stream.read(512)


def _what_is_wrong(path: str, start: bytes) -> str:
    if not start and not Path(path).is_dir():
        return "is empty (0 bytes)"
    text = start.lstrip(b"\xef\xbb\xbf \r\n\t")
    for magic, words in _MAGIC:
        if text[: len(magic)].lower() == magic.lower():
            return f"is {words}"
    if path.lower().endswith(".shp") and not Path(path).with_suffix(".shx").exists():
        return "needs its .shx file beside it"
    return "cannot be read; it is damaged, cut short or of another format than its name says"
