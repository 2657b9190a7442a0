# SPDX-License-Identifier: GPL-2.0-or-later
"""count_features, sample_rows"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import no_output
from ...declaration.errors import ToolError
from ...declaration.layers import Rows, Vector
from ...declaration.markers import ExpressionOn, FieldOf, LeftOut, Number
from ...declaration.observation import rounded
from ...declaration.registry import tool

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

GROUP = "Layer inspection"
LONGEST_WKT = 400


class FeaturesCounted(NamedTuple):
    """Result of count_features."""

    row_count: int


class Sampled(NamedTuple):
    """Result of sample_rows."""

    shown_count: int


@tool(
    group=GROUP,
    kind="inspect",
    engine="qgis-core",
    effect=no_output,
    tags=("number of rows", "how many", "size", "records", "where", "filter"),
)
def count_features(
    run: Run, layer: Rows, filter: Annotated[str | None, ExpressionOn("layer")] = None
) -> FeaturesCounted:
    """Counts the rows of a layer or table, all or those for which an expression is true.

    Args:
        layer: Vector layer or table.
        filter: Condition over the fields and the geometry of a row, such as "use" = 'park'; left out, all rows count.
    Returns:
        row_count: Number of rows.
    Edges: Rows without geometry count as rows. A row for which the filter is NULL is not counted; there are as many as
        unknown_count says.
    Raises: EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD (in the filter), UNKNOWN_LAYER.
    """
    if filter is None:
        from ...execution.layers.rows import read_rows

        count = layer.facts.count
        return FeaturesCounted(read_rows(run, layer, [], geometry=False).count if count is None else count)
    truths = run.expression(filter, layer, "filter").truths()
    run.counts["all_count"], run.counts["unknown_count"] = len(truths), truths.count(None)
    return FeaturesCounted(truths.count(True))


@tool(
    group=GROUP,
    kind="inspect",
    engine="numpy",
    effect=no_output,
    tags=("head", "preview", "show", "first rows", "attribute table", "example", "look at", "wkt"),
)
def sample_rows(
    run: Run,
    layer: Rows,
    count: Annotated[int, Number(1, 100)] = 5,
    filter: Annotated[str | None, ExpressionOn("layer")] = None,
    fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None,
    geometry: Literal["none", "wkt", "point"] = "none",
) -> Sampled:
    """Shows the first rows of a layer or table, all or those for which an expression is true.

    The first rows need not be typical: get_field_statistics and get_unique_values look at all.

    Args:
        layer: Vector layer or table.
        count: Most rows to show.
        filter: Condition over the fields and the geometry of a row; left out, the first rows are shown.
        fields: Fields to show; left out, all.
        geometry: none; wkt shows geometries as text, long ones cut with their number of vertices; point shows x and y
            of points, else of a point on the line or in the polygon.
    Returns:
        shown_count: Number of rows shown.
    CRS: Coordinates are in the CRS of the layer, x before y.
    Edges: Rows are numbered from 1 in file order. NULL is null; times are UTC. Texts are cut after 200
        characters. M is not shown.
    Raises: BAD_VALUE (geometry of a table), EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    """
    import numpy as np

    from ...execution.layers.rows import read_rows

    if geometry != "none" and not isinstance(layer, Vector):
        raise ToolError("BAD_VALUE", f'geometry is {geometry}, but "{layer.name}" is a table', "leave it out",
                        argument="geometry")  # fmt: skip
    rows: np.ndarray
    with_geometry = geometry != "none"
    if filter is None:
        read = read_rows(run, layer, fields, geometry=with_geometry, first=count)
        rows = np.arange(read.count)
    else:
        truths = run.expression(filter, layer, "filter").truths()
        rows = np.array([row for row, holds in enumerate(truths) if holds][:count], int)
        read = read_rows(run, layer, fields, geometry=with_geometry, first=int(rows[-1]) + 1 if len(rows) else 1)
    order = fields or layer.facts.field_names or []
    run.report["rows"] = [_line(read, int(row), order, geometry) for row in rows] or "none"
    return Sampled(len(rows))


def _line(read: RowSet, row: int, fields: list[str], geometry: str) -> dict[str, Any]:
    from ...execution.profiles.distinct_values import shown

    line: dict[str, Any] = {"row": row + 1}
    for name in fields:
        column = read.column(name)
        value = None if column.is_null[row] else shown(column.values[row])
        line[name] = f"{value}Z" if column.is_utc and value is not None else value
    if geometry != "none" and read.geometries is not None:
        line[geometry] = _shape(read.geometries[row], geometry)
    return line


def _shape(wkb: bytes | None, geometry: str) -> Any:
    import numpy as np
    import shapely

    from ...execution.layers.plain_shapes import plain_shapes

    (shape,) = plain_shapes(np.array([wkb], object))
    if shape is None or geometry == "point" and shape.is_empty:
        return None
    if geometry == "point":
        place = shape if shape.geom_type == "Point" else shape.representative_point()
        return [rounded(place.x), rounded(place.y)]
    text = shapely.to_wkt(shape, rounding_precision=9)
    if len(text) <= LONGEST_WKT:
        return text
    return f"{text[:LONGEST_WKT]}… ({shapely.get_num_coordinates(shape):,} vertices)"
