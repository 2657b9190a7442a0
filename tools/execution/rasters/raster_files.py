# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a raster by window: a GeoTIFF on a given grid, of computed values or of cells as another file stores them.

with new_raster(run, grid, crs, "float32", nodata=-9999) as raster:
    for window in windows_of(run, bands):
        raster.write(window, cells)                      # physical values, NaN becomes NoData
return Result(raster.path)

with new_raster(run, grid, crs, "float32", nodata=-9999, bands=("red", "near")) as raster:
    raster.write(window, cells, number=2)                # several bands, named

with stored_raster(run, grid, crs, [stored_meaning(band) for band in bands]) as raster:
    raster.write(window, *bands[0].read_stored(window), number=1)  # type, scale, colours … stay
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from osgeo import gdal

from ....tasks.crs_equality import parse_crs, quiet_osr
from ...declaration.cell_types import CELL_TYPES, check_nodata
from ...declaration.errors import ToolError
from ...declaration.facts import Grid
from ..files.cell_copy import CODES
from ..run import Run
from .band_meaning import BandMeaning, meaning_of, photometric_options, state_meanings
from .cell_casting import CellCasting, taken_nodata
from .nodata_values import WIDER, as_stored, demand_fit
from .raster_windows import BandCells, Window

if TYPE_CHECKING:
    from typing import Self

    import numpy as np

# As the engines of GDAL write: uncompressed strips. Deflate of float cells costs more time than computing them.
CREATION_OPTIONS = ["BIGTIFF=IF_SAFER"]
NOT_WRITTEN = "the raster could not be written"


class RasterFile:
    """A raster that is being written; leaving its block closes it, and removes it where anything failed.

    Args:
        path: Of the GeoTIFF.
        crs: Code or WKT, "" for none.
        meanings: Of its bands, in order; they share type and NoData.
        is_result: Whether the share of NoData is told, where it is known.
    """

    def __init__(
        self, run: Run, path: str, grid: Grid, crs: str, meanings: Sequence[BandMeaning], is_result: bool = True
    ) -> None:
        self.path = path
        self.grid = grid
        self.meanings = tuple(_of_a_type_that_can_be_written(meaning) for meaning in meanings)
        self._run = run
        self._is_result = is_result
        first, count = self.meanings[0], len(self.meanings)
        assert len({(meaning.dtype, str(meaning.nodata)) for meaning in self.meanings}) == 1  # NaN equals NaN as text
        self.cell_count = grid.width * grid.height * count
        run.require.size("cells", self.cell_count, "the raster", "larger cells or a smaller extent")
        layout = ["INTERLEAVE=BAND"] if count > 1 else []
        options = [*CREATION_OPTIONS, *layout, *photometric_options(self.meanings)]
        with gdal_failures(NOT_WRITTEN), run.timed():
            self.dataset: Any = gdal.GetDriverByName("GTiff").Create(
                path, grid.width, grid.height, count, CODES[first.dtype], options
            )
            if self.dataset is not None:
                a, b, c, d, e, f = grid.transform
                self.dataset.SetGeoTransform((c, a, b, f, d, e))
                if crs:
                    self.dataset.SetSpatialRef(parse_crs(crs))
                state_meanings(self.dataset, self.meanings)

    @property
    def valid_count(self) -> int | None:
        """Gives how many cells with a value were written, in all bands; None where an engine fills the dataset."""
        return None

    def _demand_fit(self) -> None:
        """Refuses what was written but does not fit."""

    def _write(self, window: Window, cells: np.ndarray, number: int) -> None:
        with gdal_failures(NOT_WRITTEN):
            if self.dataset.GetRasterBand(number).WriteArray(cells, window.column, window.row) not in (0, None):
                raise RuntimeError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with gdal_failures(NOT_WRITTEN):
                self.dataset.FlushCache()
                self.dataset = None
            if fault is None:
                self._demand_fit()
        except ToolError:
            Path(self.path).unlink(missing_ok=True)
            if fault is None:
                raise
            return
        if fault is not None:
            Path(self.path).unlink(missing_ok=True)
        elif self._is_result and self.valid_count is not None:
            report_valid(self._run, self.valid_count, self.cell_count)


class NewRaster(RasterFile):
    """A raster of computed values; leaving its block refuses those that did not fit its type.

    Args:
        casting: Cell type and NoData value.
        bands: A description for each band.
    """

    def __init__(
        self,
        run: Run,
        path: str,
        grid: Grid,
        crs: str,
        casting: CellCasting,
        is_result: bool = True,
        bands: Sequence[str] = ("",),
    ) -> None:
        self.casting = casting
        plain = BandMeaning(casting.cell_type.dtype, casting.nodata)
        super().__init__(run, path, grid, crs, [plain._replace(description=name) for name in bands], is_result)

    @property
    def valid_count(self) -> int:
        """Gives how many cells with a value were written, in all bands."""
        return self.casting.valid_count

    def _demand_fit(self) -> None:
        self.casting.demand_fit(self._run.takes)

    def write(self, window: Window, cells: np.ndarray, number: int = 1) -> None:
        """Writes physical values, NaN as NoData.

        Args:
            number: Of the band, from 1.
        Raises: ToolError ENGINE_FAILED where the file cannot be written.
        """
        self._write(window, self.casting.cast(cells), number)


class StoredRaster(RasterFile):
    """A raster whose cells are written as they are to be stored; leaving its block refuses values that NoData took."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._valid_count = self.collisions = 0

    @property
    def valid_count(self) -> int:
        """Gives how many cells with a value were written, in all bands."""
        return self._valid_count

    def write(self, window: Window, stored: np.ndarray, missing: np.ndarray | None = None, number: int = 1) -> None:
        """Writes stored cells of a type that the band's own holds without change.

        Args:
            missing: Which cells have no value; they get the NoData of the band, NaN where it has none.
            number: Of the band, from 1.
        Raises: ToolError ENGINE_FAILED where the file cannot be written, BAD_VALUE for missing cells without NoData.
        """
        import numpy as np

        meaning = self.meanings[number - 1]
        cells = stored.astype(meaning.dtype, casting="safe", copy=False)
        missing_count = 0 if missing is None else int(np.count_nonzero(missing))
        self._valid_count += cells.size - missing_count
        if meaning.nodata is not None and meaning.nodata == meaning.nodata:
            taken = cells == as_stored(meaning.nodata, meaning.dtype)
            self.collisions += int(np.count_nonzero(taken if missing is None else taken & ~missing))
        if missing is not None and missing_count:
            cells = np.where(missing, cells.dtype.type(self._fill(meaning)), cells)
        self._write(window, cells, number)

    def _fill(self, meaning: BandMeaning) -> float:
        if meaning.nodata is not None:
            return as_stored(meaning.nodata, meaning.dtype)
        if meaning.dtype.startswith("float"):
            return float("nan")
        raise ToolError("BAD_VALUE", "cells without a value need a NoData, and none is declared",
                        "set_nodata declares one")  # fmt: skip

    def _demand_fit(self) -> None:
        if self.collisions:
            assert self.meanings[0].nodata is not None
            otherwise = "set_nodata declares one that no cell has"
            raise taken_nodata(self.collisions, self.meanings[0].nodata, self._run.takes, otherwise)


def new_raster(
    run: Run,
    grid: Grid,
    crs: str,
    data_type: str,
    nodata: float,
    *,
    whole: bool = False,
    output: str = "output",
    bands: Sequence[str] = ("",),
) -> NewRaster:
    """Starts the named output as a raster of computed values.

    Args:
        grid: Size and transform.
        crs: Code or WKT, "" for none.
        data_type: Word of a cell type.
        nodata: Must fit the type.
        whole: Whether values are whole numbers by their making; then they must be kept exactly.
        bands: A description for each band, "" for none; one band without a description where left out.
    Raises: ToolError BAD_VALUE, LIMIT_EXCEEDED, ENGINE_FAILED.
    """
    casting = CellCasting(CELL_TYPES[data_type], check_nodata(data_type, nodata), whole)
    return NewRaster(run, run.destination_path(output, ".tif"), grid, crs, casting, bands=bands)


def stored_raster(
    run: Run, grid: Grid, crs: str, meanings: Sequence[BandMeaning], *, output: str = "output"
) -> StoredRaster:
    """Starts the named output as a raster whose cells are written as they are stored.

    Args:
        meanings: Of its bands, in order, often `stored_meaning` of those of an input; they share type and NoData.
    Raises: ToolError LIMIT_EXCEEDED, ENGINE_FAILED.
    """
    return StoredRaster(run, run.destination_path(output, ".tif"), grid, crs, meanings)


def stored_meaning(band: BandCells) -> BandMeaning:
    """Gives what an open band declares, its type as it is read."""
    return meaning_of(band.band, band.facts.dtype)


def _of_a_type_that_can_be_written(meaning: BandMeaning) -> BandMeaning:
    """Widens signed bytes where GDAL has no type for them."""
    return meaning if meaning.dtype in CODES else meaning._replace(dtype=WIDER[meaning.dtype])


def one_nodata(meanings: Sequence[BandMeaning], nodata: float | None) -> list[BandMeaning]:
    """Gives bands one type that holds the cells of all, and one NoData.

    Raises: ToolError BAD_VALUE where the type does not hold it.
    """
    import numpy as np

    dtype = str(np.result_type(*(meaning.dtype for meaning in meanings)).name)
    if nodata is not None:
        demand_fit(nodata, dtype)
    stored = None if nodata is None else as_stored(nodata, dtype)
    return [meaning._replace(dtype=dtype, nodata=stored) for meaning in meanings]


def intermediate_raster(run: Run, grid: Grid, crs: str, data_type: str, nodata: float) -> NewRaster:
    """Starts a raster that is only a step between and removed after the call."""
    casting = CellCasting(CELL_TYPES[data_type], check_nodata(data_type, nodata))
    return NewRaster(run, run.intermediate(".tif"), grid, crs, casting, is_result=False)


def report_valid(run: Run, valid_count: int, cell_count: int) -> None:
    """Reports the share of NoData of a result, loudly where no cell has a value."""
    run.counts["nodata_share"] = 1 - valid_count / cell_count
    if valid_count == 0:
        run.note("EMPTY: no cell of the result has a value; check NoData, extents and the formula.")


def gdal_progress(run: Run) -> Any:
    """Gives the callback by which GDAL tells its progress and hears of a cancel."""

    def callback(share: float, message: str, data: Any) -> int:
        run.feedback.setProgress(100 * share)
        return 0 if run.feedback.isCanceled() else 1

    return callback


@contextlib.contextmanager
def gdal_failures(sentence: str) -> Iterator[None]:
    """Turns every failure of GDAL inside into ENGINE_FAILED, whether it raises or only remembers."""
    gdal.ErrorReset()
    with quiet_osr():
        try:
            yield
            failed = gdal.GetLastErrorType() >= gdal.CE_Failure
        except RuntimeError:
            failed = True
    if failed:
        raise ToolError("ENGINE_FAILED", sentence)
