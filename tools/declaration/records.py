# SPDX-License-Identifier: GPL-2.0-or-later
"""Step record and workspace file: what is written of a call and of the layers it made."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from .facts import Band, Extent, Field, Grid, LayerFacts

SCHEMA_VERSION = 1


@dataclass
class StepRecord:
    """One executed call.

    Args:
        api: Name of the tool as it was called.
        arguments: As they were sent.
        ok: Whether it was done.
        output: Handle of the main output, or exported file; None for inspection and failed calls.
        outputs: Every output name to its handle or value.
        observation: JSON data of the observation, `text` among it.
        warnings: Guard findings that did not stop the call.
        error: code, message, hint.
        roles: Semantic roles of the call.
        seconds: Wall time inside the host.
        engine_seconds: Share of it spent in engines.
        operations: Coordinate operations used.
        peak_memory_bytes: Largest resident size of the host so far.
        step: Number of the call in its workspace, from 1.
        schema_version: Version of this record.
    """

    api: str
    arguments: dict[str, Any]
    ok: bool
    output: str | None = None
    outputs: dict[str, Any] = field(default_factory=dict)
    observation: dict[str, Any] | None = None
    warnings: list[str] = field(default_factory=list)
    error: dict[str, str] | None = None
    roles: list[str] = field(default_factory=list)
    seconds: float = 0.0
    engine_seconds: float = 0.0
    operations: list[str] = field(default_factory=list)
    peak_memory_bytes: int = 0
    step: int = 0
    schema_version: int = SCHEMA_VERSION

    def record(self) -> dict[str, Any]:
        """Gives the step as JSON data."""
        return asdict(self)


@dataclass
class HandleRecord:
    """One layer of a workspace.

    Args:
        kind: vector, raster or table.
        path: Relative to the workspace.
        sublayer: Layer inside the file; "" for rasters.
        facts: Cached facts.
        step: Number of the call that made it.
    """

    kind: str
    path: str
    sublayer: str
    facts: LayerFacts
    step: int = 0


@dataclass
class WorkspaceFile:
    """The content of workspace.json.

    Args:
        handles: Handle to layer.
        inputs: File under inputs/ to its sha256.
        steps: How many calls were made.
        schema_version: Version of this file.
    """

    handles: dict[str, HandleRecord] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)
    steps: int = 0
    schema_version: int = SCHEMA_VERSION

    def record(self) -> dict[str, Any]:
        """Gives the file's content as JSON data."""
        return asdict(self)


def read_workspace_file(data: dict[str, Any]) -> WorkspaceFile:
    """Builds the workspace file from JSON data.

    Raises:
        KeyError or TypeError where the data is no workspace file of this version.
    """
    if data["schema_version"] != SCHEMA_VERSION:
        raise TypeError(f"workspace.json has schema_version {data['schema_version']}, not {SCHEMA_VERSION}")
    handles = {
        handle: HandleRecord(**{**record, "facts": read_facts(record["facts"])})
        for handle, record in data["handles"].items()
    }
    return WorkspaceFile(handles, data["inputs"], data["steps"])


def read_facts(data: dict[str, Any]) -> LayerFacts:
    """Builds layer facts from JSON data."""
    made = dict(data)
    if made.get("fields") is not None:
        made["fields"] = tuple(Field(**item) for item in made["fields"])
    if made.get("extent") is not None:
        made["extent"] = Extent(*made["extent"])
    if made.get("grid") is not None:
        grid = made["grid"]
        made["grid"] = Grid(grid["width"], grid["height"], tuple(grid["transform"]))
    if made.get("bands") is not None:
        made["bands"] = tuple(Band(**item) for item in made["bands"])
    return LayerFacts(**made)
