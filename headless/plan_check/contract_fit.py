# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether what a plan writes can be what its task asks for: file, layer, columns, CRS, geometry type, grid.

Each finding bears the name of the scorer's check that would fail; values are for the scorer alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...tasks.contract import OutputContract
from ...tasks.crs_equality import UnknownCrs, crs_name, same_crs
from ...tools.declaration.errors import did_you_mean
from ...tools.declaration.facts import Field, Grid, LayerFacts
from ...tools.declaration.wording import counted
from .finding import Finding
from .walk import Walk, Written

NAMES_KEPT = ("gpkg", "geojson", "flatgeobuf", "csv", "xlsx")  # a shapefile cuts names, KML has its own
TYPES_KEPT = ("gpkg", "geojson", "flatgeobuf")
CRS_KEPT = ("gpkg", "flatgeobuf", "shapefile")
NUMBERS = ("integer", "real")
CELL_SHARE = 1e-4  # of a cell, by which the corners of a grid may be off


def contract_findings(outputs: Iterable[OutputContract], walk: Walk, steps: int) -> list[Finding]:
    """Lists what the files of a plan lack, output by output.

    Args:
        steps: How many the plan has; a file that nobody writes is missing after the last.
    """
    found: list[Finding] = []
    for output in outputs:
        files = [written for (file, _), written in walk.written.items() if file == output.file]
        written = _meant(output, files)
        if not files and walk.is_certain:
            found.append(Finding(steps, "NO_OUTPUT_WRITTEN", f'no step writes "{output.file}"'))
        elif written is not None:
            found += _misfits(output, written)
        elif files:
            layers = ", ".join(f'"{one.sublayer}"' for one in files)
            found.append(Finding(files[-1].step, "layer",
                                 f'"{output.file}" is to hold the layer "{output.layer_name}", '  # type: ignore[union-attr]
                                 f"but the steps write {layers}"))  # fmt: skip
    return found


def _meant(output: Any, files: list[Written]) -> Written | None:
    """Finds the layer that the scorer would read: the one of the name, else the only one."""
    named = [one for one in files if one.sublayer == getattr(output, "layer_name", "")]
    return named[0] if named else files[0] if len(files) == 1 else None


def _misfits(output: Any, written: Written) -> Iterator[Finding]:
    arguments = written.call.arguments
    facts = written.call.facts("raster" if written.sublayer == "" else "layer")
    is_raster = written.sublayer == ""
    if is_raster != (output.kind == "raster"):
        what = "a raster is" if is_raster else "rows are"
        yield Finding(written.step, "readable", f'"{output.file}" is to be a {output.kind}, but {what} written')
        return
    yield from (_raster_misfits if is_raster else _row_misfits)(output, facts, arguments, written.step)


def _row_misfits(output: Any, facts: LayerFacts, arguments: dict[str, Any], step: int) -> Iterator[Finding]:
    form = arguments.get("format")
    if output.kind == "vector" and form in CRS_KEPT and facts.kind != "table" and output.has_geometry:
        yield from _crs_misfit(output, facts.crs, step)
    if output.kind == "vector" and facts.geometry_type not in (None, output.geometry_type):
        yield Finding(step, "geometry_type", f'"{output.file}" is to hold {output.geometry_type} geometries, but those '
                      f'of "{arguments["layer"]}" are {facts.geometry_type}')  # fmt: skip
    if form not in NAMES_KEPT or facts.fields is None:
        return
    yield from _column_misfits(output, facts.fields, arguments, step)


def _column_misfits(
    output: Any, declared: tuple[Field, ...], arguments: dict[str, Any], step: int
) -> Iterator[Finding]:
    kept = arguments.get("fields")
    fields = {field.name: field for field in declared if kept is None or field.name in kept}
    places = ("wkt", "x", "y") if arguments.get("csv_geometry") not in (None, "none") else ()
    missing = [name for name in output.columns if name not in fields and name not in places]
    if missing:
        is_left_out = all(any(field.name == name for field in declared) for name in missing)
        hint = "fields of export_layer leaves them out" if is_left_out else did_you_mean(missing[0], fields, "fields")
        yield Finding(step, "columns", f'"{output.file}" is to have the {_columns(missing)}, but is written without',
                      hint, "fields" if is_left_out else "layer")  # fmt: skip
    if arguments.get("format") in TYPES_KEPT:
        for name, field in fields.items():
            if name in output.columns and not _holds(output.columns[name].type, field.type):
                yield Finding(step, "types", f'the column "{name}" of "{output.file}" is to be '
                              f"{output.columns[name].type}, but it is {field.type}", argument="layer")  # fmt: skip
    extra = [name for name in fields if name not in output.columns]
    if output.columns_exact and extra:
        yield Finding(step, "columns", f'"{output.file}" is to have no other columns, but it gets the '
                      f"{_columns(extra)}", "fields of export_layer says which are written", "fields")  # fmt: skip


def _columns(names: list[str]) -> str:
    listed = ", ".join(f'"{name}"' for name in names)
    return f"column{'s' if len(names) > 1 else ''} {listed}"


def _holds(wanted: str, found: str) -> bool:
    """Tells whether values of a field type may be of the type of a column; whole reals count as integers."""
    return wanted == found or wanted in NUMBERS and found in NUMBERS


def _raster_misfits(output: Any, facts: LayerFacts, arguments: dict[str, Any], step: int) -> Iterator[Finding]:
    yield from _crs_misfit(output, facts.crs, step)
    if facts.grid is not None:
        yield from _grid_misfits(output, facts.grid, step)
    if facts.bands is not None and len(facts.bands) != output.bands:
        yield Finding(step, "bands", f'"{output.file}" is to have {counted(output.bands, "band")}, but it gets '
                      f"{len(facts.bands)}")  # fmt: skip
    dtypes = [arguments["data_type"]] if arguments.get("data_type") else [band.dtype for band in facts.bands or ()]
    names = {"uint8": "byte"}
    wrong = [word for word in dtypes if not _is_of(output.dtype, names.get(word, word))]
    if wrong and arguments.get("format") != "ascii_grid":
        yield Finding(step, "dtype", f'the cells of "{output.file}" are to be {output.dtype}, but they are '
                      f"{names.get(wrong[0], wrong[0])}", "data_type of export_raster changes it")  # fmt: skip


def _is_of(wanted: str, found: str) -> bool:
    if wanted in ("any_float", "any_integer"):
        return found.startswith("float") == (wanted == "any_float")
    return wanted == found


def _grid_misfits(output: Any, grid: Grid, step: int) -> Iterator[Finding]:
    a, b, c, d, e, f = output.transform
    found = grid.transform
    corners = [(0, 0), (output.width, 0), (0, output.height)]
    off = max(
        max(
            abs((found[0] - a) * column + (found[1] - b) * row + found[2] - c) / max(abs(a), abs(b)),
            abs((found[3] - d) * column + (found[4] - e) * row + found[5] - f) / max(abs(d), abs(e)),
        )
        for column, row in corners
    )
    if off > 2 * CELL_SHARE:
        yield Finding(step, "transform", f'the cells of "{output.file}" are '
                      f"{grid.cell_width:.6g} x {grid.cell_height:.6g} from {found[2]:.10g}, {found[5]:.10g}, not "
                      f"{abs(a):.6g} x {abs(e):.6g} from {c:.10g}, {f:.10g}",
                      "align_rasters puts a raster on given cells")  # fmt: skip
    if (grid.width, grid.height) != (output.width, output.height):
        yield Finding(step, "size", f'"{output.file}" is to have {output.width} x {output.height} cells, but it gets '
                      f"{grid.width} x {grid.height}")  # fmt: skip


def _crs_misfit(output: Any, crs: str | None, step: int) -> Iterator[Finding]:
    if crs is None:
        return
    try:
        if crs and same_crs(crs, output.crs):
            return
        name = crs_name(crs) if crs else "none"
    except UnknownCrs:
        name = "one that cannot be read"
    yield Finding(step, "crs", f'"{output.file}" is to be in {crs_name(output.crs)}, but its CRS is {name}',
                  "reproject_layer or align_rasters before the export")  # fmt: skip
