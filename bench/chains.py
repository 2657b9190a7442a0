# SPDX-License-Identifier: GPL-2.0-or-later
"""Random chains of 3 to 8 calls of all tools, planned by their effects: the share that ends without an error, faults.

Tools are first called alone, to learn arguments that go through. A chain ends with its last call or its first error. A
layer that is not what the effect of its call told is a fault, as are those of `fuzz`.
"""

from __future__ import annotations

import json
import math
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..headless.drawn_calls.linked_calls import ChainMaker, Planned
from ..headless.tool_host import ToolHost
from ..tasks.crs_equality import same_crs
from ..tools.declaration.facts import LayerFacts
from ..tools.execution.workspace import Workspace
from .fuzz import SECONDS, fault_of, result_faults
from .measuring import Row
from .plain_inputs import write_inputs

CHAINS = 25  # of one workspace, at most
LESSONS = 8  # calls of each tool alone, at most
LEAST_SHARE = 0.5
TOLD = ("kind", "fields", "geometry_type", "is_multi", "has_z", "grid", "bands")


@dataclass
class Chains:
    """What came of the chains.

    Args:
        lengths: How many calls of each chain were done.
        codes: How chains ended; "" is without an error.
        apis: How often each tool was done in a chain.
        times: Seconds of each chain.
        faults: What must not be, each with its chain.
    """

    lengths: list[int] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    apis: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Gives the share of chains that ended without an error."""
        return self.codes[""] / max(1, self.codes.total())


def rows(chains: int = 100, seed: int = 1) -> Iterator[Row]:
    """Runs chains, in workspaces of up to 25; the bar is met without a fault and where half end without an error.

    Args:
        chains: Of all workspaces.
        seed: Of all chains.
    """
    maker, done = ChainMaker(seed, []), Chains()
    for number in range(math.ceil(chains / CHAINS)):
        folder, before = Path(tempfile.mkdtemp(prefix="gisagentbench-chains-")), len(done.faults)
        try:
            run_chains(folder, maker, min(CHAINS, chains - number * CHAINS), done)
        finally:
            shutil.rmtree(folder)
        sys.stderr.writelines(f"{json.dumps(fault, default=str)}\n" for fault in done.faults[before:])
    verdict = "met" if not done.faults and done.share >= LEAST_SHARE else "MISSED"
    ended = ", ".join(f"{code or 'done'} {count}" for code, count in done.codes.most_common())
    share = f"{done.share:.0%} ended without an error"
    bar = f"{verdict}: {share}, {len(done.apis)} tools, {len(done.faults)} faults; {ended}"
    yield Row(f"{chains} chains of seed {seed}, median of a chain", statistics.median(done.times), None, None, (), bar)


def run_chains(folder: Path, maker: ChainMaker, count: int, done: Chains) -> None:
    """Makes a workspace in an empty folder, teaches the maker where it knows nothing yet, and runs chains."""
    workspace = folder / "w"
    inputs = workspace / "inputs"
    inputs.mkdir(parents=True)
    maker.files = write_inputs(inputs)
    with ToolHost(workspace, workspace / "host.log") as host:
        for name in maker.files:
            _note(host.call("load_layer", {"file": name, "name": Path(name).stem}, SECONDS), done, [])
        given = Workspace(workspace).handles
        if not maker.is_taught:
            _teach(host, maker, given, done)
        for _ in range(count):
            _run(host, maker.chain(given), workspace, done)
        host.close()
    done.faults.extend({"fault": text} for text in result_faults(Workspace(workspace)))


def unlike(told: LayerFacts, real: LayerFacts) -> list[str]:
    """Lists what an effect told of a layer that is not so; what it left open is not compared."""
    wrong = [name for name in TOLD if getattr(told, name) not in (None, getattr(real, name))]
    is_elsewhere = told.crs is not None and told.crs != real.crs and not same_crs(told.crs or "", real.crs or "")
    return [*wrong, *(["crs"] if is_elsewhere else [])]


def _teach(host: ToolHost, maker: ChainMaker, given: dict[str, LayerFacts], done: Chains) -> None:
    for _ in range(LESSONS * len(maker.specs)):
        api, arguments = maker.call(given)
        if maker.knows(api):
            continue
        step = host.call(api, arguments, SECONDS)
        _note(step, done, [])
        if step["ok"]:
            maker.learn(api, arguments)


def _run(host: ToolHost, chain: list[Planned], workspace: Path, done: Chains) -> None:
    calls = [{"api": planned.api, "arguments": planned.arguments} for planned in chain]
    code, length, seconds = "", 0, 0.0
    for planned in chain:
        step = host.call(planned.api, planned.arguments, SECONDS)
        seconds += step["seconds"]
        _note(step, done, calls)
        if not step["ok"]:
            code = step["error"]["code"]
            break
        length += 1
        done.apis[planned.api] += 1
        real = Workspace(workspace).handles
        for handle, told in planned.made.items():
            if wrong := unlike(told, real[handle]):
                done.faults.append({"fault": f"{handle} has not the {wrong} that its effect told", "chain": calls})
    done.codes[code] += 1
    done.lengths.append(length)
    done.times.append(seconds)


def _note(step: dict[str, Any], done: Chains, chain: list[dict[str, Any]]) -> None:
    if what := fault_of(step):
        done.faults.append({"fault": what, "api": step["api"], "error": step["error"], "chain": chain})
