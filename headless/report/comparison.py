# SPDX-License-Identifier: GPL-2.0-or-later
"""Agents and runs side by side: a task by agent matrix, what changed from one to another, how their options differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...scoring.suite_figures.changes import Changes, paired_changes
from .entrants import Entrant
from .run_options import option_groups
from .run_reading import EpisodeContent, RunContent
from .status import STATUS_SIGNS, STATUS_WORDS, Status, status_detail, status_of

MOST_COMPARED_WITH_ALL = 4  # of more agents, each is compared with the first alone
NOT_A_DIFFERENCE = ("created", "workers", "memory_bytes")  # of no influence on a result


class Cell(NamedTuple):
    """What one agent made of one task.

    Args:
        anchor: The part of the page that tells of it; "" where there is none.
        words: Right, or what went wrong; with repeats how many of how many are right.
    """

    status: Status
    sign: str
    words: str
    anchor: str


class MatrixRow(NamedTuple):
    """One task; a cell per entrant, None where its run does not have the task."""

    task: str
    title: str
    family: str
    cells: list[Cell | None]


class PairView(NamedTuple):
    """What changed from the first entrant to the second."""

    first: str
    second: str
    changes: Changes


class OptionDifference(NamedTuple):
    """An option that is not the same in all runs; a value per run, "" where a run lacks it."""

    name: str
    values: list[str]


def matrix_rows(entrants: Sequence[Entrant], anchors: Mapping[int, str]) -> list[MatrixRow]:
    """Returns a row per task, in the order of the runs.

    Args:
        anchors: Id of an episode (`id()` of its content) to its part of the page.
    """
    tasks = dict.fromkeys(episode.key.task for entrant in entrants for episode in entrant.episodes)
    rows = []
    for name in tasks:
        groups = [[episode for episode in entrant.episodes if episode.key.task == name] for entrant in entrants]
        task = next((episode.task for group in groups for episode in group if episode.task), None)
        title, family = (task.title, task.family) if task else (name, "")
        rows.append(MatrixRow(name, title, family, [_cell(group, anchors) for group in groups]))
    return rows


def pair_views(entrants: Sequence[Entrant]) -> list[PairView]:
    """Returns the changes between every two entrants; of more than four, between the first and each other one."""
    pairs = list(combinations(entrants, 2))
    if len(entrants) > MOST_COMPARED_WITH_ALL:
        pairs = [(entrants[0], other) for other in entrants[1:]]
    return [
        PairView(first.label, second.label, paired_changes(first.verdicts, second.verdicts)) for first, second in pairs
    ]


def option_differences(runs: Sequence[RunContent]) -> list[OptionDifference]:
    """Returns the options and versions in which runs differ, as far as they can change a result."""
    tables = [
        {name: value for group in option_groups(run.store.manifest) for name, value in group.rows} for run in runs
    ]
    names = dict.fromkeys(name for table in tables for name in table if name not in NOT_A_DIFFERENCE)
    rows = [OptionDifference(name, [table.get(name, "") for table in tables]) for name in names]
    return [row for row in rows if _is_told(row)]


def _is_told(row: OptionDifference) -> bool:
    """Tells whether a row says more than who plays in which run, which the columns of the matrix say."""
    if re.match(r"agents \d+\.", row.name):
        is_of_it = ".model." in row.name or row.name.endswith(".sha256")
        return is_of_it and len({value for value in row.values if value not in ("", "none")}) > 1
    return len(set(row.values)) > 1


def _cell(episodes: list[EpisodeContent], anchors: Mapping[int, str]) -> Cell | None:
    if not episodes:
        return None
    statuses = [status_of(episode) for episode in episodes]
    status, first = _most_telling(statuses), episodes[0]
    shown = episodes[statuses.index(status)]
    anchor = anchors.get(id(shown), anchors.get(id(first), ""))
    detail = status_detail(shown, status)
    if len(episodes) == 1:
        words = "right" if status == "right" else detail or STATUS_WORDS[status].lower()
        return Cell(status, STATUS_SIGNS[status], words, anchor)
    counts = Counter(statuses)
    judged = len(episodes) - counts["unjudged"] - counts["unfinished"]
    words = f"{counts['right']} of {judged} right" if judged else STATUS_WORDS[status].lower()
    return Cell(status, STATUS_SIGNS[status], words + (f", {detail}" if detail and status != "right" else ""), anchor)


def _most_telling(statuses: list[Status]) -> Status:
    """Returns the worst status among judged repeats, since a task that came out wrong once is not safe."""
    order: tuple[Status, ...] = ("nothing", "wrong", "right", "unjudged", "unfinished")
    return next(status for status in order if status in statuses)
