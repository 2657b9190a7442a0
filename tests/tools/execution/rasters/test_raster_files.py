# SPDX-License-Identifier: GPL-2.0-or-later
"""Writing rasters by window."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from run_to_folder import RunToFolder

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import Grid

pytestmark = pytest.mark.qgis
GRID = Grid(3, 2, (10.0, 0.0, 155000.0, 0.0, -20.0, 463000.0))


def written(folder: Path, cells: Any, data_type: str = "float32") -> tuple[Path, RunToFolder]:
    from gisagentbench.tools.execution.rasters.raster_files import new_raster
    from gisagentbench.tools.execution.rasters.raster_windows import Window

    run = RunToFolder(folder)
    with new_raster(run, GRID, "EPSG:28992", data_type, -9999) as raster:  # type: ignore[arg-type]
        for row, line in enumerate(np.array(cells, float)):
            raster.write(Window(0, row, 3, 1), line[None, :])
    return Path(raster.path), run


def test_a_raster_stands_where_its_grid_says(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts

    path, run = written(tmp_path, [[1, 2, math.nan], [4, 5, 6]])
    facts = raster_facts(str(path))
    assert (facts.grid, facts.crs) == (GRID, "EPSG:28992")
    assert facts.bands is not None and (facts.bands[0].dtype, facts.bands[0].nodata) == ("float32", -9999.0)
    assert gdal.Open(str(path)).ReadAsArray().tolist() == [[1, 2, -9999], [4, 5, 6]]
    assert run.counts["nodata_share"] == pytest.approx(1 / 6)
    assert [file.name for file in tmp_path.iterdir()] == ["output.tif"], "no side file"


def test_nothing_is_left_of_a_raster_that_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="1 cells do not fit into int16"):
        written(tmp_path, [[1, 2, 3], [4, 5, 60000]], "int16")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_when_the_work_inside_fails(tmp_path: Path) -> None:
    from gisagentbench.tools.execution.rasters.raster_files import new_raster

    run: Any = RunToFolder(tmp_path)
    with pytest.raises(ZeroDivisionError), new_raster(run, GRID, "", "byte", 255):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_an_engine_failure(tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        written(tmp_path / "missing", [[1, 2, 3], [4, 5, 6]])
    assert caught.value.text == "ENGINE_FAILED: the raster could not be written."


def test_a_raster_without_any_value_is_told(tmp_path: Path) -> None:
    _, run = written(tmp_path, [[math.nan] * 3] * 2)
    assert run.warnings[0].startswith("EMPTY")


def test_a_full_disk_is_an_error_and_leaves_no_half_raster(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk."""
    import resource

    from gisagentbench.tools.execution.rasters.raster_files import new_raster
    from gisagentbench.tools.execution.rasters.raster_windows import Window

    run: Any = RunToFolder(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    wide = Grid(1000, 1000, GRID.transform)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(ToolError) as caught, new_raster(run, wide, "", "float64", -9999) as raster:
            raster.write(Window(0, 0, 1000, 1000), np.ones((1000, 1000)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.code == "ENGINE_FAILED"
    assert list(tmp_path.iterdir()) == []
