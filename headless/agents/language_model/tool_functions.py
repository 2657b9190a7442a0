# SPDX-License-Identifier: GPL-2.0-or-later
"""The tools as functions that every endpoint takes.

What is left out of a schema is said in its description; the validator of the tools holds all of it in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ....tools.declaration.registry import all_tools
from ....tools.declaration.schema import function_schema

MOST_FUNCTIONS = 128
LONGEST_DESCRIPTION = 1024


def tool_functions(tools: Sequence[str] | None, descriptions: Literal["full", "bare"] = "full") -> list[dict[str, Any]]:
    """Returns the functions in the order of the catalogue.

    Args:
        tools: Names; None for all.
    """
    specs = [spec for name, spec in all_tools().items() if tools is None or name in tools]
    return [_function(function_schema(spec, descriptions)) for spec in specs]


def _function(given: dict[str, Any]) -> dict[str, Any]:
    function = given["function"]
    return {
        "type": "function",
        "function": {
            "name": function["name"],
            "description": shortened(function["description"]),
            "parameters": in_dialect(function["parameters"]),
        },
    }


def shortened(text: str, longest: int = LONGEST_DESCRIPTION) -> str:
    """Leaves out sentences from the end until a description is short enough for endpoints that refuse longer ones."""
    while len(text) > longest:
        shorter = text[: text.rstrip().rfind(". ", 0, longest - 1) + 1]
        text = shorter if shorter and len(shorter) < len(text) else text[:longest]
    return text


def in_dialect(schema: dict[str, Any]) -> dict[str, Any]:
    """Writes a schema with the words that all endpoints know: no `const`, no list of types, no exclusive bounds.

    >>> in_dialect({"type": "number", "exclusiveMinimum": 0})
    {'type': 'number', 'description': 'Above 0.'}
    """
    kept = {key: _part(key, value) for key, value in schema.items() if key not in ("const", "exclusiveMinimum")}
    if "const" in schema:
        kept = {"type": "string", "enum": [schema["const"]], **kept}
    if "exclusiveMinimum" in schema:
        kept["description"] = f"{kept.get('description', '')} Above {schema['exclusiveMinimum']:g}.".strip()
    if isinstance(kept.get("type"), list):
        types = kept.pop("type")
        kept = {"anyOf": [{"type": name} | (kept if name != "null" else {}) for name in types]}
    return kept


def _part(key: str, value: Any) -> Any:
    if key == "properties":
        return {name: in_dialect(part) for name, part in value.items()}
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return in_dialect(value)
    if key == "anyOf":
        return [in_dialect(part) for part in value]
    return value
