# SPDX-License-Identifier: GPL-2.0-or-later
"""An agent by the name on the command line."""

from __future__ import annotations

import re
from pathlib import Path

from ...tasks.pack import PackFolder
from ...tasks.register import sha256_of
from ...tasks.trajectory import read_trajectory
from ...tools.declaration.errors import nearest
from ..manifest import AgentEntry
from ..refusal import CommandRefused
from .agent import Agent
from .reference import Reference
from .script import Script

SCRIPT = "script:"
THERE = ("reference", "script:FILE")
NOT_YET = ("openai", "naive", "random", "person")


def agent_entry(name: str, tasks: list[str]) -> AgentEntry:
    """Checks the name of an agent and says how the run knows it.

    Args:
        tasks: Tasks of the run; a script that is of another task is refused.
    Raises: CommandRefused; DocumentError for a script that cannot be read.
    """
    if name == "reference":
        return AgentEntry(name=name, folder=name)
    if name.startswith(SCRIPT) and name != SCRIPT:
        return _script_entry(name, tasks)
    there = " and ".join(THERE)
    if name in NOT_YET:
        raise CommandRefused("BAD_VALUE", f'The agent "{name}" is not there yet.', f"There are {there}.")
    near = nearest(name.partition(":")[0], ("reference", "script"), shown=1)
    hint = f"Did you mean {'script:FILE' if near == ['script'] else near[0]}?" if near else f"There are {there}."
    raise CommandRefused("BAD_VALUE", f'There is no agent "{name}".', hint)


def make_agent(entry: AgentEntry, pack: PackFolder, task: str) -> Agent:
    """Makes a fresh agent for one episode. Raises: DocumentError."""
    if entry.name == "reference":
        return Reference(pack.trajectory(task))
    return Script(read_trajectory(_file(entry.name)))


def _script_entry(name: str, tasks: list[str]) -> AgentEntry:
    file = _file(name)
    trajectory = read_trajectory(file)
    others = [task for task in tasks if trajectory.task not in (None, task)]
    if others:
        raise CommandRefused(
            "BAD_VALUE",
            f'{name} is of the task "{trajectory.task}", the run has "{others[0]}", too.',
            f"Give --task {trajectory.task}, or take the key `task` out of the file.",
        )
    digest = sha256_of(file)
    stem = re.sub(r"[^a-z0-9]+", "_", file.stem.lower()).strip("_")[:40]
    return AgentEntry(name=name, folder=f"script-{stem}-{digest[:8]}", sha256=digest)


def _file(name: str) -> Path:
    return Path(name.removeprefix(SCRIPT))
