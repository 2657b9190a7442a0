# SPDX-License-Identifier: GPL-2.0-or-later
"""Writing cells as another file stores them: type, NoData, scale, offset, unit, name and colours stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from run_to_folder import RunToFolder

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.facts import Grid

pytestmark = pytest.mark.qgis
GRID = Grid(3, 2, (10.0, 0.0, 155000.0, 0.0, -20.0, 463000.0))


def stored(folder: Path, bands: list[Any], cells: Any, missing: Any = None) -> tuple[Path, RunToFolder]:
    """Writes the same cells to every band, row by row."""
    from gisagentbench.tools.execution.rasters.raster_files import stored_raster
    from gisagentbench.tools.execution.rasters.raster_windows import Window

    run = RunToFolder(folder)
    with stored_raster(run, GRID, "EPSG:28992", bands) as raster:  # type: ignore[arg-type]
        for number in range(1, len(bands) + 1):
            for row, line in enumerate(cells):
                hidden = None if missing is None else np.array([missing[row]])
                raster.write(Window(0, row, 3, 1), line[None, :], hidden, number)
    return Path(raster.path), run


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"])
def test_every_type_is_kept_with_its_limits(tmp_path: Path, dtype: str) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    limits = np.iinfo(dtype) if np.dtype(dtype).kind in "iu" else np.finfo(dtype)
    cells = np.array([[limits.min, limits.max, 1], [2, 3, 7]], dtype)
    path, run = stored(tmp_path, [BandMeaning(dtype, 7.0)], cells, cells == 7)
    opened = gdal.Open(str(path))
    assert opened.ReadAsArray().dtype == dtype and (opened.ReadAsArray() == cells).all()
    assert run.counts["nodata_share"] == pytest.approx(1 / 6)


def test_bands_keep_what_they_declare_without_a_side_file(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning
    from gisagentbench.tools.execution.rasters.raster_files import stored_meaning
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells

    classes = BandMeaning("int16", -1.0, description="land use", role=gdal.GCI_PaletteIndex)
    heat = BandMeaning("int16", -1.0, scale=0.1, offset=273.15, unit="K", description="wärme")
    path, _ = stored(tmp_path, [heat, classes, heat], np.arange(6, dtype="int16").reshape(2, 3))
    assert [file.name for file in tmp_path.iterdir()] == ["output.tif"]
    facts = raster_facts(str(path))
    assert (facts.grid, facts.crs) == (GRID, "EPSG:28992")
    assert facts.bands is not None and [band.is_palette for band in facts.bands] == [False, True, False]
    opened = gdal.Open(str(path))
    read = [stored_meaning(BandCells(opened, number, "made")) for number in (1, 2, 3)]
    assert [meaning[:6] for meaning in read] == [heat[:6], classes[:6], heat[:6]]


def test_colours_are_kept_by_one_band_of_bytes(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    colours = gdal.ColorTable()
    colours.SetColorEntry(4, (10, 20, 30, 255))
    meaning = BandMeaning("uint8", 0.0, role=gdal.GCI_PaletteIndex, colours=colours)
    path, _ = stored(tmp_path, [meaning], np.full((2, 3), 4, "uint8"))
    opened = gdal.Open(str(path))
    band = opened.GetRasterBand(1)
    assert band.GetColorInterpretation() == gdal.GCI_PaletteIndex
    assert band.GetColorTable().GetColorEntry(4) == (10, 20, 30, 255)


def test_the_fourth_of_four_bytes_is_no_alpha(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    path, _ = stored(tmp_path, [BandMeaning("uint8")] * 4, np.zeros((2, 3), "uint8"))
    opened = gdal.Open(str(path))
    assert opened.GetRasterBand(4).GetColorInterpretation() != gdal.GCI_AlphaBand
    assert opened.GetRasterBand(1).GetMaskFlags() == gdal.GMF_ALL_VALID


def test_missing_cells_get_the_nodata_of_the_band_and_nan_in_floats_without_one(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    cells = np.arange(6, dtype="uint8").reshape(2, 3)
    path, _ = stored(tmp_path, [BandMeaning("int16", -9.0)], cells, cells > 3)
    assert gdal.Open(str(path)).ReadAsArray().tolist() == [[0, 1, 2], [3, -9, -9]]
    path, _ = stored(tmp_path, [BandMeaning("float32")], cells, cells > 3)
    assert np.isnan(gdal.Open(str(path)).ReadAsArray()).tolist() == [[False] * 3, [False, True, True]]


def test_missing_cells_without_a_nodata_are_refused(tmp_path: Path) -> None:
    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    cells = np.zeros((2, 3), "uint8")
    with pytest.raises(ToolError) as caught:
        stored(tmp_path, [BandMeaning("uint8")], cells, cells == 0)
    assert caught.value.code == "BAD_VALUE" and list(tmp_path.iterdir()) == []


def test_a_value_that_would_become_nodata_is_refused(tmp_path: Path) -> None:
    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    cells = np.array([[5, 5, 1], [2, 3, 4]], "uint8")
    missing = [[True, False, False], [False, False, False]]
    with pytest.raises(ToolError, match="1 cells with a value would become NoData, for their value is 5"):
        stored(tmp_path, [BandMeaning("uint8", 5.0)], cells, missing)
    assert list(tmp_path.iterdir()) == []


def test_a_type_that_does_not_hold_the_cells_is_a_fault_of_the_program(tmp_path: Path) -> None:
    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    with pytest.raises(TypeError):
        stored(tmp_path, [BandMeaning("uint8")], np.zeros((2, 3), "int16"))
    assert list(tmp_path.iterdir()) == []


def test_computed_bands_are_named_and_counted_together(tmp_path: Path) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.rasters.raster_files import new_raster
    from gisagentbench.tools.execution.rasters.raster_windows import Window

    run: Any = RunToFolder(tmp_path)
    with new_raster(run, GRID, "", "float32", -1, bands=("red", "near")) as raster:
        raster.write(Window(0, 0, 3, 2), np.full((2, 3), 0.5))
        raster.write(Window(0, 0, 3, 2), np.full((2, 3), np.nan), number=2)
    opened = gdal.Open(str(tmp_path / "output.tif"))
    assert [opened.GetRasterBand(number).GetDescription() for number in (1, 2)] == ["red", "near"]
    assert opened.ReadAsArray().tolist() == [[[0.5] * 3] * 2, [[-1] * 3] * 2]
    assert (raster.valid_count, run.counts["nodata_share"]) == (6, 0.5)


def test_cells_of_all_bands_count_to_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS
    from gisagentbench.tools.execution.rasters.band_meaning import BandMeaning

    monkeypatch.setitem(LIMITS, "cells", 17)
    with pytest.raises(ToolError, match="about 18 cells"):
        stored(tmp_path, [BandMeaning("uint8")] * 3, np.zeros((2, 3), "uint8"))
    monkeypatch.setitem(LIMITS, "cells", 18)
    stored(tmp_path, [BandMeaning("uint8")] * 3, np.zeros((2, 3), "uint8"))
