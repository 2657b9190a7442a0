# SPDX-License-Identifier: GPL-2.0-or-later
"""The grid of square cells that a call asks for over a layer."""

from __future__ import annotations

from ...declaration.errors import ToolError
from ...declaration.facts import Extent, Grid
from ...declaration.grid_arithmetic import square_cells
from ...declaration.layers import Vector
from ...declaration.structured_types import ExtentRequest
from ..reference_systems.extents import extent_in
from .resampling_guards import demand_pixel_unit

EDGE = 1e-6  # of a cell: points and lines on the last edges of their extent need one more cell


def grid_over(layer: Vector, size: float, unit: str, extent: ExtentRequest | str | None, around: Extent | None) -> Grid:
    """Lays cells from the upper left corner of an extent on.

    Args:
        size, unit: Of the cells, as the call gives them.
        extent: As the call gives it; None for `around`.
        around: Of the features of the layer; None where there are none.
    Raises: ToolError BAD_VALUE, CRS_MISMATCH, CRS_UNSUITABLE, LIMIT_EXCEEDED.
    """
    crs = layer.facts.crs or ""
    demand_pixel_unit(crs, unit, f'"{layer.name}"')
    if isinstance(extent, ExtentRequest):
        return square_cells(extent_in(crs, extent, "the CRS of the layer"), size)
    if around is None:
        raise ToolError("BAD_VALUE", f'"{layer.name}" has no feature with a geometry, so no extent',
                        "give an extent, or match_raster", argument="extent")  # fmt: skip
    edge = 0.0 if layer.facts.geometry_type == "Polygon" else EDGE * size
    return square_cells(Extent(around.xmin, around.ymin - edge, around.xmax + edge, around.ymax), size)
