# SPDX-License-Identifier: GPL-2.0-or-later
"""Grids from extents and sizes, at both ends of what numbers hold."""

import math

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import Extent, Grid
from gisagentbench.tools.declaration.grid_arithmetic import (
    LARGEST_CELL,
    SMALLEST_CELL,
    Block,
    has_cells_of_use,
    square_cells,
    touched_block,
)

NORTH_UP = Grid(8, 6, (10.0, 0.0, 155000.0, 0.0, -10.0, 463060.0))


def test_an_extent_of_whole_cells_gets_no_further_one():
    """On paper: 0.3 / 0.1 is 3 cells, though 2.9999999999999996 in floats, and 0.7 / 0.1 is 7."""
    assert square_cells(Extent(0, 0, 0.3, 0.7), 0.1) == Grid(3, 7, (0.1, 0.0, 0.0, 0.0, -0.1, 0.7))


def test_a_point_has_one_cell():
    assert square_cells(Extent(5, 5, 5, 5), 1) == Grid(1, 1, (1, 0.0, 5, 0.0, -1, 5))


@pytest.mark.parametrize("size", [SMALLEST_CELL, 1e-160, 5e-324])
@pytest.mark.parametrize("side", [80.0, 1e154, 1.7e308])
def test_cells_beyond_every_count_are_refused(size, side):
    with pytest.raises(ToolError) as refused:
        square_cells(Extent(-side, -side, side, side), size)
    assert refused.value.code == "LIMIT_EXCEEDED"


@pytest.mark.parametrize(
    ("transform", "is_of_use"),
    [
        ((10, 0, 155000, 0, -10, 463060), True),
        ((6, 8, 155000, 8, -6, 463060), True),
        ((SMALLEST_CELL, 0, 0, 0, -SMALLEST_CELL, 0), True),
        ((LARGEST_CELL, 0, 0, 0, -LARGEST_CELL, 0), True),
        ((1e-10, 0, 0, 0, -1, 0), False),
        ((1e10, 0, 0, 0, -1, 0), False),
        ((1e-8, 0, 155000, 0, -1e-8, 463060), False),  # doubles beside 463060 stand 5.8e-11 apart
        ((1, 1, 0, 1, 1, 0), False),
        ((0, 0, 0, 0, 0, 0), False),
        ((math.inf, 0, 0, 0, -1, 0), False),
        ((1, 0, math.nan, 0, -1, 0), False),
    ],
)
def test_cells_of_use_have_an_area_and_places_of_their_own(transform, is_of_use):
    assert has_cells_of_use(Grid(3, 3, transform)) is is_of_use


@pytest.mark.parametrize(
    ("extent", "block"),
    [
        (Extent(155000, 463000, 155080, 463060), Block(0, 0, 8, 6)),
        (Extent(155011, 463051, 155019, 463059), Block(1, 0, 1, 1)),
        (Extent(-1.7e308, -1.7e308, 1.7e308, 1.7e308), Block(0, 0, 8, 6)),
        (Extent(-1.7e308, 463051, 155010, 463059), Block(0, 0, 1, 1)),
        (Extent(1.6e308, 463051, 1.7e308, 463059), None),
    ],
)
def test_an_extent_of_any_size_touches_the_cells_it_covers(extent, block):
    assert touched_block(NORTH_UP, extent) == block
