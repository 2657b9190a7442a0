# SPDX-License-Identifier: GPL-2.0-or-later
"""mosaic_rasters"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Grid, LayerFacts
from ...declaration.grid_arithmetic import cell_position, union
from ...declaration.layers import Raster
from ...declaration.markers import LeftOut
from ...declaration.registry import tool
from ...declaration.resampling import float_for, is_nodata_held, nodata_as_stored
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.rasters.mosaics import Overlaps, Piece
    from ...execution.run import Run

GROUP = "Raster processing"
OverlapRule = Literal["first", "last", "mean", "min", "max"]
MIRRORED = {"min": "max", "max": "min"}
LARGEST_SHIFT = 1e-3  # of a cell


class Mosaic(NamedTuple):
    """Result of mosaic_rasters."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    all_facts = [facts or LayerFacts() for facts in call.layers.get("rasters") or [None]]
    grids = [facts.grid for facts in all_facts if facts.grid is not None]
    grid = None
    if len(grids) == len(all_facts) and all(_same_cells(grids[0], other) for other in grids):
        grid = union(grids)[0]
    kinds = {facts.bands for facts in all_facts}
    bands = _made_bands(kinds.pop() or (), call) if len(kinds) == 1 else None
    return {"output": raster_facts(all_facts[0].crs, grid).with_(bands=bands)}


def _made_bands(bands: tuple[Band, ...], call: Call) -> tuple[Band, ...] | None:
    nodata, is_mean = call.arguments["nodata"], call.arguments["overlap"] == "mean"
    made = []
    for band in bands:
        dtype = float_for(band.dtype) if is_mean else band.dtype
        value = nodata_as_stored(dtype, band.nodata if nodata is None else nodata)
        made.append(replace(band, dtype=dtype, nodata=value))
    return tuple(made) if made and all(is_nodata_held(band) for band in (*bands, *made)) else None


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("merge rasters", "tiles", "stitch", "join rasters", "gdal_merge", "virtual raster", "vrt", "seam"),
)
def mosaic_rasters(
    run: Run,
    rasters: list[Raster],
    overlap: OverlapRule,
    nodata: Annotated[float | None, LeftOut("same")] = None,
) -> Mosaic:
    """Joins rasters of one CRS and cell size into one, with a rule for cells that several cover.

    Args:
        rasters: Rasters in order; all with as many bands, on cells that line up.
        overlap: What a cell becomes for which several rasters have a value: that of the first or the last of them in
            the order of `rasters`, their mean, their min or their max. mean makes floats.
        nodata: NoData value of the result; same is the first that a raster declares. Needed where none does and some
            cells lie in no raster. No cell may have it as its value.
    Returns:
        output: One raster over all of them, on the cells of the first; the cell type holds those of all.
    CRS: All must declare one CRS.
    Edges: NoData never covers a value. A raster that declares none counts with all of its cells, collars too, which is
        said. Scale and offset must agree and are kept, with units, names and colours of the first. Cells that lie
        beside each other by more than a thousandth of a cell are refused. How many cells overlap, and differ there, is
        counted.
    Raises: CRS_MISSING, CRS_MISMATCH, GRID_MISMATCH, BAD_VALUE (bands, scales or units that differ, classes averaged, a
        nodata in use), MISSING_ARGUMENT (nodata), LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Tomlin 1990, local operations on a common grid.
    """
    from ...execution.rasters.mosaics import Overlaps, Piece, joined
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.rasters.raster_windows import Window, open_every_band, split

    _demand_alike(run, rasters, overlap)
    grid, blocks = union([raster.facts.grid for raster in rasters if raster.facts.grid is not None])
    run.require.size("cells", grid.width * grid.height, "the mosaic", "rasters that lie closer together", "rasters")
    pieces = [Piece(open_every_band(run, one), block) for one, block in zip(rasters, blocks, strict=True)]
    meanings = _meanings(run, pieces, grid, overlap, nodata)
    overlaps = Overlaps()
    every = split(grid.width, grid.height, (grid.width, 1))
    with stored_raster(run, grid, rasters[0].facts.crs or "", meanings) as output, run.timed():
        for number, meaning in enumerate(meanings, start=1):
            rule = MIRRORED.get(overlap, overlap) if meaning.scale < 0 else overlap
            for index, window in enumerate(every):
                run.progress((index + len(every) * (number - 1)) / (len(every) * len(meanings)))
                cells = joined(pieces, number, Window(*window), rule, meaning.dtype, overlaps)
                output.write(window, *cells, number=number)
    _report(run, overlaps, overlap)
    return Mosaic(output.path)  # type: ignore[arg-type]


def _demand_alike(run: Run, rasters: list[Raster], overlap: str) -> None:
    first, *others = rasters
    run.require.crs_known(first)
    for other in others:
        run.require.crs_same(first, other)
        _demand_cells(run, first, other)
        counts = [len(one.facts.bands or ()) for one in (first, other)]
        if counts[0] != counts[1]:
            raise ToolError("BAD_VALUE", f'"{first.name}" has {counts[0]} bands, "{other.name}" {counts[1]}',
                            "stack_bands takes out the ones that are meant", argument="rasters")  # fmt: skip
    for raster in rasters:
        for number in range(1, len(raster.facts.bands or ()) + 1):
            if overlap in ("mean", "min", "max"):
                run.require.no_classes(raster, number, f"the {overlap}")


def _demand_cells(run: Run, first: Raster, other: Raster) -> None:
    """Demands cells of one size that meet; a shift of part of a cell is a finding at the level of the run."""
    grid, beside = first.facts.grid, other.facts.grid
    assert grid is not None and beside is not None
    if not _same_cells(grid, beside):
        sizes = f"{grid.cell_width:g} x {grid.cell_height:g} and {beside.cell_width:g} x {beside.cell_height:g}"
        turned = "" if grid.is_rotated == beside.is_rotated else ", one of them rotated"
        raise ToolError("GRID_MISMATCH", f'"{first.name}" and "{other.name}" have cells of {sizes}{turned}, or one is '
                        "stored south-up", f'resample_raster or warp_raster on "{other.name}" gives it such cells',
                        argument="rasters")  # fmt: skip
    shift = max(abs(place - round(place)) for corner in ((0, 0), (beside.width, beside.height))
                for place in _place(grid, beside, *corner))  # fmt: skip
    if shift > LARGEST_SHIFT:
        run.require.find("GRID_MISMATCH", f'the cells of "{other.name}" lie {shift:.3g} of a cell beside those of '
                         f'"{first.name}"', f'align_rasters on "{other.name}", with a reference on the cells of '
                         f'"{first.name}", makes them meet')  # fmt: skip


def _place(grid: Grid, other: Grid, column: int, row: int) -> tuple[float, float]:
    a, b, c, d, e, f = other.transform
    return cell_position(grid, a * column + b * row + c, d * column + e * row + f)


def _same_cells(grid: Grid, other: Grid) -> bool:
    """Tells whether cells have one size and direction, so that they differ by less than a thousandth over a raster."""
    size = max(abs(number) for index, number in enumerate(grid.transform) if index not in (2, 5))
    furthest = max(grid.width, grid.height, other.width, other.height)
    pairs = [(grid.transform[index], other.transform[index]) for index in (0, 1, 3, 4)]
    return all(abs(one - two) * furthest <= LARGEST_SHIFT * size for one, two in pairs)


def _meanings(run: Run, pieces: list[Piece], grid: Grid, overlap: str, nodata: float | None) -> list[Any]:
    """Decides what the bands of the mosaic declare."""
    import numpy as np

    from ...execution.rasters.mosaics import uncovered_share
    from ...execution.rasters.raster_files import one_nodata, stored_meaning

    every = [[stored_meaning(band) for band in piece.bands] for piece in pieces]
    names = [piece.bands[0].name for piece in pieces]
    _demand_meanings(run, every, names)
    dtype = str(np.result_type(*(meaning.dtype for meanings in every for meaning in meanings)).name)
    dtype = float_for(dtype) if overlap == "mean" else dtype
    bare = [name for name, meanings in zip(names, every, strict=True) if meanings[0].nodata is None]
    if bare:
        more = f" and {len(bare) - 1} more" if len(bare) > 1 else ""
        run.note(f'"{bare[0]}"{more} declares no NoData; all of its cells count as values, a collar too.')
    declared = [meanings[0].nodata for meanings in every if meanings[0].nodata is not None]
    value = nodata if nodata is not None else declared[0] if declared else None
    has_gaps = uncovered_share([piece.block for piece in pieces], grid.width, grid.height) > 0
    if value is None and (has_gaps or any(band.is_masked for piece in pieces for band in piece.bands)):
        if not dtype.startswith("float"):
            raise ToolError("MISSING_ARGUMENT", "some cells of the mosaic have no value, and no raster declares a "
                            "NoData for them", "give nodata, a value that no cell has", argument="nodata")  # fmt: skip
        value = float("nan")
    changed = [f"{other:g}" for other in dict.fromkeys(declared) if value is not None and other not in (value,)]
    if changed and value == value:
        run.note(f"NoData {', '.join(changed[:3])} became {value:.15g}.")
    typed = [meaning._replace(dtype=dtype) for meaning in every[0]]
    return one_nodata(typed, value)


def _demand_meanings(run: Run, every: list[Any], names: list[str]) -> None:
    """Demands that stored values mean the same in all rasters."""
    for name, meanings in zip(names, every, strict=True):
        for number, (one, other) in enumerate(zip(every[0], meanings, strict=True), start=1):
            if (one.scale, one.offset) != (other.scale, other.offset):
                raise ToolError("BAD_VALUE", f'band {number} of "{names[0]}" has scale {one.scale:g} and offset '
                                f'{one.offset:g}, that of "{name}" {other.scale:g} and {other.offset:g}',
                                "raster_calculator applies them first; set_nodata states them where they are wrong",
                                argument="rasters")  # fmt: skip
            if one.unit and other.unit and one.unit != other.unit:
                run.require.find("BAD_VALUE", f'band {number} of "{names[0]}" is in {one.unit}, that of "{name}" in '
                                 f"{other.unit}", "raster_calculator turns one into the other")  # fmt: skip
            if one.is_palette != other.is_palette:
                run.warn("BAD_VALUE", f'band {number} holds classes in only one of "{names[0]}" and "{name}"')
            elif _entries(one.colours) != _entries(other.colours):
                run.warn("BAD_VALUE", f'the colours of "{name}" are not those of "{names[0]}", which are kept; one '
                         "number may be another class there")  # fmt: skip


def _entries(colours: Any) -> list[Any]:
    return [] if colours is None else [colours.GetColorEntry(index) for index in range(colours.GetCount())]


def _report(run: Run, overlaps: Overlaps, overlap: str) -> None:
    run.counts["overlap_cells"] = overlaps.cells
    run.counts["differing_cells"] = overlaps.differing
    if overlaps.differing:
        run.note(f"{overlaps.differing} of {overlaps.cells} cells in several rasters differ there; {overlap} decided.")
