# SPDX-License-Identifier: GPL-2.0-or-later
"""The first plain row of each tool, for what holds for every tool."""

from __future__ import annotations

from typing import Any

from tool_rows import ROWS

from gisagentbench.tools.declaration.registry import find

# What any call may be told, whether or not its help repeats it.
OF_EVERY_TOOL = {"LIMIT_EXCEEDED", "UNKNOWN_LAYER", "WRONG_TYPE", "WRONG_GEOMETRY_TYPE"}
TEXT_LIMIT = 4096


def first_rows() -> dict[str, dict[str, Any]]:
    """Gives each tool's first row that succeeds."""
    plain: dict[str, dict[str, Any]] = {}
    for _, row in ROWS:
        if "error" not in row["expect"] and row.get("guard", "refuse") == "refuse":
            plain.setdefault(row["tool"], row)
    return plain


PLAIN = first_rows()


def arguments_of(tool: str, row: dict[str, Any]) -> dict[str, Any]:
    """Gives a row's call, with a handle for the result where the tool makes one."""
    spec = find(tool)
    makes_layer = spec.main_output is not None and spec.argument("output") is not None
    return {**row["call"], **({"output": "result"} if makes_layer else {})}
