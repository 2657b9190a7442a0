# SPDX-License-Identifier: GPL-2.0-or-later
"""The manifest of a run: everything that can change its result, and nothing else."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..tools.declaration.host_job import GuardLevel
from . import machine

SCHEMA_VERSION = 1
NOT_COMPARED = ("created", "workers", "memory_bytes")


class ManifestModel(BaseModel):
    """A part of a manifest: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Price(ManifestModel):
    """List prices of a model in US dollars per million tokens.

    Args:
        cached_input_usd: None where none is known: such tokens are counted as dear as others.
        source: Where the prices stand.
        date: Day or month of which they are.
    """

    input_usd: float
    cached_input_usd: float | None = None
    output_usd: float
    source: str
    date: str


class ModelEntry(ManifestModel):
    """A language model behind an endpoint, and all that is sent to it beside the conversation.

    Args:
        model: Its name as it is asked for; the events tell by which name it answered.
        base_url: The endpoint.
        parameters: Sent with every request, temperature among them.
        descriptions: How much the tools tell of themselves.
        prompts: File of a prompt to its sha256.
        price: None where it is not known.
    """

    model: str
    base_url: str
    parameters: dict[str, Any]
    descriptions: Literal["full", "bare"] = "full"
    prompts: dict[str, str]
    price: Price | None = None


class AgentEntry(ManifestModel):
    """An agent of the run.

    Args:
        name: As it was asked for, such as reference or script:plan.json.
        folder: The name of its folder in the run; tells scripts of one name apart.
        sha256: Of its file, where it has one.
        tasks: Those of the run that it plays; None for all.
        model: Where it is a language model.
    """

    name: str
    folder: str
    sha256: str | None = None
    tasks: list[str] | None = None
    model: ModelEntry | None = None

    def plays(self, task: str) -> bool:
        """Tells whether a task of the run is an episode of this agent."""
        return self.tasks is None or task in self.tasks


class PackEntry(ManifestModel):
    """The pack of the run; `checksum` is of everything in it."""

    name: str
    version: str
    checksum: str


class Limits(ManifestModel):
    """Limits of an episode; None for none.

    Args:
        calls: Calls in all.
        turns: Answers of the agent in all.
        tokens: Sent and answered in all.
        money: US dollars in all.
        seconds: Wall time in all.
        harness_seconds: Wall time inside calls in all.
        call_seconds: Wall time of one call; a call beyond it fails and the episode goes on.
        answer_seconds: Wall time of one answer of a model; an answer beyond it is an infrastructure failure.
    """

    calls: int | None = 200
    turns: int | None = None
    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None
    harness_seconds: float | None = None
    call_seconds: float = 600.0
    answer_seconds: float = 600.0

    def totals(self) -> dict[str, float | None]:
        """Returns every limit by name."""
        return dict(self.model_dump())


class Manifest(ManifestModel):
    """What a run is made of.

    Args:
        created: When it was begun, UTC; not compared when a run is resumed.
        workers: How many at a time; not compared either.
        memory_bytes: What each tool host may take beyond what it starts with; not compared either. None where it was
            not recorded.
        git_revision: Commit, with `+changes` where the files differ from it; None outside a checkout.
        versions: Library to version; None where absent.
        grids: Datum grid files that PROJ finds.
        tools: Names a call may use; None for all.
        deviations: Where language models are asked in another way than by default, in words.
    """

    schema_version: Literal[1] = 1
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))
    workers: int = 1
    memory_bytes: int | None = None
    git_revision: str | None
    versions: dict[str, str | None]
    grids: list[str]
    pack: PackEntry
    tasks: list[str]
    agents: list[AgentEntry]
    repeats: int
    guard: GuardLevel
    tools: list[str] | None
    limits: Limits
    deviations: list[str] = []

    def differences(self, other: Manifest) -> list[str]:
        """Names the keys in which two manifests differ, as far as they must be the same in one run."""
        ours, theirs = self.compared(), other.compared()
        return [key for key in ours if ours[key] != theirs[key]]

    def compared(self) -> dict[str, Any]:
        """Returns the part that must be the same when a run is resumed."""
        return self.model_dump(mode="json", exclude=set(NOT_COMPARED))


def git_revision(root: Path = machine.ROOT) -> str | None:
    """Returns the commit of the project, `+changes` behind it where its files are not those of the commit."""
    commit = _git(root, "rev-parse", "HEAD")
    if not commit:
        return None
    changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    return f"{commit}+changes" if changed else commit


def grid_files() -> list[str]:
    """Returns the names of the datum grids on this machine, in order."""
    from osgeo import osr

    folders = [Path(folder) for folder in osr.GetPROJSearchPaths()]
    names = {path.name for folder in folders if folder.is_dir() for path in folder.rglob("*")}
    return sorted(name for name in names if name.endswith((".tif", ".gsb", ".gtx")))


def _git(root: Path, *words: str) -> str | None:
    try:
        command = ["git", "-C", str(root), *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
