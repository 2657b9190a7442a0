# SPDX-License-Identifier: GPL-2.0-or-later
"""polygonize_raster beside scipy's labels, by its laws, and on masked cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
CELLS = np.random.default_rng(2).integers(0, 4, (40, 50))
SIDES = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


@pytest.fixture
def cover(harness: Any) -> str:
    cells = [[None if value == 0 else int(value) for value in row] for row in CELLS]
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "uint8", "nodata": 0, "cells": cells})
    return "cover"


def polygons_of(harness: Any, **call: Any) -> tuple[np.ndarray, np.ndarray]:
    name = f"p_{len(harness.workspace.handles)}"
    harness.done("polygonize_raster", output=name, **call)
    rows = harness.rows(name)
    return shapely.from_wkt([row["wkt"] for row in rows]), np.array([row["value"] for row in rows])


@pytest.mark.parametrize(("connectivity", "structure"), [(4, SIDES), (8, np.ones((3, 3)))])
def test_regions_are_the_labels_of_scipy(harness: Any, cover: str, connectivity: int, structure: Any) -> None:
    from scipy import ndimage

    shapes, values = polygons_of(harness, raster=cover, connectivity=connectivity)
    assert shapely.is_valid(shapes).all()
    wanted = []
    for value in (1, 2, 3):
        labels, _ = ndimage.label(value == CELLS, structure)
        sizes = np.bincount(labels.ravel())[1:]
        boxes = [(box[1].start, 40 - box[0].stop, box[1].stop, 40 - box[0].start)
                 for box in ndimage.find_objects(labels)]  # fmt: skip
        wanted += [(value, float(size), *box) for size, box in zip(sizes, boxes, strict=True)]
    found = [(int(value), shape.area, *shape.bounds) for value, shape in zip(values, shapes, strict=True)]
    assert sorted(found) == sorted(wanted)
    assert [(value, -north, west) for value, _, west, _, _, north in found] == sorted(
        (value, -north, west) for value, _, west, _, _, north in found
    )


def test_rasterized_again_they_are_the_raster(harness: Any, cover: str) -> None:
    shapes, values = polygons_of(harness, raster=cover, connectivity=8)
    column, row = np.meshgrid(np.arange(50) + 0.5, 39.5 - np.arange(40))
    again = np.zeros(CELLS.shape, int)
    for shape, value in zip(shapes, values, strict=True):
        again[shapely.contains(shape, shapely.points(column, row))] = value
    np.testing.assert_array_equal(again, CELLS)


def test_more_corners_than_the_limit_are_refused_before_the_work(
    harness: Any, cover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    monkeypatch.setitem(LIMITS, "vertices", 1000)
    monkeypatch.setitem(LIMITS, "rows", 1000)
    for result, noun in (("regions", "vertices"), ("cells", "rows"), ("points", "rows")):
        error = harness.refused("polygonize_raster", raster=cover, connectivity=4, result=result, output="a")
        assert error["code"] == "LIMIT_EXCEEDED" and f"{noun}; the limit is 1,000" in error["message"]


def test_corners_inside_a_raster_are_counted_as_they_are(qgis_application: Any) -> None:
    """On paper: a straight border has none, a turn two, a cross four; a T has two, and is counted as three."""
    from gisagentbench.tools.execution.rasters.cell_shapes import _count_corners

    drawn = {"straight": ([[1, 1], [2, 2]], 0), "turn": ([[1, 1], [1, 2]], 2), "cross": ([[1, 2], [3, 4]], 4),
             "T": ([[1, 1], [2, 3]], 3), "plain": ([[5, 5], [5, 5]], 0)}  # fmt: skip
    for name, (cells, corners) in drawn.items():
        assert _count_corners(np.array(cells)) == corners, name


@pytest.mark.parametrize("nodata", [None, 9])
def test_masked_cells_give_nothing(harness: Any, nodata: float | None) -> None:
    """On paper: the second of five cells is masked, 9 is NoData or a value; GDAL heeds but one of both."""
    from given import srs_of
    from osgeo import gdal

    from gisagentbench.tools.execution.layers.layer_facts import raster_facts
    from gisagentbench.tools.execution.workspace import Written

    path = harness.workspace.work / "masked.tif"
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 5, 1, 1, gdal.GDT_Byte)
    dataset.SetGeoTransform((0, 1, 0, 1, 0, -1))
    dataset.SetSpatialRef(srs_of("EPSG:28992"))
    if nodata is not None:
        dataset.GetRasterBand(1).SetNoDataValue(nodata)
    dataset.GetRasterBand(1).WriteArray(np.array([[7, 7, 7, 9, 9]], np.uint8))
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.array([[255, 0, 255, 255, 255]], np.uint8))
    dataset = None
    harness.workspace.accept("masked", Written(path, ""), raster_facts(str(path)))
    for result in ("regions", "cells", "points"):
        shapes, values = polygons_of(harness, raster="masked", connectivity=4, result=result)
        nines = [shape.bounds[0] for shape, value in zip(shapes, values, strict=True) if value == 9]
        assert sorted(values)[:2] == [7, 7], result
        assert bool(nines) == (nodata is None), result
    harness.done("contour_lines", raster="masked", levels=[-1.0], result="bands", output="band")
    (band,) = harness.rows("band")
    assert shapely.from_wkt(band["wkt"]).area == pytest.approx(4 if nodata is None else 2, abs=1e-3)
