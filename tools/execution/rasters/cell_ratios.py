# SPDX-License-Identifier: GPL-2.0-or-later
"""How the cells of two grids lie to each other: how many of one make one of the other, and by what angle."""

from __future__ import annotations

import math
from typing import NamedTuple

from osgeo import osr

from ....tasks.crs_equality import parse_crs, quiet_osr, same_crs
from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_position


class CellRatio(NamedTuple):
    """Cells of a grid against those of another.

    Args:
        across, down: Cells of the second grid that lie side by side along a row and a column of one of the first.
        turn: Angle between their rows or columns, whichever is larger, in degrees from 0 to 45.
    """

    across: float
    down: float
    turn: float


def cell_ratio(source: Grid, source_crs: str, grid: Grid, crs: str) -> CellRatio | None:
    """Holds the cells of a source against those of a grid in the middle of the grid.

    Returns: None where that place has no image in the CRS of the source.
    """
    a, b, c, d, e, f = grid.transform
    column, row = grid.width / 2, grid.height / 2
    places = [(column, row), (column + 1, row), (column, row + 1)]
    points = [(a * x + b * y + c, d * x + e * y + f) for x, y in places]
    if not same_crs(source_crs, crs):
        try:
            with quiet_osr():
                moved = osr.CoordinateTransformation(parse_crs(crs), parse_crs(source_crs))
                points = [tuple(moved.TransformPoint(x, y)[:2]) for x, y in points]
        except RuntimeError:
            return None
    (x0, y0), (x1, y1), (x2, y2) = (cell_position(source, x, y) for x, y in points)
    along, down = math.hypot(x1 - x0, y1 - y0), math.hypot(x2 - x0, y2 - y0)
    if not (math.isfinite(along) and math.isfinite(down) and along and down):
        return None
    return CellRatio(1 / along, 1 / down, max(_turn(x1 - x0, y1 - y0), _turn(x2 - x0, y2 - y0)))


def _turn(x: float, y: float) -> float:
    """Gives the angle between a direction and the nearer axis, in degrees."""
    return math.degrees(math.atan2(min(abs(x), abs(y)), max(abs(x), abs(y))))
