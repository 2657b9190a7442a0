# SPDX-License-Identifier: GPL-2.0-or-later
"""spatial_join, join_nearest"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, copied_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Vector
from ...declaration.markers import Distance, FieldOf, LeftOut, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet
    from ...execution.relations.spatial_pairs import Pairs
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"
Predicate = Literal[
    "intersects", "contains", "within", "covered_by", "touches", "overlaps", "crosses", "equals", "centroid_within"
]
NEAREST_FIELDS = ("distance", "rank", "nearest_x", "nearest_y")


class SpatiallyJoined(NamedTuple):
    """Result of spatial_join."""

    output: Vector
    matched_count: int
    unmatched_count: int
    multiple_count: int


class NearestJoined(NamedTuple):
    """Result of join_nearest."""

    output: Vector
    unmatched_count: int
    tie_count: int


def _joined_fields(call: Call) -> tuple[Field, ...] | None:
    return copied_fields(call.facts("join_layer"), call.arguments.get("copy_fields"), call.arguments.get("prefix"))


def _nearest_fields(call: Call) -> tuple[Field, ...] | None:
    prefix, copied = call.arguments.get("prefix") or "", _joined_fields(call)
    made = (Field(f"{prefix}{name}", "integer" if name == "rank" else "real") for name in NEAREST_FIELDS)
    return None if copied is None else (*copied, *made)


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely STRtree",
    effect=like("layer", fields=adds_fields("layer", _joined_fields)),
    title="Join attributes by location",
    tags=("spatial join", "point in polygon", "overlay join", "attach zone", "transfer attributes"),
)
def spatial_join(
    run: Run,
    layer: Vector,
    join_layer: Vector,
    predicates: list[Predicate],
    matches: Literal["every", "first", "largest_overlap"],
    copy_fields: Annotated[list[str] | None, FieldOf("join_layer"), LeftOut("all")] = None,
    prefix: str | None = None,
    keep_unmatched: bool = True,
) -> SpatiallyJoined:
    """Copies attributes from the features of another layer that stand in a spatial relation.

    Args:
        layer: Features that get the attributes; their geometry, fields and order are kept.
        join_layer: Features the attributes come from.
        predicates: Relations of a feature of `layer` to one of `join_layer`; a pair matches if any holds. intersects:
            they share a point, be it on an edge. contains: the other lies inside and not only on the edge. within: the
            feature lies inside the other; a polygon may share a part of the edge, a point or line on the edge is not
            within. covered_by: as within, and on the edge too. touches: only edges or ends meet; two points never
            touch. overlaps: two areas, two lines or two sets of points share a part, and each has a rest. crosses: two
            lines cross in a point, or a line runs in and out of a polygon. equals: the same shape, whatever its
            vertices. centroid_within: the centroid of the feature, which may lie outside of it, is within.
        matches: every gives a row for each match, so that rows repeat; first takes the match that comes first in
            `join_layer`, an arbitrary one; largest_overlap the one that shares the largest area, or length for lines;
            ties go to the first, said.
        copy_fields: Fields of `join_layer` to copy.
        prefix: Put before the names of copied fields; needed where a name is taken.
        keep_unmatched: Whether features without a match are kept, with NULL; else they are left out.
    Returns:
        output: Rows of `layer` with the copied fields after their own.
        matched_count: Features with at least one match.
        unmatched_count: Features without a match, those without geometry among them.
        multiple_count: Features with more than one match.
    CRS: Both layers in one CRS; relations are those of straight edges in it.
    Edges: A point on a common edge intersects both polygons and is within neither. With every, values of `layer` stand
        in several rows: sums over the result count them again.
    Raises: CRS_MISSING, CRS_MISMATCH, INVALID_GEOMETRY, BAD_VALUE (a taken name), WRONG_GEOMETRY_TYPE (the overlap of
        points), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS predicates (DE-9IM).
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import read_rows

    if matches == "largest_overlap" and "Point" in (layer.facts.geometry_type, join_layer.facts.geometry_type):
        raise ToolError("WRONG_GEOMETRY_TYPE", "points share neither area nor length; largest_overlap is for lines and "
                        "polygons", "first or every", argument="matches")  # fmt: skip
    run.require.crs_same(layer, join_layer)
    run.require.valid(layer, join_layer)
    added = [field.name for field in copied_fields(join_layer.facts, copy_fields, prefix) or ()]
    run.require.names_free("prefix", layer.facts.field_names or [], added, "give a prefix for the copied fields")
    rows, others = read_rows(run, layer), read_rows(run, join_layer)
    run.count_before = rows.count
    with run.timed():
        shapes = (shapes_of(rows), shapes_of(others))
        pairs = _matching(run, *shapes, predicates)
        sizes = np.bincount(pairs.first, minlength=rows.count)
        multiple = int((sizes > 1).sum())
        if matches == "first":
            pairs = _firsts(pairs)
        elif matches == "largest_overlap":
            pairs = _largest(run, *shapes, pairs)
        result = _with_copies(rows, others, pairs, copy_fields, prefix or "", keep_unmatched)
    matched = int((sizes > 0).sum())
    _tell(run, layer, multiple, matches, rows.count, matched)
    return SpatiallyJoined(_written(run, layer, result), matched, rows.count - matched, multiple)


def _matching(run: Run, shapes: np.ndarray, others: np.ndarray, predicates: Sequence[str]) -> Pairs:
    import numpy as np
    import shapely

    from ...execution.relations.spatial_pairs import Pairs, related_pairs

    plain = [predicate for predicate in predicates if predicate != "centroid_within"]
    found = [related_pairs(run, shapes, others, plain)] if plain else []
    if len(plain) < len(predicates):
        found.append(related_pairs(run, shapely.centroid(shapes), others, ["within"]))
    both = np.unique(np.concatenate([np.stack(pairs, axis=1) for pairs in found]), axis=0)
    return Pairs(both[:, 0], both[:, 1])


def _firsts(pairs: Pairs) -> Pairs:
    import numpy as np

    from ...execution.relations.spatial_pairs import Pairs

    _, index = np.unique(pairs.first, return_index=True)
    return Pairs(pairs.first[index], pairs.second[index])


def _largest(run: Run, shapes: np.ndarray, others: np.ndarray, pairs: Pairs) -> Pairs:
    """Keeps of each feature the pair that shares most, the first of equal ones."""
    import numpy as np
    import shapely

    from ...execution.relations.spatial_pairs import Pairs

    shared = shapely.intersection(shapes[pairs.first], others[pairs.second])
    kind = min(shapely.get_dimensions(side).max(initial=-1) for side in (shapes, others))
    amount = np.nan_to_num(shapely.area(shared) if kind == 2 else shapely.length(shared))
    order = np.lexsort((pairs.second, -amount, pairs.first))
    rows, index = np.unique(pairs.first[order], return_index=True)
    best = order[index]
    most = np.zeros(len(shapes))
    most[rows] = amount[best]
    level = np.bincount(pairs.first, np.isclose(amount, most[pairs.first], rtol=1e-9, atol=0), minlength=1)
    tied = int((level > 1).sum())
    if tied:
        run.note(f"with several equally large overlaps, of which the first was taken: {counted(tied, 'feature')}.")
    return Pairs(pairs.first[best], pairs.second[best])


def _with_copies(
    rows: RowSet,
    others: RowSet,
    pairs: Pairs,
    copy_fields: Sequence[str] | None,
    prefix: str,
    keep_unmatched: bool,
    made: Sequence[Column] = (),
) -> RowSet:
    """Repeats rows for their matches and copies fields; `made` are columns with a value for each pair."""
    import numpy as np

    row, pair = pairs.first, np.arange(len(pairs.first))
    if keep_unmatched:
        alone = np.setdiff1d(np.arange(rows.count), row)
        row, pair = np.concatenate([row, alone]), np.concatenate([pair, np.full(len(alone), -1)])
        order = np.argsort(row, kind="stable")
        row, pair = row[order], pair[order]
    other = np.where(pair >= 0, np.append(pairs.second, -1)[pair], -1)
    result = rows.take(row)
    result.columns.extend(others.copied(other, copy_fields, prefix))
    result.columns.extend(column.take(pair).renamed(f"{prefix}{column.field.name}") for column in made)
    return result


def _tell(run: Run, layer: Vector, multiple: int, matches: str, count: int, matched: int) -> None:
    if multiple and matches == "every":
        run.note(f'in several rows, one for each match: {counted(multiple, "feature")} of "{layer.name}"; sums over '
                 "the result count them again.")  # fmt: skip
    if multiple and matches == "first":
        run.note(f'with several matches, of which the first was taken: {counted(multiple, "feature")} of '
                 f'"{layer.name}".')  # fmt: skip
    if count and not matched:
        run.note(f'NOTHING MATCHED: no feature of "{layer.name}" has a match.')


def _written(run: Run, layer: Vector, result: RowSet) -> Any:
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    return write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))


@tool(
    group=GROUP,
    kind="vector",
    engine="shapely STRtree",
    effect=like("layer", fields=adds_fields("layer", _nearest_fields)),
    title="Join attributes by nearest",
    tags=("near", "nearest neighbour", "closest", "distance to hub", "k nearest", "proximity"),
)
def join_nearest(
    run: Run,
    layer: Vector,
    join_layer: Vector,
    unit: LengthUnit,
    neighbors: Annotated[int, Number(1, 10_000)] = 1,
    max_distance: Annotated[float | None, Distance("unit")] = None,
    ties: Literal["all", "first"] = "all",
    copy_fields: Annotated[list[str] | None, FieldOf("join_layer"), LeftOut("all")] = None,
    prefix: str | None = None,
    keep_unmatched: bool = True,
) -> NearestJoined:
    """Copies attributes from the nearest features of another layer, with the distance to them.

    Distances are straight lines from edge to edge.

    Args:
        layer: Features that get the attributes; their geometry, fields and order are kept.
        join_layer: Features the attributes come from. The same layer twice leaves each feature itself out.
        unit: Unit of `distance` in the result and of `max_distance`.
        neighbors: How many of the nearest features.
        max_distance: Largest distance in `unit`; a feature exactly at it counts.
        ties: Where several features are equally near as the last one: all gives a row for each, so that rows repeat;
            first takes those that come first in `join_layer`.
        copy_fields: Fields of `join_layer` to copy.
        prefix: Put before the names of all new fields; needed where a name is taken.
        keep_unmatched: Whether features without a neighbour are kept, with NULL; else they are left out.
    Returns:
        output: Rows of `layer` with the copied fields, `distance` in `unit`, `rank` from 1 (equally near ones share
            it), and `nearest_x` and `nearest_y`, the nearest place on the neighbour in units of the CRS.
        unmatched_count: Features without a neighbour, those without geometry among them.
        tie_count: Features for which several are equally near as the last one.
    CRS: Both layers in one CRS, planar: degrees and a scale error above 1 % are refused.
    Edges: Features that touch or contain each other have distance 0; the nearest place is then one they share.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (a negative distance, a taken name),
        LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: GEOS distance and nearest points; STR tree.
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import read_rows
    from ...execution.relations.nearest import nearest

    if max_distance is not None and max_distance < 0:
        raise ToolError("BAD_VALUE", f"max_distance takes a number from 0, not {max_distance:g}",
                        argument="max_distance")  # fmt: skip
    run.require.crs_same(layer, join_layer)
    run.require.measurable(layer)
    run.require.valid(layer, join_layer)
    copied = [field.name for field in copied_fields(join_layer.facts, copy_fields, prefix) or ()]
    added = [*copied, *(f"{prefix or ''}{name}" for name in NEAREST_FIELDS)]
    run.require.names_free("prefix", layer.facts.field_names or [], added, "give a prefix for the new fields")
    rows, others = read_rows(run, layer), read_rows(run, join_layer)
    run.count_before = rows.count
    scale = METRES[unit] / metres_per_unit(layer.facts.crs or "")
    with run.timed():
        shapes = (shapes_of(rows), shapes_of(others))
        limit = None if max_distance is None else max_distance * scale
        found = nearest(run, *shapes, neighbors, limit, same=layer.is_same_as(join_layer))
        sizes = np.bincount(found.pairs.first, minlength=rows.count)
        tied = int((sizes > neighbors).sum())
        kept = np.ones(len(found.rank), bool)
        if ties == "first":
            kept = np.arange(len(kept)) - np.searchsorted(found.pairs.first, found.pairs.first) < neighbors
        pairs = type(found.pairs)(found.pairs.first[kept], found.pairs.second[kept])
        made = _measures(*shapes, pairs, found.distance[kept] / scale, found.rank[kept])
        result = _with_copies(rows, others, pairs, copy_fields, prefix or "", keep_unmatched, made)
    if tied:
        how = "repeated for each" if ties == "all" else "given the first"
        run.note(f'equally near to several and {how}: {counted(tied, "feature")} of "{layer.name}".')
    return NearestJoined(_written(run, layer, result), int((sizes == 0).sum()), tied)


def _measures(
    shapes: np.ndarray, others: np.ndarray, pairs: Pairs, distance: np.ndarray, rank: np.ndarray
) -> list[Column]:
    import numpy as np
    import shapely

    from ...execution.layers.rows import Column

    between = shapely.shortest_line(shapes[pairs.first], others[pairs.second])
    places = shapely.get_coordinates(shapely.get_point(between, -1)).reshape(-1, 2)
    given = np.zeros(len(rank), bool)
    values = dict(zip(NEAREST_FIELDS, (distance, rank, places[:, 0], places[:, 1]), strict=True))
    return [Column(Field(name, "integer" if name == "rank" else "real"), each, given) for name, each in values.items()]
