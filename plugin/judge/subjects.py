# SPDX-License-Identifier: GPL-2.0-or-later
"""What can be judged: an episode, a trace, or any file for an output of a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True)
class Subject:
    """One thing to judge.

    Args:
        sort: What it is.
        task: Name of the task; "" for a trace in a free workspace, which has no reference.
        folder: Of the episode or trace; "" for a file.
        output: Label of the output that a file stands for; "" else.
        file: The file; "" for an episode or a trace.
        strict: Whether it is right; None where that is not known yet.
        at: When it was begun, ISO 8601.
    """

    sort: Literal["episode", "trace", "file"]
    pack: str
    task: str
    folder: str = ""
    output: str = ""
    file: str = ""
    agent: str = ""
    state: str = ""
    strict: bool | None = None
    at: str = ""

    @property
    def asked(self) -> dict[str, Any]:
        """The arguments by which the service knows it."""
        if self.sort == "file":
            return {"pack": self.pack, "task": self.task, "output": self.output, "file": self.file}
        return {"folder": self.folder}

    @property
    def identity(self) -> tuple[str, ...]:
        """What tells it from others in a list; an episode may be known by its folder alone."""
        return (self.folder,) if self.folder else (self.pack, self.task, self.output, self.file)

    @property
    def label(self) -> str:
        """The line of it in a list."""
        if self.sort == "file":
            return f"{self.task} · {Path(self.file).name}"
        parts = [self.task or Path(self.folder).name, self.agent if self.sort == "episode" else "", _when(self.at)]
        return " · ".join(part for part in parts if part)


def episode_subjects(answer: Mapping[str, Any]) -> list[Subject]:
    """Reads the answer of `episodes`, newest first as given."""
    return [
        Subject(
            "episode",
            str(one.get("pack") or ""),
            str(one.get("task") or ""),
            str(one["folder"]),
            agent=str(one.get("agent") or ""),
            state=str(one.get("state") or ""),
            strict=one.get("strict"),
            at=str(one.get("at") or ""),
        )
        for one in answer.get("episodes") or ()
    ]


def trace_subjects(answer: Mapping[str, Any]) -> list[Subject]:
    """Reads the answer of `traces`; those without a task have no reference and are left out."""
    return [
        Subject("trace", str(one.get("pack") or ""), str(one["task"]), str(one["folder"]), at=str(one.get("at") or ""))
        for one in answer.get("traces") or ()
        if one.get("task")
    ]


def _when(at: str) -> str:
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at
