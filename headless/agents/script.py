# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays calls that are written down, one a turn: of a file whatever becomes of them, or until one fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...tasks.trajectory import Trajectory
from ..events import ProposedCall
from .agent import FINISHED, Turn


class Script:
    """An agent that has its mind made up.

    Args:
        trajectory: Its calls.
        stopping: Who stops at a failed call, as its last message says; "" for one that goes on.
    """

    def __init__(self, trajectory: Trajectory, stopping: str = "") -> None:
        self._left = list(trajectory.steps)
        self._stopping = stopping

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Gives the next call."""
        failed = next((step for step in steps if not step["ok"]), None)
        if failed is not None and self._stopping:
            code = (failed["error"] or {}).get("code", "an error")
            return Turn(outcome="finished", message=f"{self._stopping} stopped: {failed['api']} gave {code}")
        if not self._left:
            return FINISHED
        step = self._left.pop(0)
        return Turn((ProposedCall(api=step.api, arguments=step.arguments),), text=step.note or "")


def script_file(name: str) -> Path:
    """Returns the file of an agent `script:FILE`."""
    return Path(name.partition(":")[2])
