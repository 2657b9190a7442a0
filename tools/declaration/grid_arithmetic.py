# SPDX-License-Identifier: GPL-2.0-or-later
"""Grids from grids, by numbers alone: parts, unions, cells of another size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from .facts import Extent, Grid
from .limits import demand_size

Coordinate = TypeVar("Coordinate", float, Any)  # one number, or a numpy array of them
ROUNDING = 1e-6  # share of a cell: an edge that near to a line between cells lies on it
SMALLEST_CELL, LARGEST_CELL = 1e-9, 1e9  # CRS units; products and squares of sides stay far from 0 and infinity


class Block(NamedTuple):
    """Whole cells of a grid; column and row count from 0, and are negative outside of it."""

    column: int
    row: int
    width: int
    height: int


def square_cells(extent: Extent, size: float) -> Grid:
    """Gives the north-up grid of square cells that covers an extent from its upper left corner on.

    Raises: ToolError LIMIT_EXCEEDED.
    """
    columns, rows = ((high - low) / size for low, high in ((extent.xmin, extent.xmax), (extent.ymin, extent.ymax)))
    most = columns * rows
    if math.isfinite(most):
        columns, rows = (max(1, math.ceil(count - 1e-9)) for count in (columns, rows))
        most = columns * rows
    demand_size("cells", most, "the raster", "a larger pixel_size, or a smaller extent", "pixel_size")
    return Grid(int(columns), int(rows), (size, 0.0, extent.xmin, 0.0, -size, extent.ymax))


def has_cells_of_use(grid: Grid) -> bool:
    """Tells whether cells have an area, and sides that computing survives and coordinates can tell."""
    a, b, c, d, e, f = grid.transform
    if not all(map(math.isfinite, grid.transform)):
        return False
    sides = math.hypot(a, d), math.hypot(b, e)
    finest = max(SMALLEST_CELL, 1000 * math.ulp(max(abs(c), abs(f))))
    return finest <= min(sides) and max(sides) <= LARGEST_CELL and cell_area(grid) > 1e-9 * sides[0] * sides[1]


def cell_area(grid: Grid) -> float:
    """Gives the area of a cell in squared CRS units."""
    a, b, _, d, e, _ = grid.transform
    return abs(a * e - b * d)


def cell_position(grid: Grid, x: Coordinate, y: Coordinate) -> tuple[Coordinate, Coordinate]:
    """Gives positions in columns and rows of a grid of any orientation."""
    a, b, c, d, e, f = grid.transform
    east, north = x - c, y - f  # the origin is taken off first, which costs no digits
    if b == 0 and d == 0:
        return east / a, north / e
    determinant = a * e - b * d
    return (e * east - b * north) / determinant, (a * north - d * east) / determinant


def part(grid: Grid, block: Block) -> Grid:
    """Gives the grid of some cells of a grid, which may reach beyond it."""
    a, b, c, d, e, f = grid.transform
    x, y = a * block.column + b * block.row + c, d * block.column + e * block.row + f
    return Grid(block.width, block.height, (a, b, x, d, e, y))


def touched_block(grid: Grid, extent: Extent) -> Block | None:
    """Finds the cells of a grid that an extent covers in whole or in part.

    Returns: None where it covers none. On a rotated grid the block around its corners.
    """
    corners = [cell_position(grid, x, y) for x in (extent.xmin, extent.xmax) for y in (extent.ymin, extent.ymax)]
    columns, rows = zip(*corners, strict=True)
    left, top = (math.floor(max(0.0, min(places) + ROUNDING)) for places in (columns, rows))
    right = math.ceil(min(grid.width, max(columns) - ROUNDING))
    bottom = math.ceil(min(grid.height, max(rows) - ROUNDING))
    return Block(left, top, right - left, bottom - top) if left < right and top < bottom else None


def block_of(grid: Grid, other: Grid) -> Block:
    """Gives the place of another grid with cells of the same size, to the nearest whole cell."""
    column, row = cell_position(grid, other.transform[2], other.transform[5])
    return Block(round(column), round(row), other.width, other.height)


def union(grids: Sequence[Grid]) -> tuple[Grid, list[Block]]:
    """Gives the grid that holds all grids of one cell size, on the cells of the first, and the place of each in it."""
    blocks = [block_of(grids[0], grid) for grid in grids]
    left, top = min(block.column for block in blocks), min(block.row for block in blocks)
    right = max(block.column + block.width for block in blocks)
    bottom = max(block.row + block.height for block in blocks)
    whole = part(grids[0], Block(left, top, right - left, bottom - top))
    return whole, [block._replace(column=block.column - left, row=block.row - top) for block in blocks]
