# SPDX-License-Identifier: GPL-2.0-or-later
"""The tools, and the answers of calls, as the protocol has them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations

from ...tools.declaration.errors import ToolError
from ...tools.declaration.registry import all_tools
from ...tools.declaration.schema import arguments_schema, description
from ...tools.declaration.spec import ToolSpec


def tool_list(names: Sequence[str] | None = None) -> list[Tool]:
    """Returns the tools in the order of the catalogue.

    Args:
        names: Those that may be called; None for all.
    """
    return [_tool(spec) for spec in all_tools().values() if names is None or spec.name in names]


def call_result(step: dict[str, Any]) -> CallToolResult:
    """Returns the answer of a call: what an agent reads as text, the whole step record as structured content."""
    record = wire_value(step)
    content = [TextContent(type="text", text=step_text(record))]
    return CallToolResult(content=content, structured_content=record, is_error=not record["ok"])


def refused_result(fault: ToolError) -> CallToolResult:
    """Returns the answer of a call that was not made."""
    text = wire_value(fault.text)
    error = {"error": wire_value(fault.record())}
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=error, is_error=True)


def step_text(step: dict[str, Any]) -> str:
    """Returns a step as an agent reads it: what was made and what is known of it, or the error in one line."""
    if step["error"]:
        error = step["error"]
        lines = [ToolError(error["code"], error["message"], error["hint"]).text]
        return "\n".join([*lines, *(f"Warning: {warning}" for warning in step["warnings"])])
    made = [f"{name}: {value}" for name, value in step["outputs"].items() if isinstance(value, str)]
    return "\n".join([*made, str((step["observation"] or {}).get("text", ""))]).strip()


def wire_value(value: Any) -> Any:
    """Gives JSON data that every client can read: no NaN, no halves of surrogate pairs.

    >>> wire_value({"a": [float("nan"), "b" + chr(0xD800)]})
    {'a': [None, 'b\\\\ud800']}
    """
    if isinstance(value, str):
        return value.encode("utf-8", errors="backslashreplace").decode()
    if isinstance(value, dict):
        return {wire_value(str(key)): wire_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [wire_value(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _tool(spec: ToolSpec) -> Tool:
    hints = ToolAnnotations(
        read_only_hint=spec.read_only,
        destructive_hint=False,  # handles and files are written once, nothing is replaced
        idempotent_hint=spec.read_only,
        open_world_hint=False,
    )
    return Tool(
        name=spec.name,
        title=spec.title,
        description=description(spec),
        input_schema=arguments_schema(spec),
        annotations=hints,
    )
