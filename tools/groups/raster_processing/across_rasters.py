# SPDX-License-Identifier: GPL-2.0-or-later
"""cell_statistics"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.cell_statistics import FOR_CLASSES, CellStatistic, keeps_cells, statistic_band
from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.layers import BandOf, Raster
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    import numpy as np

    from ...execution.rasters.raster_windows import BandCells, Window
    from ...execution.run import Run

GROUP = "Raster processing"


class Stacked(NamedTuple):
    """Result of cell_statistics."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = [each or LayerFacts() for each in call.layers.get("rasters") or [None]]
    made = raster_facts(facts[0].crs, facts[0].grid)
    if any(not each.bands for each in facts):
        return {"output": made.with_(bands=None)}
    bands = [each.bands[0] for each in facts if each.bands]
    return {"output": made.with_(bands=(statistic_band(call.arguments["statistic"], bands),))}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("local statistics", "stack", "composite", "overlay rasters", "mean of rasters", "time series", "variety"),
)
def cell_statistics(run: Run, rasters: list[Raster], statistic: CellStatistic, ignore_nodata: bool = True) -> Stacked:
    """Computes a statistic across several rasters, cell by cell.

    For composites of dates, the agreement of models, or the most frequent class of several maps.

    Args:
        rasters: Two or more rasters of one band each, in one unit; declared scales and offsets are applied.
        statistic: count of values, unique (number of different values), sum, mean, min, max, range, median (of an even
            number the mean of the middle two), stdev_pop and variance_pop (divided by n), stdev_sample and
            variance_sample (by n - 1), majority and minority (the most and the least frequent value; of equals the
            smallest).
        ignore_nodata: true takes the rasters that have a value at a cell, so that cells may rest on different numbers
            of them, which count tells. false makes a cell NoData where any raster has none.
    Returns:
        output: One band on the grid of the rasters. min, max, majority and minority keep type, NoData and palette
            where all rasters share them; count and unique are int32; others float32, or float64 for sums, variances
            and where a raster holds 32-bit integers or float64.
    CRS: All rasters share CRS and grid.
    Edges: A cell without any value is NoData, but count and unique are 0 there. A sample statistic of a single value
        is NoData.
    Raises: CRS_MISSING, CRS_MISMATCH, GRID_MISMATCH, BAD_VALUE (one raster, several bands, a mean of classes, infinite
        or huge values), UNKNOWN_LAYER.
    Source: Tomlin 1990, local operations.
    """
    import numpy as np

    from ...execution.rasters.cell_sets import statistic_of
    from ...execution.rasters.derived_rasters import derived_raster
    from ...execution.rasters.raster_windows import CELLS_PER_WINDOW, open_bands, windows_of

    _demand_stack(run, rasters, statistic)
    bands = list(open_bands(run, {str(index): BandOf(raster, 1) for index, raster in enumerate(rasters)}).values())
    kept = keeps_cells(statistic, [band.facts for band in bands])
    made = None if kept else statistic_band(statistic, [band.facts for band in bands])
    output = derived_raster(run, bands[0], rasters[0].facts.crs or "", made)
    with output.file as file, run.timed():
        for window in windows_of(run, bands, CELLS_PER_WINDOW // len(bands)):
            values = _read(bands, window, made)
            result = statistic_of(values, statistic)
            if not ignore_nodata:
                result[np.isnan(values).any(axis=0)] = np.nan
            output.write(window, result)
    return Stacked(file.path)  # type: ignore[arg-type]


def _demand_stack(run: Run, rasters: list[Raster], statistic: str) -> None:
    if len(rasters) < 2:
        raise ToolError("BAD_VALUE", "rasters takes two rasters or more", "focal_statistics computes over the cells of "
                        "one raster", argument="rasters")  # fmt: skip
    for raster in rasters:
        run.require.one_band(raster, "rasters")
        if statistic not in FOR_CLASSES:
            run.require.no_classes(raster, 1, f"a {statistic}")
    for raster in rasters[1:]:
        run.require.grid_same(rasters[0], raster)


def _read(bands: list[BandCells], window: Window, made: Band | None) -> np.ndarray:
    import numpy as np

    from ...execution.rasters.derived_rasters import refuse_huge

    values = np.empty((len(bands), window.height, window.width))
    for index, band in enumerate(bands):
        values[index] = band.read(window)
        if not band.is_whole:
            band.refuse_infinite(values[index])
            refuse_huge(band.name, values[index], made)
    return values
