# SPDX-License-Identifier: GPL-2.0-or-later
"""The input files of a trace: those of its task, and what the expert adds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ...tools.declaration.value_types import HANDLE
from ...tools.execution.drivers import kind_of_file
from ..refusal import CommandRefused
from ..workspace_inputs import add_inputs, input_file, main_files
from .trace_document import TraceDocument
from .trace_task import TraceTask

NO_NAME = re.compile(r"[^a-z0-9]+")


def input_entries(workspace: Path, document: TraceDocument, task: TraceTask) -> list[dict[str, Any]]:
    """Lists the files under inputs/ that calls may load.

    Returns: file, name, origin (task or added), kind, layer (the sublayer that the task means), description.
    """
    folder = workspace / "inputs"
    given = task.task.inputs if task.task else {}
    entries = []
    for path in main_files(folder) if folder.is_dir() else []:
        is_added = path.name in document.added
        meant = None if is_added else given.get(path.stem)
        entries.append(
            {
                "file": path.name,
                "name": path.stem,
                "origin": "added" if is_added else "task",
                "kind": meant.kind if meant else kind_of_file(path.name) or "vector",
                "layer": (meant.layer if meant else None) or "",
                "description": meant.description if meant else "",
            }
        )
    return entries


def add_input(workspace: Path, file: Path, name: str) -> str:
    """Copies a file and its side files to inputs/NAME.<its ending>.

    Args:
        file: Written by the window, whose selection and filter it holds.
        name: By which a task could speak of it: a small letter, then small letters, digits and _.
    Returns: What it is called there.
    Raises: CommandRefused BAD_VALUE for the name, BAD_FORMAT for the file, FILE_NOT_FOUND, OUTPUT_EXISTS; OSError.
    """
    if not HANDLE.fullmatch(name):
        raise CommandRefused(
            "BAD_VALUE",
            f'"{name[:60]}" cannot be the name of an input: a small letter, then up to 62 of a-z, 0-9 and _.',
            f'"{plain_name(name)}" can.',
        )
    if not kind_of_file(file.name):
        raise CommandRefused("BAD_FORMAT", f'"{file.name}" is of no format that can be loaded.', "A GeoPackage is.")
    folder = workspace / "inputs"
    taken = [path.name for path in main_files(folder) if path.stem == name] if folder.is_dir() else []
    if taken:
        message = f"inputs/{taken[0]} is there already; nothing was copied."
        raise CommandRefused("OUTPUT_EXISTS", message, f'Take another name, such as "{name[:60]}_2".')
    add_inputs(workspace, {name: input_file(file)})
    return f"{name}{file.suffix}"


def plain_name(text: str) -> str:
    """Makes a name of an input out of any text.

    >>> plain_name("Parks (selected)"), plain_name("2020"), plain_name("ß")
    ('parks_selected', 'layer_2020', 'layer')
    """
    name = NO_NAME.sub("_", text.lower()).strip("_")[:40]
    return name if name[:1].isalpha() else f"layer_{name}".rstrip("_")
