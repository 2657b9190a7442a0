# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether rows stand in the asked order."""

from __future__ import annotations

from .layers import Layer
from .matching import key_of


def in_order(names: list[str], reference: Layer, output: Layer, pairs: list[tuple[int, int]]) -> bool:
    """Tells whether paired rows stand as in the reference; rows that are equal by `names` may change places."""
    keys = [key_of(row, names) for row in reference.rows]
    expected = [keys[place] for place, _ in sorted(pairs)]
    return expected == [keys[place] for place, _ in sorted(pairs, key=lambda pair: pair[1])]
