# SPDX-License-Identifier: GPL-2.0-or-later
"""A pack of tiny tasks for runs of many short episodes: four quick calls on nine squares, and an answer by closed form.

The squares are 40 m wide and stand 100 m apart; the centroid of a square is its middle.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

CRS = "EPSG:28992"
SQUARES = 9
STEPS: list[dict[str, Any]] = [
    {"api": "load_layer", "arguments": {"file": "plots.gpkg", "name": "plots"}},
    {"api": "describe_layer", "arguments": {"layer": "plots"}},
    {"api": "centroids", "arguments": {"layer": "plots", "output": "centres"}},
    {"api": "export_layer", "arguments": {"layer": "centres", "file": "centres.gpkg", "format": "gpkg"}},
]
PACK = """\
schema_version: 1
name: short
version: "0.1"
title: Tiny tasks
licence: CC0
areas: {somewhere: Somewhere}
datasets:
  plots:
    name: Squares
    kind: vector
    format: gpkg
    crs: EPSG:28992
    features: 9
    publisher: nobody
    licence: CC0
    licence_class: clear
    date: "2026"
    sources: [{kind: embedded, path: data/plots.gpkg}]
    sha256: SHA
checksums: {}
"""
TASK = """\
schema_version: 1
id: TASK
family: pattern
aoi: somewhere
title: Where are the middles of the plots?
prompt: {objective: Find the centroid of each plot., inputs: "plots: the plots", outputs: A layer of points.}
inputs: {plots: {dataset: plots, kind: vector, description: Plots}}
outputs:
  - kind: vector
    file: centres.gpkg
    crs: EPSG:28992
    geometry_type: Point
    columns: {plot_id: {type: integer, role: id}}
    id_columns: [plot_id]
    geometry: {compare: match, position_tolerance: 0.01}
    rationale: The middle of a square is exact; a corner is 28 m away.
source: {kind: own, reference: made for measurements}
"""


def task_names(count: int) -> list[str]:
    """Returns the ids of so many tasks."""
    return [f"middles_{number:03d}" for number in range(1, count + 1)]


def write_short_pack(folder: Path, tasks: int) -> Path:
    """Writes the pack.

    Args:
        folder: Made; must not be there.
        tasks: How many tasks, all alike.
    Returns: The folder.
    """
    from ..tasks.pack import write_checksums

    (folder / "data").mkdir(parents=True)
    plots = folder / "data" / "plots.gpkg"
    _write_layer(plots, is_middle=False)
    (folder / "pack.yaml").write_text(PACK.replace("SHA", sha256(plots.read_bytes()).hexdigest()))
    for task in task_names(tasks):
        place = folder / "tasks" / task
        (place / "reference").mkdir(parents=True)
        (place / "task.yaml").write_text(TASK.replace("TASK", task))
        (place / "reference.json").write_text(json.dumps({"schema_version": 1, "task": task, "steps": STEPS}))
        _write_layer(place / "reference" / "centres.gpkg", is_middle=True)
    write_checksums(folder)
    return folder


def _write_layer(path: Path, is_middle: bool) -> None:
    import numpy as np
    import pyogrio.raw
    import shapely

    index = np.arange(SQUARES)
    x, y = 100_000.0 + 100 * (index % 3), 400_000.0 + 100 * (index // 3)
    shapes = shapely.points(x, y) if is_middle else shapely.box(x - 20, y - 20, x + 20, y + 20)
    kind = "Point" if is_middle else "Polygon"
    pyogrio.raw.write(
        str(path), shapely.to_wkb(shapes), [index], ["plot_id"], crs=CRS, geometry_type=kind, driver="GPKG",
        layer=path.stem,
    )  # fmt: skip
