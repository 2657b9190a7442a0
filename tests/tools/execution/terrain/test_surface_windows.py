# SPDX-License-Identifier: GPL-2.0-or-later
"""Windows with their neighbours, of rasters of every shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.qgis


class Quiet:
    """A run that nobody watches."""

    def progress(self, share: float) -> None:
        pass


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (50, 1), (23, 31)])
@pytest.mark.parametrize("margin", [1, 3, 60])
@pytest.mark.parametrize(("most", "at_once"), [(2**23, 2**19), (300, 40), (1, 1)])
def test_every_cell_comes_once_with_what_lies_around_it(
    qgis_application: object, tmp_path: Path, shape: tuple[int, int], margin: int, most: int, at_once: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Law: each frame is a part of the raster with a frame of NaN around it, however it is cut."""
    from given import write_raster

    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells
    from gisagentbench.tools.execution.terrain import surface_windows

    monkeypatch.setattr(surface_windows, "MOST_CELLS", max(most, 4 * margin))
    monkeypatch.setattr(surface_windows, "CELLS_PER_WINDOW", at_once)
    cells = np.arange(shape[0] * shape[1], dtype=float).reshape(shape)
    write_raster(tmp_path / "dem.tif", {"crs": "EPSG:28992", "cells": cells.tolist()})
    band = BandCells(open_raster(str(tmp_path / "dem.tif")), 1, "dem")
    whole = np.pad(cells, margin, constant_values=np.nan)
    times = np.zeros(shape, int)
    for window, framed in surface_windows.heights_with_margin(Quiet(), band, margin):  # type: ignore[arg-type]
        rows = slice(window.row, window.row + window.height + 2 * margin)
        columns = slice(window.column, window.column + window.width + 2 * margin)
        np.testing.assert_array_equal(framed, whole[rows, columns])
        times[window.row :, window.column :][: window.height, : window.width] += 1
    assert (times == 1).all()


def test_windows_of_a_very_wide_raster_stay_small(qgis_application: object, tmp_path: Path) -> None:
    """On paper: 2^23 cells are 4 x 100 rows of 20,971 columns, and there is a frame of 100 on all sides."""
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells
    from gisagentbench.tools.execution.terrain.surface_windows import _windows_for

    path = str(tmp_path / "wide.tif")
    made = gdal.GetDriverByName("GTiff").Create(path, 2_000_000, 500, 1, gdal.GDT_Byte, ["SPARSE_OK=TRUE"])
    made.SetGeoTransform((0, 1, 0, 0, 0, -1))
    del made
    band = BandCells(open_raster(path), 1, "wide")
    windows = list(_windows_for(Quiet(), band, 100))  # type: ignore[arg-type]
    assert sum(window.width * window.height for window in windows) == 1_000_000_000
    assert max((window.width + 200) * (window.height + 200) for window in windows) <= 2**23 + 400 * 200
