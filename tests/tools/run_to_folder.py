# SPDX-License-Identifier: GPL-2.0-or-later
"""As much of a run as engines need that write one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class RunToFolder:
    """Writes outputs to a folder and keeps what is said."""

    def __init__(self, folder: Path) -> None:
        from gisagentbench.tools.execution.run import Run

        self.folder = folder
        self.counts: dict[str, float] = {}
        self.warnings: list[str] = []
        self.engine_seconds = 0.0
        self.timed = lambda: Run.timed(self)  # type: ignore[arg-type]

    @property
    def require(self) -> Any:
        from gisagentbench.tools.execution.guards import Guards

        return Guards(self)  # type: ignore[arg-type]

    def takes(self, argument: str) -> bool:
        return argument in ("data_type", "nodata")

    def note(self, sentence: str) -> None:
        self.warnings.append(sentence)

    def destination_path(self, output: str, suffix: str) -> str:
        return str(self.folder / f"{output}{suffix}")
