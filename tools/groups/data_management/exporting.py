# SPDX-License-Identifier: GPL-2.0-or-later
"""export_layer, export_raster"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import no_output
from ...declaration.errors import ToolError
from ...declaration.layers import Raster, Rows, Vector
from ...declaration.markers import FieldOf, FileOut, LeftOut
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Data management"
RESERVED = ("gpkg", "sqlite_")
LayerFormat = Literal["gpkg", "geojson", "shapefile", "flatgeobuf", "kml", "csv", "xlsx"]
RasterFormat = Literal["geotiff", "cog", "ascii_grid"]
CellType = Literal["byte", "int16", "uint16", "int32", "float32", "float64"]
SUFFIXES: dict[str, tuple[str, ...]] = {
    "gpkg": (".gpkg",),
    "geojson": (".geojson", ".json"),
    "shapefile": (".shp",),
    "flatgeobuf": (".fgb",),
    "kml": (".kml",),
    "csv": (".csv",),
    "xlsx": (".xlsx",),
    "geotiff": (".tif", ".tiff"),
    "cog": (".tif", ".tiff"),
    "ascii_grid": (".asc",),
}


class ExportedLayer(NamedTuple):
    """Result of export_layer."""

    file: str
    row_count: int


class ExportedRaster(NamedTuple):
    """Result of export_raster."""

    file: str


@tool(
    group=GROUP,
    kind="convert",
    engine="gdal",
    effect=no_output,
    tags=("save", "write", "geopackage", "geojson", "shapefile", "csv", "excel", "kml", "flatgeobuf"),
)
def export_layer(
    run: Run,
    layer: Rows,
    file: Annotated[str, FileOut()],
    format: LayerFormat,
    sublayer: str | None = None,
    fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    csv_geometry: Literal["none", "wkt", "xy"] = "none",
    overwrite: bool = False,
) -> ExportedLayer:
    """Writes a vector layer or table to a file.

    Args:
        layer: Rows to write, in their order.
        file: File under output/, without that prefix; its ending must fit the format.
        format: gpkg, geojson, shapefile, flatgeobuf, kml, csv or xlsx. csv and xlsx hold no geometry by themselves.
        sublayer: Name of the layer inside the file; left out, the name of the file without its ending. Not for csv
            and shapefile, which have none.
        fields: Fields to write, in this order; all by default. The feature id is no field.
        csv_geometry: none leaves geometry out, wkt adds a column wkt, xy adds columns x and y (single points only).
        overwrite: Whether a file that is there is replaced; of a GeoPackage only the named sublayer. A new sublayer is
            added to a GeoPackage without it.
    Returns:
        file: The file written, under output/.
        row_count: Number of rows in it.
    CRS: The layer's own, except that KML is always EPSG:4326, to which coordinates are transformed, and said.
        GeoJSON in another CRS than EPSG:4326 is written, with a warning.
    Edges: In csv NULL is an empty cell and an empty text is "". Integers keep 64 bits (a workbook holds those above
        2^53 as text, said). A shapefile cuts names to ten bytes, said, and cannot hold date-times or texts above 254
        bytes. A call that fails leaves what was there before.
    Raises: OUTPUT_EXISTS, BAD_VALUE, BAD_FORMAT, WRONG_GEOMETRY_TYPE, CRS_MISSING, UNKNOWN_FIELD, UNKNOWN_LAYER,
        PATH_OUTSIDE_WORKSPACE, LIMIT_EXCEEDED, STORAGE_FULL.
    Source: GDAL; csv and xlsx by writers of this project.
    """
    from ...execution.files.finished_file import finished_file
    from ...execution.files.vector_export import export_vector

    target = Path(run.output_path(file, SUFFIXES[format]))
    name = sublayer or target.stem
    _check_form(layer, format, name, sublayer, csv_geometry)
    is_added = _is_added(run, target, file, format, name, overwrite)
    run.count_before = layer.facts.count
    with finished_file(target) as path:
        if format in ("csv", "xlsx"):
            count = _write_table(run, layer, path, format, name, fields, csv_geometry)
        else:
            if is_added:
                from ...execution.files.vector_export import copy_for_replacing

                copy_for_replacing(target, path)
            count = export_vector(run, layer, path, format, name, fields)
    return ExportedLayer(file.removeprefix("output/"), count)


def _check_form(layer: Rows, file_format: str, name: str, sublayer: str | None, csv_geometry: str) -> None:
    has_geometry = isinstance(layer, Vector)
    if sublayer is not None and file_format in ("csv", "shapefile"):
        raise ToolError("BAD_VALUE", f"sublayer: a {file_format} file has no named layers", "leave it out",
                        argument="sublayer")  # fmt: skip
    if file_format == "gpkg" and (name.lower().startswith(RESERVED) or not (name[:1].isalnum() or name[:1] == "_")):
        raise ToolError("BAD_VALUE", f'sublayer: a GeoPackage cannot hold a layer called "{name}"',
                        "begin with a letter, not with gpkg or sqlite_", argument="sublayer")  # fmt: skip
    if csv_geometry != "none" and file_format != "csv":
        raise ToolError("BAD_VALUE", f"csv_geometry is for csv, not for {file_format}", "leave it out",
                        argument="csv_geometry")  # fmt: skip
    if not has_geometry and (csv_geometry != "none" or file_format in ("shapefile", "flatgeobuf", "kml")):
        wanted = f"csv_geometry {csv_geometry}" if file_format == "csv" else file_format
        raise ToolError("WRONG_GEOMETRY_TYPE", f'"{layer.name}" is a table; {wanted} needs geometry',
                        "csv, xlsx and gpkg hold tables", argument="format")  # fmt: skip
    if csv_geometry == "xy" and (layer.facts.geometry_type != "Point" or layer.facts.is_multi):
        raise ToolError("WRONG_GEOMETRY_TYPE", f'csv_geometry xy needs single points; "{layer.name}" holds others',
                        "csv_geometry wkt holds any geometry", argument="csv_geometry")  # fmt: skip


def _is_added(run: Run, target: Path, file: str, file_format: str, sublayer: str, overwrite: bool) -> bool:
    """Tells whether a GeoPackage that is there is added to.

    Raises:
        ToolError OUTPUT_EXISTS, BAD_FORMAT.
    """
    from ...execution.files.finished_file import refuse_existing
    from ...execution.files.vector_export import sublayers_of

    if file_format != "gpkg" or not target.exists():
        if not overwrite:
            refuse_existing(target, file)
        return False
    present = sublayers_of(target)
    taken = next((name for name in present if name.lower() == sublayer.lower()), None)
    if taken is not None and not overwrite:
        raise ToolError("OUTPUT_EXISTS", f'file: "{file}" holds a layer "{taken}" already, which was left as it is',
                        "overwrite true replaces that layer, or choose another sublayer", argument="file")  # fmt: skip
    if taken is not None and taken != sublayer:
        raise ToolError("BAD_VALUE", f'sublayer: "{file}" holds "{taken}", which differs in case alone',
                        f'call it "{taken}"', argument="sublayer")  # fmt: skip
    kept = [f'"{name}"' for name in present if name != sublayer]
    if kept:
        run.note(f"the file keeps its other layers: {', '.join(kept)}")
    return True


def _write_table(
    run: Run, layer: Rows, path: Path, file_format: str, sublayer: str, fields: list[str] | None, csv_geometry: str
) -> int:
    from ...execution.files.csv_export import positions, texts_of_geometry, write_csv
    from ...execution.files.xlsx_export import write_xlsx
    from ...execution.layers.rows import read_rows

    rows = read_rows(run, layer, fields, geometry=csv_geometry != "none")
    if fields is not None:
        rows.columns = [rows.column(name) for name in fields]
    if isinstance(layer, Vector) and csv_geometry == "none":
        run.note(_without_geometry(layer, file_format))
    if file_format == "xlsx":
        with run.timed():
            write_xlsx(run, path, rows, sublayer)
        return rows.count
    added: dict[str, list[str | None]] = {}
    if csv_geometry != "none":
        assert rows.geometries is not None
        is_wkt = csv_geometry == "wkt"
        added = {"wkt": texts_of_geometry(rows.geometries)} if is_wkt else positions(rows.geometries)
        _say_positions(run, layer, is_wkt, [column.field.name for column in rows.columns], list(added))
    with run.timed():
        write_csv(run, path, rows, added)
    return rows.count


def _without_geometry(layer: Vector, file_format: str) -> str:
    """Says that geometry is not in a file of rows, and what would write it."""
    if file_format == "xlsx":
        return "the geometry is not in the xlsx file; csv takes it by csv_geometry."
    words = "xy or wkt" if layer.facts.geometry_type == "Point" and not layer.facts.is_multi else "wkt"
    return f"the geometry is not in the csv file; csv_geometry {words} writes it."


def _say_positions(run: Run, layer: Rows, is_wkt: bool, names: list[str], added: list[str]) -> None:
    from ...declaration.observation import crs_label

    taken = [name for name in names if name.lower() in added]
    if taken:
        raise ToolError("BAD_VALUE", f'csv_geometry: the column "{taken[0]}" is there already',
                        "leave it out by fields", argument="csv_geometry")  # fmt: skip
    run.note(f"coordinates are in {crs_label(layer.facts.crs) or 'an undeclared CRS'}; a csv file cannot state it")
    if layer.facts.has_z and not is_wkt:
        run.note("the Z of the points is left out")
    if layer.facts.has_m:
        run.note("the M values are left out.")


@tool(
    group=GROUP,
    kind="convert",
    engine="gdal",
    effect=no_output,
    tags=("save", "write", "geotiff", "cog", "cloud optimized", "ascii grid", "compress"),
)
def export_raster(
    run: Run,
    raster: Raster,
    file: Annotated[str, FileOut()],
    format: RasterFormat = "geotiff",
    data_type: Annotated[CellType | None, LeftOut("same")] = None,
    nodata: Annotated[float | None, LeftOut("same")] = None,
    compression: Literal["none", "deflate", "lzw"] | None = None,
    overwrite: bool = False,
) -> ExportedRaster:
    """Writes a raster to a file, on its own grid and with its own values.

    Args:
        raster: Raster to write, all bands.
        file: File under output/, without that prefix; .tif, or .asc for ascii_grid.
        format: geotiff; cog, a GeoTIFF with tiles and overviews for web access; ascii_grid, text of one band.
        data_type: Cell type; same keeps it. Another one is refused unless it holds every value exactly.
        nodata: NoData value; same keeps it. Cells without a value are rewritten to it. It must fit the type, and no
            cell may have it as its value.
        compression: none, deflate or lzw, all without loss; left out, deflate. Not for ascii_grid, which is plain text.
        overwrite: Whether a file that is there is replaced.
    Returns:
        file: The file written, under output/.
    CRS: The raster's own; for ascii_grid it stands in a .prj file beside it.
    Edges: Nothing is resampled. Scale, offset, unit, names and palettes of bands are kept; an ascii_grid cannot state
        scale and offset and refuses them. An ascii_grid needs square cells and one band. Overviews of a cog are made
        by nearest neighbour. A call that fails leaves what was there before.
    Raises: OUTPUT_EXISTS, BAD_VALUE, GRID_UNSUITABLE, UNKNOWN_LAYER, PATH_OUTSIDE_WORKSPACE, STORAGE_FULL.
    Source: GDAL drivers GTiff, COG and AAIGrid.
    """
    from ...execution.files.finished_file import finished_file, refuse_existing
    from ...execution.files.raster_export import export_cells

    target = Path(run.output_path(file, SUFFIXES[format]))
    if format == "ascii_grid" and compression is not None:
        raise ToolError("BAD_VALUE", f"compression: an ascii_grid is plain text, not {compression}", "leave it out",
                        argument="compression")  # fmt: skip
    if not overwrite:
        refuse_existing(target, file)
    with finished_file(target) as path:
        export_cells(run, raster, path, format, data_type, nodata, compression or "deflate")
    return ExportedRaster(file.removeprefix("output/"))
