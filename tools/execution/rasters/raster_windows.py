# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads rasters by window: physical values as floats, NoData as NaN.

bands = open_bands(run, {"red": red, "near": near})
for window in windows_of(run, bands.values()):
    ratio = bands["red"].read(window) / bands["near"].read(window)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from osgeo import gdal

from ....tasks.crs_equality import quiet_osr
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Grid
from ...declaration.layers import BandOf, Raster
from ...declaration.wording import counted
from ..layers.layer_facts import facts_of_gdal_dataset, open_raster
from .nodata_values import missing_cells

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

CELLS_PER_WINDOW = 2**19
LARGEST_EXACT = 2**53


class Window(NamedTuple):
    """A rectangle of cells; column and row count from 0 at the first stored cell."""

    column: int
    row: int
    width: int
    height: int


class BandCells:
    """One band of an open raster.

    Args:
        dataset: GDAL dataset, kept open as long as the band is used.
        number: Of the band, from 1.
        name: Of the raster, for sentences.
    """

    def __init__(self, dataset: Any, number: int, name: str) -> None:
        facts = facts_of_gdal_dataset(dataset)
        assert facts.grid is not None and facts.bands is not None
        self.name = name
        self.number = number
        self.grid: Grid = facts.grid
        self.facts: Band = facts.bands[number - 1]
        self.dataset = dataset
        self.band = dataset.GetRasterBand(number)
        self.unit = str(self.band.GetUnitType() or "")
        self.block: tuple[int, int] = tuple(self.band.GetBlockSize())
        has_mask = bool(self.band.GetMaskFlags() & gdal.GMF_PER_DATASET)
        self._mask = self.band.GetMaskBand() if has_mask else None
        if self.facts.dtype.startswith("c"):
            raise ToolError("BAD_VALUE", f'band {number} of "{name}" holds complex numbers')

    @property
    def is_scaled(self) -> bool:
        """Tells whether a scale or offset stands between stored and physical values."""
        return (self.facts.scale, self.facts.offset) != (1.0, 0.0)

    @property
    def is_whole(self) -> bool:
        """Tells whether physical values are whole numbers by declaration."""
        return not self.facts.dtype.startswith("float") and not self.is_scaled

    @property
    def is_masked(self) -> bool:
        """Tells whether a mask or alpha band hides cells."""
        return self._mask is not None

    @property
    def is_plain(self) -> bool:
        """Tells whether an engine that knows stored cells and NoData alone takes whole numbers for what they are."""
        tells_nodata = self.band.GetNoDataValue() == self.facts.nodata and not self.is_masked
        return self.is_whole and tells_nodata and self.facts.dtype not in ("int8", "int64", "uint64")

    def read(self, window: Window, dtype: str = "float64") -> np.ndarray:
        """Reads physical values, NoData as NaN: scale and offset are applied, masked cells are NoData.

        Args:
            dtype: float64, or float32 where that is precise enough.
        Returns: window.height rows of window.width cells.
        Raises: ToolError ENGINE_FAILED for damaged files; BAD_VALUE for integers that a float cannot hold.
        """
        stored, missing = self.read_stored(window)
        return self.physical(stored, missing, dtype)

    def physical(self, stored: np.ndarray, missing: np.ndarray | None, dtype: str = "float64") -> np.ndarray:
        """Turns stored cells of any shape into physical values."""
        import numpy as np

        cells = self._cast(stored, missing, dtype)
        if self.is_scaled:
            cells *= self.facts.scale
            cells += self.facts.offset
        if missing is not None:
            cells[missing] = np.nan
        return cells

    def read_stored(self, window: Window, dtype: str | None = None) -> tuple[np.ndarray, np.ndarray | None]:
        """Reads cells as they are stored, and which of them are NoData (None for none).

        Args:
            dtype: A type of at least the range of the band's own; None for its own.
        Raises: ToolError ENGINE_FAILED for damaged files; BAD_VALUE for integers that a float cannot hold.
        """
        stored = self._array(self.band, window)
        missing = missing_cells(stored, self.facts.nodata)
        if self._mask is not None:
            hidden = self._array(self._mask, window) == 0
            missing = hidden if missing is None else missing | hidden
        return stored if dtype is None else self._cast(stored, missing, dtype), missing

    def as_held(self, value: float) -> float:
        """Gives the physical value of a cell that is meant by a number: of float32 cells the nearest to 0.1.

        Edges: A number that no cell comes near in the precision of its type is given back as it is.
        """
        import numpy as np

        if self.is_whole:
            return value
        dtype = np.dtype(self.facts.dtype)
        wanted = (value - self.facts.offset) / self.facts.scale
        if dtype.kind in "iu":
            precision, nearest = 1e-9, float(np.rint(wanted))
        else:
            with np.errstate(over="ignore"):
                precision, nearest = 4 * float(np.finfo(dtype).eps), float(dtype.type(wanted))
        held = nearest * self.facts.scale + self.facts.offset if self.is_scaled else nearest
        reach = precision * max(abs(value), abs(self.facts.offset), abs(self.facts.scale) if self.is_scaled else 0.0)
        return held if abs(held - value) <= reach else value

    def refuse_infinite(self, values: np.ndarray) -> None:
        """Refuses infinite values, which no sum or difference survives.

        Raises: ToolError BAD_VALUE.
        """
        import numpy as np

        demand_finite(int(np.count_nonzero(np.isinf(values))), self.name)

    def _array(self, band: Any, window: Window) -> np.ndarray:
        with quiet_osr():
            try:
                cells = band.ReadAsArray(*window)
            except RuntimeError:
                cells = None
        if cells is None:
            raise ToolError("ENGINE_FAILED", f'cells of "{self.name}" cannot be read; its file is damaged')
        return cells  # type: ignore[no-any-return]

    def _cast(self, stored: np.ndarray, missing: np.ndarray | None, dtype: str) -> np.ndarray:
        if stored.dtype.kind in "iu" and stored.dtype.itemsize == 8 and dtype.startswith("float"):
            self._demand_exact(stored, missing)
        return stored.astype(dtype)

    def _demand_exact(self, stored: np.ndarray, missing: np.ndarray | None) -> None:
        import numpy as np

        valid = stored if missing is None else stored[~missing]
        beyond = int(np.count_nonzero((valid > LARGEST_EXACT) | (valid < -LARGEST_EXACT)))
        if beyond:
            raise ToolError("BAD_VALUE", f'"{self.name}" holds integers beyond 2^53 in {counted(beyond, "cell")}, '
                            "which cannot be computed with exactly", "clip_raster and set_nodata keep them; "
                            "mosaic_rasters and stack_bands do where all rasters have one cell type")  # fmt: skip


def demand_finite(infinite_count: int, name: str) -> None:
    """Refuses infinite cells.

    Args:
        name: Of the raster.
    Raises: ToolError BAD_VALUE.
    """
    if infinite_count:
        raise ToolError("BAD_VALUE", f'"{name}" is infinite in {counted(infinite_count, "cell")}',
                        "raster_calculator with where(abs(a) < 1e30, a, nodata) makes them NoData")  # fmt: skip


def open_bands(run: Run, bands: Mapping[str, BandOf]) -> dict[str, BandCells]:
    """Opens bands by name; bands of one file share its dataset.

    Raises: ToolError BAD_FORMAT, UNKNOWN_BAND.
    """
    datasets: dict[str, Any] = {}
    opened = {}
    for name, band in bands.items():
        path, _ = run.file_of(band.raster)
        if path not in datasets:
            datasets[path] = open_raster(path)
        count = datasets[path].RasterCount
        if not 1 <= band.number <= count:
            raise ToolError(
                "UNKNOWN_BAND", f'"{band.raster.name}" has no band {band.number}, its bands are 1 to {count}'
            )
        opened[name] = BandCells(datasets[path], band.number, band.raster.name)
        if opened[name].band.GetColorInterpretation() == gdal.GCI_AlphaBand:
            run.warn("BAD_VALUE", f'band {band.number} of "{band.raster.name}" is its alpha band, which tells what is '
                     "transparent and measures nothing")  # fmt: skip
    return opened


def open_band(run: Run, raster: Raster, number: int = 1) -> BandCells:
    """Opens one band."""
    return open_bands(run, {"": BandOf(raster, number)})[""]


def open_every_band(run: Run, raster: Raster) -> list[BandCells]:
    """Opens all bands of a raster, in order.

    Raises: ToolError BAD_FORMAT.
    """
    count = len(raster.facts.bands or ()) or open_raster(run.file_of(raster)[0]).RasterCount
    return list(open_bands(run, {str(number): BandOf(raster, number) for number in range(1, count + 1)}).values())


def windows_of(
    run: Run, bands: Collection[BandCells], cells: int = CELLS_PER_WINDOW, part: Window | None = None
) -> Iterator[Window]:
    """Walks over the grid of bands that line up, along their blocks, with progress and cancel.

    Args:
        cells: Least number of cells a window should have.
        part: The cells to walk over; None for all.
    """
    first = next(iter(bands))
    block = (max(band.block[0] for band in bands), max(band.block[1] for band in bands))
    whole = part or Window(0, 0, first.grid.width, first.grid.height)
    every = split(whole.width, whole.height, block, cells)
    for index, window in enumerate(every):
        run.progress(index / len(every))
        yield Window(whole.column + window.column, whole.row + window.row, window.width, window.height)
    run.progress(1.0)


def split(width: int, height: int, block: tuple[int, int], cells: int = CELLS_PER_WINDOW) -> list[Window]:
    """Cuts a grid into windows of whole blocks, full rows where one row of blocks is not too much.

    Returns: Windows that cover each cell once, row by row.

    >>> split(4, 3, (4, 1), cells=8)
    [Window(column=0, row=0, width=4, height=2), Window(column=0, row=2, width=4, height=1)]
    """
    block_width, block_height = min(block[0], width), min(block[1], height)
    if block_width * block_height > 4 * cells:  # a file of one huge block is cut all the same
        block_height = max(1, cells // block_width)
    wide = width
    if width * block_height > 4 * cells:
        wide = min(width, block_width * max(1, cells // (block_width * block_height)))
    high = min(height, block_height * max(1, cells // (wide * block_height)))
    return [
        Window(column, row, min(wide, width - column), min(high, height - row))
        for row in range(0, height, high)
        for column in range(0, width, wide)
    ]
