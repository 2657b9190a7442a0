# SPDX-License-Identifier: GPL-2.0-or-later
"""What cell types hold, and the NoData values that fit them."""

from __future__ import annotations

import pytest

from gisagentbench.tools.declaration.cell_types import CELL_TYPES, check_nodata, smallest_type, stored_nodata
from gisagentbench.tools.declaration.errors import ToolError


@pytest.mark.parametrize(
    ("word", "value", "holds"),
    [
        ("byte", 255, True),
        ("byte", 256, False),
        ("byte", -1, False),
        ("byte", 0.5, False),
        ("int16", -32768, True),
        ("int16", 32768, False),
        ("uint16", 65535, True),
        ("int32", 2147483647, True),
        ("int32", 2147483648, False),
        ("float32", -9999.25, True),
        ("float32", 3.5e38, False),
        ("float64", 3.5e38, True),
        ("float64", float("inf"), False),
        ("float32", float("nan"), False),
    ],
)
def test_a_type_holds_its_range(word: str, value: float, holds: bool) -> None:
    assert CELL_TYPES[word].holds(value) == holds


def test_a_nodata_value_that_does_not_fit_is_refused_with_one_that_does() -> None:
    with pytest.raises(ToolError) as caught:
        check_nodata("uint16", -9999)
    assert caught.value.text == (
        "BAD_VALUE: nodata -9999 does not fit into uint16 (whole numbers from 0 to 65535). "
        "Hint: nodata 65535 fits, where no cell has that value."
    )


def test_a_nodata_value_is_what_the_cells_can_hold() -> None:
    assert stored_nodata("float32", -0.1) == -0.10000000149011612
    assert stored_nodata("float64", -0.1) == -0.1
    assert check_nodata("float32", -9999) == -9999.0


@pytest.mark.parametrize(
    ("lowest", "highest", "whole", "word"),
    [
        (0, 255, True, "byte"),
        (0, 256, True, "int16"),
        (-1, 255, True, "int16"),
        (0, 40000, True, "uint16"),
        (-1, 40000, True, "int32"),
        (0, 2**31, True, "float64"),
        (0, 255, False, "float32"),
        (0, 1e39, False, "float64"),
    ],
)
def test_the_smallest_type_for_a_range(lowest: float, highest: float, whole: bool, word: str) -> None:
    assert smallest_type(lowest, highest, whole) == word
