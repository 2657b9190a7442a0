# SPDX-License-Identifier: GPL-2.0-or-later
"""A pack of one task with large layers: an overlay of tens of seconds, and the slope of a raster of many cells."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from . import made_grids, made_layers

TASK_ID = "heavy"
STEPS: list[dict[str, Any]] = [
    {"api": "load_layer", "arguments": {"file": "plots.gpkg", "name": "plots"}},
    {"api": "load_layer", "arguments": {"file": "zones.gpkg", "name": "zones"}},
    {"api": "union", "arguments": {"layer": "plots", "other_layer": "zones", "other_prefix": "z_", "output": "both"}},
    {"api": "load_layer", "arguments": {"file": "heights.tif", "name": "heights"}},
    {"api": "slope", "arguments": {"dem": "heights", "z_unit": "m", "output": "steep"}},
    {"api": "export_raster", "arguments": {"raster": "steep", "file": "slope.tif", "format": "geotiff"}},
]
DATASET = """\
  NAME:
    name: NAME
    kind: KIND
    format: FORMAT
    crs: EPSG:28992
    SIZE
    publisher: nobody
    licence: CC0
    licence_class: clear
    date: "2026"
    sources: [{kind: embedded, path: data/FILE}]
    sha256: SHA
"""
PACK = """\
schema_version: 1
name: heavy
version: "0.1"
title: One heavy task
licence: CC0
areas: {somewhere: Somewhere}
datasets:
DATASETS
checksums: {}
"""
TASK = """\
schema_version: 1
id: heavy
family: terrain
aoi: somewhere
title: How steep is the ground?
prompt: {objective: Map the slope., inputs: "plots, zones, heights", outputs: A raster of the slope.}
inputs:
  plots: {dataset: plots, kind: vector, description: Plots}
  zones: {dataset: zones, kind: vector, description: Zones across the plots}
  heights: {dataset: heights, kind: raster, description: Heights in metres}
outputs:
  - kind: raster
    file: slope.tif
    crs: EPSG:28992
    width: WIDTH
    height: WIDTH
    transform: [5, 0, 99950, 0, -5, TOP]
    dtype: float32
    nodata: -9999
    values: continuous
    tolerance: {absolute: 1.0e-3, relative: 0}
    rationale: The same tool gives the same cells.
source: {kind: own, reference: made for measurements}
"""


def write_heavy_pack(folder: Path, plots: int, width: int) -> Path:
    """Writes the pack.

    Args:
        folder: Made; must not be there.
        plots: Rows of each of the two layers of polygons.
        width: Of the square raster, cells.
    Returns: The folder.
    """
    from ..tasks.pack import write_checksums

    data = folder / "data"
    data.mkdir(parents=True)
    made_layers.plots(data / "plots.gpkg", plots, "plot_id")
    made_layers.plots(data / "zones.gpkg", plots, "zone_id", shift_m=40)
    made_grids.heights(data / "heights.tif", width)
    datasets = [
        _dataset(data / "plots.gpkg", "vector", f"features: {plots}"),
        _dataset(data / "zones.gpkg", "vector", f"features: {plots}"),
        _dataset(data / "heights.tif", "raster", f"size: [{width}, {width}]"),
    ]
    (folder / "pack.yaml").write_text(PACK.replace("DATASETS\n", "".join(datasets)))
    place = folder / "tasks" / TASK_ID
    (place / "reference").mkdir(parents=True)
    top = made_grids.SOUTH + made_grids.CELL_M * width
    (place / "task.yaml").write_text(TASK.replace("WIDTH", str(width)).replace("TOP", f"{top:g}"))
    (place / "reference.json").write_text(json.dumps({"schema_version": 1, "task": TASK_ID, "steps": STEPS}))
    made_grids.heights(place / "reference" / "slope.tif", 100)  # nothing is judged by it
    write_checksums(folder)
    return folder


def _dataset(file: Path, kind: str, size: str) -> str:
    words = {"NAME": file.stem, "KIND": kind, "FORMAT": file.suffix[1:], "SIZE": size,
             "FILE": file.name, "SHA": sha256(file.read_bytes()).hexdigest()}  # fmt: skip
    text = DATASET
    for word, value in words.items():
        text = text.replace(word, value)
    return text
