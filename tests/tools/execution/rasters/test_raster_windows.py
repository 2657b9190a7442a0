# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading rasters by window: every cell once, NoData as NaN, physical values, hidden cells hidden."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gisagentbench.tools.declaration.errors import ToolError

pytestmark = pytest.mark.qgis
NAN = math.nan


def band_of(path: Path, cells: Any, code: int | None = None, number: int = 1, **options: Any) -> Any:
    """Writes cells to a GeoTIFF and opens a band of it."""
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells

    bands = [np.array(cells)] if np.ndim(cells) == 2 else [np.array(band) for band in cells]
    height, width = bands[0].shape
    creation = options.get("creation", [])
    dataset = gdal.GetDriverByName("GTiff").Create(
        str(path), width, height, len(bands), gdal.GDT_Float32 if code is None else code, creation
    )
    dataset.SetGeoTransform((0, 1, 0, height, 0, -1))
    for index, values in enumerate(bands, start=1):
        band = dataset.GetRasterBand(index)
        if "nodata" in options:
            band.SetNoDataValue(options["nodata"])
        if "scale" in options:
            band.SetScale(options["scale"])
            band.SetOffset(options["offset"])
        band.WriteArray(values)
    if "alpha" in options:
        dataset.GetRasterBand(len(bands)).SetColorInterpretation(gdal.GCI_AlphaBand)
    if "mask" in options:
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array(options["mask"], np.uint8))
    dataset = None
    return BandCells(open_raster(str(path)), number, "dem")


def everything(band: Any) -> list[list[float]]:
    from gisagentbench.tools.execution.rasters.raster_windows import Window

    return band.read(Window(0, 0, band.grid.width, band.grid.height)).tolist()


@settings(deadline=None)
@given(
    width=st.integers(1, 70),
    height=st.integers(1, 70),
    block=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    cells=st.integers(1, 900),
)
def test_windows_cover_each_cell_once_along_whole_blocks(
    width: int, height: int, block: tuple[int, int], cells: int
) -> None:
    from gisagentbench.tools.execution.rasters.raster_windows import split

    seen = np.zeros((height, width), int)
    for window in split(width, height, block, cells):
        assert window.width > 0 and window.height > 0
        seen[window.row : window.row + window.height, window.column : window.column + window.width] += 1
        if min(block[0], width) * min(block[1], height) <= 4 * cells:
            assert window.row % min(block[1], height) == 0 and window.column % min(block[0], width) == 0
    assert (seen == 1).all()


def test_small_rasters_are_one_window_and_large_ones_bounded() -> None:
    from gisagentbench.tools.execution.rasters.raster_windows import CELLS_PER_WINDOW, split

    assert len(split(349, 352, (349, 3))) == 1
    for block in ((40000, 1), (256, 256), (40000, 40000)):
        assert all(w.width * w.height <= 4 * CELLS_PER_WINDOW for w in split(40000, 40000, block))


def test_a_nodata_value_is_compared_in_the_precision_of_the_cells(tmp_path: Path) -> None:
    band = band_of(tmp_path / "a.tif", [[0.1, 0.2]], nodata=0.1)
    assert everything(band) == [[pytest.approx(NAN, nan_ok=True), pytest.approx(0.2)]]
    lowest = float(np.finfo(np.float32).min)
    band = band_of(tmp_path / "b.tif", [[lowest, 1.0, NAN]], nodata=-3.40282306074e38)
    np.testing.assert_equal(everything(band), [[NAN, 1.0, NAN]])


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_outermost_number_of_a_type_hides_itself_alone(tmp_path: Path, kind: str, sign: float) -> None:
    from osgeo import gdal

    outermost = sign * float(np.finfo(kind).max)
    code = gdal.GDT_Float32 if kind == "float32" else gdal.GDT_Float64
    band = band_of(tmp_path / "a.tif", [[outermost, 1.0, -outermost, 0.99 * outermost]], code, nodata=outermost)
    found = everything(band)[0]
    assert np.isnan(found).tolist() == [True, False, False, False]
    assert found[1] == 1.0


@pytest.mark.parametrize("nodata", [float("inf"), float("-inf"), float("nan")])
def test_a_nodata_value_that_is_no_number_hides_no_integer(tmp_path: Path, nodata: float) -> None:
    from osgeo import gdal

    band = band_of(tmp_path / "a.tif", [[0, 7]], gdal.GDT_Int16, nodata=nodata)
    assert everything(band) == [[0.0, 7.0]]


def test_a_nodata_value_outside_an_integer_type_hides_nothing(tmp_path: Path) -> None:
    from osgeo import gdal

    band = band_of(tmp_path / "a.tif", [[0, 241]], gdal.GDT_Byte, nodata=-9999)
    assert everything(band) == [[0.0, 241.0]]  # -9999 modulo 256 is 241


def test_scale_and_offset_make_physical_values_after_nodata_is_found(tmp_path: Path) -> None:
    from osgeo import gdal

    band = band_of(tmp_path / "a.tif", [[-1, 0, 10]], gdal.GDT_Int16, nodata=-1, scale=0.5, offset=-1.0)
    np.testing.assert_equal(everything(band), [[NAN, -1.0, 4.0]])
    assert not band.is_whole and band.is_scaled


def test_cells_behind_an_internal_mask_are_nodata(tmp_path: Path) -> None:
    band = band_of(tmp_path / "a.tif", [[1, 2], [3, 4]], mask=[[255, 0], [255, 255]])
    np.testing.assert_equal(everything(band), [[1, NAN], [3, 4]])
    assert band.is_masked


def test_cells_under_a_transparent_alpha_band_are_nodata(tmp_path: Path) -> None:
    from osgeo import gdal

    band = band_of(tmp_path / "a.tif", [[[7, 8]], [[0, 255]]], gdal.GDT_Byte, alpha=True)
    np.testing.assert_equal(everything(band), [[NAN, 8]])


def test_integers_beyond_2_to_the_53_are_refused(tmp_path: Path) -> None:
    from osgeo import gdal

    band = band_of(tmp_path / "a.tif", np.array([[2**53 + 1, 5]], np.int64), gdal.GDT_Int64)
    with pytest.raises(ToolError, match=r"\"dem\" holds integers beyond 2\^53 in 1 cell,"):
        everything(band)
    assert everything(band_of(tmp_path / "b.tif", np.array([[2**53, 5]], np.int64), gdal.GDT_Int64)) == [[2.0**53, 5]]


def test_complex_numbers_are_refused(tmp_path: Path) -> None:
    from osgeo import gdal

    with pytest.raises(ToolError, match="complex"):
        band_of(tmp_path / "a.tif", [[1]], gdal.GDT_CFloat32)


def test_a_truncated_file_is_an_error_not_zeros(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    band_of(path, np.ones((200, 200)))
    path.write_bytes(path.read_bytes()[:5000])
    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells

    with pytest.raises(ToolError) as caught:
        everything(BandCells(open_raster(str(path)), 1, "dem"))
    assert caught.value.code in ("ENGINE_FAILED", "BAD_FORMAT")


def test_an_alpha_band_taken_for_a_measurement_is_named(harness: Any) -> None:
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.work / "photo.tif"
    band_of(path, [[[9]], [[10]], [[11]], [[255]]], gdal.GDT_Byte, alpha=True)
    harness.workspace.accept("photo", Written(path, ""), raster_facts(str(path)))
    inputs = {"near": "photo@4", "red": "photo@1"}
    step = harness.done("raster_calculator", inputs=inputs, formula="near - red", output="a")
    assert any('band 4 of "photo" is its alpha band' in warning for warning in step.warnings)
    clean = harness.done("raster_calculator", inputs={"red": "photo@1"}, formula="red", output="b")
    assert clean.warnings == []


def test_examples_in_docstrings_hold() -> None:
    import doctest

    from gisagentbench.tools.declaration import formula
    from gisagentbench.tools.execution.rasters import raster_windows
    from gisagentbench.tools.execution.zones import zone_cells

    for module in (formula, raster_windows, zone_cells):
        assert doctest.testmod(module) == (0, 1)
