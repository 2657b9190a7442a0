# SPDX-License-Identifier: GPL-2.0-or-later
"""Exports a trace as a program that runs without the harness, and one step as a text to be copied."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .export_calls import ExportedStep, PlacedSteps
from .export_text import ExportKind, Folders, commands_text, python_text, step_text
from .made_layers import read_state
from .trace_document import TraceDocument

__all__ = ["exported", "step_text"]
EXPORTED = "exported"


def exported(document: TraceDocument, folder: Path, kind: ExportKind) -> str:
    """Returns the steps of a trace as a program.

    Args:
        folder: Of the trace; the program reads its inputs and writes into its folder `exported`, unless it is told
            otherwise.
        kind: python: lines for the Python console of QGIS; qgis_process: a shell program.
    Raises: CommandRefused where a step could not run, which names it.
    """
    workspace = folder / document.workspace
    kinds = {handle: record.kind for handle, record in read_state(workspace).handles.items()}
    steps = PlacedSteps(kinds)
    calls = [steps.place(ExportedStep(step.api, step.arguments, step.note)) for step in document.steps]
    folders = Folders(workspace / "inputs", folder / EXPORTED)
    write: Any = {"python": python_text, "qgis_process": commands_text}[kind]
    is_strict = document.guard == "refuse"
    notes = [] if is_strict else [f"The guards were set to {document.guard}; outside of the harness they refuse."]
    return str(write(document.name, steps, calls, folders, notes))
