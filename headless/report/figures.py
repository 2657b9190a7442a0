# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures over all episodes: how many are strictly right, how close they came, per family and per caveat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .run_reading import EpisodeContent

FAMILIES = ("joining", "overlay", "terrain", "pattern", "remote_sensing")
CAVEATS = ("crs_misalignment", "boundary_ambiguity", "geometry_topology", "nodata", "unit_mismatch")


@dataclass
class Group:
    """Episodes that belong together.

    Args:
        name: Of the family or caveat.
        strict: Strictly right ones.
        judged: Those with a verdict.
        closeness: Mean quantitative closeness of those; None where there are none.
    """

    name: str
    strict: int
    judged: int
    closeness: float | None

    @property
    def rate(self) -> float | None:
        """Gives the share that is strictly right; None where none was judged."""
        return self.strict / self.judged if self.judged else None


@dataclass
class Figures:
    """Figures over all episodes.

    Args:
        unjudged: Episodes without a verdict: infrastructure failures, cancelled and unfinished ones.
        calls: Over all episodes.
        tool_seconds: Time inside calls.
        engine_seconds: Share of it that engines took.
    """

    whole: Group
    unjudged: int
    calls: int
    failed_calls: int
    tool_seconds: float
    engine_seconds: float
    agent_seconds: float
    host_seconds: float
    seconds: float
    peak_memory_bytes: int
    families: list[Group] = field(default_factory=list)
    caveats: list[Group] = field(default_factory=list)


def run_figures(episodes: list[EpisodeContent]) -> Figures:
    """Counts episodes; those without a verdict are in neither side of a rate."""
    whole = group_of("all", episodes)
    return Figures(
        whole=whole,
        unjudged=len(episodes) - whole.judged,
        calls=sum(len(episode.steps) for episode in episodes),
        failed_calls=sum(is_failed(step.record) for episode in episodes for step in episode.steps),
        tool_seconds=sum(episode.tool_seconds for episode in episodes),
        engine_seconds=sum(episode.engine_seconds for episode in episodes),
        agent_seconds=sum(episode.agent_seconds for episode in episodes),
        host_seconds=sum(episode.host_seconds for episode in episodes),
        seconds=sum(episode.end.seconds for episode in episodes if episode.end),
        peak_memory_bytes=max((episode.peak_memory_bytes for episode in episodes), default=0),
        families=_groups(FAMILIES, episodes, lambda episode: [episode.task.family] if episode.task else []),
        caveats=_groups(CAVEATS, episodes, lambda episode: list(episode.task.caveats) if episode.task else []),
    )


def group_of(name: str, episodes: Iterable[EpisodeContent]) -> Group:
    """Counts a group of episodes."""
    scores = [episode.score for episode in episodes if episode.score and episode.score.strict is not None]
    close = [score.quantitative for score in scores if score.quantitative is not None]
    return Group(
        name, sum(bool(score.strict) for score in scores), len(scores), sum(close) / len(close) if close else None
    )


def is_failed(record: dict[str, object] | None) -> bool:
    """Tells whether a call failed; one that never came back did."""
    return record is None or not record["ok"]


def _groups(
    names: Iterable[str], episodes: list[EpisodeContent], names_of: Callable[[EpisodeContent], list[str]]
) -> list[Group]:
    found = {name: [episode for episode in episodes if name in names_of(episode)] for name in names}
    return [group_of(name, members) for name, members in found.items() if members]
