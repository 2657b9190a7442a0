# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes out of a workspace what a call made that its episode knows nothing of: the process died before it was told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..tools.execution.workspace import Workspace
from .events import CallFinished, CallStarted
from .workspace_lock import held


def roll_back(folder: Path, events: Iterable[Any]) -> list[str]:
    """Brings a workspace to where the events of its episode end; nothing where every call ended.

    Args:
        folder: Of the workspace; no other process may work in it.
    Returns: Handles and output files that were taken out.
    Raises: ToolError where the workspace cannot be read, or another process works in it.
    """
    started: set[int] = set()
    steps: dict[int, dict[str, Any]] = {}
    for event in events:
        if isinstance(event, CallStarted):
            started.add(event.call)
            steps.pop(event.call, None)
        elif isinstance(event, CallFinished):
            steps[event.call] = event.step
    if started <= set(steps):
        return []
    with held(folder):
        workspace = Workspace(folder)
        return _lost_handles(workspace, list(steps.values())) + _lost_outputs(workspace, list(steps.values()))


def _lost_handles(workspace: Workspace, steps: list[dict[str, Any]]) -> list[str]:
    last = max((int(step.get("step") or 0) for step in steps), default=0)
    lost = [handle for handle, record in workspace.state.handles.items() if record.step > last]
    for handle in lost:
        file = Path(workspace.state.handles.pop(handle).path)
        if file.parts[0] == workspace.work.name:
            for path in workspace.work.glob(f"{file.stem}.*"):
                path.unlink()
    workspace.state.steps = max(last, *(record.step for record in workspace.state.handles.values()), 0)
    workspace.save()
    return lost


def _lost_outputs(workspace: Workspace, steps: list[dict[str, Any]]) -> list[str]:
    """Removes files under output/ that no call which ended has named; names of side files begin with the stem."""
    named = {Path(value).stem for step in steps for value in (step.get("outputs") or {}).values() if _is_name(value)}
    named |= {Path(step["output"]).stem for step in steps if _is_name(step.get("output"))}
    begins = tuple(f"{stem}." for stem in named)
    files = [path for path in sorted(workspace.output.rglob("*")) if path.is_file()]
    lost = [path for path in files if not f"{path.name}.".startswith(begins)]
    for path in lost:
        path.unlink()
    return [path.relative_to(workspace.folder).as_posix() for path in lost]


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and "\n" not in value and len(value) < 256
