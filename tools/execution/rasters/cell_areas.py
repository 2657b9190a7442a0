# SPDX-License-Identifier: GPL-2.0-or-later
"""How large cells are on the map."""

from __future__ import annotations

from ....tasks.crs_equality import metres_per_unit
from ...declaration.facts import Grid
from ...declaration.grid_arithmetic import cell_area


def cell_area_m2(grid: Grid, crs: str) -> float:
    """Gives the planar area of a cell in m2.

    Args:
        crs: Of lengths, whose unit is converted.
    """
    return cell_area(grid) * metres_per_unit(crs) ** 2
