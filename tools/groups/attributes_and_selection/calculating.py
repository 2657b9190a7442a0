# SPDX-License-Identifier: GPL-2.0-or-later
"""calculate_field"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.facts import Field, FieldType
from ...declaration.layers import Rows
from ...declaration.markers import ExpressionOn
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.layers.rows import Column
    from ...execution.run import Run

TypeWord = Literal["integer", "real", "text", "boolean", "date", "datetime"]
ADVICE: dict[FieldType, str] = {
    "integer": "round(), floor(), to_int() make whole numbers",
    "real": "to_real() makes numbers of text",
    "boolean": "a comparison is true or false",
    "date": "to_date() makes dates of text",
    "datetime": "to_datetime() makes times of text",
    "text": "geom_to_wkt() and array_to_string() make text",
}


class Calculated(NamedTuple):
    """Result of calculate_field."""

    output: Rows
    null_count: int
    error_count: int


def _fields(call: Call) -> tuple[Field, ...] | None:
    source = call.facts("layer").fields
    if source is None:
        return None
    made = Field(call.arguments["field"], call.arguments["type"])
    replaced = tuple(made if field.name == made.name else field for field in source)
    return replaced if made in replaced and call.facts("layer").field(made.name) else (*source, made)


@tool(
    group="Attributes and selection",
    kind="table",
    engine="qgis-core",
    effect=like("layer", fields=_fields, keeps_rows=True),
    title="Field calculator",
    tags=("expression", "compute", "formula", "new column", "update", "attribute", "if", "concatenate", "ratio"),
)
def calculate_field(
    run: Run,
    layer: Rows,
    field: str,
    type: TypeWord,
    expression: Annotated[str, ExpressionOn("layer")],
) -> Calculated:
    """Adds or overwrites one field with the value of a QGIS expression on every row.

    The expression sees its row alone, as fields, @geometry and @id: summarize_by_group and join_by_field bring in what
    is known of other rows.

    Args:
        layer: Vector layer or table; rows and geometries stay as they are.
        field: Name of the field; a new one stands last, one that is there is overwritten where it stands.
        type: Type of the field: integer (64 bit), real, text, boolean, date or datetime (UTC). No default, since it
            decides which values fit.
        expression: Fields in double quotes, text in single quotes, such as "pop" / "area_km2" or if("n" > 5, 'a', 'b').
    Returns:
        output: The rows with the field.
        null_count: Rows in which the field is NULL.
        error_count: Rows among them that could not be computed or whose value does not fit the type; the first is told.
    CRS: area, perimeter, length and distance of geometries are planar, in units of the CRS: degrees and a scale error
        above 1 % are refused. add_geometry_attributes measures in stated units, also on the ellipsoid.
    Edges: NULL in gives NULL out, and so does a division by 0. A field that is not there is an error, never NULL.
        Nothing is rounded or cut to fit the type; comparisons give 1 and 0. Whole numbers beyond 2^53 are refused.
    Raises: EXPRESSION_INVALID (also where no row can be computed), EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD, BAD_VALUE (a
        taken or empty name), WRONG_TYPE (no value fits the type), WRONG_GEOMETRY_TYPE (geometry of a table),
        CRS_UNSUITABLE, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    """
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.typed_values import typed_column

    names = layer.facts.field_names or []
    if not field.strip():
        raise ToolError("BAD_VALUE", "field: the name is empty", argument="field")
    if field not in names:
        run.require.names_free("field", names, [field], "give another name, or that of the field as it is written")
    evaluated = run.expression(expression, layer, "expression")
    values = evaluated.values()
    cast = typed_column(Field(field, type), values)
    _tell(run, values, cast.failed, type)
    rows = read_rows(run, layer)
    run.count_before = rows.count
    columns = _placed(rows.columns, cast.column)
    result = RowSet(columns, rows.geometries, rows.count)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    errors = evaluated.error_count + len(cast.failed)
    run.counts["error_count"] = errors
    return Calculated(output, int(cast.column.is_null.sum()), errors)


def _placed(columns: list[Column], made: Column) -> list[Column]:
    names = [column.field.name for column in columns]
    if made.field.name not in names:
        return [*columns, made]
    return [made if column.field.name == made.field.name else column for column in columns]


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'text "{value[:40]}"'
    is_plain = isinstance(value, bool | int | float) or hasattr(value, "isoformat")
    return str(value) if is_plain else f"a {type(value).__name__.removeprefix('Qgs').lower()}"


def _tell(run: Run, values: list[Any], failed: list[int], kind: FieldType) -> None:
    if not failed:
        return
    first = values[failed[0]]
    shown = _shown(first)
    known = sum(value is not None for value in values)
    if len(failed) == known:
        raise ToolError("WRONG_TYPE", f"expression gives no {kind} in any row, first {shown} in row {failed[0] + 1}",
                        ADVICE[kind], argument="type")  # fmt: skip
    run.warn("WRONG_TYPE", f"{len(failed):,} of {known:,} values are no {kind} and NULL, first {shown} in row "
             f"{failed[0] + 1}; {ADVICE[kind]}")  # fmt: skip
