# SPDX-License-Identifier: GPL-2.0-or-later
"""Shares and values as people read them. Standard library alone, since the window writes them too."""

from __future__ import annotations

from typing import Any


def share_words(value: float | None) -> str:
    """Writes a share; a share below 1 never looks like 1.

    >>> share_words(1.0), share_words(0.99999), share_words(0.5), share_words(None)
    ('1.000', '> 0.999', '0.500', '–')
    """
    if value is None:
        return "–"
    return "1.000" if value == 1 else "> 0.999" if value > 0.9995 else f"{value:.3f}"


def value_words(value: Any) -> str:
    """Writes a value as the report shows it.

    >>> value_words(None), value_words(0.1 + 0.2), value_words(True), value_words("007")
    ('NULL', '0.3', 'true', '007')
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
