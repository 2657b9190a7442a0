# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands in for a run where a kernel is tested without QGIS: sizes are held, progress is heard."""

from __future__ import annotations

from typing import Any

from gisagentbench.tools.declaration.limits import demand_size


class QuietRun:
    """A run that says nothing."""

    guard = "refuse"

    class require:  # noqa: N801 (as a run has it)
        size = staticmethod(demand_size)

    def __init__(self) -> None:
        self.shares: list[float] = []

    def progress(self, share: float) -> None:
        assert 0 <= share <= 1
        self.shares.append(share)

    def raise_if_cancelled(self) -> None:
        pass

    def note(self, sentence: str) -> Any:
        raise AssertionError(sentence)
