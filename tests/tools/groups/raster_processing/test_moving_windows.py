# SPDX-License-Identifier: GPL-2.0-or-later
"""focal_statistics beside scipy.ndimage, and the laws of windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from drawn_cells import listed

from gisagentbench.tools.declaration.cell_statistics import CellStatistic

pytestmark = pytest.mark.qgis
WORDS = CellStatistic.__args__  # type: ignore[attr-defined]
SHAPES = {"rectangle": (5, None), "circle": (3, None), "ring": (4, 2)}


def values(classes: bool) -> np.ndarray:
    """Gives few classes or rough floats, a fifth of them missing."""
    random = np.random.default_rng(4)
    cells = random.integers(0, 6, (17, 22)).astype(float) if classes else random.normal(50, 9, (17, 22)).round(3)
    cells[random.random(cells.shape) < 0.2] = np.nan
    return cells


def recipe(cells: np.ndarray, **more: Any) -> dict[str, Any]:
    return {"crs": "EPSG:28992", "dtype": "float64", "nodata": -9, "cells": listed(cells), **more}


def footprint(shape: str, size: int, inner: int | None) -> np.ndarray:
    if shape == "rectangle":
        return np.ones((size, size), bool)
    away = np.hypot(*np.indices((2 * size + 1, 2 * size + 1)) - size)
    return (away <= size) & ((away > inner) if inner is not None else True)


def by_definition(word: str) -> Callable[[np.ndarray], float]:
    def frequent(cells: np.ndarray, sign: int) -> float:
        kinds, counts = np.unique(cells, return_counts=True)
        return min(zip(sign * counts, kinds, strict=True))[1]

    rules: dict[str, Callable[[np.ndarray], float]] = {
        "count": len, "unique": lambda cells: len(np.unique(cells)), "sum": np.sum, "mean": np.mean, "min": np.min,
        "max": np.max, "range": np.ptp, "median": np.median, "stdev_pop": np.std, "variance_pop": np.var,
        "stdev_sample": lambda cells: np.std(cells, ddof=1) if len(cells) > 1 else np.nan,
        "variance_sample": lambda cells: np.var(cells, ddof=1) if len(cells) > 1 else np.nan,
        "majority": lambda cells: frequent(cells, -1), "minority": lambda cells: frequent(cells, 1),
    }  # fmt: skip

    def rule(cells: np.ndarray) -> float:
        valid = cells[~np.isnan(cells)]
        return float(rules[word](valid)) if len(valid) else 0.0 if word in ("count", "unique") else np.nan

    return rule


@pytest.mark.parametrize("classes", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("word", WORDS)
def test_each_word_in_each_window_equals_scipy(harness: Any, word: str, shape: str, classes: bool) -> None:
    import scipy.ndimage

    cells, (size, inner) = values(classes), SHAPES[shape]
    harness.give("dem", recipe(cells))
    more = {} if inner is None else {"inner_cells": inner}
    harness.done("focal_statistics", raster="dem", statistic=word, window=shape, size_cells=size, output="a", **more)
    expected = scipy.ndimage.generic_filter(
        cells, by_definition(word), footprint=footprint(shape, size, inner), mode="constant", cval=np.nan
    )
    np.testing.assert_allclose(harness.cells("a"), expected, rtol=1e-9, atol=1e-9)


def test_many_classes_are_put_in_order_and_few_are_counted_alike() -> None:
    """Law: how frequent values are found does not change them."""
    from gisagentbench.tools.execution.rasters import focal_windows

    framed = np.pad(values(True), 3, constant_values=np.nan)
    window = focal_windows.ring(3, -1)
    classes = np.unique(framed[~np.isnan(framed)])
    for word in ("majority", "minority", "unique"):
        counted = focal_windows._by_classes(framed, window, word, classes)
        np.testing.assert_array_equal(counted, focal_windows._by_order(framed, window, word))


def test_a_ring_and_the_circle_inside_it_make_the_circle_around(harness: Any) -> None:
    harness.give("dem", recipe(values(True)))
    for name, call in {
        "ring": {"window": "ring", "size_cells": 6, "inner_cells": 2},
        "inside": {"window": "circle", "size_cells": 2},
        "around": {"window": "circle", "size_cells": 6},
    }.items():
        harness.done("focal_statistics", raster="dem", statistic="sum", output=name, **call)
    parts = np.nan_to_num(harness.cells("ring")) + np.nan_to_num(harness.cells("inside"))
    np.testing.assert_array_equal(parts, np.nan_to_num(harness.cells("around")))


def test_a_small_spread_on_large_heights_is_kept(harness: Any) -> None:
    """On paper: in 3 x 3 cells of a chessboard of 0 and 0.5 five are alike, so the variance is 0.25 * 20 / 81."""
    board = 1e8 + np.indices((40, 40)).sum(axis=0) % 2 * 0.5
    harness.give("dem", recipe(board))
    harness.done("focal_statistics", raster="dem", statistic="variance_pop", output="a")
    np.testing.assert_allclose(harness.cells("a")[1:-1, 1:-1], 0.25 * 20 / 81, rtol=1e-7)


def test_one_huge_value_leaves_no_trace_outside_its_windows(harness: Any) -> None:
    """On paper: a running sum would have lost every digit behind 1e30."""
    cells = np.ones((9, 40))
    cells[4, 5] = 1e30
    harness.give("dem", recipe(cells))
    harness.done("focal_statistics", raster="dem", statistic="sum", output="a")
    assert (harness.cells("a")[1:-1, 7:-1] == 9).all()


@pytest.mark.parametrize("word", ["mean", "stdev_pop", "max", "median"])
def test_the_windows_of_the_file_do_not_show(harness: Any, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    from gisagentbench.tools.execution.rasters import focal_windows
    from gisagentbench.tools.execution.terrain import surface_windows

    harness.give("dem", recipe(values(False)))
    call = {"raster": "dem", "statistic": word, "window": "circle", "size_cells": 2}
    harness.done("focal_statistics", output="whole", **call)
    monkeypatch.setattr(surface_windows, "CELLS_PER_WINDOW", 1)
    monkeypatch.setattr(focal_windows, "VALUES_AT_ONCE", 40)
    harness.done("focal_statistics", output="pieces", **call)
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))


def test_classes_keep_type_nodata_and_colours(harness: Any) -> None:
    from osgeo import gdal

    harness.give("cover", recipe(values(True), dtype="uint8", palette=True, nodata=9))
    harness.done("focal_statistics", raster="cover", statistic="majority", output="a")
    opened = gdal.Open(harness.workspace.layer("a").path)  # a band does not outlive its dataset
    band = opened.GetRasterBand(1)
    assert (band.DataType, band.GetNoDataValue()) == (gdal.GDT_Byte, 9)
    assert band.GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


def test_infinite_values_are_refused(harness: Any) -> None:
    harness.give("dem", {"crs": "EPSG:28992", "cells": [[1.0, float("inf")]]})
    error = harness.refused("focal_statistics", raster="dem", statistic="mean", output="a")
    assert error["code"] == "BAD_VALUE" and "infinite" in error["message"]


def test_whole_windows_of_bytes_without_nodata_say_what_they_need(harness: Any) -> None:
    """The rim has no whole window, and a byte raster without NoData has no place for that."""
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "cells": [[1, 2, 3]] * 3})
    call = {"raster": "cover", "ignore_nodata": False}
    error = harness.refused("focal_statistics", statistic="majority", output="a", **call)
    assert error["code"] == "BAD_VALUE" and "set_nodata" in error["hint"]
    harness.done("focal_statistics", statistic="mean", output="b", **call)


@pytest.mark.parametrize(("level", "warned"), [("warn", ["BAD_VALUE"]), ("silent", [])])
def test_lower_guard_levels_average_classes(make_harness: Any, level: str, warned: list[str]) -> None:
    harness = make_harness(level)
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "palette": True, "cells": [[1, 2]]})
    step = harness.done("focal_statistics", raster="cover", statistic="mean", output="a")
    assert [warning.split(":")[0] for warning in step.warnings] == warned
    assert harness.cells("a").tolist() == [[1.5, 1.5]]


@pytest.mark.parametrize(("dtype", "huge"), [("float32", 3e38), ("float64", 1.7e308)])
@pytest.mark.parametrize("word", WORDS)
def test_huge_values_are_kept_or_refused_but_never_lost(harness: Any, word: str, dtype: str, huge: float) -> None:
    harness.give("dem", {"crs": "EPSG:28992", "dtype": dtype, "cells": [[huge, -huge, 1]]})
    harness.give("other", {"crs": "EPSG:28992", "dtype": dtype, "cells": [[huge, huge, -huge]]})
    calls = {"focal_statistics": {"raster": "dem"}, "cell_statistics": {"rasters": ["dem", "other"]}}
    for tool, call in calls.items():
        step = harness.call(tool, statistic=word, output=f"by_{tool}", **call)
        if step.ok:
            assert not np.isnan(harness.cells(step.output)).any()
        else:
            assert step.error["code"] == "BAD_VALUE" and "beyond" in step.error["message"], step.error
