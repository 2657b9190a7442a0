# SPDX-License-Identifier: GPL-2.0-or-later
"""stack_bands"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import BandOf, Raster
from ...declaration.markers import NEW_FIELD, BandText, MappingOf
from ...declaration.registry import tool
from ...declaration.resampling import is_nodata_held
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.rasters.band_meaning import BandMeaning
    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run

GROUP = "Remote sensing"


class Stacked(NamedTuple):
    """Result of stack_bands."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    bands: list[Band | None] = []
    first = LayerFacts()
    for name, text in call.arguments["bands"].items():
        facts = (call.layers.get("bands") or {}).get(name) or LayerFacts()
        first = facts if not bands else first
        number = int(str(text).partition("@")[2] or 1)
        bands.append(facts.bands[number - 1] if facts.bands is not None and number <= len(facts.bands) else None)
    known = [band for band in bands if band is not None and is_nodata_held(band)]
    is_known = len(known) == len(bands) and len({(band.dtype, band.nodata) for band in known}) == 1
    return {"output": raster_facts(first.crs, first.grid).with_(bands=tuple(known) if is_known else None)}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("layer stack", "composite", "multiband", "extract band", "subset bands", "reorder bands", "rgb"),
)
def stack_bands(run: Run, bands: Annotated[dict[str, BandOf], MappingOf(NEW_FIELD, BandText())]) -> Stacked:
    """Puts bands of one or more rasters into one raster, in the order given; one band alone is taken out of its raster.

    Args:
        bands: Names for the bands, each with a raster or one of its bands, such as {"red": "photo@3", "near": "nir"}.
            The order is that of the new bands, and the names become their descriptions.
    Returns:
        output: One raster with the bands; cells keep their stored values.
    CRS: All must share CRS and grid, else align_rasters brings them there; a single raster may be without CRS.
    Edges: A file has one cell type and one NoData: types are widened to the one that holds all, without rescaling, and
        NoData values that differ become one that no cell has, both said. Scale, offset and unit are kept band by band.
        Colours of classes are kept by a single band alone; beside others they stay classes without colours.
    Raises: BAD_VALUE, GRID_MISMATCH, CRS_MISMATCH, CRS_MISSING, UNKNOWN_BAND, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: GDAL raster data model.
    """
    from ...execution.rasters.raster_files import stored_raster
    from ...execution.rasters.raster_windows import open_bands, windows_of

    first = _lined_up(run, bands)
    opened = list(open_bands(run, bands).values())
    grid = opened[0].grid
    run.require.size("cells", grid.width * grid.height * len(opened), "the stack", "fewer bands", "bands")
    with run.timed():
        meanings = _meanings(run, opened, list(bands))
    with stored_raster(run, grid, first.facts.crs or "", meanings) as output, run.timed():
        for window in windows_of(run, opened):
            for number, (band, meaning) in enumerate(zip(opened, meanings, strict=True), start=1):
                output.write(window, *band.read_stored(window, meaning.dtype), number=number)
    return Stacked(output.path)  # type: ignore[arg-type]


def _lined_up(run: Run, bands: dict[str, BandOf]) -> Raster:
    if not bands:
        raise ToolError("BAD_VALUE", "bands names no band", 'such as {"red": "photo@3"}', argument="bands")
    first, *others = {band.raster.path: band.raster for band in bands.values()}.values()
    for other in others:
        run.require.grid_same(first, other)
    return first


def _meanings(run: Run, bands: list[BandCells], names: list[str]) -> list[BandMeaning]:
    """Decides what the new bands declare: their own words, one type and one NoData for all."""
    import numpy as np

    from ...execution.rasters.raster_files import stored_meaning

    meanings = [stored_meaning(band)._replace(description=name) for band, name in zip(bands, names, strict=True)]
    dtype, nodata = _one_type(run, bands, str(np.result_type(*(meaning.dtype for meaning in meanings)).name))
    narrow = [name for name, meaning in zip(names, meanings, strict=True) if meaning.dtype != dtype]
    if narrow:
        run.note(f"Cells of {', '.join(narrow[:5])}{' and more' if len(narrow) > 5 else ''} were widened to {dtype}.")
    if len(meanings) > 1 and any(meaning.colours is not None for meaning in meanings):
        run.note("Colours are kept by a single band alone; the bands with classes stay classes without colours.")
    return [meaning._replace(dtype=dtype, nodata=nodata) for meaning in meanings]


def _one_type(run: Run, bands: list[BandCells], dtype: str) -> tuple[str, float | None]:
    """Finds the cell type and the NoData of all bands."""
    from ...execution.rasters.free_values import free_value
    from ...execution.rasters.raster_windows import windows_of

    declared: list[Any] = [band.facts.nodata for band in bands]
    is_masked = any(band.is_masked for band in bands)
    if len(set(map(str, declared))) == 1 and not (declared[0] is None and is_masked):
        return dtype, declared[0]
    preferred = [value for value in dict.fromkeys(declared) if value is not None]
    pieces = (band.read_stored(window) for window in windows_of(run, bands) for band in bands)
    nodata, wider = free_value(pieces, dtype, preferred)
    told = ", ".join("none" if value is None else f"{value:g}" for value in dict.fromkeys(declared))
    run.note(f"NoData values that differ ({told}) became {nodata:.15g}, which no cell has.")
    return wider, nodata
