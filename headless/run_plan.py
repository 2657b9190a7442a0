# SPDX-License-Identifier: GPL-2.0-or-later
"""Plans a run: checks everything that can be checked before QGIS starts, and says it in a manifest."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from ..tasks.pack import PackFolder
from ..tools.declaration.errors import nearest
from ..tools.declaration.host_job import GuardLevel
from ..tools.declaration.registry import find
from . import machine
from .agents.choice import PERSON, agent_entries
from .agents.language_model.model_request import ModelRequest, deviations, model_entries
from .episode_scoring import task_inputs
from .manifest import Limits, Manifest, git_revision, grid_files
from .refusal import CommandRefused
from .run_pack import pack_entry


def plan_run(
    pack: PackFolder,
    *,
    tasks: list[str],
    agents: list[str],
    tools: list[str] | None,
    guard: GuardLevel,
    limits: Limits,
    repeats: int = 1,
    workers: int = 1,
    models: ModelRequest | None = None,
) -> Manifest:
    """Makes the manifest of a run.

    Args:
        tasks: Ids; empty for all of the pack.
        agents: Names as on the command line.
        tools: Names a call may use; None for all.
        models: What is asked of agents that are language models.
    Raises: CommandRefused, DocumentError, DatasetUnavailable, ToolError, MachineBroken: what stands in the way.
    """
    chosen = _chosen_tasks(pack, tasks)
    _check_tasks(pack, chosen)
    are_models = model_entries(_once(agents, "agent"), models or ModelRequest(), limits, tools)
    entries = [entry for name in agents for entry in are_models.get(name) or agent_entries(name, pack, chosen)]
    _once((entry.name for entry in entries), "agent")
    if workers > 1 and any(entry.name == PERSON for entry in entries):
        message = f"The agent {PERSON} is asked at one terminal, not by {workers} workers at a time."
        raise CommandRefused("BAD_VALUE", message, "Leave --workers out.")
    for name in tools or ():
        find(name)
    machine.qgis_process_command()
    return Manifest(
        workers=workers,
        memory_bytes=machine.memory_share(workers),
        git_revision=git_revision(),
        versions=machine.versions(),
        grids=grid_files(),
        pack=pack_entry(pack),
        tasks=chosen,
        agents=entries,
        repeats=repeats,
        guard=guard,
        tools=tools,
        limits=limits,
        deviations=deviations(entries, tools),
    )


def default_folder(now: datetime | None = None) -> Path:
    """Returns `runs/<time>` of the project, with the time in UTC."""
    return machine.ROOT / "runs" / (now or datetime.now(UTC)).strftime("%Y-%m-%d_%H-%M-%S")


def _chosen_tasks(pack: PackFolder, tasks: list[str]) -> list[str]:
    known = pack.task_ids()
    for task in tasks:
        if task not in known:
            near = nearest(task, known, shown=1)
            hint = f"Did you mean {near[0]}?" if near else f"Its tasks are {', '.join(known)}."
            raise CommandRefused("BAD_VALUE", f'The pack "{pack.pack.name}" has no task "{task}".', hint)
    if not known:
        raise CommandRefused("INVALID_DOCUMENT", f'The pack "{pack.pack.name}" has no tasks.')
    return _once(tasks, "task") or known


def _check_tasks(pack: PackFolder, tasks: list[str]) -> None:
    for task_id in tasks:
        task = pack.task(task_id)
        task_inputs(pack, task)
        pack.trajectory(task_id)
        for output in task.outputs:
            if not (pack.reference_folder(task_id) / output.file).is_file():
                raise CommandRefused(
                    "FILE_NOT_FOUND",
                    f'Task "{task_id}" has no reference/{output.file}, so nothing can be judged.',
                    f"`packs build {pack.pack.name}` makes it, where the data are here.",
                )


def _once(names: Iterable[str], noun: str) -> list[str]:
    kept = list(names)
    twice = next((name for name in kept if kept.count(name) > 1), None)
    if twice is not None:
        raise CommandRefused("BAD_VALUE", f'The {noun} "{twice}" is given twice.', "`--repeats` runs it several times.")
    return kept
