# SPDX-License-Identifier: GPL-2.0-or-later
"""refactor_fields"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Rows
from ...declaration.markers import FieldOf, FreeText, LeftOut, MappingOf, Word
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.layers.rows import Column
    from ...execution.run import Run

TYPE_WORDS = ("integer", "real", "text", "boolean", "date", "datetime")


class Refactored(NamedTuple):
    """Result of refactor_fields."""

    output: Rows
    failed_casts: int


def _fields(call: Call) -> tuple[Field, ...] | None:
    source = call.facts("layer")
    if source.fields is None:
        return None
    renamed, types = call.arguments.get("rename") or {}, call.arguments.get("types") or {}
    kept = call.arguments.get("keep") or [field.name for field in source.fields]
    found = [field for name in kept if (field := source.field(name))]
    return tuple(Field(renamed.get(each.name, each.name), types.get(each.name, each.type)) for each in found)


@tool(
    group="Attributes and selection",
    kind="table",
    engine="numpy",
    effect=like("layer", fields=_fields, keeps_rows=True),
    tags=("rename", "reorder", "drop fields", "delete column", "keep", "retype", "cast", "convert type", "schema"),
)
def refactor_fields(
    run: Run,
    layer: Rows,
    keep: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    rename: Annotated[dict[str, str] | None, MappingOf(FieldOf("layer"), FreeText())] = None,
    types: Annotated[dict[str, str] | None, MappingOf(FieldOf("layer"), Word(TYPE_WORDS))] = None,
) -> Refactored:
    """Keeps fields of a layer, orders, renames and retypes them in one step.

    Args:
        layer: Vector layer or table; geometries and rows stay as they are.
        keep: Fields to keep, in the order they are to have; all keeps all as they stand.
        rename: Old name to new name. Names may be swapped.
        types: Field, by its old name, to its new type: integer (64 bit), real, text, boolean, date, datetime (UTC).
    Returns:
        output: The same rows with the fields asked.
        failed_casts: Values that the new type does not hold and that are NULL now; the first of each field is told.
    Edges: Nothing is rounded or cut: 2.5 is no integer, 2^53 + 1 no real. Text becomes a number where it is written as
        one with a decimal point, blanks around it do not count; thousands separators and decimal commas do not fit.
        Text becomes a boolean where it is true, false, yes, no, t, f, y, n, 1 or 0, a date or time where it is ISO
        8601. Booleans are the numbers 1 and 0. A time becomes its date in UTC, a date midnight.
    Raises: MISSING_ARGUMENT (nothing asked), BAD_VALUE (a taken or empty name, a field that is not kept),
        UNKNOWN_FIELD, UNKNOWN_LAYER.
    """
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.typed_values import retyped_column

    if keep is None and not rename and not types:
        raise ToolError("MISSING_ARGUMENT", "none of keep, rename and types is given, so nothing would change",
                        "give one of them", argument="keep")  # fmt: skip
    rename, types = rename or {}, types or {}
    names = keep if keep is not None else layer.facts.field_names or []
    _demand_kept(names, rename, types)
    run.require.names_free("rename", [], [rename.get(name, name) for name in names], "give another new name")
    rows = read_rows(run, layer, names)
    run.count_before = rows.count
    columns, failed = [], 0
    with run.timed():
        for place, name in enumerate(names):
            column = rows.column(name)
            cast = retyped_column(column, types.get(name, column.field.type))  # type: ignore[arg-type]
            failed += len(cast.failed)
            _tell(run, column, cast.column.field.type, cast.failed)
            columns.append(cast.column.renamed(rename.get(name, name)))
            run.progress(place / len(names))
    result = RowSet(columns, rows.geometries, rows.count)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return Refactored(output, failed)


def _demand_kept(names: list[str], rename: dict[str, str], types: dict[str, str]) -> None:
    for argument, given in (("rename", rename), ("types", types)):
        for name in given:
            if name not in names:
                raise ToolError("BAD_VALUE", f'{argument}: "{name}" is not among the fields to keep',
                                "name it in keep, or leave it out", argument=argument)  # fmt: skip
    empty = next((old for old, new in rename.items() if not new.strip()), None)
    if empty is not None:
        raise ToolError("BAD_VALUE", f'rename: the new name of "{empty}" is empty', argument="rename")


def _tell(run: Run, column: Column, kind: str, failed: list[int]) -> None:
    if failed:
        verb = "is" if len(failed) == 1 else "are"
        first = str(column.values[failed[0]])[:40]
        run.warn("BAD_VALUE", f'types["{column.field.name}"]: {counted(len(failed), "value")} {verb} no {kind} and '
                 f'NULL now, first "{first}" in row {failed[0] + 1}')  # fmt: skip
