# SPDX-License-Identifier: GPL-2.0-or-later
"""fill_nodata by its definition in plain Python, and the laws of filling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_cells import listed

pytestmark = pytest.mark.qgis


def holed(seed: int = 6) -> np.ndarray:
    """Gives rough heights, three of four cells missing, and a large hole."""
    random = np.random.default_rng(seed)
    cells = random.normal(50, 9, (23, 29)).round(3)
    cells[random.random(cells.shape) < 0.75] = np.nan
    cells[8:17, 10:24] = np.nan
    return cells


def give(harness: Any, cells: np.ndarray, **more: Any) -> None:
    harness.give("dem", {"crs": "EPSG:28992", "dtype": "float64", "nodata": -9, "cells": listed(cells), **more})


def by_definition(cells: np.ndarray, reach: int) -> np.ndarray:
    """Looks at every value of each quadrant in turn; a quadrant and the axis it holds turn by 90 degrees."""
    filled = cells.copy()
    rows, columns = np.nonzero(~np.isnan(cells))
    for row, column in np.argwhere(np.isnan(cells)):
        right, up = columns - column, row - rows
        away = np.hypot(right, up)
        total = weight = 0.0
        for _ in range(4):
            inside = np.flatnonzero((right >= 0) & (up > 0) & (away <= reach))
            if len(inside):
                across = np.abs(columns[inside] - column)
                best = inside[np.lexsort((across, away[inside]))[0]]
                total += cells[rows[best], columns[best]] / away[best]
                weight += 1 / away[best]
            right, up = -up, right
        if weight:
            filled[row, column] = total / weight
    return filled


@pytest.mark.parametrize("reach", [1, 3, 7, 40])
def test_every_cell_follows_the_definition(harness: Any, reach: int) -> None:
    give(harness, holed())
    step = harness.done("fill_nodata", raster="dem", method="interpolate", max_distance_cells=reach, output="a")
    expected = by_definition(holed(), reach)
    np.testing.assert_allclose(harness.cells("a"), expected, rtol=1e-12)
    assert step.observation["counts"]["remaining_count"] == int(np.isnan(expected).sum())
    assert step.observation["counts"]["filled_count"] == int((np.isnan(holed()) & ~np.isnan(expected)).sum())


def test_a_turned_raster_is_filled_alike(harness: Any) -> None:
    """Law: quadrants with their axes turn into each other; these four values are nowhere equally near in one."""
    cells = np.full((21, 21), np.nan)
    cells[[0, 0, 17, 12], [0, 20, 0, 6]] = [10, 20, 40, 80]
    for name, turned in (("a", cells), ("b", np.rot90(cells))):
        give(harness, turned)
        harness.done("fill_nodata", raster="dem", method="interpolate", max_distance_cells=30, output=name)
        harness.workspace.handles.pop("dem")
    np.testing.assert_allclose(np.rot90(harness.cells("a")), harness.cells("b"), rtol=1e-12)


def test_the_windows_do_not_show(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.terrain import surface_windows

    give(harness, holed())
    call = {"raster": "dem", "method": "interpolate", "max_distance_cells": 2}
    harness.done("fill_nodata", output="whole", **call)
    monkeypatch.setattr(surface_windows, "CELLS_PER_WINDOW", 1)
    harness.done("fill_nodata", output="pieces", **call)
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))


def test_filled_values_stay_within_those_around(harness: Any) -> None:
    give(harness, holed(9))
    harness.done("fill_nodata", raster="dem", method="interpolate", max_distance_cells=500, output="a")
    filled = harness.cells("a")
    assert filled.min() == np.nanmin(holed(9)) and filled.max() == np.nanmax(holed(9))
    known = ~np.isnan(holed(9))
    np.testing.assert_array_equal(filled[known], holed(9)[known])


def test_classes_keep_type_nodata_and_colours(harness: Any) -> None:
    from osgeo import gdal

    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "palette": True, "nodata": 9,
                           "cells": [[1, None, 3]]})  # fmt: skip
    harness.done("fill_nodata", raster="cover", method="constant", constant=2, output="a")
    opened = gdal.Open(harness.workspace.layer("a").path)  # a band does not outlive its dataset
    band = opened.GetRasterBand(1)
    assert (band.DataType, band.GetNoDataValue()) == (gdal.GDT_Byte, 9)
    assert band.GetColorTable().GetColorEntry(1) == (0, 128, 0, 255)


def test_nothing_but_the_result_is_written(harness: Any) -> None:
    give(harness, holed())
    harness.done("fill_nodata", raster="dem", method="interpolate", max_distance_cells=5, output="a")
    assert sorted(path.name for path in harness.workspace.work.iterdir()) == ["a.tif", "dem.tif"]


@pytest.mark.parametrize(("level", "warned"), [("warn", ["BAD_VALUE"]), ("silent", [])])
def test_lower_guard_levels_interpolate_classes(make_harness: Any, level: str, warned: list[str]) -> None:
    harness = make_harness(level)
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "palette": True, "nodata": 9,
                           "cells": [[1, None, 3]]})  # fmt: skip
    step = harness.done("fill_nodata", raster="cover", method="interpolate", max_distance_cells=1, output="a")
    assert [warning.split(":")[0] for warning in step.warnings] == warned
    assert harness.cells("a").tolist() == [[1, 2, 3]]
