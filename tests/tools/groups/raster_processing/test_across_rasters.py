# SPDX-License-Identifier: GPL-2.0-or-later
"""cell_statistics beside numpy, pandas and the words of groups of rows, and what it keeps of its rasters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_cells import listed

pytestmark = pytest.mark.qgis
DUTCH = {"crs": "EPSG:28992", "nodata": -9}


def stack(dtype: str = "float32", count: int = 6) -> np.ndarray:
    """Gives rasters of few different values, a fifth of them missing, some cells missing in all."""
    random = np.random.default_rng(11)
    values = random.integers(0, 5, (count, 23, 31)).astype(float)
    values[random.random(values.shape) < 0.2] = np.nan
    values[:, :2, :3] = np.nan
    return values


def give(harness: Any, values: np.ndarray, **recipe: Any) -> list[str]:
    for index, cells in enumerate(values):
        harness.give(f"r{index}", {**DUTCH, **recipe, "cells": listed(cells)})
    return [f"r{index}" for index in range(len(values))]


@pytest.mark.parametrize(
    "word", ["sum", "mean", "min", "max", "range", "median", "stdev_pop", "stdev_sample", "variance_pop",
             "variance_sample", "count", "unique"]
)  # fmt: skip
def test_each_word_is_that_of_pandas(harness: Any, word: str) -> None:
    import pandas

    values = stack()
    names = give(harness, values)
    harness.done("cell_statistics", rasters=names, statistic=word, output="a")
    frame = pandas.DataFrame(values.reshape(len(values), -1))
    theirs = {
        "sum": lambda: frame.sum(min_count=1), "range": lambda: frame.max() - frame.min(),
        "stdev_pop": lambda: frame.std(ddof=0), "stdev_sample": frame.std, "unique": frame.nunique,
        "variance_pop": lambda: frame.var(ddof=0), "variance_sample": frame.var,
    }.get(word, lambda: getattr(frame, word)())  # fmt: skip
    expected = theirs().to_numpy(float).reshape(values.shape[1:])
    np.testing.assert_allclose(harness.cells("a"), expected, rtol=1e-6)


@pytest.mark.parametrize("word", ["majority", "minority"])
def test_frequent_values_follow_the_definition(harness: Any, word: str) -> None:
    """By definition: the value with the most, or fewest, rasters; of equals the smallest."""
    values = stack()
    harness.done("cell_statistics", rasters=give(harness, values), statistic=word, output="a")
    found = harness.cells("a")
    sign = -1 if word == "majority" else 1
    for row, column in np.ndindex(found.shape):
        here = values[:, row, column]
        counts = {value: int((here == value).sum()) for value in here[~np.isnan(here)]}
        expected = min(counts, key=lambda value: (sign * counts[value], value)) if counts else np.nan
        assert found[row, column] == expected or np.isnan(expected) and np.isnan(found[row, column])


def test_the_windows_do_not_show(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.rasters import raster_windows

    names = give(harness, stack())
    harness.done("cell_statistics", rasters=names, statistic="stdev_pop", output="whole")
    monkeypatch.setattr(raster_windows, "CELLS_PER_WINDOW", 60)
    harness.done("cell_statistics", rasters=names, statistic="stdev_pop", output="pieces")
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))


def test_classes_keep_type_nodata_and_colours(harness: Any) -> None:
    from osgeo import gdal

    names = give(harness, stack(), dtype="uint8", palette=True, nodata=9)
    harness.done("cell_statistics", rasters=names, statistic="majority", output="a")
    opened = gdal.Open(harness.workspace.layer("a").path)  # a band does not outlive its dataset
    band = opened.GetRasterBand(1)
    assert (band.DataType, band.GetNoDataValue()) == (gdal.GDT_Byte, 9)
    assert band.GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


def test_infinite_values_are_refused(harness: Any) -> None:
    harness.give("a", {**DUTCH, "cells": [[1.0, float("inf")]]})
    harness.give("b", {**DUTCH, "cells": [[1.0, 2.0]]})
    error = harness.refused("cell_statistics", rasters=["a", "b"], statistic="mean", output="c")
    assert error["code"] == "BAD_VALUE" and '"a" is infinite in 1 cell' in error["message"]


@pytest.mark.parametrize(("level", "warned"), [("warn", ["BAD_VALUE"]), ("silent", [])])
def test_lower_guard_levels_average_classes(make_harness: Any, level: str, warned: list[str]) -> None:
    harness = make_harness(level)
    for name in ("a", "b"):
        harness.give(name, {**DUTCH, "dtype": "uint8", "nodata": 0, "palette": True, "cells": [[1 + (name == "b")]]})
    step = harness.done("cell_statistics", rasters=["a", "b"], statistic="mean", output="c")
    assert sorted({warning.split(":")[0] for warning in step.warnings}) == warned
    assert harness.cells("c")[0, 0] == 1.5
