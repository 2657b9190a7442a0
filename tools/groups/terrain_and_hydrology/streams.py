# SPDX-License-Identifier: GPL-2.0-or-later
"""extract_streams"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import metres_per_unit
from ....tasks.units import SQUARE_METRES
from ...declaration.effects import raster, vector
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, LayerFacts
from ...declaration.layers import Lines, Raster
from ...declaration.markers import Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.run import Run
    from ...execution.terrain.flow_grids import Directions
    from ...execution.terrain.stream_links import Links

GROUP = "Terrain and hydrology"
ThresholdUnit = Literal["cells", "m2", "ha", "km2"]
UNITS = ("cells", "m2", "ha", "km2")
NO_LINK = 0.0
FIELDS = (
    Field("link_id", "integer"),
    Field("next_link_id", "integer"),
    Field("strahler", "integer"),
    Field("upstream_area", "real"),
    Field("length", "real"),
    Field("edge_fed", "boolean"),
)


class Streams(NamedTuple):
    """Result of extract_streams."""

    output: Lines
    raster: Raster | None


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    directions = call.facts("flow_direction")
    links = raster(directions.crs, directions.grid, Band("int32", NO_LINK))
    return {"output": vector(directions.crs, FIELDS, "LineString"), "raster": links}


@tool(
    group=GROUP,
    kind="composite",
    engine="numba; shapely",
    effect=_effect,
    tags=("channel", "river network", "drainage network", "strahler", "stream order", "stream link", "hydrology"),
)
def extract_streams(
    run: Run,
    flow_direction: Raster,
    flow_accumulation: Raster,
    threshold: Annotated[float, Number(above=0)],
    threshold_unit: ThresholdUnit,
) -> Streams:
    """Takes the cells whose accumulation reaches a threshold as streams, and writes them as lines downstream.

    A stream is cut into links at confluences. How much water makes a stream is a judgment: state the threshold.

    Args:
        flow_direction: D8 codes as of flow_direction.
        flow_accumulation: As of flow_accumulation, on the same grid.
        threshold: Accumulation from which a cell is a stream; the cell that reaches it is one.
        threshold_unit: Unit of the threshold. An accumulation in another unit has it converted, which is said; of one
            without a unit it is believed. Sums of weights are not converted.
    Returns:
        output: A line for each link, through the centres of its cells, on to the first cell of the next link or, where
            water leaves the raster, to the border of its last cell:
            `link_id`, from 1 in the order of their first cells; `next_link_id`, NULL where none follows; `strahler`;
            `upstream_area` in m2, of its last own cell; `length` in m; `edge_fed`, whether ground beyond the raster's
            edge may drain into it, so that order and area are the least there can be.
        raster: int32, the link_id of each stream cell, NoData 0; for watershed.
    CRS: Projected, of any length unit; degrees and a scale error above 1 % are refused. Both rasters share CRS and
        grid.
    Edges: A link that is a pit and no other cell has no length: it is in the raster alone, and counted.
    Raises: DEPENDENCY_MISSING (numba), LIMIT_EXCEEDED (20 bytes of memory a cell; vertices), CRS_MISSING, CRS_MISMATCH,
        CRS_UNSUITABLE, GRID_MISMATCH, GRID_UNSUITABLE (a grid that is not north up), BAD_VALUE (codes that are not D8,
        cells that flow in circles, a unit that weights are not in, several bands), UNKNOWN_LAYER.
    Source: O'Callaghan and Mark 1984; order: Strahler 1957.
    """
    import numpy as np

    from ...execution.rasters.cell_areas import cell_area_m2
    from ...execution.terrain.flow_grids import circles, demand_memory, kernels, read_directions
    from ...execution.terrain.stream_links import links_of

    run.require.measurable(flow_direction)
    run.require.grid_same(flow_direction, flow_accumulation)
    run.require.one_band(flow_accumulation, "flow_accumulation")
    if flow_direction.facts.grid is not None:
        demand_memory(run, flow_direction.facts.grid, 20)
    directions = read_directions(run, flow_direction)
    crs = flow_direction.facts.crs or ""
    area = cell_area_m2(directions.band.grid, crs)
    is_stream = _stream_cells(run, directions, flow_accumulation, threshold, threshold_unit, area)
    run.require.size("vertices", int(np.count_nonzero(is_stream)), "the streams", "a larger threshold", "threshold")
    cells = np.ones(is_stream.size)
    with run.timed():
        is_fed, circling = kernels().accumulate(directions.codes, cells, *directions.shape)
        if circling:
            raise circles(flow_direction, circling)
        links = links_of(directions, is_stream)
    output = _write_lines(run, links, directions, crs, area * cells[links.last_cells], is_fed[links.last_cells])
    return Streams(output, _write_raster(run, links, directions, crs) if run.wants("raster") else None)


def _stream_cells(
    run: Run, directions: Directions, accumulation: Raster, threshold: float, unit: ThresholdUnit, cell_m2: float
) -> np.ndarray:
    """Tells which cells with a direction reach the threshold."""
    import numpy as np

    from ...execution.rasters.raster_windows import open_band, windows_of
    from ...execution.terrain.flow_grids import D8_MISSING

    band = open_band(run, accumulation)
    least = _in_unit_of(run, band.unit, accumulation.name, threshold, unit, cell_m2)
    reached = np.zeros(directions.shape, bool)
    for window in windows_of(run, [band]):
        rows = slice(window.row, window.row + window.height)
        columns = slice(window.column, window.column + window.width)
        reached[rows, columns] = band.read(window) >= least * (1 - 1e-12)  # a converted threshold may be rounded up
    return reached.ravel() & (directions.codes != D8_MISSING)


def _in_unit_of(run: Run, declared: str, name: str, threshold: float, unit: ThresholdUnit, cell_m2: float) -> float:
    """Gives the threshold in the unit that an accumulation declares."""
    word = declared.removeprefix("weighted ")
    if word == unit:
        return threshold
    if declared != word:
        raise ToolError("BAD_VALUE", f'"{name}" holds sums of weights, {declared}, which are not converted to {unit}',
                        f"threshold_unit {word}", argument="threshold_unit", found=unit)  # fmt: skip
    if word not in UNITS:
        run.note(f'"{name}" declares no unit of an accumulation; it is taken to be in {unit}.')
        return threshold
    square_metres = SQUARE_METRES | {"cells": cell_m2}
    converted = threshold * square_metres[unit] / square_metres[word]
    run.note(f'"{name}" is in {word}; the threshold of {threshold:g} {unit} is {converted:.9g} {word}.')
    return converted


def _write_lines(
    run: Run, links: Links, directions: Directions, crs: str, areas: np.ndarray, is_fed: np.ndarray
) -> Lines:
    import numpy as np
    import shapely

    from ...execution.layers.rows import Column, RowSet, write_rows
    from ...execution.terrain.stream_links import lines_of

    with run.timed():
        lines, lengths = lines_of(links, directions)
    count = len(lines)
    values = [np.arange(count) + 1, links.followers + 1, links.orders, areas, lengths * metres_per_unit(crs), is_fed]
    kept = np.flatnonzero(~shapely.is_missing(lines))
    columns = [
        Column(field, value[kept], (value[kept] == 0) if field.name == "next_link_id" else np.zeros(len(kept), bool))
        for field, value in zip(FIELDS, values, strict=True)
    ]
    if count > len(kept):
        run.counts["links_without_line"] = count - len(kept)
        run.note(f"{count - len(kept)} links are a pit alone; they have no line.")
    if not len(kept):
        run.note("EMPTY: no stream has a length; the threshold may be too large, or in another unit.")
    rows = RowSet(columns, shapely.to_wkb(lines[kept]), len(kept))
    return write_rows(run, rows, crs=crs, geometry_type="LineString")  # type: ignore[no-any-return]


def _write_raster(run: Run, links: Links, directions: Directions, crs: str) -> Raster:
    import numpy as np

    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.terrain.flow_grids import write_whole

    ids = np.zeros(directions.codes.size, np.int32)
    ids[links.cells[links.is_own]] = links.owner[links.is_own] + 1
    with stored_raster(run, directions.band.grid, crs, [BandMeaning("int32", NO_LINK)], output="raster") as output:
        write_whole(run, output, ids, ids == 0)
    run.counts.pop("nodata_share", None)  # which would be read as that of the lines
    return output.path  # type: ignore[return-value]
