# SPDX-License-Identifier: GPL-2.0-or-later
"""sieve_raster and clump_raster beside scipy.ndimage and Shapely, and the table of regions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_cells import listed

pytestmark = pytest.mark.qgis
NEIGHBOURS = {4: [[0, 1, 0], [1, 1, 1], [0, 1, 0]], 8: [[1, 1, 1]] * 3}
SHAPES = [(41, 53), (1, 60), (60, 1), (2, 2)]


def classes(shape: tuple[int, int], kinds: int = 3) -> np.ndarray:
    random = np.random.default_rng(8)
    cells = random.integers(1, kinds + 1, shape).astype(float)
    cells[random.random(shape) < 0.1] = np.nan
    return cells


def give(harness: Any, cells: np.ndarray, **more: Any) -> None:
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "nodata": 0, "cells": listed(cells),
                           "cell": [2, 5], "origin": [155000, 463000], **more})  # fmt: skip


def labelled(cells: np.ndarray, connectivity: int) -> np.ndarray:
    """Labels each value by SciPy and numbers the regions by their first cell; NaN for none."""
    import scipy.ndimage

    labels = np.zeros(cells.shape, int)
    for value in np.unique(cells[~np.isnan(cells)]):
        own, _ = scipy.ndimage.label(cells == value, structure=NEIGHBOURS[connectivity])
        labels = np.where(own > 0, own + labels.max(), labels)
    numbers, first = np.unique(labels[labels > 0], return_index=True)
    order = dict(zip(numbers[np.argsort(first)], range(1, len(numbers) + 1), strict=True))
    return np.array([[order.get(label, np.nan) for label in row] for row in labels], float)


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("at_once", [2**19, 100])
def test_regions_are_those_of_scipy(
    harness: Any, connectivity: int, shape: tuple[int, int], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.rasters import cell_regions

    monkeypatch.setattr(cell_regions, "CELLS_PER_WINDOW", at_once)
    give(harness, classes(shape))
    step = harness.done("clump_raster", raster="cover", connectivity=connectivity, output="a")
    expected = labelled(classes(shape), connectivity)
    np.testing.assert_array_equal(harness.cells("a"), expected)
    assert step.observation["counts"]["region_count"] == np.nanmax(expected)


def test_a_spiral_is_one_region(harness: Any) -> None:
    """On paper: a path that meets itself only at its beginning, far from where rows are joined."""
    cells = np.full((21, 21), 1.0)
    row = column = 0
    down, right = 0, 1
    for length in (20, 20, 20, 18, 18, 16, 16, 14, 14, 12, 12, 10, 10, 8, 8, 6, 6, 4, 4, 2, 2):
        for _ in range(length):
            cells[row, column] = 2
            row, column = row + down, column + right
        down, right = right, -down
    cells[row, column] = 2
    give(harness, cells)
    harness.done("clump_raster", raster="cover", connectivity=4, output="a")
    assert len(np.unique(harness.cells("a")[cells == 2])) == 1


def test_the_table_has_value_count_and_area_of_each_region(harness: Any) -> None:
    cells = classes((30, 40))
    give(harness, cells)
    harness.done("clump_raster", raster="cover", connectivity=8, output="a", regions_output="table")
    numbers, rows = harness.cells("a"), harness.rows("table")
    assert [row["region"] for row in rows] == list(range(1, int(np.nanmax(numbers)) + 1))
    for row in rows:
        mine = numbers == row["region"]
        assert (row["count"], row["area"]) == (mine.sum(), mine.sum() * 10.0)
        assert set(cells[mine]) == {row["value"]} and isinstance(row["value"], int)
    fields = {field.name: field.type for field in harness.workspace.handles["table"].fields}
    assert fields == {"region": "integer", "value": "integer", "count": "integer", "area": "real"}


@pytest.mark.parametrize(("crs", "origin", "area"), [("EPSG:2263", [980000, 200000], (1200 / 3937) ** 2 * 10),
                                                     ("EPSG:4326", [5, 50], None), (None, [5, 50], None)])  # fmt: skip
def test_areas_follow_the_crs(harness: Any, crs: str | None, origin: list[float], area: float | None) -> None:
    harness.give("cover", {"crs": crs, "dtype": "int16", "scale": 0.5, "cells": [[3]], "cell": [2, 5] if area else 1,
                           "origin": origin})  # fmt: skip
    harness.done("clump_raster", raster="cover", connectivity=8, output="a", regions_output="table")
    (row,) = harness.rows("table")
    assert row["value"] == 1.5 and row["area"] == (None if area is None else pytest.approx(area))


def test_areas_of_web_mercator_are_refused_but_regions_are_not(harness: Any) -> None:
    harness.give("cover", {"crs": "EPSG:3857", "cells": [[3]], "origin": [500000, 6500000]})
    error = harness.refused("clump_raster", raster="cover", connectivity=8, output="a", regions_output="table")
    assert error["code"] == "CRS_UNSUITABLE"
    harness.done("clump_raster", raster="cover", connectivity=8, output="a")


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("min_cells", [2, 5, 20])
def test_a_sieve_leaves_no_small_patch_with_a_large_neighbour(harness: Any, connectivity: int, min_cells: int) -> None:
    """Laws: values come from those around, large patches stay, and what is counted as small is what SciPy finds."""
    cells = classes((41, 53), 2)
    give(harness, cells)
    step = harness.done("sieve_raster", raster="cover", min_cells=min_cells, connectivity=connectivity, output="a")
    result = harness.cells("a")
    np.testing.assert_array_equal(np.isnan(result), np.isnan(cells))
    regions = labelled(cells, connectivity)
    sizes = {number: int((regions == number).sum()) for number in np.unique(regions[~np.isnan(regions)])}
    large = np.isin(regions, [number for number, size in sizes.items() if size >= min_cells])
    np.testing.assert_array_equal(result[large], cells[large])
    after = labelled(result, connectivity)
    small = [number for number in np.unique(after[~np.isnan(after)]) if (after == number).sum() < min_cells]
    assert step.observation["counts"]["small_patches"] == len(small)
    assert step.observation["counts"]["changed_count"] == int(
        (result[~np.isnan(cells)] != cells[~np.isnan(cells)]).sum()
    )


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "float32", "float64"])
def test_every_type_of_classes_is_kept(harness: Any, dtype: str) -> None:
    largest = {"uint8": 250, "int16": -32000, "uint16": 65000, "int32": -2_000_000_000}.get(dtype, 16_000_000)
    harness.give("cover", {"crs": "EPSG:28992", "dtype": dtype, "nodata": 0,
                           "cells": [[largest, largest, 7, None]]})  # fmt: skip
    harness.done("sieve_raster", raster="cover", min_cells=2, connectivity=4, output="a")
    facts = harness.workspace.handles["a"].bands[0]
    assert (facts.dtype, facts.nodata) == (dtype, 0.0)
    np.testing.assert_array_equal(harness.cells("a"), [[largest, largest, largest, np.nan]])


def test_colours_of_classes_are_kept(harness: Any) -> None:
    give(harness, classes((5, 6)), palette=True)
    harness.done("sieve_raster", raster="cover", min_cells=2, connectivity=4, output="a")
    assert harness.workspace.handles["a"].bands[0].is_palette


def test_nothing_but_results_are_written(harness: Any) -> None:
    give(harness, classes((5, 6)))
    harness.done("sieve_raster", raster="cover", min_cells=2, connectivity=4, output="a")
    harness.done("clump_raster", raster="cover", connectivity=4, output="b", regions_output="c")
    assert sorted(path.name for path in harness.workspace.work.iterdir()) == ["a.tif", "b.tif", "c.gpkg", "cover.tif"]


@pytest.mark.parametrize(("api", "more"), [("clump_raster", {}), ("sieve_raster", {"min_cells": 2})])
def test_memory_is_estimated_before_a_cell_is_read(
    harness: Any, api: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells

    def read_stored(*_: Any) -> None:
        raise AssertionError("a cell was read")

    give(harness, classes((10, 10)))
    monkeypatch.setitem(LIMITS, "bytes", 76 * 100 - 1)
    monkeypatch.setattr(BandCells, "read_stored", read_stored)
    error = harness.refused(api, raster="cover", connectivity=4, output="a", **more)
    assert error["code"] == "LIMIT_EXCEEDED" and "about 7,600 bytes" in error["message"]
