# SPDX-License-Identifier: GPL-2.0-or-later
"""A step record as a person reads it."""

from __future__ import annotations

from typing import Any

SHOWN_LINES = 6


def step_lines(step: dict[str, Any], number: int | None = None, shown: int = SHOWN_LINES) -> list[str]:
    """Returns a headline of what was called and what came of it, and under it the observation or the error."""
    head = f"{'done' if step['ok'] else 'failed'}  {step['api']}"
    if number is not None:
        head = f"{number:>3}  {head}"
    if step["output"]:
        head += f" -> {step['output']}"
    return [f"{head}  ({step['seconds']:.2f} s)", *(f"       {line}" for line in _details(step, shown))]


def _details(step: dict[str, Any], shown: int) -> list[str]:
    if step["error"]:
        error = step["error"]
        return [f"{error['code']}: {error['message']}", *([f"Hint: {error['hint']}"] if error["hint"] else [])]
    told = str((step["observation"] or {}).get("text", "")).splitlines()
    more = [f"… {len(told) - shown} more lines"] if len(told) > shown else []
    return told[:shown] + more
