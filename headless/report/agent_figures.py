# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of each agent: rates with their denominators, repeats, work, time, tokens, money, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from ...scoring.suite_figures.repeats import PassFigure, Spread, pass_figures, spread, unstable_tasks
from ...scoring.suite_figures.verdicts import Rates, rates
from .entrants import Entrant, verdict_of
from .figures import CAVEATS, FAMILIES, is_failed
from .run_reading import EpisodeContent
from .status import STATUSES, Status, status_of
from .usage import Usage, summed

NamesOf = Callable[[EpisodeContent], list[str]]


@dataclass
class Work:
    """What an agent did.

    Args:
        episodes: Those that were begun.
        warned: Calls that were done with a warning.
        warnings_used: Those of them whose layer a later call took, or that wrote a file.
        call_seconds: Time inside calls, the harness at work.
        median_call_seconds: Over episodes; None for none.
        host_seconds: Time in which tool hosts started.
        agent_seconds: Time in which the agent chose.
        peak_memory_bytes: Largest size of a tool host; 0 where it was not recorded.
    """

    episodes: int
    calls: int
    failed_calls: int
    warned: int
    warnings_used: int
    call_seconds: float
    engine_seconds: float
    median_call_seconds: float | None
    host_seconds: float
    agent_seconds: float
    peak_memory_bytes: int

    @property
    def error_rate(self) -> float | None:
        """Gives failed calls by calls; None where there was none."""
        return self.failed_calls / self.calls if self.calls else None


@dataclass
class Spent:
    """Tokens and money.

    Args:
        token_episodes: Episodes that tell of tokens, the denominator of a mean.
        cost_episodes: Episodes that tell of money.
    """

    usage: Usage
    token_episodes: int
    cost_episodes: int

    @property
    def tokens_per_episode(self) -> float | None:
        """Gives the mean; None where no episode tells."""
        return self.usage.tokens / self.token_episodes if self.usage.tokens is not None else None

    @property
    def cost_per_episode(self) -> float | None:
        """Gives the mean in US dollars; None where no episode tells."""
        return self.usage.cost_usd / self.cost_episodes if self.usage.cost_usd is not None else None


@dataclass
class AgentFigures:
    """One agent of one run.

    Args:
        whole: All its episodes.
        statuses: How many episodes ended so.
        infrastructure: Of the unjudged ones, those in which the harness failed.
        spread: Over repeats; None where nothing was judged.
        workflow: Mean trajectory closeness, over `workflow_episodes`; None for none.
        noted: Failed episodes with a note, the denominator of `mechanisms`.
    """

    entrant: Entrant
    whole: Rates
    families: dict[str, Rates]
    caveats: dict[str, Rates]
    statuses: dict[Status, int]
    infrastructure: int
    spread: Spread | None
    passes: list[PassFigure]
    unstable: list[str]
    workflow: float | None
    workflow_episodes: int
    work: Work
    spent: Spent
    noted: int = 0
    mechanisms: dict[str, int] = field(default_factory=dict)

    @property
    def tasks(self) -> int:
        """Gives how many tasks it was asked."""
        return len({episode.key.task for episode in self.entrant.episodes})


def agent_figures(entrant: Entrant) -> AgentFigures:
    """Counts the episodes of an agent."""
    episodes, verdicts = entrant.episodes, entrant.verdicts
    scores = [episode.score for episode in episodes if episode.score]
    notes = [score.failure for score in scores if score.failure]
    graded = [score.trajectory.closeness for score in scores if score.trajectory]
    close = [share for share in graded if share is not None]
    statuses = Counter(status_of(episode) for episode in episodes)
    outcomes = [episode.end.outcome for episode in episodes if episode.end and status_of(episode) == "unjudged"]
    return AgentFigures(
        entrant=entrant,
        whole=rates(verdicts),
        families=_rates_by(FAMILIES, episodes, lambda episode: [episode.task.family] if episode.task else []),
        caveats=_rates_by(CAVEATS, episodes, lambda episode: list(episode.task.caveats) if episode.task else []),
        statuses={status: statuses[status] for status in STATUSES},
        infrastructure=outcomes.count("infrastructure"),
        spread=spread(verdicts),
        passes=pass_figures(verdicts),
        unstable=unstable_tasks(verdicts),
        workflow=sum(close) / len(close) if close else None,
        workflow_episodes=len(close),
        work=_work(episodes),
        spent=_spent(episodes),
        noted=len(notes),
        mechanisms=dict(Counter(label for note in notes for label in dict.fromkeys(note.labels)).most_common()),
    )


def _rates_by(names: Sequence[str], episodes: list[EpisodeContent], names_of: NamesOf) -> dict[str, Rates]:
    members = {name: [verdict_of(episode) for episode in episodes if name in names_of(episode)] for name in names}
    return {name: rates(group) for name, group in members.items() if group}


def _work(episodes: list[EpisodeContent]) -> Work:
    begun = [episode for episode in episodes if episode.steps or episode.end]
    steps = [step for episode in begun for step in episode.steps]
    counted = [episode.warnings for episode in begun if episode.warnings]
    return Work(
        episodes=len(begun),
        calls=len(steps),
        failed_calls=sum(is_failed(step.record) for step in steps),
        warned=sum(counts.warned for counts in counted),
        warnings_used=sum(counts.used for counts in counted),
        call_seconds=sum(episode.tool_seconds for episode in begun),
        engine_seconds=sum(episode.engine_seconds for episode in begun),
        median_call_seconds=median(episode.tool_seconds for episode in begun) if begun else None,
        host_seconds=sum(episode.host_seconds for episode in begun),
        agent_seconds=sum(episode.agent_seconds for episode in begun),
        peak_memory_bytes=max((episode.peak_memory_bytes for episode in begun), default=0),
    )


def _spent(episodes: list[EpisodeContent]) -> Spent:
    usages = [episode.usage for episode in episodes]
    return Spent(
        summed(usages),
        sum(usage.tokens is not None for usage in usages),
        sum(usage.cost_usd is not None for usage in usages),
    )
