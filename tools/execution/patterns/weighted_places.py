# SPDX-License-Identifier: GPL-2.0-or-later
"""The centroids of a layer's features with their weights, by group."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.facts import Field
from ...declaration.layers import Vector
from ...declaration.wording import counted
from ..geometry.shapes import shapes_of
from ..layers.keys import group_rows
from ..layers.rows import Column, read_rows
from ..run import Run
from .centrography import GroupedPlaces, grouped_places

if TYPE_CHECKING:
    import numpy as np


class WeightedPlaces(NamedTuple):
    """Features that enter, and what is told of each group.

    Args:
        places: By group.
        x_y: Centroid of each feature that enters, in the order of the layer.
        rows: Its row in the layer.
        columns: Of all rows of the layer, those that were read.
        group_columns: The value of each group; none where all features are one.
        summary: Number of features of each group, and the sum of their weights where there are any.
    """

    places: GroupedPlaces
    x_y: np.ndarray
    rows: np.ndarray
    columns: list[Column]
    group_columns: list[Column]
    summary: list[Column]


def weighted_places(
    run: Run,
    layer: Vector,
    weight_field: str | None,
    group_field: str | None,
    leaves_out: bool,
    *,
    every_field: bool = False,
) -> WeightedPlaces:
    """Reads centroids and weights; features without a place are left out and counted, those without a weight if asked.

    Args:
        leaves_out: Whether features without a weight are left out, not refused.
        every_field: Whether all fields are read, not only these two.
    Raises:
        ToolError BAD_VALUE.
    """
    import numpy as np
    import shapely

    names = None if every_field else [name for name in (weight_field, group_field) if name]
    rows = read_rows(run, layer, names)
    run.count_before = rows.count
    shapes = shapes_of(rows)
    has_place = ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
    weights, has_weight = np.ones(rows.count), np.ones(rows.count, bool)
    if weight_field:
        weights, has_weight = _weights(run, layer, rows.column(weight_field), leaves_out)
    kept = np.flatnonzero(has_place & has_weight)
    missing = int((~has_place).sum())
    run.counts["without_geometry_count"] = missing
    if missing:
        run.note(f'left out because without geometry: {counted(missing, "feature")} of "{layer.name}".')
    if not len(kept):
        raise ToolError("BAD_VALUE", f'no feature of "{layer.name}" has a place{" and a weight" * bool(weight_field)}',
                        "describe_layer tells how many rows it has", argument="layer")  # fmt: skip
    grouped = group_rows([rows.column(group_field)] if group_field else [], rows.count)
    codes = grouped.groups.codes[kept]
    x_y = shapely.get_coordinates(shapely.centroid(shapes[kept]))
    places = grouped_places(x_y, weights[kept], codes, grouped.groups.count)
    given = np.zeros(places.count, bool)
    summary = [Column(Field("count", "integer"), np.bincount(codes, minlength=places.count), given)]
    if weight_field:
        sums = _sums(layer, weight_field, weights[kept], codes, places.count)
        summary.append(Column(Field(f"{weight_field}_sum", "real"), sums, given))
    values = [rows.column(group_field).take(grouped.first_rows)] if group_field else []
    return WeightedPlaces(places, x_y, kept, rows.columns, values, summary)


def _weights(run: Run, layer: Vector, column: Column, leaves_out: bool) -> tuple[np.ndarray, np.ndarray]:
    import numpy as np

    name = column.field.name
    weights = np.where(column.is_null, np.nan, column.values.astype(float))
    is_null = np.isnan(weights)
    for is_wrong, words in ((is_null if not leaves_out else is_null & False, "NULL"), (weights < 0, "negative"),
                            (np.isinf(weights), "infinite")):  # fmt: skip
        if is_wrong.any():
            hint = "null_weights leave_out goes on without them" if words == "NULL" else "calculate_field mends them"
            verb = "is" if is_wrong.sum() == 1 else "are"
            sentence = f'{counted(int(is_wrong.sum()), "weight")} in "{name}" of "{layer.name}" {verb} {words}'
            raise ToolError("BAD_VALUE", sentence, hint, argument="weight_field")
    run.counts["null_count"] = int(is_null.sum())
    if is_null.any():
        run.note(f'left out because without a weight in "{name}": {counted(int(is_null.sum()), "feature")} of '
                 f'"{layer.name}".')  # fmt: skip
    return np.nan_to_num(weights), ~is_null


def _sums(layer: Vector, weight_field: str, weights: np.ndarray, codes: np.ndarray, count: int) -> np.ndarray:
    import numpy as np

    sums = np.bincount(codes, weights, minlength=count)
    if np.isinf(sums).any():
        raise ToolError("BAD_VALUE", f'the weights in "{weight_field}" of "{layer.name}" add up to more than a float '
                        "holds (1.8e308)", "calculate_field divides them", argument="weight_field")  # fmt: skip
    return sums
