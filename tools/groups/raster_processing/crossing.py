# SPDX-License-Identifier: GPL-2.0-or-later
"""cost_distance, least_cost_path"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.effects import on_grid_of, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, FieldType, LayerFacts
from ...declaration.layers import Lines, Points, Raster, Vector
from ...declaration.markers import FieldOf, Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Raster processing"
NODATA = -9999.0
Pairing = Literal["all", "same_id", "nearest"]


class Reached(NamedTuple):
    """Result of cost_distance."""

    output: Raster
    unreached_count: int


@tool(
    group=GROUP,
    kind="raster",
    engine="numba",
    effect=on_grid_of("cost_raster", dtype="float64", nodata=NODATA),
    tags=("accumulated cost", "cost surface", "friction", "travel cost", "isochrone", "dijkstra", "r.cost"),
)
def cost_distance(
    run: Run, cost_raster: Raster, sources: Vector, max_cost: Annotated[float | None, Number(above=0)] = None
) -> Reached:
    """Gives each cell the least accumulated cost to reach a source.

    A step between the centres of two of eight neighbours costs the mean of their values times its length in metres, so
    diagonal steps cost more. Over cells of value 1 the result is a distance in metres.

    Args:
        cost_raster: Cost per metre of ground, one band, above 0; a declared scale and offset are applied. A cost per
            cell must be divided by the cell size in metres first.
        sources: Features whose cells cost 0: the cell that holds a point, every cell that a line or polygon touches.
        max_cost: Largest cost; dearer cells become NoData. Left out, there is none.
    Returns:
        output: float64 on the grid of the costs, NoData -9999.
        unreached_count: Cells with a cost that no source reaches, or none within `max_cost`.
    CRS: Raster and sources in one projected CRS; degrees and a scale error above 1 % are CRS_UNSUITABLE; north up.
        Cells may be oblong.
    Edges: NoData is a barrier; steps go diagonally between two barriers that meet at a corner. Sources on NoData and
        outside of the raster are counted and said. The whole grid is held in memory, 30 bytes a cell, and 48
        more for each cell of a line or polygon.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, GRID_UNSUITABLE, INVALID_GEOMETRY, BAD_VALUE (costs of 0 or less,
        infinite or too unequal ones, several bands, a palette), DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED,
        UNKNOWN_LAYER.
    Source: Dijkstra 1959, with the heap of Ahuja, Mehlhorn, Orlin and Tarjan 1990.
    """
    import numpy as np

    from ...execution.costs.cost_surfaces import Search, read_surface
    from ...execution.costs.source_cells import cells_of_features, tell_lost
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import split

    run.require.crs_same(cost_raster, sources)
    run.require.valid(sources)
    surface = read_surface(run, cost_raster)
    cells = cells_of_features(run, sources, surface)
    tell_lost(run, sources, cells.barrier_count, cells.outside_count)
    with run.timed():
        costs = Search(surface).spread(run, cells.places, np.inf if max_cost is None else max_cost)
        costs = surface.unframed(costs)
    grid = surface.grid
    with new_raster(run, grid, cost_raster.facts.crs or "", "float64", NODATA) as output:
        for window in split(grid.width, grid.height, (grid.width, 1)):
            part = costs[window.row : window.row + window.height, window.column : window.column + window.width]
            output.write(window, np.where(np.isinf(part), np.nan, part))
    return Reached(output.path, surface.valid_count - output.valid_count)  # type: ignore[arg-type]


class Crossed(NamedTuple):
    """Result of least_cost_path."""

    output: Lines
    unreached_count: int


def _paths(call: Call) -> Mapping[str, LayerFacts]:
    fields = [_id_field(call, "origin"), _id_field(call, "destination")]
    known = [*fields, Field("cost", "real"), Field("length", "real")]
    made = None if None in fields else tuple(field for field in known if field is not None)
    return {"output": vector(call.facts("cost_raster").crs, made, "LineString")}


def _id_field(call: Call, side: str) -> Field | None:
    name = call.arguments.get(f"{side}_id")
    kind: FieldType | None = "integer"
    if name:
        found = call.facts(f"{side}s").field(name)
        kind = found.type if found else None
    return None if kind is None else Field(f"{side}_id", kind)


@tool(
    group=GROUP,
    kind="composite",
    engine="numba",
    effect=_paths,
    title="Least-cost path",
    tags=("cost path", "least accumulated cost", "optimal path", "corridor", "route", "friction", "terrain route"),
)
def least_cost_path(
    run: Run,
    cost_raster: Raster,
    origins: Points,
    destinations: Points,
    pairs: Pairing = "all",
    origin_id: Annotated[str | None, FieldOf("origins")] = None,
    destination_id: Annotated[str | None, FieldOf("destinations")] = None,
) -> Crossed:
    """Traces the cheapest way across a cost raster from origins to destinations as lines.

    Steps between the centres of two of eight neighbours cost the mean of their values times their length in metres, as
    in cost_distance. Closed ground (water, slopes above a limit) is set to NoData rather than to a high number.

    Args:
        cost_raster: Cost per metre of ground, one band, above 0; a declared scale and offset are applied. A cost per
            cell must be divided by the cell size in metres first.
        origins: Points where paths begin, one in each feature.
        destinations: Points where paths end, one in each feature. The same layer twice leaves the path of each point
            to itself out.
        pairs: all has a path from every origin to every destination; same_id to those with an equal id, which needs
            `origin_id` and `destination_id`; nearest to the cheapest one alone.
        origin_id: Field that names the origins in the result; left out, their row number from 1.
        destination_id: Field that names the destinations in the result; left out, their row number from 1.
    Returns:
        output: A line per pair through the centres of its cells, in the order of the origins, then of the
            destinations, with `origin_id`, `destination_id`, `cost` and `length` in metres.
        unreached_count: Pairs without a path, kept with NULL as shape, cost and length; with nearest, origins that
            reach no destination.
    CRS: Raster and points in one projected CRS; degrees and a scale error above 1 % are CRS_UNSUITABLE; north up.
        Cells may be oblong.
    Edges: NoData is a barrier; points on it and outside of the raster have no path, which is said. Of equally cheap
        steps on the way, straight ones go before diagonal ones, each from the top, left to right; of equally cheap
        destinations that one counts to which these lead, of several in one cell the first row. Both points in one cell
        give cost and length 0 and no shape. The whole grid is held in memory, 30 bytes a cell, and searched once for
        each cell of the side that has fewer.
    Raises: MISSING_ARGUMENT (same_id without ids), KEY_MISMATCH (ids of two types), CRS_MISSING, CRS_MISMATCH,
        CRS_UNSUITABLE, GRID_UNSUITABLE, WRONG_GEOMETRY_TYPE (several points in one feature), BAD_VALUE (costs of 0 or
        less, infinite or too unequal ones, several bands, a palette), DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED,
        UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: Dijkstra 1959, with the heap of Ahuja, Mehlhorn, Orlin and Tarjan 1990.
    """
    from ...execution.costs.cost_paths import PathEnds, pairs_of, trace, write_paths
    from ...execution.costs.cost_surfaces import read_surface
    from ...execution.costs.source_cells import places_of_points

    run.require.crs_same(cost_raster, origins)
    run.require.crs_same(cost_raster, destinations)
    if pairs == "same_id" and not (origin_id and destination_id):
        missing = "destination_id" if origin_id else "origin_id"
        raise ToolError("MISSING_ARGUMENT", f'pairs "same_id" needs {missing}', argument=missing)
    surface = read_surface(run, cost_raster)
    places = places_of_points(run, origins, surface), places_of_points(run, destinations, surface)
    ends = PathEnds((origins, destinations), (origin_id, destination_id), places)
    with run.timed():
        chosen = pairs_of(run, pairs, ends)
        paths = trace(run, surface, ends, chosen, pairs == "nearest")
    return Crossed(*write_paths(run, cost_raster.facts.crs or "", ends, paths))
