# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools that hold a whole raster: bytes of memory a cell, against what their help states.

Each call gets a host of its own. The same calls are made on a raster of SMALL x SMALL cells and on one of `side` x
`side`; the difference of the two peaks is what the cells took. The table of results, on disk, is not counted.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from . import made_grids, made_layers
from .measuring import Row

SIDE = 4_000
SMALL = 100
SECONDS = 3_600
MIB = 1024**2
STATED = re.compile(r"(\d+) bytes (?:of memory )?a cell")


class Case(NamedTuple):
    """A call whose result keeps the name `output`, since later calls may need it."""

    api: str
    output: str
    arguments: dict[str, Any]


class Measured(NamedTuple):
    """What a call took: bytes at the peak of its host, and seconds."""

    peak: int
    seconds: float


ENDS = {"origins": "springs", "origin_id": "spring_id", "destinations": "mouths", "destination_id": "mouth_id"}
CASES = (
    Case("fill_sinks", "filled", {"dem": "ground"}),
    Case("flow_direction", "directions", {"dem": "filled"}),
    Case("flow_accumulation", "accumulation", {"flow_direction": "directions"}),
    Case("extract_streams", "streams", {"flow_accumulation": "accumulation", "flow_direction": "directions",
                                        "threshold": 2_000, "threshold_unit": "cells"}),
    Case("watershed", "basins", {"flow_direction": "directions", "mode": "outlets"}),
    Case("cost_distance", "reached", {"cost_raster": "costs", "sources": "springs"}),
    Case("least_cost_path", "ways", {"cost_raster": "costs", **ENDS}),
    Case("clump_raster", "clumps", {"raster": "noise", "connectivity": 4}),
)  # fmt: skip


def rows(side: int = SIDE) -> Iterator[Row]:
    """Measures each tool on the small raster and on the large one."""
    small, large = measured(min(SMALL, side // 2)), measured(side)
    for case in CASES:
        yield told(case, small[case.api], large[case.api], side)


def told(case: Case, small: Measured, large: Measured, side: int) -> Row:
    """Sets the bytes a cell beside those that the help states."""
    each = (large.peak - small.peak) / (side**2 - min(SMALL, side // 2) ** 2)
    stated = stated_bytes(case.api)
    verdict = "met" if each <= stated else "MISSED"
    bar = f"{verdict}: {each:.1f} bytes a cell, {stated} stated; peak {large.peak / MIB:,.0f} MiB"
    return Row(f"{case.api}, {side:,} x {side:,} cells", large.seconds, None, None, (), bar)


def stated_bytes(api: str) -> int:
    """Reads from the help of a tool how many bytes a cell takes."""
    from ..tools.declaration.registry import find

    told = find(api).help
    (number,) = STATED.findall(" ".join(f"{told.details} {told.edges} {told.raises}".split()))
    return int(number)


def measured(side: int) -> dict[str, Measured]:
    """Makes every call on rasters of one size."""
    folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
    try:
        make_layers(folder / "workspace" / "inputs", side)
        for file in sorted((folder / "workspace" / "inputs").iterdir()):
            _call(folder, "load_layer", {"file": file.name, "name": file.stem})
        return {case.api: _call(folder, case.api, {**case.arguments, "output": case.output}) for case in CASES}
    finally:
        shutil.rmtree(folder)


def make_layers(folder: Path, side: int) -> None:
    """Writes the rasters and two points to begin and two to end at."""
    folder.mkdir(parents=True)
    made_grids.slopes_to_the_sea(folder / "ground.tif", side)
    made_grids.costs(folder / "costs.tif", side)
    made_grids.noise(folder / "noise.tif", side)
    for name, id_name in (("springs", "spring_id"), ("mouths", "mouth_id")):
        made_layers.points(folder / f"{name}.gpkg", 2, id_name, made_grids.CELL_M * side)


def _call(folder: Path, api: str, arguments: dict[str, Any]) -> Measured:
    from ..headless.tool_host import ToolHost

    with ToolHost(folder / "workspace", folder / "host.log") as host:
        start = time.perf_counter()
        step = host.call(api, arguments, SECONDS)
        seconds = time.perf_counter() - start
    if not step["ok"]:
        raise RuntimeError(f"{api}: {step['error']['code']}: {step['error']['message']}")
    return Measured(step["peak_memory_bytes"], seconds)
