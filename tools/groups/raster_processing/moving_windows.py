# SPDX-License-Identifier: GPL-2.0-or-later
"""focal_statistics"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.cell_statistics import FOR_CLASSES, CellStatistic, keeps_cells, statistic_band
from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import LayerFacts
from ...declaration.layers import Raster
from ...declaration.markers import BandNumber, Number
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.rasters.focal_windows import CellWindow
    from ...execution.run import Run

GROUP = "Raster processing"
Shape = Literal["rectangle", "circle", "ring"]
LARGEST = 501
BY_ORDER = ("median", "majority", "minority", "unique")


class Smoothed(NamedTuple):
    """Result of focal_statistics."""

    output: Raster


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    facts = call.facts("raster")
    made = raster_facts(facts.crs, facts.grid)
    if facts.bands is None:
        return {"output": made.with_(bands=None)}
    band = statistic_band(call.arguments["statistic"], [facts.bands[call.arguments["band"] - 1]])
    return {"output": made.with_(bands=(band,))}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_effect,
    tags=("neighborhood", "moving window", "filter", "smooth", "majority filter", "low pass", "kernel", "convolution"),
)
def focal_statistics(
    run: Run,
    raster: Raster,
    statistic: CellStatistic,
    band: Annotated[int, BandNumber("raster")] = 1,
    window: Shape = "rectangle",
    size_cells: Annotated[int, Number(1, LARGEST)] = 3,
    inner_cells: Annotated[int | None, Number(0, LARGEST)] = None,
    ignore_nodata: bool = True,
) -> Smoothed:
    """Computes a statistic of the cells in a moving window around each cell.

    Args:
        raster: Raster of which one band is taken; a declared scale and offset are applied.
        statistic: count of values, unique (number of different values), sum, mean, min, max, range, median (of an even
            number the mean of the middle two), stdev_pop and variance_pop (divided by n), stdev_sample and
            variance_sample (by n - 1), majority and minority (the most and the least frequent value; of equals the
            smallest). Classes need count, unique, majority or minority.
        band: Number of the band, from 1.
        window: rectangle of `size_cells` columns and rows; circle of the cells whose centres are at most `size_cells`
            away; ring of those of the circle that are more than `inner_cells` away. The cell itself belongs to
            rectangle and circle, not to a ring.
        size_cells: In cells: the width of a rectangle, which must be odd; the radius of a circle; the outer radius of
            a ring. The size on the ground follows the cells and is reported.
        inner_cells: Inner radius of a ring in cells, less than `size_cells`; 0 leaves out the cell itself alone.
        ignore_nodata: true takes the cells that have a value, so that windows at the rim and beside NoData hold fewer,
            and NoData cells get a value from around. false makes a cell NoData unless every cell of its window has a
            value; so does the rim, for beyond it there is none.
    Returns:
        output: One band on the grid of the raster. min, max, majority and minority of a band without scale keep type,
            NoData and palette; count and unique are int32; others float32, or float64 for sums, variances and of
            32-bit integers and float64.
    CRS: Any, since windows are counted in cells; a circle of cells that are not square is an ellipse on the ground,
        which is said.
    Edges: A window without any value gives NoData, but count and unique are 0 there. A sample statistic of a single
        value is NoData.
    Raises: MISSING_ARGUMENT (inner_cells of a ring), BAD_VALUE (an even width, an inner radius that is too large or
        has no ring, a mean of classes, infinite or huge values), LIMIT_EXCEEDED, UNKNOWN_BAND, UNKNOWN_LAYER.
    Source: Tomlin 1990, focal operations; moments joined by Chan, Golub and LeVeque 1983.
    """
    from ...execution.rasters.derived_rasters import derived_raster, refuse_huge
    from ...execution.rasters.focal_windows import focal
    from ...execution.rasters.raster_windows import open_band
    from ...execution.terrain.surface_windows import heights_with_margin

    cells = _window(window, size_cells, inner_cells)
    if statistic not in FOR_CLASSES:
        run.require.no_classes(raster, band, f"a {statistic}")
    if statistic in BY_ORDER:
        run.require.size("elements", cells.size, "the window", "a smaller window, or a mean in place of a median")
    source = open_band(run, raster, band)
    _tell_ground(run, raster, cells)
    kept = keeps_cells(statistic, [source.facts])
    made = None if kept else statistic_band(statistic, [source.facts])
    output = derived_raster(run, source, raster.facts.crs or "", made)
    with output.file as file, run.timed():
        for place, framed in heights_with_margin(run, source, cells.reach):
            if not source.is_whole:
                refuse_huge(source.name, framed, made)
            output.write(place, focal(framed, cells, statistic, not ignore_nodata))
    return Smoothed(file.path)  # type: ignore[arg-type]


def _window(shape: str, size: int, inner: int | None) -> CellWindow:
    from ...execution.rasters.focal_windows import rectangle, ring

    if shape != "ring" and inner is not None:
        raise ToolError("BAD_VALUE", f"inner_cells is the inner radius of a ring; a {shape} has none",
                        "window ring, or no inner_cells", argument="inner_cells")  # fmt: skip
    if shape == "rectangle":
        if size % 2 == 0:
            raise ToolError("BAD_VALUE", f"size_cells: a rectangle of {size} cells has no cell in its middle",
                            f"{size + 1} or {size - 1}", argument="size_cells")  # fmt: skip
        return rectangle(size)
    if shape == "circle":
        return ring(size, -1)
    if inner is None:
        raise ToolError("MISSING_ARGUMENT", "a ring needs inner_cells, its inner radius in cells",
                        "0 leaves out the cell itself alone", argument="inner_cells")  # fmt: skip
    if inner >= size:
        raise ToolError("BAD_VALUE", f"inner_cells {inner} is not less than size_cells {size}; the ring is empty",
                        argument="inner_cells")  # fmt: skip
    return ring(size, inner)


def _tell_ground(run: Run, raster: Raster, window: CellWindow) -> None:
    """Reports how large the window is on the ground, by the units of the CRS."""
    from ...execution.reference_systems.crs import unit_name

    grid, width = raster.facts.grid, 2 * window.reach + 1
    assert grid is not None
    a, b, _, d, e, _ = grid.transform
    wide, high = (a * a + d * d) ** 0.5, (b * b + e * e) ** 0.5
    unit = unit_name(raster.facts.crs) if raster.facts.crs else "unknown"
    run.report["window_cells"] = window.size
    run.report["window_ground"] = {"width": width * wide, "height": width * high, "unit": unit}
    if not window.is_rectangle and abs(wide - high) > 1e-6 * wide:
        run.note(f"Cells are {wide:g} wide and {high:g} high, so the window is an ellipse on the ground.")
