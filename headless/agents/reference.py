# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays the reference trajectory of the task; a call that fails ends it, since every later one builds on it."""

from __future__ import annotations

from ...tasks.trajectory import Trajectory
from .script import Script


class Reference(Script):
    """The agent that knows the answer."""

    def __init__(self, trajectory: Trajectory) -> None:
        super().__init__(trajectory, stopping="the reference")
