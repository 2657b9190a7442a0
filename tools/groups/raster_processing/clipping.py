# SPDX-License-Identifier: GPL-2.0-or-later
"""clip_raster"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Extent, LayerFacts
from ...declaration.grid_arithmetic import Block, part, touched_block
from ...declaration.layers import Polygons, Raster
from ...declaration.markers import LeftOut
from ...declaration.registry import tool
from ...declaration.resampling import is_nodata_held, nodata_as_stored
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest

if TYPE_CHECKING:
    from ...execution.rasters.polygon_masks import PolygonMask
    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.run import Run

GROUP = "Raster processing"
CellRule = Literal["cell_center", "any_touch"]


class Clipped(NamedTuple):
    """Result of clip_raster."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source, nodata = call.facts("raster"), call.arguments["nodata"]
    bands = source.bands
    if bands is not None and nodata is not None:
        bands = tuple(replace(band, nodata=nodata_as_stored(band.dtype, nodata)) for band in bands)
    if bands is not None and not all(is_nodata_held(band) for band in bands):
        bands = None
    request, grid = call.arguments["extent"], None
    if isinstance(request, ExtentRequest) and source.grid is not None and not source.grid.is_rotated:
        block = touched_block(source.grid, request.extent)
        grid = part(source.grid, block) if block is not None else None
    return {"output": raster_facts(source.crs, grid).with_(bands=bands)}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("extract by mask", "crop", "subset", "cut", "mask", "window", "gdalwarp cutline", "study area"),
)
def clip_raster(
    run: Run,
    raster: Raster,
    mask: Polygons | None = None,
    extent: ExtentRequest | str | None = None,
    cell_rule: CellRule | None = None,
    nodata: Annotated[float | None, LeftOut("auto")] = None,
) -> Clipped:
    """Cuts a raster to polygons, or to a rectangle, on its own grid.

    Give either `mask` or `extent`.

    Args:
        raster: Raster to cut, all bands.
        mask: Polygons; cells outside of all of them become NoData, and the result is as large as the cells around them.
        extent: Rectangle, or a layer whose extent is taken; it grows to whole cells and is cut at the raster's edge.
        cell_rule: Which cells at the rim of `mask` are kept, and needed with it: cell_center those whose centre lies
            in a polygon, any_touch all of which a polygon covers a part.
        nodata: NoData value of the result; auto is that of the raster or, where it declares none, a value that no kept
            cell has, for which a byte raster with all values in use becomes int16. No kept cell may have it.
    Returns:
        output: The part of the raster; cells keep their stored values.
    CRS: The mask must be in the CRS of the raster; nothing is resampled.
    Edges: The grid's origin and cell size are kept. A centre exactly on an edge belongs to the east and south of it.
        Scale, offset, units, names and colours of bands are kept. Overlapping polygons count once, NULL geometries not.
        A rotated raster is cut to polygons, but not to a rectangle.
    Raises: MISSING_ARGUMENT, BAD_VALUE (both, no cell in common, a nodata in use), CRS_MISSING, CRS_MISMATCH,
        INVALID_GEOMETRY, WRONG_GEOMETRY_TYPE, GRID_UNSUITABLE, UNKNOWN_LAYER.
    Source: Even-odd scan lines; exact cover by signed trapezoids.
    """
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.rasters.raster_windows import Window, open_every_band, windows_of

    _demand_one(mask, extent, cell_rule)
    bands = open_every_band(run, raster)
    polygons = None if mask is None else _polygons(run, raster, mask)
    block = _block(run, raster, extent, polygons)
    grid = part(bands[0].grid, block)
    with run.timed():
        kept = None if polygons is None else _mask(polygons, grid, cell_rule)
        meanings = _meanings(run, bands, block, kept, nodata)
    whole = Window(*block)
    with stored_raster(run, grid, raster.facts.crs or "", meanings) as output, run.timed():
        for window in windows_of(run, bands, part=whole):
            for number, band in enumerate(bands, start=1):
                output.write(_moved(window, block), *_cells(band, window, block, kept), number=number)
    return Clipped(output.path)  # type: ignore[arg-type]


def _demand_one(mask: Polygons | None, extent: Any, cell_rule: str | None) -> None:
    if mask is None and extent is None:
        raise ToolError("MISSING_ARGUMENT", "clip_raster needs either mask or extent", "mask cuts to polygons, extent "
                        "to a rectangle", argument="mask")  # fmt: skip
    if mask is not None and extent is not None:
        raise ToolError("BAD_VALUE", "clip_raster takes either mask or extent, not both", "clip to one after the other",
                        argument="extent")  # fmt: skip
    if mask is not None and cell_rule is None:
        raise ToolError("MISSING_ARGUMENT", "cell_rule says which cells at the rim of mask are kept",
                        "cell_center keeps those whose centre lies inside, any_touch all that are covered in part",
                        argument="cell_rule")  # fmt: skip
    if extent is not None and cell_rule == "cell_center":
        raise ToolError("BAD_VALUE", "an extent grows to whole cells; cell_center goes with mask alone",
                        "leave cell_rule out", argument="cell_rule")  # fmt: skip


def _polygons(run: Run, raster: Raster, mask: Polygons) -> Any:
    import shapely

    from ...execution.layers.rows import read_geometries

    run.require.crs_same(raster, mask)
    run.require.valid(mask)
    polygons = shapely.from_wkb(read_geometries(run, mask))
    polygons = polygons[~shapely.is_missing(polygons) & ~shapely.is_empty(polygons)]
    if not len(polygons):
        raise ToolError("BAD_VALUE", f'"{mask.name}" holds no polygon; nothing of "{raster.name}" would be left',
                        "count_features and sample_rows tell what it holds", argument="mask")  # fmt: skip
    return polygons


def _block(run: Run, raster: Raster, extent: ExtentRequest | str | None, polygons: Any) -> Block:
    """Finds the cells that are to be in the result."""
    import shapely

    from ...execution.reference_systems.extents import extent_in

    grid = raster.facts.grid
    assert grid is not None and not isinstance(extent, str)
    if extent is not None:
        if extent.crs:
            run.require.crs_known(raster)
        if grid.is_rotated:
            raise ToolError("GRID_UNSUITABLE", f'raster "{raster.name}" is rotated and cannot be cut to a rectangle',
                            "mask cuts it to polygons; warp_raster brings it onto a north-up grid")  # fmt: skip
        where = extent_in(raster.facts.crs or "", extent, "raster")
    else:
        where = Extent(*map(float, shapely.total_bounds(polygons)))
    block = touched_block(grid, where)
    if block is None:
        what = "mask" if extent is None else "extent"
        raise ToolError("BAD_VALUE", f'{what}: it has no cell of "{raster.name}" in it',
                        "describe_raster and describe_layer give the extents of both", argument=what)  # fmt: skip
    return block


def _mask(polygons: Any, grid: Any, cell_rule: str | None) -> PolygonMask:
    from ...execution.rasters.polygon_masks import PolygonMask

    return PolygonMask(polygons, grid, cell_rule or "")


def _moved(window: Window, block: Block) -> Window:
    """Gives the place of a window in the result."""
    return window._replace(column=window.column - block.column, row=window.row - block.row)


def _cells(band: BandCells, window: Window, block: Block, kept: PolygonMask | None) -> tuple[Any, Any]:
    """Reads stored cells and which of them are without a value in the result."""
    stored, missing = band.read_stored(window)
    if kept is None:
        return stored, missing
    outside = ~kept.inside(_moved(window, block))
    return stored, outside if missing is None else missing | outside


def _meanings(
    run: Run, bands: list[BandCells], block: Block, kept: PolygonMask | None, nodata: float | None
) -> list[Any]:
    from ...execution.rasters.free_values import free_value
    from ...execution.rasters.raster_files import one_nodata, stored_meaning
    from ...execution.rasters.raster_windows import Window, windows_of

    meanings = [stored_meaning(band) for band in bands]
    declared = meanings[0].nodata
    if nodata is not None or kept is None and not any(band.is_masked for band in bands):
        return one_nodata(meanings, declared if nodata is None else nodata)
    if declared is not None:
        return one_nodata(meanings, declared)
    whole = Window(*block)
    pieces = (_cells(band, window, block, kept) for window in windows_of(run, bands, part=whole) for band in bands)
    value, dtype = free_value(pieces, meanings[0].dtype)
    widened = f", for which {meanings[0].dtype} became {dtype}" if dtype != meanings[0].dtype else ""
    run.note(
        f'"{bands[0].name}" declares no NoData; cells outside became {value:.15g}, which no kept cell has{widened}.'
    )
    return [meaning._replace(dtype=dtype, nodata=value) for meaning in meanings]
