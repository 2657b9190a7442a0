# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays the reference trajectory of the task; a call that fails ends it, since every later one builds on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .agent import Turn
from .script import Script


class Reference(Script):
    """The agent that knows the answer."""

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Gives the next call of the reference."""
        failed = next((step for step in steps if not step["ok"]), None)
        if failed is not None:
            code = (failed["error"] or {}).get("code", "an error")
            return Turn(outcome="finished", message=f"the reference stopped: {failed['api']} gave {code}")
        return super().next(steps)
