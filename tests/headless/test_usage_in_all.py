# SPDX-License-Identifier: GPL-2.0-or-later
"""Sums of tokens and money: what is not told is no zero, shares are weighted by what was sent."""

from gisagentbench.headless.events import Usage
from gisagentbench.headless.usage_in_all import usage_in_all


def test_counts_are_added_and_what_none_tells_stays_unknown():
    sums = usage_in_all([Usage(prompt_tokens=5, cost_usd=0.1), Usage(prompt_tokens=7, cost_usd=0.2), Usage()])
    assert sums == Usage(prompt_tokens=12, cost_usd=0.3)


def test_the_share_of_schemas_is_weighted_by_prompt_tokens():
    # (0.5 x 10 + 0.1 x 30) / 40
    usages = [Usage(prompt_tokens=10, schema_share=0.5), Usage(prompt_tokens=30, schema_share=0.1)]
    assert usage_in_all(usages).schema_share == 0.2


def test_shares_without_counts_weigh_alike():
    assert usage_in_all([Usage(schema_share=0.5), Usage(schema_share=0.1)]).schema_share == 0.3


def test_nothing_adds_up_to_nothing_known():
    assert usage_in_all([]) == Usage()
