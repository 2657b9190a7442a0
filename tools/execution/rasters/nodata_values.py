# SPDX-License-Identifier: GPL-2.0-or-later
"""NoData as cells hold it: what a band can declare, which cells it stands for, and what could stand for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...declaration.errors import ToolError

WIDER = {"int8": "int16", "uint8": "int16", "int16": "int32", "uint16": "int32"}
CANDIDATES: dict[str, tuple[float, ...]] = {
    "int8": (-128, 127, *range(-127, 127)),
    "uint8": (255, 0, *range(254, 0, -1)),
    "int16": (-32768, -9999, 32767),
    "uint16": (65535, 0, 65534),
    "int32": (-2147483648, -9999, 2147483647),
    "uint32": (4294967295, 0, 4294967294),
    "int64": (-(2**63), -9999, 2**63 - 1),
    "uint64": (2**64 - 1, 0, 2**64 - 2),
    "float32": (-9999.0, float(np.finfo(np.float32).min)),
    "float64": (-9999.0, float(np.finfo(np.float64).min)),
}


def fits(value: float, dtype: str) -> bool:
    """Tells whether a type can hold a value as NoData; a float32 may round it."""
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return not np.isfinite(value) or abs(value) <= float(np.finfo(kind).max) * (1 + 1e-7)
    limits = np.iinfo(kind)
    # Python compares whole numbers with floats exactly, numpy rounds those beyond 2^53
    return float(value).is_integer() and int(limits.min) <= value <= int(limits.max)


def demand_fit(nodata: float, dtype: str, argument: str = "nodata") -> None:
    """Demands that a type can hold a NoData value that was asked for.

    Raises: ToolError BAD_VALUE.
    """
    if not fits(nodata, dtype):
        word = {"uint8": "byte"}.get(dtype, dtype)
        raise ToolError("BAD_VALUE", f"{argument} {nodata:.15g} does not fit into {word}",
                        "a value that the cells of the raster can hold and none of them has",
                        argument=argument)  # fmt: skip


def as_stored(value: float, dtype: str) -> float:
    """Gives a NoData value that fits as cells of a type hold it; integers of 64 bits stay integers, as GDAL takes them.

    >>> as_stored(-9999.0, "int64"), as_stored(0.1, "float32")
    (-9999, 0.10000000149011612)
    """
    kind = np.dtype(dtype)
    return int(value) if kind.kind in "iu" and kind.itemsize == 8 else float(kind.type(value))


def declared_nodata(band: Any, dtype: str) -> float | None:
    """Gives the NoData of a GDAL band; None where it declares none that its cells can hold.

    Args:
        dtype: numpy name of its cells.
    """
    value = band.GetNoDataValue()
    return value if value is not None and (dtype.startswith("c") or fits(value, dtype)) else None


def nodata_text(nodata: float | None) -> str:
    """Says a NoData value with all of its digits, none where there is none."""
    return "none" if nodata is None else str(nodata) if isinstance(nodata, int) else f"{nodata:.15g}"


def missing_cells(stored: np.ndarray, nodata: float | None) -> np.ndarray | None:
    """Tells which stored cells are NoData, NaN among them; None for none.

    Args:
        nodata: That the type of the cells can hold.
    """
    if stored.dtype.kind == "f":
        missing = np.isnan(stored)
        if nodata is not None and nodata == nodata:
            missing |= _is_near(stored, nodata)
        return missing
    return None if nodata is None else stored == stored.dtype.type(int(nodata))


def _is_near(stored: np.ndarray, nodata: float) -> np.ndarray:
    """Compares in the precision of the cells: files declare 0.1, or -3.4028231e38 where cells hold -3.4028235e38."""
    with np.errstate(over="ignore"):
        held = stored.dtype.type(nodata)
    is_exact = float(held) == nodata and abs(nodata) < 1e30
    if is_exact or not np.isfinite(held):
        return stored == held  # type: ignore[no-any-return]
    # the step below the value, since above the largest of a type there is none
    step = np.spacing(np.nextafter(np.abs(held), held.dtype.type(0)))
    with np.errstate(over="ignore", invalid="ignore"):
        return np.abs(stored - held) <= 2 * step  # type: ignore[no-any-return]
