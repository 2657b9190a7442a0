# SPDX-License-Identifier: GPL-2.0-or-later
"""reclassify_raster beside the table of QGIS, rule by rule in Python, and on grids of any orientation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turned_grids import ROTATED, SOUTH_UP, lay

pytestmark = pytest.mark.qgis
WORDS = ("include_upper", "include_lower", "include_both")  # in the order of QGIS's RANGE_BOUNDARIES 0, 1, 2


@pytest.mark.parametrize("boundaries", WORDS)
def test_the_table_of_qgis_gives_the_same(harness, boundaries, tmp_path):
    from osgeo import gdal
    from qgis import processing

    cells = np.random.default_rng(3).integers(0, 13, (40, 50)) / 2
    harness.give("dem", {"crs": "EPSG:28992", "cells": cells.tolist(), "nodata": 6.0})
    limits = [(0, 1.5, 1), (1.5, 3, 2), (4, 5.5, 3)] if boundaries != "include_both" else [(0, 1, 1), (1.5, 3, 2)]
    rules = [{"min": low, "max": high, "value": value} for low, high, value in limits]
    close = None if boundaries == "include_both" else False
    harness.done("reclassify_raster", raster="dem", rules=rules, boundaries=boundaries, output="ours",
                 **({} if close is None else {"close_end": close}))  # fmt: skip
    made = processing.run("native:reclassifybytable", {
        "INPUT_RASTER": harness.workspace.layer("dem").path, "RASTER_BAND": 1, "NO_DATA": -9999,
        "TABLE": [number for row in limits for number in row], "RANGE_BOUNDARIES": WORDS.index(boundaries),
        "NODATA_FOR_MISSING": True, "DATA_TYPE": 5, "OUTPUT": str(tmp_path / "theirs.tif"),
    })["OUTPUT"]  # fmt: skip
    theirs = gdal.Open(made).ReadAsArray().astype(float)
    theirs[theirs == -9999] = np.nan
    assert len(np.unique(theirs[~np.isnan(theirs)])) == len(limits)
    np.testing.assert_array_equal(harness.cells("ours"), theirs)


@settings(max_examples=60)
@given(
    st.lists(st.integers(-20, 20), min_size=2, max_size=7, unique=True),
    st.sampled_from(WORDS[:2]),
    st.booleans(),
)
def test_every_cell_follows_the_definition(breaks, boundaries, close_end):
    """By definition: the first range that holds a value, ends told by the words."""
    from gisagentbench.tools.declaration.structured_types import RangeRule
    from gisagentbench.tools.execution.rasters.value_ranges import ValueRanges, closed_ranges

    ordered = sorted(breaks)
    pairs = list(zip(ordered, ordered[1:], strict=False))
    rules = [RangeRule(low, high, index) for index, (low, high) in enumerate(pairs)]
    ranges = ValueRanges(closed_ranges(rules[::-1], boundaries, close_end, lambda value: value))
    values = np.arange(-21, 22, 0.5)
    found = ranges.replace(values, keeps_unlisted=False)
    for value, new in zip(values.tolist(), found.tolist(), strict=True):
        if boundaries == "include_lower":
            holds = [low <= value < high or (close_end and value == high == ordered[-1]) for low, high in pairs]
        else:
            holds = [low < value <= high or (close_end and value == low == ordered[0]) for low, high in pairs]
        assert holds.count(True) <= 1
        assert new == holds.index(True) if any(holds) else math.isnan(new)
    assert ranges.counts.sum() + ranges.unlisted_count == values.size


@pytest.mark.parametrize("transform", [SOUTH_UP, ROTATED])
def test_a_grid_of_any_orientation_is_kept(harness, transform):
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1, 2], [3, 4]]})
    lay(harness, "dem", transform)
    rules = [{"min": 1, "max": 2, "value": 10}, {"min": 3, "max": 4, "value": 20}]
    harness.done("reclassify_raster", raster="dem", rules=rules, boundaries="include_both", output="classes")
    assert harness.cells("classes").tolist() == [[10, 10], [20, 20]]
    assert harness.workspace.layer("classes").facts.grid.transform == transform


def test_windows_do_not_change_the_result(harness, monkeypatch):
    """Law: cell by cell, so a raster cut anywhere gives the same."""
    from gisagentbench.tools.execution.rasters import raster_windows

    cells = np.random.default_rng(5).integers(0, 9, (37, 23))
    harness.give("dem", {"crs": "EPSG:28992", "dtype": "int16", "cells": cells.tolist()})
    call = {"raster": "dem", "rules": [{"min": 2, "max": 5, "value": 7}], "boundaries": "include_both"}
    whole = harness.done("reclassify_raster", **call, output="whole")
    whole_windows = raster_windows.split
    monkeypatch.setattr(raster_windows, "split", lambda *grid: whole_windows(*grid[:3], cells=50))
    pieces = harness.done("reclassify_raster", **call, output="pieces")
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))
    assert whole.observation["counts"] == pieces.observation["counts"]
    assert whole.observation["counts"]["unlisted_count"] == np.count_nonzero((cells < 2) | (cells > 5))


@pytest.mark.parametrize("unlisted", ["nodata", "keep"])
@pytest.mark.parametrize(("dtype", "low"), [("uint8", 0), ("int16", -32768), ("uint16", 0)])
def test_short_integers_are_replaced_as_floats_are(harness, dtype, low, unlisted):
    """Law: the type that cells are stored in changes neither values nor counts."""
    cells = np.random.default_rng(7).integers(low, low + 2 ** (8 if dtype == "uint8" else 16), (50, 60)).astype(object)
    cells[::7, ::5] = None
    rules = [{"min": None, "max": low + 60, "value": 1}, {"min": low + 60, "max": low + 150, "value": None},
             {"min": low + 200, "max": low + 30000, "value": 3}]  # fmt: skip
    counts = {}
    for kind in (dtype, "float32"):
        recipe = {"crs": "EPSG:28992", "dtype": kind, "nodata": low + 3, "cells": cells.tolist()}
        harness.give(kind, {**recipe, "scale": 1.0, "offset": 0.0})
        step = harness.done("reclassify_raster", raster=kind, rules=rules, boundaries="include_lower", close_end=False,
                            unlisted=unlisted, data_type="float64", output=f"{kind}_classes")  # fmt: skip
        counts[kind] = (step.observation["counts"], step.observation["report"])
    np.testing.assert_array_equal(harness.cells(f"{dtype}_classes"), harness.cells("float32_classes"))
    assert counts[dtype] == counts["float32"]
