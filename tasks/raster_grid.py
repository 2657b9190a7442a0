# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the grid and the NoData value of a raster contract can be: cells with an area, a value its type holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

MAX_SIDE = 200_000
POLE = 90.0
INTEGER_RANGES = {
    "byte": (0, 2**8 - 1),
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
    "any_integer": (-(2**63), 2**64 - 1),
}
FLOAT32_MAX = 3.4028234663852886e38


def grid_problem(transform: Sequence[float], crs: str, width: int, height: int) -> str | None:
    """Says in a sentence what is wrong with a grid; None where nothing is.

    Args:
        transform: The affine a, b, c, d, e, f of the upper left corner.
    """
    from .crs_equality import is_geographic

    a, b, c, d, e, f = transform
    if c == 0 and e == 0 and b and d:
        return "transform is in the order of GDAL; write a, b, c, d, e, f: cell width, 0, x, 0, -cell height, y"
    if a * e - b * d == 0:
        return "transform [a, b, c, d, e, f] has cells without an area"
    if is_geographic(crs):
        latitudes = [f, f + d * width, f + e * height, f + d * width + e * height]
        half = (abs(d) + abs(e)) / 2
        if max(map(abs, latitudes)) > POLE + half * 1.000001:
            return f"transform and height reach latitude {max(latitudes, key=abs):.6g} in {crs}"
    return None


def nodata_problem(nodata: float | str, dtype: str) -> str | None:
    """Says in a sentence why cells of a type cannot hold a NoData value; None where they can."""
    limits = INTEGER_RANGES.get(dtype)
    if nodata == ".nan":
        return f"nodata .nan is no {dtype}" if limits else None
    if isinstance(nodata, str):
        return None
    if limits:
        whole = math.isfinite(nodata) and nodata == int(nodata)
        if not whole or not limits[0] <= nodata <= limits[1]:
            return f"nodata {nodata:.10g} is no {dtype}, which holds whole numbers from {limits[0]} to {limits[1]}"
    if dtype == "float32" and math.isfinite(nodata) and abs(nodata) > FLOAT32_MAX:
        return f"nodata {nodata:.10g} is beyond what a float32 holds"
    return None
