# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers whose cause is known: ratios of units that were confused, and numbers that stand for no value."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

FOOT = 0.3048
US_FOOT = 1200 / 3937
ACRE = 4046.8564224
MILE = 1609.344
NEAR = 1e-4
# Numbers that stand for no value.
SENTINELS = (-9999.0, -99999.0, -99997.0, 9999.0, 99999.0, -32768.0)


class KnownRatio(NamedTuple):
    """A ratio and what it means: what the output is in, and what it should be in."""

    ratio: float
    found: str
    expected: str


def _both_ways(ratio: float, found: str, expected: str) -> list[KnownRatio]:
    return [KnownRatio(ratio, found, expected), KnownRatio(1 / ratio, expected, found)]


KNOWN_RATIOS: tuple[KnownRatio, ...] = tuple(
    known
    for pair in (
        _both_ways(1 / FOOT, "feet", "metres"),
        _both_ways(1 / US_FOOT, "US survey feet", "metres"),
        _both_ways(FOOT**-2, "square feet", "square metres"),
        _both_ways(US_FOOT**-2, "square US survey feet", "square metres"),
        _both_ways(100.0, "percent, centimetres or hectares", "shares, metres or square kilometres"),
        _both_ways(1000.0, "metres", "kilometres"),
        _both_ways(1e4, "square metres", "hectares"),
        _both_ways(1e6, "square metres", "square kilometres"),
        _both_ways(180 / math.pi, "degrees", "radians"),
        _both_ways(1e4 / ACRE, "acres", "hectares"),
        _both_ways(ACRE, "square metres", "acres"),
        _both_ways(ACRE / FOOT**2, "square feet", "acres"),
        _both_ways(MILE, "metres", "miles"),
        _both_ways(1000 / MILE, "miles", "kilometres"),
        _both_ways(MILE / FOOT, "feet", "miles"),
    )
    for known in pair
)


def known_ratio(expected: np.ndarray, found: np.ndarray) -> KnownRatio | None:
    """Returns the known ratio that holds in every pair of numbers; None where there is none.

    Args:
        expected: Numbers of the reference.
        found: Numbers of the output; 0 where the reference is 0, or no ratio explains it.
    Edges: At least two different numbers are needed; one alone could be anything. Ratios that the digits do not tell
        apart, such as those of feet and US survey feet after rounding, are named together.

    >>> known_ratio(np.array([1.0, 2.0]), np.array([1e4, 2e4])).expected
    'hectares'
    """
    telling = np.isfinite(expected) & np.isfinite(found) & (expected != 0)
    if len(np.unique(expected[telling])) < 2 or (expected[~telling] != found[~telling]).any():
        return None
    with np.errstate(over="ignore"):
        ratios = found[telling] / expected[telling]
    middle, spread = float(np.median(ratios)), float(np.ptp(ratios))
    fitting = [known for known in KNOWN_RATIOS if (np.abs(ratios / known.ratio - 1) <= NEAR).all()]
    if not fitting:
        return None
    nearest = min(fitting, key=lambda known: abs(middle - known.ratio))
    doubt = 2 * (spread + abs(middle - nearest.ratio))
    alike = [known for known in fitting if abs(known.ratio - nearest.ratio) <= doubt]
    found_words, expected_words = (
        " or ".join(dict.fromkeys(words)) for words in zip(*((one.found, one.expected) for one in alike), strict=True)
    )
    return KnownRatio(nearest.ratio, found_words, expected_words)
