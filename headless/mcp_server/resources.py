# SPDX-License-Identifier: GPL-2.0-or-later
"""What a client may read beside calling tools: the task, and facts of inputs, layers and outputs; never their data.

workspace://task/prompt        the task as text (sessions on a task)
workspace://task/contract      the files that must come out (sessions on a task)
workspace://inputs/FILE        what is known of an input file
workspace://layers/HANDLE      facts of a layer, as workspace.json has them
workspace://output/FILE        what is known of an output file
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from ...tools.declaration.records import WorkspaceFile, read_workspace_file
from ..agents.task_text import task_text

SCHEME = "workspace://"
TEXT, JSON = "text/plain", "application/json"
TASK_ADDRESS = f"{SCHEME}task/"
LAYER_TEMPLATE = f"{SCHEME}layers/{{handle}}"
MOST_LISTED = 1000  # of the files of one folder


class Resource(NamedTuple):
    """Something to read."""

    uri: str
    title: str
    mime_type: str
    text: str


class Resources:
    """What a client may read in one session.

    Args:
        view: What an agent may see of the task; None in a session without one.
        folder: Of the workspace; may be made later.
    """

    def __init__(self, view: Mapping[str, Any] | None, folder: Path | None = None) -> None:
        self.view = view
        self.folder = folder

    def all(self) -> list[Resource]:
        """Returns everything there is now, in order: task, inputs, layers, outputs."""
        return [*self._of_task(), *self._inputs(), *self._layers(), *self._outputs()]

    def find(self, uri: str) -> Resource | None:
        """Returns what stands at an address; None where there is nothing."""
        return next((one for one in self.all() if one.uri == uri), None)

    def _of_task(self) -> Iterator[Resource]:
        if self.view is not None:
            yield Resource(f"{TASK_ADDRESS}prompt", "The task", TEXT, task_text(self.view))
            yield _record("task/contract", "What must come out", self.view["outputs"])

    def _inputs(self) -> Iterator[Resource]:
        declared = {} if self.view is None else {one.get("file", ""): one for one in self.view["inputs"].values()}
        there = dict(_files(self.folder, "inputs"))
        for name in [*declared, *(name for name in there if name not in declared)]:
            size = {"bytes": there[name]} if name in there else {}
            yield _record(f"inputs/{quote(name)}", f"Input {name}", {"file": name, **declared.get(name, {}), **size})

    def _layers(self) -> Iterator[Resource]:
        for handle, record in self._state().handles.items():
            kept = {key: value for key, value in asdict(record.facts).items() if value is not None}
            yield _record(f"layers/{handle}", f"Layer {handle}", {"layer": handle, "made_by_call": record.step, **kept})

    def _outputs(self) -> Iterator[Resource]:
        for name, size in _files(self.folder, "output"):
            yield _record(f"output/{quote(name)}", f"Output {name}", {"file": name, "bytes": size})

    def _state(self) -> WorkspaceFile:
        """Reads workspace.json, which is always replaced as a whole, without touching the workspace."""
        path = None if self.folder is None else self.folder / "workspace.json"
        if path is None or not path.is_file():
            return WorkspaceFile()
        return read_workspace_file(json.loads(path.read_text(encoding="utf-8")))


def _record(path: str, title: str, data: Any) -> Resource:
    return Resource(SCHEME + path, title, JSON, json.dumps(data, indent=1))


def _files(folder: Path | None, name: str) -> Iterator[tuple[str, int]]:
    """Yields the regular files of one folder of the workspace with their sizes; links are left out."""
    place = None if folder is None else folder / name
    if place is None or not place.is_dir():
        return
    paths = (path for path in sorted(place.rglob("*")) if path.is_file() and not path.is_symlink())
    shown = (path for path in paths if not any(part.startswith(".") for part in path.relative_to(place).parts))
    for _, path in zip(range(MOST_LISTED), shown, strict=False):
        yield path.relative_to(place).as_posix(), path.stat().st_size
