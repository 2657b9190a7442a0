# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes physical values as a raster like one that was read: its own type and meaning where cells are kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...declaration.cell_types import CELL_TYPES
from ...declaration.errors import ToolError
from ...declaration.facts import Band
from ..run import Run
from .raster_files import RasterFile, StoredRaster, new_raster, stored_meaning, stored_raster
from .raster_windows import BandCells, Window

WORDS = {cell_type.dtype: word for word, cell_type in CELL_TYPES.items()}
# above these, sums of a window, or their squares, would be beyond every number of the type
LARGEST = {"float32": 1e37, "float64": 1e150}


class DerivedRaster(NamedTuple):
    """A raster that is being written.

    Args:
        file: To be left as a block.
    """

    file: RasterFile

    def write(self, window: Window, values: np.ndarray) -> None:
        """Writes physical values, NaN as NoData."""
        if isinstance(self.file, StoredRaster):
            missing = np.isnan(values)
            cells = np.where(missing, 0, values) if missing.any() else values
            self.file.write(window, cells.astype(self.file.meanings[0].dtype), missing)
        else:
            self.file.write(window, values)  # type: ignore[attr-defined]


def refuse_huge(name: str, values: np.ndarray, band: Band | None) -> None:
    """Refuses values of which nothing can be computed in the cells of a band of floats.

    Args:
        name: Of the raster.
        band: As in derived_raster.
    Raises: ToolError BAD_VALUE.
    """
    most = LARGEST.get(band.dtype) if band else None
    if most is None:
        return
    with np.errstate(invalid="ignore"):
        huge = np.abs(values) > most
    if huge.any():
        raise ToolError("BAD_VALUE", f'{int(huge.sum())} cells of "{name}" are beyond {most:g}, such as '
                        f"{values[huge][0]:g}; results would be beyond every number",
                        "set_nodata, if that is a value for no value")  # fmt: skip


def derived_raster(run: Run, source: BandCells, crs: str, band: Band | None) -> DerivedRaster:
    """Starts the output on the grid of a band.

    Args:
        source: Whose grid it has.
        crs: Code or WKT, "" for none.
        band: What the cells are; None for cells of the source itself, which keep its type, NoData and colours.
    Raises: ToolError LIMIT_EXCEEDED, ENGINE_FAILED.
    """
    if band is None:
        return DerivedRaster(stored_raster(run, source.grid, crs, [stored_meaning(source)]))
    assert band.nodata is not None
    return DerivedRaster(new_raster(run, source.grid, crs, WORDS[band.dtype], band.nodata))
