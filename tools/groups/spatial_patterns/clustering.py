# SPDX-License-Identifier: GPL-2.0-or-later
"""dbscan_clustering, kmeans_clustering"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import adds_fields, like, table
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Table, Vector
from ...declaration.markers import NEW_FIELD, Distance, FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP, Seed

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.run import Run

NAMED = "another name is needed"


class DenseClusters(NamedTuple):
    """Result of dbscan_clustering."""

    output: Points
    cluster_count: int
    noise_count: int


class Partitioned(NamedTuple):
    """Result of kmeans_clustering."""

    output: Vector
    cluster_sizes: Table | None


def _id_field(call: Call) -> list[Field]:
    return [Field(call.arguments["id_field"], "integer")]


@tool(
    group=GROUP,
    kind="vector",
    engine="scipy",
    effect=like("points", fields=adds_fields("points", _id_field), keeps_rows=True),
    title="DBSCAN clustering",
    tags=("density-based clustering", "cluster points", "group nearby points", "noise", "spatial clusters"),
)
def dbscan_clustering(
    run: Run,
    points: Points,
    max_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    min_points: Annotated[int, Number(1, 1_000_000)] = 5,
    id_field: Annotated[str, NEW_FIELD] = "cluster_id",
    noise_as_null: bool = True,
) -> DenseClusters:
    """Groups points that lie densely together and leaves the rest as noise.

    A point with `min_points` within `max_distance`, itself among them, is dense. Dense points within that distance of
    each other are of one cluster, and so is a point that is not dense but near a dense one.

    Args:
        points: Points; all rows are kept in their order.
        max_distance: How near points of a cluster are to each other, in `unit`; itself included.
        unit: Unit of `max_distance`.
        min_points: How many points make a place dense, the point itself counted. 1 leaves no noise.
        id_field: Name of the new field with the number of the cluster.
        noise_as_null: Whether noise has NULL there; else -1.
    Returns:
        output: The points with the number of their cluster, from 1 in the order of its first dense point; numbers have
            no other order.
        cluster_count: Number of clusters.
        noise_count: Points that are in none; those without geometry are not counted.
    CRS: planar; degrees and a scale error above 1 % are refused.
    Edges: A point near two clusters that is not dense goes to the one with the lower number. Points without geometry
        have NULL. Two dense points near each other take about 50 bytes while the call runs.
    Raises: CRS_MISSING, CRS_UNSUITABLE, WRONG_GEOMETRY_TYPE (several points in one feature), BAD_VALUE (a distance of
        0, a taken name), LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Ester, Kriegel, Sander and Xu 1996.
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import read_rows
    from ...execution.patterns.point_clusters import density_clusters
    from ...execution.patterns.point_patterns import single_places

    if max_distance <= 0:
        raise ToolError("BAD_VALUE", f"max_distance takes a distance above 0, not {max_distance:g}",
                        argument="max_distance")  # fmt: skip
    run.require.measurable(points)
    run.require.names_free("id_field", points.facts.field_names or [], [id_field], NAMED)
    rows = read_rows(run, points)
    run.count_before = rows.count
    with run.timed():
        places = single_places(points, shapes_of(rows))
        reach = max_distance * METRES[unit] / metres_per_unit(points.facts.crs or "")
        found = density_clusters(run, places.x_y, reach, min_points)
    noise = int((found < 0).sum())
    numbers = np.full(rows.count, 0)
    numbers[places.rows] = np.where(found < 0, -1, found + 1)
    missing = rows.count - len(places.rows)
    _tell_missing(run, points, missing)
    if len(found) and noise == len(found):
        run.note("EMPTY: all points are noise; a larger max_distance or fewer min_points make clusters.")
    is_null = numbers == 0 if not noise_as_null else numbers <= 0
    output = _with_numbers(run, points, rows, id_field, numbers, is_null)
    return DenseClusters(output, int(found.max(initial=-1)) + 1, noise)


def _partition_effect(call: Call) -> Mapping[str, LayerFacts]:
    made, given = like("layer", fields=adds_fields("layer", _id_field), keeps_rows=True)(call), call.arguments
    return {**made, "cluster_sizes": table(*_size_fields(given["id_field"], _center_names(given["fields"])))}


def _center_names(fields: list[str] | None) -> list[str]:
    return [f"{name}_mean" for name in fields] if fields else ["x", "y"]


def _size_fields(id_field: str, names: list[str]) -> list[Field]:
    return [Field(id_field, "integer"), Field("count", "integer"), *(Field(name, "real") for name in names)]


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy",
    effect=_partition_effect,
    title="K-means clustering",
    tags=("k-means", "partition", "grouping analysis", "classify by attributes", "typology", "regions by place"),
)
def kmeans_clustering(
    run: Run,
    layer: Vector,
    clusters: Annotated[int, Number(2, 1000)],
    fields: Annotated[list[str] | None, FieldOf("layer", ("integer", "real"))] = None,
    standardize: bool = True,
    seed: Seed = 1,
    id_field: Annotated[str, NEW_FIELD] = "cluster_id",
) -> Partitioned:
    """Divides features into a number of groups by place, or by the values of fields.

    Groups are such that the squared distances of their members to the mean of the group are small in sum. Every feature
    gets one, outliers too. Another seed or another scaling of the fields may give other groups.

    Args:
        layer: Features of any kind; all rows are kept in their order.
        clusters: How many groups.
        fields: Numbers that say how alike features are; place then plays no part. Left out, features are grouped by
            place, that of their centroids.
        standardize: Whether each field is divided by its standard deviation, so that all count alike; false takes the
            numbers as they are, where the largest prevail. Without effect on places.
        seed: Seed of the ten random starts, of which the best after twenty rounds is gone on with.
        id_field: Name of the new field with the number of the group.
    Returns:
        output: The features with the number of their group, from 1 in the order of its first feature; numbers have no
            other order.
        cluster_sizes: A row for each group: its number, `count`, and the mean: `x` and `y` of the centroids in units of
            the CRS, or `<field>_mean`.
    CRS: By place planar; degrees and a scale error above 1 % are refused. By fields any.
    Edges: Rows with NULL in a field, or by place without geometry, are left out of the groups: they have NULL there and
        are counted. A feature equally near two means goes to the first.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (more groups than different features, infinite
        values, a taken name), UNKNOWN_FIELD, WRONG_TYPE, UNKNOWN_LAYER.
    Source: Lloyd 1982, with the starts of Arthur and Vassilvitskii 2007 (k-means++). Random numbers: MT19937.
    """
    import numpy as np

    from ...execution.patterns.k_means import different_rows, k_means, standardized

    run.require.names_free("id_field", layer.facts.field_names or [], [id_field], NAMED)
    run.require.names_free("id_field", [id_field, "count"], _center_names(fields), NAMED)
    rows, values, kept = _values(run, layer, fields)
    _tell_constant(run, values, fields or [])
    scaled = standardized(values, by_column=bool(fields) and standardize).values
    different = different_rows(scaled)
    if different < clusters:
        raise ToolError("BAD_VALUE", f'clusters takes at most {different:,}, not {clusters:,}: "{layer.name}" has no '
                        "more features that can be told apart", argument="clusters")  # fmt: skip
    with run.timed():
        found = k_means(scaled, clusters, seed, progress=run.progress)
        if not found.is_settled:
            run.note("NOT SETTLED: after 300 rounds features still changed their groups; the result is near the end.")
        rank = np.argsort(np.argsort(np.unique(found.labels, return_index=True)[1]))
        labels = rank[found.labels]
    numbers = np.zeros(rows.count, np.int64)
    numbers[kept] = labels + 1
    sizes = None
    if run.wants("cluster_sizes"):
        if fields:
            values = np.stack([rows.column(name).values[kept].astype(float) for name in fields], axis=1)
        sizes = _written_sizes(run, id_field, _center_names(fields), values, labels)
    return Partitioned(_with_numbers(run, layer, rows, id_field, numbers, numbers == 0), sizes)


def _values(run: Run, layer: Vector, fields: list[str] | None) -> tuple[RowSet, np.ndarray, np.ndarray]:
    """Reads all rows, and of those that have them the numbers that are compared, with their rows."""
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import read_rows
    from ...execution.patterns.moved_numbers import moved_numbers

    if not fields:
        run.require.measurable(layer)
        if layer.facts.geometry_type in ("Polygon", None):
            run.require.valid(layer)
    rows = read_rows(run, layer)
    run.count_before = rows.count
    if not fields:
        values = shapely.get_coordinates(shapely.centroid(shapes := shapes_of(rows)))
        kept = np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_empty(shapes))
        _tell_missing(run, layer, rows.count - len(kept))
        return rows, values, kept
    values = np.stack([moved_numbers(rows.column(name)) for name in fields], axis=1)
    kept = np.flatnonzero(~np.isnan(values).any(axis=1))
    run.counts["null_count"] = rows.count - len(kept)
    if run.counts["null_count"]:
        run.note(f'without a group because a field is NULL: {counted(rows.count - len(kept), "row")} of '
                 f'"{layer.name}".')  # fmt: skip
    if np.isinf(values[kept]).any():
        raise ToolError("BAD_VALUE", f'fields: "{layer.name}" has infinite values', "calculate_field makes them NULL",
                        argument="fields")  # fmt: skip
    return rows, values[kept], kept


def _tell_constant(run: Run, values: np.ndarray, fields: list[str]) -> None:
    for name, column in zip(fields, values.T, strict=False):
        if len(column) and column.min() == column.max():
            run.note(f'"{name}" is the same in all features and tells none apart.')


def _written_sizes(run: Run, id_field: str, names: list[str], values: np.ndarray, labels: np.ndarray) -> Any:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.patterns.powers_of_two import below_one

    sizes = np.bincount(labels)
    shrunk, exponents = below_one(values, axis=0)
    means = [np.ldexp(np.bincount(labels, column) / sizes, exponent)
             for column, exponent in zip(shrunk.T, exponents, strict=True)]  # fmt: skip
    columns = columns_of(_size_fields(id_field, names), [np.arange(1, len(sizes) + 1), sizes, *means])
    return write_rows(run, RowSet(columns, None, len(sizes)), output="cluster_sizes")


def _with_numbers(run: Run, layer: Vector, rows: RowSet, name: str, numbers: np.ndarray, is_null: np.ndarray) -> Any:
    from ...execution.layers.rows import Column, RowSet, ogr_geometry_name, write_rows

    column = Column(Field(name, "integer"), numbers, is_null)
    result = RowSet([*rows.columns, column], rows.geometries, rows.count)
    return write_rows(run, result, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))


def _tell_missing(run: Run, layer: Vector, missing: int) -> None:
    run.counts["without_geometry_count"] = missing
    if missing:
        run.note(f'without geometry and so in no cluster: {counted(missing, "row")} of "{layer.name}".')
