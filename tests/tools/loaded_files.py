# SPDX-License-Identifier: GPL-2.0-or-later
"""What is said of a file that was loaded or exported, and where the layer of a handle stands."""

from __future__ import annotations

from typing import Any


def said(step: Any) -> str:
    """Joins the warnings of a step."""
    return " ".join(step.warnings)


def place_of(harness: Any, handle: str) -> str:
    """Gives the file of a handle, as the workspace knows it."""
    return str(harness.workspace.state.handles[handle].path)
