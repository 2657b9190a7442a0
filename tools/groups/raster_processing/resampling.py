# SPDX-License-Identifier: GPL-2.0-or-later
"""resample_raster, align_rasters"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ....tasks.crs_equality import same_crs
from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Extent, Grid, LayerFacts
from ...declaration.grid_arithmetic import part, square_cells, touched_block
from ...declaration.layers import Raster
from ...declaration.markers import CellSize, LeftOut
from ...declaration.registry import tool
from ...declaration.resampling import PixelUnit, Resampling, resampled_bands
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Raster processing"
AlignedExtent = Literal["reference", "common"]


class Resampled(NamedTuple):
    """Result of resample_raster."""

    output: Raster


class Aligned(NamedTuple):
    """Result of align_rasters."""

    output: Raster


def _known_bands(call: Call) -> tuple[Band, ...] | None:
    """Gives the bands of the result; left open where their NoData is NaN, which equals nothing."""
    bands = _bands(call.facts("raster").bands or (), call.arguments["resampling"], call.arguments["nodata"])
    return bands if bands and all(band.nodata == band.nodata for band in bands) else None


def _bands(bands: tuple[Band, ...], resampling: str, nodata: float | None) -> tuple[Band, ...]:
    """Gives the bands of the result; floats that declare no NoData get NaN."""
    made = resampled_bands(bands, resampling, nodata)
    if any(band.nodata is None for band in made) and all(band.dtype.startswith("float") for band in made):
        return resampled_bands(bands, resampling, float("nan"))
    return made


def _resampled_effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("raster")
    grid = None
    if source.grid is not None:
        with contextlib.suppress(ToolError):  # of too many cells, which the call itself refuses
            grid = square_cells(source.grid.extent, call.arguments["pixel_size"])
    facts = raster_facts(source.crs, grid)
    return {"output": facts.with_(bands=_known_bands(call))}


@tool(
    group=GROUP,
    kind="raster",
    engine="gdal:warpreproject",
    effect=_resampled_effect,
    tags=("cell size", "resolution", "aggregate", "coarsen", "downscale", "upscale", "pixel size", "gdalwarp -tr"),
)
def resample_raster(
    run: Run,
    raster: Raster,
    pixel_size: Annotated[float, CellSize("pixel_unit")],
    pixel_unit: PixelUnit,
    resampling: Resampling,
    nodata: Annotated[float | None, LeftOut("same")] = None,
) -> Resampled:
    """Changes the cell size of a raster in its own CRS, from its upper left corner on.

    Derive slope and other measures of neighbours after resampling, not before.

    Args:
        raster: Raster to resample, all bands.
        pixel_size: Width and height of the new cells, in `pixel_unit`.
        pixel_unit: Unit of `pixel_size`, which must be that of the raster's CRS: m, ft, us_ft or deg.
        resampling: nearest takes the cell a centre falls in; bilinear and cubic interpolate between 4 and 16 centres,
            and average over more where cells grow; average, mode, min, max, median and sum take all cells that a new
            one covers, average and sum with the covered share as weight. Classes need nearest or mode; counts per cell
            need sum.
        nodata: NoData value of the result; same is that of the raster. Needed where the raster declares none and the
            new cells reach beyond its lower or right edge. No cell may have it as its value.
    Returns:
        output: The raster on the new grid; nearest, mode, min, max and median keep the cell type, the others give
            floats.
    CRS: The raster must declare its CRS, which is kept.
    Edges: NoData is left out of every method, so cells at its rim rest on fewer values; nearest, bilinear and cubic
        leave a cell without a value whose centre lies on it. The last column and row may reach beyond the raster and
        rest on the part they cover. Scale, offset, units and names of bands are kept. A raster stored south-up comes
        out north-up; a rotated one is refused.
    Raises: CRS_MISSING, CRS_UNSUITABLE, GRID_UNSUITABLE, MISSING_ARGUMENT (nodata), BAD_VALUE (the unit, classes
        averaged, a nodata in use, sum under an offset), LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: GDAL warp with error threshold 0.
    """
    from ...execution.rasters.resampling_guards import (
        demand_pixel_unit,
        demand_resampling,
        is_within,
        say_cell_ratio,
    )
    from ...execution.rasters.warping import WarpPlan, warp

    run.require.crs_known(raster)
    crs, source = raster.facts.crs or "", raster.facts.grid
    assert source is not None
    demand_pixel_unit(crs, pixel_unit, f'"{raster.name}"')
    if source.is_rotated:
        raise ToolError("GRID_UNSUITABLE", f'raster "{raster.name}" is rotated and has no upper left corner that cells '
                        "could begin at", "warp_raster brings it onto a north-up grid")  # fmt: skip
    grid = square_cells(source.extent, pixel_size)
    demand_resampling(run, raster, resampling, nodata, reaches_beyond=not is_within(grid, source))
    say_cell_ratio(run, raster, grid, crs, resampling)
    bands = _bands(raster.facts.bands or (), resampling, nodata)
    return Resampled(warp(run, raster, WarpPlan(crs, resampling, grid, bands)))  # type: ignore[arg-type]


def _aligned_effect(call: Call) -> Mapping[str, LayerFacts]:
    source, reference = call.facts("raster"), call.facts("reference")
    grid = reference.grid
    if call.arguments["extent"] == "common":
        grid = None
        if source.grid is not None and reference.grid is not None and source.crs == reference.crs:
            block = touched_block(reference.grid, source.grid.extent)
            grid = part(reference.grid, block) if block is not None else None
    return {"output": raster_facts(reference.crs, grid).with_(bands=_known_bands(call))}


@tool(
    group=GROUP,
    kind="composite",
    engine="gdal:warpreproject",
    effect=_aligned_effect,
    tags=("snap raster", "match grid", "co-register", "same grid", "resample to match", "snap", "align"),
)
def align_rasters(
    run: Run,
    raster: Raster,
    reference: Raster,
    resampling: Resampling,
    extent: AlignedExtent = "reference",
    nodata: Annotated[float | None, LeftOut("same")] = None,
) -> Aligned:
    """Brings a raster onto the CRS, cells and extent of a reference raster, so that cells match one to one.

    One raster a call, since classes and measured values need different methods. Take the coarsest of several rasters
    as reference unless finer cells are asked for.

    Args:
        raster: Raster to bring onto the grid, all bands.
        reference: Raster whose CRS and cells are taken; its values are not.
        resampling: nearest takes the cell a centre falls in; bilinear and cubic interpolate between 4 and 16 centres,
            and average over more where cells grow; average, mode, min, max, median and sum take all cells that a new
            one covers, average and sum with the covered share as weight. Classes need nearest or mode; counts per cell
            need sum.
        extent: reference gives every cell of the reference; common only the block of its cells that the raster covers,
            in whole or in part.
        nodata: NoData value of the result; same is that of the raster. Needed where it declares none and cells of the
            reference lie outside of it. No cell may have it as its value.
    Returns:
        output: The raster on the grid of the reference; nearest, mode, min, max and median keep the cell type, the
            others give floats.
    CRS: Both must declare one. The coordinate operation used and its accuracy are reported; nothing is approximated
        between the cells.
    Edges: Cells that the raster does not cover become NoData; NoData is left out of every method, and nearest, bilinear
        and cubic leave a cell without a value whose centre lies on it. Scale, offset, units and names of bands are
        kept. Grids of any orientation are taken by nearest, bilinear and cubic; the other methods refuse rotated ones
        and say by what angle CRSs turn cells against each other.
    Raises: CRS_MISSING, CRS_UNSUITABLE, GRID_UNSUITABLE, BAD_VALUE (no common cell, classes averaged, a
        nodata in use, sum under an offset), MISSING_ARGUMENT (nodata), LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: GDAL warp with error threshold 0.
    """
    from ...execution.rasters.resampling_guards import (
        demand_resampling,
        demand_straight,
        is_within,
        say_cell_ratio,
        tell_operation,
    )
    from ...execution.rasters.warping import WarpPlan, extent_of, warp
    from ...execution.reference_systems.crs import demand_place_on_earth

    run.require.crs_known(raster, reference)
    crs, source, target = reference.facts.crs or "", raster.facts.grid, reference.facts.grid
    assert source is not None and target is not None
    same = same_crs(raster.facts.crs or "", crs)
    if not same:
        demand_place_on_earth(crs)
    grid = target if extent == "reference" else _common(raster, reference, extent_of(raster, crs))
    is_covered = same and not source.is_rotated and is_within(grid, source)
    demand_resampling(run, raster, resampling, nodata, reaches_beyond=not is_covered)
    tell_operation(run, raster, crs)
    demand_straight(run, raster, grid, crs, resampling)
    say_cell_ratio(run, raster, grid, crs, resampling)
    bands = _bands(raster.facts.bands or (), resampling, nodata)
    return Aligned(warp(run, raster, WarpPlan(crs, resampling, grid, bands)))  # type: ignore[arg-type]


def _common(raster: Raster, reference: Raster, image: Extent) -> Grid:
    assert reference.facts.grid is not None
    block = touched_block(reference.facts.grid, image)
    if block is None:
        raise ToolError("BAD_VALUE", f'"{raster.name}" covers no cell of "{reference.name}"',
                        "describe_raster gives the extents of both", argument="extent")  # fmt: skip
    return part(reference.facts.grid, block)
