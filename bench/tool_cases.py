# SPDX-License-Identifier: GPL-2.0-or-later
"""What is called of our tools on vector layers and of their peers, and what of the answers must be equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from . import tool_peers
from .cell_answers import CellAnswer
from .tool_answers import Answer
from .tool_peers import BUFFER_M, NEAR_M, OTHER, SEGMENTS, Peer, native

WITHIN, CONTAINS = [5], [1]  # predicates of native:joinattributesbylocation
COUNT, SUM, MEAN = 0, 5, 6  # statistics of native:joinbylocationsummary


class Case(NamedTuple):
    """A tool, a call of it and its peers.

    Args:
        world: The made layers on which it is measured, a word of `tools.WORLDS`.
        peers: By name; all give the same answer.
    """

    api: str
    world: str
    handles: tuple[str, ...]
    arguments: Mapping[str, Any]
    answer: Answer | CellAnswer
    peers: Mapping[str, Peer]


SUMMARY_DIGITS = 1e-6  # the means of native:joinbylocationsummary have six decimals
PAIR = ("plot_id", f"{OTHER}zone_id")

CASES = (
    Case(
        "spatial_join",
        "joins",
        ("points", "plots"),
        {"layer": "points", "join_layer": "plots", "predicates": ["within"], "matches": "every",
         "copy_fields": ["plot_id"]},
        Answer(("point_id", "plot_id"), ("amount",)),
        {
            "QGIS": native("native:joinattributesbylocation", {"INPUT": "points", "JOIN": "plots"}, PREDICATE=WITHIN,
                           JOIN_FIELDS=["plot_id"], METHOD=0),
            "GeoPandas": tool_peers.joined,
        },
    ),
    Case(
        "spatial_join_summary",
        "joins",
        ("plots", "points"),
        {"layer": "plots", "join_layer": "points", "predicates": ["contains"],
         "statistics": {"amount": ["sum", "mean"]}},
        Answer(("plot_id",), ("count", "amount_sum", "amount_mean", "rate"), tolerance=SUMMARY_DIGITS,
               renamed={"amount_count": "count"}),
        {
            "QGIS": native("native:joinbylocationsummary", {"INPUT": "plots", "JOIN": "points"}, PREDICATE=CONTAINS,
                           JOIN_FIELDS=["amount"], SUMMARIES=[COUNT, SUM, MEAN]),
            "GeoPandas": tool_peers.summarized,
        },
    ),
    Case(
        "join_nearest",
        "joins",
        ("points", "stations"),
        {"layer": "points", "join_layer": "stations", "unit": "m", "copy_fields": ["station_id"]},
        Answer(("point_id", "station_id"), ("distance",)),
        {
            "QGIS": native("native:joinbynearest", {"INPUT": "points", "INPUT_2": "stations"},
                           FIELDS_TO_COPY=["station_id"], NEIGHBORS=1),
            "GeoPandas": tool_peers.nearest,
        },
    ),
    Case(
        "summarize_within_distance",
        "joins",
        ("stations", "points"),
        {"layer": "stations", "other_layer": "points", "distance": NEAR_M, "unit": "m",
         "statistics": {"amount": ["sum", "mean"]}},
        Answer(("station_id",), ("count", "amount_sum", "amount_mean")),
        {"GeoPandas": tool_peers.summarized_near},
    ),
    Case(
        "distance_matrix",
        "joins",
        ("stations", "depots"),
        {"from_layer": "stations", "from_id": "station_id", "to_layer": "depots", "to_id": "depot_id", "unit": "m",
         "method": "planar"},
        Answer(("station_id", "depot_id"), ("distance",),
               renamed={"from_id": "station_id", "to_id": "depot_id", "InputID": "station_id", "TargetID": "depot_id",
                        "Distance": "distance"}),
        {
            "QGIS": native("qgis:distancematrix", {"INPUT": "stations", "TARGET": "depots"}, INPUT_FIELD="station_id",
                           TARGET_FIELD="depot_id", MATRIX_TYPE=0, NEAREST_POINTS=0),
            "Shapely": tool_peers.measured_pairs,
        },
    ),
    Case(
        "intersection",
        "overlays",
        ("plots", "zones"),
        {"layer": "plots", "other_layer": "zones", "other_prefix": OTHER},
        Answer(PAIR, ("rate", f"{OTHER}rate"), has_shapes=True),
        {
            "QGIS": native("native:intersection", {"INPUT": "plots", "OVERLAY": "zones"}, OVERLAY_FIELDS_PREFIX=OTHER),
            "GeoPandas": tool_peers.overlaid("intersection"),
        },
    ),
    Case(
        "union",
        "overlays",
        ("plots", "zones"),
        {"layer": "plots", "other_layer": "zones", "other_prefix": OTHER},
        Answer(PAIR, ("rate", f"{OTHER}rate"), has_shapes=True),
        {
            "QGIS": native("native:union", {"INPUT": "plots", "OVERLAY": "zones"}, OVERLAY_FIELDS_PREFIX=OTHER),
            "GeoPandas": tool_peers.overlaid("union"),
        },
    ),
    Case(
        "dissolve",
        "overlays",
        ("crowded",),
        {"layer": "crowded", "fields": ["block"]},
        Answer(("block",), (), has_shapes=True),
        {"QGIS": native("native:dissolve", {"INPUT": "crowded"}, FIELD=["block"]), "GeoPandas": tool_peers.dissolved},
    ),
    Case(
        "buffer",
        "overlays",
        ("plots",),
        {"layer": "plots", "distance": BUFFER_M, "unit": "m", "method": "planar", "quarter_segments": SEGMENTS},
        Answer(("plot_id",), ("rate",), has_shapes=True),
        {
            "QGIS": native("native:buffer", {"INPUT": "plots"}, DISTANCE=BUFFER_M, SEGMENTS=SEGMENTS, END_CAP_STYLE=0,
                           JOIN_STYLE=0, MITER_LIMIT=2, DISSOLVE=False),
            "GeoPandas": tool_peers.buffered,
        },
    ),
    Case(
        "apportion_attributes",
        "overlays",
        ("zones", "plots"),
        {"target": "zones", "source": "plots", "method": "planar", "sum_fields": ["people"], "mean_fields": ["rate"]},
        Answer(("zone_id",), ("people_sum", "rate_mean")),
        {"Shapely": tool_peers.apportioned},
    ),
    Case(
        "remove_overlaps",
        "overlays",
        ("crowded",),
        {"layer": "crowded", "assign_to": "largest"},
        Answer(("plot_id",), ("rate",), has_shapes=True),
        {"Shapely": tool_peers.separated},
    ),
)  # fmt: skip
