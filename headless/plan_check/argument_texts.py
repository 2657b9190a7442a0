# SPDX-License-Identifier: GPL-2.0-or-later
"""The texts in the arguments of a call, among which are the handles it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def texts_in(value: Any) -> Iterator[str]:
    """Lists every text in the arguments of a call; one of them may be a handle."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, (list, dict)):
            left += part.values() if isinstance(part, dict) else part
