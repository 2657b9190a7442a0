# SPDX-License-Identifier: GPL-2.0-or-later
"""List prices by endpoint and model, from the dated file prices.yaml, and what an answer costs by them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from ...events import Usage
from ...manifest import Price

FILE = Path(__file__).with_name("prices.yaml")
MILLION = 1_000_000


def price_of(base_url: str, model: str, file: Path = FILE) -> Price | None:
    """Returns the price of a model at an endpoint; None where the file has none."""
    import yaml

    prices = yaml.safe_load(file.read_text(encoding="utf-8"))
    found = prices.get(urlsplit(base_url).hostname or "", {}).get(model)
    return None if found is None else Price(**found)


def cost_usd(price: Price | None, usage: Usage) -> float | None:
    """Returns what an answer costs in US dollars; None without a price or without counts of tokens.

    >>> price = Price(input_usd=2, cached_input_usd=1, output_usd=8, source="made up", date="2026")
    >>> cost_usd(price, Usage(prompt_tokens=1_000_000, cached_tokens=500_000, completion_tokens=250_000))
    3.5
    """
    if price is None or usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    cached = min(usage.cached_tokens or 0, usage.prompt_tokens)
    cached_usd = price.input_usd if price.cached_input_usd is None else price.cached_input_usd
    dollars = (usage.prompt_tokens - cached) * price.input_usd + cached * cached_usd
    return round((dollars + usage.completion_tokens * price.output_usd) / MILLION, 9)
