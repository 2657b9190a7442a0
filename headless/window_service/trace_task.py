# SPDX-License-Identifier: GPL-2.0-or-later
"""The task of a trace: its inputs and contracts. What answers it, the reference, is not looked at here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...tasks.contract import OutputContract
from ...tasks.document_problem import DocumentError
from ...tasks.pack import PackFolder, PackNotFound
from ...tasks.task import Task
from ..refusal import CommandRefused
from .known_packs import KnownPacks
from .task_ops import known_task
from .trace_document import TraceDocument


class FoundTask(NamedTuple):
    """A task and its pack."""

    pack: PackFolder
    task: Task


@dataclass(frozen=True)
class TraceTask:
    """What a trace is for.

    Args:
        pack, task: None for a workspace of one's own, and where the pack cannot be read any more.
        problems: Why they cannot, in sentences.
    """

    pack: PackFolder | None = None
    task: Task | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def outputs(self) -> list[OutputContract] | None:
        """What the task asks for; None where there is none."""
        return None if self.task is None else self.task.outputs


def task_of(document: TraceDocument) -> TraceTask:
    """Finds the task of a trace; a pack that is gone is a problem that the window shows, and no end of the trace."""
    if document.pack is None or document.task is None:
        return TraceTask()
    try:
        return TraceTask(*found_task(document.pack, document.task))
    except (PackNotFound, DocumentError, CommandRefused):
        what = f'The task "{document.task}" of the pack "{document.pack}" cannot be read'
        return TraceTask(problems=[f"{what}, so its contract is missing here."])


def found_task(pack: str, task: str) -> FoundTask:
    """Finds a task of a pack.

    Args:
        pack: Its name, or its folder as a whole path.
    Raises: CommandRefused, PackNotFound, DocumentError.
    """
    loaded = KnownPacks().find(pack)
    return FoundTask(loaded, loaded.task(known_task(loaded, task)))
