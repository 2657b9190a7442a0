# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of a raster's grid, its bands, its data type and its NoData."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .edited_raster import EditedRaster
from .file_mutations import esri_definition, other_crs
from .mutation import Made, Mutation, NotApplicable
from .raster_case import RasterCase

OTHER_TYPE = {
    "uint8": "int16", "int8": "int16", "int16": "int32", "uint16": "int32", "int32": "float64", "uint32": "float64",
    "int64": "float64", "uint64": "float64", "float32": "float64", "float64": "float32",
}  # fmt: skip
OTHER_NUMBERS = (-32768, -9999, -1, 255, 65535, 0)
METRES_IN_A_FOOT = 0.3048


def raster_crs_label_wrong(case: RasterCase, crs: str | None = None) -> Made:
    """Says that the grid is in another CRS."""
    return Made(replace(case.raster, crs=crs or other_crs(case.contract.crs)).writer(), "crs")


def raster_crs_label_missing(case: RasterCase) -> Made:
    """Says nothing about the CRS."""
    return Made(replace(case.raster, crs=None).writer(), "crs")


def raster_crs_by_another_definition(case: RasterCase) -> Made:
    """Names the same CRS by the text of its definition, as ESRI writes it."""
    return Made(replace(case.raster, crs=esri_definition(case.contract.crs)).writer(), None)


def raster_shifted(case: RasterCase, cells: float = 0.5) -> Made:
    """Moves the grid by half a cell to the east and the south."""
    a, b, c, d, e, f = case.raster.transform
    moved = (a, b, c + cells * (a + b), d, e, f + cells * (d + e))
    return Made(replace(case.raster, transform=moved).writer(), "transform")


def raster_rescaled(case: RasterCase) -> Made:
    """Writes every other cell, twice as large."""
    if min(case.contract.width, case.contract.height) < 2:
        raise NotApplicable("the grid has one row or column")
    a, b, c, d, e, f = case.raster.transform
    coarse = case.raster.with_grid(lambda cells: cells[::2, ::2])
    return Made(replace(coarse, transform=(2 * a, 2 * b, c, 2 * d, 2 * e, f)).writer(), "transform")


def raster_south_up(case: RasterCase) -> Made:
    """Writes the rows from south to north."""
    if case.driver != "GTiff":
        raise NotApplicable("an ASCII grid is always north up")
    a, b, c, d, e, f = case.raster.transform
    turned = case.raster.with_grid(lambda cells: cells[::-1])
    height = case.contract.height
    return Made(replace(turned, transform=(a, -b, c + b * height, d, -e, f + e * height)).writer(), "transform")


def last_row_cut(case: RasterCase) -> Made:
    """Leaves the last row of cells out."""
    if case.contract.height < 2:
        raise NotApplicable("the grid has one row")
    return Made(case.raster.with_grid(lambda cells: cells[:-1]).writer(), "size")


def column_of_cells_added(case: RasterCase) -> Made:
    """Adds a column of cells."""
    return Made(case.raster.with_grid(lambda cells: np.concatenate([cells, cells[:, -1:]], axis=1)).writer(), "size")


def band_added(case: RasterCase) -> Made:
    """Writes the first band once more."""
    if case.driver != "GTiff":
        raise NotApplicable("an ASCII grid has one band")
    raster = case.raster
    more = replace(raster, cells=(*raster.cells, raster.cells[0]), valid=(*raster.valid, raster.valid[0]))
    return Made(more.writer(), "bands")


def band_missing(case: RasterCase) -> Made:
    """Leaves the last band out."""
    raster = case.raster
    if len(raster.cells) < 2:
        raise NotApplicable("there is one band")
    return Made(replace(raster, cells=raster.cells[:-1], valid=raster.valid[:-1]).writer(), "bands")


def another_data_type(case: RasterCase) -> Made:
    """Stores the cells in another data type."""
    kind = case.contract.dtype
    if kind in ("any_float", "any_integer"):
        other = "int32" if kind == "any_float" else "float32"
    else:
        other = OTHER_TYPE[case.raster.data_type]
    if case.driver != "GTiff":
        other = "int32" if np.dtype(case.raster.data_type).kind == "f" else "float32"
        if case.contract.dtype == "float64" or (other == "int32" and _is_nan(case.raster.nodata)):
            raise NotApplicable("an ASCII grid tells whole numbers from reals, no more")
    nodata = case.raster.nodata
    if nodata is not None and not _fits(nodata, other):
        raise NotApplicable("its NoData does not fit into another data type")
    with np.errstate(invalid="ignore"):
        cells = [_plain(one, np.dtype(other)) for one in case.raster.cells]
    return Made(replace(case.raster.with_cells(cells), data_type=other).writer(), "dtype")


def nodata_not_declared(case: RasterCase) -> Made:
    """Leaves the NoData cells as they are and does not say which they are."""
    if case.contract.nodata in ("none", "any") or case.raster.nodata is None:
        raise NotApplicable("no NoData number is asked for")
    return Made(replace(case.raster, nodata=None).writer(), "nodata")


def another_nodata_number(case: RasterCase) -> Made:
    """Marks the same cells by another number."""
    if case.contract.nodata == "none":
        raise NotApplicable("NoData is not asked for; nodata_declared does it")
    number = _free_number(case)
    cells = [_filled(one, ~valid, number) for one, valid in zip(case.raster.cells, case.raster.valid, strict=True)]
    check = None if case.contract.nodata == "any" else "nodata"
    return Made(replace(case.raster.with_cells(cells), nodata=number, mask_band=False).writer(), check)


def nodata_declared(case: RasterCase) -> Made:
    """Declares a NoData number where none is asked for."""
    if case.contract.nodata != "none":
        raise NotApplicable("NoData is asked for")
    return Made(replace(case.raster, nodata=_free_number(case)).writer(), "nodata")


def raster_layout(case: RasterCase) -> Made:
    """Writes the same cells compressed and in tiles."""
    if case.driver != "GTiff":
        raise NotApplicable("an ASCII grid is laid out in one way")
    options = {"COMPRESS": "DEFLATE", "TILED": "YES", "BLOCKXSIZE": "64", "BLOCKYSIZE": "32", "INTERLEAVE": "BAND"}
    return Made(replace(case.raster, options=options).writer(), None)


def big_raster(case: RasterCase) -> Made:
    """Writes the same cells as a BigTIFF with other strips."""
    if case.driver != "GTiff":
        raise NotApplicable("an ASCII grid is laid out in one way")
    return Made(replace(case.raster, options={"BIGTIFF": "YES", "BLOCKYSIZE": "3", "ENDIANNESS": "BIG"}).writer(), None)


def stored_with_scale(case: RasterCase) -> Made:
    """Stores twice the values with a scale of one half."""
    raster = case.raster
    if case.driver != "GTiff" or np.dtype(raster.data_type).kind != "f" or raster.scale != (1.0, 0.0):
        raise NotApplicable("its cells take no scale")
    doubled = [np.where(valid, 2 * one, one) for one, valid in zip(raster.cells, raster.valid, strict=True)]
    if not all(np.isfinite(one[valid]).all() for one, valid in zip(doubled, raster.valid, strict=True)):
        raise NotApplicable("its cells take no scale")
    if raster.nodata is not None and any(
        (one[valid] == raster.nodata).any() for one, valid in zip(doubled, raster.valid, strict=True)
    ):
        raise NotApplicable("twice a value is its NoData")
    return Made(replace(raster.with_cells(doubled), scale=(0.5, 0.0)).writer(), None)


def scale_lost(case: RasterCase) -> Made:
    """Leaves out scale and offset, so that stored values stand for physical ones."""
    if case.raster.scale == (1.0, 0.0):
        raise NotApplicable("the reference has neither scale nor offset")
    plain: EditedRaster = replace(case.raster, scale=(1.0, 0.0))
    return Made(plain.writer(), case.changed_check(plain))


def _free_number(case: RasterCase) -> float | int:
    """Returns a number that fits the data type and that no cell has."""
    for number in OTHER_NUMBERS:
        used = any(
            (one[valid] == number).any() for one, valid in zip(case.raster.cells, case.raster.valid, strict=True)
        )
        if number != case.raster.nodata and _fits(number, case.raster.data_type) and not used:
            return number
    raise NotApplicable("its data type has no other number that is free")


def _fits(number: float | int, data_type: str) -> bool:
    kind = np.dtype(data_type)
    if kind.kind == "f":
        return bool(np.isnan(number) or float(kind.type(number)) == float(number))
    return number == number and np.iinfo(kind).min <= number <= np.iinfo(kind).max and number == int(number)


def _is_nan(number: float | int | None) -> bool:
    return number is not None and number != number


def _filled(cells: np.ndarray, where: np.ndarray, number: float | int) -> np.ndarray:
    changed = cells.copy()
    changed[where] = number
    return changed


def _plain(cells: np.ndarray, kind: np.dtype) -> np.ndarray:  # type: ignore[type-arg]
    return np.nan_to_num(cells).astype(kind) if kind.kind in "iu" else cells.astype(kind)


GRID_MUTATIONS = tuple(
    Mutation(make)
    for make in (
        raster_crs_label_wrong, raster_crs_label_missing, raster_crs_by_another_definition, raster_shifted,
        raster_rescaled, raster_south_up, last_row_cut, column_of_cells_added, band_added, band_missing,
        another_data_type, nodata_not_declared, another_nodata_number, nodata_declared, raster_layout, big_raster,
        stored_with_scale, scale_lost,
    )
)  # fmt: skip
