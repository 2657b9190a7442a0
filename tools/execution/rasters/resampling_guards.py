# SPDX-License-Identifier: GPL-2.0-or-later
"""What a raster and a call must be before cells are resampled, and what is said of it."""

from __future__ import annotations

from ....tasks.crs_equality import is_geographic, metres_per_unit, same_crs
from ....tasks.units import METRES, UNIT_NAMES
from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_position
from ...declaration.layers import Raster
from ...declaration.observation import crs_label
from ...declaration.resampling import FOR_CLASSES, KEEPS_CELLS, OVER_COVERED_CELLS
from ..reference_systems.area_of_use import outside_area_of_use
from ..reference_systems.crs import demand_place_on_earth, unit_name
from ..reference_systems.operations import told_operation
from ..run import Run
from .cell_ratios import CellRatio, cell_ratio
from .nodata_values import demand_fit

NOTED_RATIO = 1.5
NOTED_TURN = 0.5  # degrees
ROUNDING = 1e-6  # share of a cell


def demand_pixel_unit(crs: str, pixel_unit: str, whose: str) -> None:
    """Demands that a pixel size is in the unit of a CRS.

    Args:
        whose: What the CRS is that of, for the hint.
    Raises:
        ToolError BAD_VALUE, CRS_UNSUITABLE.
    """
    demand_place_on_earth(crs)
    fits = pixel_unit == "deg" if is_geographic(crs) else abs(METRES.get(pixel_unit, 0) - metres_per_unit(crs)) < 1e-9
    if not fits:
        word = UNIT_NAMES.get(pixel_unit, "degree")
        raise ToolError("BAD_VALUE", f"pixel_unit is {pixel_unit} ({word}), but {crs_label(crs)} is in "
                        f"{unit_name(crs)}", f"give the pixel size in the unit of {whose}",
                        argument="pixel_unit")  # fmt: skip


def demand_resampling(
    run: Run, raster: Raster, resampling: str, nodata: float | None, *, reaches_beyond: bool = True
) -> None:
    """Demands that all bands can be resampled by a method, and that cells without a value can be told.

    Args:
        nodata: As given in the call.
        reaches_beyond: Whether cells of the result may lie outside of the raster.
    Raises:
        ToolError MISSING_ARGUMENT, BAD_VALUE.
    """
    bands = raster.facts.bands or ()
    if reaches_beyond and nodata is None and any(band.nodata is None for band in bands):
        raise ToolError("MISSING_ARGUMENT", f'"{raster.name}" declares no NoData, which cells outside of it need',
                        "give nodata, a value that no cell has", argument="nodata")  # fmt: skip
    for number, band in enumerate(bands, start=1):
        if resampling not in FOR_CLASSES:
            run.require.no_classes(raster, number, f"resampling by {resampling}")
        if resampling == "sum" and band.offset:
            raise ToolError("BAD_VALUE", f'band {number} of "{raster.name}" has an offset, which a sum would lose',
                            "raster_calculator applies it first", argument="resampling")  # fmt: skip
        if nodata is not None:
            demand_fit(nodata, band.dtype)
    if len(bands) == 1 and bands[0].dtype == "uint8" and resampling not in KEEPS_CELLS and not bands[0].is_palette:
        run.note(f'cells of "{raster.name}" are bytes; were they classes, {resampling} would mix them.')


def is_within(grid: Grid, other: Grid) -> bool:
    """Tells whether the cells of a grid lie within another one that is not rotated and in the same CRS."""
    extent = grid.extent
    corners = [cell_position(other, x, y) for x in (extent.xmin, extent.xmax) for y in (extent.ymin, extent.ymax)]
    columns, rows = zip(*corners, strict=True)
    within_columns = min(columns) >= -ROUNDING and max(columns) <= other.width + ROUNDING
    return within_columns and min(rows) >= -ROUNDING and max(rows) <= other.height + ROUNDING


def say_cell_ratio(run: Run, raster: Raster, grid: Grid, crs: str, resampling: str) -> None:
    """Says where a result has far more, or with nearest far fewer, cells than the raster it is made of.

    Args:
        grid, crs: Of the result.
    """
    ratio = _ratio(raster, grid, crs)
    if ratio is None:
        return
    wide = (ratio.across * ratio.down) ** 0.5
    if wide > NOTED_RATIO:
        run.note(f'Cells of "{raster.name}" are {wide:.3g} times as wide as those of the result; no detail is gained.')
    elif wide < 1 / NOTED_RATIO and resampling == "nearest":
        run.note(f'nearest takes one of about {1 / wide**2:.3g} cells of "{raster.name}" and leaves out the others.')


def demand_straight(run: Run, raster: Raster, grid: Grid, crs: str, resampling: str) -> None:
    """Demands of methods over all covered cells that cells of raster and result are not turned against each other.

    Raises:
        ToolError GRID_UNSUITABLE where one of them is rotated; a note where CRSs turn them.
    """
    if resampling not in OVER_COVERED_CELLS:
        return
    ratio = _ratio(raster, grid, crs)
    if raster.facts.grid is not None and (raster.facts.grid.is_rotated or grid.is_rotated):
        raise ToolError("GRID_UNSUITABLE", f'the cells of "{raster.name}" and of the result are rotated against each '
                        f"other; {resampling} needs cells that lie straight",
                        "nearest, bilinear and cubic take rotated cells", argument="resampling")  # fmt: skip
    if ratio is not None and ratio.turn > NOTED_TURN:
        run.note(f'The cells of "{raster.name}" and of the result are turned by {ratio.turn:.2g} degrees against each '
                 f"other; {resampling} takes for each the upright box between two of its corners.")  # fmt: skip


def _ratio(raster: Raster, grid: Grid, crs: str) -> CellRatio | None:
    assert raster.facts.grid is not None
    return cell_ratio(raster.facts.grid, raster.facts.crs or "", grid, crs)


def tell_operation(run: Run, raster: Raster, target: str) -> None:
    """Tells by what operation positions are transformed to another CRS, and what is known of its limits."""
    own = raster.facts.crs or ""
    if same_crs(own, target):
        return
    run.report["operation"] = told_operation(run, own, target, raster.facts.extent).text
    outside = outside_area_of_use(target, raster.facts.extent, own)
    if outside:
        run.warn("CRS_UNSUITABLE", f'raster "{raster.name}" {outside}')
