# SPDX-License-Identifier: GPL-2.0-or-later
"""How far two values or places are apart, in words."""

from __future__ import annotations

import math
from typing import Any

from ..tasks.column import Column
from .sentences import number_text, value_text

TIMES = 2.0


def pair_words(column: Column, expected: Any, found: Any) -> str:
    """Says what was expected and found, and how far they are apart where both are numbers.

    >>> pair_words(Column(type="real"), 250.5, 250.5501)
    'expected 250.5, found 250.5501 (0.02 % more)'
    >>> pair_words(Column(type="integer", role="count"), 7, None)
    'expected 7, found NULL'
    """
    pair = f"expected {value_text(expected)}, found {value_text(found)}"
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (expected, found))
    if not numbers or column.role in ("id", "label"):
        return pair
    if column.role == "angle":
        apart = abs(expected - found) % column.period
        return f"{pair} ({_short(min(apart, column.period - apart))} apart)"
    if column.effective_role == "measure":
        return pair + relative_words(float(expected), float(found))
    return f"{pair} ({amount_words(found - expected)})"


def relative_words(expected: float, found: float) -> str:
    """Says in brackets how many times or by which share a number is off; nothing where that has no meaning.

    >>> relative_words(100.0, 1076.0), relative_words(100.0, 99.0), relative_words(0.0, 3.0)
    (' (10.76 times)', ' (1 % less)', '')
    """
    if not expected or not math.isfinite(expected) or not math.isfinite(found) or found / expected <= 0:
        return ""
    ratio = found / expected
    if ratio >= TIMES or ratio <= 1 / TIMES:
        return f" ({_short(ratio)} times)"
    share = _short(100 * abs(ratio - 1))
    return f" ({share} % {'more' if abs(found) > abs(expected) else 'less'})"


def amount_words(gap: float) -> str:
    """Says by how much a number is off.

    >>> amount_words(1), amount_words(-0.5)
    ('1 more', '0.5 less')
    """
    return f"{_short(abs(gap))} {'more' if gap > 0 else 'less'}"


def shift_words(right: float, up: float, unit: str, words: tuple[str, str, str, str]) -> str:
    """Says which way and how far something lies off its place, whatever of it is not 0.

    Args:
        unit: Of both distances.
        words: For right, left, up and down.

    >>> shift_words(50.0, -2.5, "m", ("east", "west", "north", "south"))
    '50 m east and 2.5 m south'
    """
    steps = ((right, words[:2]), (up, words[2:]))
    return " and ".join(
        f"{number_text(float(f'{abs(step):.6g}'))} {unit} {names[0] if step > 0 else names[1]}"
        for step, names in steps
        if step
    )


def _short(value: float) -> str:
    return number_text(value) if isinstance(value, int) else number_text(float(f"{value:.4g}"))
