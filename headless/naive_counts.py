# SPDX-License-Identifier: GPL-2.0-or-later
"""What became of the naive ways of a run: per caveat how many were refused, by code, and how many wrong, by check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..tasks.pack import PackFolder
from ..tasks.task_evidence import NaiveBite
from .agents.naive import caveat_of, naive_ways
from .episode_score import EpisodeScore
from .events import CallFinished
from .run_store import RunStore


class Ending(NamedTuple):
    """How a naive way ends.

    Args:
        refused: Code of the call that ended it; "" for none.
        wrong: First failing check of each output that has one, in order.
    """

    refused: str = ""
    wrong: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.refused:
            return f"refused by {self.refused}"
        return f"wrong by {self.wrong[0]}" if self.wrong else "right"

    def is_that_of(self, declared: NaiveBite) -> bool:
        """Tells whether a way ends so as its task declares."""
        return (
            self.refused == declared.refused if declared.refused else not self.refused and declared.wrong in self.wrong
        )


@dataclass
class CaveatCounts:
    """What became of the naive ways of one caveat.

    Args:
        refused: Code of the call that ended a way, to how many.
        wrong: First failing check of what a way wrote, to how many.
        right: How many were strictly right: their caveat does not bite.
        without_score: How many have none, as they never ran to their end.
    """

    refused: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    right: int = 0
    without_score: int = 0

    @property
    def ways(self) -> int:
        """How many there are."""
        return self.refused.total() + self.wrong.total() + self.right + self.without_score

    def record(self) -> dict[str, Any]:
        """Returns the counts as `--json` prints them."""
        told = {"ways": self.ways, "refused": dict(self.refused), "wrong": dict(self.wrong)}
        return told | {"right": self.right, "without_score": self.without_score}


@dataclass
class NaiveCounts:
    """What became of the naive ways of a run.

    Args:
        caveats: Caveat to counts.
        unlike_declared: Sentences on ways that end otherwise than their task declares.
        tasks_without: Tasks of the run that declare no naive way; no episode is theirs.
    """

    caveats: dict[str, CaveatCounts] = field(default_factory=dict)
    unlike_declared: list[str] = field(default_factory=list)
    tasks_without: list[str] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """Returns the counts as `--json` prints them."""
        caveats = {caveat: counts.record() for caveat, counts in self.caveats.items()}
        return {
            "caveats": caveats,
            "unlike_declared": self.unlike_declared,
            "tasks_without_naive_ways": self.tasks_without,
        }


def naive_counts(store: RunStore, pack: PackFolder) -> NaiveCounts | None:
    """Counts what became of the naive ways of a run, from its records and events.

    Returns: None for a run without the naive agent.
    Raises: DocumentError, UnreadableEvents.
    """
    entries = [agent for agent in store.manifest.agents if caveat_of(agent.name)]
    if not entries:
        return None
    counts = NaiveCounts()
    for episode in store.episodes():
        caveat = caveat_of(episode.key.agent)
        if caveat is None:
            continue
        of_caveat = counts.caveats.setdefault(caveat, CaveatCounts())
        score = episode.score()
        if score is None or score.score is None:
            of_caveat.without_score += 1
            continue
        ending = ending_of(score, episode.events())
        of_caveat.refused.update([ending.refused] if ending.refused else [])
        of_caveat.wrong.update([] if ending.refused else ending.wrong[:1])
        of_caveat.right += ending == Ending()
        way = naive_ways(pack, episode.key.task).get(caveat)
        if way is not None and not ending.is_that_of(way.bites):
            declared = Ending(way.bites.refused or "", (way.bites.wrong or "",))
            counts.unlike_declared.append(f"{episode.key}: declared {declared}, was {ending}")
    having = {task for entry in entries for task in entry.tasks or store.manifest.tasks}
    counts.tasks_without = [task for task in store.manifest.tasks if task not in having]
    return counts


def naive_lines(counts: NaiveCounts) -> list[str]:
    """Returns the counts as a person reads them, a line per caveat."""
    width = max(len(caveat) for caveat in counts.caveats)
    lines = ["naive ways, by caveat:"]
    lines += [f"  {caveat:<{width}}  {_caveat_words(of_caveat)}" for caveat, of_caveat in counts.caveats.items()]
    scored = sum(one.ways - one.without_score for one in counts.caveats.values())
    lines.append(f"  {scored - len(counts.unlike_declared)} of {scored} end as their task declares")
    lines += [f"    {sentence}" for sentence in counts.unlike_declared]
    if counts.tasks_without:
        lines.append(f"  without a naive way, so without an episode: {', '.join(counts.tasks_without)}")
    return lines


def ending_of(score: EpisodeScore, events: Iterable[Any]) -> Ending:
    """Returns how an episode that has a score ended."""
    if score.strict or score.score is None:
        return Ending()
    steps = [event.step for event in events if isinstance(event, CallFinished)]
    code = next(((step["error"] or {}).get("code", "") for step in steps if not step["ok"]), "")
    failing = [record.first_failing_check for record in score.score.outputs.values()]
    return Ending(code, tuple(check for check in failing if check))


def _caveat_words(counts: CaveatCounts) -> str:
    parts = [
        f"{counts.refused.total()} refused{_by(counts.refused)}",
        f"{counts.wrong.total()} wrong{_by(counts.wrong)}",
    ]
    parts += [f"{counts.right} right, where the caveat does not bite"] if counts.right else []
    parts += [f"{counts.without_score} without a score"] if counts.without_score else []
    return f"{counts.ways} way{'' if counts.ways == 1 else 's'}: {', '.join(parts)}"


def _by(counts: Counter[str]) -> str:
    return f" ({', '.join(f'{count} {name}' for name, count in counts.most_common())})" if counts else ""
