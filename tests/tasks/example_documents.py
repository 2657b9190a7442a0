# SPDX-License-Identifier: GPL-2.0-or-later
"""A right contract, task and pack, for tests to break."""

from __future__ import annotations

import copy
from typing import Any

VECTOR: dict[str, Any] = {
    "kind": "vector",
    "file": "result.gpkg",
    "crs": "EPSG:2263",
    "geometry_type": "Polygon",
    "columns": {
        "nta": {"type": "text"},
        "park_count": {"type": "integer", "role": "count"},
        "area_m2": {"type": "real", "tolerance": {"absolute": 1e-6, "relative": 1e-4}},
    },
    "id_columns": ["nta"],
    "rationale": "Square feet are wrong by 10.764.",
}
TABLE: dict[str, Any] = {
    "kind": "table",
    "file": "result.csv",
    "columns": {"code": {"type": "text"}, "share": {"type": "real"}},
    "id_columns": ["code"],
    "rationale": "Shares are not percents.",
}
RASTER: dict[str, Any] = {
    "kind": "raster",
    "file": "slope.tif",
    "crs": "EPSG:28992",
    "width": 40,
    "height": 30,
    "transform": [10, 0, 155000, 0, -10, 463000],
    "dtype": "float32",
    "nodata": -9999,
    "values": "continuous",
    "rationale": "Degrees are not percent.",
}
TASK: dict[str, Any] = {
    "schema_version": 1,
    "id": "parks",
    "family": "joining",
    "aoi": "nyc",
    "title": "Parks per neighbourhood",
    "prompt": {
        "objective": "Count the parks within {distance_m} m.",
        "inputs": "Parks and neighbourhoods.",
        "outputs": "One row per neighbourhood.",
        "constraints": ["Distances are planar."],
    },
    "inputs": {"parks": {"dataset": "nyc/parks", "layer": "parks", "kind": "vector", "description": "Park outlines"}},
    "parameters": {"distance_m": 500},
    "outputs": [VECTOR],
    "caveats": {"crs_misalignment": {"bites": "wrong"}},
    "source": {"kind": "own", "reference": "none"},
}


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Returns a copy with one value changed; the path is written with dots, `-` as value takes the key out."""
    copied = copy.deepcopy(document)
    target: Any = copied
    *outer, last = path.split(".")
    for key in outer:
        target = target[int(key)] if isinstance(target, list) else target[key]
    if value == "-":
        del target[last]
    else:
        target[last] = value
    return copied
