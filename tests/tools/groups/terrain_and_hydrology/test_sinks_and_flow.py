# SPDX-License-Identifier: GPL-2.0-or-later
"""fill_sinks, flow_direction and flow_accumulation against SciPy, Whitebox and pyflwdir, and laws of all ground."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from drawn_cells import DUTCH, EIGHT, listed

pytestmark = pytest.mark.qgis


def rough_ground(seed: int, hole: bool = True, levels: float = 0) -> np.ndarray:
    """Makes hills with hollows, in steps where `levels` says how high one is, with a hole of NaN."""
    from scipy import ndimage

    noise = np.random.default_rng(seed).normal(0, 1, (40, 50))
    heights = (20 + 30 * ndimage.gaussian_filter(noise, 1.5)).round(3)
    heights = np.round(heights / levels) * levels if levels else heights
    if hole:
        heights[20:23, 30:33] = np.nan
    return heights


def give(harness: Any, heights: np.ndarray, name: str = "dem", **more: Any) -> None:
    harness.give(name, {**DUTCH, **more, "cells": listed(heights)})


def least_levels(heights: np.ndarray, outlets: np.ndarray) -> np.ndarray:
    """Finds by a minimum spanning tree how high water has to stand in each cell to reach an outlet."""
    from scipy import sparse

    height, width = heights.shape
    index = np.arange(heights.size).reshape(heights.shape)
    pairs = []
    for row, column in EIGHT[:4]:
        one = index[: height - row, max(0, -column) : width - max(0, column)]
        other = index[row:, max(0, column) : width + min(0, column)]
        pairs.append(np.stack([one.ravel(), other.ravel()]))
    sea = heights.size
    first, second = np.hstack([*pairs, np.stack([np.flatnonzero(outlets), np.full(outlets.sum(), sea)])])
    line = np.append(heights.ravel(), -np.inf)
    cost = np.maximum(line[first], line[second])
    known = ~np.isnan(cost)
    shift = 1 - np.nanmin(heights)
    graph = sparse.coo_matrix((cost[known] + shift, (first[known], second[known])), shape=(sea + 1, sea + 1))
    tree = sparse.csgraph.minimum_spanning_tree(graph.tocsr())
    order, before = sparse.csgraph.breadth_first_order(tree, sea, directed=False)
    levels = np.full(sea + 1, -np.inf)
    for cell in order[1:]:
        levels[cell] = max(levels[before[cell]], line[cell])
    levels[np.isneginf(levels)] = np.nan
    return levels[:-1].reshape(heights.shape)


def rim_of(heights: np.ndarray) -> np.ndarray:
    framed = np.pad(heights, 1, constant_values=np.nan)
    beside = [framed[1 + r : framed.shape[0] - 1 + r, 1 + c : framed.shape[1] - 1 + c] for r, c in EIGHT]
    return ~np.isnan(heights) & np.isnan(beside).any(axis=0)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("outlets", ["edges", "minimum"])
def test_filling_equals_the_least_levels_of_a_spanning_tree(harness: Any, seed: int, outlets: str) -> None:
    heights = rough_ground(seed)
    give(harness, heights)
    step = harness.done("fill_sinks", dem="dem", outlets=outlets, output="a")
    rim = rim_of(heights)
    if outlets == "minimum":
        rim &= heights == heights[rim].min()
    expected = least_levels(heights, rim)
    np.testing.assert_array_equal(harness.cells("a"), expected)
    assert step.observation["counts"]["filled_count"] == np.sum(expected > heights) > 20
    assert step.observation["counts"]["max_fill"] == np.nanmax(expected - heights)


def test_filling_equals_whitebox(harness: Any) -> None:
    give(harness, rough_ground(3, hole=False))  # theirs lets no water into a hole
    harness.done("fill_sinks", dem="dem", output="a")
    filled = by_whitebox(harness, "fill_depressions_wang_and_liu", dem="dem", fix_flats=False)
    np.testing.assert_allclose(harness.cells("a"), filled, rtol=0, atol=1e-9)


def by_whitebox(harness: Any, tool: str, **arguments: Any) -> np.ndarray:
    """Runs a tool of WhiteboxWorkflows on rasters of the workspace."""
    from harness import read_cells
    from whitebox_workflows import WbEnvironment

    tools = WbEnvironment()
    rasters = {
        name: tools.read_raster(harness.workspace.layer(value).path)
        if isinstance(value, str) and name != "out_type"
        else value
        for name, value in arguments.items()
    }
    made = getattr(tools.hydrology, tool)(**rasters)
    path = str(harness.workspace.folder / f"{tool}.tif")
    tools.write_raster(made, path)
    return read_cells(path)


@pytest.mark.parametrize("seed", [4, 5])
def test_directions_of_ground_without_flats_equal_whitebox(harness: Any, seed: int) -> None:
    give(harness, rough_ground(seed, hole=False))
    harness.done("flow_direction", dem="dem", output="a")
    expected = by_whitebox(harness, "d8_pointer", dem="dem", esri_pntr=True)
    inner = (slice(1, -1), slice(1, -1))  # at the edge ours point out where theirs stop
    np.testing.assert_array_equal(harness.cells("a")[inner], expected[inner])


@pytest.mark.parametrize("levels", [0, 1, 6], ids=["rough", "in steps", "in plateaus"])
def test_of_filled_ground_all_water_leaves(harness: Any, levels: float) -> None:
    """Laws: no pit; no cell flows up; what leaves is what there is; fill_sinks changes nothing the second time."""
    give(harness, rough_ground(6, levels=levels))
    harness.done("fill_sinks", dem="dem", output="filled")
    assert harness.done("fill_sinks", dem="filled", output="again").observation["counts"]["filled_count"] == 0
    step = harness.done("flow_direction", dem="filled", output="d8")
    assert step.observation["counts"]["pit_count"] == 0 and not step.warnings
    harness.done("flow_accumulation", flow_direction="d8", output="sum")
    levels_, codes, totals = (harness.cells(name) for name in ("filled", "d8", "sum"))
    leaving = 0.0
    for (row, column), code in np.ndenumerate(codes):
        if np.isnan(code):
            continue
        step_row, step_column = EIGHT[int(np.log2(code))]
        to = row + step_row, column + step_column
        inside = 0 <= to[0] < codes.shape[0] and 0 <= to[1] < codes.shape[1] and not np.isnan(codes[to])
        if inside:
            assert levels_[to] <= levels_[row, column] and totals[to] > totals[row, column]
        else:
            leaving += totals[row, column]
    assert leaving == np.count_nonzero(~np.isnan(codes))


def test_accumulation_equals_pyflwdir_and_whitebox(harness: Any) -> None:
    import pyflwdir

    give(harness, rough_ground(7))
    harness.done("fill_sinks", dem="dem", output="filled")
    harness.done("flow_direction", dem="filled", output="d8")
    harness.done("flow_accumulation", flow_direction="d8", output="a")
    codes = harness.cells("d8")
    flow = pyflwdir.from_array(np.where(np.isnan(codes), 247, codes).astype(np.uint8), ftype="d8")
    expected = np.where(np.isnan(codes), np.nan, flow.upstream_area("cell"))
    np.testing.assert_array_equal(harness.cells("a"), expected)
    weights = np.random.default_rng(1).normal(1, 5, codes.shape).round(2)
    give(harness, weights, "rain")
    harness.done("flow_accumulation", flow_direction="d8", weights="rain", output="b")
    expected = flow.accuflux(weights, nodata=-9999.0)
    valid = ~np.isnan(codes)
    np.testing.assert_allclose(harness.cells("b")[valid], expected[valid], rtol=0, atol=1e-9)


def test_what_ground_beyond_the_edge_may_feed_is_counted(harness: Any) -> None:
    """Law: fed from beyond is a cell at the edge that flows inwards, and all that is downstream of one."""
    heights = rough_ground(8)
    give(harness, heights)
    harness.done("flow_direction", dem="dem", output="d8")
    codes = harness.cells("d8")
    rim = rim_of(heights)
    entering = np.zeros(codes.shape)
    for row, column in np.argwhere(rim & (codes > 0)):
        to = row + EIGHT[int(np.log2(codes[row, column]))][0], column + EIGHT[int(np.log2(codes[row, column]))][1]
        inside = 0 <= to[0] < codes.shape[0] and 0 <= to[1] < codes.shape[1]
        entering[row, column] = inside and not np.isnan(codes[to])
    give(harness, entering, "entering")
    harness.done("flow_accumulation", flow_direction="d8", weights="entering", output="a")
    step = harness.done("flow_accumulation", flow_direction="d8", output="b")
    assert step.observation["counts"]["edge_fed_count"] == np.count_nonzero(harness.cells("a") > 0) > 100


@pytest.mark.parametrize(
    ("more", "unit"), [({}, "cells"), ({"unit": "ha"}, "ha"), ({"weights": "w", "unit": "m2"}, "weighted m2")]
)
def test_the_unit_goes_with_the_raster(harness: Any, more: Any, unit: str) -> None:
    from osgeo import gdal

    give(harness, np.array([[1.0, 1, 0]]), "d8")
    give(harness, np.array([[1.0, 1, 1]]), "w")
    harness.done("flow_accumulation", flow_direction="d8", **more, output="a")
    assert gdal.Open(harness.workspace.layer("a").path).GetRasterBand(1).GetUnitType() == unit


@pytest.mark.parametrize(
    ("tool", "argument", "bytes_per_cell"),
    [("fill_sinks", "dem", 40), ("flow_direction", "dem", 18), ("flow_accumulation", "flow_direction", 24)],
)
def test_memory_is_estimated_before_any_is_taken(
    harness: Any, monkeypatch: Any, tool: str, argument: str, bytes_per_cell: int
) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    give(harness, np.array([[1.0, 1, 0]]))
    monkeypatch.setitem(LIMITS, "bytes", 3 * bytes_per_cell - 1)
    error = harness.refused(tool, **{argument: "dem"}, output="a")
    assert error["code"] == "LIMIT_EXCEEDED"
    assert f"would have about {3 * bytes_per_cell} bytes" in error["message"]


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("fill_sinks", "dem"), ("flow_direction", "dem"), ("flow_accumulation", "flow_direction")],
)
def test_without_numba_the_call_names_it(harness: Any, monkeypatch: Any, tool: str, argument: str) -> None:
    from gisagentbench.tools.execution import terrain

    monkeypatch.delitem(sys.modules, f"{terrain.__name__}.flow_kernels", raising=False)
    monkeypatch.delattr(terrain, "flow_kernels", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    give(harness, np.array([[1.0, 1, 0]]))
    error = harness.refused(tool, **{argument: "dem"}, output="a")
    assert (error["code"], error["message"]) == ("DEPENDENCY_MISSING", f"{tool} needs the Python package numba")


def test_where_no_cache_is_named_it_is_not_the_home(monkeypatch: Any, qgis_application: Any) -> None:
    import os

    from gisagentbench.tools.execution.terrain.flow_grids import kernels

    monkeypatch.delenv("NUMBA_CACHE_DIR")
    kernels()
    from qgis.core import QgsProcessingUtils

    assert os.environ["NUMBA_CACHE_DIR"].startswith(QgsProcessingUtils.tempFolder())


def test_nothing_but_the_results_is_written(harness: Any) -> None:
    give(harness, rough_ground(9))
    harness.done("fill_sinks", dem="dem", output="a")
    harness.done("flow_direction", dem="a", output="b")
    harness.done("flow_accumulation", flow_direction="b", output="c")
    assert sorted(path.name for path in harness.workspace.work.iterdir()) == ["a.tif", "b.tif", "c.tif", "dem.tif"]


@pytest.mark.parametrize("infinite", [float("inf"), float("-inf")])
def test_infinite_heights_are_refused(harness: Any, infinite: float) -> None:
    give(harness, np.array([[1.0, infinite, 0]]))
    for tool in ("fill_sinks", "flow_direction"):
        assert harness.refused(tool, dem="dem", output="a")["code"] == "BAD_VALUE"


@pytest.mark.parametrize("tool", ["aspect", "fill_sinks", "flow_direction", "flow_accumulation"])
def test_a_cancelled_call_stops_and_leaves_no_file(harness: Any, tool: str) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.declaration.registry import find
    from gisagentbench.tools.execution.bound_run import BoundRun
    from gisagentbench.tools.execution.context import EngineFeedback

    give(harness, np.ones((3, 3)))
    run = BoundRun(harness.workspace, find(tool), {"output": "result"}, "refuse", EngineFeedback())
    run.feedback.cancel()
    with pytest.raises(ToolError) as caught:
        run.spec.body(run, harness.workspace.layer("dem"))
    assert caught.value.code == "CANCELLED"
    assert list(harness.workspace.writing.glob("*")) == []


def test_weights_whose_sum_is_no_number_are_refused(harness: Any) -> None:
    """On paper: 1.7e308 + 1.7e308 is beyond the largest double, 1.797e308."""
    harness.give("fd", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": [[1, 1, 1]]})
    harness.give("rain", {**DUTCH, "cells": [[1.7e308, 1.7e308, 0]]})
    error = harness.refused("flow_accumulation", flow_direction="fd", weights="rain", output="sums")
    assert error["code"] == "BAD_VALUE" and 'sums of "rain" are beyond every number' in error["message"]


def test_of_equally_low_outlets_the_first_is_taken(harness: Any) -> None:
    """On paper: all lies at the rim; out of the first cell water flows at 1, all others stand at the walls of 5."""
    give(harness, np.array([[1.0, 5.0] * 200]))
    harness.done("fill_sinks", dem="dem", outlets="minimum", output="filled")
    assert harness.cells("filled").tolist() == [[1.0] + [5.0] * 399]
