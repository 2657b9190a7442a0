# SPDX-License-Identifier: GPL-2.0-or-later
"""Time, tokens and money in words, short enough for a table."""

from __future__ import annotations

import math


def seconds_text(value: float | None) -> str:
    """Writes a time.

    >>> seconds_text(0.042), seconds_text(3.26), seconds_text(75), seconds_text(None)
    ('0.04 s', '3.3 s', '1 min 15 s', '')
    """
    if value is None or not math.isfinite(value):
        return ""
    if value >= 60:
        return f"{int(value // 60)} min {int(value % 60)} s"
    return f"{value:.2f} s" if value < 1 else f"{value:.1f} s"


def count_text(value: int | None) -> str:
    """Writes a count with a thin space between thousands; nothing for what is not known.

    >>> count_text(12345) == "12\u202f345", count_text(None)
    (True, '')
    """
    return f"{value:,}".replace(",", "\u202f") if value is not None else ""


def money_text(value: float | None) -> str:
    """Writes US dollars with as many digits as a small sum needs; nothing for what is not known.

    >>> money_text(0.00042), money_text(0.0318), money_text(2.5), money_text(0.0), money_text(None)
    ('$0.0004', '$0.032', '$2.50', '$0.00', '')
    """
    if value is None:
        return ""
    digits = 2 if value >= 0.1 or value == 0 else 3 if value >= 0.01 else 4
    return f"${value:.{digits}f}"
