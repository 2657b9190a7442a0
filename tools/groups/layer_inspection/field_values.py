# SPDX-License-Identifier: GPL-2.0-or-later
"""get_field_statistics"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import no_output
from ...declaration.layers import Rows
from ...declaration.markers import ExpressionOn, FieldOf
from ...declaration.registry import tool

if TYPE_CHECKING:
    from ...execution.run import Run


class FieldSummedUp(NamedTuple):
    """Result of get_field_statistics."""

    value_count: int
    null_count: int


@tool(
    group="Layer inspection",
    kind="inspect",
    engine="numpy",
    effect=no_output,
    title="Field statistics",
    tags=("mean", "median", "sum", "quartiles", "range", "standard deviation", "summary", "describe", "nulls"),
)
def get_field_statistics(
    run: Run,
    layer: Rows,
    field: Annotated[str, FieldOf("layer")],
    filter: Annotated[str | None, ExpressionOn("layer")] = None,
) -> FieldSummedUp:
    """Gives the statistics of one field over all rows, or over those for which an expression is true.

    Of numbers: sum, mean, min, percentile_25, median, percentile_75, max, range, stdev_pop and stdev_sample. Of dates
    and times min and max; of texts min and max in their order, the shortest and longest length, empty texts and how
    many are numbers; of booleans how many are true and false. Of each the number of unique values.

    Args:
        layer: Vector layer or table.
        field: Field to sum up.
        filter: Condition over the fields and the geometry of a row; left out, all rows are taken.
    Returns:
        value_count: Rows with a value.
        null_count: Rows with NULL, which are left out of all statistics.
    Edges: Percentiles are interpolated linearly; stdev_pop divides by n, stdev_sample by n - 1. A lowest value such as
        -9999 that stands apart is warned of. A sum of integers beyond 64 bits is left out, which is said.
    Raises: EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    """
    import numpy as np

    from ...execution.layers.rows import read_rows
    from ...execution.profiles.field_statistics import statistics_of

    column = read_rows(run, layer, [field], geometry=False).column(field)
    if filter is not None:
        truths = run.expression(filter, layer, "filter").truths()
        run.counts["unknown_count"] = truths.count(None)
        column = column.take(np.flatnonzero(np.array([holds is True for holds in truths], bool)))
    with run.timed():
        run.report.update(statistics_of(run, column))
    is_null = column.is_null | np.isnan(column.values) if column.values.dtype.kind == "f" else column.is_null
    nulls = int(is_null.sum())
    return FieldSummedUp(len(column.values) - nulls, nulls)
