# SPDX-License-Identifier: GPL-2.0-or-later
"""Cell types of rasters: the words of an argument, what each type holds, and the NoData value as it is stored."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

from .errors import ToolError

CellTypeWord = Literal["byte", "int16", "uint16", "int32", "float32", "float64"]


@dataclass(frozen=True)
class CellType:
    """One cell type.

    Args:
        word: As an argument names it.
        dtype: As numpy and the facts of a band name it.
        lowest, highest: Ends of what it holds, both included.
        whole_limit: Whole numbers from minus this to this are held exactly.
    """

    word: str
    dtype: str
    lowest: float
    highest: float
    whole_limit: float

    @property
    def is_whole(self) -> bool:
        """Tells whether cells hold whole numbers only."""
        return not self.dtype.startswith("float")

    def holds(self, value: float) -> bool:
        """Tells whether a value fits; floats may round it."""
        return self.lowest <= value <= self.highest and (not self.is_whole or value == int(value))


FLOAT32_DTYPES = ("float32", "int16", "uint16", "uint8", "int8")  # cells that float32 holds exactly
_FLOAT32_MAX = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
CELL_TYPES: dict[str, CellType] = {
    cell_type.word: cell_type
    for cell_type in (
        CellType("byte", "uint8", 0, 255, 255),
        CellType("int16", "int16", -(2**15), 2**15 - 1, 2**15 - 1),
        CellType("uint16", "uint16", 0, 2**16 - 1, 2**16 - 1),
        CellType("int32", "int32", -(2**31), 2**31 - 1, 2**31 - 1),
        CellType("float32", "float32", -_FLOAT32_MAX, _FLOAT32_MAX, 2**24),
        CellType("float64", "float64", -1.7976931348623157e308, 1.7976931348623157e308, 2**53),
    )
}


def stored_nodata(word: str, nodata: float) -> float:
    """Gives a NoData value as cells of a type hold it: float32 rounds -0.1 to the nearest it has.

    Edges: A value that does not fit is given back as it is.
    """
    if word == "float32" and CELL_TYPES[word].holds(nodata):
        return float(struct.unpack("<f", struct.pack("<f", nodata))[0])
    return float(nodata)


def check_nodata(word: str, nodata: float, argument: str = "nodata") -> float:
    """Demands that a NoData value fits the cell type.

    Returns: The value as stored.
    Raises: ToolError BAD_VALUE with a value that fits.
    """
    cell_type = CELL_TYPES[word]
    if not cell_type.holds(nodata):
        better = cell_type.highest if cell_type.lowest == 0 else -9999
        raise ToolError(
            "BAD_VALUE",
            f"{argument} {nodata:.15g} does not fit into {word}{range_words(cell_type)}",
            f"{argument} {better:g} fits, where no cell has that value",
            argument=argument,
            expected=f"a value that fits {word}",
            found=f"{nodata:.15g}",
        )
    return stored_nodata(word, nodata)


def range_words(cell_type: CellType) -> str:
    """Says what whole numbers a type holds, "" for floats."""
    return f" (whole numbers from {cell_type.lowest:.0f} to {cell_type.highest:.0f})" if cell_type.is_whole else ""


def smallest_type(lowest: float, highest: float, whole: bool) -> str:
    """Names the smallest type that holds a range of values exactly where they are whole, float64 where none does."""
    for cell_type in CELL_TYPES.values():
        fits = cell_type.lowest <= lowest and highest <= cell_type.highest
        if whole and not cell_type.is_whole:
            fits = max(abs(lowest), abs(highest)) <= cell_type.whole_limit
        if fits and (whole or not cell_type.is_whole):
            return cell_type.word
    return "float64"
