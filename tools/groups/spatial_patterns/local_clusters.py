# SPDX-License-Identifier: GPL-2.0-or-later
"""local_morans_i, hot_spot_analysis"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import adds_fields, like
from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Vector
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from .arguments import GROUP, BandDistance, BandUnit, NeighborCount, NeighborWeights, OrderSeed

if TYPE_CHECKING:
    import numpy as np

    from ...execution.patterns.neighborhoods import ValuedFeatures
    from ...execution.patterns.spatial_weights import Weights
    from ...execution.run import Run

Correction = Literal["none", "fdr"]
LISA_FIELDS = [Field("lisa_i", "real"), Field("lisa_z", "real"), Field("lisa_p", "real"),
               Field("lisa_cluster", "text"), Field("lisa_neighbors", "integer")]  # fmt: skip
GI_FIELDS = [Field("gi_z", "real"), Field("gi_p", "real"), Field("gi_class", "integer"),
             Field("gi_neighbors", "integer")]  # fmt: skip
CLUSTERS = ("high_high", "low_low", "high_low", "low_high")
LEVELS = (0.10, 0.05, 0.01)


class LocalClusters(NamedTuple):
    """Result of local_morans_i."""

    output: Vector
    significant_count: int


class HotSpots(NamedTuple):
    """Result of hot_spot_analysis."""

    output: Vector
    hot_count: int
    cold_count: int


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; scipy",
    effect=like("layer", fields=adds_fields("layer", lambda _: LISA_FIELDS)),
    title="Local Moran's I (LISA)",
    tags=("cluster and outlier analysis", "anselin", "high-high", "spatial outliers", "local autocorrelation"),
)
def local_morans_i(
    run: Run,
    layer: Vector,
    field: Annotated[str, FieldOf("layer", ("integer", "real"))],
    weights: NeighborWeights,
    k: NeighborCount = 8,
    distance: BandDistance = None,
    unit: BandUnit = None,
    permutations: Annotated[int, Number(19, 99_999)] = 999,
    significance: Annotated[float, Number(0.0001, 0.5)] = 0.05,
    correction: Correction = "none",
    seed: OrderSeed = 1,
) -> LocalClusters:
    """Marks each feature as part of a cluster of high or low values, as an outlier among its neighbors, or as neither.

    High and low are above and below the mean of all values. Each feature's neighbors weigh 1 together. As many tests
    are made as there are features; without a correction about `significance` of them succeed by chance.

    Args:
        layer: Features of any kind.
        field: The value that is tested; four features need one.
        permutations: How often the values of all other features are put in random order around each; the least p is
            2 / (permutations + 1).
        significance: Level below which, or at which, a p value counts.
        correction: none tests each feature at `significance`; fdr holds the share of false findings among all at it
            (Benjamini and Hochberg).
    Returns:
        output: The features with a value, with `lisa_i`; `lisa_z`, its distance from the mean of all such draws in
            their standard deviation; `lisa_p`, two-sided, by permutation; `lisa_cluster`: high_high, low_low (like
            their neighbors), high_low, low_high (unlike them) or not_significant; `lisa_neighbors`, their number.
        significant_count: Features that are not not_significant.
    CRS: k_nearest and distance_band measure in the plane and refuse degrees and a scale error above 1 %; queen and rook
        take any.
    Edges: Rows without a value or geometry are left out and counted. A feature without neighbors has NULL and is
        not_significant; one with the mean value, or with draws that are all alike, has a NULL `lisa_z` and the
        `lisa_p` 1. The sum of `lisa_i` is Moran's I times the number of features with neighbors.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (queen and rook of other than polygons),
        MISSING_ARGUMENT (distance_band without distance or unit), BAD_VALUE (values that are all equal, infinite or
        fewer than four; nobody has a neighbor; a k of all others or more; too few permutations for the level; a taken
        name), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Anselin 1995, with conditional permutation; false discovery rate by Benjamini and Hochberg 1995. MT19937.
    """
    import numpy as np

    from ...execution.patterns.autocorrelation import local_moran, significant

    _demand_reachable(permutations, significance)
    given, near = _prepared(run, layer, field, (weights, k, distance, unit), LISA_FIELDS)
    with run.timed():
        found = local_moran(given.values, near, permutations, seed, run.progress)
        is_found = significant(found.p, significance, correction)
        clusters = _clusters(is_found, given.values > given.values.mean(), np.nan_to_num(found.value) > 0)
    for name in CLUSTERS:
        run.counts[f"{name}_count"] = int((clusters == name).sum())
    columns = [found.value, found.z, found.p, clusters, near.sizes]
    return LocalClusters(_written(run, layer, given, LISA_FIELDS, columns), int(is_found.sum()))


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; scipy",
    effect=like("layer", fields=adds_fields("layer", lambda _: GI_FIELDS)),
    title="Hot spot analysis (Getis-Ord Gi*)",
    tags=("getis ord", "gi star", "hotspot", "cold spot", "cluster map", "local clusters"),
)
def hot_spot_analysis(
    run: Run,
    layer: Vector,
    field: Annotated[str, FieldOf("layer", ("integer", "real"))],
    weights: NeighborWeights,
    k: NeighborCount = 8,
    distance: BandDistance = None,
    unit: BandUnit = None,
    permutations: Annotated[int, Number(0, 99_999)] = 0,
    correction: Correction = "none",
    seed: OrderSeed = 1,
) -> HotSpots:
    """Finds where high values, and where low values, lie together (Getis-Ord Gi*).

    The sum over each feature and its neighbors, all with weight 1, is held against what the values of the whole layer
    would give by chance; the feature itself counts beside its neighbors, whoever these are. Values must vary: aggregate
    points to a grid or zones first.

    Args:
        layer: Features of any kind.
        field: The value that is summed; four features need one.
        permutations: 0 takes z and p from the normal formula; else the values of all other features are put in random
            order around each so many times, at least 199, so that 99 percent can be reached, and z and p tell how
            unusual its neighbors are, whatever its own value.
        correction: none tests each feature alone; fdr holds the share of false findings among all at each level
            (Benjamini and Hochberg).
    Returns:
        output: The features with a value, with `gi_z`; `gi_p`, two-sided; `gi_class`: 3, 2, 1 for a hot spot at 99, 95,
            90 percent confidence, -3, -2, -1 for a cold spot, 0 for neither; `gi_neighbors`, their number without the
            feature itself.
        hot_count: Features of class 1 to 3.
        cold_count: Features of class -1 to -3.
    CRS: k_nearest and distance_band measure in the plane and refuse degrees and a scale error above 1 %; queen and rook
        take any.
    Edges: Rows without a value or geometry are left out and counted. A feature without neighbors, with all others as
        neighbors or, with permutations, with others that all have one value, has NULL and class 0.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (queen and rook of other than polygons),
        MISSING_ARGUMENT (distance_band without distance or unit), BAD_VALUE (values that are all equal, infinite or
        fewer than four; nobody has a neighbor; a k of all others or more; too few permutations; a taken name),
        LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Getis and Ord 1992, Ord and Getis 1995; Benjamini and Hochberg 1995. Random orders: MT19937.
    """
    import numpy as np

    from ...execution.patterns.autocorrelation import getis_ord, significant

    if permutations:
        _demand_reachable(permutations, min(LEVELS))
    given, near = _prepared(run, layer, field, (weights, k, distance, unit), GI_FIELDS)
    with run.timed():
        found = getis_ord(given.values, near, permutations, seed, run.progress)
        level = sum(significant(found.p, level, correction).astype(np.int64) for level in LEVELS)
        classes = np.where(np.isnan(found.z), 0, np.sign(found.z)).astype(np.int64) * level
    columns = [found.z, found.p, classes, near.sizes]
    output = _written(run, layer, given, GI_FIELDS, columns)
    return HotSpots(output, int((classes > 0).sum()), int((classes < 0).sum()))


def _clusters(is_found: np.ndarray, is_high: np.ndarray, is_like_neighbors: np.ndarray) -> np.ndarray:
    import numpy as np

    cases = [~is_found, is_high & is_like_neighbors, is_like_neighbors, is_high]
    return np.select(cases, ["not_significant", *CLUSTERS[:3]], CLUSTERS[3]).astype(object)


def _demand_reachable(permutations: int, level: float) -> None:
    least = 2 / (permutations + 1)
    if least > level * (1 + 1e-12):
        raise ToolError("BAD_VALUE", f"{permutations:,} permutations give no p below {least:.4g}, so that nothing "
                        f"reaches the level {level:g}", f"at least {round(2 / level) - 1:,} permutations",
                        argument="permutations")  # fmt: skip


def _prepared(
    run: Run, layer: Vector, field: str, rule_words: tuple[Any, ...], added: list[Field]
) -> tuple[ValuedFeatures, Weights]:
    from ...execution.patterns.neighborhoods import NeighborRule, demand_suitable, neighborhoods, valued_features

    rule = NeighborRule(*rule_words)
    rule.demand_form()
    demand_suitable(run, layer, rule)
    names = [one.name for one in added]
    run.require.names_free("layer", layer.facts.field_names or [], names, "it must be renamed or left out first")
    given = valued_features(run, layer, field)
    with run.timed():
        return given, neighborhoods(run, layer, given.shapes, rule)


def _written(run: Run, layer: Vector, given: ValuedFeatures, fields: list[Field], values: list[np.ndarray]) -> Any:
    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import ogr_geometry_name, write_rows

    given.rows.columns.extend(columns_of(fields, values))
    return write_rows(run, given.rows, crs=layer.facts.crs, geometry_type=ogr_geometry_name(layer.facts))
