# SPDX-License-Identifier: GPL-2.0-or-later
"""A value to stand for NoData that no cell has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...declaration.errors import ToolError
from .nodata_values import CANDIDATES, WIDER, as_stored, fits

Cells = tuple[np.ndarray, np.ndarray | None]


def free_value(cells: Iterable[Cells], dtype: str, preferred: Sequence[float] = ()) -> tuple[float, str]:
    """Finds a value that no cell has, in a wider type where a small one is full.

    Args:
        cells: Stored cells and which of them count as missing, piece by piece.
        dtype: numpy name of the type of the result, which holds the cells.
        preferred: Values to take first where they are free and the type holds them.
    Returns: The value and the type that holds it; NaN for floats in which all others are taken.
    Raises: ToolError BAD_VALUE.
    """
    kind = np.dtype(dtype)
    wanted = [value for value in preferred if fits(value, dtype) and np.isfinite(value)]
    candidates = np.array([kind.type(value) for value in (*wanted, *CANDIDATES[dtype])])
    is_free = np.ones(len(candidates), bool)
    for stored, missing in cells:
        shown = stored.ravel() if missing is None else stored[~missing]
        is_free &= ~np.isin(candidates, _distinct(shown))
    if is_free.any():
        return as_stored(candidates[is_free][0], dtype), dtype
    if kind.kind == "f":
        return float("nan"), dtype
    wider = WIDER.get(dtype)
    if wider is None:
        raise ToolError("BAD_VALUE", f"every value of {dtype} that could stand for NoData is in use",
                        "set_nodata declares a value that no cell has")  # fmt: skip
    return as_stored(next(value for value in CANDIDATES[wider] if not fits(value, dtype)), wider), wider


def _distinct(values: np.ndarray) -> np.ndarray:
    if values.dtype == np.uint8:
        return np.flatnonzero(np.bincount(values, minlength=256)).astype(np.uint8)
    return np.unique(values)
