# SPDX-License-Identifier: GPL-2.0-or-later
"""Why runs failed, over all episodes: how often each mechanism is seen, and tasks that all agents fail alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .entrants import Entrant
from .run_reading import EpisodeContent


@dataclass
class Failures:
    """Failures of a run.

    Args:
        noted: Failed episodes with a note.
        mechanisms: Label to how many of those have it; one may have several.
        shared: Task to the check that every agent fails first, for tasks that all fail alike.
    """

    noted: int = 0
    mechanisms: dict[str, int] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)


def run_failures(episodes: list[EpisodeContent], entrants: Sequence[Entrant] = ()) -> Failures:
    """Counts failures.

    Args:
        entrants: Who made the episodes; where left out, agents are told apart by their names.
    """
    notes = [episode.score.failure for episode in episodes if episode.score and episode.score.failure]
    counts: dict[str, int] = {}
    for note in notes:
        for label in dict.fromkeys(note.labels):
            counts[label] = counts.get(label, 0) + 1
    ordered = dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
    labels = {id(episode): entrant.label for entrant in entrants for episode in entrant.episodes}
    return Failures(len(notes), ordered, shared_ceilings(episodes, labels))


def shared_ceilings(episodes: list[EpisodeContent], labels: Mapping[int, str]) -> dict[str, str]:
    """Finds tasks that point at themselves: two agents or more, none ever right, and all by the same first check.

    Args:
        labels: Who made an episode, by its `id()`.
    Returns: Task to output and check.
    """
    found = {}
    for task in dict.fromkeys(episode.key.task for episode in episodes):
        judged = [one for one in episodes if one.key.task == task and one.score and one.score.strict is not None]
        first = {first_failing(one) for one in judged}
        if len({labels.get(id(one), one.key.agent) for one in judged}) > 1 and len(first) == 1 and None not in first:
            found[task] = first.pop() or ""
    return found


def first_failing(episode: EpisodeContent) -> str | None:
    """Returns output and check that failed first; None where none did."""
    outputs = episode.score.score.outputs if episode.score and episode.score.score else {}
    failing = ((name, record.first_failing_check) for name, record in outputs.items())
    return next((f"{name}: {check}" for name, check in failing if check is not None), None)
