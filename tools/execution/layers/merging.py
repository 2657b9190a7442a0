# SPDX-License-Identifier: GPL-2.0-or-later
"""Puts the rows of several layers under one another."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace

from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Vector
from ..files.column_types import as_text
from ..run import Run
from .rows import Column, RowSet, read_rows

MULTI = 3  # from the code of a geometry type to that of its multi-part


def merged_rows(run: Run, layers: Sequence[Vector], fields: Sequence[Field], facts: LayerFacts) -> RowSet:
    """Reads layers and appends their rows.

    Args:
        fields: Columns of the result; a column of a layer has the name, whatever its case.
        facts: Whether the result is multi-part, and has Z and M.
    Raises:
        ToolError BAD_VALUE for integers that a real column does not hold.
    """
    import numpy as np

    parts = [_read(run, layer, facts) for layer in layers]
    columns = [_joined(field, [_found(part, field.name) for part in parts], parts, layers) for field in fields]
    geometries = np.concatenate([part.geometries for part in parts if part.geometries is not None])
    return RowSet(columns, geometries, sum(part.count for part in parts))


def _read(run: Run, layer: Vector, facts: LayerFacts) -> RowSet:
    import numpy as np
    import shapely

    as_read = replace(layer, facts=layer.facts.with_(has_m=bool(layer.facts.has_m and facts.has_m)))
    rows = read_rows(run, as_read)
    assert rows.geometries is not None
    if layer.facts.has_z and not facts.has_z:
        rows.geometries = shapely.to_wkb(shapely.from_wkb(rows.geometries), output_dimension=2)
    if facts.is_multi and not layer.facts.is_multi:
        multi = [None if wkb is None else as_multi(wkb) for wkb in rows.geometries]
        rows.geometries = np.array([*multi, None], object)[:-1]
    return rows


def as_multi(wkb: bytes) -> bytes:
    """Wraps the WKB of a single part into that of a multi-part; multi-parts stay."""
    order = "<" if wkb[0] == 1 else ">"
    code = struct.unpack(f"{order}I", wkb[1:5])[0]
    flags, plain = code & 0xE0000000, code & 0x1FFFFFFF
    if plain % 1000 > MULTI:
        return wkb
    return wkb[:1] + struct.pack(f"{order}II", flags | plain + MULTI, 1) + wkb


def _found(rows: RowSet, name: str) -> Column | None:
    return next((column for column in rows.columns if column.field.name.lower() == name.lower()), None)


def _joined(field: Field, found: Sequence[Column | None], parts: Sequence[RowSet], layers: Sequence[Vector]) -> Column:
    import numpy as np

    typed = [
        None if column is None else _as_type(column, field, layer.name)
        for column, layer in zip(found, layers, strict=True)
    ]
    like = next(column for column in typed if column is not None)
    values, nulls = [], []
    for column, part in zip(typed, parts, strict=True):
        values.append(np.zeros(part.count, like.values.dtype) if column is None else column.values)
        nulls.append(np.ones(part.count, bool) if column is None else column.is_null)
    is_utc = any(column is not None and column.is_utc for column in found)
    return Column(field, np.concatenate(values), np.concatenate(nulls), is_utc)


def _as_type(column: Column, field: Field, layer: str) -> Column:
    import numpy as np

    if column.field.type == field.type:
        return column
    if field.type == "text":
        return Column(field, np.array([*as_text(column), None], object)[:-1], column.is_null)
    real = column.values.astype(float)
    beyond = ~column.is_null & (np.abs(real) >= 2.0**53)
    if beyond.any():
        raise ToolError("BAD_VALUE", f'"{field.name}" of "{layer}" holds {column.values[beyond][0]}, which a real '
                        "number does not hold exactly, and the field is real in another layer",
                        "refactor_fields makes the field text in all layers")  # fmt: skip
    return Column(field, real, column.is_null)
