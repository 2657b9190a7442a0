# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace that begins with a reference trajectory: its steps as they stand, and the inputs of its task."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ...tasks.document_problem import DocumentError
from ...tasks.pack import PACK_FILE, PackFolder, load_pack
from ...tasks.trajectory import Step, read_trajectory
from ...tools.declaration.errors import ToolError
from ..episode_scoring import task_inputs
from ..refusal import CommandRefused
from ..workspace_inputs import InputFile
from .known_packs import KnownPacks
from .task_ops import known_task
from .trace_document import LONGEST_NAME, MOST_STEPS, TraceDocument, TraceStep, made_step


class ReferenceTrace(NamedTuple):
    """What a trace begins with.

    Args:
        inputs: The files of its task; none where the task is not known.
    """

    document: TraceDocument
    inputs: Mapping[str, InputFile]


class _Place(NamedTuple):
    """The pack and task that a reference is of."""

    pack: PackFolder | None
    task: str | None


def task_reference(packs: KnownPacks, pack: str, task: str) -> Path:
    """Returns the file of the reference of a task. Raises: CommandRefused, PackNotFound, DocumentError."""
    found = packs.find(pack)
    return found.task_folder(known_task(found, task)) / "reference.json"


def reference_trace(file: Path, packs: KnownPacks, pack: str | None) -> ReferenceTrace:
    """Reads a reference; its file is only read.

    Args:
        packs: Where the task is looked for that a file outside any pack names.
        pack: Name or folder of the one that is looked at first.
    Raises: CommandRefused, PackNotFound; DocumentError for file, pack and task; DatasetUnavailable.
    """
    trajectory = read_trajectory(file)
    if len(trajectory.steps) > MOST_STEPS:
        message = f'"{file.name}" has {len(trajectory.steps)} steps; a trace has at most {MOST_STEPS}.'
        raise CommandRefused("LIMIT_EXCEEDED", message, "Cut it into several files.")
    steps = [_step(step, number) for number, step in enumerate(trajectory.steps, start=1)]
    place = _own_place(file) or _named_place(trajectory.task, packs, pack)
    document = TraceDocument(
        name=(place.task or file.stem)[:LONGEST_NAME],
        pack=str(place.pack.folder) if place.pack is not None else None,
        task=place.task,
        left_out=_left_out(place),
        steps=steps,
    )
    if place.pack is None or place.task is None:
        return ReferenceTrace(document, {})
    return ReferenceTrace(document, task_inputs(place.pack, place.pack.task(place.task)))


def _step(step: Step, number: int) -> TraceStep:
    try:
        return made_step(step.api, step.arguments, step.note)
    except ToolError as fault:
        raise CommandRefused(fault.code, f"Step {number}: {fault.sentence.rstrip('.')}.", fault.hint) from None


def _own_place(file: Path) -> _Place | None:
    """Returns where a reference lies in a pack: tasks/<task>/reference.json; None for files of elsewhere."""
    folders = file.resolve().parents
    if len(folders) < 3 or folders[1].name != "tasks" or not (folders[2] / PACK_FILE).is_file():
        return None
    pack = load_pack(folders[2])
    return _Place(pack, folders[0].name) if folders[0].name in pack.task_ids() else None


def _named_place(task: str | None, packs: KnownPacks, wanted: str | None) -> _Place:
    """Finds the task that a file names in the packs that are known, the wanted one first."""
    if task is None:
        return _Place(None, None)
    first = [packs.find(wanted)] if wanted is not None else []
    for pack in [*first, *_readable(packs)]:
        if task in pack.task_ids():
            return _Place(pack, task)
    return _Place(None, task)


def _readable(packs: KnownPacks) -> list[PackFolder]:
    """Loads the packs that can be read; the list of packs tells of the others."""
    found = []
    for folder in packs.folders():
        try:
            found.append(load_pack(folder))
        except DocumentError:
            continue
    return found


def _left_out(place: _Place) -> list[str]:
    if place.pack is not None:
        return []
    why = f'No pack that is open has the task "{place.task}"' if place.task else "The reference names no task"
    return [f"{why}, so no inputs were put there; steps that load files find none until you add them."]
