# SPDX-License-Identifier: GPL-2.0-or-later
"""The features of a layer that have a value, and who is whose neighbor by the rule of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.errors import ToolError
from ...declaration.layers import Vector
from ...declaration.wording import counted
from ..geometry.shapes import shapes_of
from ..layers.rows import Column, RowSet, read_rows
from ..relations.polygon_contacts import faults_of
from ..run import Run
from .moved_numbers import moved_numbers
from .powers_of_two import below_one
from .spatial_weights import Weights, contiguity, distance_band, k_nearest

if TYPE_CHECKING:
    import numpy as np

LEAST = 4  # features; the variance of Moran's I is not defined for fewer


class NeighborRule(NamedTuple):
    """Who is whose neighbor, in the words of a call.

    Args:
        weights: queen, rook, k_nearest or distance_band.
        k, distance, unit: Of the last two.
    """

    weights: str
    k: int
    distance: float | None
    unit: LengthUnit | None

    def demand_form(self) -> None:
        """Refuses a rule that lacks its distance or unit, or has one without meaning.

        Raises:
            ToolError MISSING_ARGUMENT, BAD_VALUE.
        """
        is_band = self.weights == "distance_band"
        for name, value in (("distance", self.distance), ("unit", self.unit)):
            if is_band and value is None:
                raise ToolError("MISSING_ARGUMENT", f'weights "distance_band" needs {name}', argument=name)
            if not is_band and value is not None:
                raise ToolError("BAD_VALUE", f'{name} has no meaning for weights "{self.weights}"',
                                'leave it out; weights "distance_band" takes one', argument=name)  # fmt: skip
        if not is_band:
            return
        if not (self.distance or 0) > 0:
            raise ToolError("BAD_VALUE", f"distance takes a distance above 0, not {self.distance:g}",
                            argument="distance")  # fmt: skip


class ValuedFeatures(NamedTuple):
    """Features with a shape and a value.

    Args:
        rows: In the order of the layer.
        shapes: One per row.
        values: One per row, whole numbers less their least, divided by a power of two, so that no square overflows or
            vanishes.
    """

    rows: RowSet
    shapes: np.ndarray
    values: np.ndarray


def valued_features(run: Run, layer: Vector, field: str) -> ValuedFeatures:
    """Reads the features of a layer that have a value; how many have none is counted and said.

    Raises:
        ToolError BAD_VALUE for values that are infinite or all equal, and for fewer than four.
    """
    import numpy as np
    import shapely

    run.count_before = layer.facts.count
    rows = read_rows(run, layer)
    shapes = shapes_of(rows)
    values = moved_numbers(rows.column(field))
    has_value = ~np.isnan(values)
    has_shape = ~shapely.is_missing(shapes) & ~shapely.is_empty(shapes)
    kept = np.flatnonzero(has_value & has_shape)
    run.counts["null_count"] = int((~has_value).sum())
    run.counts["without_geometry_count"] = int((has_value & ~has_shape).sum())
    for number, words in ((run.counts["null_count"], f'without a value in "{field}"'),
                          (run.counts["without_geometry_count"], "without geometry")):  # fmt: skip
        if number:
            run.note(f'left out because {words}: {counted(int(number), "row")} of "{layer.name}".')
    values = values[kept]
    _demand_variation(layer, rows.column(field).take(kept), values)
    return ValuedFeatures(rows.take(kept), shapes[kept], below_one(values)[0])


def _demand_variation(layer: Vector, column: Column, values: np.ndarray) -> None:
    import numpy as np

    field = column.field.name
    if len(values) < LEAST:
        raise ToolError("BAD_VALUE", f'{counted(len(values), "feature")} of "{layer.name}" with a value in "{field}"; '
                        f"{LEAST} are needed at least", argument="field")  # fmt: skip
    endless = int(np.isinf(values).sum())
    if endless:
        raise ToolError("BAD_VALUE", f'{counted(endless, "value")} of "{field}" {"is" if endless == 1 else "are"} '
                        "infinite", "calculate_field makes them NULL", argument="field")  # fmt: skip
    if values.min() == values.max():
        raise ToolError("BAD_VALUE", f'all {len(values):,} values of "{field}" in "{layer.name}" are '
                        f"{column.values[0]:.15g}; what does not vary has no pattern",
                        "a field that varies, or count_points_in_polygons to make one of points",
                        argument="field")  # fmt: skip


def demand_suitable(run: Run, layer: Vector, rule: NeighborRule) -> None:
    """Holds a layer against what its neighbor rule needs: polygons that are valid, or distances that are true.

    Raises:
        ToolError CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE.
    """
    run.require.crs_known(layer)
    if rule.weights in ("queen", "rook"):
        if layer.facts.geometry_type not in ("Polygon", None):
            raise _no_polygons(layer, rule)
    else:
        run.require.measurable(layer)
    if layer.facts.geometry_type in ("Polygon", None):
        run.require.valid(layer)


def _no_polygons(layer: Vector, rule: NeighborRule) -> ToolError:
    sentence = f'weights "{rule.weights}" are for polygons that share borders; "{layer.name}" has other features'
    return ToolError("WRONG_GEOMETRY_TYPE", sentence, "k_nearest or distance_band", argument="weights")


def neighborhoods(run: Run, layer: Vector, shapes: np.ndarray, rule: NeighborRule) -> Weights:
    """Finds the neighbors of each feature; features without any are counted and said.

    Raises:
        ToolError BAD_VALUE where no feature has a neighbor or k is too large, WRONG_GEOMETRY_TYPE, LIMIT_EXCEEDED.
    """
    import shapely

    if rule.weights in ("queen", "rook"):
        if (shapely.get_dimensions(shapes) != 2).any():
            raise _no_polygons(layer, rule)
        flat = shapely.force_2d(shapes)
        weights = contiguity(run, flat, corners=rule.weights == "queen")
        _tell_faults(run, layer, flat)
    else:
        weights = _by_distance(run, layer, shapely.get_coordinates(shapely.centroid(shapes)), rule)
    islands = int((weights.sizes == 0).sum())
    if islands == weights.feature_count:
        larger = "a larger distance, or " if rule.weights == "distance_band" else ""
        raise ToolError("BAD_VALUE", f'no feature of "{layer.name}" has a neighbor by weights "{rule.weights}"',
                        f"{larger}k_nearest, where each has k", argument="weights")  # fmt: skip
    run.counts["without_neighbors_count"] = islands
    run.report["neighbors"] = (
        f"{len(weights.first) / weights.feature_count:.4g} in the mean, {weights.sizes.max():,} at most"
    )
    if islands:
        run.note(f'without neighbors: {counted(islands, "feature")} of "{layer.name}".')
    if weights.tied_count:
        run.note(f'with several equally near for the last of their {rule.k} neighbors, of which the first in the layer '
                 f'were taken: {counted(weights.tied_count, "feature")} of "{layer.name}".')  # fmt: skip
    return weights


def _by_distance(run: Run, layer: Vector, places: np.ndarray, rule: NeighborRule) -> Weights:
    if rule.weights == "k_nearest":
        if rule.k >= len(places):
            raise ToolError("BAD_VALUE", f'k takes at most {len(places) - 1}, not {rule.k}: "{layer.name}" has '
                            f"{counted(len(places), 'feature')} with a value", argument="k")  # fmt: skip
        return k_nearest(run, places, rule.k)
    assert rule.distance is not None and rule.unit is not None
    units = rule.distance * METRES[rule.unit] / metres_per_unit(layer.facts.crs or "")
    return distance_band(run, places, units)


def _tell_faults(run: Run, layer: Vector, shapes: np.ndarray) -> None:
    faults = faults_of(run, shapes)
    if len(faults.area):
        run.note(f'overlapping, and neighbors only where they also share borders: '
                 f'{counted(len(faults.area), "pair")} of polygons of "{layer.name}".')  # fmt: skip
    if faults.near_count:
        run.note(f'NEARLY TOUCHING: {counted(faults.near_count, "pair")} of polygons of "{layer.name}" by less than a '
                 "thousandth of their typical width; a gap hides a neighbor.")  # fmt: skip
