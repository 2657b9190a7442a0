# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace as it lies on disk, so that an expert goes on tomorrow where he stopped.

<folder>/trace.json         the steps in order, and which workspace holds what they made
<folder>/run-<n>/…          a workspace; a change of a step that has been run makes the next one
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...tasks.trajectory import ApiName
from ...tools.declaration.argument_form import form_fault
from ...tools.declaration.errors import ToolError
from ...tools.declaration.host_job import GuardLevel
from ...tools.execution.paths import write_atomically
from ..refusal import CommandRefused

TRACE_FILE = "trace.json"
MOST_STEPS = 1000
LONGEST_NAME = 120
LONGEST_NOTE = 10_000
LARGEST_DOCUMENT = 64 * 1024 * 1024

StepState = Literal["done", "failed", "waiting"]
RunFolder = Annotated[str, Field(pattern=r"^run-[1-9][0-9]{0,8}$")]


class TraceStep(BaseModel):
    """A step of a trace.

    Args:
        state: done and failed have been run and stand for what the workspace holds; waiting was not, or not since it,
            or a step before it, was changed.
        record: Its step record; None while it waits.
    """

    model_config = ConfigDict(extra="forbid")
    api: ApiName
    arguments: dict[str, Any] = {}
    note: str | None = None
    state: StepState = "waiting"
    record: dict[str, Any] | None = None

    @property
    def key(self) -> str:
        """Gives what makes it this call: two steps of one key do the same, whatever their notes say."""
        return json.dumps([self.api, self.arguments], sort_keys=True)

    def as_dict(self) -> dict[str, Any]:
        """Returns the step as the window gets it."""
        return self.model_dump(mode="python")


class TraceDocument(BaseModel):
    """The content of trace.json.

    Args:
        pack: Name or folder by which the pack was asked for; None for a workspace of one's own.
        workspace: Folder of the workspace that holds what the steps made.
        is_spoiled: Whether that also holds what steps made that are no longer there.
        spoiled_files: Files of output/ that these steps wrote, without their endings.
        added: Files under inputs/ that are no inputs of the task.
        left_out: What could not be taken over from an episode, in sentences.
    """

    model_config = ConfigDict(extra="forbid")
    schema_version: Literal[1] = 1
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    pack: str | None = None
    task: str | None = None
    guard: GuardLevel = "refuse"
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))
    workspace: RunFolder = "run-1"
    is_spoiled: bool = False
    spoiled_files: list[str] = []
    added: list[str] = []
    left_out: list[str] = []
    steps: list[TraceStep] = Field([], max_length=MOST_STEPS)

    @property
    def valid_from(self) -> int:
        """Index of the first step that waits; how many there are where none does."""
        return next((index for index, step in enumerate(self.steps) if step.state == "waiting"), len(self.steps))

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        """API and arguments of every step."""
        return [(step.api, step.arguments) for step in self.steps]


def read_trace(folder: Path) -> TraceDocument:
    """Reads the trace in a folder.

    Raises: CommandRefused FILE_NOT_FOUND where there is none, INVALID_DOCUMENT where it cannot be read.
    """
    path = folder / TRACE_FILE
    if not path.is_file():
        raise CommandRefused("FILE_NOT_FOUND", f'"{folder}" holds no trace ({TRACE_FILE}).', "Begin a new one.")
    try:
        if path.stat().st_size > LARGEST_DOCUMENT:
            raise ValueError(f"it is larger than {LARGEST_DOCUMENT // 1024**2} MiB")
        document = TraceDocument.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        raise _unreadable(path, f"{error.error_count()} faults in it") from None
    except (ValueError, RecursionError, OSError) as error:
        raise _unreadable(path, str(error) or type(error).__name__) from None
    for step in document.steps[document.valid_from :]:
        step.state, step.record = "waiting", None
    return document


def write_trace(folder: Path, document: TraceDocument) -> None:
    """Writes a trace by rename. Raises: OSError."""
    data = document.model_dump(mode="python") | {"created": document.created.isoformat()}
    write_atomically(folder / TRACE_FILE, json.dumps(data, indent=1) + "\n")


def made_step(api: str, arguments: Any, note: str | None) -> TraceStep:
    """Makes a step that waits of what the window sends.

    Raises: ToolError where it is no call that could stand in a trajectory.
    """
    unfit = form_fault(api, arguments)
    if unfit is not None:
        raise unfit
    if not isinstance(arguments, dict):
        raise ToolError("WRONG_TYPE", f"the arguments of {api} are an object, not {type(arguments).__name__}")
    if note is not None:
        note = note[:LONGEST_NOTE].encode("utf-8", "replace").decode("utf-8")
    try:
        return TraceStep(api=api, arguments=arguments, note=note or None)
    except ValueError:
        raise ToolError("UNKNOWN_TOOL", f"{api[:60]!r} is no name of a tool", "`tools` lists them") from None


def _unreadable(path: Path, reason: str) -> CommandRefused:
    return CommandRefused("INVALID_DOCUMENT", f'"{path}" cannot be read as a trace: {reason}.')
