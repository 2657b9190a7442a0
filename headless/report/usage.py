# SPDX-License-Identifier: GPL-2.0-or-later
"""Tokens and money that an agent spent, as far as its events tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Usage:
    """What was spent; None where nothing tells of it, which is not zero.

    Args:
        prompt_tokens: Tokens sent, those of them that were cached included.
        completion_tokens: Tokens answered, those of reasoning included.
        cost_usd: US dollars.
    """

    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None

    @property
    def tokens(self) -> int | None:
        """Gives tokens sent and answered; None where neither is told."""
        told = [count for count in (self.prompt_tokens, self.completion_tokens) if count is not None]
        return sum(told) if told else None


NAMES = tuple(field.name for field in fields(Usage))


def usage_of(event: Any) -> Usage:
    """Reads what an event tells of usage; an event without it, such as one of an older run, tells nothing."""
    told = getattr(event, "usage", None)
    return Usage(**{name: _number(getattr(told, name, None)) for name in NAMES})


def summed(usages: Iterable[Usage]) -> Usage:
    """Adds usages up.

    >>> summed([Usage(prompt_tokens=5), Usage(prompt_tokens=7, cost_usd=0.5), Usage()])
    Usage(prompt_tokens=12, cached_tokens=None, completion_tokens=None, reasoning_tokens=None, cost_usd=0.5)
    """
    given = list(usages)
    return Usage(**{name: _sum(getattr(one, name) for one in given) for name in NAMES})


def _sum(values: Iterable[Any]) -> Any:
    told = [value for value in values if value is not None]
    return sum(told) if told else None


def _number(value: Any) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 else None
