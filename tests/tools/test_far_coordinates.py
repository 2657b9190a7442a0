# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinates beyond every product are refused by tools of cells, on every grid; points there are outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from turned_grids import ROTATED, lay

pytestmark = pytest.mark.qgis
CRS, SHAPE = "EPSG:28992", (6, 8)
RASTER = {"crs": CRS, "origin": [155000, 463000], "cell": 10, "dtype": "int32", "nodata": -1}
CALLS = [
    ("clip_raster", {"raster": "ones", "mask": "shapes", "cell_rule": "any_touch"}),
    ("clip_raster", {"raster": "ones", "mask": "shapes", "cell_rule": "cell_center"}),
    ("rasterize_vector", {"layer": "shapes", "cell_rule": "any_touch", "match_raster": "ones"}),
    ("rasterize_vector", {"layer": "shapes", "cell_rule": "cell_center", "match_raster": "ones"}),
]


def give(harness: Any, wkt: str, is_turned: bool) -> None:
    harness.give("ones", {**RASTER, "cells": np.ones(SHAPE, int).tolist()})
    if is_turned:
        lay(harness, "ones", ROTATED)
    harness.give("shapes", {"crs": CRS, "rows": [{"wkt": wkt}]})


def square(half: float) -> str:
    low, high = repr(-half), repr(half)
    return f"POLYGON(({low} {low},{high} {low},{high} {high},{low} {high},{low} {low}))"


@pytest.mark.parametrize("is_turned", [False, True], ids=["north up", "rotated"])
@pytest.mark.parametrize(("api", "arguments"), CALLS)
def test_a_square_of_any_size_has_all_cells_or_is_refused(
    harness: Any, api: str, arguments: dict[str, Any], is_turned: bool
) -> None:
    """On paper: it holds the raster; squares of its coordinates from 1e160 on are beyond the largest double."""
    for place, half in enumerate((1e7, 1e12, 1e100)):
        give(harness, square(half), is_turned)
        harness.done(api, **arguments, output=f"made_{place}")
        assert (harness.cells(f"made_{place}") == 1).sum() == SHAPE[0] * SHAPE[1]
    for half in (1e160, 1.7e308):
        give(harness, square(half), is_turned)
        error = harness.refused(api, **arguments, output="refused")
        assert error["code"] == "INVALID_GEOMETRY" and f"go up to {half:.3g}" in error["message"]


@pytest.mark.parametrize("is_turned", [False, True], ids=["north up", "rotated"])
@pytest.mark.parametrize("far", [1e12, 1e160, 1.7e308])
def test_a_point_of_any_distance_is_outside(harness: Any, far: float, is_turned: bool) -> None:
    give(harness, f"POINT({far!r} {-far!r})", is_turned)
    step = harness.done("rasterize_vector", layer="shapes", cell_rule="any_touch", match_raster="ones", output="made")
    assert np.isnan(harness.cells("made")).all() and step.observation["counts"]["missed_count"] == 1
    harness.done("sample_raster", points="shapes", raster="ones", prefix="n", output="sampled")
    (row,) = harness.rows("sampled")
    assert [value for name, value in row.items() if name.startswith("n")] == [None]
