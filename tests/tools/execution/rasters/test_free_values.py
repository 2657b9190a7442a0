# SPDX-License-Identifier: GPL-2.0-or-later
"""A value for NoData that no cell has."""

import math

import numpy as np
import pytest

from gisagentbench.tools.declaration.errors import ToolError

pytestmark = pytest.mark.qgis


def found(cells, dtype, preferred=(), missing=None):
    from gisagentbench.tools.execution.rasters.free_values import free_value

    return free_value([(np.array(cells, dtype), missing)], dtype, preferred)


def test_a_preferred_value_is_taken_where_it_is_free():
    assert found([[1, 2]], "int16", [2, 7]) == (7, "int16")
    assert found([[1, 2]], "uint8", [-1, 300, 0.5, 7]) == (7, "uint8"), "what the type cannot hold is passed over"


def test_missing_cells_take_no_value():
    assert found([[1, 255]], "uint8", [255], np.array([[False, True]])) == (255, "uint8")


@pytest.mark.parametrize(("dtype", "wider"), [("uint8", "int16"), ("int8", "int16"), ("uint16", "int32")])
def test_a_full_type_is_widened(dtype, wider):
    """On paper: all numbers of the type are there; the least of the wider one is not."""
    limits = np.iinfo(dtype)
    every = np.arange(limits.min, limits.max + 1)
    assert found(every, dtype) == (np.iinfo(wider).min, wider)


def test_floats_fall_back_on_nan():
    value, dtype = found([-9999.0, float(np.finfo("float32").min)], "float32")
    assert math.isnan(value) and dtype == "float32"


def test_a_large_type_that_is_full_at_its_candidates_is_refused():
    limits = np.iinfo("int32")
    with pytest.raises(ToolError, match="every value of int32 that could stand for NoData is in use"):
        found([limits.min, -9999, limits.max], "int32")
