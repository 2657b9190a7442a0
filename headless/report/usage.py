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
        schema_share: Share of what was sent that is schemas of tools, 0 to 1.
    """

    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None
    schema_share: float | None = None

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


def answering_models(events: Iterable[Any]) -> list[str]:
    """Returns the models that answered, as their endpoints call them, with the fingerprint; each once."""
    found = [getattr(event, "answered", None) for event in events]
    told = [(getattr(one, "model", None), getattr(one, "system_fingerprint", None)) for one in found if one]
    return list(dict.fromkeys(" ".join(str(part) for part in parts if part) for parts in told if any(parts)))


def summed(usages: Iterable[Usage]) -> Usage:
    """Adds usages up; the share of schemas is a mean, weighted by prompt tokens.

    >>> total = summed([Usage(prompt_tokens=5, schema_share=1.0), Usage(prompt_tokens=15, schema_share=0.2), Usage()])
    >>> total.prompt_tokens, total.schema_share, total.cost_usd
    (20, 0.4, None)
    """
    given = list(usages)
    added = {name: _sum(getattr(one, name) for one in given) for name in NAMES}
    return Usage(**(added | {"schema_share": _schema_share(given)}))


def _schema_share(usages: list[Usage]) -> float | None:
    told = [
        (one.schema_share, one.prompt_tokens) for one in usages if one.schema_share is not None and one.prompt_tokens
    ]
    return sum(share * tokens for share, tokens in told) / sum(tokens for _, tokens in told) if told else None


def _sum(values: Iterable[Any]) -> Any:
    told = [value for value in values if value is not None]
    return sum(told) if told else None


def _number(value: Any) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 else None
