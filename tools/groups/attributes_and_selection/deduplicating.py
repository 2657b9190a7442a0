# SPDX-License-Identifier: GPL-2.0-or-later
"""remove_duplicates"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import like
from ...declaration.errors import ToolError
from ...declaration.layers import Rows, Vector
from ...declaration.markers import ExpressionOn, FieldOf, LeftOut
from ...declaration.registry import tool

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.run import Run


class Deduplicated(NamedTuple):
    """Result of remove_duplicates."""

    output: Rows
    removed_count: int


@tool(
    group="Attributes and selection",
    kind="table",
    engine="numpy; shapely",
    effect=like("layer"),
    tags=("distinct", "unique rows", "drop duplicates", "deduplicate", "repeated", "same geometry", "latest record"),
)
def remove_duplicates(
    run: Run,
    layer: Rows,
    compare: Literal["fields", "geometry", "fields_and_geometry"],
    fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    order_by: Annotated[str | None, ExpressionOn("layer")] = None,
    keep: Literal["first", "last"] = "first",
) -> Deduplicated:
    """Drops rows that repeat the same field values, the same geometry, or both.

    Args:
        layer: Vector layer or table; the rows that stay keep their order.
        compare: What must be equal for a row to repeat another: fields, geometry, or fields_and_geometry.
        fields: Fields that are compared; all compares every one. Not for compare geometry.
        order_by: Field or expression that orders the rows among which one is kept, such as "updated"; left out, the
            order of the rows.
        keep: Whether the first or the last in that order is kept; of equal ones the first or last row.
    Returns:
        output: One row for each that differs.
        removed_count: Rows dropped.
    Edges: Equal geometry is the same shape, whatever vertex a ring begins with, which way a line or ring runs, the
        order of parts, or vertices on straight edges. With Z the vertices and their heights must be the same; M does
        not count. Nearly equal shapes are not equal. NULL equals NULL, empty equals empty. Text is compared exactly. A
        row whose `order_by` is NULL is kept only where no other is.
    Raises: BAD_VALUE (fields with compare geometry, geometry of a table, no fields, values without an order),
        INVALID_GEOMETRY, EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, CRS_UNSUITABLE (planar measures),
        LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS equality of shapes.
    """
    from ...execution.layers.rows import ogr_geometry_name, read_rows, write_rows

    _demand_sense(layer, compare, fields)
    if compare != "fields":
        assert isinstance(layer, Vector)
        run.require.valid(layer)
    rows = read_rows(run, layer)
    run.count_before = rows.count
    names = [] if compare == "geometry" else fields or layer.facts.field_names or []
    with run.timed():
        codes = _codes(rows, names, with_geometry=compare != "fields")
    kept = _kept(run, layer, codes, order_by, keep)
    output = write_rows(run, rows.take(kept), crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return Deduplicated(output, rows.count - len(kept))


def _demand_sense(layer: Rows, compare: str, fields: list[str] | None) -> None:
    if compare == "geometry" and fields is not None:
        raise ToolError("BAD_VALUE", "fields does not apply: compare is geometry",
                        "leave it out, or compare fields_and_geometry", argument="fields")  # fmt: skip
    if compare == "fields" and layer.facts.fields == ():
        raise ToolError("BAD_VALUE", f'compare is fields, but "{layer.name}" has none', "compare geometry",
                        argument="compare")  # fmt: skip
    if compare != "fields" and not isinstance(layer, Vector):
        raise ToolError("BAD_VALUE", f'compare is {compare}, but "{layer.name}" is a table', "compare fields",
                        argument="compare")  # fmt: skip


def _codes(rows: RowSet, names: list[str], *, with_geometry: bool) -> np.ndarray:
    import numpy as np

    from ...execution.geometry.equal_shapes import shape_codes
    from ...execution.layers.keys import group_rows

    codes = group_rows([rows.column(name) for name in names], rows.count).groups.codes
    if not with_geometry or rows.geometries is None:
        return codes
    shapes = shape_codes(rows.geometries)
    return np.unique(codes * (int(shapes.max(initial=0)) + 1) + shapes, return_inverse=True)[1]


def _kept(run: Run, layer: Rows, codes: np.ndarray, order_by: str | None, keep: str) -> np.ndarray:
    """Gives the rows that stay, in their order."""
    import numpy as np

    from ...execution.layers.row_order import order_codes

    rows = np.arange(len(codes))
    if order_by is not None:
        values = order_codes(run, layer, order_by, "order_by")
        is_null = values < 0
        rows = np.lexsort((rows, values, is_null if keep == "first" else ~is_null))
    if keep == "last":
        rows = rows[::-1]
    _, first = np.unique(codes[rows], return_index=True)
    return np.sort(rows[first])
