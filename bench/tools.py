# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools on vector layers, file to file, against algorithms of QGIS, GeoPandas and Shapely in one process.

Ours is a warm call: the facts of the inputs, their validity among them, are in the workspace. GDAL works in one thread.
Before a peer is timed, its answer is compared with ours, row by row. The headline case is the join of 939,821 points to
2,000 polygons of 88,000 vertices.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from . import made_layers
from .measuring import Row, alternate
from .tool_answers import compare
from .tool_cases import CASES, Case
from .warm_workspace import WarmWorkspace

ROUNDS = 5
RATIO, JOIN_RATIO, NATIVE_JOIN_RATIO = 1.1, 1.3, 1 / 2.5
JOINS = ("spatial_join", "spatial_join_summary", "join_nearest")


class Sizes(NamedTuple):
    """Rows of the made layers.

    Args:
        plots: Polygons that do not overlap; as many zones lie across them, and as many crowded ones across each other.
        corners: Of each polygon; a ring has one vertex more.
        points, stations, depots: Points scattered over the plots.
    """

    plots: int
    corners: int
    points: int
    stations: int
    depots: int


HEADLINE = Sizes(plots=2_000, corners=43, points=939_821, stations=2_000, depots=1_000)
OVERLAYS = Sizes(plots=100_000, corners=8, points=1_000, stations=1_000, depots=1_000)
TINY = Sizes(plots=120, corners=8, points=900, stations=60, depots=20)


def rows() -> Iterator[Row]:
    """Measures each tool against each of its peers: joins and distances of points, overlays of 10^5 polygons."""
    os.environ["GDAL_NUM_THREADS"] = "1"
    for sizes in (HEADLINE, OVERLAYS):
        with made(sizes) as workspace:
            for case in CASES:
                if case.of_points == (sizes is HEADLINE):
                    yield from measured(workspace, case)


def made(sizes: Sizes) -> WarmWorkspace:
    """Makes a workspace with all layers."""
    side_m = 100 * sizes.plots**0.5
    workspace = WarmWorkspace()
    makers: dict[str, Callable[..., None]] = {
        "plots": lambda path: made_layers.plots(path, sizes.plots, "plot_id", sizes.corners),
        "zones": lambda path: made_layers.plots(path, sizes.plots, "zone_id", sizes.corners, shift_m=40),
        "crowded": lambda path: made_layers.plots(path, sizes.plots, "plot_id", sizes.corners, (30, 80)),
        "points": lambda path: made_layers.points(path, sizes.points, "point_id", side_m),
        "stations": lambda path: made_layers.points(path, sizes.stations, "station_id", side_m),
        "depots": lambda path: made_layers.points(path, sizes.depots, "depot_id", side_m),
    }
    for handle, make in makers.items():
        workspace.bind(handle, make)
    return workspace


def measured(workspace: WarmWorkspace, case: Case) -> Iterator[Row]:
    """Measures a tool against each of its peers, once their answers are equal."""
    check(workspace, case)
    for name, peer in case.peers.items():
        ratio = allowed_ratio(case.api, name)
        counts = " and ".join(f"{_count(workspace, handle):,} {handle}" for handle in case.handles)

        def bar(ours: float, other: float, ratio: float = ratio) -> str:
            return f"{'met' if ours <= ratio * other else 'MISSED'}: at most {ratio:g} times the peer"

        yield alternate(
            f"{case.api}, {counts}, against {name}",
            lambda number: workspace.call(case.api, {**case.arguments, "output": f"ours{number}"}),
            lambda number, peer=peer: peer(workspace.files, workspace.target(f"peer{number}")),  # type: ignore[misc]
            ROUNDS,
            bar=bar,
            between=workspace.clean,
        )


def check(workspace: WarmWorkspace, case: Case) -> int:
    """Compares the answer of each peer with ours and gives the count of our rows.

    Raises: RuntimeError where they differ.
    """
    try:
        ours = workspace.call(case.api, {**case.arguments, "output": "ours"})
        return min(_compared(workspace, case, name, ours) for name in case.peers)
    finally:
        workspace.clean()


def _compared(workspace: WarmWorkspace, case: Case, name: str, ours: Path) -> int:
    target = workspace.target(f"peer_{name}")
    case.peers[name](workspace.files, target)
    try:
        return compare(ours, target, case.answer)
    except ValueError as difference:
        raise RuntimeError(f"{case.api} against {name}: {difference}") from difference


def allowed_ratio(api: str, peer: str) -> float:
    """Returns how many times the time of the peer ours may take."""
    if api == "spatial_join" and peer == "QGIS":
        return NATIVE_JOIN_RATIO
    return JOIN_RATIO if api in JOINS and peer == "GeoPandas" else RATIO


def _count(workspace: WarmWorkspace, handle: str) -> int:
    layer: Any = workspace.workspace.layer(handle)
    return int(layer.facts.count)
