# SPDX-License-Identifier: GPL-2.0-or-later
"""sort_and_rank"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Rows
from ...declaration.markers import ExpressionOn, FieldOf, Number
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.row_order import Ranking
    from ...execution.run import Run

RankMethod = Literal["row_number", "competition", "dense", "percentile", "ntile"]


class Ranked(NamedTuple):
    """Result of sort_and_rank."""

    output: Rows
    tie_count: int


def _rank_field(name: str, method: str) -> Field:
    return Field(name, "real" if method == "percentile" else "integer")


@tool(
    group="Attributes and selection",
    kind="table",
    engine="numpy",
    effect=like(
        "layer",
        fields=adds_fields("layer", lambda c: [_rank_field(c.arguments["rank_field"], c.arguments["method"])]),
    ),
    tags=("order by", "top n", "largest", "smallest", "quantile", "quartile", "decile", "position", "best"),
)
def sort_and_rank(
    run: Run,
    layer: Rows,
    order_by: Annotated[str, ExpressionOn("layer")],
    descending: bool = False,
    group_field: Annotated[str | None, FieldOf("layer")] = None,
    rank_field: str = "rank",
    method: RankMethod = "row_number",
    classes: Annotated[int | None, Number(2, 10000)] = None,
    keep_top: Annotated[float | None, Number(0)] = None,
) -> Ranked:
    """Sorts rows, writes their rank, overall or within groups, and keeps only the top ones where asked.

    Args:
        layer: Vector layer or table.
        order_by: Field or expression whose value decides, such as "pop" / "area_km2"; numbers, dates, or text by code
            point.
        descending: Whether the largest value comes first and has rank 1.
        group_field: Field within whose values rows are ranked; left out, all rows are one group.
        rank_field: Name of the new field with the rank.
        method: For the values 10 20 20 30: row_number 1 2 3 4, equal values in the order of their rows; competition
            1 2 2 4; dense 1 2 2 3; percentile 0 33.3 33.3 100, which is 100 * (competition - 1) / (rows - 1); ntile the
            number of one of `classes` classes of as many rows, the first ones one larger where they do not come out
            even.
        classes: Number of classes of ntile; needed there and only there.
        keep_top: Largest rank that is kept, in each group; 10 with percentile keeps the first 10 percent. Left out, all
            rows are kept.
    Returns:
        output: The rows in their order, group after group, with the rank.
        tie_count: Rows that share their value with another row of their group.
    Edges: NULL comes last whatever the direction, has no rank and is dropped by `keep_top`, which is said. Rows left
        out although they tie with the last one kept are counted and said. NULL is a group of its own, last.
    Raises: MISSING_ARGUMENT (classes), BAD_VALUE (classes without ntile, a taken name, values without an order),
        EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, CRS_UNSUITABLE (planar measures), LIMIT_EXCEEDED, UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    """
    import numpy as np

    from ...execution.layers.keys import group_rows
    from ...execution.layers.row_order import order_codes, ranking
    from ...execution.layers.rows import Column, ogr_geometry_name, read_rows, write_rows

    _demand_classes(method, classes)
    run.require.names_free("rank_field", layer.facts.field_names or [], [rank_field], "give another rank_field")
    rows = read_rows(run, layer)
    run.count_before = rows.count
    codes = order_codes(run, layer, order_by, "order_by")
    with run.timed():
        groups = group_rows([rows.column(group_field)] if group_field else [], rows.count).groups.codes
        ranked = ranking(codes, groups, descending=descending)
        ranks = ranked.ranks(method, classes or 1)
        kept = np.ones(rows.count, bool) if keep_top is None else (ranks <= keep_top) & ~ranked.is_null
    _tell(run, ranked, kept)
    result = rows.take(ranked.order[kept])
    column = Column(_rank_field(rank_field, method), ranks[kept], ranked.is_null[kept])
    result.columns.append(column)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return Ranked(output, int(ranked.tied.sum()))


def _demand_classes(method: str, classes: int | None) -> None:
    if method == "ntile" and classes is None:
        raise ToolError("MISSING_ARGUMENT", "ntile needs classes, the number of classes", argument="classes")
    if method != "ntile" and classes is not None:
        raise ToolError("BAD_VALUE", f"classes does not apply: the method is {method}", "leave it out, or take ntile",
                        argument="classes")  # fmt: skip


def _tell(run: Run, ranked: Ranking, kept: np.ndarray) -> None:
    nulls = int(ranked.is_null.sum())
    if nulls:
        end = "were left out" if not kept.all() else "have no rank"
        run.note(f"NULL in order_by, so that they {end}: {counted(nulls, 'row')}.")
    cut = int((ranked.same_value_as(kept) & ~kept).sum())
    if cut:
        run.counts["cut_tie_count"] = cut
        run.note(f"left out although they tie with a row that is kept: {counted(cut, 'row')}; competition keeps them.")
