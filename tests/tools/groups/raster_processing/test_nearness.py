# SPDX-License-Identifier: GPL-2.0-or-later
"""proximity_raster beside a search of all targets by scipy.spatial, in windows and whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
CELL = (3.0, 7.0)


def targets(share: float) -> np.ndarray:
    return (np.random.default_rng(12).random((61, 83)) < share).astype(float)


def give(harness: Any, cells: np.ndarray) -> None:
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "cell": list(CELL), "origin": [155000, 463000],
                           "cells": cells.tolist()})  # fmt: skip


def nearest(cells: np.ndarray) -> np.ndarray:
    import scipy.spatial

    places = np.argwhere(np.ones(cells.shape, bool)) * CELL[::-1]
    tree = scipy.spatial.cKDTree(np.argwhere(cells == 1) * CELL[::-1])
    return tree.query(places)[0].reshape(cells.shape)


@pytest.mark.parametrize("share", [0.002, 0.02, 0.3])
def test_every_distance_is_that_to_the_nearest_target(harness: Any, share: float) -> None:
    give(harness, targets(share))
    harness.done("proximity_raster", raster="cover", target_values=[1], unit="m", output="a")
    np.testing.assert_allclose(harness.cells("a"), nearest(targets(share)), rtol=1e-6)


@pytest.mark.parametrize("limit", [1.0, 3.0, 20.0, 44.0, 400.0])
@pytest.mark.parametrize("at_once", [2**19, 1])
def test_a_largest_distance_only_cuts(
    harness: Any, limit: float, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: within the distance nothing changes, whether some rows or the whole grid are looked at."""
    from gisagentbench.tools.execution.rasters import proximity

    monkeypatch.setattr(proximity, "CELLS_PER_WINDOW", at_once)
    give(harness, targets(0.004))
    harness.done("proximity_raster", raster="cover", target_values=[1], unit="m", max_distance=limit, output="a")
    expected = nearest(targets(0.004))
    expected[expected > limit] = np.nan
    np.testing.assert_allclose(harness.cells("a"), expected, rtol=1e-6)


def test_memory_is_estimated_before_it_is_taken(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    give(harness, targets(0.01))
    monkeypatch.setitem(LIMITS, "bytes", 12 * 61 * 83 - 1)
    call = {"raster": "cover", "target_values": [1], "unit": "m", "output": "a"}
    error = harness.refused("proximity_raster", **call)
    assert error["code"] == "LIMIT_EXCEEDED" and "about 60,756 bytes" in error["message"]


def test_near_distances_need_memory_for_the_rows_they_reach(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper: 30 m reach into 5 rows of 7 m, so 10 rows are done at once and 20 held, of 83 cells."""
    from gisagentbench.tools.declaration.limits import LIMITS
    from gisagentbench.tools.execution.rasters import proximity

    monkeypatch.setattr(proximity, "CELLS_PER_WINDOW", 1)
    give(harness, targets(0.01))
    call = {"raster": "cover", "target_values": [1], "unit": "m", "max_distance": 30, "output": "a"}
    monkeypatch.setitem(LIMITS, "bytes", 12 * 20 * 83 - 1)
    assert "about 19,920 bytes" in harness.refused("proximity_raster", **call)["message"]


def test_a_south_up_grid_is_refused(harness: Any) -> None:
    from turned_grids import ROTATED, SOUTH_UP, lay

    give(harness, targets(0.01))
    for transform in (SOUTH_UP, ROTATED):
        lay(harness, "cover", transform)
        error = harness.refused("proximity_raster", raster="cover", target_values=[1], unit="m", output="a")
        assert error["code"] == "GRID_UNSUITABLE"


@pytest.mark.parametrize("limit", [None, 1.0])
def test_infinite_values_are_refused(harness: Any, limit: float | None) -> None:
    cells = [[1.0, float("inf"), *[0.0] * 20]] * 20
    harness.give("cover", {"crs": "EPSG:28992", "origin": [155000, 463000], "cells": cells})
    call = {"raster": "cover", "target_values": [1], "unit": "m", **({"max_distance": limit} if limit else {})}
    assert harness.refused("proximity_raster", output="a", **call)["code"] == "BAD_VALUE"
