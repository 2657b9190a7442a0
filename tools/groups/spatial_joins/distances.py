# SPDX-License-Identifier: GPL-2.0-or-later
"""distance_matrix"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import table, unknown_table
from ...declaration.errors import ToolError, did_you_mean
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Table
from ...declaration.markers import FieldOf, LeftOut, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet
    from ...execution.relations.nearest import Nearest
    from ...execution.run import Run

GROUP = "Spatial joins and geocoding"
Method = Literal["planar", "ellipsoidal"]
SUMMARY = ("min", "mean", "median", "max", "stdev_pop", "stdev_sample")
SMALLER = "nearest or within_group in place of all pairs, or fewer points"


class Distances(NamedTuple):
    """Result of distance_matrix."""

    output: Table


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    given = call.arguments
    ids = [call.facts(f"{side}_layer").field(given[f"{side}_id"]) for side in ("from", "to")]
    if given["layout"] == "wide" or None in ids:
        return {"output": unknown_table()}
    kinds = [field.type for field in ids if field is not None]
    if given["layout"] == "summary":
        measures = [Field(f"distance_{word}", "real") for word in SUMMARY]
        return {"output": table(Field("from_id", kinds[0]), Field("count", "integer"), *measures)}
    rank = [Field("rank", "integer")] if given.get("nearest") else []
    return {"output": table(Field("from_id", kinds[0]), Field("to_id", kinds[1]), Field("distance", "real"), *rank)}


@tool(
    group=GROUP,
    kind="table",
    engine="shapely; pyproj.Geod",
    effect=_effect,
    tags=("generate near table", "pairwise distances", "point distance", "origin destination", "k nearest", "spread"),
)
def distance_matrix(
    run: Run,
    from_layer: Points,
    from_id: Annotated[str, FieldOf("from_layer")],
    to_layer: Points,
    to_id: Annotated[str, FieldOf("to_layer")],
    unit: LengthUnit,
    method: Method,
    nearest: Annotated[int | None, Number(1, 10_000), LeftOut("all")] = None,
    within_group: Annotated[str | None, FieldOf("from_layer")] = None,
    layout: Literal["long", "wide", "summary"] = "long",
) -> Distances:
    """Makes a table of straight-line distances between points: all pairs, the k nearest, or those of an equal group.

    Args:
        from_layer: Points that are measured from.
        from_id: Field that names each of them; its values must be unique.
        to_layer: Points that are measured to. The same layer twice leaves each point's distance to itself out.
        to_id: Field that names each of those; its values must be unique.
        unit: Unit of the distances.
        method: planar measures in the CRS of the layers; ellipsoidal along geodesics on the ellipsoid of the CRS.
        nearest: How many of the nearest points, within the group where one is given; all that are as near as the last
            one count too, which is said.
        within_group: Field of both layers; only pairs with an equal value are measured. NULL is equal to nothing.
        layout: long has a row for each pair; wide a row for each point of `from_layer` and a column
            `distance_<to_id>` for each of `to_layer`; summary a row for each point of `from_layer` with statistics of
            its distances.
    Returns:
        output: For long `from_id`, `to_id`, `distance` and, with nearest, `rank` from 1 (equally near ones share it);
            for wide `from_id` and the distances, NULL where a pair is not measured; for summary `from_id`, `count`,
            `distance_min`, `distance_mean`, `distance_median`, `distance_max`, `distance_stdev_pop` and
            `distance_stdev_sample`.
    CRS: Both layers in one CRS. planar refuses degrees and a scale error above 1 %.
    Edges: A point without geometry has no distance: left out of long, NULL in wide, count 0 in summary, said. Heights
        are not measured. Each pair of one layer stands twice, once from either end.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, KEY_MISMATCH (ids that repeat or are NULL, groups of two types),
        WRONG_GEOMETRY_TYPE (several points in one feature), INVALID_GEOMETRY (coordinates that are no numbers),
        BAD_VALUE (two columns of one name), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Plane geometry; geodesics by Karney 2013, as in PROJ; nearest by STR tree.
    """
    import shapely

    from ...execution.geometry.shapes import shapes_of, single_points
    from ...execution.layers.keys import demand_unique
    from ...execution.layers.rows import read_rows, write_rows

    run.require.crs_same(from_layer, to_layer)
    if method == "planar":
        run.require.measurable(from_layer)
        run.require.measurable(to_layer)
    group = [within_group] if within_group else []
    _demand_group(within_group, from_layer, to_layer)
    rows, others = read_rows(run, from_layer, [from_id, *group]), read_rows(run, to_layer, [to_id, *group])
    run.count_before = rows.count
    demand_unique(rows.column(from_id), from_layer.name, "from_id")
    demand_unique(others.column(to_id), to_layer.name, "to_id")
    with run.timed():
        sides = (
            shapely.force_2d(single_points(from_layer, shapes_of(rows))),
            shapely.force_2d(single_points(to_layer, shapes_of(others))),
        )
        same = from_layer.is_same_as(to_layer)
        if method == "planar" and nearest and not within_group:
            found = _nearest_in_plane(run, sides, nearest, same)
        else:
            codes = _group_codes(rows, others, within_group)
            found = _measured(run, sides, codes, from_layer.facts.crs if method == "ellipsoidal" else None, same)
            found = _ranked(found, nearest)
        in_metres = 1.0 if method == "ellipsoidal" else metres_per_unit(from_layer.facts.crs or "")
        found = found._replace(distance=found.distance * in_metres / METRES[unit])
        ids = (rows.column(from_id).renamed("from_id"), others.column(to_id).renamed("to_id"))
        result = {"long": _long, "wide": _wide, "summary": _summary}[layout](run, ids, found, nearest is not None)
    _tell(run, (from_layer, to_layer), sides, found, nearest)
    return Distances(write_rows(run, result))


def _demand_group(name: str | None, from_layer: Points, to_layer: Points) -> None:
    if name is None:
        return
    here, there = from_layer.facts.field(name), to_layer.facts.field(name)
    if there is None:
        raise ToolError("UNKNOWN_FIELD", f'within_group: "{to_layer.name}" has no field "{name}"',
                        did_you_mean(name, to_layer.facts.field_names or [], "fields", "describe_layer"),
                        argument="within_group")  # fmt: skip
    if here is not None and here.type != there.type:
        raise ToolError("KEY_MISMATCH", f'within_group: "{name}" is {here.type} in "{from_layer.name}", '
                        f'{there.type} in "{to_layer.name}"; nothing was measured',
                        "refactor_fields gives both one type", argument="within_group")  # fmt: skip


def _group_codes(rows: RowSet, others: RowSet, within_group: str | None) -> tuple[np.ndarray, np.ndarray]:
    import numpy as np

    from ...execution.layers.keys import common_codes

    if within_group is None:
        return np.zeros(rows.count, np.int64), np.zeros(others.count, np.int64)
    return common_codes([(rows.column(within_group), others.column(within_group))])


def _nearest_in_plane(run: Run, sides: tuple[np.ndarray, np.ndarray], neighbours: int, same: bool) -> Nearest:
    from ...execution.relations.nearest import nearest

    return nearest(run, *sides, neighbours, None, same=same)


def _measured(
    run: Run, sides: tuple[np.ndarray, np.ndarray], codes: tuple[np.ndarray, np.ndarray], crs: str | None, same: bool
) -> Nearest:
    """Measures all pairs of equal codes: in the plane, or with a CRS on its ellipsoid in metres; none has a rank."""
    import numpy as np
    import shapely

    from ...execution.layers.key_matching import equal_pairs
    from ...execution.reference_systems.ellipsoid import ellipsoid_of
    from ...execution.relations.nearest import Nearest
    from ...execution.relations.spatial_pairs import Pairs

    left, right = (np.where(shapely.is_missing(side), -1, code) for side, code in zip(sides, codes, strict=True))
    row, other = equal_pairs(run, left, right, "the matrix", SMALLER)
    if same:
        row, other = row[row != other], other[row != other]
    x_y = [np.column_stack([shapely.get_x(side), shapely.get_y(side)]) for side in sides]
    if crs is None:
        distance = np.hypot(*(x_y[0][row] - x_y[1][other]).T)
    else:
        ellipsoid = ellipsoid_of(crs)
        start, end = (np.full(side.shape, np.nan) for side in x_y)
        for given, degrees in zip(x_y, (start, end), strict=True):
            known = ~np.isnan(given[:, 0])
            degrees[known] = ellipsoid.to_degrees(given[known])
        distance = ellipsoid.distances(start[row], end[other])
    return Nearest(Pairs(row, other), distance, np.zeros(len(row), np.int64))


def _ranked(found: Nearest, neighbours: int | None) -> Nearest:
    from ...execution.relations.nearest import ranked_by_nearness

    return found if neighbours is None else ranked_by_nearness([(*found.pairs, found.distance)], neighbours)


def _long(run: Run, ids: tuple[Column, Column], found: Nearest, has_rank: bool) -> RowSet:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet

    run.require.size("rows", len(found.distance), "the table", SMALLER)
    given = np.zeros(len(found.distance), bool)
    columns = [
        ids[0].take(found.pairs.first),
        ids[1].take(found.pairs.second),
        Column(Field("distance", "real"), found.distance, given),
    ]
    if has_rank:
        columns.append(Column(Field("rank", "integer"), found.rank, given))
    return RowSet(columns, None, len(given))


def _wide(run: Run, ids: tuple[Column, Column], found: Nearest, has_rank: bool) -> RowSet:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet
    from ...execution.layers.typed_values import retyped_column

    count, width = len(ids[0].values), len(ids[1].values)
    run.require.size("columns", width + 1, "the table", "layout long, or fewer points in to_layer", "layout")
    names = [f"distance_{text}" for text in retyped_column(ids[1], "text").column.values]
    run.require.names_free("to_id", ["from_id"], names, "layout long, or ids that differ in more than case")
    cells = np.full((width, count), np.nan)
    cells[found.pairs.second, found.pairs.first] = found.distance
    columns = columns_of([Field(name, "real") for name in names], cells)
    return RowSet([ids[0], *columns], None, count)


def _summary(run: Run, ids: tuple[Column, Column], found: Nearest, has_rank: bool) -> RowSet:
    import numpy as np

    from ...execution.layers.rows import Column, RowSet
    from ...execution.layers.statistics import Groups, summarize

    count = len(ids[0].values)
    distance = Column(Field("distance", "real"), found.distance, np.zeros(len(found.distance), bool))
    made = summarize([distance], {"distance": ["count", *SUMMARY]}, Groups(found.pairs.first, count))
    return RowSet([ids[0], made[0].renamed("count"), *made[1:]], None, count)


def _tell(
    run: Run, layers: tuple[Points, Points], sides: tuple[np.ndarray, np.ndarray], found: Nearest, nearest: int | None
) -> None:
    import numpy as np
    import shapely

    for layer, side in dict(zip((layer.name for layer in layers), sides, strict=True)).items():
        missing = int(shapely.is_missing(side).sum())
        if missing:
            run.note(f'without geometry and so without a distance: {counted(missing, "point")} of "{layer}".')
    if nearest is not None:
        tied = int((np.bincount(found.pairs.first, minlength=1) > nearest).sum())
        if tied:
            run.note(f'with more than {nearest:,} because several are equally near: {counted(tied, "point")} of '
                     f'"{layers[0].name}".')  # fmt: skip
    if not len(found.distance):
        run.note("EMPTY: no pair was measured.")
