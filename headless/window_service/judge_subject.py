# SPDX-License-Identifier: GPL-2.0-or-later
"""What is judged: an episode, a trace, or a file under one contract of a task."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from ...scoring.score import output_name
from ...tasks.contract import OutputContract
from ...tasks.pack import PackFolder
from ...tasks.task import Task
from ..events import CallFinished, CallStarted, UnreadableEvents, read_events
from ..refusal import CommandRefused
from ..run_pack import find_run_pack
from ..run_store import EVENTS
from .episode_pack import same_pack
from .episode_place import episode_place
from .known_packs import KnownPacks, folder_of
from .task_ops import known_task
from .trace_document import TRACE_FILE, TraceDocument, read_trace
from .trace_task import found_task

PACK_CHANGED = "The pack has changed since this episode; it is judged by the contract and the reference of now."


class Subject(NamedTuple):
    """What is judged.

    Args:
        agent: Who did it; "" for a trace or a file.
        outputs: Contract to the file that should keep it.
        calls: What was called, as the scorer of trajectories takes events; None for a file alone.
        message: What a reader should know first; "" for nothing.
        place: Where it lies, as a key.
    """

    pack: PackFolder
    task: Task
    agent: str
    outputs: list[tuple[OutputContract, Path]]
    calls: list[Any] | None
    message: str
    place: Path

    def output(self, label: str | None) -> tuple[OutputContract, Path]:
        """Finds an output by its label; the first where none is given. Raises: CommandRefused BAD_VALUE."""
        labels = [output_name(contract) for contract, _ in self.outputs]
        if label is not None and label not in labels:
            known = ", ".join(labels)
            raise CommandRefused("BAD_VALUE", f'The task has no output "{label[:80]}".', f"It has {known}.")
        return self.outputs[labels.index(label) if label is not None else 0]


def subject_of(
    known: KnownPacks,
    folder: str | None,
    pack: str | None = None,
    task: str | None = None,
    output: str | None = None,
    file: str | None = None,
) -> Subject:
    """Finds what is judged.

    Args:
        known: Where the pack of an episode may lie, beside the usual places.
        folder: Of an episode, an attempt or a trace; `pack` may name its pack, where that is not found.
        pack, task, output, file: Or a file of anywhere, under the output contract of that label.
    Raises: CommandRefused; DocumentError, PackNotFound for pack and task.
    """
    if (folder is None) == (file is None):
        raise CommandRefused("MISSING_ARGUMENT", "Judged is a folder, or a file under the contract of a task.")
    if file is not None:
        return _of_file(pack, task, output, folder_of(file))
    place = folder_of(str(folder)).resolve()
    return _of_trace(place, pack) if (place / TRACE_FILE).is_file() else _of_episode(known, place, pack)


def _of_file(pack: str | None, task: str | None, label: str | None, file: Path) -> Subject:
    if pack is None or task is None:
        raise CommandRefused("MISSING_ARGUMENT", "A file is judged under a contract: give pack and task.")
    loaded, found = found_task(pack, task)
    whole = Subject(loaded, found, "", [(output, file) for output in found.outputs], None, "", file.resolve())
    return whole._replace(outputs=[whole.output(label)])


def _of_trace(place: Path, pack: str | None) -> Subject:
    document = read_trace(place)
    named = pack or document.pack
    if named is None or document.task is None:
        raise CommandRefused("BAD_VALUE", "This trace is for no task, so there is nothing to judge it by.")
    loaded, task = found_task(named, document.task)
    outputs = _outputs(task, place / document.workspace / "output")
    return Subject(loaded, task, "", outputs, _trace_calls(document), _trace_message(document), place)


def _of_episode(known: KnownPacks, place: Path, named: str | None) -> Subject:
    found = episode_place(place)
    message = ""
    try:
        pack = same_pack(found.store, known, named)
    except CommandRefused:  # changed since then: it is judged by what is there now, and that is said
        pack, message = find_run_pack(found.store, named).pack, PACK_CHANGED
    task = pack.task(known_task(pack, found.key.task))
    try:
        events = read_events(found.attempt / EVENTS)
    except UnreadableEvents as error:
        raise CommandRefused("INVALID_DOCUMENT", f"The events of the episode cannot be read: {error}.") from None
    outputs = _outputs(task, found.attempt / "output")
    return Subject(pack, task, found.key.agent, outputs, events, message, found.attempt)


def _outputs(task: Task, folder: Path) -> list[tuple[OutputContract, Path]]:
    return [(contract, folder / contract.file) for contract in task.outputs]


def _trace_calls(document: TraceDocument) -> list[Any]:
    """Returns the steps that were run as the events of an episode."""
    events: list[Any] = []
    for number, step in enumerate(document.steps[: document.valid_from], start=1):
        events.append(CallStarted(call=number, turn=number, api=step.api, arguments=step.arguments))
        events.append(CallFinished(call=number, step=step.record or {}))
    return events


def _trace_message(document: TraceDocument) -> str:
    waiting = len(document.steps) - document.valid_from
    if not waiting:
        return ""
    what = "1 step was" if waiting == 1 else f"{waiting} steps were"
    return f"{what} not run since a change; judged is what was made before it."
