# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools, file to file, against algorithms of QGIS and GDAL, GeoPandas, SciPy and other libraries in one process.

Ours is a warm call: the facts of the inputs, their validity among them, are in the workspace. Everything works in one
thread. Before a peer is timed, its answer is compared with ours, row by row or cell by cell. A peer that took far
longer than the fastest then, and has no bar of its own, is timed in one round alone. The headline case is the join of
939,821 points to 2,000 polygons of 88,000 vertices; rasters have 16 million cells, those of costs 4 million.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .cell_answers import CellAnswer
from .cell_cases import CASES as CELL_CASES
from .made_worlds import WORLDS
from .measuring import Row, alternate
from .place_cases import CASES as PLACE_CASES
from .tool_cases import CASES, Case
from .warm_workspace import WarmWorkspace

ALL_CASES = (*CASES, *CELL_CASES, *PLACE_CASES)
ROUNDS = 5
FAR_SLOWER = 3.0  # times the fastest peer
TOLD_DIGITS = 1e-9
RATIO, JOIN_RATIO, NATIVE_JOIN_RATIO = 1.1, 1.3, 1 / 2.5
JOINS = ("spatial_join", "spatial_join_summary", "join_nearest")


def rows(apis: str = "all") -> Iterator[Row]:
    """Measures each tool against each of its peers.

    Args:
        apis: all, or names of tools with commas between.
    """
    os.environ["GDAL_NUM_THREADS"] = "1"
    chosen = [case for case in ALL_CASES if apis == "all" or case.api in apis.split(",")]
    for world, make in WORLDS.items():
        cases = [case for case in chosen if case.world == world]
        if cases:
            with make() as workspace:
                for case in cases:
                    yield from measured(workspace, case)


def measured(workspace: WarmWorkspace, case: Case) -> Iterator[Row]:
    """Measures a tool against each of its peers, once their answers are equal."""
    suffix = ".tif" if isinstance(case.answer, CellAnswer) else ".gpkg"
    seconds = check(workspace, case)
    for name, peer in case.peers.items():
        ratio = allowed_ratio(case.api, name)
        is_far_slower = ratio == RATIO and seconds[name] > FAR_SLOWER * min(seconds.values())
        counts = " and ".join(_counted(workspace, handle) for handle in case.handles)

        def bar(ours: float, other: float, ratio: float = ratio) -> str:
            return f"{'met' if ours <= ratio * other else 'MISSED'}: at most {ratio:g} times the peer"

        yield alternate(
            f"{case.api}, {counts}, against {name}",
            lambda number: workspace.call(case.api, {**case.arguments, "output": f"ours{number}"}),
            lambda number, peer=peer: peer(  # type: ignore[misc]
                workspace.files, workspace.target(f"peer{number}", suffix)
            ),
            1 if is_far_slower else ROUNDS,
            warm_ups=0 if is_far_slower else 1,
            bar=bar,
            between=workspace.clean,
        )


def check(workspace: WarmWorkspace, case: Case) -> dict[str, float]:
    """Compares the answer of each peer with ours and gives the seconds that each peer took.

    Raises: RuntimeError where they differ, or where ours has no rows or cells.
    """
    try:
        ours = workspace.call(case.api, {**case.arguments, "output": "ours"})
        told = workspace.told
        return {name: _compared(workspace, case, name, ours, told) for name in case.peers}
    finally:
        workspace.clean()


def _compared(workspace: WarmWorkspace, case: Case, name: str, ours: Path, told: Mapping[str, Any]) -> float:
    target = workspace.target(f"peer_{name}", ours.suffix)
    start = time.perf_counter()
    words = case.peers[name](workspace.files, target) or {}
    seconds = time.perf_counter() - start
    try:
        for word, number in words.items():
            if not math.isclose(told[word], number, rel_tol=TOLD_DIGITS):
                raise ValueError(f"{word} {told[word]} against {number}")
        if not case.answer.compare(ours, target):
            raise ValueError("nothing to compare")
    except ValueError as difference:
        raise RuntimeError(f"{case.api} against {name}: {difference}") from difference
    return seconds


def allowed_ratio(api: str, peer: str) -> float:
    """Returns how many times the time of the peer ours may take."""
    if api == "spatial_join" and peer == "QGIS":
        return NATIVE_JOIN_RATIO
    return JOIN_RATIO if api in JOINS and peer == "GeoPandas" else RATIO


def _counted(workspace: WarmWorkspace, handle: str) -> str:
    """Says how many rows or cells a layer has."""
    facts: Any = workspace.workspace.layer(handle).facts
    if facts.grid:
        return f"{facts.grid.width} x {facts.grid.height} cells of {handle}"
    return f"{facts.count:,} {handle}"
