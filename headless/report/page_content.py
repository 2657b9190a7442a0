# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything the page says, in the order in which it says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .agent_figures import AgentFigures, agent_figures
from .check_words import FAMILIES
from .comparison import MatrixRow, OptionDifference, PairView, matrix_rows, option_differences, pair_views
from .cost_chart import CostChart, cost_chart
from .entrants import Entrant, entrants_of, run_names
from .episode_view import EpisodeView, Pictures, episode_view
from .failures import Failures, run_failures
from .figure_rows import FigureRow, figure_rows
from .figure_table import Section, figure_sections
from .figures import Figures, run_figures
from .published_view import PublishedView, published_views
from .run_options import OptionGroup, option_groups
from .run_reading import EpisodeContent, RunContent
from .size_limits import told_in_full


@dataclass
class RunView:
    """One run: what it is called, when it was begun, and its options."""

    name: str
    created: str
    options: list[OptionGroup]


class Deviations(NamedTuple):
    """Models that were asked in another way than by default, and how."""

    labels: list[str]
    words: list[str]


@dataclass
class PageContent:
    """The page.

    Args:
        deviations: Of each run that has any.
        labels: Of the agents, in order.
        shared: Titles of tasks that all agents fail alike, with the check.
        matrix: A row per task; empty for one agent alone.
        pairs: What changed between agents.
        differences: Options in which the runs differ.
        sections: The figures of the agents.
        chart: Cost and accuracy; None where nothing tells of cost.
        problems: What could not be read, in sentences.
    """

    title: str
    runs: list[RunView]
    deviations: list[Deviations]
    labels: list[str]
    agents: list[AgentFigures]
    figures: Figures
    failures: Failures
    shared: list[tuple[str, str]]
    matrix: list[MatrixRow]
    pairs: list[PairView]
    differences: list[OptionDifference]
    sections: list[Section]
    chart: CostChart | None
    published: list[PublishedView]
    episodes: list[EpisodeView]
    problems: list[str]

    @property
    def is_comparison(self) -> bool:
        """Whether there are several agents."""
        return len(self.labels) > 1

    @property
    def has_repeats(self) -> bool:
        """Whether an agent has a task several times."""
        return any(agent.spread is not None and agent.spread.repeats > 1 for agent in self.agents)

    @property
    def has_unlike_tasks(self) -> bool:
        """Whether an agent was not asked a task that another was."""
        return any(cell is None for row in self.matrix for cell in row.cells)

    @property
    def noun(self) -> str:
        """Gives what is compared: runs of one agent, or agents."""
        is_one_agent = len({agent.entrant.agent for agent in self.agents}) == 1
        return "runs" if is_one_agent and len(self.runs) > 1 else "agents"


@dataclass
class ReportContent:
    """What the page and the files beside it are made of."""

    page: PageContent
    rows: list[FigureRow]
    entrants: list[Entrant]


def report_content(
    runs: Sequence[RunContent], pictures: Pictures, grams_per_1000_tokens: float | None = None
) -> ReportContent:
    """Says everything of one run or several.

    Args:
        pictures: By the places of episodes in `all_episodes`.
        grams_per_1000_tokens: Of carbon dioxide; without it there is no estimate.
    """
    entrants, episodes = entrants_of(runs), all_episodes(runs)
    agents = [agent_figures(entrant) for entrant in entrants]
    rows = figure_rows(agents, grams_per_1000_tokens)
    labels = [entrant.label for entrant in entrants]
    views = _episode_views(entrants, episodes, pictures, any(run.store.manifest.repeats > 1 for run in runs))
    anchors = {id(episode): view.anchor for episode, view in zip(episodes, views, strict=True)}
    failures = run_failures(episodes, entrants)
    titles = {episode.key.task: episode.task.title for episode in episodes if episode.task}
    page = PageContent(
        title=_title(runs),
        runs=[_run_view(run, name) for run, name in zip(runs, run_names(runs), strict=True)],
        deviations=_deviations(runs, entrants),
        labels=labels,
        agents=agents,
        figures=run_figures(episodes),
        failures=failures,
        shared=[(titles.get(task, task), check) for task, check in failures.shared.items()],
        matrix=matrix_rows(entrants, anchors) if len(entrants) > 1 else [],
        pairs=pair_views(entrants),
        differences=option_differences(runs) if len(runs) > 1 else [],
        sections=figure_sections(rows, labels),
        chart=cost_chart(agents),
        published=published_views(rows),
        episodes=views,
        problems=list(dict.fromkeys(problem for run in runs for problem in run.problems)),
    )
    return ReportContent(page, rows, entrants)


def all_episodes(runs: Sequence[RunContent]) -> list[EpisodeContent]:
    """Returns the episodes of all runs: by task, in the order in which the runs have them, then by run."""
    tasks = dict.fromkeys(episode.key.task for run in runs for episode in run.episodes)
    by_task = {task: [one for run in runs for one in run.episodes if one.key.task == task] for task in tasks}
    return [episode for members in by_task.values() for episode in members]


def family_words(family: str) -> str:
    """Returns a family in words."""
    return FAMILIES.get(family, family)


def _episode_views(
    entrants: Sequence[Entrant], episodes: Sequence[EpisodeContent], pictures: Pictures, has_repeats: bool
) -> list[EpisodeView]:
    label_of = {id(episode): entrant.label for entrant in entrants for episode in entrant.episodes}
    in_full = told_in_full(episodes)
    views = []
    for place, episode in enumerate(episodes):
        label = label_of[id(episode)]
        who = [label] * (len(entrants) > 1) + [f"repeat {episode.key.repeat}"] * has_repeats
        views.append(episode_view(place, episode, pictures, label, ", ".join(who), place in in_full))
    return views


def _deviations(runs: Sequence[RunContent], entrants: Sequence[Entrant]) -> list[Deviations]:
    """Returns how models were asked in another way than by default, a row per run."""
    found = []
    for run, name in zip(runs, run_names(runs), strict=True):
        models = {agent.name for agent in run.store.manifest.agents if agent.model is not None}
        labels = [entrant.label for entrant in entrants if entrant.run == name and entrant.agent in models]
        if run.store.manifest.deviations:
            found.append(Deviations(labels, run.store.manifest.deviations))
    return found


def _title(runs: Sequence[RunContent]) -> str:
    titles = dict.fromkeys(run.pack.pack.title if run.pack else run.store.manifest.pack.name for run in runs)
    return "; ".join(titles)


def _run_view(run: RunContent, name: str) -> RunView:
    created = f"{run.store.manifest.created:%Y-%m-%d %H:%M} UTC"
    return RunView(name, created, option_groups(run.store.manifest))
