# SPDX-License-Identifier: GPL-2.0-or-later
"""morans_i"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import table
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Table, Vector
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from .arguments import GROUP, BandDistance, BandUnit, NeighborCount, NeighborWeights, OrderSeed

if TYPE_CHECKING:
    from ...execution.run import Run

FIELDS = (
    Field("count", "integer"), Field("without_neighbors", "integer"), Field("morans_i", "real"),
    Field("expected_i", "real"), Field("variance_i", "real"), Field("z", "real"), Field("p", "real"),
    Field("p_permutation", "real"),
)  # fmt: skip


class Autocorrelated(NamedTuple):
    """Result of morans_i."""

    output: Table


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": table(*FIELDS)}


@tool(
    group=GROUP,
    kind="table",
    engine="numpy; scipy",
    effect=_effect,
    title="Global Moran's I",
    tags=("spatial autocorrelation", "clustered or dispersed", "spatial dependence", "spatial randomness test"),
)
def morans_i(
    run: Run,
    layer: Vector,
    field: Annotated[str, FieldOf("layer", ("integer", "real"))],
    weights: NeighborWeights,
    k: NeighborCount = 8,
    distance: BandDistance = None,
    unit: BandUnit = None,
    permutations: Annotated[int, Number(0, 99_999)] = 999,
    seed: OrderSeed = 1,
) -> Autocorrelated:
    """Tests whether like values lie near each other over the whole layer.

    Moran's I is near its expectation -1 / (count - 1) for values in random order, above it where neighbors are alike,
    below it where they differ. Each feature's neighbors weigh 1 together. Use rates, not counts, where populations
    differ: counts follow the people.

    Args:
        layer: Features of any kind.
        field: The value that is tested; four features need one.
        permutations: How often the values are put in random order for `p_permutation`; 0 for none.
    Returns:
        output: One row: `count` of features, `without_neighbors` of them, `morans_i`, `expected_i`, `variance_i` under
            randomization, `z`, the two-sided `p` by the normal distribution, and `p_permutation`, two-sided: twice the
            share of orders as extreme on the smaller side, the given one among them; NULL without permutations.
    CRS: k_nearest and distance_band measure in the plane and refuse degrees and a scale error above 1 %; queen and rook
        take any.
    Edges: Rows without a value or geometry are left out and counted. A feature without neighbors stays in with a lag of
        0. For queen and rook a vertex of one polygon may lie anywhere on the edge of another; gaps hide neighbors.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (queen and rook of other than polygons),
        MISSING_ARGUMENT (distance_band without distance or unit), BAD_VALUE (values that are all equal, infinite or
        fewer than four; nobody has a neighbor; a k of all others or more), LIMIT_EXCEEDED, UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    Source: Moran 1950; moments under randomization by Cliff and Ord 1981. Random orders: MT19937.
    """
    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.patterns.autocorrelation import global_moran
    from ...execution.patterns.neighborhoods import NeighborRule, demand_suitable, neighborhoods, valued_features

    rule = NeighborRule(weights, k, distance, unit)
    rule.demand_form()
    demand_suitable(run, layer, rule)
    given = valued_features(run, layer, field)
    with run.timed():
        near = neighborhoods(run, layer, given.shapes, rule)
        found = global_moran(given.values, near, permutations, seed, run.progress)
    values = [near.feature_count, int(run.counts["without_neighbors_count"]), *found]
    columns = columns_of(FIELDS, ([value] for value in values))
    return Autocorrelated(write_rows(run, RowSet(columns, None, 1)))
