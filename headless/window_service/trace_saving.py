# SPDX-License-Identifier: GPL-2.0-or-later
"""Saves a trace as a reference trajectory, and as the contract and task that go with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...tasks.trajectory import Step, Trajectory
from ...tools.execution.paths import write_atomically
from ..refusal import CommandRefused
from .trace_document import TraceDocument


def save_trace(document: TraceDocument, path: Path, overwrite: bool = False) -> dict[str, Any]:
    """Writes the steps as `replay` takes them, a line each.

    Args:
        path: Ends in .json; its folder is there.
    Returns: path, steps, notes (sentences on what a replay needs).
    Raises: CommandRefused where a step was not done, or the file cannot be written there; OSError.
    """
    trajectory = trajectory_of(document)
    if path.suffix.lower() != ".json":
        raise CommandRefused("BAD_VALUE", f'"{path.name}" does not end in .json.', "reference.json is the usual name.")
    if not path.parent.is_dir():
        raise CommandRefused("FILE_NOT_FOUND", f'There is no folder "{path.parent}".')
    if path.is_dir() or path.exists() and not overwrite:
        raise CommandRefused("OUTPUT_EXISTS", f'"{path}" is there already; nothing was written.', "Take another name.")
    write_atomically(path, trajectory_text(trajectory))
    return {"path": str(path), "steps": len(trajectory.steps), "notes": _notes(document)}


def trajectory_of(document: TraceDocument) -> Trajectory:
    """Returns the trajectory of a trace.

    Raises: CommandRefused BAD_VALUE where there is no step, or one that was not done.
    """
    for number, step in enumerate(document.steps, start=1):
        if step.state == "done":
            continue
        what = "was not done" if step.state == "failed" else "has not been run since a change"
        hint = "Delete or edit it, then run again from there." if step.state == "failed" else "Run the changed steps."
        message = f"Step {number} ({step.api}) {what}; a reference holds calls that are done. Nothing was written."
        raise CommandRefused("BAD_VALUE", message, hint)
    if not document.steps:
        raise CommandRefused("BAD_VALUE", "The trace has no step yet; nothing was written.", "Make a call first.")
    steps = [Step(api=step.api, arguments=step.arguments, note=step.note) for step in document.steps]
    return Trajectory(schema_version=1, task=document.task, steps=steps)


def trajectory_text(trajectory: Trajectory) -> str:
    """Returns a trajectory as JSON text with a line per step, as references are written by hand.

    >>> step = Step(api="describe_layer", arguments={"layer": "a"})
    >>> print(trajectory_text(Trajectory(schema_version=1, steps=[step])))
    {
      "schema_version": 1,
      "steps": [
        {"api": "describe_layer", "arguments": {"layer": "a"}}
      ]
    }
    <BLANKLINE>
    """
    task = [] if trajectory.task is None else [f'  "task": {_json(trajectory.task)},']
    steps = [f"    {_json(_step(step))}" for step in trajectory.steps]
    return "\n".join(["{", '  "schema_version": 1,', *task, '  "steps": [', ",\n".join(steps), "  ]", "}", ""])


def _step(step: Step) -> dict[str, Any]:
    return {"api": step.api, "arguments": step.arguments} | ({"note": step.note} if step.note else {})


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    is_whole = text == text.encode("utf-8", "replace").decode("utf-8")
    return text if is_whole else json.dumps(value, allow_nan=False)  # half a surrogate pair is no UTF-8


def _notes(document: TraceDocument) -> list[str]:
    if not document.added:
        return []
    files = ", ".join(document.added)
    what = "a file that is no input" if len(document.added) == 1 else "files that are no inputs"
    return [f"It uses {what} of a task: {files}. `replay` takes each by --input NAME=PATH."]
