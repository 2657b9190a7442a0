# SPDX-License-Identifier: GPL-2.0-or-later
"""Prices have a source and a date, are of one endpoint, and are never guessed."""

import re

import yaml

from gisagentbench.headless.agents.language_model.prices import FILE, cost_usd, price_of
from gisagentbench.headless.events import Usage
from gisagentbench.headless.manifest import Price

PRICE = Price(input_usd=2.0, output_usd=10.0, source="made up", date="2026")


def test_every_price_has_a_source_and_a_date():
    prices = [price for models in yaml.safe_load(FILE.read_text()).values() for price in models.values()]
    for price in prices:
        read = Price(**price)
        assert read.source and re.fullmatch(r"20\d\d-\d\d(-\d\d)?", read.date)
        assert 0 < read.input_usd <= read.output_usd
        assert read.cached_input_usd is None or read.cached_input_usd <= read.input_usd


def test_a_price_is_of_one_model_at_one_endpoint():
    assert price_of("https://api.openai.com/v1", "gpt-4.1").output_usd == 8.0
    assert price_of("https://api.openai.com/v1", "gpt-4.1-nonsense") is None
    assert price_of("http://127.0.0.1:8000/v1", "gpt-4.1") is None


def test_cached_tokens_without_a_price_of_their_own_cost_as_much_as_others():
    # 1000 x 2 + 100 x 10 dollars per million
    assert cost_usd(PRICE, Usage(prompt_tokens=1000, cached_tokens=400, completion_tokens=100)) == 0.003


def test_cached_tokens_cost_their_price():
    cached = PRICE.model_copy(update={"cached_input_usd": 0.5})
    # 600 x 2 + 400 x 0.5 + 100 x 10 dollars per million
    assert cost_usd(cached, Usage(prompt_tokens=1000, cached_tokens=400, completion_tokens=100)) == 0.0024


def test_what_is_not_counted_or_priced_costs_nothing_known():
    assert cost_usd(PRICE, Usage(prompt_tokens=5)) is None
    assert cost_usd(None, Usage(prompt_tokens=5, completion_tokens=5)) is None
