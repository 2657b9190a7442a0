# SPDX-License-Identifier: GPL-2.0-or-later
"""Traps of what is made from rasters: regions, classes, statistics of zones, slopes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .measures import FOOT, RD
from .rasters import PLACE
from .trap import Ours, Raw, Scene, Trap, native, rows_of, tool

HIGHER_BY_ONE = {"plane": {"rise_east": 1.0, "size": [5, 5]}, "dtype": "float64"}
CLASSES = [{"min": 0, "max": 10, "value": 1}, {"min": 10, "max": 20, "value": 2}]


def classes(*rows: list[Any], **recipe: Any) -> dict[str, Any]:
    """Draws a raster of cells of 10 m; 0 is NoData."""
    return {**PLACE, "cells": list(rows), "dtype": "uint8", "nodata": 0, **recipe}


def regions_of_qgis(raw: Raw) -> int:
    """Counts the regions of a raster."""
    regions = str(raw.folder / "regions.gpkg")
    raw.run("gdal:polygonize", INPUT="dem", BAND=1, FIELD="value", OUTPUT=regions)
    return len(rows_of(regions))


def pixels_of_qgis(raw: Raw, algorithm: str, **parameters: Any) -> np.ndarray:
    """Runs an algorithm and reads the cells of its OUTPUT."""
    from harness import read_cells

    result = str(raw.folder / "result.tif")
    raw.run(algorithm, OUTPUT=result, **parameters)
    return read_cells(result)


def strips(*ends: tuple[float, float]) -> dict[str, Any]:
    """Draws zones 10 m high from west to east, by where they begin and end in metres east of the raster's edge."""
    rows = []
    for number, (west, east) in enumerate(ends, start=1):
        west, east = 155000 + west, 155000 + east
        ring = f"{west} 463010,{east} 463010,{east} 463020,{west} 463020,{west} 463010"
        rows.append({"wkt": f"POLYGON(({ring}))", "id": number})
    return {"crs": RD, "rows": rows}


def in_class_two(ours: Ours) -> int:
    """Counts the cells from 10 to 20, the end among them."""
    ours.call("reclassify_raster", raster="dem", rules=CLASSES, boundaries="include_lower", close_end=True,
              output="result")  # fmt: skip
    return int((ours.harness.cells("result") == 2).sum())


def in_class_two_of_qgis(raw: Raw) -> int:
    """Counts the cells from 10 to 20 by the ranges of the dialog that begin with their lower end."""
    made = pixels_of_qgis(raw, "native:reclassifybytable", INPUT_RASTER="dem", RASTER_BAND=1, RANGE_BOUNDARIES=1,
                          TABLE=[0, 10, 1, 10, 20, 2], NODATA_FOR_MISSING=True)  # fmt: skip
    return int((made == 2).sum())


def steepness(ours: Ours) -> float:
    """Gives the slope in the middle, in degrees; heights are metres."""
    ours.call("slope", dem="dem", z_unit="m", output="result")
    return float(ours.harness.cells("result")[2, 2])


def steepness_of_qgis(raw: Raw) -> float:
    """Gives the slope in the middle, in degrees."""
    return float(pixels_of_qgis(raw, "native:slope", INPUT="dem")[2, 2])


TRAPS = [
    Trap("connectivity", "two cells that meet in a corner are one wood where corners join, as is asked; by sides two",
         Scene({"dem": classes([1, None], [None, 1])}, 1), Scene({"dem": classes([1, 1], [None, None])}, 1),
         tool("polygonize_raster", len, raster="dem", connectivity=8), regions_of_qgis, "gdal:polygonize", wrong=2),
    Trap("float classes", "0.9 is not 1.1, though both are 1 as whole numbers: two regions",
         Scene({"dem": classes([0.9, 1.1], dtype="float32")}, 2),
         Scene({"dem": classes([1, 2], dtype="float32")}, 2),
         tool("polygonize_raster", len, raster="dem", connectivity=4), regions_of_qgis, "gdal:polygonize",
         says="BAD_VALUE", wrong=1),
    Trap("small zones", "(10 + 20) / 2; a zone of 2 m about the edge of 30 and 40 holds no cell's centre, so no mean",
         Scene({"dem": classes([10, 20, 30, 40]), "zones": strips((0, 20), (29, 31))}, [15.0, None]),
         Scene({"dem": classes([10, 20, 30, 40]), "zones": strips((0, 20), (20, 40))}, [15.0, 35.0]),
         tool("zonal_statistics", "mean", zones="zones", raster="dem", statistics=["mean"], small_zones="leave_null"),
         **native("native:zonalstatisticsfb", "_mean", INPUT="zones", INPUT_RASTER="dem"), wrong=[15.0, 35.0]),
    Trap("class limits", "of 0 to below 10 and 10 to 20 the second takes 10, 15 and 20, the highest of all",
         Scene({"dem": classes([1, 10, 15, 20])}, 3), Scene({"dem": classes([1, 10, 15, 19])}, 3),
         in_class_two, in_class_two_of_qgis, "native:reclassifybytable, min <= value < max", wrong=2),
    Trap("vertical unit", "1 m higher every 3937/1200 ft, which are 1 m: 45 degrees; as feet atan(1200/3937)",
         Scene({"dem": {"crs": "EPSG:2263", "origin": [984250, 200000], "cell": 1 / FOOT, **HIGHER_BY_ONE}}, 45.0),
         Scene({"dem": {"crs": RD, "origin": [155000, 463000], "cell": 1.0, **HIGHER_BY_ONE}}, 45.0),
         steepness, steepness_of_qgis, "native:slope", wrong=math.degrees(math.atan(FOOT))),
]  # fmt: skip
