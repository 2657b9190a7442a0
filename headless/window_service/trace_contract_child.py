# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what an output is, in a child process that limits itself: columns, types, keys, geometry, CRS, grid."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterable, Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np

from ...scoring.child import die_with_parent, limit_itself, private_output
from ...scoring.file_border import close_border
from ...scoring.found_crs import found_name
from ...scoring.grid import open_grid
from ...scoring.keys import key_codes
from ...scoring.private_copy import copy_output
from ...scoring.row_table import ColumnValues, RowTable
from ...scoring.type_check import type_fault
from ...scoring.unreadable import Unreadable
from ...scoring.vector_reading import LayerMissing, read_rows
from ...tasks.crs_equality import UnknownCrs, crs_name, parse_crs
from ...tasks.output_format import RASTER_FORMATS, extension

MOST_KEY_COLUMNS = 12  # of more, pairs are not tried
INTEGERS = ("byte", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
GEOMETRY_TYPES = {"Point": "Point", "LineString": "LineString", "Polygon": "Polygon"}
CSV_TYPES = ("integer", "real", "date", "datetime", "text")


def run() -> None:
    """Does the one job of standard input and answers with kind and contract, or with a problem."""
    die_with_parent()
    answers = private_output()
    request = json.load(sys.stdin)
    limit_itself(request["memory_bytes"], request["seconds"], request["file_bytes"])
    path, scratch = Path(request["path"]), Path(request["scratch"])
    close_border({path.parent}, {scratch})
    try:
        copy = copy_output(path, scratch, request["file_bytes"])
        is_raster = extension(copy.name) in RASTER_FORMATS
        answer = raster_contract(copy) if is_raster else row_contract(copy, request["sublayer"], request["types"])
    except Unreadable as error:
        answer = {"problem": error.reason}
    except LayerMissing as error:
        answer = {"problem": f'has no layer "{error.wanted}"'}
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
    os._exit(0)  # as in the scoring child


def raster_contract(path: Path) -> dict[str, Any]:
    """Returns what a contract says of a grid. Raises: Unreadable."""
    grid = open_grid(path)
    dtype, nodata = grid.band_types()[0], grid.nodata(1)
    word: Any = "none" if nodata is None else ".nan" if math.isnan(nodata) else nodata
    contract = {
        "crs": crs_text(grid.crs),
        "width": grid.width,
        "height": grid.height,
        "transform": list(grid.transform),
        "dtype": dtype,
        "nodata": word,
        "bands": grid.bands,
        "values": "categorical" if dtype in INTEGERS else "continuous",
    }
    return {"kind": "raster", "contract": contract}


def row_contract(path: Path, sublayer: str, types: Mapping[str, str]) -> dict[str, Any]:
    """Returns what a contract says of a layer or table.

    Args:
        types: Column to type, where the format does not keep it.
    Raises: Unreadable, LayerMissing.
    """
    layer = sublayer or path.stem
    table = read_rows(path, {}, layer)
    is_csv = extension(path.name) == ".csv"
    wanted = {name: types.get(name, "text") for name in table.names}
    found = csv_columns(path, layer, table.names) if is_csv else read_rows(path, wanted, layer).columns
    kept = {name: found[name] for name in table.names if name in found and found[name].type != "other"}
    ids = key_columns(kept, table.count)
    columns = {name: _column(column, name in ids) for name, column in kept.items()}
    contract: dict[str, Any] = {"columns": columns, "id_columns": ids}
    if table.shapes is None:
        return {"kind": "table", "contract": contract}
    placed = {"crs": crs_text(table.crs), "geometry_type": geometry_type(table)}
    return {"kind": "vector", "contract": placed | contract}


def csv_columns(path: Path, layer: str, names: Iterable[str]) -> dict[str, ColumnValues]:
    """Reads each column of a text table by the narrowest type that all of its values are of."""
    columns: dict[str, ColumnValues] = {}
    left = list(names)
    for kind in CSV_TYPES:
        read = read_rows(path, dict.fromkeys(left, kind), layer).columns
        fits = {name: column for name, column in read.items() if column.unread is None or kind == "text"}
        columns |= fits
        left = [name for name in left if name not in fits]
    return columns


def key_columns(columns: Mapping[str, ColumnValues], count: int) -> list[str]:
    """Finds the columns that identify the rows: the first alone, else the first two; none where no two do.

    Edges: Reals that are whole are integers to the scorer, and stand in where integers and texts do not identify.
    """
    named = [name for name, one in columns.items() if one.type in ("integer", "text") and not one.null.any()]
    whole = [name for name, one in columns.items() if one.type == "real" and not one.null.any() and _is_whole(one)]
    table = RowTable(count, dict(columns), list(columns))
    for able in [named, [name for name in columns if name in {*named, *whole}]] if count else []:
        pairs = combinations(able, 2) if len(able) <= MOST_KEY_COLUMNS else iter(())
        for names in chain(((name,) for name in able), pairs):
            if len(np.unique(key_codes(list(names), table, table).reference)) == count:
                return list(names)
    return []


def _is_whole(column: ColumnValues) -> bool:
    return type_fault("integer", column) is None


def _column(column: ColumnValues, is_key: bool) -> dict[str, str]:
    if not is_key:
        return {"type": column.type}
    return {"type": "text" if column.type == "text" else "integer", "role": "id"}


def geometry_type(table: RowTable) -> str:
    """Returns the type of the shapes as a contract has it: what is declared, else what all shapes are."""
    if table.shape_kind in GEOMETRY_TYPES:
        return GEOMETRY_TYPES[table.shape_kind]
    shapes = [] if table.shapes is None else [shape for shape in table.shapes if shape is not None]
    kinds = {shape.geom_type.removeprefix("Multi") for shape in shapes}
    return kinds.pop() if len(kinds) == 1 else "None"


def crs_text(wkt: str | None) -> str:
    """Returns a CRS as people write it: its code where it has one, else its definition; "" where there is none."""
    if wkt is None or found_name(wkt) in ("none", "one that cannot be read"):
        return ""
    try:
        name = crs_name(wkt)
        parse_crs(name)
    except UnknownCrs:
        return wkt
    return name
