# SPDX-License-Identifier: GPL-2.0-or-later
"""How long a scale bar is, and what it says."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from .class_breaks import number_text

METRES_PER_FOOT = 0.3048
METRES_PER_MILE = 1609.344
UnitFamily = Literal["metric", "imperial", "map_units"]


class ScaleLength(NamedTuple):
    """A scale bar.

    Args:
        share: Its length as a share of the width of the map.
        label: Its length in words, such as `500 m`.
    """

    share: float
    label: str


def scale_length(map_width: float, family: UnitFamily, longest_share: float = 0.3) -> ScaleLength:
    """Finds the longest bar of a round length that takes no more than a share of the map.

    Args:
        map_width: Metres on the ground across the middle of the map; map units where there is no CRS.
        family: metric (m, km), imperial (feet, miles; for maps in a foot CRS), map_units (no CRS).
        longest_share: Of the width of the map.

    >>> scale_length(4000, "metric")
    ScaleLength(share=0.25, label='1 km')
    """
    unit, name = _unit(map_width * longest_share, family)
    length = _round_down(map_width * longest_share / unit)
    return ScaleLength(length * unit / map_width, f"{number_text(length)} {name}")


def _unit(longest: float, family: UnitFamily) -> tuple[float, str]:
    if family == "map_units":
        return 1.0, "map units (no CRS)"
    if family == "metric":
        return (1000.0, "km") if longest >= 1000 else (1.0, "m")
    return (METRES_PER_MILE, "mi") if longest >= METRES_PER_MILE else (METRES_PER_FOOT, "ft")


def _round_down(value: float) -> float:
    """Returns the largest 1, 2 or 5 times a power of ten that is not above the value."""
    power = 10.0 ** math.floor(math.log10(value))
    return float(max(factor * power for factor in (1, 2, 5) if factor * power <= value * (1 + 1e-9)))
