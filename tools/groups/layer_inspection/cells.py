# SPDX-License-Identifier: GPL-2.0-or-later
"""describe_raster, get_raster_statistics"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ...declaration.effects import no_output
from ...declaration.layers import Raster
from ...declaration.markers import BandNumber, Number
from ...declaration.observation import rounded
from ...declaration.registry import tool
from ...declaration.wording import counted

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Layer inspection"


class DescribedRaster(NamedTuple):
    """Result of describe_raster."""

    band_count: int


class CellsSummedUp(NamedTuple):
    """Result of get_raster_statistics."""

    valid_count: int
    nodata_count: int


@tool(
    group=GROUP,
    kind="inspect",
    engine="gdal",
    effect=no_output,
    tags=("grid", "resolution", "cell size", "pixel size", "bands", "nodata", "metadata", "info", "alignment", "snap"),
)
def describe_raster(run: Run, raster: Raster, compare_to: Raster | None = None) -> DescribedRaster:
    """Describes the grid, the CRS and the bands of a raster, and whether it lines up with another.

    describe_layer gives ranges of values as well, for which it reads all cells.

    Args:
        raster: Raster to describe.
        compare_to: Raster whose CRS and grid are compared with it, as raster_calculator demands them; left out, none.
    Returns:
        band_count: Number of bands.
    CRS: Code, name and unit, and how far lengths and areas over the raster are off; a degree grid is called unfit for
        slope, area and distance.
    Edges: Extent and transform are those of whole cells, also where values stand for their centres. Only the rim is
        read: where -9999, -32768, 0 or 255 fills nine tenths of it and no NoData is declared, that is warned of.
        The unit of heights is that which the band states, else not known.
    Raises: UNKNOWN_LAYER.
    """
    from ...execution.profiles.grid_profile import compared, profile_of_grid

    with run.timed():
        run.report.update(profile_of_grid(run, raster))
    if compare_to is not None:
        run.report["compared"] = compared(raster, compare_to)
    return DescribedRaster(len(raster.facts.bands or ()))


@tool(
    group=GROUP,
    kind="inspect",
    engine="numpy",
    effect=no_output,
    title="Raster statistics",
    tags=("mean", "minimum", "maximum", "standard deviation", "histogram", "quantile", "summary", "range"),
)
def get_raster_statistics(
    run: Run,
    raster: Raster,
    band: Annotated[int, BandNumber("raster")] = 1,
    percentiles: list[Annotated[float, Number(0, 100)]] | None = None,
) -> CellsSummedUp:
    """Gives minimum, maximum, mean, sum and standard deviation of one band, exactly, over all cells with a value.

    Args:
        raster: Raster to sum up; nothing is sampled and nothing is written beside its file.
        band: Number of the band, from 1.
        percentiles: Percentiles to give as well, from 0 to 100; 50 is the median. Interpolated linearly.
    Returns:
        valid_count: Cells with a value.
        nodata_count: Cells without a value: NoData, NaN and what a mask hides.
    CRS: Plays no part; values are in the unit of the band.
    Edges: A declared scale and offset are applied first, which is said. NoData that is not declared counts as a value;
        a lowest value such as -9999 that stands apart is warned of. stdev_pop divides by n, stdev_sample by n - 1; a
        single value has no stdev_sample. Without any value there are counts alone.
    Raises: BAD_VALUE (infinite cells, integers beyond 2^53), UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Chan, Golub and LeVeque 1983 for the variance.
    """
    from ...execution.profiles.cell_moments import moments_of
    from ...execution.profiles.cell_moments import percentiles as percentiles_of
    from ...execution.rasters.raster_windows import open_band

    opened = open_band(run, raster, band)
    with run.timed():
        found = moments_of(run, opened)
        if percentiles and found.count:
            values = percentiles_of(run, opened, percentiles, found.count)
            shown = {f"percentile_{share:g}": rounded(value) for share, value in zip(percentiles, values, strict=True)}
        else:
            shown = {}
    _say(run, opened, found)
    run.report.update({**_moments(found), **shown})
    return CellsSummedUp(found.count, found.missing)


def _moments(found: Any) -> dict[str, float]:
    if not found.count:
        return {}
    variance = found.squares / found.count
    values = {"min": found.min, "max": found.max, "mean": found.mean, "sum": found.total, "stdev_pop": variance**0.5}
    if found.count > 1:
        values["stdev_sample"] = (found.squares / (found.count - 1)) ** 0.5
    return {name: rounded(value) for name, value in values.items()}


def _say(run: Run, band: Any, found: Any) -> None:
    if band.is_scaled:
        run.note(f"values are physical: stored * {band.facts.scale:.10g} + {band.facts.offset:.10g}.")
    if band.facts.is_palette:
        run.note(f"band {band.number} has a palette, so its values are classes; their mean and sum mean nothing.")
    if found.sentinel is not None:
        run.warn("BAD_VALUE", f"the lowest value, {found.sentinel:.15g}, may stand for no value but is not declared "
                 "NoData; it is counted as a value")  # fmt: skip
    if not found.count:
        run.note(f"EMPTY: none of {counted(found.missing, 'cell')} has a value.")
