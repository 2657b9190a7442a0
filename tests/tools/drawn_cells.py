# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of arrays as given.py takes them, and where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

DUTCH = {"crs": "EPSG:28992", "origin": [155000, 463000], "cell": 10, "dtype": "float64", "nodata": -9999}
EIGHT = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]  # in the order of the D8 codes


def listed(cells: Any) -> list[list[float | None]]:
    """Lists the rows of an array, NaN as NoData."""
    return [[None if np.isnan(cell) else cell for cell in row] for row in np.asarray(cells).tolist()]
