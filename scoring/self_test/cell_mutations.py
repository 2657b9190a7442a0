# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of a raster's cells on the same grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from .edited_raster import EditedRaster
from .grid_mutations import _fits
from .mutation import Made, Mutation, NotApplicable
from .raster_case import RasterCase

FEET_IN_A_METRE = 1 / 0.3048
CLASSES = ("categorical", "label")


def cells_masked(case: RasterCase) -> Made:
    """Turns cells with a value into NoData, as many as the contract does not pass over."""
    if case.masked_cells_needed > case.known_count:
        raise NotApplicable("too few cells have a value")
    raster = _with_nodata(case)
    valid, cells, left = list(raster.valid), list(raster.cells), case.masked_cells_needed
    for band, known in enumerate(case.known):
        places = np.flatnonzero(known)[:left]
        left -= len(places)
        valid[band], cells[band] = valid[band].copy(), cells[band].copy()
        valid[band].ravel()[places] = False
        if not raster.mask_band:
            cells[band].ravel()[places] = np.nan if raster.nodata is None else raster.nodata
    return Made(replace(raster, cells=tuple(cells), valid=tuple(valid)).writer(), "mask")


def nodata_as_zero(case: RasterCase, value: float = 0.0) -> Made:
    """Puts 0 in the place of NoData."""
    raster = case.raster
    if raster.nodata == value or not _fits(value, raster.data_type):
        raise NotApplicable("its NoData is that number, or cannot be")
    if all(valid.all() for valid in raster.valid):
        raise NotApplicable("no cell is NoData")
    cells = [np.where(valid, one, one.dtype.type(value)) for one, valid in zip(raster.cells, raster.valid, strict=True)]
    filled = replace(raster.with_cells(cells), valid=tuple(np.ones_like(valid) for valid in raster.valid))
    check = case.changed_check(filled)
    if check != "mask":
        raise NotApplicable("fewer cells are NoData than the contract passes over")
    return Made(filled.writer(), check)


def cells_off_by_twice_the_tolerance(case: RasterCase) -> Made:
    """Moves the largest values away from zero by twice their tolerance, as many as the contract does not pass over."""
    _not_classes(case)
    changed = [one.copy() for one in case.raster.cells]
    for band, places in _largest_cells(case):
        values = case.raster.physical[band].ravel()[places].astype(float)
        limit = case.tolerance(values)
        step = np.maximum(2 * limit, 4 * np.spacing(np.abs(values).astype(_kind(case))).astype(float))
        if np.dtype(case.raster.data_type).kind in "iu":
            step = np.maximum(step, 1.0001 * limit + abs(case.raster.scale[0]))
        moved = values + np.where(values >= 0, step, -step)
        changed[band].ravel()[places] = case.raster.stored(moved)
    return _with_check(case, changed)


def cells_off_by_half_the_tolerance(case: RasterCase) -> Made:
    """Moves all values by half their tolerance."""
    _not_classes(case)
    changed, room = [], False
    for one, physical, valid in zip(case.raster.cells, case.raster.physical, case.raster.valid, strict=True):
        limit = case.tolerance(physical)
        with np.errstate(over="ignore", invalid="ignore"):
            moved = case.raster.stored(physical.astype(float) + limit / 2)
        again = moved * case.raster.scale[0] + case.raster.scale[1]
        good = valid & (np.abs(again - physical.astype(float)) <= 0.75 * limit) & (moved != one)
        good &= moved != (case.raster.nodata if case.raster.nodata is not None else np.nan)
        room |= bool(good.any())
        changed.append(np.where(good, moved, one))
    if not room:
        raise NotApplicable("its data type has no numbers within the tolerance")
    return Made(case.raster.with_cells(changed).writer(), None)


def cells_in_other_units(case: RasterCase, factor: float = FEET_IN_A_METRE) -> Made:
    """Multiplies all values, by the feet in a metre where nothing else is said."""
    if case.contract.values != "continuous":
        raise NotApplicable("its values have no unit")
    return _every(case, lambda physical: physical.astype(float) * factor)


def angles_turned_round(case: RasterCase) -> Made:
    """Adds half a turn to all angles."""
    if case.contract.values != "angle":
        raise NotApplicable("its values are no angles")
    return _every(case, lambda physical: physical.astype(float) + case.contract.period / 2)


def angles_turned_by_a_period(case: RasterCase) -> Made:
    """Adds a full turn to all angles."""
    if case.contract.values != "angle":
        raise NotApplicable("its values are no angles")
    made = _every(case, lambda physical: physical.astype(float) + case.contract.period)
    if made.check is not None:
        raise NotApplicable("its data type has no room for a turn")
    return made


def two_cells_swapped(case: RasterCase) -> Made:
    """Exchanges the largest and the smallest value."""
    if case.contract.values == "label" or case.wrong_cells_needed > 2:
        raise NotApplicable("two cells may be wrong, or labels may be renamed")
    known = np.flatnonzero(case.known[0])
    if len(known) < 2:
        raise NotApplicable("fewer than two cells have a value")
    cells = case.raster.cells[0].copy()
    order = known[np.argsort(cells.ravel()[known], kind="stable")]
    cells.ravel()[order[[0, -1]]] = cells.ravel()[order[[-1, 0]]]
    return _with_check(case, [cells, *case.raster.cells[1:]])


def classes_exchanged(case: RasterCase) -> Made:
    """Gives the cells of two classes one another's value."""
    first, second = _two_classes(case)
    changed = [
        np.where(one == first, second, np.where(one == second, first, one)).astype(one.dtype)
        for one in case.raster.cells
    ]
    changed = [np.where(valid, new, old) for new, old, valid in zip(changed, *_cells_and_valid(case), strict=True)]
    if case.contract.values == "label":
        return Made(case.raster.with_cells(changed).writer(), None)
    return _with_check(case, changed)


def classes_merged(case: RasterCase) -> Made:
    """Gives two classes one value."""
    first, second = _two_classes(case)
    changed = [
        np.where(valid & (one == first), second, one).astype(one.dtype)
        for one, valid in zip(*_cells_and_valid(case), strict=True)
    ]
    if case.contract.values == "categorical":
        return _with_check(case, changed)
    counts = [
        sum(int((one[known] == label).sum()) for one, known in zip(case.raster.cells, case.known, strict=True))
        for label in (first, second)
    ]
    if min(counts) < case.wrong_cells_needed:
        raise NotApplicable("fewer cells are of one of them than the contract passes over")
    return Made(case.raster.with_cells(changed).writer(), "values")


def cells_flipped(case: RasterCase) -> Made:
    """Writes the rows from south to north on the same grid."""
    return _moved_cells(case, lambda cells: cells[::-1])


def cells_mirrored(case: RasterCase) -> Made:
    """Writes the columns from east to west on the same grid."""
    return _moved_cells(case, lambda cells: cells[:, ::-1])


def cells_moved_by_one(case: RasterCase) -> Made:
    """Moves the cells by one column on the same grid."""
    return _moved_cells(case, lambda cells: np.roll(cells, 1, axis=1))


def wrong_rim(case: RasterCase) -> Made:
    """Changes the cells of the rim, which do not count."""
    if not case.contract.ignore_rim_cells:
        raise NotApplicable("all cells count")
    changed = [
        np.where(valid & ~case.inner, one.dtype.type(1), one)
        for one, valid in zip(*_cells_and_valid(case), strict=True)
    ]
    return Made(case.raster.with_cells(changed).writer(), None)


def wrong_cells_that_are_allowed(case: RasterCase) -> Made:
    """Changes as many values as the contract passes over."""
    count = case.wrong_cells_needed - 1
    if not count:
        raise NotApplicable("every value counts")
    cells = case.raster.cells[0].copy()
    places = np.flatnonzero(case.known[0])[:count]
    cells.ravel()[places] = cells.ravel()[places[::-1]]
    return Made(case.raster.with_cells([cells, *case.raster.cells[1:]]).writer(), None)


def masked_cells_that_are_allowed(case: RasterCase) -> Made:
    """Turns as many cells into NoData as the contract passes over."""
    count = case.masked_cells_needed - 1
    raster = _with_nodata(case)
    if not count or raster.mask_band or count >= case.known_count:
        raise NotApplicable("every cell counts, or all that count would be lost")
    cells = raster.cells[0].copy()
    cells.ravel()[np.flatnonzero(case.known[0])[:count]] = np.nan if raster.nodata is None else raster.nodata
    return Made(raster.with_cells([cells, *raster.cells[1:]]).writer(), None)


def _with_nodata(case: RasterCase) -> EditedRaster:
    """Returns the raster with a way to mark NoData that its contract allows.

    Raises: NotApplicable where there is none.
    """
    raster = case.raster
    if raster.nodata is not None or raster.mask_band or np.dtype(raster.data_type).kind == "f":
        return raster
    if case.driver != "GTiff":
        raise NotApplicable("without a NoData number whole numbers of an ASCII grid are all valid")
    return replace(raster, mask_band=True)


def _cells_and_valid(case: RasterCase) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    return case.raster.cells, case.raster.valid


def _not_classes(case: RasterCase) -> None:
    if case.contract.values in CLASSES:
        raise NotApplicable("its cells are classes")


def _kind(case: RasterCase) -> Any:
    kind = np.dtype(case.raster.data_type)
    return kind if kind.kind == "f" else np.dtype("float64")


def _largest_cells(case: RasterCase) -> list[tuple[int, np.ndarray]]:
    """Returns band and places of the largest finite values, as many as must be wrong."""
    left, found = case.wrong_cells_needed, []
    if left > case.known_count:
        raise NotApplicable("too few cells have a value")
    for band, known in enumerate(case.known):
        places = np.flatnonzero(known & np.isfinite(case.raster.physical[band].astype(float)))
        sizes = np.abs(case.raster.physical[band].ravel()[places].astype(float))
        taken = places[np.argsort(-sizes, kind="stable")[:left]]
        left -= len(taken)
        found.append((band, taken))
    return found


def _two_classes(case: RasterCase) -> tuple[Any, Any]:
    """Returns the two most frequent classes."""
    if case.contract.values not in CLASSES:
        raise NotApplicable("its cells are no classes")
    known = np.concatenate([one[known] for one, known in zip(case.raster.cells, case.known, strict=True)])
    classes, counts = np.unique(known, return_counts=True)
    if len(classes) < 2:
        raise NotApplicable("there is one class")
    first, second = classes[np.argsort(-counts, kind="stable")[:2]]
    return first, second


def _every(case: RasterCase, change: Callable[[np.ndarray], np.ndarray]) -> Made:
    """Changes all physical values, as far as the data type holds them."""
    changed = []
    limits = np.iinfo(case.raster.data_type) if np.dtype(case.raster.data_type).kind in "iu" else None
    for one, physical, valid in zip(case.raster.cells, case.raster.physical, case.raster.valid, strict=True):
        values = change(physical)
        fits = valid & np.isfinite(values)
        if limits is not None:
            stored = (values - case.raster.scale[1]) / case.raster.scale[0]
            fits &= (stored >= limits.min) & (stored <= limits.max)
        with np.errstate(all="ignore"):
            changed.append(np.where(fits, case.raster.stored(np.where(fits, values, physical)), one))
    return _with_check(case, changed)


def _with_check(case: RasterCase, cells: list[np.ndarray]) -> Made:
    """Puts changed cells together.

    Raises: NotApplicable where the contract passes over all that changed, or a value became NoData.
    """
    nodata = case.raster.nodata
    for one, known in zip(cells, case.raster.valid, strict=True):
        if nodata is not None and (one[known] == nodata).any():
            raise NotApplicable("a changed value is its NoData")
    changed = case.raster.with_cells(cells)
    return Made(changed.writer(), case.changed_check(changed))


def _moved_cells(case: RasterCase, change: Callable[[np.ndarray], np.ndarray]) -> Made:
    moved = case.raster.with_grid(change)
    check = case.changed_check(moved)
    if check is None:
        raise NotApplicable("the cells look the same from that side")
    return Made(moved.writer(), check)


CELL_MUTATIONS = tuple(
    Mutation(make)
    for make in (
        cells_masked, nodata_as_zero, cells_off_by_twice_the_tolerance, cells_off_by_half_the_tolerance,
        cells_in_other_units, angles_turned_round, angles_turned_by_a_period, two_cells_swapped, classes_exchanged,
        classes_merged, cells_flipped, cells_mirrored, cells_moved_by_one, wrong_rim, wrong_cells_that_are_allowed,
        masked_cells_that_are_allowed,
    )
)  # fmt: skip
