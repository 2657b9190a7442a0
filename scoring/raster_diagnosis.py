# SPDX-License-Identifier: GPL-2.0-or-later
"""Causes of failed raster outputs, named only where they are certain."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .cell_comparison import cell_excess
from .entities import transformed
from .found_crs import found_name, label_words
from .gap_words import shift_words
from .grid import Cells, Grid, Window
from .ground import total_bounds
from .known_ratios import SENTINELS, known_ratio
from .place_diagnosis import same_place
from .raster_checks import INTEGER_TYPES, RasterState
from .record import Check, Diagnosis, DiagnosisCode
from .sentences import counted, number_text

MAX_CELLS = 25_000_000
NEAR_CELL = 0.01


def raster_diagnosis(state: RasterState, checks: list[Check]) -> list[Diagnosis]:
    """Returns the certain causes of the failed checks."""
    failed = {check.name for check in checks if check.passed is False}
    found: list[Diagnosis | None] = []
    if "crs" in failed:
        found.append(_wrong_label(state, failed) or _never_reprojected(state))
    if "transform" in failed and "crs" not in failed:
        found.append(_grid_shift(state))
    if failed & {"mask", "nodata"} and state.same_grid:
        found.append(_nodata_as_zero(state))
    if failed & {"mask", "values"} and state.same_grid and _is_small(state):
        found.append(_cell_cause(state))
    return [cause for cause in found if cause]


def _is_small(state: RasterState) -> bool:
    return state.contract.width * state.contract.height <= MAX_CELLS and state.contract.values != "label"


def _wrong_label(state: RasterState, failed: set[str]) -> Diagnosis | None:
    """Tells whether grid and cells are right and the CRS alone is not; cells that are all alike say nothing."""
    if not state.same_grid or failed & {"mask", "values"} or not state.cells.both:
        return None
    message = f"Grid and cells are those of {state.contract.crs}; {label_words(state.output.crs)}."
    return Diagnosis(code="wrong_crs_label", message=message)


def _never_reprojected(state: RasterState) -> Diagnosis | None:
    if state.output.crs is None:
        return None
    moved = transformed(_outline(state.output), state.output.crs, state.contract.crs)
    if not same_place(total_bounds(_outline(state.reference)), total_bounds(moved)):
        return None
    found = found_name(state.output.crs)
    message = f"The grid covers the same ground, but is in {found}: not reprojected to {state.contract.crs}."
    return Diagnosis(code="not_reprojected", message=message)


def _outline(grid: Grid) -> np.ndarray:
    """Returns the outline of a grid as a polygon with 16 vertices a side, in an array of one."""
    import shapely

    a, b, c, d, e, f = grid.transform
    box = shapely.segmentize(np.array([shapely.box(0, 0, 1, 1)]), 1 / 16)
    size = np.array([grid.width, grid.height])
    return shapely.transform(box, lambda xy: (xy * size) @ np.array([[a, d], [b, e]]) + (c, f))


def _grid_shift(state: RasterState) -> Diagnosis | None:
    a, b, c, d, e, f = state.contract.transform
    found = state.output.transform
    if np.allclose(found[3:5], (d, -e)) and np.isclose(found[0], a):
        return Diagnosis(code="south_up", message="The rows run from south to north.")
    if not np.allclose((found[0], found[1], found[3], found[4]), (a, b, d, e)):
        return None
    east, south = (float(step) for step in np.linalg.solve([[a, b], [d, e]], [found[2] - c, found[5] - f]))
    halves = [abs(abs(step) % 1 - 0.5) <= NEAR_CELL for step in (east, south)]
    wholes = [abs(step - round(step)) <= NEAR_CELL for step in (east, south)]
    way = shift_words(round(east, 3), -round(south, 3), "cells", ("to the right", "to the left", "up", "down"))
    if any(halves) and all(half or whole for half, whole in zip(halves, wholes, strict=True)):
        return Diagnosis(code="half_cell_shift", message=f"The grid begins {way}: corner and middle confused.")
    if all(wholes):
        return Diagnosis(code="shifted_grid", message=f"The grid begins {way}.")
    return None


def _nodata_as_zero(state: RasterState) -> Diagnosis | None:
    cells = state.cells
    if not cells.mask_apart or cells.nodata_as_zero < cells.mask_apart:
        return None
    message = f"{counted(cells.nodata_as_zero, 'cell')} should be NoData and hold 0."
    return Diagnosis(code="nodata_as_zero", message=message)


def _cell_cause(state: RasterState) -> Diagnosis | None:
    whole = Window(0, state.contract.height)
    pairs = [
        (state.reference.cells(band, whole), state.output.cells(band, whole))
        for band in range(1, state.contract.bands + 1)
    ]
    for code, message, move in MOVES:
        if all(_agree(state, ours, move(theirs)) for ours, theirs in pairs):
            return Diagnosis(code=code, message=message)
    return _one_cell_off(state, pairs) or _undeclared(state, pairs) or _off_by_one(state, pairs) or _unit(state, pairs)


def _one_cell_off(state: RasterState, pairs: list[tuple[Cells, Cells]]) -> Diagnosis | None:
    """Tells whether all cells that a step of one cell leaves on the grid are right."""
    for down, right in STEPS:
        moved = [(_part(ours, -down, -right), _part(theirs, down, right)) for ours, theirs in pairs]
        if all(_agree(state, *pair) for pair in moved):
            words = [f"one {word}" for step, word in ((down, "row"), (right, "column")) if step]
            ways = [("down" if down > 0 else "up") if down else "", ("right" if right > 0 else "left") if right else ""]
            way = " and ".join(f"{word} {way}" for word, way in zip(words, filter(None, ways), strict=True))
            return Diagnosis(code="shifted_cells", message=f"All cells lie {way} of their place; the grid is right.")
    return None


def _part(cells: Cells, down: int, right: int) -> Cells:
    """Returns the cells without their first row (1) or last row (-1), and the same for columns."""
    cut = tuple(slice(max(step, 0), min(step, 0) or None) for step in (down, right))
    return Cells(cells.values[cut], cells.valid[cut])


def _undeclared(state: RasterState, pairs: list[tuple[Cells, Cells]]) -> Diagnosis | None:
    """Tells whether every cell that should be NoData holds one number that stands for it and is not declared."""
    wanted = state.contract.nodata
    apart = [ours.valid != theirs.valid for ours, theirs in pairs]
    found = np.concatenate([theirs.values[mask] for (_, theirs), mask in zip(pairs, apart, strict=True)])
    kept = all(not ours.valid[mask].any() for (ours, _), mask in zip(pairs, apart, strict=True))
    if not len(found) or not kept or len(np.unique(found)) > 1:
        return None
    value = float(found[0])
    if value == 0 or (value not in SENTINELS and value != wanted):
        return None
    message = f"{counted(len(found), 'cell')} should be NoData and hold {number_text(value)} as a value."
    return Diagnosis(code="sentinel_as_value", message=message)


def _off_by_one(state: RasterState, pairs: list[tuple[Cells, Cells]]) -> Diagnosis | None:
    """Tells whether classes or counts are one too high, or one too low, in all wrong cells."""
    counts = state.contract.values == "categorical" or state.contract.dtype in (*INTEGER_TYPES, "any_integer")
    if not counts or not state.cells.wrong:
        return None
    steps = []
    for ours, theirs in pairs:
        both = ours.valid & theirs.valid
        expected, found = ours.values[both], theirs.values[both]
        if (expected % 1 != 0).any():
            return None
        wrong = cell_excess(state.contract, expected, found) > 1
        steps.append(found[wrong].astype(float) - expected[wrong].astype(float))
    step = np.unique(np.concatenate(steps))
    if len(step) != 1 or abs(step[0]) != 1:
        return None
    word = "above" if step[0] > 0 else "below"
    message = f"Cells are one {word} the reference in {state.cells.wrong} of {counted(state.cells.both, 'cell')}."
    return Diagnosis(code="off_by_one", message=message)


def _agree(state: RasterState, ours: Cells, theirs: Cells) -> bool:
    """Tells whether cells are equal in mask and values; cells that are all alike say nothing."""
    both = ours.valid & theirs.valid
    if (ours.valid != theirs.valid).any() or not both.any():
        return False
    if np.ptp(ours.values[both].astype(float)) == 0:
        return False
    return bool((cell_excess(state.contract, ours.values[both], theirs.values[both]) <= 1).all())


def _flipped(axis: int) -> Callable[[Cells], Cells]:
    return lambda cells: Cells(np.flip(cells.values, axis), np.flip(cells.valid, axis))


def _turned(cells: Cells) -> Cells:
    return Cells(cells.values[::-1, ::-1], cells.valid[::-1, ::-1])


STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
MOVES: tuple[tuple[DiagnosisCode, str, Callable[[Cells], Cells]], ...] = (
    ("flipped", "The rows are upside down.", _flipped(0)),
    ("mirrored", "The columns run from right to left.", _flipped(1)),
    ("turned", "The cells are turned by half a turn.", _turned),
)


def _unit(state: RasterState, pairs: list[tuple[Cells, Cells]]) -> Diagnosis | None:
    if state.contract.values != "continuous" or not state.cells.wrong:
        return None
    both = [ours.valid & theirs.valid for ours, theirs in pairs]
    expected = np.concatenate([ours.values[mask] for (ours, _), mask in zip(pairs, both, strict=True)]).astype(float)
    found = np.concatenate([theirs.values[mask] for (_, theirs), mask in zip(pairs, both, strict=True)]).astype(float)
    if _percent_of_degrees(expected, found):
        return Diagnosis(code="slope_unit", message="Slopes are in percent, not in degrees.")
    if _percent_of_degrees(found, expected):
        return Diagnosis(code="slope_unit", message="Slopes are in degrees, not in percent.")
    known = known_ratio(expected, found)
    if known is None:
        return None
    message = f"Cells are {known.ratio:.6g} times the reference: {known.found}, not {known.expected}."
    return Diagnosis(code="unit", message=message)


def _percent_of_degrees(degrees: np.ndarray, percent: np.ndarray) -> bool:
    if degrees.min() < 0 or degrees.max() >= 90 or len(np.unique(degrees)) < 2:
        return False
    return bool(np.allclose(percent, 100 * np.tan(np.radians(degrees)), rtol=1e-3, atol=1e-3))
