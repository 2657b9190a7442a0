# SPDX-License-Identifier: GPL-2.0-or-later
"""One run of an algorithm, as the history of Processing has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PROVIDER = "processing"


@dataclass(frozen=True)
class ToolboxRun:
    """One run.

    Args:
        number: Of its entry in the history.
        algorithm_id: With the provider, such as `native:clip`.
        inputs: Name of a parameter to its value, as JSON.
        results: Name of an output to its value: the id or source of a layer, a number, a text. Empty while it runs, and
            where it failed.
    """

    number: int
    algorithm_id: str
    inputs: dict[str, Any]
    results: dict[str, Any] = field(default_factory=dict)


def toolbox_run(number: int, details: dict[str, Any]) -> ToolboxRun | None:
    """Reads an entry of the history; None where it is not the run of an algorithm."""
    algorithm_id, parameters = details.get("algorithm_id"), details.get("parameters")
    if not isinstance(algorithm_id, str) or not isinstance(parameters, dict):
        return None
    inputs = parameters.get("inputs")
    results = details.get("results")
    return ToolboxRun(
        number,
        algorithm_id,
        inputs if isinstance(inputs, dict) else {},
        results if isinstance(results, dict) else {},
    )
