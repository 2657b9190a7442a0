# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays the calls of a file, one a turn, whatever becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...tasks.trajectory import Trajectory
from ..events import ProposedCall
from .agent import FINISHED, Turn


class Script:
    """An agent that has its mind made up.

    Args:
        trajectory: Its calls.
    """

    def __init__(self, trajectory: Trajectory) -> None:
        self._left = list(trajectory.steps)

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Gives the next call of the file; failed ones do not stop it."""
        if not self._left:
            return FINISHED
        step = self._left.pop(0)
        return Turn((ProposedCall(api=step.api, arguments=step.arguments),), text=step.note or "")
