# SPDX-License-Identifier: GPL-2.0-or-later
"""Made calls of all tools through one warm tool host: the share that reaches an engine, deaths, hangs, engine failures.

A call has reached an engine if it was done, spent time in an engine, or ended by a code that only an engine's work can
have. Every fault is printed as JSON with its call, which the seed makes again.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ..headless.drawn_calls.made_calls import CallMaker
from ..headless.tool_host import ToolHost
from ..tools.declaration.errors import ERROR_CODES
from ..tools.declaration.host_job import GuardLevel
from ..tools.declaration.registry import all_tools
from ..tools.declaration.spec import ToolSpec
from ..tools.execution.workspace import Workspace, checksums
from .measuring import Row
from .odd_inputs import write_inputs

CALLS = 300  # of one campaign, at most
GUARDS: tuple[GuardLevel, ...] = ("refuse", "refuse", "warn", "silent")
SECONDS = 30.0
LEAST_SHARE = 0.6
Apis = Literal["all", "vectors", "rasters"]
VECTOR_GROUPS = (
    "Layer inspection", "Data management", "Attributes and selection", "Vector geometry", "Vector overlay",
    "Geometry repair and topology", "Spatial joins and geocoding",
)  # fmt: skip
OF_ENGINES = {"ENGINE_FAILED", "TIMEOUT", "NO_OUTPUT_WRITTEN", "STORAGE_FULL", "DEPENDENCY_MISSING"}
FAULTS = OF_ENGINES - {"STORAGE_FULL"}
OWN_FILES = ("w/work/", "w/output/", "w/workspace.json", "w/host.log", "w/workspace.lock", "w/.")


@dataclass
class Campaign:
    """What came of the calls.

    Args:
        steps: Their records.
        starts: How often a host was started.
        faults: What must not be, each with its call.
    """

    steps: list[dict[str, Any]] = field(default_factory=list)
    starts: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)

    @property
    def codes(self) -> Counter[str]:
        """Counts how the calls ended; "" is done."""
        return Counter((step["error"] or {}).get("code", "") for step in self.steps)

    @property
    def share(self) -> float:
        """Gives the share of calls that reached an engine."""
        return sum(map(reached_engine, self.steps)) / max(1, len(self.steps))

    def add(self, other: Campaign) -> None:
        """Takes in what came of other calls."""
        self.steps += other.steps
        self.starts += other.starts
        self.faults += other.faults


def rows(calls: int = 4 * CALLS, seed: int = 1, apis: Apis = "all") -> Iterator[Row]:
    """Runs campaigns of up to 300 calls, some with guards that let findings pass to the engines.

    The bar of one is met where there is no fault, that of all where enough calls reach an engine, too.

    Args:
        calls: Of all campaigns.
        seed: Of the first campaign; the next one has the next number.
        apis: all, vectors (layers, tables and what is made of them) or rasters (with networks, patterns, imagery).
    """
    specs, total = specs_of(apis), Campaign()
    for number, count in enumerate(shares(calls)):
        guard = GUARDS[number % len(GUARDS)]
        folder = Path(tempfile.mkdtemp(prefix="gisagentbench-fuzz-"))
        try:
            done = run_campaign(folder, seed + number, count, guard=guard, specs=specs)
        finally:
            shutil.rmtree(folder)
        sys.stderr.writelines(f"{json.dumps(fault, default=str)}\n" for fault in done.faults)
        total.add(done)
        yield _row(f"{count} calls of seed {seed + number}, guards at {guard}", done)
    yield _row(f"all {len(total.steps)} calls", total, LEAST_SHARE)


def shares(calls: int) -> list[int]:
    """Shares calls out to campaigns of up to CALLS, each with as many as another but for one."""
    campaigns = math.ceil(calls / CALLS)
    return [calls // campaigns + (number < calls % campaigns) for number in range(campaigns)]


def specs_of(apis: Apis) -> tuple[ToolSpec, ...]:
    """Gives the tools that a word stands for."""
    specs = all_tools().values()
    return tuple(spec for spec in specs if apis == "all" or (spec.group in VECTOR_GROUPS) == (apis == "vectors"))


def run_campaign(
    folder: Path,
    seed: int,
    count: int,
    most_layers: int = 1000,
    guard: GuardLevel = "refuse",
    specs: Sequence[ToolSpec] = (),
) -> Campaign:
    """Makes a workspace of odd layers, or a sample of them, in an empty folder and `count` calls of tools in it."""
    workspace, done = folder / "w", Campaign()
    inputs = workspace / "inputs"
    inputs.mkdir(parents=True)
    files = write_inputs(inputs)
    maker = CallMaker(seed, files, specs)
    with ToolHost(workspace, workspace / "host.log", guard=guard, on_start=lambda _: _started(done)) as host:
        for name in random.Random(seed).sample(files, min(most_layers, len(files))):
            _note(done, host.call("load_layer", {"file": name, "name": Path(name).stem}, SECONDS))
        before, begun = _others(folder), time.monotonic()
        for _ in range(count):
            api, arguments = maker.call(Workspace(workspace).handles)
            step = host.call(api, arguments, SECONDS)
            done.steps.append(step)
            _note(done, step)
            if step["ok"]:
                maker.learn(api, arguments)
        changed = host.close()
        if changed or _others(folder) != before:
            done.faults.append({"fault": f"files changed after {time.monotonic() - begun:.0f} s", "files": changed})
    done.faults.extend({"fault": text} for text in result_faults(Workspace(workspace)))
    if done.starts != 1:
        done.faults.append({"fault": f"the host was started {done.starts} times"})
    return done


def reached_engine(step: dict[str, Any]) -> bool:
    """Tells whether a call passed its checks and guards, or an engine worked on the way."""
    return bool(step["ok"] or step["engine_seconds"] > 0 or step["error"]["code"] in OF_ENGINES)


def fault_of(step: dict[str, Any]) -> str:
    """Says what is wrong with the ending of a call; "" where nothing is."""
    if step["ok"]:
        return "" if step["observation"] else "done without an observation"
    error = step["error"]
    if error["code"] not in ERROR_CODES:
        return "a code that is not of the closed list"
    if "Traceback" in error["message"] or not error["message"]:
        return "no sentence"
    return error["code"] if error["code"] in FAULTS else ""


def result_faults(workspace: Workspace) -> Iterator[str]:
    """Reads every layer with GDAL alone and says where it is not what its facts tell: rows, fields, geometry types."""
    from osgeo import gdal, ogr

    for handle, facts in workspace.handles.items():
        record = workspace.state.handles[handle]
        if facts.kind == "raster":
            continue
        dataset = gdal.OpenEx(str(workspace.folder / record.path), gdal.OF_VECTOR)
        layer = dataset.GetLayerByName(record.sublayer)
        fields = [one.GetName() for one in layer.schema]
        features = list(layer)  # a geometry does not outlive its feature
        shapes = [shape for feature in features if (shape := feature.GetGeometryRef()) is not None]
        types = {ogr.GeometryTypeToName(ogr.GT_GetLinear(ogr.GT_Flatten(one.GetGeometryType()))) for one in shapes}
        stated = (facts.geometry_type or "").lower()  # "" where it is not known
        wrong = {name for name in types if stated not in name.replace(" ", "").lower()}
        if facts.count not in (None, len(features)) or facts.field_names not in (None, fields) or wrong:
            yield f"{handle} of step {record.step}: {len(features)} rows, {fields}, {types}; said: {facts}"


def _row(case: str, done: Campaign, least_share: float = 0) -> Row:
    verdict = "met" if not done.faults and done.share >= least_share else "MISSED"
    ended = ", ".join(f"{code or 'done'} {count}" for code, count in done.codes.most_common())
    bar = f"{verdict}: {done.share:.0%} reached an engine, {len(done.faults)} faults, {done.starts} starts; {ended}"
    median = statistics.median(step["seconds"] for step in done.steps)
    return Row(f"{case}, median of a call", median, None, None, (), bar)


def _note(done: Campaign, step: dict[str, Any]) -> None:
    if what := fault_of(step):
        done.faults.append({"fault": what, "api": step["api"], "arguments": step["arguments"], "error": step["error"]})


def _started(done: Campaign) -> None:
    done.starts += 1


def _others(folder: Path) -> dict[str, str]:
    """Gives what calls must leave alone: all files but those of the workspace itself."""
    return {name: digest for name, digest in checksums(folder).items() if not name.startswith(OWN_FILES)}
