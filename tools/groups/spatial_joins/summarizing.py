# SPDX-License-Identifier: GPL-2.0-or-later
"""spatial_join_summary, summarize_within_distance"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like, statistic_fields
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Vector
from ...declaration.markers import Distance, FieldOf, MappingOf, StatisticWord
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.layers.rows import Column
    from ...execution.relations.spatial_pairs import Pairs
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"
Predicate = Literal["intersects", "contains", "within", "touches", "overlaps", "crosses", "equals"]


class SpatiallySummarized(NamedTuple):
    """Result of spatial_join_summary."""

    output: Vector
    matched_count: int
    unmatched_count: int


class WithinDistance(NamedTuple):
    """Result of summarize_within_distance."""

    output: Vector
    matched_count: int


def _new_fields(source: LayerFacts, statistics: dict[str, list[str]] | None, prefix: str | None) -> list[Field]:
    return [Field(f"{prefix or ''}count", "integer"), *statistic_fields(source, statistics or {}, prefix or "")]


def _added(argument: str) -> Callable[[Call], list[Field] | None]:
    def added(call: Call) -> list[Field] | None:
        source, statistics = call.facts(argument), call.arguments.get("statistics")
        if source.fields is None and statistics:
            return None
        return _new_fields(source, statistics, call.arguments.get("prefix"))

    return added


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely STRtree",
    effect=like("layer", fields=adds_fields("layer", _added("join_layer")), keeps_rows=True),
    title="Join attributes by location (summary)",
    tags=("spatial join", "count points in polygons", "aggregate by location", "summarize within"),
)
def spatial_join_summary(
    run: Run,
    layer: Vector,
    join_layer: Vector,
    predicates: list[Predicate],
    statistics: Annotated[dict[str, list[str]] | None, MappingOf(FieldOf("join_layer"), StatisticWord())] = None,
    unmatched: Literal["zero", "leave_null"] = "zero",
    prefix: str | None = None,
) -> SpatiallySummarized:
    """Adds to each feature how many features of another layer stand in a relation to it, and statistics of them.

    A feature of `join_layer` that meets several features of `layer` counts in each, which is said. Values are those of
    whole features, also where only a part of one overlaps.

    Args:
        layer: Features that get the statistics; their geometry, fields and order are kept.
        join_layer: Features that are counted and summarized.
        predicates: Relations of a feature of `layer` to one of `join_layer`; a pair counts once if any holds.
            intersects: they share a point, be it on an edge or corner. contains: the other lies inside and not only on
            the edge; a polygon inside may share a part of the edge, a point on the edge is not inside. within: the same
            seen from the other. touches: only edges or ends meet, such as a point on the edge of a polygon; two points
            never touch. overlaps: two areas, two lines or two sets of points share a part, and each has a rest.
            crosses: two lines cross in a point, or a line runs in and out of a polygon. equals: the same shape,
            whatever its vertices.
        statistics: Field of `join_layer` to statistics words, as in summarize_by_group; left out, only `count` is
            added.
        unmatched: What `count` and the statistics count, unique and sum are where nothing matches: zero or NULL
            (leave_null). All other statistics are NULL there.
        prefix: Put before `count` and `<field>_<statistic>`; needed where a name is taken.
    Returns:
        output: The rows of `layer` with `count` and `<field>_<statistic>` after their own fields.
        matched_count: Features of `layer` with at least one match.
        unmatched_count: Features of `layer` without a match, those without geometry among them.
    CRS: Both layers in one CRS; relations are those of straight edges in it.
    Edges: A point on a common edge intersects both polygons and is contained in neither. NULL values are left out;
        where all matches are NULL, a sum is NULL. concatenate, first and last follow the order of `join_layer`.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (a taken name), WRONG_TYPE, LIMIT_EXCEEDED (integer
        sums beyond 64 bits), UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS predicates (DE-9IM).
    """
    import shapely

    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.statistics import note_rates
    from ...execution.relations.spatial_pairs import related_pairs

    asked = statistics or {}
    run.require.crs_same(layer, join_layer)
    run.require.valid(layer, join_layer)
    names = [field.name for field in _new_fields(join_layer.facts, asked, prefix)]
    run.require.names_free("prefix", layer.facts.field_names or [], names, "give a prefix for the new columns")
    note_rates(run, asked)
    rows = read_rows(run, layer)
    others = read_rows(run, join_layer, list(asked))
    run.count_before = rows.count
    with run.timed():
        shapes = [shapely.from_wkb(each.geometries, on_invalid="ignore") for each in (rows, others)]
        pairs = related_pairs(run, shapes[0], shapes[1], predicates)
        added = _summaries(pairs, others.columns, asked, rows.count, unmatched == "leave_null", prefix or "")
    matched = _tell(run, layer, join_layer, pairs, rows.count, others.count)
    output = write_rows(
        run,
        RowSet([*rows.columns, *added], rows.geometries, rows.count),
        crs=layer.facts.crs,
        geometry_type=ogr_geometry_name(layer.facts),
    )
    return SpatiallySummarized(output, matched, rows.count - matched)


def _summaries(
    pairs: Pairs, columns: list[Column], statistics: dict[str, list[str]], count: int, leave_null: bool, prefix: str
) -> list[Column]:
    from ...execution.layers.rows import Column
    from ...execution.layers.statistics import Groups, summarize

    groups = Groups(pairs.first, count)
    sizes = groups.sizes()
    is_alone = sizes == 0
    counts = Column(Field(f"{prefix}count", "integer"), sizes, is_alone & leave_null)
    results = summarize([column.take(pairs.second) for column in columns], statistics, groups, prefix)
    words = [word for asked in statistics.values() for word in asked]
    for word, result in zip(words, results, strict=True):
        if word in ("count", "unique", "sum"):
            result.is_null[is_alone] = leave_null
    return [counts, *results]


def _tell(run: Run, layer: Vector, join_layer: Vector, pairs: Pairs, count: int, other_count: int) -> int:
    import numpy as np

    times = np.bincount(pairs.second, minlength=other_count)
    nowhere, several = int((times == 0).sum()), int((times > 1).sum())
    matched = len(np.unique(pairs.first))
    run.report["features_of_join_layer"] = {"counted_nowhere": nowhere, "counted_several_times": several}
    if several:
        run.note(f'counted in more than one feature of "{layer.name}": {counted(several, "feature")} of '
                 f'"{join_layer.name}"; totals over all rows count them again.')  # fmt: skip
    if count and other_count and not matched:
        run.note(f'NOTHING MATCHED: no feature of "{join_layer.name}" stands in the relation asked to any of '
                 f'"{layer.name}".')  # fmt: skip
    return matched


@tool(
    group=GROUP,
    kind="composite",
    engine="shapely STRtree",
    effect=like("layer", fields=adds_fields("layer", _added("other_layer")), keeps_rows=True),
    tags=("buffer and count", "nearby", "within radius", "proximity", "count near", "neighbourhood statistics"),
)
def summarize_within_distance(
    run: Run,
    layer: Vector,
    other_layer: Vector,
    distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    statistics: Annotated[dict[str, list[str]] | None, MappingOf(FieldOf("other_layer"), StatisticWord())] = None,
    unmatched: Literal["zero", "leave_null"] = "zero",
    prefix: str | None = None,
) -> WithinDistance:
    """Adds to each feature how many features of another layer lie within a distance, and statistics of them.

    Distances are straight lines from edge to edge, and exact: no buffer is drawn. A feature of `other_layer` may count
    for several features, which is said.

    Args:
        layer: Features that get the statistics; their geometry, fields and order are kept.
        other_layer: Features that are counted. The same layer twice leaves each feature itself out.
        distance: Largest distance, in `unit`; a feature exactly at it counts.
        unit: Unit of `distance`.
        statistics: Field of `other_layer` to statistics words, as in summarize_by_group; left out, only `count` is
            added.
        unmatched: What `count` and the statistics count, unique and sum are where nothing is near: zero or NULL
            (leave_null). All other statistics are NULL there.
        prefix: Put before `count` and `<field>_<statistic>`; needed where a name is taken.
    Returns:
        output: The rows of `layer` with `count` and `<field>_<statistic>` after their own fields.
        matched_count: Features of `layer` with at least one feature near.
    CRS: Both layers in one CRS, planar: degrees and a scale error above 1 % are refused.
    Edges: Features that touch or contain each other have distance 0. Rows without geometry have nothing near.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (a negative distance, a taken name),
        WRONG_TYPE, LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS distance.
    """
    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import RowSet, ogr_geometry_name, read_rows, write_rows
    from ...execution.layers.statistics import note_rates
    from ...execution.relations.spatial_pairs import Pairs, near_pairs

    asked = statistics or {}
    if distance < 0:
        raise ToolError("BAD_VALUE", f"distance takes a number from 0, not {distance:g}", argument="distance")
    run.require.crs_same(layer, other_layer)
    run.require.measurable(layer)
    run.require.valid(layer, other_layer)
    names = [field.name for field in _new_fields(other_layer.facts, asked, prefix)]
    run.require.names_free("prefix", layer.facts.field_names or [], names, "give a prefix for the new columns")
    note_rates(run, asked)
    rows, others = read_rows(run, layer), read_rows(run, other_layer, list(asked))
    run.count_before = rows.count
    with run.timed():
        limit = distance * METRES[unit] / metres_per_unit(layer.facts.crs or "")
        pairs = near_pairs(run, shapes_of(rows), shapes_of(others), limit)
        if layer.is_same_as(other_layer):
            apart = pairs.first != pairs.second
            pairs = Pairs(pairs.first[apart], pairs.second[apart])
        added = _summaries(pairs, others.columns, asked, rows.count, unmatched == "leave_null", prefix or "")
    matched = _tell(run, layer, other_layer, pairs, rows.count, others.count)
    result = RowSet([*rows.columns, *added], rows.geometries, rows.count)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
    return WithinDistance(output, matched)
