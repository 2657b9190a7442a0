# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of agents as rows: one figure a row, with its denominator; those of papers behind them.

Page, agents.csv and results.json are all made from these rows, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ...scoring.suite_figures.verdicts import Rates
from .agent_figures import AgentFigures
from .published import OTHER_TASKS, published_figures

Unit = Literal["share", "closeness", "count", "mean", "seconds", "bytes", "usd", "grams"]
THESE_TASKS = "these tasks"
# Figure to unit; a name with * stands for all that begin so.
UNITS: dict[str, Unit] = {
    "strict_rate": "share",
    "closeness": "closeness",
    "not_judged": "count",
    "infrastructure_failures": "count",
    "nothing_written": "count",
    "mean_strict_rate": "share",
    "pass_at_*": "share",  # nosec B105
    "pass_all_*": "share",  # nosec B105
    "unstable_tasks": "count",
    "workflow": "closeness",
    "calls": "count",
    "calls_per_episode": "mean",
    "failed_calls": "count",
    "error_rate": "share",
    "warned_calls": "count",
    "warnings_used": "count",
    "agent_seconds": "seconds",
    "call_seconds": "seconds",
    "median_call_seconds": "seconds",
    "engine_seconds": "seconds",
    "host_start_seconds": "seconds",
    "peak_memory_bytes": "bytes",
    "prompt_tokens": "count",
    "cached_tokens": "count",
    "completion_tokens": "count",
    "reasoning_tokens": "count",
    "tokens_per_episode": "mean",
    "schema_share": "share",
    "cost_usd": "usd",
    "cost_usd_per_episode": "usd",
    "cost_usd_per_right": "usd",
    "carbon_grams": "grams",
    "carbon_grams_per_episode": "grams",
    "mechanism_*": "share",
}


class FigureRow(NamedTuple):
    """One figure.

    Args:
        run: Name of the run; the paper for a figure of a paper.
        agent: Label of the agent.
        tasks: `these tasks`, or `other tasks` with which ones.
        group: all, or a family or caveat such as `family overlay`.
        value: None where nothing tells of it.
        of: How many episodes, tasks, repeats or calls it is over; None where that says nothing.
        low: Lower bound of the 95 % interval of a rate.
        deviation: Standard deviation over repeats.
        source: For a figure of a paper: where it stands; for an estimate: by which factor.
    """

    run: str
    agent: str
    tasks: str
    group: str
    figure: str
    value: float | int | None
    of: int | None = None
    low: float | None = None
    high: float | None = None
    deviation: float | None = None
    source: str = ""


class Found(NamedTuple):
    """A figure before it is known whose it is; the fields are those of `FigureRow` from `group` on."""

    group: str
    figure: str
    value: float | int | None
    of: int | None = None
    low: float | None = None
    high: float | None = None
    deviation: float | None = None
    source: str = ""


def figure_rows(figures: Sequence[AgentFigures], grams_per_1000_tokens: float | None = None) -> list[FigureRow]:
    """Returns the figures of agents, then those of papers.

    Args:
        grams_per_1000_tokens: Of carbon dioxide; without a factor there is no estimate.
    """
    ours = [row for one in figures for row in agent_rows(one, grams_per_1000_tokens)]
    return ours + paper_rows()


def agent_rows(figures: AgentFigures, grams_per_1000_tokens: float | None = None) -> list[FigureRow]:
    """Returns the figures of one agent."""
    who = figures.entrant
    found = [
        *_rate_rows("all", figures.whole),
        *(row for name, group in figures.families.items() for row in _rate_rows(f"family {name}", group)),
        *(row for name, group in figures.caveats.items() for row in _rate_rows(f"caveat {name}", group)),
        *_ending_rows(figures),
        *_repeat_rows(figures),
        *_work_rows(figures),
        *_spent_rows(figures, grams_per_1000_tokens),
        *(
            Found("all", f"mechanism_{label}", count / figures.noted, figures.noted)
            for label, count in figures.mechanisms.items()
        ),
    ]
    return [FigureRow(who.run, who.label, THESE_TASKS, *one) for one in found]


def paper_rows() -> list[FigureRow]:
    """Returns the figures of papers, each marked as measured on other tasks."""
    return [
        FigureRow(
            one.paper,
            one.agent,
            f"{OTHER_TASKS}: {one.tasks}",
            "all",
            one.figure,
            one.value,
            deviation=one.deviation,
            source=one.source,
        )
        for one in published_figures()
    ]


def unit_of(figure: str) -> Unit:
    """Returns the unit of a figure.

    >>> unit_of("pass_at_3"), unit_of("cost_usd")
    ('share', 'usd')
    """
    if figure in UNITS:
        return UNITS[figure]
    return next(unit for name, unit in UNITS.items() if name.endswith("*") and figure.startswith(name[:-1]))


def _rate_rows(group: str, found: Rates) -> Iterator[Found]:
    low, high = found.interval or (None, None)
    yield Found(group, "strict_rate", found.rate, found.judged, low, high)
    yield Found(group, "closeness", found.closeness, found.judged)


def _ending_rows(figures: AgentFigures) -> Iterator[Found]:
    total = len(figures.entrant.episodes)
    yield Found("all", "not_judged", figures.whole.unjudged, total)
    yield Found("all", "infrastructure_failures", figures.infrastructure, total)
    yield Found("all", "nothing_written", figures.statuses["nothing"], figures.whole.judged)
    yield Found("all", "workflow", figures.workflow, figures.workflow_episodes)


def _repeat_rows(figures: AgentFigures) -> Iterator[Found]:
    if figures.spread is None or figures.spread.repeats < 2:
        return
    found = figures.spread
    yield Found("all", "mean_strict_rate", found.mean, found.repeats, deviation=found.deviation)
    for one in figures.passes:
        yield Found("all", f"pass_at_{one.k}", one.at, one.tasks)
        yield Found("all", f"pass_all_{one.k}", one.all, one.tasks)
    yield Found("all", "unstable_tasks", len(figures.unstable), figures.tasks)


def _work_rows(figures: AgentFigures) -> Iterator[Found]:
    work = figures.work
    if not work.episodes:
        return
    yield Found("all", "calls", work.calls, work.episodes)
    yield Found("all", "calls_per_episode", work.calls / work.episodes, work.episodes)
    yield Found("all", "failed_calls", work.failed_calls, work.calls)
    yield Found("all", "error_rate", work.error_rate, work.calls)
    yield Found("all", "warned_calls", work.warned, work.calls)
    yield Found("all", "warnings_used", work.warnings_used, work.warned)
    yield Found("all", "agent_seconds", work.agent_seconds, work.episodes)
    yield Found("all", "call_seconds", work.call_seconds, work.calls)
    yield Found("all", "engine_seconds", work.engine_seconds, work.calls)
    yield Found("all", "median_call_seconds", work.median_call_seconds, work.episodes)
    yield Found("all", "host_start_seconds", work.host_seconds, work.episodes)
    if work.peak_memory_bytes:
        yield Found("all", "peak_memory_bytes", work.peak_memory_bytes, work.episodes)


def _spent_rows(figures: AgentFigures, grams_per_1000_tokens: float | None) -> Iterator[Found]:
    spent, usage = figures.spent, figures.spent.usage
    for name in ("prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens"):
        if (count := getattr(usage, name)) is not None:
            yield Found("all", name, count, spent.token_episodes)
    if spent.tokens_per_episode is not None:
        yield Found("all", "tokens_per_episode", spent.tokens_per_episode, spent.token_episodes)
    if usage.schema_share is not None:
        yield Found("all", "schema_share", usage.schema_share)
    if usage.cost_usd is not None:
        right = figures.whole.strict
        yield Found("all", "cost_usd", usage.cost_usd, spent.cost_episodes)
        yield Found("all", "cost_usd_per_episode", spent.cost_per_episode, spent.cost_episodes)
        yield Found("all", "cost_usd_per_right", usage.cost_usd / right if right else None, right)
    if grams_per_1000_tokens is not None and usage.tokens is not None:
        grams = usage.tokens / 1000 * grams_per_1000_tokens
        source = f"estimate: tokens by {grams_per_1000_tokens:g} g per 1,000"
        yield Found("all", "carbon_grams", grams, spent.token_episodes, source=source)
        mean = grams / spent.token_episodes
        yield Found("all", "carbon_grams_per_episode", mean, spent.token_episodes, source=source)
