# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads bands as rows of values, and writes the classes that a classifier gives them, by window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.layers import BandOf, Raster
from ..rasters.raster_files import new_raster
from ..rasters.raster_windows import BandCells, Window, open_bands, windows_of
from ..run import Run
from .classifiers import Classify

if TYPE_CHECKING:
    import numpy as np

NUMBERS_AT_ONCE = 2**22  # 32 MB of values
LEAST_CELLS = 2**12


class WindowValues(NamedTuple):
    """The cells of one window that have a value in every band.

    Args:
        window: Where they are.
        is_valid: Which cells of the window, row by row.
        values: A row of physical values for each of them.
    """

    window: Window
    is_valid: np.ndarray
    values: np.ndarray

    def cell_numbers(self, width: int) -> np.ndarray:
        """Gives row times width of the grid plus column of each."""
        import numpy as np

        row, column = np.divmod(np.flatnonzero(self.is_valid), self.window.width)
        return (self.window.row + row) * width + self.window.column + column


def bands_to_classify(run: Run, raster: Raster, numbers: Sequence[int] | None) -> list[BandCells]:
    """Opens the bands of a call, all where none are named.

    Raises:
        ToolError BAD_VALUE for a band that stands twice or has a palette, UNKNOWN_BAND.
    """
    wanted = list(numbers) if numbers else list(range(1, len(raster.facts.bands or ()) + 1))
    if len(set(wanted)) < len(wanted):
        raise ToolError("BAD_VALUE", "bands names a band twice, which would count twice", argument="bands")
    for number in wanted:
        run.require.no_classes(raster, number, "a mean or a distance")
    opened = open_bands(run, {str(number): BandOf(raster, number) for number in wanted})
    return [opened[str(number)] for number in wanted]


def windows_of_values(run: Run, bands: Sequence[BandCells], more: int = 0) -> Iterator[WindowValues]:
    """Walks over all cells.

    Args:
        more: Numbers that a classifier holds for each cell beside the values.
    """
    import numpy as np

    for window in windows_of(run, bands, max(LEAST_CELLS, NUMBERS_AT_ONCE // (len(bands) + more))):
        columns = [band.read(window).ravel() for band in bands]
        values = whole_rows(bands, columns)
        is_valid = ~np.isnan(values[:, 0])
        yield WindowValues(window, is_valid, values[is_valid])


def whole_rows(bands: Sequence[BandCells], columns: Sequence[np.ndarray]) -> np.ndarray:
    """Puts the cells of bands side by side; where one is NoData the whole row is NaN.

    Raises:
        ToolError BAD_VALUE for infinite cells.
    """
    import numpy as np

    for band, column in zip(bands, columns, strict=True):
        if not band.is_whole:
            band.refuse_infinite(column)
    rows = np.stack(columns, axis=1)
    rows[np.isnan(rows).any(axis=1)] = np.nan
    return rows


class ClassBand(NamedTuple):
    """How classes are stored.

    Args:
        codes: Of each class, by its number.
        data_type: Word of the cell type.
        nodata: None of the codes.
    """

    codes: np.ndarray
    data_type: str
    nodata: float


def write_classes(
    run: Run, raster: Raster, bands: Sequence[BandCells], classify: Classify, stored: ClassBand
) -> tuple[str, np.ndarray]:
    """Classifies every cell.

    Returns: The path of the raster, and the number of cells of each class.
    """
    import numpy as np

    counts = np.zeros(len(stored.codes), np.int64)
    grid = bands[0].grid
    with (
        new_raster(run, grid, raster.facts.crs or "", stored.data_type, stored.nodata, whole=True) as output,
        run.timed(),
    ):
        for part in windows_of_values(run, bands, more=len(counts)):
            cells = np.full(len(part.is_valid), np.nan)
            if len(part.values):
                numbers = classify(part.values)
                counts += np.bincount(numbers, minlength=len(counts))
                cells[part.is_valid] = stored.codes[numbers]
            output.write(part.window, cells.reshape(part.window.height, part.window.width))
    return output.path, counts
