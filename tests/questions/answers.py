# SPDX-License-Identifier: GPL-2.0-or-later
"""What a question is answered with, rows or cells, and how the answer of the calls differs from the derived one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

Files = Mapping[str, Path]
Rows = dict[tuple[str, ...], dict[str, float | None]]


@dataclass(frozen=True)
class Cells:
    """The values of a band, NaN where it has none, and the geotransform of the grid in GDAL's order."""

    values: np.ndarray
    transform: tuple[float, ...]

    def centres(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns x and y of the centre of every cell."""
        rows, columns = np.indices(self.values.shape)
        left, width, _, top, _, height = self.transform
        return left + (columns + 0.5) * width, top + (rows + 0.5) * height

    def place_of(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns row and column of the cells that hold places, which may lie outside of the grid."""
        left, width, _, top, _, height = self.transform
        return np.floor((y - top) / height).astype(int), np.floor((x - left) / width).astype(int)

    def at(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Returns the values of the cells that hold places, NaN outside of the grid."""
        rows, columns = self.place_of(x, y)
        height, width = self.values.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        return np.where(inside, self.values[np.where(inside, rows, 0), np.where(inside, columns, 0)], np.nan)

    def window(self, rows: slice, columns: slice) -> Cells:
        """Returns the part of the grid in a block of rows and columns."""
        left, width, _, top, _, height = self.transform
        corner = left + columns.start * width, top + rows.start * height
        return Cells(self.values[rows, columns], (corner[0], width, 0.0, corner[1], 0.0, height))


Answer = Rows | Cells


def differences_of_rows(
    rows: Sequence[Mapping[str, str]], wanted: Rows, key: Sequence[str], tolerances: Mapping[str, float]
) -> list[str]:
    """Compares rows with the derived ones by key, each value within its tolerance, NULL with None alone."""
    found = {tuple(row[field] for field in key): row for row in rows}
    faults = (
        [] if len(rows) == len(found) == len(wanted) else [f"{len(rows)} rows, {len(found)} keys, {len(wanted)} wanted"]
    )
    faults += [f"{row} missing" for row in sorted(wanted.keys() - found.keys())]
    for row in sorted(wanted.keys() & found.keys()):
        for field, tolerance in tolerances.items():
            is_value, should = found[row][field], wanted[row][field]
            if not _agree(is_value, should, tolerance):
                faults.append(f"{row} {field}: {is_value}, not {should}")
    return faults


def _agree(text: str, wanted: float | None, tolerance: float) -> bool:
    """Tells whether a field holds the number wanted, or is blank where none is."""
    if wanted is None or text == "":
        return wanted is None and text == ""
    return math.isfinite(float(text)) and abs(float(text) - wanted) <= tolerance


def differences_of_cells(found: Cells, wanted: Cells, tolerance: float) -> list[str]:
    """Compares every cell with the derived one, NoData with NoData alone; grids may differ by a millionth of a cell."""
    if found.values.shape != wanted.values.shape:
        return [f"{found.values.shape} cells, not {wanted.values.shape}"]
    cell = abs(wanted.transform[1])
    if not np.allclose(found.transform, wanted.transform, rtol=0, atol=1e-6 * cell):
        return [f"transform {found.transform}, not {wanted.transform}"]
    is_void, should_void = np.isnan(found.values), np.isnan(wanted.values)
    gaps = np.abs(found.values - wanted.values)
    wrong = (is_void != should_void) | (gaps > tolerance)
    return [
        f"row {row}, column {column}: {found.values[row, column]}, not {wanted.values[row, column]}"
        for row, column in np.argwhere(wrong)
    ]
