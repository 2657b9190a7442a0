# SPDX-License-Identifier: GPL-2.0-or-later
"""Verdicts on rasters against plain loops over cells."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from osgeo import gdal, osr

from gisagentbench.scoring import grid
from gisagentbench.scoring.cell_comparison import CellComparison
from gisagentbench.scoring.grid import Grid
from gisagentbench.scoring.raster_agreement import raster_closeness
from gisagentbench.scoring.raster_checks import RasterState, run_raster_checks
from gisagentbench.scoring.raster_diagnosis import raster_diagnosis
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import contract_of
from .test_raster import CONTRACT, NODATA, TRANSFORM

WIDTH, HEIGHT = 4, 3
VALUES = [NODATA, 0.0, 1.0, 2.0, 1.00009, 1.0002, 359.9995, 0.0001]
CELLS = some.lists(some.sampled_from(VALUES), min_size=WIDTH * HEIGHT, max_size=WIDTH * HEIGHT)
CHANGES = some.dictionaries(some.integers(0, WIDTH * HEIGHT - 1), some.sampled_from(VALUES), max_size=3)


def grid_of(cells: list[float]) -> Grid:
    """Returns a grid in memory."""
    dataset = gdal.GetDriverByName("MEM").Create("", WIDTH, HEIGHT, 1, gdal.GDT_Float64)
    a, b, c, d, e, f = TRANSFORM
    dataset.SetGeoTransform([c, a, b, f, d, e])
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(28992)
    dataset.SetProjection(crs.ExportToWkt())
    band = dataset.GetRasterBand(1)
    band.SetNoDataValue(NODATA)
    band.WriteArray(np.array(cells).reshape(HEIGHT, WIDTH))
    return Grid(dataset)


def record_of_cells(expected: list[float], found: list[float]) -> ScoreRecord:
    """Scores cells in memory."""
    state = RasterState(contract_of(**(CONTRACT | {"dtype": "float64"})), grid_of(expected), grid_of(found))
    checks = run_raster_checks(state)
    return ScoreRecord(
        strict=all(check.passed for check in checks),
        checks=checks,
        closeness=raster_closeness(state),
        diagnosis=raster_diagnosis(state, checks),
    )


def naive_wrong(values: str, expected: float, found: float) -> bool:
    """Judges two values by the kind of raster."""
    if values == "categorical":
        return expected != found
    if values == "angle":
        turn = math.radians(expected - found)
        return math.degrees(abs(math.atan2(math.sin(turn), math.cos(turn)))) > 0.001
    return abs(expected - found) > 1e-6 + 1e-4 * abs(expected)


@settings(deadline=None, max_examples=300)
@given(
    CELLS, CHANGES, some.sampled_from(["continuous", "categorical", "angle", "label"]), some.sampled_from([1, 4, 100])
)
def test_verdict_and_agreement_are_those_of_the_plain_loops(
    expected: list[float], changes: dict[int, float], values: str, window_cells: int
) -> None:
    found = [changes.get(place, value) for place, value in enumerate(expected)]
    keys: dict[str, Any] = {"dtype": "float64", "values": values}
    if values == "angle":
        keys["tolerance"] = {"absolute": 0.001}
    state = RasterState(contract_of(**(CONTRACT | keys)), grid_of(expected), grid_of(found))
    before, grid.CELLS_PER_WINDOW = grid.CELLS_PER_WINDOW, window_cells
    try:
        checks = {check.name: check.passed for check in run_raster_checks(state)}
        closeness = raster_closeness(state)
    finally:
        grid.CELLS_PER_WINDOW = before
    pairs = list(zip(expected, found, strict=True))
    apart = sum((a == NODATA) != (b == NODATA) for a, b in pairs)
    both = [(a, b) for a, b in pairs if NODATA not in (a, b)]
    if values == "label":
        right = all((a == c) == (b == d) for a, b in both for c, d in both)
    else:
        right = not any(naive_wrong(values, a, b) for a, b in both)
    assert checks["mask"] == (apart == 0)
    assert checks["values"] == (right and bool(both or not apart))
    if values != "label":
        agreeing = sum(not naive_wrong(values, a, b) for a, b in both)
        assert closeness.raster == (agreeing / (len(both) + apart) if both or apart else 1.0)


@pytest.mark.parametrize("percent", range(1, 101))
def test_share_of_exactly_so_many_percent_is_enough(percent: int) -> None:
    cells = CellComparison(compared=100, filled=100 - percent, both=100, wrong=100 - percent)
    assert cells.value_share == cells.mask_share == float(f"{percent / 100:.2f}")
