# SPDX-License-Identifier: GPL-2.0-or-later
"""nearest_neighbor_index, ripleys_k"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import table
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Polygons, Table
from ...declaration.markers import Distance, Number
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.wording import counted
from .arguments import GROUP, Seed

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run

LARGEST_DISTANCE = 1e9  # in any unit more than the earth is wide
INDEX_FIELDS = (
    Field("count", "integer"), Field("area", "real"), Field("observed_distance", "real"),
    Field("expected_distance", "real"), Field("nearest_neighbor_index", "real"), Field("z", "real"), Field("p", "real"),
)  # fmt: skip
K_FIELDS = tuple(
    Field(name, "real") for name in ("distance", "k", "k_expected", "k_low", "k_high", "l", "l_low", "l_high")
)


class Indexed(NamedTuple):
    """Result of nearest_neighbor_index."""

    output: Table


class KFunction(NamedTuple):
    """Result of ripleys_k."""

    output: Table


def _index_effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": table(*INDEX_FIELDS)}


def _k_effect(call: Call) -> Mapping[str, LayerFacts]:
    return {"output": table(*K_FIELDS)}


@tool(
    group=GROUP,
    kind="table",
    engine="scipy",
    effect=_index_effect,
    title="Nearest neighbor analysis",
    tags=("average nearest neighbor", "clark evans", "clustered or dispersed points", "point pattern", "randomness"),
)
def nearest_neighbor_index(run: Run, points: Points, unit: LengthUnit, study_area: Polygons | None = None) -> Indexed:
    """Compares the mean distance from each point to the nearest other one with that of points at random.

    The index is below 1 where points gather, above 1 where they keep apart, up to 2.149 for a lattice of triangles.

    Args:
        points: Points, two of them at least.
        unit: Unit of the distances; `area` is in its square.
        study_area: Where points could be; those outside are left out, counted and said. Left out, it is the bounding
            box of the points, which is smaller than the true area for points that are spread, far too large for points
            along a line, and said.
    Returns:
        output: One row: `count`, `area`, `observed_distance`, `expected_distance` of random points,
            `nearest_neighbor_index`, `z`, and the two-sided `p` by the normal distribution.
    CRS: planar: one CRS, in which degrees and a scale error above 1 % are refused.
    Edges: Points near the edge have fewer neighbors; nothing is corrected for it, so that few points seem to keep
        apart. Points at one place are 0 apart. Points without geometry are left out and counted. Overlapping polygons
        of the study area count once.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (several points in one
        feature), BAD_VALUE (fewer than two points, an area of 0), UNKNOWN_LAYER.
    Source: Clark and Evans 1954.
    """
    import shapely

    from ...execution.patterns.point_patterns import nearest_neighbors

    places, area = _places(run, points, study_area)
    if area is None:
        run.note(f'NO STUDY AREA: the bounding box of the points of "{points.name}" is taken; index, z and p change '
                 "with it.")  # fmt: skip
        area = shapely.box(*places.min(axis=0), *places.max(axis=0))
        if area.area <= 0:
            raise ToolError("BAD_VALUE", f'the points of "{points.name}" lie on one line along an axis, so that their '
                            "bounding box has no area", "a study_area", argument="study_area")  # fmt: skip
    scale = metres_per_unit(points.facts.crs or "") / METRES[unit]
    with run.timed():
        found = nearest_neighbors(places * scale, area.area * scale**2)
    run.counts["coincident_count"] = found.coincident
    if found.coincident:
        run.note(f'at the place of another point: {counted(found.coincident, "point")} of "{points.name}".')
    values = [[len(places)], [area.area * scale**2], *([value] for value in found[:5])]
    return Indexed(_written(run, INDEX_FIELDS, values))


@tool(
    group=GROUP,
    kind="table",
    engine="scipy; shapely",
    effect=_k_effect,
    title="Ripley's K function",
    tags=("k function", "l function", "multi-distance cluster analysis", "point pattern", "monte carlo envelope"),
)
def ripleys_k(
    run: Run,
    points: Points,
    study_area: Polygons,
    max_distance: Annotated[float, Distance("unit")],
    unit: LengthUnit,
    steps: Annotated[int, Number(1, 1000)] = 10,
    simulations: Annotated[int, Number(1, 9999)] = 99,
    seed: Seed = 1,
) -> KFunction:
    """Tells at which distances points gather or keep apart, beside the envelope of points at random.

    K is the area times the share of all ordered pairs of different points that are at most the distance apart; L is the
    root of K / pi, which is the distance itself for points at random without edges. Above the envelope points gather,
    below it they keep apart.

    Args:
        points: Points, two of them at least in the study area.
        study_area: Where points could be; those outside are left out, counted and said.
        max_distance: The last distance, in `unit`; beyond a quarter of the width of the area edges prevail.
        unit: Unit of the distances; K is in its square.
        steps: How many distances, evenly from `max_distance` / `steps` to `max_distance`.
        simulations: How often as many points are put at random; the envelope is their least and most at each distance,
            so that random points lie outside of it with a chance of 2 / (simulations + 1) at one given distance.
        seed: Seed of the random points.
    Returns:
        output: A row for each distance: `distance`, `k`, `k_expected` (pi times the square of the distance), `k_low`,
            `k_high`, `l`, `l_low`, `l_high`.
    CRS: planar: one CRS, in which degrees and a scale error above 1 % are refused.
    Edges: Edges are not corrected: pairs across them are missing, in the envelope as in the points, so compare with the
        envelope and not with `k_expected`. A pair at the very distance counts. Points at one place are 0 apart. Points
        without geometry are left out and counted; overlapping polygons count once.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE (several points in one
        feature), BAD_VALUE (fewer than two points in an area, a distance of 0 or beyond 1e9), UNKNOWN_LAYER.
    Source: Ripley 1977, Besag 1977; random points: MT19937, evenly in triangles.
    """
    import numpy as np

    from ...execution.geometry.random_places import triangles_of
    from ...execution.patterns.point_patterns import pair_counts

    if not 0 < max_distance <= LARGEST_DISTANCE:
        raise ToolError("BAD_VALUE", f"max_distance takes a distance above 0 and up to {LARGEST_DISTANCE:g}, not "
                        f"{max_distance:g}", argument="max_distance")  # fmt: skip
    places, area = _places(run, points, study_area)
    scale = metres_per_unit(points.facts.crs or "") / METRES[unit]
    distances = max_distance * np.arange(1, steps + 1) / steps
    with run.timed():
        counts = pair_counts(places, triangles_of(area), distances / scale, simulations, seed, run.progress)
        per_pair = area.area * scale**2 / (len(places) * (len(places) - 1))
        found, low, high = (pairs * per_pair for pairs in counts)
        roots = [np.sqrt(k / np.pi) for k in (found, low, high)]
    values = [distances, found, np.pi * distances**2, low, high, *roots]
    run.counts["point_count"] = len(places)
    return KFunction(_written(run, K_FIELDS, values))


def _places(run: Run, points: Points, study_area: Polygons | None) -> tuple[np.ndarray, Any]:
    """Gives the places of points, those in the study area where there is one, and its shape."""
    import shapely

    from ...execution.layers.rows import read_geometries
    from ...execution.patterns.point_patterns import single_places

    run.require.measurable(points)
    area = None if study_area is None else _area_of(run, points, study_area)
    run.count_before = points.facts.count
    places = single_places(points, shapely.from_wkb(read_geometries(run, points), on_invalid="ignore")).x_y
    run.counts["without_geometry_count"] = (points.facts.count or len(places)) - len(places)
    if run.counts["without_geometry_count"]:
        run.note(f'left out because without geometry: {counted(int(run.counts["without_geometry_count"]), "point")} of '
                 f'"{points.name}".')  # fmt: skip
    if area is not None:
        shapely.prepare(area)
        inside = shapely.intersects_xy(area, places)
        run.counts["outside_count"] = int((~inside).sum())
        if run.counts["outside_count"]:
            run.note(f'left out because outside the study area: {counted(int((~inside).sum()), "point")} of '
                     f'"{points.name}".')  # fmt: skip
        places = places[inside]
    if len(places) < 2:
        where = "" if area is None else " in the study area"
        raise ToolError("BAD_VALUE", f'{counted(len(places), "point")} of "{points.name}"{where}; two are needed at '
                        "least", argument="points")  # fmt: skip
    return places, area


def _area_of(run: Run, points: Points, study_area: Polygons) -> Any:
    import shapely

    from ...execution.geometry.shapes import read_shapes

    run.require.crs_same(points, study_area)
    run.require.measurable(study_area, "areal")
    run.require.valid(study_area)
    shapes = shapely.force_2d(read_shapes(run, study_area).shapes)
    area = shapely.union_all(shapes[shapely.get_dimensions(shapes) == 2])
    if not area.area > 0:
        raise ToolError("BAD_VALUE", f'study_area: the polygons of "{study_area.name}" have no area',
                        argument="study_area")  # fmt: skip
    return area


def _written(run: Run, fields: tuple[Field, ...], values: list[Any]) -> Any:
    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows

    return write_rows(run, RowSet(columns_of(fields, values), None, len(values[0])))
