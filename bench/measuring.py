# SPDX-License-Identifier: GPL-2.0-or-later
"""Alternating runs of ours and a peer: median, ratio, spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One measured case, seconds.

    Args:
        case: What was measured, with sizes.
        ours: Median of our runs.
        peer: Median of the peer's runs; None where the case has none.
        ratio: ours / peer.
        spread: (slowest - fastest) / median, of ours and of the peer.
        bar: The bar in words and whether it was met; "" where the case has none.
    """

    case: str
    ours: float
    peer: float | None
    ratio: float | None
    spread: tuple[float, ...]
    bar: str = ""


def alternate(
    case: str,
    ours: Callable[[int], Any],
    peer: Callable[[int], Any],
    rounds: int,
    *,
    bar: Callable[[float, float], str] = lambda ours, peer: "",
    between: Callable[[], None] = lambda: None,
    warm_ups: int = 1,
) -> Row:
    """Runs ours and the peer in turn, unmeasured rounds first, and gives the medians.

    Args:
        ours, peer: Called with the number of the round; their results must have been checked equal before.
        between: Called after each run, unmeasured, to clean up.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + warm_ups):
        order = (0, 1) if number % 2 else (1, 0)
        for which in order:
            seconds = timed((ours, peer)[which], number)
            between()
            if number >= warm_ups:
                times[which].append(seconds)
    mine, other = (statistics.median(part) for part in times)
    return Row(case, mine, other, mine / other, (spread(times[0]), spread(times[1])), bar(mine, other))


def timed(run: Callable[[int], Any], number: int) -> float:
    """Gives the seconds of one run."""
    start = time.perf_counter()
    run(number)
    return time.perf_counter() - start


def forget_peak() -> None:
    """Lets the peak of this process's memory begin anew (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")


def peak_bytes() -> int:
    """Gives the most memory this process held since forget_peak."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))


def spread(times: list[float]) -> float:
    """Gives (slowest - fastest) / median."""
    return (max(times) - min(times)) / statistics.median(times)
