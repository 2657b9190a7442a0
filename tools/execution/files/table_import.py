# SPDX-License-Identifier: GPL-2.0-or-later
"""A text table becomes a layer; rows of other tables and layers get other types and NULLs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...declaration.errors import ToolError, did_you_mean
from ...declaration.facts import FieldType
from ...declaration.layers import Rows
from ..layers.layer_facts import vector_facts
from ..layers.rows import Column, RowSet, ogr_geometry_name, read_rows, write_rows
from ..run import Run
from ..workspace import Written, layer_class
from .column_types import as_text, found_sentinel, found_type, remarks, typed, zoned_share
from .text_table import read_text_table
from .vector_import import refuse_too_many_columns


class Reading(NamedTuple):
    """How a table is to be read; what is None is found out.

    Args:
        types: Column to type word.
        encoding, delimiter: Of a text file.
        decimal_mark: "." or ",".
        header_row: Whether the first row holds the names.
        null_values: Values that stand for NULL.
    """

    types: dict[str, FieldType] | None = None
    encoding: str | None = None
    delimiter: str | None = None
    decimal_mark: str | None = None
    header_row: bool = True
    null_values: list[str] | None = None

    @property
    def changes_values(self) -> bool:
        """Tells whether values are to be changed after reading."""
        return bool(self.types or self.null_values)


def import_text_table(run: Run, path: str, reading: Reading) -> Any:
    """Reads a text table, finds its types and writes it as a layer.

    Raises:
        ToolError BAD_FORMAT, BAD_VALUE, UNKNOWN_FIELD.
    """
    with run.timed():
        table = read_text_table(path, encoding=reading.encoding, delimiter=reading.delimiter,
                                header_row=reading.header_row)  # fmt: skip
    refuse_too_many_columns(len(table.names), path)
    for note in table.notes:
        run.note(note)
    types = checked_types(reading.types, table.names)
    nulls = 0
    columns = []
    for number, (name, values) in enumerate(zip(table.names, table.columns, strict=True)):
        kept = without(values, reading.null_values)
        nulls += sum(value is None for value in kept) - sum(value is None for value in values)
        columns.append(_column(run, name, kept, types.get(name), reading.decimal_mark or "."))
        run.progress(number / len(table.names))
    if reading.null_values:
        run.counts["null_value_count"] = nulls
    return write_rows(run, RowSet(columns, None, table.count), output="layer")


def retyped(run: Run, written: Written, reading: Reading) -> Any:
    """Changes types and NULLs of rows that stand in a file, and writes them as the layer.

    Raises:
        ToolError BAD_VALUE, UNKNOWN_FIELD.
    """
    facts = vector_facts(str(written.path), written.sublayer)
    layer = layer_class(facts)(written.sublayer, facts, path=str(written.path), sublayer=written.sublayer)
    assert isinstance(layer, Rows)
    types = checked_types(reading.types, facts.field_names or [])
    rows = read_rows(run, layer)
    before = sum(int(column.is_null.sum()) for column in rows.columns)
    columns = [_without_nulls(column, reading.null_values) for column in rows.columns]
    if reading.null_values:
        run.counts["null_value_count"] = sum(int(column.is_null.sum()) for column in columns) - before
    mark = reading.decimal_mark or "."
    columns = [
        typed(column.field.name, as_text(column), types[column.field.name], mark)
        if types.get(column.field.name, column.field.type) != column.field.type
        else column
        for column in columns
    ]
    for name, word in types.items():
        if word == "datetime":
            _say_utc(run, name, as_text(rows.column(name)))
    return write_rows(run, RowSet(columns, rows.geometries, rows.count), crs=facts.crs or None,
                      geometry_type=ogr_geometry_name(facts), output="layer")  # fmt: skip


def say_sentinels(run: Run, written: Written) -> None:
    """Warns of numbers in a table that may stand for no value."""
    facts = vector_facts(str(written.path), written.sublayer)
    layer = layer_class(facts)(written.sublayer, facts, path=str(written.path), sublayer=written.sublayer)
    names = [field.name for field in facts.fields or () if field.type in ("integer", "real")]
    assert isinstance(layer, Rows)
    for column in read_rows(run, layer, names, geometry=False).columns:
        sentinel = found_sentinel(column.values[~column.is_null].astype(float))
        if sentinel is not None:
            run.warn("BAD_VALUE", f'"{column.field.name}" holds {sentinel:.15g}, which may stand for no value; '
                     f'null_values ["{sentinel:.15g}"] makes it NULL')  # fmt: skip


def checked_types(types: dict[str, FieldType] | None, names: Sequence[str]) -> dict[str, FieldType]:
    """Holds the columns of `types` against those of the table.

    Raises:
        ToolError UNKNOWN_FIELD.
    """
    for name in types or {}:
        if name not in names:
            raise ToolError("UNKNOWN_FIELD", f'types: the table has no column "{name}"',
                            did_you_mean(name, names, "columns"), argument="types", found=name)  # fmt: skip
    return dict(types or {})


def without(values: list[str | None], null_values: list[str] | None) -> list[str | None]:
    """Gives the values with those that stand for NULL taken out; surrounding spaces do not count."""
    if not null_values:
        return values
    nulls = {value.strip() for value in null_values}
    return [None if value is not None and value.strip() in nulls else value for value in values]


def _column(run: Run, name: str, values: list[str | None], word: FieldType | None, decimal_mark: str) -> Column:
    filled = [value or None for value in values]
    chosen = word or found_type(filled, decimal_mark)
    if chosen != "text" and "" in values:
        run.note(f'"{name}" is {chosen}; {sum(value == "" for value in values)} empty texts in it are NULL')
        values = filled
    column = typed(name, values, chosen, decimal_mark)
    if word is None:
        for sentence in remarks(name, values, chosen):
            if "may stand for no value" in sentence:
                run.warn("BAD_VALUE", sentence)
            else:
                run.note(sentence)
    if chosen == "datetime":
        _say_utc(run, name, values)
    return column


def _say_utc(run: Run, name: str, values: Sequence[str | None]) -> None:
    share = zoned_share(values)
    if share == 1:
        run.note(f'"{name}" is in UTC; the stated zones were converted')
    elif share == 0:
        run.note(f'"{name}" states no time zone and is taken as UTC')
    else:
        run.note(f'"{name}" is in UTC; {100 * (1 - share):.3g} % of its values state no zone and are taken as UTC')


def _without_nulls(column: Column, null_values: list[str] | None) -> Column:
    if not null_values:
        return column
    values = column.values
    if values.dtype == object:
        nulls = {text.strip() for text in null_values}
        hit = np.array([isinstance(value, str) and value.strip() in nulls for value in values], bool)
    elif values.dtype.kind in "if":
        numbers = [number for number in map(_number, null_values) if number is not None]
        hit = np.isin(values, np.array(numbers, values.dtype)) if numbers else np.zeros(len(values), bool)
    else:
        return column
    return replace(column, is_null=column.is_null | hit)


def _number(text: str) -> float | int | None:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None
