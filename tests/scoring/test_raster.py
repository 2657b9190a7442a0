# SPDX-License-Identifier: GPL-2.0-or-later
"""Rasters of 4 x 3 cells: every check with the broken output that fails first at it, and what is equivalent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from osgeo import gdal, osr

from gisagentbench.scoring.comparison import compare_files
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import contract_of

TRANSFORM = [30.0, 0.0, 155000.0, 0.0, -30.0, 463000.0]
NODATA = -9999.0
CELLS = np.array([[1, 2, 3, 4], [5, NODATA, 7, 8], [9, 10, 11, 12]], float)
CONTRACT = {
    "kind": "raster",
    "file": "r.tif",
    "crs": "EPSG:28992",
    "width": 4,
    "height": 3,
    "transform": TRANSFORM,
    "dtype": "float32",
    "nodata": NODATA,
    "values": "continuous",
}


def write_raster(
    path: Path,
    cells: np.ndarray,
    transform: list[float] = TRANSFORM,
    crs: str = "EPSG:28992",
    nodata: float | None = NODATA,
    dtype: int = gdal.GDT_Float32,
    bands: int = 1,
    scale: tuple[float, float] | None = None,
) -> Path:
    """Writes the same cells into every band of a GeoTIFF."""
    path.parent.mkdir(exist_ok=True)
    height, width = cells.shape
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), width, height, bands, dtype)
    a, b, c, d, e, f = transform
    dataset.SetGeoTransform([c, a, b, f, d, e])
    reference = osr.SpatialReference()
    reference.SetFromUserInput(crs)
    dataset.SetProjection(reference.ExportToWkt())
    for number in range(1, bands + 1):
        band = dataset.GetRasterBand(number)
        if nodata is not None:
            band.SetNoDataValue(nodata)
        if scale:
            band.SetScale(scale[0])
            band.SetOffset(scale[1])
        band.WriteArray(cells)
    dataset = None
    return path


def score(tmp_path: Path, cells: np.ndarray, contract: dict[str, Any] | None = None, **written: Any) -> ScoreRecord:
    """Scores cells against CELLS."""
    expected = write_raster(tmp_path / "reference" / "r.tif", CELLS)
    found = write_raster(tmp_path / "output" / "r.tif", cells, **written)
    return compare_files(contract_of(**(CONTRACT | (contract or {}))), expected, found)


def with_cell(row: int, column: int, value: float) -> np.ndarray:
    """Returns the cells with one of them changed."""
    cells = CELLS.copy()
    cells[row, column] = value
    return cells


HALF_STORED = np.where(CELLS == NODATA, NODATA, (CELLS - 10) / 0.5)
EQUAL = [
    ("the reference itself", CELLS, {}, {}),
    ("another NoData value where any is allowed", np.where(CELLS == NODATA, -1, CELLS), {"nodata": "any"},
     {"nodata": -1}),
    ("NaN as NoData where any is allowed", np.where(CELLS == NODATA, np.nan, CELLS), {"nodata": "any"},
     {"nodata": float("nan")}),
    ("stored as (value - 10) / 0.5 with scale and offset", HALF_STORED, {}, {"scale": (0.5, 10.0)}),
    ("0.01 percent", np.where(CELLS == NODATA, NODATA, CELLS * 1.00009), {}, {}),
    ("a wrong cell of 11 where 90 percent are enough", with_cell(0, 0, 99), {"min_share": 0.9}, {}),
    ("a wrong cell on the rim that is left out", with_cell(0, 0, 99), {"ignore_rim_cells": 1}, {}),
    ("8 bytes where any float is allowed", CELLS, {"dtype": "any_float"}, {"dtype": gdal.GDT_Float64}),
    ("classes under other numbers", np.where(CELLS == NODATA, NODATA, CELLS * 7 - 3), {"values": "label"}, {}),
    ("an axis the other way round, period 180", np.where(CELLS == NODATA, NODATA, CELLS + 180),
     {"values": "angle", "period": 180}, {}),
    ("NaN as NoData where it is asked", np.where(CELLS == NODATA, np.nan, CELLS), {"nodata": ".nan"},
     {"nodata": float("nan")}),
    ("whole numbers where any integer is allowed", CELLS, {"dtype": "any_integer"}, {"dtype": gdal.GDT_Int16}),
    ("one mask cell of 12 where 90 percent are enough", with_cell(0, 0, NODATA), {"mask_min_share": 0.9}, {}),
    ("an angle a turn further", np.where(CELLS == NODATA, NODATA, CELLS + 360), {"values": "angle",
     "tolerance": {"absolute": 1e-3}}, {}),
]  # fmt: skip

REJECTED = [
    ("crs", "the neighbour's label", CELLS, {}, {"crs": "EPSG:28991"}),
    ("transform", "half a cell east", CELLS, {}, {"transform": [30, 0, 155015, 0, -30, 463000]}),
    ("transform", "rows from south to north", CELLS, {}, {"transform": [30, 0, 155000, 0, 30, 462910]}),
    ("size", "a column more", np.pad(CELLS, ((0, 0), (0, 1)), constant_values=5), {}, {}),
    ("bands", "two bands", CELLS, {}, {"bands": 2}),
    ("dtype", "8 bytes", CELLS, {}, {"dtype": gdal.GDT_Float64}),
    ("nodata", "no NoData value", CELLS, {}, {"nodata": None}),
    ("nodata", "another NoData value", np.where(CELLS == NODATA, -1, CELLS), {}, {"nodata": -1}),
    ("nodata", "a number where none is asked", CELLS, {"nodata": "none"}, {}),
    ("nodata", "a number where NaN is asked", CELLS, {"nodata": ".nan"}, {}),
    ("dtype", "whole numbers where any float is asked", CELLS, {"dtype": "any_float"}, {"dtype": gdal.GDT_Int16}),
    ("dtype", "reals where any integer is asked", CELLS, {"dtype": "any_integer"}, {}),
    ("mask", "two cells of 12 lost where 90 percent are asked", np.where(CELLS < 3, NODATA, CELLS),
     {"mask_min_share": 0.9}, {}),
    ("values", "an angle and its opposite", np.where(CELLS == NODATA, NODATA, CELLS + 180), {"values": "angle"}, {}),
    ("mask", "NoData written as 0", with_cell(1, 1, 0), {}, {}),
    ("mask", "a cell lost", with_cell(0, 0, NODATA), {}, {}),
    ("values", "0.02 percent in one cell", with_cell(2, 3, 12 * 1.0002), {}, {}),
    ("values", "a wrong cell inside the rim", with_cell(1, 2, 99), {"ignore_rim_cells": 1}, {}),
    ("values", "two wrong cells of 11 where 90 percent are asked", np.where(CELLS < 3, 99, CELLS) * 1.0,
     {"min_share": 0.9, "mask_min_share": 0.9}, {}),
    ("values", "two classes merged", np.where(CELLS == 2, 1, CELLS), {"values": "label"}, {}),
    ("values", "class 3 read as 3.5", with_cell(0, 2, 3.5), {"values": "categorical"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cells", "contract", "written"), EQUAL, ids=[row[0] for row in EQUAL])
def test_equivalent_raster_is_strict(tmp_path: Path, rule: str, cells: Any, contract: Any, written: Any) -> None:
    record = score(tmp_path, cells, contract, **written)
    assert (record.first_failing_check, record.strict) == (None, True)


@pytest.mark.parametrize(
    ("check", "rule", "cells", "contract", "written"), REJECTED, ids=[f"{row[0]}: {row[1]}" for row in REJECTED]
)
def test_broken_raster_fails_first_at_its_check(
    tmp_path: Path, check: str, rule: str, cells: Any, contract: Any, written: Any
) -> None:
    assert score(tmp_path, cells, contract, **written).first_failing_check == check


def test_every_raster_check_but_readable_has_a_broken_output() -> None:
    assert {row[0] for row in REJECTED} == {"crs", "transform", "size", "bands", "dtype", "nodata", "mask", "values"}


def test_agreement_is_the_share_of_cells_with_a_value_on_some_side(tmp_path: Path) -> None:
    # 11 cells have a value in the reference; one is wrong, one is lost.
    cells = with_cell(0, 0, 99)
    cells[2, 3] = NODATA
    closeness = score(tmp_path, cells).closeness
    assert (closeness.raster, closeness.quantitative, closeness.coverage) == (
        pytest.approx(9 / 11),
        closeness.raster,
        1,
    )


def test_agreement_on_another_grid_is_that_of_the_nearest_cells(tmp_path: Path) -> None:
    # A column too many on the left, all other cells right: nothing is lost by place.
    wider = np.pad(CELLS, ((0, 0), (1, 0)), constant_values=NODATA)
    record = score(tmp_path, wider, transform=[30, 0, 154970, 0, -30, 463000])
    assert (record.first_failing_check, record.closeness.raster) == ("transform", 1.0)


def test_reference_from_south_to_north_is_kept_to(tmp_path: Path) -> None:
    upwards = [30.0, 0.0, 155000.0, 0.0, 30.0, 462910.0]
    keys = contract_of(**(CONTRACT | {"transform": upwards}))
    expected = write_raster(tmp_path / "reference" / "r.tif", np.flip(CELLS, 0), upwards)
    assert compare_files(keys, expected, write_raster(tmp_path / "a" / "r.tif", np.flip(CELLS, 0), upwards)).strict
    record = compare_files(keys, expected, write_raster(tmp_path / "b" / "r.tif", CELLS))
    assert record.first_failing_check == "transform"


def test_turned_grids_agree_on_the_same_grid_alone(tmp_path: Path) -> None:
    # 3-4-5: cells of 5 m, turned
    turned = [4.0, 3.0, 155000.0, -3.0, 4.0, 463000.0]
    keys = contract_of(**(CONTRACT | {"transform": turned}))
    expected = write_raster(tmp_path / "reference" / "r.tif", CELLS, turned)
    assert compare_files(keys, expected, write_raster(tmp_path / "a" / "r.tif", CELLS, turned)).strict
    record = compare_files(keys, expected, write_raster(tmp_path / "b" / "r.tif", CELLS))
    assert (record.first_failing_check, record.closeness.raster) == ("transform", 0.0)


def write_signed_bytes(path: Path, cells: np.ndarray, nodata: int) -> Path:
    """Writes signed bytes as the GDAL at hand does: before 3.7 it has no int8 and calls them byte."""
    path.parent.mkdir()
    old = gdal.VersionInfo() < "3070000"
    kind, options = (gdal.GDT_Byte, ["PIXELTYPE=SIGNEDBYTE"]) if old else (gdal.GDT_Int8, [])
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 4, 3, 1, kind, options)
    a, b, c, d, e, f = TRANSFORM
    dataset.SetGeoTransform([c, a, b, f, d, e])
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(28992)
    dataset.SetProjection(crs.ExportToWkt())
    dataset.GetRasterBand(1).SetNoDataValue(nodata)
    dataset.GetRasterBand(1).WriteArray(cells)
    dataset = None
    return path


def test_signed_bytes_are_int8_and_their_nodata_is_seen(tmp_path: Path) -> None:
    keys = contract_of(**(CONTRACT | {"dtype": "int8", "nodata": -1, "values": "categorical"}))
    cells = np.array([[-1, 2, 3, 4], [-5, 6, 7, 8], [9, 10, 11, 12]], np.int8)
    expected = write_signed_bytes(tmp_path / "reference" / "r.tif", cells, -1)
    assert compare_files(keys, expected, expected).strict
    for column, value, check in ((0, 0, "mask"), (1, -2, "values")):
        changed = cells.copy()
        changed[0, column] = value
        found = write_signed_bytes(tmp_path / check / "r.tif", changed, -1)
        assert compare_files(keys, expected, found).first_failing_check == check


def test_worst_cell_is_named_with_its_place(tmp_path: Path) -> None:
    worst = score(tmp_path, with_cell(2, 3, 20)).worst_rows
    assert [(cell.key, cell.expected, cell.found) for cell in worst] == [("row 3, column 4", 12.0, 20.0)]
    # the middle of column 4, row 3: 155000 + 3.5 * 30, 463000 - 2.5 * 30
    assert worst[0].location == [155105.0, 462925.0]


def test_integers_beyond_2_to_the_24_are_compared_exactly(tmp_path: Path) -> None:
    keys = contract_of(**(CONTRACT | {"dtype": "int32", "nodata": "none", "values": "categorical"}))
    ids = np.full((3, 4), 2**24 + 1)
    options = {"nodata": None, "dtype": gdal.GDT_Int32}
    expected = write_raster(tmp_path / "reference" / "r.tif", ids, **options)
    assert compare_files(keys, expected, write_raster(tmp_path / "a" / "r.tif", ids, **options)).strict
    found = write_raster(tmp_path / "b" / "r.tif", ids - 1, **options)
    assert compare_files(keys, expected, found).first_failing_check == "values"
