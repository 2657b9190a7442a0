# SPDX-License-Identifier: GPL-2.0-or-later
"""cost_distance and least_cost_path beside Dijkstra of SciPy and NetworkX, and the laws of least costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_cells import listed

pytestmark = pytest.mark.qgis
HEIGHT, WIDTH = 31, 37
ORIGIN = [155000.0, 463000.0]


def costs(seed: int = 1, spread: float = 2.0) -> np.ndarray:
    """Gives rough costs over some orders of magnitude, a fifth of the cells barriers."""
    random = np.random.default_rng(seed)
    cells = 10 ** (random.random((HEIGHT, WIDTH)) * spread)
    cells[random.random(cells.shape) < 0.2] = np.nan
    return cells


def give_costs(harness: Any, cells: np.ndarray, cell: Any = (3.0, 4.0)) -> None:
    harness.give("cost", {"crs": "EPSG:28992", "dtype": "float64", "nodata": -1, "cell": list(cell), "origin": ORIGIN,
                          "cells": listed(cells)})  # fmt: skip


def give_points(harness: Any, name: str, places: list[tuple[int, int]], cell: Any = (3.0, 4.0)) -> None:
    rows = [
        {"wkt": f"POINT({ORIGIN[0] + (column + 0.4) * cell[0]} {ORIGIN[1] - (row + 0.3) * cell[1]})"}
        for row, column in places
    ]
    harness.give(name, {"crs": "EPSG:28992", "rows": rows})


def steps(cells: np.ndarray, cell: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lists every step between two of eight neighbours once: from, to, cost."""
    number = np.arange(cells.size).reshape(cells.shape)
    parts = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = (slice(None, -down or None), slice(max(0, -right), -right if right > 0 else None))
        there = (slice(down, None), slice(max(0, right), right if right < 0 else None))
        length = np.hypot(right * cell[0], down * cell[1])
        weight = (cells[here] + cells[there]) / 2 * length
        open_ = ~np.isnan(weight)
        parts.append((number[here][open_], number[there][open_], weight[open_]))
    first, second, weight = (np.concatenate([part[side] for part in parts]) for side in range(3))
    return first, second, weight


def dijkstra(cells: np.ndarray, cell: tuple[float, float], sources: list[int]) -> np.ndarray:
    import scipy.sparse as sparse

    first, second, weight = steps(cells, cell)
    graph = sparse.csr_array((weight, (first, second)), (cells.size, cells.size))
    return sparse.csgraph.dijkstra(graph, directed=False, indices=sources, min_only=True).reshape(cells.shape)


@pytest.mark.parametrize("spread", [0.0, 2.0, 9.0])
@pytest.mark.parametrize("cell", [(1.0, 1.0), (3.0, 4.0)])
def test_costs_are_those_of_scipy(harness: Any, spread: float, cell: tuple[float, float]) -> None:
    cells = costs(spread=spread)
    places = [(row, column) for row, column in ((3, 5), (20, 30), (29, 2)) if not np.isnan(cells[row, column])]
    assert len(places) > 1
    give_costs(harness, cells, cell)
    give_points(harness, "start", places, cell)
    harness.done("cost_distance", cost_raster="cost", sources="start", output="a")
    expected = dijkstra(cells, cell, [row * WIDTH + column for row, column in places])
    expected[np.isinf(expected)] = np.nan
    np.testing.assert_allclose(harness.cells("a"), expected, rtol=1e-12)


def test_paths_are_as_cheap_as_those_of_networkx(harness: Any) -> None:
    import networkx
    import shapely

    cells = costs(3)
    open_cells = np.argwhere(~np.isnan(cells))
    picked = [tuple(open_cells[index]) for index in (10, 300, 500, 850)]
    give_costs(harness, cells)
    give_points(harness, "origins", picked[:1])
    give_points(harness, "destinations", picked[1:])
    harness.done("least_cost_path", cost_raster="cost", origins="origins", destinations="destinations", output="a")
    graph = networkx.Graph()
    graph.add_weighted_edges_from(zip(*(part.tolist() for part in steps(cells, (3.0, 4.0))), strict=True))
    numbers = [int(row * WIDTH + column) for row, column in picked]
    for row, target in zip(harness.rows("a"), numbers[1:], strict=True):
        expected = networkx.dijkstra_path_length(graph, numbers[0], target)
        assert row["cost"] == pytest.approx(expected, rel=1e-12)
        line = shapely.from_wkt(row["wkt"])
        assert line.length == pytest.approx(row["length"], rel=1e-9)
        assert cost_along(cells, line) == pytest.approx(row["cost"], rel=1e-9)
        assert line.coords[0] == pytest.approx(centre(picked[0]))
        assert line.coords[-1] == pytest.approx(centre(divmod(target, WIDTH)))


def centre(place: Any) -> tuple[float, float]:
    return ORIGIN[0] + (place[1] + 0.5) * 3, ORIGIN[1] - (place[0] + 0.5) * 4


def cost_along(cells: np.ndarray, line: Any) -> float:
    """By definition: walks the line cell by cell."""
    x, y = np.array(line.coords).T
    column = np.rint((x - ORIGIN[0]) / 3 - 0.5).astype(int)
    row = np.rint((ORIGIN[1] - y) / 4 - 0.5).astype(int)
    total = 0.0
    for start, end in zip(range(len(row) - 1), range(1, len(row)), strict=True):
        count = max(abs(row[end] - row[start]), abs(column[end] - column[start]))
        down, right = (row[end] - row[start]) // count, (column[end] - column[start]) // count
        walked = cells[row[start] + down * np.arange(count + 1), column[start] + right * np.arange(count + 1)]
        total += float(((walked[1:] + walked[:-1]) / 2).sum() * np.hypot(3 * right, 4 * down))
    return total


def test_there_and_back_costs_the_same_and_agrees_with_the_surface(harness: Any) -> None:
    cells = costs(5)
    open_cells = np.argwhere(~np.isnan(cells))
    ends = [tuple(open_cells[index]) for index in (20, 400, 640)], [tuple(open_cells[index]) for index in (700, 90)]
    give_costs(harness, cells)
    give_points(harness, "here", ends[0])
    give_points(harness, "there", ends[1])
    harness.done("least_cost_path", cost_raster="cost", origins="here", destinations="there", output="a")
    harness.done("least_cost_path", cost_raster="cost", origins="there", destinations="here", output="b")
    there = {(row["origin_id"], row["destination_id"]): row["cost"] for row in harness.rows("a")}
    back = {(row["destination_id"], row["origin_id"]): row["cost"] for row in harness.rows("b")}
    assert there == pytest.approx(back, rel=1e-12) and len(there) == 6
    harness.done("cost_distance", cost_raster="cost", sources="there", output="surface")
    harness.done("least_cost_path", cost_raster="cost", origins="here", destinations="there", pairs="nearest",
                 output="c")  # fmt: skip
    for row in harness.rows("c"):
        place = ends[0][row["origin_id"] - 1]
        assert row["cost"] == pytest.approx(harness.cells("surface")[place], rel=1e-12)
        assert row["cost"] == pytest.approx(min(there[row["origin_id"], number] for number in (1, 2)), rel=1e-12)


def test_the_search_may_pause_anywhere(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.costs import cost_surfaces

    give_costs(harness, costs(7))
    give_points(harness, "start", [tuple(np.argwhere(~np.isnan(costs(7)))[99])])
    harness.done("cost_distance", cost_raster="cost", sources="start", output="whole")
    monkeypatch.setattr(cost_surfaces, "CELLS_AT_ONCE", 7)
    harness.done("cost_distance", cost_raster="cost", sources="start", output="pieces")
    np.testing.assert_array_equal(harness.cells("whole"), harness.cells("pieces"))


def test_a_long_way_through_a_labyrinth_is_told_whole(harness: Any) -> None:
    """On paper: walls in every second row, open at the right and left end in turn: 16 rows and 15 gaps between them.

    A gap is entered and left diagonally, so that inner rows have 34 straight steps, the first and the last one 35.
    """
    cells = np.ones((31, 37))
    cells[1::2] = np.nan
    cells[1::4, 36], cells[3::4, 0] = 1, 1
    give_costs(harness, cells, (1.0, 1.0))
    give_points(harness, "start", [(0, 0)], (1.0, 1.0))
    give_points(harness, "end", [(30, 0)], (1.0, 1.0))
    harness.done("least_cost_path", cost_raster="cost", origins="start", destinations="end", output="a")
    (row,) = harness.rows("a")
    assert row["length"] == pytest.approx(14 * 34 + 2 * 35 + 15 * 2 * np.sqrt(2), rel=1e-12)


def test_memory_is_estimated_before_it_is_taken(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    give_costs(harness, costs())
    give_points(harness, "start", [(0, 0)])
    monkeypatch.setitem(LIMITS, "bytes", 30 * HEIGHT * WIDTH - 1)
    for tool, call in (("cost_distance", {"sources": "start"}),
                       ("least_cost_path", {"origins": "start", "destinations": "start"})):  # fmt: skip
        error = harness.refused(tool, cost_raster="cost", output="a", **call)
        assert error["code"] == "LIMIT_EXCEEDED" and "about 34,410 bytes" in error["message"]


def test_sources_that_cover_much_count_too(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    give_costs(harness, np.ones((10, 10)), (1.0, 1.0))
    west, north = ORIGIN
    box = f"POLYGON(({west} {north},{west + 10} {north},{west + 10} {north - 10},{west} {north - 10},{west} {north}))"
    harness.give("lake", {"crs": "EPSG:28992", "rows": [{"wkt": box}]})
    monkeypatch.setitem(LIMITS, "bytes", (30 + 48) * 100 - 1)
    error = harness.refused("cost_distance", cost_raster="cost", sources="lake", output="a")
    assert error["code"] == "LIMIT_EXCEEDED" and "about 7,800 bytes" in error["message"]
    monkeypatch.setitem(LIMITS, "bytes", 10**9)
    harness.done("cost_distance", cost_raster="cost", sources="lake", output="a")
    assert (harness.cells("a") == 0).all()


def test_a_south_up_grid_is_refused(harness: Any) -> None:
    from turned_grids import SOUTH_UP, lay

    give_costs(harness, costs())
    give_points(harness, "start", [(0, 0)])
    lay(harness, "cost", SOUTH_UP)
    for tool, call in (("cost_distance", {"sources": "start"}),
                       ("least_cost_path", {"origins": "start", "destinations": "start"})):  # fmt: skip
        assert harness.refused(tool, cost_raster="cost", output="a", **call)["code"] == "GRID_UNSUITABLE"


def test_infinite_costs_are_refused(harness: Any) -> None:
    harness.give("cost", {"crs": "EPSG:28992", "cells": [[1.0, float("inf")]]})
    give_points(harness, "start", [(0, 0)])
    error = harness.refused("cost_distance", cost_raster="cost", sources="start", output="a")
    assert error["code"] == "BAD_VALUE" and "infinite" in error["message"]


@pytest.mark.parametrize("cells", [[[5e-324, 5e-324]], [[1e-201, 1e-201]], [[1e308, 1e308]], [[1e-9, 1e12]]])
def test_costs_beyond_what_can_be_summed_are_refused(harness: Any, cells: list[list[float]]) -> None:
    harness.give("cost", {"crs": "EPSG:28992", "dtype": "float64", "origin": ORIGIN, "cells": cells})
    give_points(harness, "start", [(0, 0)], (1.0, 1.0))
    error = harness.refused("cost_distance", cost_raster="cost", sources="start", output="a")
    assert error["code"] == "BAD_VALUE" and "beyond every number" in error["message"]


@pytest.mark.parametrize("cost", [1e-199, 1e199])
def test_costs_of_any_unit_are_summed(harness: Any, cost: float) -> None:
    harness.give("cost", {"crs": "EPSG:28992", "dtype": "float64", "origin": ORIGIN, "cells": [[cost] * 3]})
    give_points(harness, "start", [(0, 0)], (1.0, 1.0))
    harness.done("cost_distance", cost_raster="cost", sources="start", output="a")
    assert harness.cells("a")[0] == pytest.approx([0, cost, 2 * cost])


def test_without_numba_its_name_is_said(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    give_costs(harness, costs())
    give_points(harness, "start", [(0, 0)])
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "gisagentbench.tools.execution.costs.cost_kernels", raising=False)
    monkeypatch.delattr("gisagentbench.tools.execution.costs.cost_kernels", raising=False)
    error = harness.refused("cost_distance", cost_raster="cost", sources="start", output="a")
    assert error["code"] == "DEPENDENCY_MISSING" and "numba" in error["message"]
