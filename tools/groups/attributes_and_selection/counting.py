# SPDX-License-Identifier: GPL-2.0-or-later
"""frequency"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import statistic_fields, table, unknown_table
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Rows, Table
from ...declaration.markers import FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run


class Counted(NamedTuple):
    """Result of frequency."""

    output: Table
    group_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    if source.fields is None:
        return {"output": unknown_table()}
    groups = [field for name in call.arguments["fields"] if (field := source.field(name))]
    sums = statistic_fields(source, {name: ["sum"] for name in call.arguments.get("sum_fields") or ()})
    percent = [Field("percent", "real")] if call.arguments.get("add_percent") else []
    return {"output": table(*groups, Field("count", "integer"), *percent, *sums)}


@tool(
    group="Attributes and selection",
    kind="table",
    engine="numpy",
    effect=_effect,
    tags=("count by", "group by", "distinct combinations", "cross tabulation", "histogram", "share", "tally"),
)
def frequency(
    run: Run,
    layer: Rows,
    fields: Annotated[list[str], FieldOf("layer")],
    sum_fields: Annotated[list[str] | None, FieldOf("layer", ("integer", "real"))] = None,
    add_percent: bool = False,
) -> Counted:
    """Counts the rows for each combination of values that occurs, with sums and percentages where asked.

    Args:
        layer: Rows to count; geometries are not read.
        fields: Fields whose values are combined.
        sum_fields: Fields of numbers to sum for each combination, as `<field>_sum`; left out, none.
        add_percent: Whether `percent` tells the share of each combination in all rows, 0 to 100.
    Returns:
        output: One row per combination, in the order of the values: the fields, `count`, `percent`, sums.
        group_count: Number of combinations.
    Edges: NULL is a value of its own, last in order. Combinations that do not occur have no row: a count of 0 must be
        joined. Values of different case or blanks are different, which is said. NULL is left out of sums; a
        combination with NULL alone has the sum NULL.
    Raises: BAD_VALUE (a field is called like a result), WRONG_TYPE (a sum of text), LIMIT_EXCEEDED (integer sums beyond
        64 bits), UNKNOWN_FIELD, UNKNOWN_LAYER.
    """
    import numpy as np

    from ...execution.layers.keys import group_rows
    from ...execution.layers.rows import Column, RowSet, read_rows, write_rows
    from ...execution.layers.statistics import note_rates, summarize
    from .summarizing import note_spellings

    statistics = {name: ["sum"] for name in sum_fields or []}
    rows = read_rows(run, layer, [*fields, *statistics], geometry=False)
    run.count_before = rows.count
    note_rates(run, statistics)
    for name in fields:
        note_spellings(run, rows.column(name))
    with run.timed():
        grouped = group_rows([rows.column(name) for name in fields], rows.count)
        sums = summarize([rows.column(name) for name in statistics], statistics, grouped.groups)
        sizes = grouped.groups.sizes()
    nothing = np.zeros(len(sizes), bool)
    results = [Column(Field("count", "integer"), sizes, nothing)]
    if add_percent:
        results.append(Column(Field("percent", "real"), 100.0 * sizes / max(rows.count, 1), nothing))
    results += sums
    names = [result.field.name for result in results]
    run.require.names_free("fields", fields, names, "a result column has this name; refactor_fields gives another one")
    columns = [rows.column(name).take(grouped.first_rows) for name in fields]
    return Counted(write_rows(run, RowSet([*columns, *results], None, len(sizes))), len(sizes))
