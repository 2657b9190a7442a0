# SPDX-License-Identifier: GPL-2.0-or-later
"""What is called of our tools on rasters and of their peers, and what of the answers must be equal."""

from __future__ import annotations

from . import cell_peers
from .cell_answers import CellAnswer
from .cell_peers import WARPED_CRS, WARPED_M, WINDOW
from .tool_answers import Answer
from .tool_cases import Case
from .tool_peers import native

COUNT, MEAN, MIN, MAX = 0, 2, 5, 6  # statistics of native:zonalstatisticsfb
SUMMARY = ("count", "mean", "min", "max")
SUMS = ("count", "sum", "mean")  # the least and greatest may be of a cell of which a billionth is covered
CLASSES = ("class_1", "class_2", "class_3", "class_4")
EXACT = 1e-6  # exactextract keeps covered shares in single precision
ZONES = {"zones": "zones", "small_zones": "leave_null"}

CASES = (
    Case(
        "zonal_statistics",
        "grids",
        ("zones", "ground"),  # without NoData: where a zone has few values QGIS changes its rule
        {**ZONES, "raster": "ground", "statistics": list(SUMMARY)},
        Answer(("zone_id",), SUMMARY),
        {
            "QGIS": native("native:zonalstatisticsfb", {"INPUT": "zones", "INPUT_RASTER": "ground"}, RASTER_BAND=1,
                           COLUMN_PREFIX="", STATISTICS=[COUNT, MEAN, MIN, MAX]),
        },
    ),
    Case(
        "zonal_statistics",
        "grids",
        ("zones", "heights"),
        {**ZONES, "raster": "heights", "statistics": list(SUMS), "cell_rule": "area_weighted"},
        Answer(("zone_id",), SUMS, tolerance=EXACT),
        {"exactextract": cell_peers.extracted},
    ),
    Case(
        "tabulate_area",
        "grids",
        ("zones", "classes"),
        {**ZONES, "raster": "classes", "unit": "cells", "zone_id": "zone_id"},
        Answer(("zone_id",), CLASSES, renamed={f"HISTO_{number}": f"class_{number}" for number in range(1, 5)}),
        {
            "QGIS": native("native:zonalhistogram", {"INPUT_VECTOR": "zones", "INPUT_RASTER": "classes"}, RASTER_BAND=1,
                           COLUMN_PREFIX="HISTO_"),
        },
    ),
    Case(
        "tabulate_area",
        "grids",
        ("zones", "classes"),
        {**ZONES, "raster": "classes", "unit": "percent", "zone_id": "zone_id", "cell_rule": "area_weighted"},
        Answer(("zone_id",), CLASSES, tolerance=1e-4),
        {"exactextract": cell_peers.extracted_shares},
    ),
    Case(
        "polygonize_raster",
        "grids",
        ("classes",),
        {"raster": "classes", "connectivity": 4},
        Answer(("value",), (), has_shapes=True, has_places=True),
        {"GDAL": cell_peers.polygonized},
    ),
    Case(
        "slope",
        "grids",
        ("heights",),
        {"dem": "heights", "z_unit": "m"},
        CellAnswer(1e-5),
        {"GDAL": cell_peers.sloped},
    ),
    Case(
        "warp_raster",
        "grids",
        ("tilted",),
        {"raster": "tilted", "target_crs": WARPED_CRS, "resampling": "bilinear", "pixel_size": WARPED_M,
         "pixel_unit": "m"},
        CellAnswer(1e-5),
        {"GDAL": cell_peers.warped},
    ),
    Case(
        "focal_statistics",
        "grids",
        ("heights",),
        {"raster": "heights", "statistic": "mean", "size_cells": WINDOW},
        CellAnswer(1e-5),
        {"SciPy": cell_peers.smoothed},
    ),
    Case(
        "cost_distance",
        "ways",
        ("costs",),
        {"cost_raster": "costs", "sources": "springs"},
        CellAnswer(1e-5),
        {"SciPy": cell_peers.crossed, "Whitebox": cell_peers.crossed_by_whitebox},
    ),
    Case(
        "least_cost_path",
        "ways",
        ("costs",),
        {"cost_raster": "costs", "origins": "springs", "origin_id": "spring_id", "destinations": "mouths",
         "destination_id": "mouth_id"},
        Answer(("origin_id", "destination_id"), ("cost",), tolerance=1e-6),
        {"SciPy": cell_peers.traced},
    ),
    Case(
        "flow_accumulation",
        "grids",
        ("directions",),
        {"flow_direction": "directions"},
        CellAnswer(),
        {"pyflwdir": cell_peers.accumulated},
    ),
    Case(
        "watershed",
        "grids",
        ("directions",),
        {"flow_direction": "directions", "mode": "pour_points", "pour_points": "outlets"},
        Answer(("basin_id",), ("area",), has_shapes=True),
        {"pyflwdir": cell_peers.drained},
    ),
    Case(
        "supervised_classification",
        "images",
        ("image",),
        {"raster": "image", "training": "patches", "class_field": "ground", "method": "maximum_likelihood",
         "test_share": 0},
        CellAnswer(share=0.9999),
        {"scikit-learn": cell_peers.classified("maximum_likelihood")},
    ),
    Case(
        "supervised_classification",
        "images",
        ("image",),
        {"raster": "image", "training": "patches", "class_field": "ground", "method": "random_forest",
         "test_share": 0},
        CellAnswer(share=0.98),
        {"scikit-learn": cell_peers.classified("random_forest")},
    ),
)  # fmt: skip
