# SPDX-License-Identifier: GPL-2.0-or-later
"""reclassify_raster"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.cell_types import CELL_TYPES, CellTypeWord, stored_nodata
from ...declaration.effects import raster as raster_facts
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import Raster
from ...declaration.markers import BandNumber
from ...declaration.registry import tool
from ...declaration.spec import Call
from ...declaration.structured_types import RangeRule

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.rasters.value_ranges import ValueRanges
    from ...execution.run import Run

GROUP = "Raster processing"
Boundaries = Literal["include_lower", "include_upper", "include_both"]
Unlisted = Literal["nodata", "keep"]
MOST_RULES_SHOWN = 30
TABLED = ("uint8", "int16", "uint16")


class Reclassified(NamedTuple):
    """Result of reclassify_raster."""

    output: Raster
    unlisted_count: int


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = call.facts("raster")
    word = call.arguments["data_type"]
    band = Band(CELL_TYPES[word].dtype, stored_nodata(word, call.arguments["nodata"]))
    return {"output": raster_facts(facts.crs, facts.grid, band)}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("reclass", "remap", "recode", "classify", "slice", "lookup", "class breaks", "bins", "categories"),
)
def reclassify_raster(
    run: Run,
    raster: Raster,
    rules: list[RangeRule],
    boundaries: Boundaries,
    close_end: bool | None = None,
    band: Annotated[int, BandNumber("raster")] = 1,
    unlisted: Unlisted = "nodata",
    data_type: CellTypeWord = "int16",
    nodata: float = -9999,
) -> Reclassified:
    """Replaces ranges of values, or single values, by new values or NoData.

    Args:
        raster: Raster of which one band is reclassified; a declared scale and offset are applied, so rules are in
            physical values.
        rules: Ranges from min to max that become value, such as {"min": 0, "max": 10, "value": 1}. min null has no
            lower end, max null no upper one, value null is NoData; min equal to max is a single value. Any order; two
            rules that take the same value are refused.
        boundaries: Which end of a range belongs to it: include_lower takes min and leaves max to the next range,
            include_upper takes max and leaves min, include_both takes both, for whole numbers such as 1 to 5 and 6
            to 9. A single value belongs to its rule by all three.
        close_end: Whether the one end that no next range takes belongs to its range all the same: the highest max with
            include_lower, the lowest min with include_upper. Needed where that end is a number.
        band: Number of the band, from 1.
        unlisted: What becomes of cells that no rule takes: nodata, or keep their value.
        data_type: Type of the cells of the result; new values that do not fit are refused, never rounded or wrapped.
        nodata: Value that stands for NoData in the result; must fit the type, and no new value may equal it.
    Returns:
        output: One band on the grid of the raster; report gives how many cells each rule took.
        unlisted_count: Number of cells with a value that no rule took.
    CRS: Any, also none.
    Edges: NoData stays NoData. Ends are taken in the precision of the cells: 0.7 is the nearest to 0.7 that a float32
        or scaled cell can hold. Gaps between rules, and rules that took no cell, are said.
    Raises: BAD_VALUE (overlaps, min above max, values that do not fit), MISSING_ARGUMENT (close_end), UNKNOWN_BAND,
        LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Tomlin 1990, local operations.
    """
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import open_band
    from ...execution.rasters.value_ranges import ValueRanges, closed_ranges

    cells = open_band(run, raster, band)
    ranges = ValueRanges(closed_ranges(rules, boundaries, close_end, cells.as_held))
    _say_gaps(run, ranges, cells)
    whole = all(rule.value is None or float(rule.value).is_integer() for rule in rules)
    whole = whole and (unlisted == "nodata" or cells.is_whole)
    with new_raster(run, cells.grid, raster.facts.crs or "", data_type, nodata, whole=whole) as output, run.timed():
        for window, new in _replaced(run, cells, ranges, unlisted == "keep"):
            output.write(window, new)
    _report(run, ranges, unlisted)
    return Reclassified(output.path, ranges.unlisted_count)  # type: ignore[arg-type]


def _replaced(
    run: Run, band: BandCells, ranges: ValueRanges, keeps_unlisted: bool
) -> Iterator[tuple[Window, np.ndarray]]:
    """Replaces the cells of a band window by window, short integers by a table."""
    from ...execution.rasters.raster_windows import windows_of
    from ...execution.rasters.value_ranges import RangeTable

    if band.facts.dtype not in TABLED:
        for window in windows_of(run, [band]):
            yield window, ranges.replace(band.read(window), keeps_unlisted)
        return
    looked_up = RangeTable(ranges, lambda stored: band.physical(stored, None), band.facts.dtype, keeps_unlisted)
    for window in windows_of(run, [band]):
        yield window, looked_up.replace(*band.read_stored(window))
    looked_up.count()


def _say_gaps(run: Run, ranges: ValueRanges, cells: BandCells) -> None:
    from ...execution.rasters.value_ranges import gaps

    found = gaps(ranges.ranges, cells.is_whole)
    if found:
        more = f" and in {len(found) - 3} more places" if len(found) > 3 else ""
        run.note(f"No rule takes the values {', '.join(found[:3])}{more}.")


def _report(run: Run, ranges: ValueRanges, unlisted: str) -> None:
    counts = sorted(zip(ranges.ranges, ranges.counts.tolist(), strict=True), key=lambda pair: pair[0].number)
    run.report["rules"] = [
        {"range": one.words, "value": None if one.value != one.value else one.value, "cells": count}
        for one, count in counts[:MOST_RULES_SHOWN]
    ]
    idle = [one.words for one, count in counts if not count]
    if idle:
        more = f" and {len(idle) - 5} more" if len(idle) > 5 else ""
        run.note(f"No cell is taken by {len(idle)} of {len(counts)} rules: {', '.join(idle[:5])}{more}.")
    if ranges.unlisted_count:
        done = "became NoData" if unlisted == "nodata" else "kept their value"
        ends = f"from {ranges.lowest:.9g} to {ranges.highest:.9g}"
        run.note(f"{ranges.unlisted_count} cells that no rule takes {done}; their values go {ends}.")
