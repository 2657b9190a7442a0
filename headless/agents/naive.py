# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays the naive ways of the tasks: of each caveat as an agent of its own, over the tasks that declare it."""

from __future__ import annotations

from typing import get_args

from ...tasks.document import read_model
from ...tasks.pack import PackFolder
from ...tasks.task import Caveat
from ...tasks.task_evidence import NaiveWay, NaiveWays
from ...tasks.trajectory import Trajectory
from ..manifest import AgentEntry
from ..refusal import CommandRefused
from .script import Script

NAIVE = "naive"
FILE = "naive.json"


class Naive(Script):
    """The agent that does not see the caveat; a call that refuses it ends it."""

    def __init__(self, way: NaiveWay) -> None:
        super().__init__(Trajectory(schema_version=1, steps=way.steps), stopping="the naive way")


def naive_ways(pack: PackFolder, task: str) -> dict[str, NaiveWay]:
    """Returns the naive ways of a task by caveat; none where it declares none.

    Raises: DocumentError.
    """
    path = pack.task_folder(task) / FILE
    if not path.is_file():
        return {}
    ways: NaiveWays = read_model(path, NaiveWays)
    return {str(caveat): way for caveat, way in ways.ways.items()}


def naive_entries(name: str, pack: PackFolder, tasks: list[str]) -> list[AgentEntry]:
    """Returns an entry for each caveat: `naive` stands for all that the tasks have, `naive:CAVEAT` for one.

    Raises: CommandRefused where no task has such a way; DocumentError.
    """
    ways = {task: naive_ways(pack, task) for task in tasks}
    having = {caveat: [task for task in tasks if caveat in ways[task]] for caveat in get_args(Caveat)}
    having = {caveat: ones for caveat, ones in having.items() if ones}
    wanted = name.partition(":")[2]
    if not having:
        raise CommandRefused(
            "BAD_VALUE",
            f'No task of the run has a naive way, so the agent "{name}" has nothing to play.',
            "`tasks` lists the caveats of each task; one without any is a control.",
        )
    if wanted and wanted not in having:
        hint = f"Their naive ways are of {', '.join(having)}."
        raise CommandRefused("BAD_VALUE", f'No task of the run has a naive way of "{wanted}".', hint)
    return [
        AgentEntry(name=f"{NAIVE}:{caveat}", folder=f"{NAIVE}-{caveat}", tasks=having[caveat])
        for caveat in ([wanted] if wanted else having)
    ]


def caveat_of(agent: str) -> str | None:
    """Returns the caveat whose naive ways an agent plays; None for any other agent."""
    kind, _, caveat = agent.partition(":")
    return caveat if kind == NAIVE else None
