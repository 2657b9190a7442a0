# SPDX-License-Identifier: GPL-2.0-or-later
"""watershed"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import METRES, LengthUnit
from ...declaration.effects import vector
from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Points, Polygons, Raster
from ...declaration.markers import Distance, FieldOf
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import Column
    from ...execution.run import Run
    from ...execution.terrain.flow_grids import Directions
    from ...execution.terrain.pour_points import PourPoints

GROUP = "Terrain and hydrology"
BasinMode = Literal["pour_points", "stream_links", "outlets"]
FIRST = Field("basin_id", "integer")
MEASURES = (Field("next_basin_id", "integer"), Field("area", "real"), Field("edge_fed", "boolean"))
OF_POINTS = (Field("moved", "real"), Field("accumulation", "real"))


class Watersheds(NamedTuple):
    """Result of watershed."""

    output: Polygons
    snapped: Points | None
    unsnapped_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    crs, name = call.facts("flow_direction").crs, call.arguments["id_field"]
    found = call.facts("pour_points").field(name) if name else None
    if name and found is None:
        fields = points = None
    else:
        named = (FIRST,) if found is None else (FIRST, found)
        fields, points = (*named, *MEASURES), (*named, *OF_POINTS)
    return {
        "output": vector(crs, fields, "Polygon", is_multi=True),
        "snapped": vector(crs, points, "Point"),
    }


@tool(
    group=GROUP,
    kind="composite",
    engine="numba; gdal:polygonize",
    effect=_effect,
    tags=("catchment", "drainage basin", "upstream area", "contributing area", "pour point", "subbasin", "hydrology"),
)
def watershed(
    run: Run,
    flow_direction: Raster,
    mode: BasinMode,
    pour_points: Points | None = None,
    id_field: Annotated[str | None, FieldOf("pour_points")] = None,
    streams: Raster | None = None,
    flow_accumulation: Raster | None = None,
    snap_distance: Annotated[float, Distance("unit")] = 0,
    unit: LengthUnit = "m",
    nested: bool = False,
) -> Watersheds:
    """Draws the areas that drain to pour points, to stream links or to outlets, as polygons.

    Args:
        flow_direction: D8 codes as of flow_direction.
        mode: pour_points draws one for each point, stream_links for each link of `streams`, outlets for each cell at
            which water stays or leaves the raster.
        pour_points: Points of that mode; each point of a multi-point counts.
        id_field: Field of the points that goes into both results.
        streams: Link numbers from 1 on the same grid, as extract_streams gives in its raster; NoData elsewhere.
        flow_accumulation: On the same grid; snapping needs it.
        snap_distance: How far a point may be moved to the cell, by its centre, with the largest accumulation. At 0 its
            own cell is taken, and one cell off the stream gives a tiny basin: look at the moved points.
        unit: Unit of snap_distance.
        nested: Whether the basin of a point holds those of the points upstream of it, so that basins overlap, or
            begins where theirs end.
    Returns:
        output: `basin_id`: the number of the point, of the link, or of the outlet, row by row from 1; the id field;
            `next_basin_id`, into which it drains, NULL for none; `area` in m2; `edge_fed`, whether ground beyond the
            raster's edge may drain into it, so that it is cut and its area the least there can be.
        snapped: The points at the centres of their cells: `basin_id`, the id field, `moved` in m, `accumulation` there.
        unsnapped_count: Points without a cell that has a direction; they have no basin.
    CRS: Projected, of any length unit; degrees and a scale error above 1 % are refused. All layers share it.
    Edges: A basin is the cells whose water reaches its cell, each with its whole square. Points are numbered in the
        order of their rows. Two points in one cell are refused unless nested.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (24 bytes of memory a cell; rows, vertices), MISSING_ARGUMENT
        (points or streams of the mode, an accumulation to snap by), CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE,
        GRID_MISMATCH, GRID_UNSUITABLE (a grid that is not north up), BAD_VALUE (codes that are not D8, cells that flow
        in circles, an argument that its mode does not use, two points in a cell, numbers that are no links),
        UNKNOWN_FIELD, UNKNOWN_LAYER.
    Source: O'Callaghan and Mark 1984; snapping: Jenson 1991.
    """
    from ...execution.terrain.basins import basins_of
    from ...execution.terrain.basins import nested as with_upstream
    from ...execution.terrain.flow_grids import demand_memory, read_directions

    _demand_arguments(run, mode, pour_points, id_field, streams, flow_accumulation, snap_distance, nested)
    run.require.measurable(flow_direction)
    for other in (streams, flow_accumulation):
        if other is not None:
            run.require.grid_same(flow_direction, other)
            run.require.one_band(other, "streams" if other is streams else "flow_accumulation")
    if flow_direction.facts.grid is not None:
        demand_memory(run, flow_direction.facts.grid, 24)
    directions = read_directions(run, flow_direction)
    placed = None
    if pour_points is not None:
        run.require.crs_same(flow_direction, pour_points)
        placed = _placed(run, flow_direction, directions, pour_points, flow_accumulation, snap_distance, unit, nested)
    numbers, labels = _seeds(run, directions, placed, streams)
    basins = basins_of(run, flow_direction, directions, labels)
    if nested:
        basins = with_upstream(run, basins)
    crs = flow_direction.facts.crs or ""
    output = _written(run, directions, crs, numbers, basins, placed, id_field)
    snapped = _written_points(run, directions, crs, placed, id_field) if placed and run.wants("snapped") else None
    return Watersheds(output, snapped, placed.lost_count if placed else 0)


def _demand_arguments(run: Run, mode: BasinMode, pour_points: Any, id_field: Any, streams: Any, accumulation: Any,
                      snap_distance: float, nested: bool) -> None:  # fmt: skip
    needed = {"pour_points": pour_points, "stream_links": streams, "outlets": ""}[mode]
    if needed is None:
        name = "streams" if mode == "stream_links" else mode
        raise ToolError("MISSING_ARGUMENT", f"mode {mode} needs {name}", argument=name)
    of_points = {"pour_points": pour_points, "id_field": id_field, "flow_accumulation": accumulation,
                 "snap_distance": snap_distance or None, "nested": nested or None,
                 "snapped_output": run.wants("snapped") or None}  # fmt: skip
    idle = [name for name, value in of_points.items() if value is not None and mode != "pour_points"]
    idle += ["streams"] if streams is not None and mode != "stream_links" else []
    if idle:
        raise ToolError("BAD_VALUE", f"{idle[0]} has no use in mode {mode}", "leave it out", argument=idle[0])
    if not snap_distance >= 0:
        raise ToolError("BAD_VALUE", f"snap_distance is 0 or more, not {snap_distance:g}", argument="snap_distance")
    if snap_distance and accumulation is None:
        raise ToolError("MISSING_ARGUMENT", "snapping needs flow_accumulation: points go to its largest value",
                        "flow_accumulation makes it of the same directions", argument="flow_accumulation")  # fmt: skip


def _placed(
    run: Run,
    flow_direction: Raster,
    directions: Directions,
    points: Points,
    accumulation: Raster | None,
    snap_distance: float,
    unit: LengthUnit,
    nested: bool,
) -> PourPoints:
    import numpy as np

    from ...execution.terrain.pour_points import placed_points

    crs = flow_direction.facts.crs or ""
    reach = snap_distance * METRES[unit] / metres_per_unit(crs)
    placed = placed_points(run, points, directions, crs, accumulation, reach)
    _, firsts, times = np.unique(placed.cells, return_index=True, return_counts=True)
    if not nested and (times > 1).any():
        raise ToolError("BAD_VALUE", f'{times.max()} points of "{points.name}" stand in one cell, the first of them is '
                        f"number {firsts[times.argmax()] + 1}; their basin cannot be shared out",
                        "nested true gives each the whole of it; or a smaller snap_distance",
                        argument="pour_points")  # fmt: skip
    if placed.lost_count:
        noun = "point stands" if placed.lost_count == 1 else "points stand"
        run.note(f'{placed.lost_count} {noun} on no cell of "{flow_direction.name}" that has a direction, and has no '
                 "basin.")  # fmt: skip
    return placed


def _seeds(
    run: Run, directions: Directions, placed: PourPoints | None, streams: Raster | None
) -> tuple[np.ndarray, np.ndarray]:
    """Labels the cells that basins drain to. Returns: The number of each label, from 1; the labels of all cells."""
    import numpy as np

    from ...execution.rasters.raster_windows import open_band
    from ...execution.terrain.flow_grids import D8_MISSING, kernels, read_whole

    labels = np.zeros(directions.codes.size, np.int32)
    if streams is not None:
        links = np.where(directions.codes == D8_MISSING, np.nan, read_whole(run, open_band(run, streams)))
        cells = np.flatnonzero(~np.isnan(links))
        found = links[cells]
        odd = found[(found < 1) | (found != np.floor(found)) | (found > 2**31 - 1)]
        if len(odd):
            raise ToolError("BAD_VALUE", f'{len(odd)} cells of "{streams.name}" are no number of a link, such as '
                            f"{odd[0]:g}", "extract_streams with raster_output makes it",
                            argument="streams")  # fmt: skip
        numbers, places = np.unique(found.astype(np.int64), return_inverse=True)
    elif placed is not None:
        cells = numbers = np.unique(placed.cells)
        places = np.arange(len(cells))
    else:
        cells = np.flatnonzero(kernels().outlets_of(directions.codes, *directions.shape))
        numbers = places = np.arange(len(cells))
        numbers = numbers + 1
    run.require.size("rows", len(numbers), "the result", "pour points for the basins that are wanted", "mode")
    labels[cells] = places + 1
    return numbers, labels


def _written(
    run: Run,
    directions: Directions,
    crs: str,
    numbers: np.ndarray,
    basins: Any,
    placed: PourPoints | None,
    id_field: str | None,
) -> Polygons:
    import numpy as np
    import shapely

    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.rasters.cell_areas import cell_area_m2

    place, following = np.arange(len(numbers)), basins.followers
    if placed is not None:  # a cell may be that of several points; the basin that follows is that of the first
        place = np.searchsorted(numbers, placed.cells)
        first_points = np.unique(placed.cells, return_index=True)[1]
        numbers = first_points + 1
    following = np.where(following >= 0, numbers[following] if len(numbers) else 0, 0)[place]
    values = [following, basins.cell_counts[place] * cell_area_m2(directions.band.grid, crs), basins.is_fed[place]]
    measures = [
        Column(field, value, value == 0 if field.name == "next_basin_id" else np.zeros(len(place), bool))
        for field, value in zip(MEASURES, values, strict=True)
    ]
    ids = np.arange(len(place)) + 1 if placed is not None else numbers[place]
    columns = [*_names(run, ids, placed, id_field, MEASURES), *measures]
    if not len(place):
        run.note("EMPTY: there is no cell that a basin could drain to.")
    rows = RowSet(columns, shapely.to_wkb(basins.shapes[place]), len(place))
    return write_rows(run, rows, crs=crs, geometry_type="MultiPolygon")  # type: ignore[no-any-return]


def _names(
    run: Run, ids: np.ndarray, placed: PourPoints | None, id_field: str | None, added: tuple[Field, ...]
) -> list[Column]:
    import numpy as np

    from ...execution.layers.rows import Column

    named = [Column(FIRST, ids, np.zeros(len(ids), bool))]
    if placed is None or id_field is None:
        return named
    run.require.names_free("id_field", [field.name for field in (FIRST, *added)], [id_field], "another field, or its "
                           "name changed by refactor_fields")  # fmt: skip
    return [*named, placed.rows.column(id_field)]


def _written_points(run: Run, directions: Directions, crs: str, placed: PourPoints, id_field: str | None) -> Points:
    import numpy as np
    import shapely

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.terrain.stream_links import positions

    measures = columns_of(OF_POINTS, (placed.moved_m, placed.accumulation))
    columns = [*_names(run, np.arange(len(placed.cells)) + 1, placed, id_field, OF_POINTS), *measures]
    centres = shapely.points(positions(directions.band.grid, placed.cells))
    rows = RowSet(columns, shapely.to_wkb(centres), len(placed.cells))
    return write_rows(run, rows, crs=crs, geometry_type="Point", output="snapped")  # type: ignore[no-any-return]
