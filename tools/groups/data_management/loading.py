# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import unknown_layer
from ...declaration.errors import ToolError
from ...declaration.layers import Layer
from ...declaration.markers import FileIn, FreeText, LeftOut, MappingOf, NewHandle, Word
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.files.contents import Opened
    from ...execution.files.table_import import Reading
    from ...execution.run import Run

GROUP = "Data management"
TYPE_WORDS = ("integer", "real", "text", "boolean", "date", "datetime")


class Loaded(NamedTuple):
    """Result of load_layer."""

    layer: Layer


@tool(
    group=GROUP,
    kind="convert",
    engine="gdal",
    effect=unknown_layer("layer"),
    tags=("open", "read", "import", "add layer", "csv", "shapefile", "geojson", "geopackage", "geotiff"),
)
def load_layer(
    run: Run,
    file: Annotated[str, FileIn()],
    name: Annotated[str, NewHandle()],
    sublayer: str | None = None,
    types: Annotated[dict[str, str] | None, MappingOf(FreeText(), Word(TYPE_WORDS))] = None,
    encoding: Annotated[str | None, FreeText(), LeftOut("auto")] = None,
    fid_field: str | None = None,
    delimiter: Annotated[str | None, FreeText(r"(tab|[^\w\s\"])")] = None,
    decimal_mark: Literal[".", ","] | None = None,
    header_row: bool = True,
    null_values: list[str] | None = None,
) -> Loaded:
    """Opens a vector, raster or table file under a handle of your choice.

    Nothing is changed in the file. A GeoPackage layer or GeoTIFF with nothing to mend is used where it stands; all else
    is converted, and what that changes is said.

    Args:
        file: File under inputs/, without that prefix. Its content decides what it is read as.
        name: Handle to call the layer by from now on.
        sublayer: Layer, worksheet or page inside the file, needed where it holds several; "name:Polygon" takes the
            polygons of a layer that mixes geometry kinds (also Point, LineString, None for rows without geometry).
        types: Column to type where the type found or declared is not the one wanted: integer (64 bit), real, text,
            boolean, date (YYYY-MM-DD), datetime (ISO; kept in UTC). Every value must fit.
        encoding: Encoding of text, such as cp1252; auto takes UTF-8, else Latin-1 with a note.
        fid_field: New column for the feature ids of the source, where other tables refer to them; otherwise dropped.
        delimiter: Character between the cells of a text table, or the word tab; left out, it is found.
        decimal_mark: Decimal mark of numbers in text; left out, a point, and numbers with a comma stay text.
        header_row: Whether the first row of a text table or worksheet holds the column names; if not, they are called
            column_1, column_2 and so on.
        null_values: Values that stand for no value, such as "-9999" or "n/a"; they become NULL, and are counted.
    Returns:
        layer: The layer, rows in file order.
    CRS: As the file declares it. A missing CRS stays missing and is said, it is never guessed. GeoJSON is
        longitude/latitude by its standard unless a crs member says otherwise.
    Edges: Text columns of numbers become integer or real only if no value has a leading zero. An empty cell is NULL, a
        cell written as "" an empty text. Rows with NULL geometry are kept and counted. Curves are linearized, a mix
        of single and multi-parts becomes multi, Z and M are kept. Masks and alpha bands of rasters become NoData.
    Raises: FILE_NOT_FOUND, PATH_OUTSIDE_WORKSPACE, BAD_FORMAT, AMBIGUOUS_LAYER, UNKNOWN_LAYER, UNKNOWN_FIELD,
        BAD_VALUE, LIMIT_EXCEEDED, OUTPUT_EXISTS.
    Source: GDAL drivers of an explicit list.
    """
    from ...execution.files.contents import open_file
    from ...execution.files.table_import import Reading, import_text_table

    path = run.input_path(file)
    reading = Reading(types, encoding, delimiter, decimal_mark, header_row, null_values)  # type: ignore[arg-type]
    opened = open_file(path, header_row=header_row)
    _refuse_idle_arguments(opened, file, reading, sublayer, fid_field)
    if opened.kind == "text":
        return Loaded(import_text_table(run, path, reading))
    if opened.kind == "raster":
        from ...execution.files.raster_import import import_raster

        written = import_raster(run, opened.dataset, path, sublayer)
    else:
        written = _vector(run, opened, path, sublayer, reading, fid_field)
    _say_place(run, written, opened.kind)
    return Loaded(written)


def _vector(run: Run, opened: Opened, path: str, sublayer: str | None, reading: Reading, fid_field: str | None) -> Any:
    from ...execution.files.contents import choose
    from ...execution.files.source_text import reopened
    from ...execution.files.table_import import retyped, say_sentinels
    from ...execution.files.vector_import import import_vector

    opened = reopened(run, opened, path, reading)
    choice = choose(opened, Path(path).name, sublayer)
    between = reading.changes_values
    target = run.intermediate(".gpkg") if between else run.destination_path("layer", ".gpkg")
    as_is = not between and reading.encoding is None
    written = import_vector(run, opened, choice, path, target, fid_field, as_is=as_is)
    if between:
        return retyped(run, written, reading)
    if opened.driver == "XLSX" or path.lower().endswith(".dbf"):
        say_sentinels(run, written)
    return written


def _say_place(run: Run, written: Any, kind: str) -> None:
    """Warns of coordinates outside the area their CRS is made for: swapped axes, or another CRS than stated."""
    from ...execution.layers.layer_facts import raster_facts, vector_facts
    from ...execution.reference_systems.area_of_use import outside_area_of_use

    path, sublayer = written if isinstance(written, tuple) else (written, "")
    facts = raster_facts(str(path)) if kind == "raster" else vector_facts(str(path), sublayer)
    if facts.crs and facts.extent is not None:
        outside = outside_area_of_use(facts.crs, facts.extent, facts.crs)
        if outside:
            run.warn("CRS_UNSUITABLE", f"the layer {outside}")


def _refuse_idle_arguments(
    opened: Opened, file: str, reading: Reading, sublayer: str | None, fid_field: str | None
) -> None:
    """Refuses arguments that would change nothing, since they show that the file is taken for another kind."""
    is_text, is_raster = opened.kind == "text", opened.kind == "raster"
    given = {
        "sublayer": sublayer is not None and is_text,
        "delimiter": reading.delimiter is not None and not is_text,
        "decimal_mark": reading.decimal_mark is not None and is_raster,
        "types": bool(reading.types) and is_raster,
        "null_values": bool(reading.null_values) and is_raster,
        "encoding": reading.encoding is not None and is_raster,
        "fid_field": fid_field is not None and opened.kind != "vector",
        "header_row": not reading.header_row and not is_text and opened.driver != "XLSX",
    }
    for argument, is_idle in given.items():
        if is_idle:
            noun = {"text": "a text table", "raster": "a raster"}.get(opened.kind, f"a {opened.driver} file")
            raise ToolError("BAD_VALUE", f'{argument} does not apply: "{file}" is {noun}', "leave it out",
                            argument=argument)  # fmt: skip
