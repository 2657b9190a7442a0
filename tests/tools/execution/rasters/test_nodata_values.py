# SPDX-License-Identifier: GPL-2.0-or-later
"""What a type can hold as NoData, as it is stored, and which cells it stands for; on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize(
    ("value", "dtype", "held"),
    [
        (255, "uint8", True), (256, "uint8", False), (-1, "uint8", False), (0.5, "uint8", False),
        (-32768, "int16", True), (-32769, "int16", False),
        (2**32 - 1, "uint32", True), (2**32, "uint32", False),
        (2**63 - 1, "int64", True), (2**63, "int64", False), (float(2**63), "int64", False), (-(2**63), "int64", True),
        (2**64 - 1, "uint64", True), (float(2**64), "uint64", False),
        (math.nan, "int32", False), (math.inf, "int32", False), (math.nan, "float32", True),
        (1e39, "float32", False), (-3.4028234663852886e38, "float32", True), (1e300, "float64", True),
    ],
)  # fmt: skip
def test_a_type_holds_what_lies_within_its_ends(value: float, dtype: str, held: bool) -> None:
    from gisagentbench.tools.execution.rasters.nodata_values import fits

    assert fits(value, dtype) == held


def test_integers_of_64_bits_stay_integers_and_floats_are_rounded() -> None:
    from gisagentbench.tools.execution.rasters.nodata_values import as_stored, nodata_text

    kept = as_stored(2**63 - 1, "int64")
    assert (kept, type(kept), nodata_text(kept)) == (9223372036854775807, int, "9223372036854775807")
    assert as_stored(0.1, "float32") == float(np.float32(0.1)) != 0.1
    assert (nodata_text(None), nodata_text(-9999.0)) == ("none", "-9999")


def test_missing_cells_are_those_that_equal_it() -> None:
    from gisagentbench.tools.execution.rasters.nodata_values import missing_cells

    assert missing_cells(np.array([1, 2], "uint8"), None) is None
    large = np.array([2**63 - 1, 2**63 - 2], "int64")
    assert missing_cells(large, 2**63 - 1).tolist() == [True, False], "in floats both would be 2^63"
    floats = np.array([math.nan, 0.1, 0.2, math.inf], "float32")
    assert missing_cells(floats, None).tolist() == [True, False, False, False]
    assert missing_cells(floats, 0.1).tolist() == [True, True, False, False]
    assert missing_cells(floats, math.inf).tolist() == [True, False, False, True]
