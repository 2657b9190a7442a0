# SPDX-License-Identifier: GPL-2.0-or-later
"""What is called of our tools on networks, patterns and surfaces from points, and of their peers."""

from __future__ import annotations

from . import place_peers
from .cell_answers import CellAnswer
from .made_grids import CELL_M
from .place_peers import NEAREST, NEIGHBORS
from .tool_answers import Answer
from .tool_cases import Case
from .tool_peers import native

RADIUS_M = 200.0
QUARTIC, RAW = 0, 0  # words of QGIS for its kernel and its output value
SNAP = {"max_snap_distance": 1, "unit": "m", "cost_unit": "m"}

CASES = (
    Case(
        "kernel_density",
        "places",
        ("spots",),
        {"points": "spots", "radius": RADIUS_M, "unit": "m", "pixel_size": CELL_M, "pixel_unit": "m",
         "density_unit": "raw"},
        CellAnswer(1e-4, nodata_is=0.0, spare=1),
        {
            "QGIS": native("qgis:heatmapkerneldensityestimation", {"INPUT": "spots"}, RADIUS=RADIUS_M,
                           PIXEL_SIZE=CELL_M, KERNEL=QUARTIC, OUTPUT_VALUE=RAW),
        },
    ),
    Case(
        "interpolate_points",
        "places",
        ("points",),
        {"points": "points", "value_field": "amount", "method": "idw", "pixel_size": CELL_M, "pixel_unit": "m",
         "neighbours": NEAREST},
        CellAnswer(1e-6),
        {"SciPy": place_peers.weighed},
    ),
    Case(
        "interpolate_points",
        "places",
        ("points",),
        {"points": "points", "value_field": "amount", "method": "tin", "pixel_size": CELL_M, "pixel_unit": "m"},
        CellAnswer(1e-6),
        {"SciPy": place_peers.triangulated},
    ),
    Case(
        "hot_spot_analysis",
        "places",
        ("plots",),
        {"layer": "plots", "field": "people", "weights": "k_nearest", "k": NEIGHBORS},
        Answer(("plot_id",), ("gi_z", "gi_p"), tolerance=1e-9),
        {"esda": place_peers.hot_spots},
    ),
    Case(
        "shortest_path",
        "places",
        ("streets", "origins"),
        {"network": "streets", "origins": "origins", "origin_id": "origin_id", "destinations": "terminal", **SNAP},
        Answer(("origin_id",), ("cost",)),
        {"QGIS": place_peers.routed_by_qgis, "SciPy": place_peers.routed},
    ),
    Case(
        "od_cost_matrix",
        "places",
        ("streets", "origins", "destinations"),
        {"network": "streets", "origins": "origins", "origin_id": "origin_id", "destinations": "destinations",
         "destination_id": "destination_id", **SNAP},
        Answer(("origin_id", "destination_id"), ("cost",)),
        {"SciPy": place_peers.matrix_by_scipy, "NetworkX": place_peers.matrix_by_networkx},
    ),
)  # fmt: skip
