# SPDX-License-Identifier: GPL-2.0-or-later
"""The checks of raster outputs, one small function each, in the order they are reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from ..tasks.contract import RasterOutput
from .cell_comparison import CellComparison, compare_cells
from .found_crs import found_name, is_in, unit_name
from .gap_words import relative_words
from .grid import Grid
from .record import Check
from .row_checks import failed, not_run, passed
from .sentences import counted, number_text, value_text

CELL_SHARE = 1e-4
GROUPS = {"any_float": ("float32", "float64")}
INTEGER_TYPES = ("byte", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


class RasterState:
    """What the checks of a raster output look at."""

    def __init__(self, contract: RasterOutput, reference: Grid, output: Grid):
        self.contract, self.reference, self.output = contract, reference, output

    @property
    def same_size(self) -> bool:
        """Whether the output has the contract's columns, rows and bands."""
        wanted = self.contract.width, self.contract.height, self.contract.bands
        return wanted == (self.output.width, self.output.height, self.output.bands)

    @property
    def same_grid(self) -> bool:
        """Whether the output's cells lie on those of the contract."""
        return self.same_size and corner_shift(self) <= CELL_SHARE

    @cached_property
    def cells(self) -> CellComparison:
        """The cells, compared; only for the same grid."""
        return compare_cells(self.contract, self.reference, self.output)


RasterCheck = Callable[[RasterState], Check]


def run_raster_checks(state: RasterState) -> list[Check]:
    """Runs all checks, in order."""
    return [check(state) for check in RASTER_CHECKS]


def crs(state: RasterState) -> Check:
    """The raster says it is in the contract's CRS."""
    wanted = state.contract.crs
    if is_in(state.output.crs, wanted):
        return passed("crs", f"{wanted}.")
    return failed("crs", f"Expected {found_name(wanted)}, found {found_name(state.output.crs)}.")


def corner_shift(state: RasterState) -> float:
    """Returns how far the corners of the grid are off, in cells of the contract."""
    wanted, found = np.array(state.contract.transform), np.array(state.output.transform)
    a, b, _, d, e, _ = wanted
    corners = [(0, 0), (state.contract.width, 0), (0, state.contract.height)]
    gaps = [(found - wanted).reshape(2, 3) @ np.array([column, row, 1.0]) for column, row in corners]
    per_cell = np.linalg.inv(np.array([[a, b], [d, e]]))
    return float(max(np.abs(per_cell @ gap).max() for gap in gaps))


def transform(state: RasterState) -> Check:
    """Cells begin where the contract says and have its size."""
    if corner_shift(state) <= CELL_SHARE:
        return passed("transform")
    wanted, found = (_grid_words(grid.transform) for grid in (state.contract, state.output))
    if wanted == found:
        wanted, found = (", ".join(map(repr, grid.transform)) for grid in (state.contract, state.output))
    return failed("transform", f"Expected {wanted} ({unit_name(state.contract.crs)}), found {found}.")


def _grid_words(transform: Sequence[float]) -> str:
    """Says where a grid begins and how large its cells are; the six numbers of one that is turned or upside down."""
    a, b, c, d, e, f = transform
    if b or d or a < 0 or e > 0:
        return f"a, b, c, d, e, f of {', '.join(map(number_text, transform))}"
    return f"cells of {number_text(a)} x {number_text(-e)} from x {number_text(c)}, y {number_text(f)} down"


def size(state: RasterState) -> Check:
    """The grid has the contract's columns and rows."""
    wanted = f"{state.contract.width} x {state.contract.height}"
    found = f"{state.output.width} x {state.output.height}"
    if wanted == found:
        return passed("size", f"{wanted} cells.")
    return failed("size", f"Expected {wanted} cells, found {found}.")


def bands(state: RasterState) -> Check:
    """The raster has as many bands as the contract says."""
    wanted, found = state.contract.bands, state.output.bands
    if wanted == found:
        return passed("bands", f"{counted(wanted, 'band')}.")
    return failed("bands", f"Expected {counted(wanted, 'band')}, found {found}.")


def dtype(state: RasterState) -> Check:
    """Every band has the contract's data type."""
    wanted = state.contract.dtype
    able = GROUPS.get(wanted) or (INTEGER_TYPES if wanted == "any_integer" else (wanted,))
    wrong = [found for found in state.output.band_types() if found not in able]
    if not wrong:
        return passed("dtype", f"{wanted}.")
    return failed("dtype", f"Expected {wanted}, found {', '.join(sorted(set(wrong)))}.")


def nodata(state: RasterState) -> Check:
    """Every band marks NoData as the contract says."""
    wanted = state.contract.nodata
    found = [state.output.nodata(band) for band in range(1, state.output.bands + 1)]
    types = state.output.band_types()
    wrong = [value for value, kind in zip(found, types, strict=True) if not _same_nodata(wanted, value, kind)]
    if not wrong:
        return passed("nodata")
    shown = "none" if wrong[0] is None else number_text(float(wrong[0]))
    where = f" in {len(wrong)} of {counted(len(found), 'band')}" if len(found) > 1 else ""
    return failed("nodata", f"Expected {_nodata_words(wanted)}, found {shown}{where}.")


def _nodata_words(wanted: float | str) -> str:
    return "nan" if wanted == ".nan" else wanted if isinstance(wanted, str) else number_text(wanted)


def _same_nodata(wanted: float | str, found: float | None, kind: str) -> bool:
    if wanted == "any":
        return True
    if wanted == "none" or found is None:
        return wanted == "none" and found is None
    if wanted == ".nan":
        return found != found
    if kind == "float32":
        return bool(np.float32(wanted) == np.float32(found))
    return float(wanted) == float(found)


def mask(state: RasterState) -> Check:
    """NoData lies where it lies in the reference."""
    if not state.same_grid:
        return not_run("mask", "the grid is another one")
    cells = state.cells
    if cells.mask_share >= state.contract.mask_min_share:
        return passed("mask", f"{counted(cells.mask_apart, 'cell')} of {cells.compared} differ.")
    count = f"{cells.mask_apart} of {counted(cells.compared, 'cell')}"
    ways = f"{cells.filled} with a value where NoData is expected, {cells.emptied} the other way round"
    return failed("mask", f"NoData differs in {count}: {ways}.")


def values(state: RasterState) -> Check:
    """Cells with a value on both sides are within tolerance."""
    if not state.same_grid:
        return not_run("values", "the grid is another one")
    cells = state.cells
    count = f"{cells.wrong} of {counted(cells.both, 'cell')}"
    if cells.value_share >= state.contract.min_share:
        return passed("values", f"{count} differ.")
    if not cells.both:
        return failed("values", "No cell has a value on both sides.")
    if cells.wrong_labels:
        (ours, theirs), most = max(cells.wrong_labels.items(), key=lambda item: (item[1], item[0]))
        groups = f"{counted(most, 'cell')} of group {number_text(ours)} in group {number_text(theirs)} of the output"
        return failed("values", f"Groups differ in {count}, most by {groups}.")
    worst = cells.worst[0]
    place = f"row {worst.row + 1}, column {worst.column + 1}"
    pair = f"expected {value_text(worst.expected)}, found {value_text(worst.found)}"
    if state.contract.values == "continuous" and worst.expected is not None and worst.found is not None:
        pair += relative_words(float(worst.expected), float(worst.found))
    return failed("values", f"Values differ in {count}; worst {place}: {pair}.")


RASTER_CHECKS: tuple[RasterCheck, ...] = (crs, transform, size, bands, dtype, nodata, mask, values)
