# SPDX-License-Identifier: GPL-2.0-or-later
"""Regular cells over a rectangle: rectangles, hexagons, diamonds, points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Extent

if TYPE_CHECKING:
    import numpy as np

ROUNDING = 1e-9  # share of a cell: an extent of 3 times 0.1 takes three cells of 0.1


class Lattice(NamedTuple):
    """Where the cells of a grid stand.

    Args:
        west, north: Of the box around the first cell.
        columns, rows: How many cells each way.
        step_x, step_y: From one column or row to the next.
        width, height: Of one cell.
        shifted: Whether every second column stands half a cell lower.
    """

    west: float
    north: float
    columns: int
    rows: int
    step_x: float
    step_y: float
    width: float
    height: float
    shifted: bool


class Cells(NamedTuple):
    """Cells, column by column from the upper left.

    Args:
        shapes: Polygons or points.
        row, column: From 1 at the upper left.
    """

    shapes: np.ndarray
    row: np.ndarray
    column: np.ndarray


def lattice(shape: str, extent: Extent, width: float, height: float, origin: tuple[float, float] | None) -> Lattice:
    """Places the cells that are needed to cover a rectangle.

    Args:
        shape: rectangle, hexagon, diamond or point.
        width, height: Of a cell; for hexagons the height is between parallel sides, the width between corners.
        origin: Upper left of the box around a cell (for points a point); left out, that of the rectangle.
    """
    shifted = shape in ("hexagon", "diamond")
    step_x = {"hexagon": 0.75 * width, "diamond": 0.5 * width}.get(shape, width)
    west, north = extent.xmin, extent.ymax
    if origin is not None:
        period = 2 * step_x if shifted else step_x
        west = origin[0] + math.floor((west - origin[0]) / period + ROUNDING) * period
        north = origin[1] + math.ceil((north - origin[1]) / height - ROUNDING) * height
    if shifted:  # cells do not fill their boxes, so the corner is covered from further out
        west, north = west - 2 * step_x, north + height
    last = 1 if shape == "point" else 0
    columns = math.ceil((extent.xmax - west) / step_x - ROUNDING) + last
    rows = math.ceil((north - extent.ymin) / height - ROUNDING) + last
    return Lattice(west, north, max(columns, 1), max(rows, 1), step_x, height, width, height, shifted)


def cells_of(shape: str, place: Lattice) -> Cells:
    """Draws the cells of a grid."""
    import numpy as np
    import shapely

    column = np.repeat(np.arange(place.columns), place.rows)
    row = np.tile(np.arange(place.rows), place.columns)
    x = place.west + column * place.step_x
    y = place.north - row * place.step_y
    if place.shifted:
        y = y - (column % 2) * place.height / 2
    if shape == "point":
        shapes = shapely.points(x, y)
    else:
        corners = _corners(shape, place.width, place.height)
        shapes = shapely.polygons(np.stack([x, y], axis=1)[:, None, :] + corners[None, :, :])
    return Cells(shapes, row + 1, column + 1)


def covering(cells: Cells, extent: Extent) -> Cells:
    """Keeps the cells that share an area with a rectangle; points are kept all."""
    import shapely

    if not len(cells.shapes) or shapely.get_dimensions(cells.shapes[0]) == 0:
        return cells
    shared = shapely.area(shapely.clip_by_rect(cells.shapes, *extent))
    kept = shared > ROUNDING * shapely.area(cells.shapes)
    return Cells(
        cells.shapes[kept],
        cells.row[kept] - cells.row[kept].min(initial=cells.row.max()) + 1,
        cells.column[kept] - cells.column[kept].min(initial=cells.column.max()) + 1,
    )


def _corners(shape: str, width: float, height: float) -> np.ndarray:
    """Gives the ring of a cell from the upper left of its box, clockwise."""
    import numpy as np

    rings = {
        "rectangle": [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)],
        "diamond": [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5), (0.5, 0)],
        "hexagon": [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5), (0.25, 0)],
    }
    return np.array(rings[shape]) * (width, -height)  # type: ignore[no-any-return]
