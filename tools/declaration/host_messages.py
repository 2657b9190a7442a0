# SPDX-License-Identifier: GPL-2.0-or-later
"""The messages on a tool host's socket, one JSON object a line; see host_job for who speaks when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from .records import StepRecord

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Hello:
    """The first line of a host.

    Args:
        secret: As in the job.
        pid: Process id of the host.
        versions: Library to version, as the host runs it.
        tools: Names of all registered tools.
    """

    secret: str
    pid: int
    versions: dict[str, str]
    tools: list[str]
    op: Literal["hello"] = "hello"
    schema_version: int = SCHEMA_VERSION


@dataclass(frozen=True)
class Request:
    """A line of the parent: a call, or the end.

    Args:
        id: Number of the request, said back in every line that belongs to it.
        api, arguments: Of a call.
    """

    id: int
    op: Literal["call", "close"]
    api: str | None = None
    arguments: Any = None


@dataclass(frozen=True)
class Progress:
    """How far the running call is, from 0 to 1."""

    id: int
    progress: float


@dataclass(frozen=True)
class StepAnswer:
    """The answer to a call.

    Args:
        is_last: Whether the host ends itself behind it, since it has run out of memory.
    """

    id: int
    step: StepRecord
    is_last: bool = False


@dataclass(frozen=True)
class CloseAnswer:
    """The answer to the end: input files that are no longer what they were."""

    id: int
    changed_inputs: list[str] = field(default_factory=list)


Message = Hello | Request | Progress | StepAnswer | CloseAnswer
