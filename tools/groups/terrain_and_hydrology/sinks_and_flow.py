# SPDX-License-Identifier: GPL-2.0-or-later
"""fill_sinks, flow_direction, flow_accumulation"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.units import SQUARE_METRES
from ...declaration.cell_statistics import float_band
from ...declaration.cell_types import CELL_TYPES, FLOAT32_DTYPES
from ...declaration.effects import on_grid_of, raster
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import Raster
from ...declaration.markers import Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run
    from ...execution.terrain.flow_grids import Directions

GROUP = "Terrain and hydrology"
NODATA = CELL_TYPES["float64"].lowest
NO_DIRECTION = 247.0
Outlets = Literal["edges", "minimum"]
AccumulationUnit = Literal["cells", "m2", "ha", "km2"]
MissingWeights = Literal["refuse", "leave_out"]
WEIGHTED = "weighted "  # before the unit of a band that holds sums of weights


class Filled(NamedTuple):
    """Result of fill_sinks."""

    output: Raster
    filled_count: int
    max_fill: float


def _filled_band(dem: Band) -> Band:
    return float_band(dem.dtype in FLOAT32_DTYPES)


def _same_heights(call: Call) -> Mapping[str, LayerFacts]:
    dem = call.facts("dem")
    if not dem.bands:
        return {"output": raster(dem.crs, dem.grid).with_(bands=None)}
    return {"output": raster(dem.crs, dem.grid, _filled_band(dem.bands[0]))}


@tool(
    group=GROUP,
    kind="raster",
    engine="numba",
    effect=_same_heights,
    tags=(
        "depression",
        "pit",
        "hollow",
        "hydrologically correct",
        "priority flood",
        "wang and liu",
        "hydrology",
        "dem",
    ),
)
def fill_sinks(
    run: Run, dem: Raster, max_depth: Annotated[float | None, Number(0)] = None, outlets: Outlets = "edges"
) -> Filled:
    """Raises the cells of closed hollows to the height at which they spill, so that all water can drain.

    Real lakes and sinkholes are filled too; bridges and culverts dam the flow in most elevation models. Do this before
    flow_direction.

    Args:
        dem: Elevation, one band; a declared scale and offset are applied first. Any grid.
        max_depth: Hollows deeper than this, from the spill to the lowest cell, keep that cell as an outlet, and hollows
            within them are treated alike; in the unit of the heights. Left out: all are filled.
        outlets: Where water leaves. edges: at every cell at the raster's edge or beside NoData. minimum: at the lowest
            of these alone, one in each connected area.
    Returns:
        output: On the grid of `dem`: float32, float64 of 32-bit integers and float64; NoData is the lowest number of
            the type. Every height is one that `dem` holds.
        filled_count: Number of cells that were raised.
        max_fill: By how much at most, in the unit of the heights.
    CRS: Any, degrees too: no length is used.
    Edges: Holes of NoData inside the raster draw water in: fill them first where they are none.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (40 bytes of memory a cell), BAD_VALUE (several bands, a
        palette), UNKNOWN_LAYER.
    Source: Wang and Liu 2006, with the queue of Barnes, Lehman and Mulla 2014.
    """
    import numpy as np

    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.terrain.flow_grids import demand_memory, read_whole, write_whole
    from ...execution.terrain.sinks import fill_hollows
    from ...execution.terrain.surface_windows import heights_of

    run.require.one_band(dem, "dem")
    run.require.no_classes(dem, 1, "a filling")
    band = heights_of(run, dem)
    demand_memory(run, band.grid, 40)
    heights = read_whole(run, band)
    with run.timed():
        levels = fill_hollows(run, heights, (band.grid.height, band.grid.width), outlets == "minimum", max_depth)
    rise = levels - heights
    made = _filled_band(band.facts)
    meaning = BandMeaning(made.dtype, made.nodata, unit=band.unit)
    with stored_raster(run, band.grid, dem.facts.crs or "", [meaning]) as output:
        write_whole(run, output, levels.astype(meaning.dtype), np.isnan(levels))
    raised = rise[rise > 0]
    return Filled(output.path, len(raised), float(raised.max()) if len(raised) else 0.0)  # type: ignore[arg-type]


class Directed(NamedTuple):
    """Result of flow_direction."""

    output: Raster
    pit_count: int


@tool(
    group=GROUP,
    kind="raster",
    engine="numba",
    effect=on_grid_of("dem", dtype="uint8", nodata=NO_DIRECTION),
    title="Flow direction (D8)",
    tags=("d8", "drainage direction", "flow pointer", "steepest descent", "runoff", "hydrology", "dem"),
)
def flow_direction(run: Run, dem: Raster) -> Directed:
    """Gives each cell the direction of the steepest of its eight neighbours, as a D8 code.

    Codes: 1 east, 2 southeast, 4 south, 8 southwest, 16 west, 32 northwest, 64 north, 128 northeast; 0 is a pit. Other
    programs number otherwise. Fill sinks first; pits that are left are counted.

    Args:
        dem: Elevation, one band, in any unit of height.
    Returns:
        output: byte on the grid of `dem`; NoData 247.
        pit_count: Number of hollows, a cell or level ground without a way out, where water stays.
    CRS: Projected, of any length unit: a diagonal is longer than a side. A degree grid and a scale error above 1 % are
        CRS_UNSUITABLE; north up.
    Edges: Of equally steep ways the one with the smallest code. Level ground drains by the fewest cells to where it
        lies beside lower ground, else over the raster's edge or into NoData, else to its first cell, the pit; of
        equally few by those that a flood from there, row by row and sides before corners, comes over first. A cell
        at the edge without a lower neighbour points out of the raster, straight where it can.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (18 bytes of memory a cell), CRS_MISSING, CRS_UNSUITABLE,
        GRID_UNSUITABLE, BAD_VALUE (several bands, a palette), UNKNOWN_LAYER.
    Source: O'Callaghan and Mark 1984; level ground: Jenson and Domingue 1988.
    """
    import numpy as np

    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.terrain.flow_grids import D8_MISSING, demand_memory, kernels, read_whole, steps_of, write_whole
    from ...execution.terrain.surface_windows import open_heights

    run.require.north_up(dem)
    band = open_heights(run, dem, "a direction")
    demand_memory(run, band.grid, 18)
    heights = read_whole(run, band)
    shape = band.grid.height, band.grid.width
    with run.timed():
        codes = kernels().steepest(heights, np.hypot(*steps_of(band.grid).T), *shape)
        pit_count = int(kernels().lead_flats_down(heights, codes, *shape))
    if pit_count:
        noun = "hollow keeps its" if pit_count == 1 else "hollows keep their"
        run.note(f"{pit_count} {noun} water; fill_sinks before flow_direction lets it out.")
    with stored_raster(run, band.grid, dem.facts.crs or "", [BandMeaning("uint8", NO_DIRECTION)]) as output:
        write_whole(run, output, codes, codes == D8_MISSING)
    return Directed(output.path, pit_count)  # type: ignore[arg-type]


class Accumulated(NamedTuple):
    """Result of flow_accumulation."""

    output: Raster
    edge_fed_count: int


@tool(
    group=GROUP,
    kind="raster",
    engine="numba",
    effect=on_grid_of("flow_direction", dtype="float64", nodata=NODATA),
    tags=("upstream area", "contributing area", "catchment area", "drainage area", "upslope", "runoff", "hydrology"),
)
def flow_accumulation(
    run: Run,
    flow_direction: Raster,
    weights: Raster | None = None,
    unit: AccumulationUnit = "cells",
    missing_weights: MissingWeights = "refuse",
) -> Accumulated:
    """Counts for each cell the cells upstream, itself among them, or their area, or sums a weight such as rain.

    The unit goes with the raster, and into every threshold taken of it.

    Args:
        flow_direction: D8 codes as of flow_direction.
        weights: What each cell gives, one band on the same grid; 1 where left out.
        unit: cells counts each cell as 1, the others as its area. With weights cells sums the weights, m2 the weights
            times m2: of rain in m that is m3.
        missing_weights: What a cell with a direction and no weight is: refuse ends the call, leave_out lets it give
            nothing and pass on what comes from upstream; such cells are counted and said.
    Returns:
        output: float64 on the grid of `flow_direction`; NoData is the lowest number of the type.
        edge_fed_count: Number of cells into which ground beyond the raster's edge, or beyond NoData, may drain: their
            accumulation is the least there can be. A larger elevation model helps.
    CRS: Any with cells; with an area one in which areas are true to 1 %, of any length unit. Weights share CRS and
        grid.
    Edges: What flows out of the raster or into NoData ends there.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (24 bytes of memory a cell), CRS_MISSING, CRS_UNSUITABLE,
        CRS_MISMATCH, GRID_MISMATCH, GRID_UNSUITABLE (a grid that is not north up), BAD_VALUE (codes that are not D8,
        cells that flow in circles, missing weights, several bands), UNKNOWN_LAYER.
    Source: O'Callaghan and Mark 1984.
    """
    import numpy as np

    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.terrain.flow_grids import (
        D8_MISSING,
        circles,
        demand_memory,
        kernels,
        read_directions,
        write_whole,
    )

    if unit != "cells":
        run.require.measurable(flow_direction, "areal")
    if flow_direction.facts.grid is not None:
        demand_memory(run, flow_direction.facts.grid, 24)
    directions = read_directions(run, flow_direction)
    totals = _gifts(run, directions, flow_direction, weights, missing_weights)
    totals *= _cell_worth(directions, flow_direction, unit)
    with run.timed():
        is_fed, circling = kernels().accumulate(directions.codes, totals, *directions.shape)
    if circling:
        raise circles(flow_direction, circling)
    if weights is not None and np.isinf(totals).any():
        raise ToolError("BAD_VALUE", f'sums of "{weights.name}" are beyond every number',
                        "set_nodata, if it holds a value for no value", argument="weights")  # fmt: skip
    meaning = BandMeaning("float64", NODATA, unit=unit if weights is None else WEIGHTED + unit)
    with stored_raster(run, directions.band.grid, flow_direction.facts.crs or "", [meaning]) as output:
        write_whole(run, output, totals, directions.codes == D8_MISSING)
    return Accumulated(output.path, int(np.count_nonzero(is_fed)))  # type: ignore[arg-type]


def _cell_worth(directions: Directions, raster_: Raster, unit: AccumulationUnit) -> float:
    from ...execution.rasters.cell_areas import cell_area_m2

    if unit == "cells":
        return 1.0
    return cell_area_m2(directions.band.grid, raster_.facts.crs or "") / SQUARE_METRES[unit]


def _gifts(
    run: Run, directions: Directions, flow_direction: Raster, weights: Raster | None, missing_weights: MissingWeights
) -> np.ndarray:
    """Gives what each cell adds to its downstream, before its area is reckoned in."""
    import numpy as np

    from ...execution.rasters.raster_windows import open_band
    from ...execution.terrain.flow_grids import D8_MISSING, read_whole

    if weights is None:
        return np.ones(directions.codes.size)
    run.require.grid_same(flow_direction, weights)
    run.require.one_band(weights, "weights")
    run.require.no_classes(weights, 1, "a sum")
    given = read_whole(run, open_band(run, weights))
    missing = np.isnan(given)
    count = int(np.count_nonzero(missing & (directions.codes != D8_MISSING)))
    if count and missing_weights == "refuse":
        raise ToolError("BAD_VALUE", f'{count} cells of "{flow_direction.name}" have no weight in "{weights.name}"',
                        "missing_weights leave_out lets them give nothing", argument="weights")  # fmt: skip
    if count:
        run.note(f"{count} cells without a weight give nothing; downstream of them the sums are too small.")
    given[missing] = 0.0
    return given
