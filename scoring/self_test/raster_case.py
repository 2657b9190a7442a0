# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster contract with its reference, and the rules by which mutations tell what must happen to them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np

from ...tasks.column import DEFAULT_ABSOLUTE, DEFAULT_RELATIVE
from ...tasks.contract import RasterOutput
from ...tasks.output_format import RASTER_FORMATS, extension
from ..grid import open_grid
from .edited_raster import EditedRaster, read_raster
from .mutation import NotApplicable

CLEARLY = 1.5


class RasterCase:
    """A contract and its reference.

    Args:
        path: The reference file.
        inputs_dir: Not used; predicates are for rows.
    """

    def __init__(self, contract: RasterOutput, path: Path, inputs_dir: Path | None = None):
        self.contract, self.path = contract, path

    @cached_property
    def rows(self) -> EditedRaster:
        """The raster, under the name that vector cases use for theirs.

        Raises: Unreadable.
        """
        return read_raster(self.path, open_grid(self.path))

    @property
    def raster(self) -> EditedRaster:
        """The reference as it was read."""
        return self.rows

    @property
    def driver(self) -> str:
        """The GDAL driver of the file."""
        return RASTER_FORMATS[extension(self.contract.file)].driver

    @cached_property
    def inner(self) -> np.ndarray:
        """Cells that are compared: all but the rim."""
        rim, shape = self.contract.ignore_rim_cells, (self.contract.height, self.contract.width)
        inner = np.ones(shape, bool)
        if rim:
            inner[:rim] = inner[-rim:] = False
            inner[:, :rim] = inner[:, -rim:] = False
        return inner

    @property
    def compared(self) -> int:
        """How many cells are compared, over all bands."""
        return int(self.inner.sum()) * self.contract.bands

    @cached_property
    def known(self) -> tuple[np.ndarray, ...]:
        """Compared cells that have a value, one array per band."""
        return tuple(valid & self.inner for valid in self.raster.valid)

    @property
    def known_count(self) -> int:
        """How many compared cells have a value."""
        return int(sum(known.sum() for known in self.known))

    @property
    def wrong_cells_needed(self) -> int:
        """How many wrong values the contract does not pass over."""
        return self._more_than(self.contract.min_share, self.known_count)

    @property
    def masked_cells_needed(self) -> int:
        """How many cells with another mask the contract does not pass over."""
        return self._more_than(self.contract.mask_min_share, self.compared)

    @staticmethod
    def _more_than(share: float, cells: int) -> int:
        return int(np.floor((1 - share) * cells + 1e-9)) + 1

    def tolerance(self, physical: np.ndarray) -> np.ndarray:
        """Returns by how much cells may differ."""
        given, values = self.contract.tolerance, self.contract.values
        if values in ("categorical", "label"):
            return np.zeros(physical.shape)
        absolute = DEFAULT_ABSOLUTE if given.absolute is None else given.absolute
        relative = DEFAULT_RELATIVE if given.relative is None else given.relative
        return absolute + (0.0 if values == "angle" else relative) * np.abs(physical.astype(float))

    def wrong_cells(self, physical: tuple[np.ndarray, ...]) -> int:
        """Counts compared cells that are clearly out of tolerance.

        Raises: NotApplicable where some are too near to the limit to tell.
        """
        wrong = unclear = 0
        for before, after, known in zip(self.raster.physical, physical, self.known, strict=True):
            gap = np.abs(after[known].astype(float) - before[known].astype(float))
            if self.contract.values == "angle":
                gap = gap % self.contract.period
                gap = np.minimum(gap, self.contract.period - gap)
            limit = self.tolerance(before[known])
            wrong += int((gap > CLEARLY * limit).sum())
            unclear += int(((gap > limit / CLEARLY) & (gap <= CLEARLY * limit) & (limit > 0)).sum())
        if unclear and wrong < self.wrong_cells_needed <= wrong + unclear:
            raise NotApplicable("the change is as large as the tolerance")
        return wrong

    def changed_check(self, changed: EditedRaster) -> str | None:
        """Returns the check that sees other cells on the same grid; None where they are as good as the reference's.

        Raises: NotApplicable.
        """
        pairs = zip(self.raster.valid, changed.valid, strict=True)
        apart = sum(int(((before != after) & self.inner).sum()) for before, after in pairs)
        if apart >= self.masked_cells_needed:
            return "mask"
        if apart:
            raise NotApplicable("some cells lose their values, fewer than the contract asks for")
        if self.contract.values == "label":
            raise NotApplicable("labels may be renamed")
        return "values" if self.wrong_cells(changed.physical) >= self.wrong_cells_needed else None
