# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the calls of a plan for real, up to the first that fails; the steps a plan shares with another run once."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from gisagentbench.headless.workspace_inputs import InputFile, put_inputs

Steps = list[tuple[str, dict[str, Any]]]


class Ended(NamedTuple):
    """How a plan ended: the index of the step that failed and its code, or None and "", with the workspace."""

    step: int | None
    code: str
    workspace: Path


class RealRuns:
    """Runs plans that are spoilt forms of one right plan.

    Args:
        folder: Where workspaces are made.
        files: The inputs.
        right: The right plan; after each of its steps a copy of the workspace is kept.
    """

    def __init__(self, folder: Path, files: dict[str, InputFile], right: Steps) -> None:
        self.folder, self.right = folder, right
        place = self._kept(0)
        put_inputs(place, files)
        for number, (api, arguments) in enumerate(right):
            shutil.copytree(place, self._kept(number + 1), symlinks=True)
            place = self._kept(number + 1)
            step = executor_of(place).call(api, arguments)
            assert step.ok, f"{api}: {step.error}"

    @contextlib.contextmanager
    def ended(self, plan: Steps) -> Iterator[Ended]:
        """Makes the calls of a plan up to the first that fails, and lends the workspace that is left."""
        alike = 0
        while alike < min(len(plan), len(self.right)) and plan[alike] == self.right[alike]:
            alike += 1
        place = self.folder / "run"
        shutil.copytree(self._kept(alike), place, symlinks=True)
        executor = executor_of(place)
        try:
            for number in range(alike, len(plan)):
                step = executor.call(*plan[number])
                if not step.ok:
                    yield Ended(number, str((step.error or {}).get("code")), place)
                    return
            yield Ended(None, "", place)
        finally:
            shutil.rmtree(place)

    def _kept(self, number: int) -> Path:
        return self.folder / f"kept{number}"


def executor_of(folder: Path) -> Any:
    """Gives what runs calls in a workspace."""
    from gisagentbench.tools.execution.executor import Executor
    from gisagentbench.tools.execution.workspace import Workspace

    return Executor(Workspace(folder))
