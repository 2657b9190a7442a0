# SPDX-License-Identifier: GPL-2.0-or-later
"""fill_nodata"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.cell_statistics import float_band
from ...declaration.cell_types import FLOAT32_DTYPES
from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import Raster
from ...declaration.markers import BandNumber, Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.run import Run

GROUP = "Raster processing"
Method = Literal["interpolate", "constant", "from_raster"]
NEEDED = {"interpolate": "max_distance_cells", "constant": "constant", "from_raster": "other_raster"}


class Filled(NamedTuple):
    """Result of fill_nodata."""

    output: Raster
    filled_count: int
    remaining_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts, other = call.facts("raster"), call.facts("other_raster")
    made = raster_facts(facts.crs, facts.grid)
    is_known = facts.bands is not None and (call.arguments["method"] != "from_raster" or other.bands is not None)
    if not is_known:
        return {"output": made.with_(bands=None)}
    assert facts.bands is not None
    own = facts.bands[call.arguments["band"] - 1]
    second = other.bands[0] if call.arguments["method"] == "from_raster" and other.bands else None
    return {"output": made.with_(bands=(_new_band(call.arguments["method"], own, second) or own,))}


def _new_band(method: str, own: Band, other: Band | None) -> Band | None:
    """Gives the band of the result; None where cells of its own type are kept."""
    is_plain = (own.scale, own.offset) == (1.0, 0.0)
    is_alike = other is None or (other.dtype, other.scale, other.offset) == (own.dtype, 1.0, 0.0)
    if method != "interpolate" and is_plain and is_alike:
        return None
    return float_band(all(band.dtype in FLOAT32_DTYPES for band in (own, other) if band is not None))


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    title="Fill NoData",
    tags=("holes", "gaps", "missing cells", "interpolate", "inpaint", "void fill", "gdal_fillnodata", "null"),
)
def fill_nodata(
    run: Run,
    raster: Raster,
    method: Method,
    band: Annotated[int, BandNumber("raster")] = 1,
    max_distance_cells: Annotated[int | None, Number(1, 500)] = None,
    constant: float | None = None,
    other_raster: Raster | None = None,
) -> Filled:
    """Fills NoData cells by interpolation from around, by a constant, or from a second raster.

    What lies outside of the area of study is filled too; clip after it.

    Args:
        raster: Raster of which one band is filled; a declared scale and offset are applied.
        method: interpolate takes the nearest value in each of four quadrants, weighted by inverse distance; constant
            one value for all; from_raster the cell of `other_raster` at the same place. Classes need one of the last
            two.
        band: Number of the band, from 1.
        max_distance_cells: For interpolate: how far a value may be away, in cells; what is farther remains NoData and
            is counted.
        constant: For constant: the value, as a physical one.
        other_raster: For from_raster: raster of one band on the same grid; where it has none, NoData remains.
    Returns:
        output: The band on its grid. constant and from_raster keep type, NoData and palette of a band without scale,
            where the other raster is of that type; else, and for interpolate, float32, or float64 of 32-bit integers
            and float64.
        filled_count: Cells that got a value.
        remaining_count: Cells that are still NoData.
    CRS: Both rasters share CRS and grid; a single raster may be without CRS. Distances count cells, oblong ones too.
    Edges: Cells with a value are never changed. Of equally near values in a quadrant the one in the nearer column is
        taken.
    Raises: MISSING_ARGUMENT, BAD_VALUE (what another method needs, a constant that does not fit or is the NoData value,
        an interpolation of classes, infinite or huge values), GRID_MISMATCH, CRS_MISMATCH, CRS_MISSING, UNKNOWN_BAND,
        UNKNOWN_LAYER.
    Source: Shepard 1968, inverse distances, in quadrants.
    """
    import numpy as np

    from ...execution.rasters.derived_rasters import derived_raster
    from ...execution.rasters.raster_windows import open_band

    _demand_own(method, {"max_distance_cells": max_distance_cells, "constant": constant, "other_raster": other_raster})
    if method == "interpolate":
        run.require.no_classes(raster, band, "an interpolation")
    other = None
    if other_raster is not None:
        run.require.one_band(other_raster, "other_raster")
        run.require.grid_same(raster, other_raster)
        other = open_band(run, other_raster)
    source = open_band(run, raster, band)
    made = _new_band(method, source.facts, other.facts if other else None)
    if constant is not None:
        _demand_fit(constant, made or source.facts)
    output = derived_raster(run, source, raster.facts.crs or "", made)
    filled = remaining = 0
    with output.file as file, run.timed():
        for window, before, after in _filled(run, source, other, constant, max_distance_cells, made):
            output.write(window, after)
            still = int(np.count_nonzero(np.isnan(after)))
            filled += int(np.count_nonzero(np.isnan(before))) - still
            remaining += still
    if not filled:
        run.note("No cell was filled." if remaining else "There was no NoData cell to fill.")
    return Filled(file.path, filled, remaining)  # type: ignore[arg-type]


def _demand_own(method: str, given: Mapping[str, object]) -> None:
    """Refuses a method without what it needs, or with what another one needs."""
    for other, argument in NEEDED.items():
        if other == method and given[argument] is None:
            raise ToolError("MISSING_ARGUMENT", f"method {method} needs {argument}", argument=argument)
        if other != method and given[argument] is not None:
            raise ToolError("BAD_VALUE", f"{argument} belongs to method {other}; method is {method}",
                            f"method {other}, or no {argument}", argument=argument)  # fmt: skip


def _demand_fit(constant: float, band: Band) -> None:
    from ...execution.rasters.nodata_values import fits

    if not fits(constant, band.dtype):
        raise ToolError("BAD_VALUE", f"constant {constant:.15g} does not fit into cells of {band.dtype}",
                        "raster_calculator with another data_type makes a raster of a type that takes it",
                        argument="constant")  # fmt: skip
    if band.nodata is not None and constant == band.nodata:
        raise ToolError("BAD_VALUE", f"constant {constant:.15g} is the NoData value of the band; nothing would change",
                        "set_nodata declares another NoData value first", argument="constant")  # fmt: skip


def _filled(
    run: Run, source: BandCells, other: BandCells | None, constant: float | None, reach: int | None, made: Band | None
) -> Iterator[tuple[Window, np.ndarray, np.ndarray]]:
    """Walks over the windows with the cells before and after."""
    import numpy as np

    from ...execution.rasters.derived_rasters import refuse_huge
    from ...execution.rasters.filled_cells import interpolated
    from ...execution.rasters.raster_windows import windows_of
    from ...execution.terrain.surface_windows import heights_with_margin

    if reach is not None:
        for window, framed in heights_with_margin(run, source, reach):
            refuse_huge(source.name, framed, made)
            yield window, framed[reach:-reach, reach:-reach], interpolated(framed, reach)
        return
    for window in windows_of(run, [source] if other is None else [source, other]):
        cells = source.read(window)
        new = np.full(cells.shape, constant) if other is None else other.read(window)
        yield window, cells, np.where(np.isnan(cells), new, cells)
