# SPDX-License-Identifier: GPL-2.0-or-later
"""Which agents no other one beats in cost and in accuracy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Position(NamedTuple):
    """Where an agent stands: what an episode costs (any unit, the less the better), and its strict rate."""

    cost: float
    rate: float


def frontier(positions: Mapping[str, Position]) -> list[str]:
    """Returns the names that no other beats, the cheapest first.

    One beats another where it is as good in both and better in one. Two in the same place both stay.

    >>> frontier({"dear": Position(9, 0.6), "cheap": Position(1, 0.4), "beaten": Position(2, 0.4)})
    ['cheap', 'dear']
    """
    kept = [name for name, one in positions.items() if not any(_beats(other, one) for other in positions.values())]
    return sorted(kept, key=lambda name: (positions[name].cost, positions[name].rate, name))


def _beats(one: Position, other: Position) -> bool:
    return one.cost <= other.cost and one.rate >= other.rate and one != other
