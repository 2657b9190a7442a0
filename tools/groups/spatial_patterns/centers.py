# SPDX-License-Identifier: GPL-2.0-or-later
"""mean_center, standard_deviational_ellipse"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Polygons, Vector
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP, NullWeights, WeightField

if TYPE_CHECKING:
    import numpy as np

    from ...execution.patterns.weighted_places import WeightedPlaces
    from ...execution.run import Run

AXES: dict[str, tuple[str, ...]] = {
    "ellipse": ("semi_major", "semi_minor", "angle"),
    "standard_distance_circle": ("radius",),
}
NAMED = "the field must be renamed or left out first"
SHOWN = 10


class Centers(NamedTuple):
    """Result of mean_center."""

    output: Points


class Ellipses(NamedTuple):
    """Result of standard_deviational_ellipse."""

    output: Polygons
    without_shape_count: int


def _group_fields(call: Call) -> tuple[Field, ...] | None:
    """Gives the fields of a row of a group: its value, the count, the sum of the weights."""
    given, fields = call.arguments, call.facts("layer").fields
    if fields is None:
        return None
    kept = fields if given.get("center") == "central_feature" else ()
    group = tuple(field for field in fields if field.name == given["group_field"])
    return (*(kept or group), *_added(given["weight_field"]))


def _added(weight_field: str | None) -> tuple[Field, ...]:
    weight = (Field(f"{weight_field}_sum", "real"),) if weight_field else ()
    return (Field("count", "integer"), *weight)


def _facts(call: Call, kind: Any, fields: tuple[Field, ...] | None) -> Mapping[str, LayerFacts]:
    crs = call.facts("layer").crs
    return {"output": LayerFacts(kind="vector", crs=crs, fields=fields, geometry_type=kind, is_multi=False,
                                 has_z=False, has_m=False)}  # fmt: skip


def _ellipse_effect(call: Call) -> Mapping[str, LayerFacts]:
    fields = _group_fields(call)
    measures = tuple(Field(name, "real") for name in ("x", "y", *AXES[call.arguments["shape"]]))
    return _facts(call, "Polygon", None if fields is None else (*fields, *measures))


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=lambda call: _facts(call, "Point", _group_fields(call)),
    tags=("median center", "central feature", "centroid of points", "center of gravity", "geometric median",
          "population center"),
)  # fmt: skip
def mean_center(
    run: Run,
    layer: Vector,
    center: Literal["mean", "median", "central_feature"] = "mean",
    weight_field: WeightField = None,
    group_field: Annotated[str | None, FieldOf("layer")] = None,
    null_weights: NullWeights = "refuse",
) -> Centers:
    """Makes the mean, the median or the most central point of all features or of each group.

    Args:
        layer: Features of any kind; lines and polygons enter by their centroids.
        center: mean, of the coordinates; median, the place from which the sum of the distances to all features is least
            (not the medians of the coordinates), which one far feature hardly moves; central_feature, the feature from
            which that sum is least.
        group_field: Field whose equal values make a group that gets its own center.
    Returns:
        output: One point for each group in the order of its values, NULL last: its value, `count` of features that
            enter, and `<weight_field>_sum`. For central_feature all fields of that feature, and a point at its
            centroid.
    CRS: planar; degrees and a scale error above 1 % are refused.
    Edges: A group without a feature that has a place and a weight above 0 has no point, said. Of equally central
        features the first is taken. Where all places between two are medians (features along a line), one of them is
        given. Features without geometry are left out and counted; Z and M are left out, said. For central_feature
        distances between all pairs of a group are measured.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (no feature has a place; weights that are negative,
        infinite in sum or, unless left out, NULL; a taken name), LIMIT_EXCEEDED (too many pairs), UNKNOWN_FIELD,
        UNKNOWN_LAYER.
    Source: Median by Weiszfeld 1937, as mended by Vardi and Zhang 2000.
    """
    import numpy as np
    import shapely

    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.patterns.centrography import central_rows, mean_centers, median_centers

    given = _read(run, layer, weight_field, group_field, null_weights, every_field=center == "central_feature")
    with run.timed():
        if center == "central_feature":
            sizes = np.bincount(given.places.codes, minlength=given.places.count).astype(float)
            run.require.size(
                "pairs", float(np.square(sizes).sum()), "the distances", "center median, or smaller groups"
            )
            rows = central_rows(given.places, run.progress)
            x_y = np.where((rows >= 0)[:, None], given.x_y[rows], np.nan)
            columns = [column.take(np.where(rows < 0, -1, given.rows[rows])) for column in given.columns]
        else:
            columns = given.group_columns
            x_y, unsettled = median_centers(given.places) if center == "median" else (mean_centers(given.places), 0)
            if unsettled:
                run.note(f"NOT SETTLED: {counted(unsettled, 'median')} after 2,000 rounds; near the end.")
        shapes = np.full(len(x_y), None, object)
        known = ~np.isnan(x_y[:, 0])
        shapes[known] = shapely.points(x_y[known])
    _tell_without(run, given, ~known, group_field, "center", "no feature has a weight above 0")
    result = with_shapes(RowSet([*columns, *given.summary], None, given.places.count), shapes)
    return Centers(write_rows(run, result, crs=layer.facts.crs, geometry_type="Point"))


@tool(
    group=GROUP,
    kind="vector",
    engine="numpy; shapely",
    effect=_ellipse_effect,
    tags=("directional distribution", "standard distance", "dispersion", "orientation", "spread of points",
          "home range"),
)  # fmt: skip
def standard_deviational_ellipse(
    run: Run,
    layer: Vector,
    unit: LengthUnit,
    shape: Literal["ellipse", "standard_distance_circle"] = "ellipse",
    deviations: Annotated[float, Number(maximum=100, above=0)] = 1,
    weight_field: WeightField = None,
    group_field: Annotated[str | None, FieldOf("layer")] = None,
    null_weights: NullWeights = "refuse",
    quarter_segments: Annotated[int, Number(1, 1000)] = 16,
) -> Ellipses:
    """Draws the ellipse or circle that shows the spread and direction of features.

    Programs differ in what they divide by. Here squares are divided by the number of features, or by the sum of the
    weights (not n - 1 or n - 2), and no axis is stretched by the root of 2: half axes are `deviations` times the
    standard deviations along and across the direction of the largest spread. Of points in a bell-shaped cloud the
    ellipse of 1, 2, 3 deviations holds 39, 86, 99 percent.

    Args:
        layer: Features of any kind; lines and polygons enter by their centroids.
        unit: Unit of `semi_major`, `semi_minor` and `radius`.
        shape: ellipse; or standard_distance_circle, whose radius is the root of the mean squared distance from the
            mean center, times `deviations`.
        deviations: How many standard deviations.
        group_field: Field whose equal values make a group that gets its own shape.
        quarter_segments: Straight pieces of a quarter; their corners lie on the shape, so that the polygon is low in
            area by 0.16 % at 16.
    Returns:
        output: A polygon for each group in the order of its values, NULL last: its value, `count`,
            `<weight_field>_sum`, the mean center `x` and `y` in units of the CRS, and `semi_major`, `semi_minor` and
            `angle` of the longer axis, degrees clockwise from north, from 0 to below 180; or `radius`.
        without_shape_count: Groups without a shape.
    CRS: planar; degrees and a scale error above 1 % are refused. North is that of the grid.
    Edges: A group of fewer than three features with a weight above 0, or of features at one place, has no shape and
        NULL measures; one along a line has measures but no ellipse; they are said. Features without geometry are left
        out and counted; Z and M are left out, said. The angle of a spread that is equal in all directions is 0.
    Raises: CRS_MISSING, CRS_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (no feature has a place; weights that are negative,
        infinite in sum or, unless left out, NULL; a taken name), LIMIT_EXCEEDED, UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Lefever 1926, by the axes of the covariance as in Wang, Shi and Miao 2015; Bachi 1963 for the circle.
    """
    import numpy as np

    from ...execution.geometry.shapes import with_shapes
    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.patterns.centrography import ellipses, spreads

    given = _read(run, layer, weight_field, group_field, null_weights, more=("x", "y", *AXES[shape]))
    run.require.size("vertices", 4.0 * quarter_segments * given.places.count, "the shapes", "fewer quarter_segments")
    scale = deviations * metres_per_unit(layer.facts.crs or "") / METRES[unit]
    with run.timed():
        spread = spreads(given.places)
        major, minor, angle = spread.major, spread.minor, spread.angle
        if shape != "ellipse":
            major, minor, angle = spread.radius, spread.radius, np.zeros_like(angle)
        drawn = ellipses(spread.centers, major * deviations, minor * deviations, angle, quarter_segments)
    measures = {"semi_major": major * scale, "semi_minor": minor * scale, "angle": angle, "radius": major * scale}
    measures |= {"x": spread.centers[:, 0], "y": spread.centers[:, 1]}
    names = ("x", "y", *AXES[shape])
    columns = columns_of([Field(name, "real") for name in names], [measures[name] for name in names])
    is_bare = np.array([each is None for each in drawn], bool)
    run.report["divisor"] = f"the sum of {weight_field}" if weight_field else "the number of features"
    few = "fewer than three features have a weight above 0" if weight_field else "there are fewer than three features"
    _tell_without(run, given, is_bare, group_field, "shape", f"{few}, or they are at one place or along a line")
    result = with_shapes(RowSet([*given.group_columns, *given.summary, *columns], None, len(drawn)), drawn)
    output = write_rows(run, result, crs=layer.facts.crs, geometry_type="Polygon")
    return Ellipses(output, int(is_bare.sum()))


def _read(
    run: Run,
    layer: Vector,
    weight_field: str | None,
    group_field: str | None,
    null_weights: NullWeights,
    *,
    every_field: bool = False,
    more: tuple[str, ...] = (),
) -> WeightedPlaces:
    from ...execution.patterns.weighted_places import weighted_places

    run.require.measurable(layer)
    if layer.facts.geometry_type in ("Polygon", None):
        run.require.valid(layer)
    if layer.facts.has_z or layer.facts.has_m:
        run.note(f'centers and spreads are flat: the Z and M of "{layer.name}" are left out.')
    kept = (layer.facts.field_names or []) if every_field else [group_field] if group_field else []
    added = [field.name for field in _added(weight_field)]
    run.require.names_free("layer", kept, [*added, *more], NAMED)
    return weighted_places(run, layer, weight_field, group_field, null_weights == "leave_out", every_field=every_field)


def _tell_without(
    run: Run, given: WeightedPlaces, is_bare: np.ndarray, group_field: str | None, what: str, why: str
) -> None:
    import numpy as np

    bare = np.flatnonzero(is_bare)
    if not len(bare):
        return
    if not group_field:
        run.note(f"NO {what.upper()}: {why}.")
        return
    column = given.group_columns[0]
    shown = ["NULL" if column.is_null[row] else str(column.values[row]) for row in bare[:SHOWN]]
    more = f" and {len(bare) - SHOWN:,} more" if len(bare) > SHOWN else ""
    run.note(f'without a {what} because {why}: {counted(len(bare), "group")} of "{group_field}": {", ".join(shown)}'
             f"{more}.")  # fmt: skip
