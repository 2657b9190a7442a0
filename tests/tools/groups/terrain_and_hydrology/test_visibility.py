# SPDX-License-Identifier: GPL-2.0-or-later
"""viewshed against lines of sight taken one by one, the horizon of the Earth, and the laws of sight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_cells import DUTCH, listed

pytestmark = pytest.mark.qgis
FLAT_EARTH = {"z_unit": "m", "unit": "m", "refraction": 1}


def rough_ground(seed: int, smooth: float, hole: bool = False) -> np.ndarray:
    from scipy import ndimage

    heights = ndimage.gaussian_filter(np.random.default_rng(seed).normal(0, 1, (33, 41)), smooth)
    heights = (10 * heights / heights.std()).round(3)
    if hole:
        heights[12:15, 20:24] = np.nan
    return heights


def give(harness: Any, heights: np.ndarray, at: list[tuple[int, int]], **more: Any) -> None:
    """Gives the raster "dem", and observers "eyes" at the centres of its cells."""
    recipe = {**DUTCH, **more, "cells": listed(heights)}
    wide, high = recipe["cell"] if isinstance(recipe["cell"], list) else (recipe["cell"],) * 2
    west, north = recipe["origin"]
    harness.give("dem", recipe)
    rows = [{"wkt": f"POINT({west + wide * (c + 0.5)} {north - high * (r + 0.5)})"} for r, c in at]
    harness.give("eyes", {"crs": recipe["crs"], "rows": rows})


def room_above_ground(heights: np.ndarray, at: tuple[int, int], eye: float, rise: float) -> np.ndarray:
    """Finds how far the line to each cell stays above the ground at its worst place, interpolated by SciPy."""
    from scipy.interpolate import RegularGridInterpolator

    rows, columns = (np.arange(side, dtype=float) for side in heights.shape)
    ground = RegularGridInterpolator((rows, columns), heights)
    room = np.full(heights.shape, np.inf)
    for to in np.ndindex(heights.shape):
        away = np.subtract(to, at)
        shares = np.unique([k / n for n in np.abs(away) for k in range(1, n)])
        if len(shares):
            line = eye + heights[at] + shares * (heights[to] + rise - eye - heights[at])
            places = np.clip(at + shares[:, None] * away, 0, np.subtract(heights.shape, 1))
            room[to] = np.nanmin(np.append(line - ground(np.round(places, 9)), np.inf))
    return room


@pytest.mark.parametrize("smooth", [0.5, 1.5, 4])
@pytest.mark.parametrize("at", [(16, 20), (0, 0), (32, 7)])
@pytest.mark.parametrize("cell", [10, [10, 4]], ids=["square", "of unequal sides"])
def test_sight_equals_lines_taken_one_by_one(harness: Any, smooth: float, at: tuple[int, int], cell: Any) -> None:
    heights = rough_ground(int(10 * smooth), smooth)
    give(harness, heights, [at], cell=cell)
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=2, target_height=0.5, max_distance=5000,
                 **FLAT_EARTH, output="a")  # fmt: skip
    room = room_above_ground(heights, at, 2, 0.5)
    decided = np.abs(room) > 1e-5
    assert decided.mean() > 0.99
    np.testing.assert_array_equal(harness.cells("a")[decided], (room > 0)[decided])


@pytest.mark.parametrize("holes", [0.0, 0.05, 0.6])
def test_far_cells_are_seen_along_their_own_lines(harness: Any, holes: float) -> None:
    """By definition: 400 cells of a large raster, each looked at along its line, column by column and row by row."""
    from scipy import ndimage

    random = np.random.default_rng(21)
    heights = ndimage.gaussian_filter(random.normal(0, 1, (260, 310)), 6)
    heights = (40 * heights / heights.std()).round(3)
    heights[random.random(heights.shape) < holes] = np.nan
    at = (97, 130)
    heights[at] = np.nanmax(heights)
    give(harness, heights, [at])
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=30, target_height=1, max_distance=5000,
                 **FLAT_EARTH, output="a")  # fmt: skip
    seen = harness.cells("a")
    found = []
    for to in random.choice(np.argwhere(~np.isnan(heights)), 400):
        room = room_along(heights, at, tuple(to), 30, 1)
        if abs(room) > 1e-5:
            found.append(room > 0)
            assert seen[tuple(to)] == (room > 0)
    assert 40 < sum(found) < 360


def room_along(heights: np.ndarray, at: tuple[int, int], to: tuple[int, int], eye: float, rise: float) -> float:
    """Finds how far one line stays above the ground at its worst place; NaN hides nothing."""
    start, end = heights[at] + eye, heights[to] + rise
    away = np.subtract(to, at)
    room = np.inf
    for axis in (0, 1):
        count = abs(int(away[axis]))
        for step in range(1, count):
            aside = at[1 - axis] + step * away[1 - axis] / count
            low = int(np.floor(aside + 1e-9))
            share = aside - low if aside - low > 1e-9 else 0.0
            along = at[axis] + step * int(np.sign(away[axis]))
            places = [(along, low), (along, low + 1)] if axis == 0 else [(low, along), (low + 1, along)]
            ground = heights[places[0]]
            if share:
                ground += share * (heights[places[1]] - ground)
            line = start + (end - start) * step / count
            room = np.fmin(room, line - ground)
    return float(room)


def test_the_horizon_of_a_plane_is_its_last_ring() -> None:
    """Law: on a plane no ring leaves anything of those before it, so the work grows with the area that is looked at."""
    from gisagentbench.tools.execution.terrain.sight_lines import kernels

    rows, columns = np.mgrid[0:401, 0:401]
    plane = 123.456 + 0.3 * columns - 0.7 * rows
    seen = np.zeros(plane.shape, bool)
    horizon = kernels().open_horizon()
    horizon = kernels().look(plane, ~seen, seen, 200, 200, plane[200, 200], 0.0, 0, horizon, 1, 201)
    assert len(horizon) < 3 * 200 and seen[200, 201:].all()


def test_nodata_on_the_way_hides_nothing(harness: Any) -> None:
    """Twin: ground far below in place of the hole hides as little."""
    heights = rough_ground(7, 3, hole=True)
    give(harness, heights, [(5, 5)])
    arguments = {"observers": "eyes", "observer_height": 2, "max_distance": 5000, **FLAT_EARTH}
    harness.done("viewshed", dem="dem", **arguments, output="a")
    give(harness, np.where(np.isnan(heights), -1e6, heights), [(5, 5)], cell=10)
    harness.done("viewshed", dem="dem", **arguments, output="b")
    with_hole, with_pit = harness.cells("a"), harness.cells("b")
    valid = ~np.isnan(heights)
    assert (np.isnan(with_hole) == ~valid).all()
    np.testing.assert_array_equal(with_hole[valid], with_pit[valid])


@pytest.mark.parametrize("cut", [1, 7])
def test_who_is_seen_sees(harness: Any, cut: int, monkeypatch: Any) -> None:
    """Law: with eyes as high as targets, A sees B where B sees A; however many rings are looked at together."""
    from gisagentbench.tools.execution.terrain import sight_lines

    monkeypatch.setattr(sight_lines, "RINGS_AT_ONCE", cut)
    at = [(3, 4), (16, 20), (30, 39), (16, 2), (0, 25), (28, 11)]
    give(harness, rough_ground(9, 3), at)
    seen = []
    for place, (row, column) in enumerate(at):
        point = {"wkt": f"POINT({155005 + 10 * column} {462995 - 10 * row})"}
        harness.give(f"eye_{place}", {"crs": "EPSG:28992", "rows": [point]})
        harness.done("viewshed", dem="dem", observers=f"eye_{place}", observer_height=3, target_height=3,
                     max_distance=5000, z_unit="m", unit="m", output=f"seen_{place}")  # fmt: skip
        cells = harness.cells(f"seen_{place}")
        seen.append([cells[other] for other in at])
    matrix = np.array(seen)
    np.testing.assert_array_equal(matrix, matrix.T)
    assert 6 < matrix.sum() < 36
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=3, target_height=3, max_distance=5000,
                 z_unit="m", unit="m", combine="count", output="all")  # fmt: skip
    together = sum(harness.cells(f"seen_{place}") for place in range(len(at)))
    np.testing.assert_array_equal(harness.cells("all"), together)


@pytest.mark.parametrize(
    ("crs", "origin", "cell", "metres"),
    [("EPSG:28992", [155000, 463000], 100, 100), ("EPSG:2263", [985000, 200000], 100, 100 * 1200 / 3937)],
    ids=["metres", "feet"],
)
@pytest.mark.parametrize("refraction", [0.0, 0.13, 0.5])
def test_the_horizon_is_where_the_earth_has_it(
    harness: Any, crs: str, origin: Any, cell: float, metres: float, refraction: float
) -> None:
    """Closed form: eyes h above a level sea see it up to sqrt(2 R h / (1 - k)), 12.1 km for 10 m; to a cell."""
    give(harness, np.zeros((1, 600)), [(0, 0)], crs=crs, origin=origin, cell=cell)
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=10, max_distance=50, unit="km",
                 z_unit="m", refraction=refraction, output="a")  # fmt: skip
    horizon = np.sqrt(2 * 6371009 * 10 / (1 - refraction)) / metres
    (last,) = np.flatnonzero(np.diff(harness.cells("a")[0]) == -1)
    assert abs(last - horizon) <= 1


def test_on_a_plane_every_cell_is_seen(harness: Any) -> None:
    """Closed form: with the eye in the plane all lines lie in it, and a line that grazes is free."""
    rows, columns = np.mgrid[0:40, 0:50]
    give(harness, 123.456 + 0.3 * columns - 0.7 * rows, [(17, 22)])
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=0, max_distance=5000, **FLAT_EARTH,
                 output="a")  # fmt: skip
    assert (harness.cells("a") == 1).all()


def test_from_the_foot_of_a_dome_its_far_side_is_hidden(harness: Any) -> None:
    """Closed form: from eyes at height h over the top of a ball of radius r, it is seen to r h / (r + h) below it."""
    radius, high = 300.0, 20.0
    rows, columns = np.mgrid[-40:41, -40:41] * 5.0
    heights = np.sqrt(radius**2 - rows**2 - columns**2)
    give(harness, heights, [(40, 40)], cell=5)
    harness.done("viewshed", dem="dem", observers="eyes", observer_height=high, max_distance=5000, **FLAT_EARTH,
                 output="a")  # fmt: skip
    rim = radius * np.sqrt(1 - (radius / (radius + high)) ** 2)
    away = np.hypot(rows, columns)
    assert (harness.cells("a")[away < rim - 8] == 1).all()
    assert (harness.cells("a")[away > rim + 8] == 0).all()


@pytest.mark.parametrize("turn", ["south-up", "rotated"])
def test_a_grid_that_lies_otherwise_shows_the_same(harness: Any, turn: str) -> None:
    """Twin: the same ground turned as a whole."""
    from pathlib import Path

    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    heights = rough_ground(11, 2)
    give(harness, heights, [(9, 30)])
    arguments = {"observer_height": 2, "max_distance": 150, **FLAT_EARTH}
    harness.done("viewshed", dem="dem", observers="eyes", **arguments, output="a")
    transform = {"south-up": (155000, 10, 0, 463000, 0, 10), "rotated": (155000, 8, 6, 463000, 6, -8)}[turn]
    path = harness.workspace.layer("dem").path
    dataset = gdal.Open(path, gdal.GA_Update)
    dataset.SetGeoTransform(transform)
    dataset = None
    harness.workspace.accept("dem", Written(Path(path), ""), raster_facts(path))
    c, a, b, f, d, e = transform
    point = f"POINT({c + a * 30.5 + b * 9.5} {f + d * 30.5 + e * 9.5})"
    harness.give("turned", {"crs": "EPSG:28992", "rows": [{"wkt": point}]})
    harness.done("viewshed", dem="dem", observers="turned", **arguments, output="b")
    np.testing.assert_array_equal(harness.cells("a"), harness.cells("b"))
    assert np.isnan(harness.cells("a")).any()


@pytest.mark.parametrize(("quantity", "most"), [("pairs", 20), ("bytes", 40 * 21 + 5 * 21 - 1)])
def test_the_size_is_estimated_first(harness: Any, monkeypatch: Any, quantity: str, most: int) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    give(harness, np.zeros((3, 7)), [(1, 3)])
    monkeypatch.setitem(LIMITS, quantity, most)
    error = harness.refused("viewshed", dem="dem", observers="eyes", observer_height=2, max_distance=1e300,
                            **FLAT_EARTH, output="a")  # fmt: skip
    assert error["code"] == "LIMIT_EXCEEDED" and f"the limit is {most}" in error["message"]


def test_a_multipoint_is_several_observers(harness: Any) -> None:
    give(harness, np.zeros((1, 4)), [(0, 0)])
    shapes = "MULTIPOINT((155005 462995),(155035 462995),(0 0))"
    harness.give("eyes", {"crs": "EPSG:28992", "rows": [{"wkt": shapes}]})
    step = harness.done("viewshed", dem="dem", observers="eyes", observer_height=2, max_distance=15, **FLAT_EARTH,
                        combine="count", output="a")  # fmt: skip
    assert harness.cells("a").tolist() == [[1, 1, 1, 1]] and step.observation["counts"]["unplaced_count"] == 1
