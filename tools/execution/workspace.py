# SPDX-License-Identifier: GPL-2.0-or-later
"""A workspace on disk: inputs, work, output, and which handle stands where."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from ..declaration.errors import ToolError
from ..declaration.facts import LayerFacts
from ..declaration.layers import Layer, Lines, Points, Polygons, Raster, Table, Vector
from ..declaration.records import HandleRecord, WorkspaceFile, read_workspace_file
from ..declaration.value_types import HANDLE
from .paths import write_atomically

UNFINISHED = ".writing-"  # how folders are called that a file is written in before it is renamed
TAKEN_BY_QGIS = re.compile(r"[|:\x00-\x1f\x7f]")  # in a destination: what follows names a provider, or a layer
SUFFIXES = {"vector": ".gpkg", "table": ".gpkg", "raster": ".tif"}


class Written(NamedTuple):
    """A file a tool body has written: its path and the layer inside it ("" for rasters)."""

    path: Path
    sublayer: str


class Workspace:
    """The folder of one episode.

    Args:
        folder: Made where it is missing.
    Raises:
        ToolError INVALID_DOCUMENT where workspace.json is not of this version, or names what is no handle,
            BAD_VALUE for a path that QGIS cannot write to.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        if TAKEN_BY_QGIS.search(str(self.folder)):
            raise ToolError("BAD_VALUE", "the path of the workspace holds a colon, a vertical bar or a control "
                            "character, which QGIS does not take in the path of a file",
                            "choose another folder")  # fmt: skip
        self.inputs = self.folder / "inputs"
        self.work = self.folder / "work"
        self.output = self.folder / "output"
        self.writing = self.work / ".writing"
        for part in (self.inputs, self.work, self.output):
            if part.is_symlink():
                raise ToolError("INVALID_DOCUMENT", f"{part.name} in the workspace is a link, not a folder",
                                "start with an empty folder")  # fmt: skip
            part.mkdir(parents=True, exist_ok=True)
        self.state_path = self.folder / "workspace.json"
        self.state = self._read_state()
        self.clear_writing()
        for name, digest in checksums(self.inputs).items():
            self.state.inputs.setdefault(name, digest)
        self.save()

    @property
    def handles(self) -> dict[str, LayerFacts]:
        """Gives every handle with the facts known of it."""
        return {handle: record.facts for handle, record in self.state.handles.items()}

    def layer(self, handle: str) -> Layer:
        """Gives a layer by handle, without opening it.

        Raises:
            ToolError UNKNOWN_LAYER where its file is gone, PATH_OUTSIDE_WORKSPACE where it lies elsewhere.
        """
        record = self.state.handles[handle]
        path = self.folder / record.path
        if not path.exists():
            raise ToolError("UNKNOWN_LAYER", f'the file of layer "{handle}" is gone')
        if not self._holds(path):
            raise ToolError("PATH_OUTSIDE_WORKSPACE", f'the file of layer "{handle}" lies outside the workspace')
        return layer_class(record.facts)(handle, record.facts, path=str(path), sublayer=record.sublayer)

    def _holds(self, path: Path) -> bool:
        """Tells whether a path is a regular file of the workspace once its links are followed."""
        resolved = path.resolve()
        return resolved.is_file() and any(resolved.is_relative_to(root) for root in (self.inputs, self.work))

    def keep_facts(self, handle: str, facts: LayerFacts) -> None:
        """Stores facts that were found out later, such as validity."""
        self.state.handles[handle].facts = facts

    def destination(self, handle: str, suffix: str) -> Path:
        """Gives the path a new layer is written to before it is accepted."""
        self.writing.mkdir(exist_ok=True)
        return self.writing / f"{handle}{suffix}"

    def accept(self, handle: str, written: Written, facts: LayerFacts) -> None:
        """Renames what was written into place and binds the handle to it; files outside work/ stay where they are."""
        path = written.path
        if path.is_relative_to(self.writing):
            path = self.work / path.relative_to(self.writing).name
            written.path.replace(path)
            for side in written.path.parent.glob(f"{written.path.stem}.*"):
                side.replace(self.work / side.name)
        relative = path.relative_to(self.folder).as_posix()
        kind = facts.kind or "vector"
        self.state.handles[handle] = HandleRecord(kind, relative, written.sublayer, facts, self.state.steps)

    def clear_writing(self) -> None:
        """Removes what an unfinished call has left."""
        for left in (self.writing, *self.output.rglob(f"{UNFINISHED}*")):
            shutil.rmtree(left, ignore_errors=True)

    def save(self) -> None:
        """Writes workspace.json by rename."""
        text = json.dumps(self.state.record(), ensure_ascii=False, indent=1)
        write_atomically(self.state_path, text + "\n")

    def changed_inputs(self) -> list[str]:
        """Names the input files that are no longer what they were when the workspace was made."""
        now = checksums(self.inputs)
        names = sorted({*now, *self.state.inputs})
        return [name for name in names if now.get(name) != self.state.inputs.get(name)]

    def _read_state(self) -> WorkspaceFile:
        if not self.state_path.exists():
            return WorkspaceFile()
        try:
            state = read_workspace_file(json.loads(self.state_path.read_text(encoding="utf-8")))
            strange = [handle for handle in state.handles if not HANDLE.fullmatch(handle)]
            if strange:
                raise ValueError(f"{strange[0][:60]!r} is no handle")
            return state
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            raise ToolError("INVALID_DOCUMENT", f"workspace.json cannot be read: {fault}",
                            "start with an empty folder") from fault  # fmt: skip


def layer_class(facts: LayerFacts) -> type[Layer]:
    """Chooses the class a layer of these facts is handed to a body as."""
    if facts.kind == "raster":
        return Raster
    if facts.kind == "table":
        return Table
    classes: dict[str | None, type[Layer]] = {"Point": Points, "LineString": Lines, "Polygon": Polygons}
    return classes.get(facts.geometry_type, Vector)


def checksums(folder: Path) -> dict[str, str]:
    """Gives the sha256 of every regular file under a folder; links are named by their target, never followed."""
    return {
        path.relative_to(folder).as_posix(): _sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def _sha256(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
