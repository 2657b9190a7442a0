# SPDX-License-Identifier: GPL-2.0-or-later
"""A step in a warm host against one qgis_process per step, ten steps on layers of at most 100 rows.

The peer runs the same native algorithm in a process of its own, which is how a script without a host works. The demo
pack is replayed beside it, start of the hosts included.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from . import made_layers
from .measuring import Row, alternate

ROUNDS = 5
LEAST_GAIN = 20


class Step(NamedTuple):
    """A step as our call and as the native algorithm."""

    api: str
    arguments: dict[str, Any]
    algorithm: str
    parameters: dict[str, Any]


def _reproject(layer: str, crs: str) -> Step:
    return Step("reproject_layer", {"layer": layer, "target_crs": crs},
                "native:reprojectlayer", {"INPUT": layer, "TARGET_CRS": crs})  # fmt: skip


def _buffer(layer: str, distance: float) -> Step:
    return Step("buffer", {"layer": layer, "distance": distance, "unit": "m", "method": "planar"},
                "native:buffer", {"INPUT": layer, "DISTANCE": distance, "SEGMENTS": 16})  # fmt: skip


def _clip(layer: str) -> Step:
    return Step("clip", {"layer": layer, "mask": "masks"}, "native:clip", {"INPUT": layer, "OVERLAY": "masks"})


STEPS = (
    _reproject("plots", "EPSG:25831"),
    _buffer("plots", 10),
    _clip("plots"),
    _clip("step1"),
    _reproject("step3", "EPSG:4326"),
    _reproject("step2", "EPSG:25831"),
    _buffer("step2", 5),
    _clip("step6"),
    _reproject("step7", "EPSG:3035"),
    _buffer("step7", 1),
)


def rows() -> Iterator[Row]:
    """Measures ten steps, per step; then the demo pack as a whole."""
    folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
    try:
        yield _ten_steps(folder)
        yield _demo_pack(folder)
    finally:
        shutil.rmtree(folder)


def _ten_steps(folder: Path) -> Row:
    from ..headless import machine
    from ..headless.tool_host import ToolHost

    inputs = folder / "workspace" / "inputs"
    inputs.mkdir(parents=True)
    made_layers.polygons(inputs / "plots.gpkg", 100)
    made_layers.masks(inputs / "masks.gpkg", 10, 1000)
    environment = machine.child_environment()

    with ToolHost(folder / "workspace", folder / "host.log") as host:
        for name in ("plots", "masks"):
            _done(host.call("load_layer", {"file": f"{name}.gpkg", "name": name}, 60))

        def ours(number: int) -> None:
            for index, step in enumerate(STEPS):
                layer = step.arguments["layer"]
                named = layer if layer == "plots" else f"round{number}_{layer}"
                output = f"round{number}_step{index}"
                _done(host.call(step.api, {**step.arguments, "layer": named, "output": output}, 60))

        def peer(number: int) -> None:
            files = {name: f"{inputs / name}.gpkg" for name in ("plots", "masks")}
            for index, step in enumerate(STEPS):
                target = folder / f"bare{number}_step{index}.gpkg"
                values = {key: files.get(str(value), value) for key, value in step.parameters.items()}
                _run_alone(
                    machine.qgis_process_command(), environment, step.algorithm, {**values, "OUTPUT": str(target)}
                )
                files[f"step{index}"] = str(target)

        row = alternate("one of ten steps", ours, peer, ROUNDS)
        _same_counts(host, folder)
    per_step = row._replace(ours=row.ours / len(STEPS), peer=row.peer / len(STEPS))
    verdict = "met" if per_step.peer >= LEAST_GAIN * per_step.ours else "MISSED"
    return per_step._replace(bar=f"{verdict}: {per_step.peer / per_step.ours:.0f} times faster, at least {LEAST_GAIN}")


def _demo_pack(folder: Path) -> Row:
    from ..headless import machine

    start = time.perf_counter()
    command = [
        str(machine.python_program()),
        "-m",
        "gisagentbench.headless",
        "run",
        "--json",
        "--out",
        str(folder / "run"),
    ]
    environment = {**machine.child_environment(), "PYTHONPATH": str(machine.plugins_folder())}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    seconds = time.perf_counter() - start
    episodes = json.loads(done.stdout)["episodes"]
    calls = sum(episode["calls"] for episode in episodes)
    case = f"demo pack, {len(episodes)} tasks, {calls} calls, hosts, scores and report included (no peer)"
    return Row(case, seconds, None, None, ())


def _done(step: dict[str, Any]) -> None:
    if not step["ok"]:
        raise RuntimeError(f"{step['api']}: {step['error']}")


def _run_alone(command: list[str], environment: dict[str, str], algorithm: str, values: dict[str, Any]) -> None:
    request = json.dumps({"inputs": values})
    subprocess.run(
        [*command, "--json", "run", algorithm, "-"],
        input=request, capture_output=True, text=True, env=environment, check=True,
    )  # fmt: skip


def _same_counts(host: Any, folder: Path) -> None:
    import pyogrio

    for index in range(len(STEPS)):
        mine = pyogrio.read_info(folder / "workspace" / "work" / f"round0_step{index}.gpkg")
        other = pyogrio.read_info(folder / f"bare0_step{index}.gpkg")
        if mine["features"] != other["features"]:
            raise RuntimeError(f"step {index} differs: {mine['features']} and {other['features']} rows")
