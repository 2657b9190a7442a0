# SPDX-License-Identifier: GPL-2.0-or-later
"""What repeats of the same tasks tell: pass@k, pass^k, spread of the rate, and tasks that come out either way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import comb, sqrt
from typing import NamedTuple

from .verdicts import Rates, Verdict, rates


class PassFigure(NamedTuple):
    """pass@k and pass^k of one k.

    Args:
        at: Chance that at least one of k tries is right, mean over tasks.
        all: Chance that all k tries are right, mean over tasks.
        tasks: Tasks with k judged repeats or more; the others are in no mean.
    """

    k: int
    at: float
    all: float
    tasks: int


class Spread(NamedTuple):
    """The strict rate over repeats.

    Args:
        mean: Of the rates of the repeats.
        deviation: Standard deviation of a sample (n - 1); None for one repeat.
        repeats: Those with a judged episode.
    """

    mean: float
    deviation: float | None
    repeats: int


def pass_at(tries: int, right: int, k: int) -> float:
    """Estimates the chance that at least one of k tries is right, without bias.

    1 - C(n - c, k) / C(n, k), for c right ones of n tries.

    Args:
        k: At most `tries`.
    Source: Chen and others 2021, Evaluating large language models trained on code.

    >>> pass_at(3, 1, 1), pass_at(3, 1, 2), pass_at(3, 1, 3)
    (0.33333333333333337, 0.6666666666666667, 1.0)
    """
    return 1 - comb(tries - right, k) / comb(tries, k)


def pass_all(tries: int, right: int, k: int) -> float:
    """Estimates the chance that all of k tries are right, without bias: C(c, k) / C(n, k).

    Args:
        k: At most `tries`.
    Source: Yao and others 2024, tau-bench.

    >>> pass_all(3, 2, 1), pass_all(3, 2, 2), pass_all(3, 2, 3)
    (0.6666666666666666, 0.3333333333333333, 0.0)
    """
    return comb(right, k) / comb(tries, k)


def pass_figures(verdicts: Iterable[Verdict]) -> list[PassFigure]:
    """Returns pass@k and pass^k for every k that a task has judged repeats for."""
    tasks = _by_task(verdicts)
    most = max((group.judged for group in tasks.values()), default=0)
    figures = []
    for k in range(1, most + 1):
        enough = [group for group in tasks.values() if group.judged >= k]
        at = sum(pass_at(group.judged, group.strict, k) for group in enough) / len(enough)
        every = sum(pass_all(group.judged, group.strict, k) for group in enough) / len(enough)
        figures.append(PassFigure(k, at, every, len(enough)))
    return figures


def spread(verdicts: Iterable[Verdict]) -> Spread | None:
    """Returns mean and deviation of the strict rate over repeats; None where nothing was judged."""
    repeats: dict[int, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        repeats[one.repeat].append(one)
    found = [rate for group in repeats.values() if (rate := rates(group).rate) is not None]
    if not found:
        return None
    mean = sum(found) / len(found)
    if len(found) == 1:
        return Spread(mean, None, 1)
    return Spread(mean, sqrt(sum((rate - mean) ** 2 for rate in found) / (len(found) - 1)), len(found))


def unstable_tasks(verdicts: Iterable[Verdict]) -> list[str]:
    """Returns the tasks of which some judged repeats are right and some are not, in order of appearance."""
    return [task for task, group in _by_task(verdicts).items() if 0 < group.strict < group.judged]


def _by_task(verdicts: Iterable[Verdict]) -> dict[str, Rates]:
    tasks: dict[str, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        tasks[one.task].append(one)
    return {task: rates(group) for task, group in tasks.items()}
