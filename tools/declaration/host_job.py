# SPDX-License-Identifier: GPL-2.0-or-later
"""The job file of a tool host and the messages on its socket.

The parent listens on the loopback address and writes the job; the host connects, says hello with the secret, and
answers one JSON line per request line. A host whose connection closes ends itself.

    hello     {"op": "hello", "secret": …, "pid": …, "versions": {…}, "tools": [names]}
    request   {"id": 1, "op": "call", "api": …, "arguments": {…}} or {"id": 2, "op": "close"}
    answer    {"id": 1, "step": step record, "is_last": false} or {"id": 2, "changed_inputs": [files]}
    progress  {"id": 1, "progress": share from 0 to 1}   any number, before the answer
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

SCHEMA_VERSION = 1
GuardLevel = Literal["refuse", "warn", "silent"]


@dataclass(frozen=True)
class HostJob:
    """What a tool host is started with.

    Args:
        workspace: Folder of the workspace.
        address: Host and port the parent listens on.
        secret: Said back in the hello.
        guard: What guards do.
        tools: Names a call may use; None for all.
        memory_bytes: Address space a host may take beyond what it has when it starts to work; None for no limit.
        schema_version: Version of this record.
    """

    workspace: str
    address: tuple[str, int]
    secret: str
    guard: GuardLevel = "refuse"
    tools: tuple[str, ...] | None = None
    memory_bytes: int | None = None
    schema_version: int = field(default=SCHEMA_VERSION)

    def write(self, path: Path) -> None:
        """Writes the job, readable by its owner alone."""
        path.touch(mode=0o600)
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")


def read_job(path: Path) -> HostJob:
    """Reads a job file.

    Raises:
        ValueError where it is no job of this version.
    """
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if data.get("schema_version") != SCHEMA_VERSION:
        raise ValueError(f"the job has schema_version {data.get('schema_version')}, not {SCHEMA_VERSION}")
    data["address"] = (data["address"][0], int(data["address"][1]))
    data["tools"] = None if data["tools"] is None else tuple(data["tools"])
    return HostJob(**data)
