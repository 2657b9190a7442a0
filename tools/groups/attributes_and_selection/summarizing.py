# SPDX-License-Identifier: GPL-2.0-or-later
"""summarize_by_group"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import statistic_fields, table, unknown_table
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Rows, Table
from ...declaration.markers import FieldOf, MappingOf, StatisticWord
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.statistics import result_column
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.layers.keys import RowGroups
    from ...execution.layers.rows import Column, RowSet
    from ...execution.layers.statistics import Groups
    from ...execution.run import Run

GROUP = "Attributes and selection"
MOST_COLUMNS = 1000


class Summarized(NamedTuple):
    """Result of summarize_by_group."""

    output: Table


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("layer")
    if source.fields is None or call.arguments.get("pivot_field"):
        return {"output": unknown_table()}
    groups = [field for name in call.arguments.get("group_fields") or () if (field := source.field(name))]
    made = statistic_fields(source, call.arguments["statistics"])
    return {"output": table(*groups, Field("count", "integer"), *made)}


@tool(
    group=GROUP,
    kind="table",
    engine="numpy",
    effect=_effect,
    tags=("group by", "aggregate", "dissolve attributes", "pivot table", "cross tabulation", "weighted mean", "totals"),
)
def summarize_by_group(
    run: Run,
    layer: Rows,
    statistics: Annotated[dict[str, list[str]], MappingOf(FieldOf("layer"), StatisticWord())],
    group_fields: Annotated[list[str] | None, FieldOf("layer")] = None,
    weight_field: Annotated[str | None, FieldOf("layer", ("integer", "real"))] = None,
    pivot_field: Annotated[str | None, FieldOf("layer")] = None,
) -> Summarized:
    """Makes a table with one row per group and statistics of its rows.

    The columns are the group fields, `count` (rows of the group) and `<field>_<statistic>` in the order asked. Rows
    stand in the order of the group values. With a pivot field there are instead, for each of its values in their order,
    NULL last and called null, the columns `<value>_count` and `<value>_<field>_<statistic>`.

    Args:
        layer: Rows to group; geometries are not read.
        statistics: Field to one or more statistics words; an empty object gives `count` alone. sum, mean, range,
            median, stdev, variance and percentile_N need numbers; percentile_N interpolates linearly; stdev_pop divides
            by n, stdev_sample by n - 1; first, last and concatenate (with a comma) follow the order of the rows;
            majority and minority of a tie give the smallest value.
        group_fields: Fields whose equal values make a group; left out, all rows are one group.
        weight_field: Weights of every mean, such as the number of people a rate refers to; other statistics are not
            weighted. Left out, a mean is unweighted.
        pivot_field: Field whose values become columns; left out, there is one set of statistics per group.
    Returns:
        output: One row per group.
    Edges: NULL is left out of statistics; a group without values has count and unique 0, all else NULL. NULL as a group
        value forms its own group, last. Values of different case or blanks are different groups, which is said. Rows
        with a NULL weight are left out of the mean, which is said. A layer without rows gives one row without group
        fields, else none.
    Raises: BAD_VALUE (a name twice, negative weights, weights without a mean), WRONG_TYPE, LIMIT_EXCEEDED (integer sums
        beyond 64 bits, more than 1,000 columns), UNKNOWN_FIELD, UNKNOWN_LAYER.
    """
    from ...execution.layers.keys import group_rows
    from ...execution.layers.rows import read_rows
    from ...execution.layers.statistics import note_rates

    if weight_field and not any("mean" in words for words in statistics.values()):
        raise ToolError("BAD_VALUE", "weight_field weights means, but no mean is asked",
                        "ask for mean of a field, or leave weight_field out", argument="weight_field")  # fmt: skip
    keys = group_fields or []
    optional = [name for name in (weight_field, pivot_field) if name]
    rows = read_rows(run, layer, [*keys, *statistics, *optional], geometry=False)
    run.count_before = rows.count
    note_rates(run, statistics, is_weighted=weight_field is not None)
    for name in keys:
        note_spellings(run, rows.column(name))
    weights = _checked_weights(run, rows.column(weight_field)) if weight_field else None
    grouped = group_rows([rows.column(name) for name in keys], rows.count)
    with run.timed():
        results = _results(run, rows, statistics, grouped, weights, pivot_field)
    return Summarized(_written(run, rows, keys, grouped, results))


def note_spellings(run: Run, column: Column) -> None:
    """Says which values of a text column differ only in case, accents or blanks."""
    from ...execution.layers.keys import normalized

    if column.field.type != "text":
        return
    spellings: dict[str, set[str]] = {}
    kept = ~column.is_null
    for plain, value in set(zip(normalized(column).values[kept], column.values[kept], strict=True)):
        spellings.setdefault(plain, set()).add(value)
    several = sorted(sorted(values) for values in spellings.values() if len(values) > 1)
    if several:
        shown = ", ".join(f'"{value}"' for value in several[0])
        more = f" and {len(several) - 1} more such sets" if len(several) > 1 else ""
        run.note(f'"{column.field.name}" has values that differ only in case, accents or blanks: {shown}{more}; '
                 "each is a group of its own.")  # fmt: skip


def _checked_weights(run: Run, weights: Column) -> Column:
    negative = int((weights.values[~weights.is_null] < 0).sum())
    if negative:
        raise ToolError("BAD_VALUE", f'weight_field "{weights.field.name}" is negative in {counted(negative, "row")}',
                        "weights are counts or amounts from 0", argument="weight_field")  # fmt: skip
    missing = int(weights.is_null.sum())
    if missing:
        left_out = counted(missing, "row")
        run.note(f'left out of the weighted mean, without a weight in "{weights.field.name}": {left_out}.')
    return weights


def _results(
    run: Run,
    rows: RowSet,
    statistics: Mapping[str, list[str]],
    grouped: RowGroups,
    weights: Column | None,
    pivot_field: str | None,
) -> list[Column]:
    """Computes the columns after the group fields."""
    from ...execution.layers.keys import group_rows
    from ...execution.layers.statistics import Groups

    count = _counts(grouped.groups)
    if pivot_field is None:
        return [count, *_statistics(rows, statistics, grouped.groups, weights)]
    pivot = rows.column(pivot_field)
    pivoted = group_rows([pivot], rows.count)
    names, width = _pivot_names(pivot, pivoted), pivoted.groups.count
    every = sum(len(words) for words in statistics.values()) + 1
    if 1 + width * every > MOST_COLUMNS:
        raise ToolError("LIMIT_EXCEEDED", f'pivot_field "{pivot_field}" has {width:,} values, which makes '
                        f"{1 + width * every:,} columns; at most {MOST_COLUMNS:,} can be written",
                        "group by the field instead", argument="pivot_field")  # fmt: skip
    both = Groups(grouped.groups.codes * width + pivoted.groups.codes, grouped.groups.count * width)
    parts = [_counts(both), *_statistics(rows, statistics, both, weights)]
    return [count, *(_part(part, place, name, width) for place, name in enumerate(names) for part in parts)]


def _part(column: Column, place: int, name: str, width: int) -> Column:
    """Takes out of a column over groups and pivot values what belongs to one pivot value."""
    import numpy as np

    every = np.arange(place, len(column.values), width)
    return column.take(every).renamed(f"{name}_{column.field.name}")


def _pivot_names(pivot: Column, pivoted: RowGroups) -> list[str]:
    from ...execution.layers.statistics import as_texts

    shown = pivot.take(pivoted.first_rows)
    names = as_texts(shown.values[~shown.is_null]) + ["null"] * int(shown.is_null.sum())  # NULL stands last
    first: dict[str, str] = {}
    for name in names:
        if name.lower() in first:
            alike = f'"{first[name.lower()]}" and "{name}"'
            raise ToolError("BAD_VALUE", f'pivot_field "{pivot.field.name}" holds {alike}, '
                            "whose columns would have the same name, since case does not count there",
                            "group by the field instead", argument="pivot_field")  # fmt: skip
        first[name.lower()] = name
    return names


def _counts(groups: Groups) -> Column:
    import numpy as np

    from ...execution.layers.rows import Column

    return Column(Field("count", "integer"), groups.sizes(), np.zeros(groups.count, bool))


def _statistics(
    rows: RowSet, statistics: Mapping[str, list[str]], groups: Groups, weights: Column | None
) -> list[Column]:
    from ...execution.layers.statistics import summarize, weighted_mean

    results = summarize([rows.column(name) for name in statistics], statistics, groups)
    if weights is None:
        return results
    asked = [(name, word) for name, words in statistics.items() for word in words]
    return [
        weighted_mean(rows.column(name), weights, groups).renamed(result_column(name, word))
        if word == "mean"
        else result
        for (name, word), result in zip(asked, results, strict=True)
    ]


def _written(run: Run, rows: RowSet, keys: list[str], grouped: RowGroups, results: list[Column]) -> Any:
    from ...execution.layers.rows import RowSet, write_rows

    names = [result.field.name for result in results]
    run.require.names_free("group_fields", keys, names, "a result column has this name; the field needs another one")
    columns = [rows.column(name).take(grouped.first_rows) for name in keys]
    return write_rows(run, RowSet([*columns, *results], None, grouped.groups.count))
