# SPDX-License-Identifier: GPL-2.0-or-later
"""The record of `tools --json`: everything a program may ask of a tool."""

from __future__ import annotations

from typing import Any

from .registry import all_tools
from .roles import possible_roles, substitutes_of
from .schema import arguments_schema
from .spec import ToolSpec


def catalogue() -> list[dict[str, Any]]:
    """Gives one record a tool, in catalogue order."""
    return [record_of(spec) for spec in all_tools().values()]


def record_of(spec: ToolSpec) -> dict[str, Any]:
    """Gives the record of one tool."""
    return {
        "name": spec.name,
        "algorithm_id": f"gisagentbench:{spec.algorithm_id}",
        "title": spec.title,
        "group": spec.group,
        "kind": spec.kind,
        "summary": spec.help.summary,
        "read_only": spec.read_only,
        "roles": possible_roles(spec.name),
        "substitutes": substitutes_of(spec.name, set(all_tools())),
        "engine": spec.engine,
        "schema": arguments_schema(spec),
        "outputs": [
            {"name": output.name, "type": output.accepts.__name__.lower(), "help": output.help}
            for output in spec.outputs
        ],
    }
