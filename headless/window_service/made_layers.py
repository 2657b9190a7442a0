# SPDX-License-Identifier: GPL-2.0-or-later
"""The layers of a workspace as the window opens them, each with the step that made it. Standard library alone."""

from __future__ import annotations

import json
from pathlib import Path

from ...tools.declaration.records import HandleRecord, WorkspaceFile, read_workspace_file
from ..refusal import CommandRefused
from .shapes import LayerKind, MadeLayer

STATE_FILE = "workspace.json"
KINDS: dict[str, LayerKind] = {"vector": "vector", "raster": "raster", "table": "table"}


def layer_entries(workspace: Path, upto: int | None = None, since: int = 0) -> list[MadeLayer]:
    """Lists the layers of a workspace in the order in which they were made.

    Args:
        workspace: Its folder; one without a `workspace.json` has no layers yet.
        upto: The last step whose layers are listed; None for all.
        since: Steps up to this one are left out.
    Edges: A layer whose file is gone, or lies outside inputs/ and work/, is left out.
    Raises: CommandRefused INVALID_DOCUMENT where workspace.json cannot be read.
    """
    handles = read_state(workspace).handles
    listed = sorted(handles.items(), key=lambda item: item[1].step)
    return [
        _entry(handle, record, path)
        for handle, record in listed
        if record.step > since and (upto is None or record.step <= upto)
        if (path := file_of(workspace, record)) is not None
    ]


def read_state(workspace: Path) -> WorkspaceFile:
    """Reads what a workspace knows of itself, without touching it; an empty one where it has not begun.

    Raises: CommandRefused INVALID_DOCUMENT.
    """
    path = workspace / STATE_FILE
    if not path.is_file():
        return WorkspaceFile()
    try:
        return read_workspace_file(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as fault:
        message = f'The {STATE_FILE} of "{workspace.name}" cannot be read: {type(fault).__name__}.'
        raise CommandRefused("INVALID_DOCUMENT", message, "Run its steps again.") from None


def file_of(workspace: Path, record: HandleRecord) -> Path | None:
    """Gives the file of a layer; None where it is gone, or not a regular file of inputs/ or work/."""
    root = workspace.resolve()
    path = (root / str(record.path)).resolve()
    is_inside = any(path.is_relative_to(root / part) for part in ("inputs", "work"))
    return path if is_inside and path.is_file() else None


def _entry(handle: str, record: HandleRecord, path: Path) -> MadeLayer:
    return MadeLayer(
        step=record.step,
        handle=handle,
        path=str(path),
        sublayer=record.sublayer,
        kind=KINDS.get(record.kind, "vector"),
        crs=record.facts.crs,
    )
