# SPDX-License-Identifier: GPL-2.0-or-later
"""detect_change"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ....tasks.crs_equality import is_geographic
from ....tasks.units import SQUARE_METRES
from ...declaration.cell_statistics import float_band
from ...declaration.cell_types import FLOAT32_DTYPES
from ...declaration.effects import raster as raster_facts
from ...declaration.effects import table
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, LayerFacts
from ...declaration.layers import BandOf, Raster, Table
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.rasters.cell_changes import Change
    from ...execution.rasters.raster_windows import BandCells
    from ...execution.run import Run

GROUP = "Remote sensing"
Method = Literal["difference", "ratio", "from_to"]
AreaUnit = Literal["cells", "m2", "ha", "km2"]
NO_SIGN, NO_CODE = -9999.0, -1.0
MOST_SHOWN = 20


class Changed(NamedTuple):
    """Result of detect_change."""

    output: Raster
    table: Table


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    source, other = call.facts("before"), call.facts("after")
    bands = None
    if source.bands and other.bands:
        bands = (_new_band(call.arguments["method"], call.arguments["threshold"], source.bands[0], other.bands[0]),)
    made = raster_facts(source.crs, source.grid).with_(bands=bands)
    return {"output": made, "table": table(*_columns(call.arguments["method"], call.arguments["area_unit"]))}


def _new_band(method: str, threshold: float | None, before: Band, after: Band) -> Band:
    if method == "from_to":
        return Band("int32", NO_CODE)
    if threshold is not None:
        return Band("int16", NO_SIGN)
    return float_band(all(band.dtype in FLOAT32_DTYPES for band in (before, after)))


def _columns(method: str, area_unit: str) -> list[Field]:
    keys = ("before", "after") if method == "from_to" else ("change",)
    area = [] if area_unit == "cells" else [Field("area", "real")]
    return [*(Field(key, "integer") for key in keys), Field("count", "integer"), *area]


@tool(
    group=GROUP,
    kind="composite",
    engine="numpy",
    effect=_effect,
    tags=("difference of dates", "change matrix", "transition", "cross tabulation", "land cover change", "post fire"),
)
def detect_change(
    run: Run,
    before: Raster,
    after: Raster,
    method: Method,
    threshold: float | None = None,
    area_unit: AreaUnit = "ha",
) -> Changed:
    """Compares two dates cell by cell: difference or ratio, with a threshold the kind of change, or from-to codes.

    Args:
        before: Raster of one band, the earlier date; a declared scale and offset are applied.
        after: Raster of one band on the same grid, in the same unit.
        method: difference is after minus before; ratio is after divided by before; from_to is the class before times
            1000 plus the class after, for whole class codes from 0 to 999.
        threshold: With difference, a number from 0: above it is 1, below its negative -1, else 0. With ratio, a number
            from 1: above it is 1, below 1 / threshold -1, else 0. Exactly at the threshold is no change, to the
            precision of the cells. Not for from_to.
        area_unit: Unit of the areas of change: m2, ha or km2 need a projected CRS, cells counts alone. Without effect
            where neither threshold nor from_to says what a change is.
    Returns:
        output: On the grid of both: the difference or ratio as float32, or float64 where cells need it; with a
            threshold -1, 0, 1 as int16 with NoData -9999; from_to codes as int32 with NoData -1. NoData of floats is
            the lowest number of the type.
        table: A row per kind of change, `change` -1, 0 or 1, or per pair of classes, `before` and `after`, with `count`
            of cells and `area` in `area_unit` (not for cells). Needs a threshold or from_to.
    CRS: Both must share CRS and grid, else align_rasters brings them there. Areas are planar; for degrees use cells.
    Edges: NoData at either date gives NoData, and is counted. A ratio over 0 gives NoData, counted. Ratios of
        negative values are refused.
    Raises: CRS_MISSING, CRS_MISMATCH, GRID_MISMATCH, CRS_UNSUITABLE, BAD_VALUE (codes, thresholds, several bands,
        negative ratios, infinite values, classes subtracted), MISSING_ARGUMENT (threshold), UNKNOWN_LAYER.
    Source: Singh 1989, image differencing, ratioing and post-classification comparison.
    """
    from ...execution.rasters.cell_areas import cell_area_m2
    from ...execution.rasters.cell_changes import Change
    from ...execution.rasters.derived_rasters import derived_raster
    from ...execution.rasters.raster_windows import open_bands, windows_of

    _demand_comparable(run, before, after, method, threshold)
    has_areas = area_unit != "cells" and (threshold is not None or method == "from_to")
    if has_areas:
        _demand_areas(run, before, area_unit)
    opened = open_bands(run, {"before": BandOf(before, 1), "after": BandOf(after, 1)})
    change = Change(opened["before"], opened["after"], method, threshold)
    _compare_units(run, opened["before"], opened["after"])
    band = _new_band(method, threshold, opened["before"].facts, opened["after"].facts)
    output = derived_raster(run, opened["before"], before.facts.crs or "", band)
    with output.file as file, run.timed():
        for window in windows_of(run, opened.values()):
            output.write(window, change.cells(window))
        _tell(run, change)
    cell = None
    if has_areas:
        cell = cell_area_m2(opened["before"].grid, before.facts.crs or "") / SQUARE_METRES[area_unit]
    _report(run, change, cell, area_unit)
    made = _written(run, change, cell, method, area_unit) if run.wants("table") else None
    return Changed(file.path, made)  # type: ignore[arg-type]


def _demand_comparable(run: Run, before: Raster, after: Raster, method: str, threshold: float | None) -> None:
    run.require.one_band(before, "before")
    run.require.one_band(after, "after")
    run.require.grid_same(before, after)
    if before.is_same_as(after):
        run.note(f'before and after are both "{before.name}", so nothing has changed.')
    if method == "from_to":
        if threshold is not None:
            raise ToolError("BAD_VALUE", "threshold goes with difference and ratio; classes are the same or not",
                            "leave it out", argument="threshold")  # fmt: skip
        return
    for raster in (before, after):
        run.require.no_classes(raster, 1, f"the {method}")
    least = 0.0 if method == "difference" else 1.0
    if threshold is not None and threshold < least:
        raise ToolError("BAD_VALUE", f"threshold {threshold:.15g} is below {least:g}, the least that a {method} has to "
                        "pass", "it counts in both directions", argument="threshold")  # fmt: skip
    if threshold is None and run.wants("table"):
        raise ToolError("MISSING_ARGUMENT", f"a table of {method} needs a threshold, which says what counts as change",
                        "from_to makes a table of classes", argument="threshold")  # fmt: skip


def _demand_areas(run: Run, raster: Raster, area_unit: str) -> None:
    if is_geographic(raster.facts.crs or ""):
        raise ToolError("CRS_UNSUITABLE", f'"{raster.name}" is in degrees, in which cells have no one area in '
                        f"{area_unit}", "area_unit cells counts them; warp_raster leads to an equal-area CRS",
                        argument="area_unit")  # fmt: skip
    run.require.measurable(raster, "areal")


def _compare_units(run: Run, before: BandCells, after: BandCells) -> None:
    if before.unit and after.unit and before.unit != after.unit:
        run.require.find("BAD_VALUE", f'"{before.name}" is in {before.unit}, "{after.name}" in {after.unit}',
                         "raster_calculator turns one into the other")  # fmt: skip
    scales = [(band.facts.scale, band.facts.offset) for band in (before, after)]
    if scales[0] != scales[1] and (1.0, 0.0) in scales:
        run.note("Only one date declares a scale and offset; both must be in one unit after they are applied.")


def _tell(run: Run, change: Change) -> None:
    counts = change.counts
    run.counts["undefined_cells"] = counts.undefined
    if counts.negative:
        run.require.find("BAD_VALUE", f"{counts.negative} cells are below 0 at a date; a ratio of negative values does "
                         "not say which way they went", "difference compares such values, decibels too")  # fmt: skip
    if counts.undefined:
        run.note(f"{counts.undefined} cells became NoData, since the value before is 0 there.")


def _report(run: Run, change: Change, cell: float | None, area_unit: str) -> None:
    """Reports the kinds of change, the largest first, and what has no value at a date."""
    name = "cells" if cell is None else area_unit
    factor = 1 if cell is None else cell
    rows = sorted(change.counts.rows(), key=lambda row: (-row[1], row[0]))
    run.counts["missing_cells"] = change.counts.missing
    run.report[f"missing_{name}"] = change.counts.missing * factor
    if rows:
        run.report[f"{name}_by_code"] = {str(value): count * factor for value, count in rows[:MOST_SHOWN]}


def _written(run: Run, change: Change, cell: float | None, method: str, area_unit: str) -> Any:
    import numpy as np

    from ...execution.layers.nan_columns import columns_of
    from ...execution.layers.rows import RowSet, write_rows
    from ...execution.rasters.cell_changes import CODES_BELOW

    pairs = np.array(change.counts.rows(), np.int64).reshape(-1, 2)
    codes, counts = pairs[:, 0], pairs[:, 1]
    keys = [codes // CODES_BELOW, codes % CODES_BELOW] if method == "from_to" else [codes]
    arrays = [*keys, counts, *([] if cell is None else [counts * cell])]
    columns = columns_of(_columns(method, area_unit), arrays)
    return write_rows(run, RowSet(columns, None, len(codes)), output="table")
