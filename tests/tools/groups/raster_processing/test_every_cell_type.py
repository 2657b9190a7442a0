# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of every type that GDAL writes, at the ends of what the type holds; oracle: the numbers that were written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from given import GDAL_TYPES
from tool_rows import check_effect

pytestmark = pytest.mark.qgis
BEYOND = 2**53 + 1  # the first whole number that a float of 64 bits rounds
UNHELD = {"uint8": 0.5, "int16": 1e6, "uint16": -1, "int32": 1e12, "uint32": -9999}  # no cell has it
KEEPING: dict[str, dict[str, Any]] = {
    "clip_raster": {"raster": "a", "extent": "a"},
    "stack_bands": {"bands": {"one": "a"}},
    "mosaic_rasters": {"rasters": ["a"], "overlap": "first"},
    "set_nodata": {"raster": "a", "scale": 2.0},
}


def ends_of(dtype: str) -> tuple[Any, Any]:
    if np.dtype(dtype).kind in "iu":
        return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    return float(np.finfo(dtype).min), float(np.finfo(dtype).max)


def give(harness: Any, name: str, dtype: str, cells: list[list[Any]], nodata: Any = None, **more: Any) -> None:
    harness.give(name, {"crs": "EPSG:28992", "cell": 10, "dtype": dtype, "cells": cells, "nodata": nodata, **more})


def stored(harness: Any, handle: str) -> tuple[np.ndarray, Any]:
    """Reads a band as stored, by GDAL, and its NoData."""
    from osgeo import gdal

    dataset = gdal.Open(harness.workspace.layer(handle).path)
    return dataset.GetRasterBand(1).ReadAsArray(), dataset.GetRasterBand(1).GetNoDataValue()


@pytest.mark.parametrize("place", ["none", "lowest", "highest"])
@pytest.mark.parametrize("tool", KEEPING)
@pytest.mark.parametrize("dtype", GDAL_TYPES)
def test_tools_that_keep_cells_keep_every_one(harness: Any, tool: str, dtype: str, place: str) -> None:
    lowest, highest = ends_of(dtype)
    nodata = {"none": None, "lowest": lowest, "highest": highest}[place]
    give(harness, "a", dtype, [[lowest, highest, 1], [2, 7, lowest]], nodata)
    before = dict(harness.workspace.handles)
    harness.done(tool, **KEEPING[tool], output="out")
    check_effect(harness, tool, {**KEEPING[tool], "output": "out"}, before)
    cells, declared = stored(harness, "out")
    assert cells.dtype == dtype and cells.tolist() == stored(harness, "a")[0].tolist()
    assert declared == stored(harness, "a")[1]
    assert cells[0].tolist() == [lowest, highest, 1]


@pytest.mark.parametrize("other", ["float32", "uint64", "float64"])
@pytest.mark.parametrize(("value", "is_exact"), [(BEYOND - 1, True), (BEYOND, False), (-BEYOND, False)])
def test_integers_beside_floats_are_exact_or_refused(harness: Any, other: str, value: int, is_exact: bool) -> None:
    """On paper: cells of int64 and of the other type have float64 in common, which holds 2^53 and not 2^53 + 1."""
    give(harness, "a", "int64", [[value, 5]], -1)
    give(harness, "b", other, [[3, 4]], 0)
    calls = {"stack_bands": {"bands": {"a": "a", "b": "b"}}, "mosaic_rasters": {"rasters": ["a", "b"],
             "overlap": "first"}}  # fmt: skip
    for tool, call in calls.items():
        if is_exact:
            harness.done(tool, **call, output=tool)
            assert stored(harness, tool)[0].tolist() == [[value, 5]]
        else:
            error = harness.refused(tool, **call, output=tool)
            assert error["code"] == "BAD_VALUE" and '"a" holds integers beyond 2^53 in 1 cell,' in error["message"]
            assert tool not in harness.workspace.handles


@pytest.mark.parametrize("tool", ["resample_raster", "align_rasters", "warp_raster"])
@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_integers_that_gdal_would_round_are_not_warped(harness: Any, dtype: str, tool: str) -> None:
    """On paper: GDAL warps 64-bit integers as floats, and gives 2^53 for 2^53 + 1."""
    calls = {
        "resample_raster": {"pixel_size": 10, "pixel_unit": "m"},
        "align_rasters": {"reference": "a"},
        "warp_raster": {"target_crs": "EPSG:28992", "pixel_size": 10, "pixel_unit": "m"},
    }
    place = {"origin": [155000, 463000]}
    give(harness, "a", dtype, [[BEYOND - 1, 5]], 0, **place)
    harness.done(tool, raster="a", **calls[tool], resampling="nearest", output="kept")
    assert stored(harness, "kept")[0].tolist() == [[BEYOND - 1, 5]]
    give(harness, "a", dtype, [[BEYOND, 5]], 0, **place)
    error = harness.refused(tool, raster="a", **calls[tool], resampling="nearest", output="out")
    assert error["code"] == "BAD_VALUE" and "integers beyond 2^53" in error["message"]
    give(harness, "a", dtype, [[4, 5]], ends_of(dtype)[1], **place)
    error = harness.refused(tool, raster="a", **calls[tool], resampling="nearest", output="out")
    assert error["code"] == "BAD_VALUE" and f"NoData {ends_of(dtype)[1]}" in error["message"]


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_a_mask_over_integers_of_64_bits_becomes_nodata(harness: Any, dtype: str) -> None:
    """On paper: the first candidate that no cell has."""
    from gisagentbench.tools.execution.rasters.free_values import free_value

    lowest, highest = ends_of(dtype)
    first, second = (lowest, -9999) if dtype == "int64" else (highest, 0)
    assert free_value([(np.array([[1]], dtype), None)], dtype) == (first, dtype)
    value, _ = free_value([(np.array([[first]], dtype), None)], dtype)
    assert value == second and isinstance(value, int)


@pytest.mark.parametrize(
    ("dtype", "constant", "fits"),
    [("uint32", 4294967294, True), ("uint32", -5, False), ("uint32", 4294967296, False), ("uint32", 0.5, False),
     ("int64", -(2**40), True), ("uint64", -1, False), ("int32", 2**31, False), ("float32", 1e39, False),
     ("uint8", 256, False), ("uint8", 254, True)],
)  # fmt: skip
def test_a_constant_is_held_or_refused(harness: Any, dtype: str, constant: float, fits: bool) -> None:
    give(harness, "a", dtype, [[None, 5]], 7)
    call = {"raster": "a", "method": "constant", "constant": constant, "output": "out"}
    if fits:
        harness.done("fill_nodata", **call)
        assert stored(harness, "out")[0].tolist() == [[constant, 5]]
    else:
        error = harness.refused("fill_nodata", **call)
        assert error["code"] == "BAD_VALUE" and f"does not fit into cells of {dtype}" in error["message"]


@pytest.mark.parametrize("dtype", UNHELD)
def test_a_nodata_that_no_cell_can_have_is_none(harness: Any, dtype: str) -> None:
    """On paper: all cells are values, 0 too, which GDAL itself would take for 0.5 in bytes."""
    give(harness, "a", dtype, [[0, 1], [1, 2]], UNHELD[dtype], origin=[155000, 463000])
    assert harness.workspace.handles["a"].bands[0].nodata is None
    for tool, call in KEEPING.items():
        harness.done(tool, **call, output=f"{tool}_out")
        cells, declared = stored(harness, f"{tool}_out")
        assert declared is None and cells.tolist() == [[0, 1], [1, 2]], tool
    harness.done("raster_calculator", inputs={"a": "a"}, formula="a + 1", output="more")
    assert harness.cells("more").tolist() == [[1, 2], [2, 3]]
    harness.done("align_rasters", raster="a", reference="a", resampling="nearest", nodata=9, output="aligned")
    assert harness.cells("aligned").tolist() == [[0, 1], [1, 2]]
    harness.done("polygonize_raster", raster="a", connectivity=8, output="regions")
    assert sorted(row["value"] for row in harness.rows("regions")) == [0, 1, 2]
    harness.done("contour_lines", raster="a", levels=[-5.0], result="bands", output="band")
    (band,) = harness.rows("band")
    assert shapely.from_wkt(band["wkt"]).area == pytest.approx(400)
    harness.done("export_raster", raster="a", file="a.tif")


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_nodata_of_64_bits_is_told_with_all_its_digits(harness: Any, dtype: str) -> None:
    highest = ends_of(dtype)[1]
    give(harness, "a", dtype, [[1, highest]], highest)
    for tool, argument in (("describe_raster", "raster"), ("describe_layer", "layer")):
        (band,) = harness.done(tool, **{argument: "a"}).observation["report"]["bands"]
        assert band["nodata"] == str(highest), tool


@pytest.mark.parametrize(("value", "is_exact"), [(BEYOND - 1, True), (BEYOND, False)])
def test_integers_that_an_ascii_grid_would_round_are_refused(harness: Any, value: int, is_exact: bool) -> None:
    """On paper: GDAL writes them as floats."""
    give(harness, "a", "int64", [[5, value]], ends_of("int64")[1])
    call = {"raster": "a", "file": "a.asc", "format": "ascii_grid"}
    if is_exact:
        harness.done("export_raster", **call)
        last = (harness.workspace.output / "a.asc").read_text().split()[-2:]
        assert [int(float(number)) for number in last] == [5, value]
    else:
        error = harness.refused("export_raster", **call)
        assert error["code"] == "BAD_VALUE" and "1 of 2 cells are not exactly held by float64" in error["message"]
