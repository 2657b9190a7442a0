# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures of an agent, counted on paper."""

import pytest

from gisagentbench.headless.report.agent_figures import agent_figures
from gisagentbench.headless.report.figure_rows import UNITS, agent_rows, figure_rows, paper_rows, unit_of
from gisagentbench.headless.report.figure_table import SECTIONS, figure_name, figure_sections, figure_words
from gisagentbench.headless.report.published import published_figures
from gisagentbench.headless.report.usage import Usage
from gisagentbench.headless.warnings_used import WarningCounts
from gisagentbench.tests.headless.report.made_episodes import entrant, made_episode

SPENT = Usage(prompt_tokens=800, cached_tokens=300, completion_tokens=200, reasoning_tokens=50, cost_usd=0.25)
EPISODES = [
    made_episode("parks", "right", repeat=1, usage=SPENT, warnings=WarningCounts(2, 1)),
    made_episode("parks", "values", repeat=2, usage=SPENT, failed=1, closeness=0.9),
    made_episode("trails", "right", repeat=1, calls=4, usage=SPENT),
    made_episode("trails", "infrastructure", repeat=2, calls=1),
    made_episode("rivers", "readable", repeat=1, failed=2, closeness=0.0),
    made_episode("rivers", "unfinished", repeat=2, calls=0),
]


@pytest.fixture(scope="module")
def figures():
    return agent_figures(entrant("model", *EPISODES))


@pytest.fixture(scope="module")
def found(figures):
    return {row.figure: row for row in agent_rows(figures, 0.16) if row.group == "all"}


def test_failures_of_the_harness_are_in_neither_side(figures):
    assert (figures.whole.strict, figures.whole.judged, figures.whole.unjudged) == (2, 4, 2)
    assert figures.infrastructure == 1
    assert figures.whole.closeness == pytest.approx((1 + 0.9 + 1 + 0) / 4)
    assert figures.statuses == {"right": 2, "wrong": 1, "nothing": 1, "unjudged": 1, "unfinished": 1}


def test_repeats(figures, found):
    # first repeats: 2 of 3 judged; second: 0 of 1 judged
    assert (figures.spread.mean, figures.spread.repeats) == (pytest.approx((2 / 3 + 0) / 2), 2)
    assert figures.unstable == ["parks"]
    # pass@2: parks alone has two judged repeats, one of them right
    assert (found["pass_at_2"].value, found["pass_all_2"].value, found["pass_at_2"].of) == (1.0, 0.0, 1)
    # of one try: parks 1 of 2, trails 1 of 1, rivers 0 of 1
    assert found["pass_at_1"].value == pytest.approx((0.5 + 1 + 0) / 3)


def test_work(figures, found):
    # 2 + 2 + 4 + 1 + 2 calls, three of them failed; the unfinished episode made none and was never begun
    assert (figures.work.episodes, figures.work.calls, figures.work.failed_calls) == (5, 11, 3)
    assert found["error_rate"].value == pytest.approx(3 / 11)
    assert (found["warned_calls"].value, found["warnings_used"].value, found["warnings_used"].of) == (2, 1, 2)
    # made steps take 0.5 s, half of it engines; episodes take 1, 1, 2, 0.5 and 1 s
    assert (found["call_seconds"].value, found["engine_seconds"].value) == (5.5, 2.75)
    assert found["median_call_seconds"].value == 1.0
    assert found["peak_memory_bytes"].value == 2**28


def test_tokens_money_and_carbon(found):
    # three episodes tell of them: 1000 tokens and a quarter of a dollar each; two are right
    assert (found["prompt_tokens"].value, found["cached_tokens"].value) == (2400, 900)
    assert (found["tokens_per_episode"].value, found["tokens_per_episode"].of) == (1000, 3)
    assert (found["cost_usd"].value, found["cost_usd_per_episode"].value) == (0.75, 0.25)
    assert found["cost_usd_per_right"].value == 0.375
    assert found["carbon_grams"].value == pytest.approx(3 * 0.16)
    assert found["carbon_grams"].source == "estimate: tokens by 0.16 g per 1,000"


def test_without_a_factor_there_is_no_estimate_and_without_tokens_no_zero(figures):
    assert not any(row.figure.startswith("carbon") for row in agent_rows(figures))
    silent = agent_rows(agent_figures(entrant("script", made_episode("parks", "right"))), 0.16)
    assert not any(row.figure.startswith(("carbon", "cost")) or "tokens" in row.figure for row in silent)


def test_nothing_judged_has_no_rate():
    rows = agent_rows(agent_figures(entrant("model", made_episode("parks", "infrastructure"))))
    rate = next(row for row in rows if row.figure == "strict_rate")
    assert (rate.value, rate.of, rate.low, figure_words(rate)) == (None, 0, None, ("–", ""))


def test_every_figure_has_a_unit_and_a_name_on_the_page(figures):
    names = {start for section in SECTIONS.values() for start in section}
    for row in figure_rows([figures], 0.16):
        assert unit_of(row.figure) in UNITS.values()
        assert row.figure in ("calls", "failed_calls") or figure_name(row.figure)
    # the two that the page tells inside others
    assert {name.rstrip("*") for name in UNITS} - names == {"calls", "failed_calls"}


def test_the_table_has_a_cell_per_agent(figures):
    other = agent_figures(entrant("script", made_episode("parks", "right")))
    sections = figure_sections(figure_rows([figures, other]), ["model", "script"])
    lines = {line.name: line.cells for section in sections for line in section.lines}
    assert lines["Strictly right"] == [("50 %", "2 of 4, 15 to 85 %"), ("100 %", "1 of 1, 21 to 100 %")]
    assert lines["Failed calls"] == [("27.3 %", "3 of 11"), ("0 %", "0 of 2")]
    assert lines["Cost"] == [("$0.75", ""), ("–", "")]
    assert lines["Strict rate, mean ± deviation"] == [("33.3 % ± 47.1", "2 repeats"), ("–", "")]


def test_figures_of_papers_are_marked_and_in_range():
    rows = paper_rows()
    assert rows and all(row.tasks.startswith("other tasks: ") and row.source for row in rows)
    assert {row.run for row in rows} == {
        "GISAgentBench",
        "GeoNatureAgent",
        "Evaluation of Code LLMs on Geospatial Code Generation",
    }
    for row in rows:
        assert figure_name(row.figure) and figure_words(row)[0] != "–"
        assert row.value > 0 and (unit_of(row.figure) not in ("share", "closeness") or row.value < 1)


def test_costs_of_a_published_case_are_those_of_its_suite():
    # table 6 prints both: the total over the 93 tasks of the main suite, and dollars a case to three digits
    of = {(one.agent, one.figure): one.value for one in published_figures() if one.paper == "GeoNatureAgent"}
    agents = {agent for agent, figure in of if figure == "cost_usd"}
    assert len(agents) == 6
    for agent in agents:
        assert of[agent, "cost_usd"] / 93 == pytest.approx(of[agent, "cost_usd_per_episode"], abs=5.1e-4)
