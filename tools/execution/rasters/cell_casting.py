# SPDX-License-Identifier: GPL-2.0-or-later
"""From computed floats to cells of a type: nothing wraps, nothing is rounded unsaid, no value turns into NoData."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...declaration.cell_types import CellType, range_words, smallest_type
from ...declaration.errors import ToolError

if TYPE_CHECKING:
    import numpy as np


class CellCasting:
    """Casts arrays to one cell type and counts what does not fit, so that a fault names how many cells it is.

    Args:
        cell_type: Of the file.
        nodata: As the file stores it; takes the place of NaN.
        whole: Whether values are whole numbers by their making; then float types must hold them exactly.
    """

    def __init__(self, cell_type: CellType, nodata: float, whole: bool = False) -> None:
        self.cell_type = cell_type
        self.nodata = nodata
        self.whole = whole
        self.valid_count = 0
        self.outside = self.fractions = self.inexact = self.collisions = 0
        self.lowest, self.highest = float("inf"), float("-inf")
        self.example = 0.0

    def cast(self, cells: np.ndarray) -> np.ndarray:
        """Gives cells of the type, NoData in place of NaN; what does not fit is counted."""
        import numpy as np

        missing = np.isnan(cells)
        missing_count = int(np.count_nonzero(missing))
        filled = np.where(missing, self.nodata, cells) if missing_count else cells
        self.valid_count += cells.size - missing_count
        lowest, highest = float(filled.min()), float(filled.max())
        if lowest < self.cell_type.lowest or highest > self.cell_type.highest:
            self._count_outside(cells[~missing])
        with np.errstate(invalid="ignore", over="ignore"):
            cast = filled.astype(self.cell_type.dtype)
        self._count_changed(cast, filled, max(-lowest, highest))
        self.collisions += int(np.count_nonzero(cast == cast.dtype.type(self.nodata))) - missing_count
        return cast

    def _count_outside(self, values: np.ndarray) -> None:
        import numpy as np

        outside = (values < self.cell_type.lowest) | (values > self.cell_type.highest)
        self.outside += int(np.count_nonzero(outside))
        self.lowest, self.highest = min(self.lowest, float(values.min())), max(self.highest, float(values.max()))

    def _count_changed(self, cast: np.ndarray, filled: np.ndarray, largest: float) -> None:
        import numpy as np

        if self.outside:
            return
        if self.cell_type.is_whole:
            changed = cast != filled
            count = int(np.count_nonzero(changed))
            if count and not self.fractions:
                self.example = float(filled[changed][0])
            self.fractions += count
        elif self.whole and largest > self.cell_type.whole_limit:
            rounded = cast.astype("float64") != filled if self.cell_type.word == "float32" else False
            inexact = (np.abs(filled) > 2**53) | rounded
            count = int(np.count_nonzero(inexact))
            if count and not self.inexact:
                self.example = float(filled[inexact][0])
            self.inexact += count

    def demand_fit(self, takes: Callable[[str], bool]) -> None:
        """Refuses what did not fit.

        Args:
            takes: Tells whether the tool has an argument, data_type or nodata, that a hint may speak of.
        Raises: ToolError BAD_VALUE with the number of cells, the first fault of: range, fractions, precision, NoData.
        """
        word = self.cell_type.word
        data_type = "data_type" if takes("data_type") else ""
        if self.outside:
            raise self._outside_fault(data_type)
        if self.fractions:
            raise ToolError("BAD_VALUE", f"{_cells(self.fractions)} not whole, such as {self.example:.15g}, and "
                            f"{data_type or 'the cell type'} is {word}; nothing was written",
                            "say in the formula how they become whole: round(), floor() or ceil(); or data_type "
                            "float32" if data_type else "raster_calculator makes them whole first",
                            argument=data_type)  # fmt: skip
        if self.inexact:
            better = "int32 or float64" if abs(self.example) < 2**31 else "float64"
            hint = f"data_type {better}" if abs(self.example) <= 2**53 and data_type else "divide by a constant first"
            raise ToolError("BAD_VALUE", f"{_cells(self.inexact)} whole numbers that {word} would round, such as "
                            f"{self.example:.0f}; nothing was written", hint, argument=data_type)  # fmt: skip
        if self.collisions:
            raise taken_nodata(self.collisions, self.nodata, takes, "raster_calculator takes a nodata of its own")

    def _outside_fault(self, data_type: str) -> ToolError:
        ends = f"from {self.lowest:.9g} to {self.highest:.9g}"
        better = smallest_type(self.lowest, self.highest, self.whole or self.cell_type.is_whole)
        fits = max(-self.lowest, self.highest) < float("inf")
        hint = f"data_type {better} holds them" if data_type else "raster_calculator brings values into range first"
        return ToolError("BAD_VALUE", f"{self.outside} cells do not fit into {self.cell_type.word}"
                         f"{range_words(self.cell_type)}: values go {ends}; nothing was written",
                         hint if fits else "the formula grows beyond every number type",
                         argument=data_type, expected=self.cell_type.word, found=ends)  # fmt: skip


def taken_nodata(count: int, nodata: float, takes: Callable[[str], bool], otherwise: str) -> ToolError:
    """Makes the fault of cells with a value that NoData would take.

    Args:
        count: Of the cells.
        takes: As in CellCasting.demand_fit.
        otherwise: What helps where the tool has no argument nodata.
    """
    hint = "another nodata, one that no cell has" if takes("nodata") else otherwise
    return ToolError("BAD_VALUE", f"{count} cells with a value would become NoData, for their value is {nodata:.15g}; "
                     "nothing was written", hint, argument="nodata" if takes("nodata") else "")  # fmt: skip


def _cells(count: int) -> str:
    return f"{count} cell{' is' if count == 1 else 's are'}"
