# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on whole traces: begin, open, branch, list, save, close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...tools.declaration.host_job import GuardLevel
from ..refusal import CommandRefused
from .known_packs import folder_of
from .op import Op, Service

if TYPE_CHECKING:
    from .trace_session import TraceSession


def begin_trace(
    service: Service,
    *,
    pack: str | None = None,
    task: str | None = None,
    folder: str | None = None,
    guard: GuardLevel = "refuse",
) -> dict[str, Any]:
    """Begins a trace, or opens the one in a folder.

    Args:
        pack: Name or folder; null with `task` for a workspace with inputs of one's own.
        folder: Of a trace that is opened, or absent; left out: a new one among the traces of the window.
        guard: refuse, warn or silent; an opened trace keeps its own.
    """
    from .trace_desk import desk_of

    desk = desk_of(service)
    return _told(desk.begin(pack, task, None if folder is None else folder_of(folder), guard))


def trace_from_episode(service: Service, *, folder: str, pack: str | None = None) -> dict[str, Any]:
    """Begins a trace with the calls of an agent that were done, to be corrected."""
    from .trace_desk import desk_of

    return _told(desk_of(service).from_episode(folder_of(folder), pack))


def trace_from_reference(
    service: Service, *, file: str | None = None, pack: str | None = None, task: str | None = None
) -> dict[str, Any]:
    """Begins a trace with the steps of a reference, which wait to be run; the file itself is never changed.

    Args:
        file: A reference.json of a pack, or any other trajectory; left out: the reference of `task`.
        pack: Name or folder; with `file` the one in which the task that the file names is looked for first.
    """
    from .trace_desk import desk_of
    from .trace_reference import task_reference

    if file is None and (pack is None or task is None):
        raise CommandRefused("MISSING_ARGUMENT", "A reference is a file, or that of a task: give pack and task.")
    path = folder_of(file) if file is not None else task_reference(service.packs, str(pack), str(task))
    return _told(desk_of(service).from_reference(path, pack))


def trace_branch(service: Service, *, session: str, at: int, name: str) -> dict[str, Any]:
    """Begins a trace with the first `at` steps of another one, which stays as it is."""
    from .trace_desk import desk_of

    desk = desk_of(service)
    return _told(desk.branch(desk.session(session), at, name))


def traces(service: Service) -> dict[str, Any]:
    """Lists the traces of the window, the newest work first."""
    from .trace_desk import desk_of

    return {"traces": desk_of(service).stored()}


def save_trace(service: Service, *, session: str, path: str, overwrite: bool = False) -> dict[str, Any]:
    """Writes the steps as a reference trajectory that `replay` takes."""
    from . import trace_saving
    from .trace_desk import desk_of

    document = desk_of(service).session(session).document
    return trace_saving.save_trace(document, folder_of(path), overwrite)


def trace_stop(service: Service, *, session: str) -> dict[str, Any]:
    """Ends the call that runs; those that were to follow wait."""
    from .trace_desk import desk_of

    return {"killed_call": desk_of(service).session(session).stop()}


def trace_close(service: Service, *, session: str) -> dict[str, Any]:
    """Closes a trace, whose host ends; it stays on disk."""
    from .trace_desk import desk_of

    desk = desk_of(service)
    desk.close(desk.session(session))
    return {}


def _told(session: TraceSession) -> dict[str, Any]:
    return session.told() | {"findings": session.findings()}


OPS: dict[str, Op] = {
    "begin_trace": Op(begin_trace),
    "trace_from_episode": Op(trace_from_episode),
    "trace_from_reference": Op(trace_from_reference),
    "trace_branch": Op(trace_branch),
    "traces": Op(traces),
    "save_trace": Op(save_trace),
    "trace_stop": Op(trace_stop, at_once=True),
    "trace_close": Op(trace_close),
}
