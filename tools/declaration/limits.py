# SPDX-License-Identifier: GPL-2.0-or-later
"""What one call may make at most, as data; held before the work begins."""

from __future__ import annotations

import math
import sys
from typing import Literal

from .errors import ToolError

Quantity = Literal[
    "cells", "rows", "columns", "pairs", "vertices", "segments", "characters", "digits", "elements", "bytes"
]
LIMITS: dict[Quantity, int] = {
    "cells": 2_000_000_000,  # 8 GB of float32
    "rows": 20_000_000,
    "columns": 1_990,  # SQLite takes 2,000, a few are its own
    "pairs": 200_000_000,
    "vertices": 200_000_000,  # 3.2 GB of x and y
    "segments": 1_000,  # of a quarter circle
    "characters": 10_000_000,  # of one text
    "digits": 100,  # of one number as text
    "elements": 100_000,  # of one list
    "bytes": 20_000_000_000,  # in one workspace
}


def demand_size(quantity: Quantity, estimate: float, what: str, hint: str, argument: str = "") -> None:
    """Refuses work whose estimated size is beyond the limit of its kind.

    Args:
        quantity: What is counted.
        estimate: How many there would be, at least.
        what: The thing that would have them, as the subject of a sentence: the result, the buffers.
        hint: What would make it smaller.
    Raises:
        ToolError LIMIT_EXCEEDED with estimate and limit.

    >>> demand_size("cells", 4e12, "the grid", "a larger cell size")
    Traceback (most recent call last):
    gisagentbench.tools.declaration.errors.ToolError: LIMIT_EXCEEDED: the grid would have about \
4,000,000,000,000 cells; the limit is 2,000,000,000. Hint: a larger cell size.
    """
    most = LIMITS[quantity]
    if not estimate > most:
        return
    if estimate > sys.float_info.max:  # a whole number may be, and has no float
        estimate = math.inf
    shown = f"{estimate:,.0f}" if estimate < 1e15 else f"{estimate:.3g}"
    prefix = f"{argument}: " if argument else ""
    sentence = f"{prefix}{what} would have about {shown} {quantity}; the limit is {most:,}"
    raise ToolError("LIMIT_EXCEEDED", sentence, hint, argument=argument, expected=f"at most {most}", found=shown)
