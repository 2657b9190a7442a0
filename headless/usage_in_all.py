# SPDX-License-Identifier: GPL-2.0-or-later
"""Adds up what the answers of an episode took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .events import Usage

COUNTS = ("prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens")


def usage_in_all(usages: Sequence[Usage]) -> Usage:
    """Adds usages up; what one answer does not tell is left out of the sum, what none tells is None.

    >>> a, b = Usage(prompt_tokens=10, schema_share=0.5), Usage(prompt_tokens=30, schema_share=0.1)
    >>> usage_in_all([a, b]).prompt_tokens, usage_in_all([a, b]).schema_share
    (40, 0.2)
    """
    sums = {name: _sum(getattr(usage, name) for usage in usages) for name in COUNTS}
    cost = _sum(usage.cost_usd for usage in usages)
    return Usage(**sums, cost_usd=None if cost is None else round(cost, 9), schema_share=_mean_share(usages))


def _sum(values: Iterable[float | None]) -> float | None:
    told = [value for value in values if value is not None]
    return sum(told) if told else None


def _mean_share(usages: Sequence[Usage]) -> float | None:
    told = [(one.schema_share, one.prompt_tokens) for one in usages if one.schema_share is not None]
    weights = [weight or 0 for _, weight in told]
    if not told:
        return None
    if not sum(weights):
        return round(sum(share for share, _ in told) / len(told), 6)
    return round(sum(share * weight for (share, _), weight in zip(told, weights, strict=True)) / sum(weights), 6)
