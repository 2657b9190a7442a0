# SPDX-License-Identifier: GPL-2.0-or-later
"""warp_raster"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.facts import LayerFacts
from ...declaration.grid_arithmetic import square_cells
from ...declaration.layers import Raster
from ...declaration.markers import CellSize, CrsText, LeftOut
from ...declaration.registry import tool
from ...declaration.resampling import PixelUnit, Resampling, resampled_bands
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Data management"


class Warped(NamedTuple):
    """Result of warp_raster."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source = call.facts("raster")
    bands = resampled_bands(source.bands or (), call.arguments["resampling"], call.arguments.get("nodata"))
    known = source.bands is not None and all(band.nodata is not None for band in bands)
    facts = raster_facts(call.arguments["target_crs"], None)
    return {"output": facts.with_(bands=bands if known else None)}


@tool(
    group=GROUP,
    kind="composite",
    engine="gdal:warpreproject",
    effect=_effect,
    title="Warp (reproject) raster",
    tags=("reproject", "resample", "transform", "gdalwarp", "project raster", "cell size", "resolution", "warp"),
)
def warp_raster(
    run: Run,
    raster: Raster,
    target_crs: Annotated[str, CrsText()],
    resampling: Resampling,
    pixel_size: Annotated[float, CellSize("pixel_unit")],
    pixel_unit: PixelUnit,
    extent: Annotated[ExtentRequest | str | None, LeftOut("full")] = None,
    nodata: Annotated[float | None, LeftOut("same")] = None,
) -> Warped:
    """Transforms a raster to another CRS and resamples it to a pixel size in the unit of that CRS.

    Warp a degree elevation model before slope or distance; resample before a slope is taken, not after.

    Args:
        raster: Raster to warp, all bands.
        target_crs: CRS of the result; that of the raster only resamples it.
        resampling: nearest takes the cell a centre falls in; bilinear and cubic interpolate between 4 and 16 centres,
            and average over more where cells grow; average, mode, min, max, median and sum take all cells that a new
            one covers, average and sum with the covered share as weight. Classes need nearest or mode; counts per cell
            need sum.
        pixel_size: Width and height of the new cells, in `pixel_unit`.
        pixel_unit: Unit of `pixel_size`, which must be that of `target_crs`: m, ft, us_ft or deg.
        extent: Rectangle in `target_crs`, or a layer whose extent is taken; cells begin at its upper left corner and
            cover it. full is that of the raster.
        nodata: NoData value of the result; same is that of the raster, which must declare one, since cells outside of
            it have no value. No cell may have it as its value.
    Returns:
        output: The warped raster; nearest, mode, min, max and median keep the cell type, the others give floats.
    CRS: The raster must declare its CRS. The coordinate operation used and its accuracy are reported; nothing is
        approximated between the cells.
    Edges: NoData is left out of every method, so cells at its rim rest on fewer values; nearest, bilinear and cubic
        leave a cell without a value whose centre lies on it. Scale and offset are kept. NaN and masked cells become
        NoData. Rotated and south-up rasters come out north-up; methods over all covered cells refuse rotated ones, and
        say by what angle CRSs turn cells.
    Raises: CRS_MISSING, CRS_MISMATCH (of the extent), CRS_UNSUITABLE, GRID_UNSUITABLE, MISSING_ARGUMENT
        (nodata), BAD_VALUE (the unit, classes averaged, a nodata in use, sum under an offset), LIMIT_EXCEEDED,
        UNKNOWN_LAYER.
    Source: GDAL warp with error threshold 0.
    """
    from ...execution.rasters.resampling_guards import (
        demand_pixel_unit,
        demand_resampling,
        demand_straight,
        tell_operation,
    )
    from ...execution.rasters.warping import WarpPlan, extent_of, warp
    from ...execution.reference_systems.crs import known_crs
    from ...execution.reference_systems.extents import extent_in

    run.require.crs_known(raster)
    target = known_crs("target_crs", target_crs)
    demand_pixel_unit(target, pixel_unit, "target_crs")
    demand_resampling(run, raster, resampling, nodata)
    assert extent is None or isinstance(extent, ExtentRequest)
    where = None if extent is None else extent_in(target, extent, "target_crs")
    tell_operation(run, raster, target)
    bands = resampled_bands(raster.facts.bands or (), resampling, nodata)
    grid = square_cells(where or extent_of(raster, target), pixel_size)
    demand_straight(run, raster, grid, target, resampling)
    return Warped(warp(run, raster, WarpPlan(target, resampling, grid, bands)))  # type: ignore[arg-type]
