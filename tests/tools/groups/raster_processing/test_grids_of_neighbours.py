# SPDX-License-Identifier: GPL-2.0-or-later
"""What looks at cells and their neighbours alone is the same on south-up and rotated grids, and under a mask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.qgis
CELLS = [[1, 1, 2, None], [1, 3, 2, 2], [None, 3, 3, 2]]
CALLS: dict[str, dict[str, Any]] = {
    "cell_statistics": {"rasters": ["dem", "dem2"], "statistic": "range"},
    "focal_statistics": {"raster": "dem", "statistic": "mean"},
    "fill_nodata": {"raster": "dem", "method": "interpolate", "max_distance_cells": 2},
    "sieve_raster": {"raster": "dem", "min_cells": 2, "connectivity": 4},
    "clump_raster": {"raster": "dem", "connectivity": 8},
}


def give(harness: Any) -> None:
    for name in ("dem", "dem2"):
        harness.give(name, {"crs": "EPSG:28992", "nodata": -9, "cell": 10, "origin": [155000, 463000], "cells": CELLS})


@pytest.mark.parametrize("tool", CALLS)
def test_a_turned_grid_changes_no_cell_and_is_kept(harness: Any, tool: str) -> None:
    from turned_grids import ROTATED, SOUTH_UP, lay

    give(harness)
    harness.done(tool, **CALLS[tool], output="straight")
    for name, transform in (("south_up", SOUTH_UP), ("rotated", ROTATED)):
        for raster in ("dem", "dem2"):
            lay(harness, raster, transform)
        harness.done(tool, **CALLS[tool], output=name)
        np.testing.assert_array_equal(harness.cells(name), harness.cells("straight"))
        assert harness.workspace.handles[name].grid.transform == transform


@pytest.mark.parametrize("tool", CALLS)
def test_masked_cells_are_nodata(harness: Any, tool: str) -> None:
    """Law: a mask over cells of any value is the same as NoData in them."""
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    give(harness)
    harness.done(tool, **CALLS[tool], output="declared")
    hidden = [[99 if cell is None else cell for cell in row] for row in CELLS]
    for name in ("dem", "dem2"):
        harness.give(name, {"crs": "EPSG:28992", "nodata": -9, "cell": 10, "origin": [155000, 463000],
                            "cells": hidden})  # fmt: skip
        path = harness.workspace.layer(name).path
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
        dataset = gdal.Open(path, gdal.GA_Update)
        dataset.GetRasterBand(1).DeleteNoDataValue()
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
        shown = np.array([[0 if cell is None else 255 for cell in row] for row in CELLS], np.uint8)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(shown)
        dataset = None
        harness.workspace.accept(name, Written(Path(path), ""), raster_facts(path))
    harness.done(tool, **CALLS[tool], output="masked")
    np.testing.assert_array_equal(harness.cells("masked"), harness.cells("declared"))
