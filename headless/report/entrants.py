# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is compared: every agent of every run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from ...scoring.suite_figures.verdicts import Verdict
from .run_reading import EpisodeContent, RunContent

SCRIPT = "script:"


class Entrant(NamedTuple):
    """One agent in one run.

    Args:
        label: What the page calls it; no two are called alike.
        run: The name of its run, as `run_names` has it.
        agent: As it was asked for.
        episodes: In the order of the run.
    """

    label: str
    run: str
    agent: str
    episodes: list[EpisodeContent]

    @property
    def verdicts(self) -> list[Verdict]:
        """Gives its episodes as suite figures take them."""
        return [verdict_of(episode) for episode in self.episodes]


def verdict_of(episode: EpisodeContent) -> Verdict:
    """Returns an episode as suite figures take it."""
    strict, close = (episode.score.strict, episode.score.quantitative) if episode.score else (None, None)
    return Verdict(episode.key.task, episode.key.repeat, strict, close)


def entrants_of(runs: Sequence[RunContent]) -> list[Entrant]:
    """Returns the agents of all runs, in order.

    A label is the agent's, with the run before it where another run has the agent too; the run's name alone where all
    runs have one agent, and the same.
    """
    names = run_names(runs)
    agents = [agent_labels([agent.name for agent in run.store.manifest.agents]) for run in runs]
    told = [label for labels in agents for label in labels.values()]
    only_runs = len(runs) > 1 and len(told) == len(runs) and len(set(told)) == 1
    found = []
    for run, name, labels in zip(runs, names, agents, strict=True):
        for agent, label in labels.items():
            unlike = label if told.count(label) == 1 else name if only_runs else f"{name}: {label}"
            members = [episode for episode in run.episodes if episode.key.agent == agent]
            found.append(Entrant(unlike, name, agent, members))
    return found


def run_names(runs: Sequence[RunContent]) -> list[str]:
    """Returns a name for each run: its folder's, with as much of the path before it as tells them apart."""
    paths = [run.store.folder.resolve() for run in runs]
    for depth in range(1, 4):
        names = ["/".join(path.parts[-depth:]).lstrip("/") for path in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{path.name} ({number})" for number, path in enumerate(paths, start=1)]


def agent_labels(names: list[str]) -> dict[str, str]:
    """Shortens names of agents that are files to the name of the file, where they stay apart.

    >>> agent_labels(["reference", "script:plans/a.json", "script:b.json"])
    {'reference': 'reference', 'script:plans/a.json': 'script:a.json', 'script:b.json': 'script:b.json'}
    >>> agent_labels(["script:one/a.json", "script:two/a.json"])
    {'script:one/a.json': 'script:one/a.json', 'script:two/a.json': 'script:two/a.json'}
    """
    short = {name: f"{SCRIPT}{PurePath(name.removeprefix(SCRIPT)).name}" for name in names if name.startswith(SCRIPT)}
    short = {name: short.get(name, name) for name in names}
    return short if len(set(short.values())) == len(names) else {name: name for name in names}
