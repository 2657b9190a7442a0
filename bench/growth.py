# SPDX-License-Identifier: GPL-2.0-or-later
"""Time per row of tools on vector layers of 10^4, 10^5 and 10^6 rows of equal density.

Warm calls, as in `tools`. Each size is set against the one before: a ratio of 1 is linear growth, 10 is quadratic. The
peak is the most memory of the whole process, QGIS and its libraries included.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator

from .made_worlds import Sizes, vectors
from .measuring import Row, forget_peak, peak_bytes, spread, timed
from .tool_cases import CASES, Case
from .warm_workspace import WarmWorkspace

ROUNDS = {10_000: 15, 100_000: 5, 1_000_000: 1}  # the larger a layer, the fewer
WARM_UPS = 1  # memory that was never used before is slow to come by
PER_ROWS = 1_000
RATIO = 1.3
# All pairs grow with the square of the points by their nature; the nearest five must not.
OTHERWISE = {
    "distance_matrix": {"from_layer": "points", "from_id": "point_id", "to_layer": "stations", "to_id": "station_id",
                        "nearest": 5},
}  # fmt: skip
MIB = 1024**2


def rows(apis: str = "all", largest: int = 1_000_000) -> Iterator[Row]:
    """Measures each tool at each size, after an unmeasured call.

    Args:
        apis: all, or names of tools with commas between.
        largest: Rows of the largest layer.
    """
    os.environ["GDAL_NUM_THREADS"] = "1"
    before: dict[str, float] = {}
    chosen = [case for case in CASES if apis == "all" or case.api in apis.split(",")]
    for count in (count for count in ROUNDS if count <= largest):
        with vectors(sizes(count)) as workspace:
            for case in chosen:
                row = measured(workspace, case, count, before.get(case.api), ROUNDS[count])
                before[case.api] = row.ours
                yield row


def sizes(count: int) -> Sizes:
    """Gives layers of `count` plots and points, ten of them to a station."""
    return Sizes(plots=count, corners=8, points=count, stations=count // 10, depots=1)


def measured(workspace: WarmWorkspace, case: Case, count: int, before: float | None, rounds: int) -> Row:
    """Measures a tool; the peer is the same tool at the size before."""

    def call(number: int) -> None:
        workspace.call(case.api, {**case.arguments, **OTHERWISE.get(case.api, {}), "output": f"ours{number}"})

    times = []
    forget_peak()
    for number in range(WARM_UPS + rounds):
        seconds = timed(call, number)
        workspace.clean()
        if number >= WARM_UPS:
            times.append(seconds)
    each = statistics.median(times) * PER_ROWS / count
    ratio = None if before is None else each / before
    title = f"{case.api}, {count:,} rows, time for {PER_ROWS:,} of them (peer: at the size before)"
    return Row(title, each, before, ratio, (spread(times),), bar_text(ratio, peak_bytes()))


def bar_text(ratio: float | None, peak: int) -> str:
    """Says whether the bar is met, and the peak of memory."""
    verdict = "" if ratio is None else f"{'met' if ratio <= RATIO else 'MISSED'}: at most {RATIO} times; "
    return f"{verdict}peak {peak / MIB:,.0f} MiB"
