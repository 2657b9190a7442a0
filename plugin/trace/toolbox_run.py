# SPDX-License-Identifier: GPL-2.0-or-later
"""One run of an algorithm, as the history of Processing has it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

PROVIDER = "processing"
DEFINITION = "QgsProcessingFeatureSourceDefinition"


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
    known = dict(inputs) if isinstance(inputs, dict) else {}
    # QGIS 3.40 leaves selection, limit and filter out of the inputs; they stand in the Python command alone
    known |= {name: part for name, part in parts_of_layers(details.get("python_command")).items() if name in known}
    return ToolboxRun(number, algorithm_id, known, results if isinstance(results, dict) else {})


def parts_of_layers(command: Any) -> dict[str, dict[str, Any]]:
    """Reads from the Python command of a run which layers it took only a part of.

    Args:
        command: `processing.run("id", {…})`, which is read as text and never run.
    Returns: Name of a parameter to source, selected_only, feature_limit and filter.
    """
    try:
        (statement,) = ast.parse(command, mode="exec").body
    except (SyntaxError, TypeError, ValueError, RecursionError):
        return {}
    call = statement.value if isinstance(statement, ast.Expr) else None
    given = call.args[1] if isinstance(call, ast.Call) and len(call.args) > 1 else None
    if not isinstance(given, ast.Dict):
        return {}
    found = {}
    for key, value in zip(given.keys, given.values, strict=True):
        is_part = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == DEFINITION
        if is_part and isinstance(key, ast.Constant):
            found[str(key.value)] = _part(value)  # type: ignore[arg-type]
    return found


def _part(call: ast.Call) -> dict[str, Any]:
    words = {word.arg: word.value for word in call.keywords}
    return {
        "source": _constant(call.args[0]) if call.args else "",
        "selected_only": bool(_constant(words.get("selectedFeaturesOnly"))),
        "feature_limit": _constant(words.get("featureLimit"), -1),
        "filter": _constant(words.get("filterExpression"), ""),
    }


def _constant(node: ast.AST | None, default: Any = None) -> Any:
    """Gives a text or number that is written out; -1 is a minus and a 1."""
    try:
        return default if node is None else ast.literal_eval(node)
    except ValueError:
        return default
