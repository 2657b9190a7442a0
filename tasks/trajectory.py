# SPDX-License-Identifier: GPL-2.0-or-later
"""Reference trajectories: the calls that solve a task, exactly as an agent would send them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from .document import StrictModel, read_model

ApiName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class Step(StrictModel):
    """One call: the API, its JSON arguments (the output handle among them), and a note for people."""

    api: ApiName
    arguments: dict[str, Any] = {}
    note: str | None = None


class Trajectory(StrictModel):
    """The steps of one task, in order."""

    schema_version: Literal[1]
    task: str | None = None
    steps: list[Step] = Field(min_length=1)


def read_trajectory(path: Path) -> Trajectory:
    """Reads a trajectory from JSON or YAML.

    Raises: DocumentError with every fault.
    """
    return read_model(path, Trajectory)
