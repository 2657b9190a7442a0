# SPDX-License-Identifier: GPL-2.0-or-later
"""Casting cells: what does not fit is counted over all windows and refused, never changed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gisagentbench.tools.declaration.cell_types import CELL_TYPES
from gisagentbench.tools.declaration.errors import ToolError


def casting(
    word: str, nodata: float, *windows: list[float], whole: bool = False, takes: bool = True
) -> tuple[list[list[float]], str]:
    """Casts windows; gives the cells, and the text of the fault."""
    from gisagentbench.tools.execution.rasters.cell_casting import CellCasting

    caster = CellCasting(CELL_TYPES[word], nodata, whole)
    cells = [caster.cast(np.array([window])).tolist()[0] for window in windows]
    try:
        caster.demand_fit(lambda argument: takes)
    except ToolError as fault:
        return cells, fault.text
    return cells, ""


def test_nan_becomes_nodata_and_all_else_is_kept() -> None:
    assert casting("int16", -9999, [1.0, math.nan, -3.0]) == ([[1, -9999, -3]], "")
    assert casting("float32", -9999, [0.5, math.nan]) == ([[0.5, -9999.0]], "")


def test_counts_run_over_windows() -> None:
    _, text = casting("byte", 0, [1.0, 300.0], [2.0, 2.0], [-1.0, math.nan])
    assert "2 cells do not fit into byte (whole numbers from 0 to 255): values go from -1 to 300" in text
    assert "data_type int16 holds them" in text


def test_the_first_fault_of_range_fractions_and_nodata_is_told() -> None:
    assert "2 cells are not whole, such as 0.5" in casting("byte", 0, [0.5, 1.5, 0.0])[1]
    assert "1 cells with a value would become NoData, for their value is 0" in casting("byte", 0, [0.0, 1.0])[1]
    assert "infinit" not in casting("float32", -9999, [1e38])[1]
    assert "grows beyond every number type" in casting("float64", -9999, [math.inf])[1]


@pytest.mark.parametrize(
    ("word", "value", "whole", "refused"),
    [
        ("float32", 2**24 + 1, True, True),
        ("float32", 2**24 + 2, True, False),
        ("float32", 2**24 + 1, False, False),
        ("float64", 2**53 + 2, True, True),
        ("float64", 2**53, True, False),
        ("int32", 2**31 - 1, True, False),
    ],
)
def test_whole_numbers_are_exact_or_refused(word: str, value: float, whole: bool, refused: bool) -> None:
    assert bool(casting(word, -1, [float(value)], whole=whole)[1]) == refused


def test_a_value_that_rounds_to_nodata_is_found_in_the_precision_of_the_cells() -> None:
    nodata = float(np.float32(0.1))
    assert "1 cells with a value would become NoData" in casting("float32", nodata, [0.1])[1]
    assert casting("float64", 0.1, [nodata])[1] == ""


@pytest.mark.parametrize(
    ("word", "values", "whole"),
    [("byte", [300.0], False), ("byte", [0.5], False), ("float32", [2.0**24 + 1], True), ("byte", [7.0], False)],
)
def test_hints_name_arguments_that_the_tool_has(word: str, values: list[float], whole: bool) -> None:
    """By rule: a tool without data_type and nodata cannot be told to take another one."""
    named = casting(word, 7, values, whole=whole)[1].partition("Hint")[2]
    other = casting(word, 7, values, whole=whole, takes=False)[1].partition("Hint")[2]
    assert "data_type" in named or "another nodata" in named
    assert other and "data_type" not in other and "another nodata" not in other
