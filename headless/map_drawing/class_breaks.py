# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of a number column for a map: few, with round limits, the same for all pictures of a task."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

MOST_CLASSES = 5
SLACK = 0.2  # of the narrower neighbour
WIDEST_WHOLE = 1000  # span up to which whole numbers are told by their own ends, such as 3 – 5


class NumberClass(NamedTuple):
    """Numbers from `lower` to `upper`; one that is the end of two classes belongs to the lower one.

    Args:
        label: The values of the reference that are in it, such as `7` or `3 – 5`.
        is_part: Whether its ends are round limits that it shares with its neighbours.
    """

    lower: float
    upper: float
    label: str
    is_part: bool = False


def number_classes(values: Sequence[float], most: int = MOST_CLASSES) -> list[NumberClass]:
    """Makes classes that hold about equally many values, each different value in one of them.

    Args:
        values: Finite numbers.
        most: The largest number of classes.
    Returns: Classes that join without a gap from the least value to the largest; none for no values.

    >>> [one.label for one in number_classes([3, 1, 1, 2])]
    ['1', '2', '3']
    >>> [one.label for one in number_classes([0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])]
    ['0', '1 – 2', '3 – 4', '5 – 6', '7 – 8']
    """
    groups = _equal_groups(values, most)
    if not groups:
        return []
    least, largest = groups[0][0], groups[-1][-1]
    different = sum(map(len, groups))
    is_whole = largest - least <= WIDEST_WHOLE and all(value == int(value) for group in groups for value in group)
    is_part = different > most and not is_whole
    if not is_part:
        between = [(first[-1] + second[0]) / 2 for first, second in itertools.pairwise(groups)]
        limits = [least, *between, largest]
        labels = [_ends_text(group[0], group[-1]) for group in groups]
    else:
        step = _round_step(largest - least, 100)
        between = [_limit(first, second) for first, second in itertools.pairwise(groups)]
        lowest, highest = math.floor(least / step) * step, math.ceil(largest / step) * step
        limits = [min(lowest, least), *between, max(highest, largest)]
        labels = [_ends_text(low, high) for low, high in itertools.pairwise(limits)]
    return [
        NumberClass(low, high, label, is_part)
        for (low, high), label in zip(itertools.pairwise(limits), labels, strict=True)
    ]


def number_text(value: float) -> str:
    """Writes a number for a legend: few digits, a space between thousands from five digits on, M for millions.

    >>> [number_text(value) for value in (12345.678, 4700000, 1950, 0.00012, 2.50, -3)]
    ['12 346', '4.7 M', '1950', '0.00012', '2.5', '−3']
    """
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 1e12 or size < 1e-4:
        text = f"{size:.3g}"
    elif size >= 1e6:
        text = f"{size / 1e9:.4g} bn" if size >= 1e9 else f"{size / 1e6:.4g} M"
    elif size >= 1000:
        text = f"{size:.0f}" if size < 9999.5 else f"{size:,.0f}".replace(",", " ")
    else:
        text = f"{size:.{max(0, 3 - math.floor(math.log10(size)))}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"−{text}" if value < 0 else text


def _equal_groups(values: Sequence[float], most: int) -> list[list[float]]:
    """Parts the different values, in order, so that the groups have about equally many members."""
    counts = sorted(Counter(values).items())
    if len(counts) <= most:
        return [[value] for value, _ in counts]
    groups: list[list[float]] = [[]]
    left, held = len(values), 0
    for value, count in counts:
        if groups[-1] and len(groups) < most and held >= left / (most - len(groups) + 1):
            left, held = left - held, 0
            groups.append([])
        groups[-1].append(value)
        held += count
    return groups


def _ends_text(low: float, high: float) -> str:
    return number_text(low) if low == high else f"{number_text(low)} – {number_text(high)}"


def _limit(first: list[float], second: list[float]) -> float:
    """Returns a round limit between two groups, or a little inside one of them where that makes it rounder."""
    slack = SLACK * min(first[-1] - first[0], second[-1] - second[0])
    return _roundest(first[-1] - slack, second[0] + slack)


def _roundest(low: float, high: float) -> float:
    """Returns the number of fewest digits from `low` on and below `high`."""
    power = 10.0 ** math.ceil(math.log10(max(abs(low), abs(high), high - low)))
    while power > (high - low) / 100:
        for step in (power, power / 2, power / 5):
            limit = float(f"{math.ceil(low / step) * step:.12g}")
            if low <= limit < high:
                return limit
        power /= 10
    return low


def _round_step(span: float, parts: int) -> float:
    """Returns 1, 2 or 5 times a power of ten, at most the span divided by `parts`."""
    raw = span / parts
    power = 10.0 ** math.floor(math.log10(raw))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= raw * (1 + 1e-9))
