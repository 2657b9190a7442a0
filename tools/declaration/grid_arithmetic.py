# SPDX-License-Identifier: GPL-2.0-or-later
"""Grids from grids, by numbers alone: parts, unions, cells of another size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from .facts import Extent, Grid

Coordinate = TypeVar("Coordinate", float, Any)  # one number, or a numpy array of them
ROUNDING = 1e-6  # share of a cell: an edge that near to a line between cells lies on it


class Block(NamedTuple):
    """Whole cells of a grid; column and row count from 0, and are negative outside of it."""

    column: int
    row: int
    width: int
    height: int


def square_cells(extent: Extent, size: float) -> Grid:
    """Gives the north-up grid of square cells that covers an extent from its upper left corner on."""
    columns = max(1, math.ceil((extent.xmax - extent.xmin) / size - 1e-9))
    rows = max(1, math.ceil((extent.ymax - extent.ymin) / size - 1e-9))
    return Grid(columns, rows, (size, 0.0, extent.xmin, 0.0, -size, extent.ymax))


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
    left, top = (max(0, math.floor(min(places) + ROUNDING)) for places in (columns, rows))
    right = min(grid.width, math.ceil(max(columns) - ROUNDING))
    bottom = min(grid.height, math.ceil(max(rows) - ROUNDING))
    return Block(left, top, right - left, bottom - top) if left < right and top < bottom else None


def block_of(grid: Grid, other: Grid) -> Block:
    """Gives the place of another grid with cells of the same size, to the nearest whole cell."""
    column, row = cell_position(grid, other.transform[2], other.transform[5])
    return Block(round(column), round(row), other.width, other.height)


def part_shift(grid: Grid, other: Grid) -> float:
    """Tells by what part of a cell, from 0 to 0.5, the cells of another grid lie beside those of the first."""
    return max(abs(place - round(place)) for place in cell_position(grid, other.transform[2], other.transform[5]))


def union(grids: Sequence[Grid]) -> tuple[Grid, list[Block]]:
    """Gives the grid that holds all grids of one cell size, on the cells of the first, and the place of each in it."""
    blocks = [block_of(grids[0], grid) for grid in grids]
    left, top = min(block.column for block in blocks), min(block.row for block in blocks)
    right = max(block.column + block.width for block in blocks)
    bottom = max(block.row + block.height for block in blocks)
    whole = part(grids[0], Block(left, top, right - left, bottom - top))
    return whole, [block._replace(column=block.column - left, row=block.row - top) for block in blocks]
